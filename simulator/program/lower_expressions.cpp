// Values and conditions. value() gives the slot in which a value stands: a variable's own where it is one, else a temporary or `hint`.
// Only the last instruction of an expression writes to the hint, so `x = x + y * x` may compute straight into x.
#include <cmath>
#include <cstring>

#include "simulator/program/lowering.h"

namespace wb {
namespace {

float f32(uint64_t bits) { const uint32_t low = static_cast<uint32_t>(bits); float f; std::memcpy(&f, &low, 4); return f; }
double f64(uint64_t bits) { double d; std::memcpy(&d, &bits, 8); return d; }
uint64_t bits_of(float f) { uint32_t bits; std::memcpy(&bits, &f, 4); return bits; }
uint64_t bits_of(double d) { uint64_t bits; std::memcpy(&bits, &d, 8); return bits; }

// A constant as its register holds it: small integers extended to 32 bits.
uint64_t in_register(ScalarRep rep, uint64_t bits) {
  switch (rep.bytes) {
    case 1: return rep.is_signed ? static_cast<uint32_t>(static_cast<int8_t>(bits)) : static_cast<uint8_t>(bits);
    case 2: return rep.is_signed ? static_cast<uint32_t>(static_cast<int16_t>(bits)) : static_cast<uint16_t>(bits);
    case 4: return static_cast<uint32_t>(bits);
    default: return bits;
  }
}
int64_t as_integer(ScalarRep rep, uint64_t bits) {
  if (is_wide(rep.rep)) return static_cast<int64_t>(bits);
  return rep.rep == Rep::u32 ? int64_t{static_cast<uint32_t>(bits)} : int64_t{static_cast<int32_t>(bits)};
}

constexpr bool is_comparison(Op op) { return op >= Op::equal && op <= Op::greater_equal; }

// Rows of the comparison table by what is compared.
struct CompareOps {
  Opcode set_eq, set_ne, set_lt, set_le, br_eq, br_ne, br_lt, br_le, br_nlt, br_nle;
};
#define WB_COMPARE_OPS(eq, lt)                                                                                                \
  {Opcode::set_eq##eq, Opcode::set_ne##eq, Opcode::set_lt##lt, Opcode::set_le##lt, Opcode::br_eq##eq, Opcode::br_ne##eq,      \
   Opcode::br_lt##lt, Opcode::br_le##lt
CompareOps compare_ops(Rep rep) {
  switch (rep) {
    case Rep::i32: return WB_COMPARE_OPS(32, _i32), Opcode::count, Opcode::count};
    case Rep::u32: return WB_COMPARE_OPS(32, _u32), Opcode::count, Opcode::count};
    case Rep::i64: return WB_COMPARE_OPS(64, _i64), Opcode::count, Opcode::count};
    case Rep::u64: return WB_COMPARE_OPS(64, _u64), Opcode::count, Opcode::count};
    case Rep::f32: return WB_COMPARE_OPS(_f32, _f32), Opcode::br_nlt_f32, Opcode::br_nle_f32};
    default: return WB_COMPARE_OPS(_f64, _f64), Opcode::br_nlt_f64, Opcode::br_nle_f64};
  }
}

}  // namespace

ScalarRep Lowering::rep_of(TypeId type) {
  if (auto rep = scalar_rep(types_, type)) return *rep;
  if (!types_.is_void(type)) error(Code::WB4510, span_, {types_.name(type)});
  return {};
}

void Lowering::move(Slot d, Slot a, bool wide) {
  if (d != a) emit(wide ? Opcode::mov64 : Opcode::mov32, {d, a});
}

void Lowering::value_into(ExprId id, Slot destination) {
  Temporaries temporaries(*this);
  const Slot from = value(id, destination);
  if (failed_) return;
  move(destination, from, is_wide(rep_of(m_[id].type).rep));
}

Slot Lowering::value_copy(ExprId id) {
  const Slot own = new_slot(is_wide(rep_of(m_[id].type).rep));
  value_into(id, own);
  return own;
}

