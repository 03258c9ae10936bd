// Assignments, compound ones and `++`: the target's place is found once, its value loaded, changed and stored there.
//
// A variable in a register is written where it stands, so `x = a + b` is one instruction. What a store's value is converted to is left to
// the store where that is free (`char c = i` stores the low byte).
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {

// The value to store, when nobody else wants it.
Slot Lowering::stored_value(ExprId id, TypeId type) {
  const Expr& e = m_[id];
  const auto rep = scalar_rep(types_, type);
  if (rep && rep->bytes < 4 && e.kind == ExprKind::cast && e.cast == CastKind::float_to_integer) {
    SpanScope span(*this, e.span);
    const ScalarRep whole{rep->is_signed ? Rep::i32 : Rep::u32, 4, rep->is_signed};
    return convert(value(e.a), rep_of(m_[e.a].type), whole, CastKind::float_to_integer, no_slot);
  }
  return value(without_narrowing(id, type));
}

// A variable, or a member of one, that lives in registers: finding its place does nothing. Of anything else (points[i++].x) that may be done once alone.
bool Lowering::is_of_register(ExprId lvalue) {
  const Expr* e = &m_[lvalue];
  while (e->kind == ExprKind::member) e = &m_[e->a];
  return e->kind == ExprKind::variable && frame().variables.count(e->var.v);
}

Slot Lowering::assign(ExprId, const Expr& e, bool wants_value) {
  const auto rep = scalar_rep(types_, e.type);
  if (!rep) {
    assign_record(e.a, e.b);
    return no_slot;
  }
  const Expr& target = m_[e.a];
  if (target.kind == ExprKind::conditional) {  // (c ? x : y) = v
    const Slot from = value_copy(e.b);
    Label otherwise, end;
    branch(target.a, false, otherwise);
    const auto arm = [&](ExprId lvalue) {
      Temporaries temporaries(*this);
      const Place to = place(lvalue);
      if (to.in_registers && !to.leaves.empty()) {
        move(to.leaves[0], from, is_wide(rep->rep));
        set_initialised(to.init_mask);
        return;
      }
      note_store(lvalue);
      emit_memory(store_opcode(*rep), from, no_slot, to.address, site(lvalue, m_[lvalue].span, AccessKind::store), is_volatile(lvalue));
    };
    arm(target.b);
    jump(Opcode::jump, {}, end);
    bind(otherwise);
    arm(target.c);
    bind(end);
    return from;
  }
  if (is_of_register(e.a)) {
    const Place to = place(e.a);
    if (to.in_registers && !to.leaves.empty()) {
      const bool is_shuffled = to.init_mask >= 0 && is_shuffled_into_itself(m_, e);
      shuffled_mask_ = is_shuffled ? to.init_mask : -1;
      value_into(e.b, to.leaves[0]);
      if (!is_shuffled) set_initialised(to.init_mask);
      open_at_first_assignment(e.a);
      return to.leaves[0];
    }
  }
  // The right side comes first; if the place then changes variables (a[i++] = i), its value must not change with them.
  const Slot from = has_effects(e.a) ? value_copy(e.b) : wants_value ? value(e.b) : stored_value(e.b, e.type);
  note_store(e.a);
  const Place to = place(e.a);
  if (to.in_registers && !to.leaves.empty()) {  // `(x = 1) = 2`
    move(to.leaves[0], from, is_wide(rep->rep));
    return to.leaves[0];
  }
  const Slot stored = leaving_.hands_on(e) ? new_slot(true) : from;
  if (stored != from) emit(Opcode::local_pointer, {stored, from});
  emit_memory(store_opcode(*rep), stored, no_slot, to.address, site(e.a, target.span, AccessKind::store), is_volatile(e.a));
  return from;
}

void Lowering::open_at_first_assignment(ExprId lvalue) {
  const Expr* e = &m_[lvalue];
  while (e->kind == ExprKind::member) e = &m_[e->a];
  if (e->kind != ExprKind::variable) return;
  auto it = frame().variables.find(e->var.v);
  if (it == frame().variables.end() || it->second.debug == ~size_t{0}) return;
  variables_[it->second.debug].begin = here();
  it->second.debug = ~size_t{0};
}

Slot Lowering::compound_assign(ExprId id, const Expr& e) {
  const Expr& target = m_[e.a];
  if (target.kind == ExprKind::conditional) return on_either(e, [&](const Expr& part) { return compound_assign(id, part); });
  if (is_of_register(e.a)) {
    const Place to = place(e.a);
    if (to.in_registers && !to.leaves.empty()) {
      check_initialised(to.init_mask, e.a, target.span);
      Temporaries temporaries(*this);
      const Slot result = compound_value(e, id, to.leaves[0], e.type, to.leaves[0]);
      if (result != to.leaves[0]) move(to.leaves[0], result, is_wide(rep_of(e.type).rep));
      set_initialised(to.init_mask);  // reported once is enough
      return to.leaves[0];
    }
  }
  // The right side comes first, then the place, its old value, the new one.
  ExprId right = e.b;
  Slot right_slot = no_slot, second_slot = no_slot;
  const bool copies = has_effects(e.a);
  if (right) right_slot = copies ? value_copy(right) : value(right);
  if (e.fused) second_slot = copies ? value_copy(e.c) : value(e.c);
  note_store(e.a);
  const Place to = place(e.a);
  if (to.in_registers && !to.leaves.empty()) {  // `(x -= 3) *= 2`
    pending_right_ = {right_slot, second_slot};
    const Slot result = compound_value(e, id, to.leaves[0], e.type, to.leaves[0]);
    if (result != to.leaves[0]) move(to.leaves[0], result, is_wide(rep_of(e.type).rep));
    return to.leaves[0];
  }
  Address at = to.address;
  settle(at);
  const Slot old = load_from(at, rep_of(e.type), site(e.a, target.span, AccessKind::load), is_volatile(e.a), no_slot);
  pending_right_ = {right_slot, second_slot};
  const Slot result = compound_value(e, id, old, e.type, no_slot);
  emit_memory(store_opcode(rep_of(e.type)), result, no_slot, at, site(e.a, target.span, AccessKind::store), is_volatile(e.a));
  return result;
}

// The new value of a compound assignment, from the old one in `old`.
Slot Lowering::compound_value(const Expr& e, ExprId id, Slot old, TypeId type, Slot hint) {
  const Slot given_b = pending_right_.first, given_c = pending_right_.second;
  pending_right_ = {no_slot, no_slot};
  const auto right = [&] { return given_b != no_slot ? given_b : value(e.b); };
  if (types_.is_pointer(type)) {
    const uint64_t step = std::max<uint64_t>(types_.size_of(types_[type].element), 1);
    Address at{.base = old};
    if (given_b == no_slot) {
      add_index(at, e.b, step, e.op == Op::subtract);
    } else {
      const ScalarRep rep = rep_of(m_[e.b].type);
      Slot index = given_b;
      if (!is_wide(rep.rep)) {
        index = new_slot(true);
        emit(rep.rep == Rep::u32 ? Opcode::zx64 : Opcode::sx64, {index, given_b});
      }
      if (e.op == Op::subtract) {
        const Slot negated = new_slot(true);
        emit(Opcode::neg64, {negated, index});
        index = negated;
      }
      at.index = index;
      at.kind = IndexKind::i64;
      at.scale = static_cast<uint32_t>(step);
    }
    return pointer_value(at, hint);
  }
  const ScalarRep own = rep_of(type), wide = rep_of(e.compute_type);
  const bool same = own == wide;
  if (e.fused) {
    const Slot b = right(), c = given_c != no_slot ? given_c : value(e.c);
    Slot start = same ? old : convert(old, own, wide, CastKind::float_to_float, no_slot);
    const bool single = wide.rep == Rep::f32;
    const Opcode op = e.op == Op::subtract ? (single ? Opcode::fnma_f32 : Opcode::fnma_f64) : (single ? Opcode::fma_f32 : Opcode::fma_f64);
    const Slot d = same && hint != no_slot ? hint : new_slot(is_wide(wide.rep));
    emit(op, {d, b, c, start});
    return same ? d : convert_between(d, wide, own, e.compute_type, type, hint);
  }
  // sum += a * b on integers: one multiply-add.
  const Expr& r = m_[e.b];
  if (given_b == no_slot && same && e.op == Op::add && !is_wide(own.rep) && !is_float_rep(own.rep) && own.bytes == 4 && r.kind == ExprKind::binary && r.op == Op::multiply &&
      !constant_of(e.b)) {
    const Slot a = value(r.a), b = value(r.b);
    const Slot d = hint != no_slot ? hint : new_slot(false);
    emit(Opcode::mad32, {d, a, b, old});
    return d;
  }
  const Slot b = right();
  const Slot start = same ? old : convert_between(old, own, wide, type, e.compute_type, no_slot);
  const bool is_shift = e.op == Op::shift_left || e.op == Op::shift_right;
  Slot count = b;
  if (is_shift && is_wide(rep_of(m_[e.b].type).rep)) {
    count = new_slot(false);
    emit(Opcode::lo32, {count, b});
  }
  const Slot d = same && hint != no_slot ? hint : new_slot(is_wide(wide.rep));
  binary_op(e.op, wide, start, count, d, id, is_shift && constant_of(e.b).has_value());
  return same ? d : convert_between(d, wide, own, e.compute_type, type, hint);
}

Slot Lowering::increment_value(const Expr& e, Slot old, Slot hint) {
  const bool up = e.kind == ExprKind::pre_increment || e.kind == ExprKind::post_increment;
  const TypeId type = m_[e.a].type;
  if (types_.is_pointer(type)) {
    const int64_t step = static_cast<int64_t>(std::max<uint64_t>(types_.size_of(types_[type].element), 1));
    return pointer_value({.base = old, .displacement = up ? step : -step}, hint);
  }
  const ScalarRep rep = rep_of(type);
  const Slot d = hint != no_slot ? hint : new_slot(is_wide(rep.rep));
  switch (rep.rep) {
    case Rep::f32: emit(up ? Opcode::add_f32 : Opcode::sub_f32, {d, old, constant32(0x3F800000)}); break;
    case Rep::f64: emit(up ? Opcode::add_f64 : Opcode::sub_f64, {d, old, constant64(0x3FF0000000000000)}); break;
    case Rep::i64: case Rep::u64: emit(up ? Opcode::add64 : Opcode::sub64, {d, old, constant64(1)}); break;
    default:
      emit(up ? Opcode::add32 : Opcode::sub32, {d, old, constant32(1)});
      if (types_[type].scalar == ScalarKind::bool_) move(d, constant32(1), false);
      else if (rep.bytes == 1) emit(rep.is_signed ? Opcode::sx8 : Opcode::zx8, {d, d});
      else if (rep.bytes == 2) emit(rep.is_signed ? Opcode::sx16 : Opcode::zx16, {d, d});
  }
  return d;
}

// The new value; the old one if `wants_old`.
Slot Lowering::increment(ExprId id, const Expr& e, bool wants_old) {
  const Expr& target = m_[e.a];
  if (target.kind == ExprKind::conditional) return on_either(e, [&](const Expr& part) { return increment(id, part, wants_old); });
  const bool wide = is_wide(rep_of(target.type).rep);
  if (is_of_register(e.a)) {
    const Place to = place(e.a);
    if (to.in_registers && !to.leaves.empty()) {
      check_initialised(to.init_mask, e.a, target.span);
      const Slot own = to.leaves[0];
      Slot old = own;
      if (wants_old) {
        old = new_slot(wide);
        move(old, own, wide);
      }
      const Slot now = increment_value(e, own, own);
      if (now != own) move(own, now, wide);
      set_initialised(to.init_mask);
      return old;
    }
  }
  note_store(e.a);
  const Place to = place(e.a);
  if (to.in_registers && !to.leaves.empty()) {  // `++(x += 2)`
    const Slot now = increment_value(e, to.leaves[0], wants_old ? no_slot : to.leaves[0]);
    if (!wants_old) return now;
    const Slot old = new_slot(wide);
    move(old, to.leaves[0], wide);
    move(to.leaves[0], now, wide);
    return old;
  }
  Address at = to.address;
  settle(at);
  const Slot old = load_from(at, rep_of(target.type), site(e.a, target.span, AccessKind::load), is_volatile(e.a), no_slot);
  const Slot now = increment_value(e, old, no_slot);
  emit_memory(store_opcode(rep_of(target.type)), now, no_slot, at, site(e.a, target.span, AccessKind::store), is_volatile(e.a));
  return wants_old ? old : now;
}

}  // namespace wb
