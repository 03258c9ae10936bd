// The way of an exception in a host program (language/parse_exceptions.cpp). A function that is left by one returns as usual, and says so in a register that all functions share;
// whoever has called it looks there, and goes to its own landing.
//
//     g()   ...  mov thrown, 1 | jump end          f()   call g | br thrown == 0 -> on | mov thrown, 0 | jump landing | on:
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {

void Lowering::begin_exceptions() {
  if (!m_.has_exceptions) return;
  thrown_ = transfer_base + transfer_top_.narrow++;
  move(thrown_, constant32(0), false);
}

void Lowering::land(uint32_t landing) {
  if (!landing) return;
  if (landing != landing_outside) {
    auto& label = frame().labels[landing - 1];
    if (!label) label = std::make_unique<Label>();
    return jump(Opcode::jump, {}, *label);
  }
  if (!frame().on_return) {
    emit(Opcode::leave);
    return;
  }
  move(thrown_, constant32(1), false);
  jump(Opcode::jump, {}, *frame().on_return);
}

// Behind a call.
void Lowering::look_for_exception(uint32_t landing) {
  Label on;
  jump(Opcode::br_false, {.a = thrown_}, on);
  move(thrown_, constant32(0), false);
  land(landing);
  bind(on);
}

// Control comes there by jumps alone; where there are none, there is nothing.
void Lowering::lower_landings(const Stmt& block) {
  const bool is_reached = std::any_of(block.list.begin(), block.list.end(), [&](StmtId id) { return m_[id].kind == StmtKind::label_ && frame().labels.contains(m_[id].bits); });
  if (!is_reached) return;
  Label over;
  jump(Opcode::jump, {}, over);
  for (StmtId child : block.list) statement(child);
  bind(over);
}

}  // namespace wb