bool Lowering::has_effects(ExprId id) const {
  if (!id) return false;
  const Expr& e = m_[id];
  switch (e.kind) {
    case ExprKind::assign: case ExprKind::compound_assign: case ExprKind::pre_increment: case ExprKind::pre_decrement:
    case ExprKind::post_increment: case ExprKind::post_decrement: case ExprKind::call: case ExprKind::call_indirect:
      return true;
    default: break;
  }
  for (ExprId argument : e.args)
    if (has_effects(argument)) return true;
  return has_effects(e.a) || has_effects(e.b) || has_effects(e.c);
}

void Lowering::discard(ExprId id) {
  if (!id || failed_) return;
  const Expr& e = m_[id];
  Temporaries temporaries(*this);
  SpanScope span(*this, e.span);
  switch (e.kind) {
    case ExprKind::assign: assign(id, e, false); return;
    case ExprKind::compound_assign: compound_assign(id, e); return;
    case ExprKind::pre_increment: case ExprKind::pre_decrement: case ExprKind::post_increment: case ExprKind::post_decrement:
      increment(id, e, false);
      return;
    case ExprKind::call: case ExprKind::call_indirect: inline_call(e, id, no_slot); return;
    case ExprKind::builtin_call: builtin(id, e, no_slot, false); return;
    case ExprKind::comma: discard(e.a); return discard(e.b);
    case ExprKind::cast:
      if (e.cast == CastKind::to_void) return discard(e.a);
      break;
    case ExprKind::constant: case ExprKind::special: return;
    case ExprKind::variable: return;
    case ExprKind::load:  // the value is not wanted; a volatile object is read all the same
      if (m_[e.a].kind == ExprKind::variable && place(e.a).in_registers) return;
      if (has_effects(e.a) && m_[e.a].kind != ExprKind::subscript && m_[e.a].kind != ExprKind::dereference) return discard(e.a);
      break;
    case ExprKind::conditional: {
      Label otherwise, end;
      branch(e.a, false, otherwise);
      discard(e.b);
      jump(Opcode::jump, {}, end);
      bind(otherwise);
      discard(e.c);
      bind(end);
      return;
    }
    case ExprKind::logical_and: case ExprKind::logical_or: {
      Label end;
      branch(e.a, e.kind == ExprKind::logical_or, end);
      discard(e.b);
      bind(end);
      return;
    }
    case ExprKind::dereference: case ExprKind::member: return discard(e.a);
    default: break;
  }
  if (types_.is_void(e.type) || types_.is_array(e.type)) {
    discard(e.a);
    return discard(e.b);
  }
  if (types_.is_record(e.type)) {
    record_value(id);
    return;
  }
  if (e.is_lvalue) {
    discard(e.a);
    return discard(e.b);
  }
  value(id);
}

