// printf, assert and __trap.
#include "simulator/program/lowering.h"

namespace wb {

// The values stand in a row of wide slots, as the machine prints them: integers extended to 64 bits, reals as double.
Slot Lowering::print(ExprId id, const Expr& e, Slot hint) {
  const Slot d = hint != no_slot ? hint : new_slot(false);
  Temporaries temporaries(*this);
  const size_t count = e.args.size() - 1;
  Operands operands{.d = d};
  std::vector<Slot> row;
  for (size_t i = 0; i < count; ++i) row.push_back(new_slot(true));
  for (size_t i = 0; i < count; ++i) {
    Temporaries own(*this);
    const ExprId argument = e.args[i + 1];
    const ScalarRep rep = rep_of(m_[argument].type);
    if (is_wide(rep.rep)) {
      value_into(argument, row[i]);
      continue;
    }
    const Type& type = types_[m_[argument].type];
    const Slot narrow = value(argument);
    emit(is_signed(type.scalar) ? Opcode::sx64 : Opcode::zx64, {.d = row[i], .a = narrow});
  }
  operands.a = value(e.args[0]);
  operands.b = count ? row[0] : operands.a;
  at_site(emit(Opcode::print, operands, static_cast<int32_t>(count)), site(id, e.span, AccessKind::load));
  return d;
}

// assert(x): as the C library words it, with the thread between.
void Lowering::assertion(ExprId id, const Expr& e) {
  const ExprId condition = e.args[0];
  Label fine;
  branch(condition, true, fine);
  const SourceMap& sources = *m_.sources;
  const Span at = sources.outermost(e.span);
  const Function& f = m_[frame().function];
  std::string parameters;
  for (VarId parameter : f.parameters) parameters += (parameters.empty() ? "" : ", ") + types_.name(m_[parameter].type);
  std::string signature = types_.name(f.result) + " " + (f.display_name.empty() ? f.name : f.display_name) + "(" + parameters + ")";
  for (size_t i = 1; i < signature.size(); ++i)  // `int *`
    if ((signature[i] == '*' || signature[i] == '&') && signature[i - 1] != ' ' && signature[i - 1] != '*') signature.insert(i, 1, ' ');
  const Expr& text = m_[m_[e.args[1]].a];
  program_->assertions.push_back({std::string(sources.name(at.file)) + ":" + std::to_string(sources.start(at).line) + ": " + signature,
                                  "Assertion `" + m_.strings[text.index] + "` failed."});
  at_site(emit(Opcode::trap, {}, static_cast<int32_t>(program_->assertions.size() - 1), static_cast<uint8_t>(Trap::assertion)),
          site(id, m_[condition].span, AccessKind::load));
  bind(fine);
}

void Lowering::trap(ExprId id, const Expr& e, Trap kind) {
  at_site(emit(Opcode::trap, {}, 0, static_cast<uint8_t>(kind)), site(id, e.span, AccessKind::load));
}

}  // namespace wb
