// Matrix instructions of inline PTX: calls of the functions in library/include/ptx_matrix.inc.
#include "simulator/language/ptx_matrix.h"
#include "simulator/language/ptx_writer.h"

namespace wb {

bool PtxWriter::matrix(const PtxInstruction& ins, const PtxMatrix& m) {
  if (ins.operands.size() != m.operands.size() || !is_known(m.function)) return false;
  std::vector<ExprId> arguments;
  for (size_t i = 0; i < m.operands.size(); ++i) {
    const PtxOperand& operand = ins.operands[i];
    if (m.operands[i] == "@") {
      PtxMemory memory;
      memory.is_shared = m.is_shared;
      memory.type = ScalarKind::uchar;
      arguments.push_back(operand.is_address ? address_of(operand, memory) : ExprId{});
      if (!arguments.back()) return false;
      continue;
    }
    if (operand.values.size() != m.operands[i].size() || operand.is_address || operand.is_vector != m.in_braces) return false;
    if (i == 0 && m.has_result) continue;
    for (size_t k = 0; k < operand.values.size(); ++k) {
      const ExprId part = matrix_part(operand.values[k], m.operands[i][k]);
      if (!part) return false;
      arguments.push_back(part);
    }
  }
  const ExprId made = call(m.function, std::move(arguments));
  if (!made) return false;
  if (!m.has_result) return append(made), true;
  const std::vector<PtxValue>& to = ins.operands[0].values;
  return to.size() == 1 ? assign(to[0], {made, m.operands[0][0]}) : assign_all(to, made, m.operands[0]);
}

// A register of a fragment. Sums of floats may stand in registers of bits, elements of bits in no others.
ExprId PtxWriter::matrix_part(const PtxValue& v, char letter) {
  Register r = value(v, letter);
  if (!r.expr || (r.letter != letter && !(letter == 'f' && r.letter == 'r'))) return {};
  r = as_letter(r, letter);
  return r.expr ? p_.explicit_cast(r.expr, type_of(letter), span_, true) : r.expr;
}

}  // namespace wb