Slot Lowering::value(ExprId id, Slot hint) {
  if (failed_ || !id) return constant64(0);
  const Expr& e = m_[id];
  SpanScope span(*this, e.span);
  if (auto bits = constant_of(id)) return constant(rep_of(e.type), *bits);
  switch (e.kind) {
    case ExprKind::special: return special(e.special);
    case ExprKind::load: return load(id, e, hint);
    case ExprKind::decay: case ExprKind::address_of: return pointer_value(address(e.a), hint);
    case ExprKind::pointer_add: case ExprKind::pointer_subtract: {
      const Top mark = top_;
      Address at = pointer_address(id);
      settle(at);
      if (hint == no_slot && (at.kind != IndexKind::none || at.displacement)) top_ = mark;
      return pointer_value(at, hint);
    }
    case ExprKind::pointer_difference: {
      const Slot a = value(e.a), b = value(e.b);
      const Slot d = hint != no_slot ? hint : new_slot(true);
      const uint64_t step = std::max<uint64_t>(types_.size_of(types_[m_[e.a].type].element), 1);
      emit(Opcode::ptr_diff, {d, a, b}, static_cast<int32_t>(step));
      return d;
    }
    case ExprKind::member_value: {
      const std::vector<Slot> parts = record_value(e.a);
      const size_t first = first_leaf_of_field(types_, m_[e.a].type, e.index);
      if (first >= parts.size()) return constant64(0);
      check_initialised(leaf_mask(parts[first]), id, e.span);
      return parts[first];
    }
    case ExprKind::unary: return unary(e, hint);
    case ExprKind::binary: return binary(id, e, hint);
    case ExprKind::logical_and: case ExprKind::logical_or: return logical(id, e, hint);
    case ExprKind::conditional: return conditional(id, e, hint);
    case ExprKind::comma: discard(e.a); return value(e.b, hint);
    case ExprKind::assign: return assign(id, e, true);
    case ExprKind::compound_assign: return compound_assign(id, e);
    case ExprKind::pre_increment: case ExprKind::pre_decrement: return increment(id, e, false);
    case ExprKind::post_increment: case ExprKind::post_decrement: return increment(id, e, true);
    case ExprKind::fma: return fused(e.a, e.b, e.c, no_slot, rep_of(e.type), hint);
    case ExprKind::cast: return cast(e, hint);
    case ExprKind::call: case ExprKind::call_indirect: {
      const CallResult result = inline_call(e, id, hint);
      return result.leaves.empty() ? constant64(0) : result.leaves[0];
    }
    case ExprKind::builtin_call: return builtin(id, e, hint, true);
    case ExprKind::init_list: return e.args.empty() ? constant(rep_of(e.type), 0) : value(e.args[0], hint);
    default:
      if (e.is_lvalue) {
        Expr whole;
        whole.kind = ExprKind::load;
        whole.type = e.type;
        whole.span = e.span;
        whole.a = id;
        return load(id, whole, hint);
      }
      error(Code::WB4510, e.span, {"this expression"});
      return constant64(0);
  }
}

Slot Lowering::special(Special which) {
  if (which == Special::warp_size) return constant32(32);
  return preset({Preset::Kind::special, false, 0, static_cast<uint32_t>(which), 0});
}

// ---- constants

std::optional<uint64_t> Lowering::constant_of(ExprId id) const {
  if (!id) return std::nullopt;
  const Expr& e = m_[id];
  const auto rep = scalar_rep(types_, e.type);
  if (!rep) return std::nullopt;
  if (e.kind == ExprKind::constant) return in_register(*rep, e.bits);
  if (e.kind == ExprKind::function_address) return function_pointer(e.function);
  if (e.kind == ExprKind::builtin_call && e.builtin == Builtin::has_bulk_copies) return makes_bulk_copies();
  if (e.kind == ExprKind::load && m_[e.a].kind == ExprKind::variable) return known_value(m_[e.a].var);
  if (e.kind == ExprKind::cast) {
    const auto inner = constant_of(e.a);
    const auto from = scalar_rep(types_, m_[e.a].type);
    if (!inner || !from) return std::nullopt;
    switch (e.cast) {
      case CastKind::same: return inner;
      case CastKind::integral:
        return in_register(*rep, static_cast<uint64_t>(as_integer(*from, *inner)));
      case CastKind::integer_to_float: {
        const int64_t whole = as_integer(*from, *inner);
        const bool is_unsigned = from->rep == Rep::u64;
        if (rep->rep == Rep::f32) return bits_of(is_unsigned ? static_cast<float>(*inner) : static_cast<float>(whole));
        return bits_of(is_unsigned ? static_cast<double>(*inner) : static_cast<double>(whole));
      }
      case CastKind::float_to_float:
        if (from->rep == rep->rep) return inner;
        return rep->rep == Rep::f32 ? bits_of(static_cast<float>(f64(*inner))) : bits_of(static_cast<double>(f32(*inner)));
      case CastKind::integer_to_bool: return as_integer(*from, *inner) != 0;
      default: return std::nullopt;
    }
  }
  const bool is_int = !is_float_rep(rep->rep);
  if (e.kind == ExprKind::unary && e.op == Op::negate) {
    const auto a = constant_of(e.a);
    if (!a) return std::nullopt;
    if (rep->rep == Rep::f32) return *a ^ 0x80000000u;
    if (rep->rep == Rep::f64) return *a ^ 0x8000000000000000u;
    return in_register(*rep, 0 - *a);
  }
  if (e.kind != ExprKind::binary || !is_int || is_comparison(e.op)) return std::nullopt;
  const auto a = constant_of(e.a), b = constant_of(e.b);
  if (!a || !b) return std::nullopt;
  switch (e.op) {
    case Op::add: return in_register(*rep, *a + *b);
    case Op::subtract: return in_register(*rep, *a - *b);
    case Op::multiply: return in_register(*rep, *a * *b);
    case Op::bit_and: return *a & *b;
    case Op::bit_or: return *a | *b;
    case Op::bit_xor: return *a ^ *b;
    case Op::shift_left: return *b < rep->bytes * 8u ? std::optional(in_register(*rep, *a << *b)) : std::nullopt;
    default: return std::nullopt;
  }
}

