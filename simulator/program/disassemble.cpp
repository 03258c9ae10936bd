#include <cctype>
#include <string_view>

#include "simulator/builtins/device_table.h"
#include "simulator/program/program.h"

namespace wb {
namespace {

#define WB_ROW(name, operands, help) {#name, operands, help},
#define WB_ROW_SET(name, A, B, help) {"set_" #name, "d" A B, "1 where " help ", else 0"},
#define WB_ROW_BRANCH(name, A, B, help) {"br_" #name, A B "t", "jumps where " help},
constexpr OpcodeInfo rows[] = {WB_OPCODES(WB_ROW) WB_COMPARISONS(WB_ROW_SET) WB_COMPARISONS(WB_ROW_BRANCH)};
static_assert(sizeof rows / sizeof rows[0] == static_cast<size_t>(Opcode::count), "every opcode needs a row");

constexpr const char* class_names[] = {"nan", "infinite", "finite", "negative"};

std::string reg(uint32_t slot, bool is_wide) { return (is_wide ? "R" : "r") + std::to_string(slot); }

std::string memory_operand(const Ins& ins) {
  std::string text = "[" + reg(ins.a, true);
  const IndexKind kind = static_cast<IndexKind>(ins.kind & Ins::index_mask);
  if (kind != IndexKind::none) {
    text += " + " + reg(ins.b, kind == IndexKind::i64) + (kind == IndexKind::u32 ? "u" : "");
    if (ins.scale != 1) text += "*" + std::to_string(ins.scale);
  }
  if (ins.imm) text += (ins.imm < 0 ? " - " : " + ") + std::to_string(ins.imm < 0 ? -int64_t{ins.imm} : int64_t{ins.imm});
  return text + "]";
}

std::string function_name(const Ins& ins) {
  switch (ins.op) {
    case Opcode::class_f32: case Opcode::class_f64: return ins.kind < std::size(class_names) ? class_names[ins.kind] : "?";
    default: return std::to_string(ins.kind);
  }
}

std::string operand_text(const Ins& ins, char c) {
  switch (c) {
    case 'd': case 'D': return reg(ins.d, c == 'D');
    case 'e': return reg(ins.d, false) + ".." + std::to_string(ins.d + 1);
    case 'g': return reg(ins.d, false) + ".." + std::to_string(ins.d + 3);
    case 'E': return reg(ins.d, true) + ".." + std::to_string(ins.d + 2);
    case 'a': case 'A': return reg(ins.a, c == 'A');
    case 'b': case 'B': return reg(ins.b, c == 'B');
    case 'c': case 'C': return reg(ins.c, c == 'C');
    case 'q': case 'Q': return reg(ins.c + (c == 'Q' ? 2u : 1u), c == 'Q');
    case 'm': return memory_operand(ins);
    case 't': return "-> " + std::to_string(ins.imm);
    case 'k': return function_name(ins);
    default: return std::to_string(ins.imm);
  }
}

}  // namespace

const char* operand_letters(Opcode op, int32_t imm) {
  if (op != Opcode::device) return rows[static_cast<size_t>(op)].operands;
  return imm >= 0 && imm < value_builtins ? device_function(static_cast<uint32_t>(imm)).operands : "";
}

const OpcodeInfo& opcode_info(Opcode op) { return rows[static_cast<size_t>(op)]; }

std::string disassemble(const Program& program, Pc pc) {
  const Ins& ins = program.code[pc];
  const OpcodeInfo& row = opcode_info(ins.op);
  std::string text = row.name;
  if (ins.op == Opcode::device) text += std::string(" ") + builtin_info(static_cast<Builtin>(ins.imm + 1)).name;
  const char* separator = " ";
  for (char c : std::string_view(operand_letters(ins.op, ins.imm))) {
    text += separator + operand_text(ins, c);
    separator = ", ";
  }
  return text;
}

std::string kernel_name(const Program& program, FunctionId kernel) {
  const Function& f = (*program.module)[kernel];
  return f.display_name.empty() ? f.name : f.display_name;
}

std::string disassemble(const Program& program) {
  std::string text;
  uint32_t last_line = 0;
  const SourceMap* sources = program.module ? program.module->sources.get() : nullptr;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (sources && sources->file_count()) {
      const Span span = sources->outermost(program.info[pc].span);
      const uint32_t line = sources->start(span).line;
      if (line != last_line) text += "; " + std::to_string(line) + ": " + std::string(sources->line_text(span.file, line)) + "\n";
      last_line = line;
    }
    text += std::to_string(pc) + "\t" + disassemble(program, pc) + "\n";
  }
  return text;
}

}  // namespace wb