bool Lowering::is_simple(ExprId id, int& budget) const {
  if (!id) return true;
  if (--budget < 0) return false;
  const Expr& e = m_[id];
  if (constant_of(id)) return true;
  switch (e.kind) {
    case ExprKind::special: return true;
    case ExprKind::load: {
      const Expr* from = &m_[e.a];
      while (from->kind == ExprKind::member) from = &m_[from->a];
      if (from->kind != ExprKind::variable) return false;
      auto it = frames_.back()->variables.find(from->var.v);
      return it != frames_.back()->variables.end() && it->second.init_mask < 0;
    }
    case ExprKind::unary: return is_simple(e.a, budget);
    case ExprKind::binary: {
      const bool may_fault = e.op == Op::divide || e.op == Op::remainder || e.op == Op::shift_left || e.op == Op::shift_right;
      const auto rep = scalar_rep(types_, e.type);
      if (may_fault && !(rep && is_float_rep(rep->rep))) return false;
      return is_simple(e.a, budget) && is_simple(e.b, budget);
    }
    case ExprKind::fma: return is_simple(e.a, budget) && is_simple(e.b, budget) && is_simple(e.c, budget);
    case ExprKind::cast: return is_simple(e.a, budget);
    default: return false;
  }
}

// ---- arithmetic

Slot Lowering::unary(const Expr& e, Slot hint) {
  const Top mark = top_;
  const ScalarRep rep = rep_of(e.type);
  if (e.op == Op::logical_not) {
    // Of a comparison or any bool: 1 - a on 0 and 1.
    const Slot a = value(e.a);
    const Slot d = result_slot(hint, false, mark, true);
    emit(Opcode::xor32, {d, a, constant32(1)});
    return d;
  }
  const Slot a = value(e.a);
  const Slot d = result_slot(hint, is_wide(rep.rep), mark, true);
  const bool negates = e.op == Op::negate;
  switch (rep.rep) {
    case Rep::f32: emit(Opcode::neg_f32, {d, a}); break;
    case Rep::f64: emit(Opcode::neg_f64, {d, a}); break;
    case Rep::i64: case Rep::u64: emit(negates ? Opcode::neg64 : Opcode::not64, {d, a}); break;
    default: emit(negates ? Opcode::neg32 : Opcode::not32, {d, a});
  }
  return d;
}

Slot Lowering::binary(ExprId id, const Expr& e, Slot hint) {
  const Top mark = top_;
  const ScalarRep operand = rep_of(m_[e.a].type);
  if (is_comparison(e.op)) {
    const Slot a = value(e.a), b = value(e.b);
    return compare(e.op, operand, a, b, hint, mark);
  }
  const ScalarRep rep = rep_of(e.type);
  const bool is_int32 = !is_wide(rep.rep) && !is_float_rep(rep.rep);
  if (e.op == Op::add && is_int32) {  // a * b + c
    const auto product = [&](ExprId x) { return m_[x].kind == ExprKind::binary && m_[x].op == Op::multiply && !constant_of(x); };
    const ExprId p = product(e.a) ? e.a : product(e.b) ? e.b : ExprId{};
    if (p) {
      const bool first = p == e.a;
      Slot c = no_slot;
      if (!first) c = value(e.a);
      const Slot a = value(m_[p].a), b = value(m_[p].b);
      if (first) c = value(e.b);
      const Slot d = result_slot(hint, false, mark, true);
      emit(Opcode::mad32, {d, a, b, c});
      return d;
    }
  }
  const Slot a = value(e.a);
  Slot b = value(e.b);
  const bool is_shift = e.op == Op::shift_left || e.op == Op::shift_right;
  bool reuse = true;
  if (is_shift) {
    if (is_wide(rep_of(m_[e.b].type).rep)) {
      const Slot low = new_slot(false);
      emit(Opcode::lo32, {low, b});
      b = low;
    }
    reuse = !is_wide(rep.rep);
  }
  const Slot d = result_slot(hint, is_wide(rep.rep), mark, reuse);
  const auto count = constant_of(e.b);
  return binary_op(e.op, rep, a, b, d, id, is_shift && count && *count < (is_wide(rep.rep) ? 64u : 32u));
}

Slot Lowering::binary_op(Op op, ScalarRep rep, Slot a, Slot b, Slot d, ExprId id, bool is_shift_safe) {
  const auto fault_site = [&](Pc pc) {
    const Span span = m_[id].op_span.end ? m_[id].op_span : m_[id].span;
    at_site(pc, site(id, span, AccessKind::load));
  };
  const auto pick = [&](Opcode i32, Opcode u32, Opcode i64, Opcode u64, Opcode f32_op, Opcode f64_op) {
    switch (rep.rep) {
      case Rep::i32: return i32;
      case Rep::u32: return u32;
      case Rep::i64: return i64;
      case Rep::u64: return u64;
      case Rep::f32: return f32_op;
      default: return f64_op;
    }
  };
  using O = Opcode;
  const O none = O::count;
  O opcode = none;
  switch (op) {
    case Op::add: opcode = pick(O::add32, O::add32, O::add64, O::add64, O::add_f32, O::add_f64); break;
    case Op::subtract: opcode = pick(O::sub32, O::sub32, O::sub64, O::sub64, O::sub_f32, O::sub_f64); break;
    case Op::multiply: opcode = pick(O::mul32, O::mul32, O::mul64, O::mul64, O::mul_f32, O::mul_f64); break;
    case Op::divide: opcode = pick(O::div_i32, O::div_u32, O::div_i64, O::div_u64, O::div_f32, O::div_f64); break;
    case Op::remainder: opcode = pick(O::rem_i32, O::rem_u32, O::rem_i64, O::rem_u64, none, none); break;
    case Op::shift_left: opcode = pick(O::shl32, O::shl32, O::shl64, O::shl64, none, none); break;
    case Op::shift_right: opcode = pick(O::shr_i32, O::shr_u32, O::shr_i64, O::shr_u64, none, none); break;
    case Op::bit_and: opcode = pick(O::and32, O::and32, O::and64, O::and64, none, none); break;
    case Op::bit_or: opcode = pick(O::or32, O::or32, O::or64, O::or64, none, none); break;
    case Op::bit_xor: opcode = pick(O::xor32, O::xor32, O::xor64, O::xor64, none, none); break;
    default: break;
  }
  if (opcode == none) {
    error(Code::WB4510, m_[id].span, {"this operation"});
    return d;
  }
  const Pc pc = emit(opcode, {d, a, b}, 0, is_shift_safe ? 1 : 0);
  const bool may_fault = (op == Op::divide || op == Op::remainder || ((op == Op::shift_left || op == Op::shift_right) && !is_shift_safe)) && !is_float_rep(rep.rep);
  if (may_fault) fault_site(pc);
  return d;
}

Slot Lowering::compare(Op op, ScalarRep rep, Slot a, Slot b, Slot hint, Top mark) {
  const CompareOps ops = compare_ops(rep.rep);
  const Slot d = result_slot(hint, false, mark, !is_wide(rep.rep));
  switch (op) {
    case Op::equal: emit(ops.set_eq, {d, a, b}); break;
    case Op::not_equal: emit(ops.set_ne, {d, a, b}); break;
    case Op::less: emit(ops.set_lt, {d, a, b}); break;
    case Op::less_equal: emit(ops.set_le, {d, a, b}); break;
    case Op::greater: emit(ops.set_lt, {d, b, a}); break;
    default: emit(ops.set_le, {d, b, a}); break;
  }
  return d;
}

Slot Lowering::fused(ExprId a_expr, ExprId b_expr, ExprId c_expr, Slot c_slot, ScalarRep rep, Slot hint) {
  const Top mark = top_;
  // A minus in front of a factor or of the addend is part of the instruction.
  const auto negated = [&](ExprId x) { return m_[x].kind == ExprKind::unary && m_[x].op == Op::negate && !constant_of(x) ? m_[x].a : ExprId{}; };
  bool minus_product = false, minus_c = false;
  if (const ExprId inner = negated(a_expr)) { a_expr = inner; minus_product = true; }
  else if (const ExprId other = negated(b_expr)) { b_expr = other; minus_product = true; }
  if (!minus_product && c_expr)
    if (const ExprId inner = negated(c_expr)) { c_expr = inner; minus_c = true; }
  const Slot a = value(a_expr), b = value(b_expr);
  const Slot c = c_slot != no_slot ? c_slot : value(c_expr);
  const bool single = rep.rep == Rep::f32;
  const Slot d = result_slot(hint, is_wide(rep.rep), mark, c_slot == no_slot);
  const Opcode op = minus_product ? (single ? Opcode::fnma_f32 : Opcode::fnma_f64) : minus_c ? (single ? Opcode::fms_f32 : Opcode::fms_f64)
                                                                                            : (single ? Opcode::fma_f32 : Opcode::fma_f64);
  emit(op, {d, a, b, c});
  return d;
}

// ---- bool and choice

Slot Lowering::logical(ExprId id, const Expr& e, Slot hint) {
  const Top mark = top_;
  int budget = 6;
  if (is_simple(e.b, budget)) {
    const Slot a = value(e.a), b = value(e.b);
    const Slot d = result_slot(hint, false, mark, true);
    emit(e.kind == ExprKind::logical_and ? Opcode::and32 : Opcode::or32, {d, a, b});
    return d;
  }
  const Slot d = new_slot(false);
  Label no, end;
  branch(id, false, no);
  move(d, constant32(1), false);
  jump(Opcode::jump, {}, end);
  bind(no);
  move(d, constant32(0), false);
  bind(end);
  return d;
}

Slot Lowering::conditional(ExprId id, const Expr& e, Slot hint) {
  const ScalarRep rep = rep_of(e.type);
  const bool wide = is_wide(rep.rep);
  const Top mark = top_;
  int budget = 10;
  if (is_simple(e.b, budget) && is_simple(e.c, budget)) {
    const Slot condition = value(e.a), b = value(e.b), c = value(e.c);
    const Slot d = result_slot(hint, wide, mark, !wide);
    emit(wide ? Opcode::sel64 : Opcode::sel32, {d, condition, b, c});
    return d;
  }
  const Slot d = hint != no_slot ? hint : new_slot(wide);
  Label otherwise, end;
  {
    Temporaries temporaries(*this);
    branch(e.a, false, otherwise);
  }
  arms_.push_back({number_branch(2 * id.v + 1), 0});
  value_into(e.b, d);
  jump(Opcode::jump, {}, end);
  bind(otherwise);
  arms_.back().side = 1;
  value_into(e.c, d);
  arms_.pop_back();
  bind(end);
  return d;
}

void Lowering::branch(ExprId id, bool sense, Label& target) {
  if (failed_) return;
  const Expr& e = m_[id];
  SpanScope span(*this, e.span);
  if (auto known = constant_of(id)) {
    if ((*known != 0) == sense) jump(Opcode::jump, {}, target);
    return;
  }
  if (e.kind == ExprKind::unary && e.op == Op::logical_not) return branch(e.a, !sense, target);
  if (e.kind == ExprKind::cast && e.cast == CastKind::same) return branch(e.a, sense, target);
  if (e.kind == ExprKind::logical_and || e.kind == ExprKind::logical_or) {
    const bool is_and = e.kind == ExprKind::logical_and;
    if (is_and != sense) {  // either operand alone decides
      branch(e.a, sense, target);
      return branch(e.b, sense, target);
    }
    Label decided;
    branch(e.a, !sense, decided);
    branch(e.b, sense, target);
    return bind(decided);
  }
  if (branch_compare(id, e, sense, target)) return;
  Temporaries temporaries(*this);
  const Slot a = value(id);
  const Pc at = here();
  jump(sense ? Opcode::br_true : Opcode::br_false, {.a = a}, target);
  if (!failed_) at_site(at, site(id, e.span, AccessKind::load));
}

bool Lowering::branch_compare(ExprId id, const Expr& e, bool sense, Label& target) {
  Temporaries temporaries(*this);
  const auto finish = [&](Opcode op, Slot a, Slot b) {
    const Pc at = here();
    jump(op, {.a = a, .b = b}, target);
    if (!failed_) at_site(at, site(id, e.span, AccessKind::load));
    return true;
  };
  if (e.kind == ExprKind::cast && (e.cast == CastKind::integer_to_bool || e.cast == CastKind::float_to_bool || e.cast == CastKind::pointer_to_bool)) {
    const ScalarRep rep = rep_of(m_[e.a].type);
    const CompareOps ops = compare_ops(rep.rep);
    const Slot a = value(e.a);
    if (!is_wide(rep.rep) && !is_float_rep(rep.rep)) return finish(sense ? Opcode::br_true : Opcode::br_false, a, a);
    return finish(sense ? ops.br_ne : ops.br_eq, a, constant(rep, 0));
  }
  if (e.kind != ExprKind::binary || !is_comparison(e.op)) return false;
  const ScalarRep rep = rep_of(m_[e.a].type);
  const CompareOps ops = compare_ops(rep.rep);
  const Slot a = value(e.a), b = value(e.b);
  const bool is_float = is_float_rep(rep.rep);
  switch (e.op) {
    case Op::equal: return finish(sense ? ops.br_eq : ops.br_ne, a, b);
    case Op::not_equal: return finish(sense ? ops.br_ne : ops.br_eq, a, b);
    case Op::less: return sense ? finish(ops.br_lt, a, b) : is_float ? finish(ops.br_nlt, a, b) : finish(ops.br_le, b, a);
    case Op::less_equal: return sense ? finish(ops.br_le, a, b) : is_float ? finish(ops.br_nle, a, b) : finish(ops.br_lt, b, a);
    case Op::greater: return sense ? finish(ops.br_lt, b, a) : is_float ? finish(ops.br_nlt, b, a) : finish(ops.br_le, a, b);
    default: return sense ? finish(ops.br_le, b, a) : is_float ? finish(ops.br_nle, b, a) : finish(ops.br_lt, a, b);
  }
}

// ---- conversions

Slot Lowering::cast(const Expr& e, Slot hint) {
  if (e.cast == CastKind::to_void) {
    discard(e.a);
    return constant32(0);
  }
  if (e.cast == CastKind::pointer || e.cast == CastKind::same) return value(e.a, hint);
  const ScalarRep source = rep_of(m_[e.a].type), target = rep_of(e.type);
  // Another width may not be computed into the hint's slots half way.
  const Slot from = value(e.a, is_wide(source.rep) == is_wide(target.rep) ? hint : no_slot);
  return convert(from, source, target, e.cast, hint);
}

Slot Lowering::convert_between(Slot from, ScalarRep source, ScalarRep target, TypeId source_type, TypeId target_type, Slot hint) {
  CastKind kind = CastKind::integral;
  const bool from_float = is_float_rep(source.rep), to_float = is_float_rep(target.rep);
  if (types_[target_type].scalar == ScalarKind::bool_ && types_[source_type].scalar != ScalarKind::bool_)
    kind = from_float ? CastKind::float_to_bool : CastKind::integer_to_bool;
  else if (from_float) kind = to_float ? CastKind::float_to_float : CastKind::float_to_integer;
  else if (to_float) kind = CastKind::integer_to_float;
  return convert(from, source, target, kind, hint);
}

Slot Lowering::convert(Slot from, ScalarRep source, ScalarRep target, CastKind kind, Slot hint) {
  using O = Opcode;
  const auto result = [&](bool wide) { return hint != no_slot ? hint : new_slot(wide); };
  const auto one = [&](O op, Slot a, bool wide) {
    const Slot d = result(wide);
    emit(op, {d, a});
    return d;
  };
  // Cuts a 32-bit value down to a small type.
  const auto narrow = [&](Slot a) {
    if (target.bytes >= 4) return a;
    return one(target.bytes == 1 ? (target.is_signed ? O::sx8 : O::zx8) : (target.is_signed ? O::sx16 : O::zx16), a, false);
  };
  switch (kind) {
    case CastKind::integral: {
      if (is_wide(target.rep)) {
        if (is_wide(source.rep)) return from;
        return one(source.is_signed ? O::sx64 : O::zx64, from, true);
      }
      Slot a = from;
      if (is_wide(source.rep)) {
        a = target.bytes >= 4 ? result(false) : new_slot(false);
        emit(O::lo32, {a, from});
      } else {
        const bool fits = target.bytes >= 4 || (source.bytes < target.bytes && (!source.is_signed || target.is_signed)) ||
                          (source.bytes == target.bytes && source.is_signed == target.is_signed);
        if (fits) return from;
      }
      return narrow(a);
    }
    case CastKind::integer_to_bool: case CastKind::float_to_bool: case CastKind::pointer_to_bool: {
      const Slot d = result(false);
      emit(compare_ops(source.rep).set_ne, {d, from, constant(source, 0)});
      return d;
    }
    case CastKind::integer_to_float: {
      const bool single = target.rep == Rep::f32;
      O op = O::count;
      switch (source.rep) {
        case Rep::i32: op = single ? O::i32_to_f32 : O::i32_to_f64; break;
        case Rep::u32:
          if (source.bytes < 4) op = single ? O::i32_to_f32 : O::i32_to_f64;  // never has its top bit set
          else op = single ? O::u32_to_f32 : O::u32_to_f64;
          break;
        case Rep::i64: op = single ? O::i64_to_f32 : O::i64_to_f64; break;
        default: op = single ? O::u64_to_f32 : O::u64_to_f64;
      }
      return one(op, from, !single);
    }
    case CastKind::float_to_integer: {
      const bool single = source.rep == Rep::f32;
      switch (target.rep) {
        case Rep::i64: return one(single ? O::f32_to_i64 : O::f64_to_i64, from, true);
        case Rep::u64: return one(single ? O::f32_to_u64 : O::f64_to_u64, from, true);
        default: {
          const bool is_signed = target.is_signed;
          const O op = is_signed ? (single ? O::f32_to_i32 : O::f64_to_i32) : (single ? O::f32_to_u32 : O::f64_to_u32);
          if (target.bytes >= 4) return one(op, from, false);
          const Slot whole = single && hint != no_slot ? hint : new_slot(false);
          emit(op, {whole, from});
          return narrow(whole);
        }
      }
    }
    case CastKind::float_to_float:
      if (source.rep == target.rep) return from;
      return one(target.rep == Rep::f32 ? O::f64_to_f32 : O::f32_to_f64, from, target.rep == Rep::f64);
    case CastKind::integer_to_pointer: case CastKind::pointer_to_integer:
      if (is_wide(source.rep) == is_wide(target.rep)) return from;
      return one(is_wide(target.rep) ? (source.is_signed ? O::sx64 : O::zx64) : O::lo32, from, is_wide(target.rep));
    default: return from;
  }
}

}  // namespace wb
