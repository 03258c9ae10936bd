// Builtin functions: one instruction each, or a few.
#include "simulator/program/lowering.h"

namespace wb {

Slot Lowering::math_call(const Expr& e, Opcode op, uint8_t kind, Slot hint) {
  const Top mark = top_;
  Operands operands;
  if (e.args.size() > 0) operands.a = value(e.args[0]);
  if (e.args.size() > 1) operands.b = value(e.args[1]);
  if (e.args.size() > 2) operands.c = value(e.args[2]);
  const bool result_wide = opcode_info(op).operands[0] == 'D', argument_wide = !e.args.empty() && is_wide(rep_of(m_[e.args[0]].type).rep);
  operands.d = result_slot(hint, result_wide, mark, result_wide == argument_wide);
  emit(op, operands, 0, kind);
  return operands.d;
}

Slot Lowering::atomic(ExprId id, const Expr& e, Opcode op, bool wide, bool wants_result) {
  // Value first, then the address: the order of arguments is free in C++.
  const bool is_cas = op == Opcode::atom_cas_32 || op == Opcode::atom_cas_64;
  Slot operand;
  if (is_cas) {
    operand = new_slot(wide);
    const Slot desired = new_slot(wide);
    value_into(e.args[1], operand);
    value_into(e.args[2], desired);
  } else {
    operand = value(e.args[1]);
  }
  note_store(e.args[0]);
  Address at = pointer_address(e.args[0]);
  settle(at);
  const Slot result = new_slot(wide);
  const Pc pc = emit_memory(op, result, operand, at, site(id, e.span, AccessKind::atomic), false);
  info_[pc].result_used = wants_result;
  return result;
}

Slot Lowering::builtin(ExprId id, const Expr& e, Slot hint, bool wants_result) {
  using O = Opcode;
  const auto math1 = [&](O op, Math1 f) { return math_call(e, op, static_cast<uint8_t>(f), hint); };
  const auto math2 = [&](O op, Math2 f) { return math_call(e, op, static_cast<uint8_t>(f), hint); };
  const auto plain = [&](O op) { return math_call(e, op, 0, hint); };
  const auto classify = [&](O op, FloatClass c) { return math_call(e, op, static_cast<uint8_t>(c), hint); };

  switch (e.builtin) {
    // Functions with an instruction of their own.
#define WB_OWN(name, op) \
  case Builtin::name##_f32: case Builtin::name##_f32_overload: return plain(O::op##_f32); \
  case Builtin::name##_f64: return plain(O::op##_f64);
    WB_OWN(sqrt, sqrt) WB_OWN(floor, floor) WB_OWN(ceil, ceil) WB_OWN(trunc, trunc) WB_OWN(rint, rint) WB_OWN(nearbyint, rint)
    WB_OWN(fabs, abs) WB_OWN(fmin, min) WB_OWN(fmax, max)
#undef WB_OWN
    // The others, by number.
#define WB_BY_NUMBER(name) \
  case Builtin::name##_f32: case Builtin::name##_f32_overload: return math1(O::math1_f32, Math1::name); \
  case Builtin::name##_f64: return math1(O::math1_f64, Math1::name);
    WB_BY_NUMBER(rsqrt) WB_BY_NUMBER(cbrt) WB_BY_NUMBER(exp) WB_BY_NUMBER(exp2) WB_BY_NUMBER(exp10) WB_BY_NUMBER(expm1)
    WB_BY_NUMBER(log) WB_BY_NUMBER(log2) WB_BY_NUMBER(log10) WB_BY_NUMBER(log1p) WB_BY_NUMBER(sin) WB_BY_NUMBER(cos) WB_BY_NUMBER(tan)
    WB_BY_NUMBER(asin) WB_BY_NUMBER(acos) WB_BY_NUMBER(atan) WB_BY_NUMBER(sinh) WB_BY_NUMBER(cosh) WB_BY_NUMBER(tanh)
    WB_BY_NUMBER(asinh) WB_BY_NUMBER(acosh) WB_BY_NUMBER(atanh) WB_BY_NUMBER(erf) WB_BY_NUMBER(erfc) WB_BY_NUMBER(tgamma)
    WB_BY_NUMBER(lgamma) WB_BY_NUMBER(round)
#undef WB_BY_NUMBER
#define WB_BY_NUMBER(name) \
  case Builtin::name##_f32: case Builtin::name##_f32_overload: return math2(O::math2_f32, Math2::name); \
  case Builtin::name##_f64: return math2(O::math2_f64, Math2::name);
    WB_BY_NUMBER(pow) WB_BY_NUMBER(atan2) WB_BY_NUMBER(fmod) WB_BY_NUMBER(hypot) WB_BY_NUMBER(fdim) WB_BY_NUMBER(copysign) WB_BY_NUMBER(remainder)
#undef WB_BY_NUMBER

    case Builtin::fma_f32: case Builtin::fma_f32_overload: return plain(O::fma_f32);
    case Builtin::fma_f64: return plain(O::fma_f64);
    case Builtin::min_i32: return plain(O::min_i32);
    case Builtin::min_u32: return plain(O::min_u32);
    case Builtin::min_i64: return plain(O::min_i64);
    case Builtin::min_u64: return plain(O::min_u64);
    case Builtin::min_f32: return plain(O::min_f32);
    case Builtin::min_f64: return plain(O::min_f64);
    case Builtin::max_i32: return plain(O::max_i32);
    case Builtin::max_u32: return plain(O::max_u32);
    case Builtin::max_i64: return plain(O::max_i64);
    case Builtin::max_u64: return plain(O::max_u64);
    case Builtin::max_f32: return plain(O::max_f32);
    case Builtin::max_f64: return plain(O::max_f64);
    case Builtin::abs_i32: return plain(O::abs_i32);
    case Builtin::abs_i64: case Builtin::labs_i64: case Builtin::llabs_i64: return plain(O::abs_i64);
    case Builtin::abs_f32: return plain(O::abs_f32);
    case Builtin::abs_f64: return plain(O::abs_f64);
    case Builtin::isnan_f32: return classify(O::class_f32, FloatClass::nan);
    case Builtin::isnan_f64: return classify(O::class_f64, FloatClass::nan);
    case Builtin::isinf_f32: return classify(O::class_f32, FloatClass::infinite);
    case Builtin::isinf_f64: return classify(O::class_f64, FloatClass::infinite);
    case Builtin::isfinite_f32: return classify(O::class_f32, FloatClass::finite);
    case Builtin::isfinite_f64: return classify(O::class_f64, FloatClass::finite);
    case Builtin::signbit_f32: return classify(O::class_f32, FloatClass::negative);
    case Builtin::signbit_f64: return classify(O::class_f64, FloatClass::negative);
    // The fast forms are computed as the exact ones: their error bounds allow it.
    case Builtin::fast_exp: return math1(O::math1_f32, Math1::exp);
    case Builtin::fast_log: return math1(O::math1_f32, Math1::log);
    case Builtin::fast_sin: return math1(O::math1_f32, Math1::sin);
    case Builtin::fast_cos: return math1(O::math1_f32, Math1::cos);
    case Builtin::fast_pow: return math2(O::math2_f32, Math2::pow);
    case Builtin::fast_divide: return plain(O::div_f32);
    case Builtin::saturate: return math1(O::math1_f32, Math1::saturate);

    case Builtin::syncthreads:
      program_->has_barrier = true;
      at_site(emit(O::barrier), site(id, e.span, AccessKind::load));
      return 0;
    case Builtin::threadfence_block: emit(O::fence, {}, 0, 0); return 0;
    case Builtin::threadfence: emit(O::fence, {}, 0, 1); return 0;
    case Builtin::threadfence_system: emit(O::fence, {}, 0, 2); return 0;

#define WB_ATOMIC(name, op, wide) case Builtin::atomic_##name: return atomic(id, e, O::atom_##op, wide, wants_result);
    WB_ATOMIC(add_i32, add_32, false) WB_ATOMIC(add_u32, add_32, false) WB_ATOMIC(add_u64, add_64, true)
    WB_ATOMIC(add_f32, add_f32, false) WB_ATOMIC(add_f64, add_f64, true)
    WB_ATOMIC(sub_i32, sub_32, false) WB_ATOMIC(sub_u32, sub_32, false)
    WB_ATOMIC(exch_i32, exch_32, false) WB_ATOMIC(exch_u32, exch_32, false) WB_ATOMIC(exch_f32, exch_32, false) WB_ATOMIC(exch_u64, exch_64, true)
    WB_ATOMIC(min_i32, min_i32, false) WB_ATOMIC(min_u32, min_u32, false) WB_ATOMIC(min_i64, min_i64, true) WB_ATOMIC(min_u64, min_u64, true)
    WB_ATOMIC(max_i32, max_i32, false) WB_ATOMIC(max_u32, max_u32, false) WB_ATOMIC(max_i64, max_i64, true) WB_ATOMIC(max_u64, max_u64, true)
    WB_ATOMIC(inc_u32, inc_u32, false) WB_ATOMIC(dec_u32, dec_u32, false)
    WB_ATOMIC(and_i32, and_32, false) WB_ATOMIC(and_u32, and_32, false) WB_ATOMIC(and_u64, and_64, true)
    WB_ATOMIC(or_i32, or_32, false) WB_ATOMIC(or_u32, or_32, false) WB_ATOMIC(or_u64, or_64, true)
    WB_ATOMIC(xor_i32, xor_32, false) WB_ATOMIC(xor_u32, xor_32, false) WB_ATOMIC(xor_u64, xor_64, true)
    WB_ATOMIC(cas_i32, cas_32, false) WB_ATOMIC(cas_u32, cas_32, false) WB_ATOMIC(cas_u64, cas_64, true)
#undef WB_ATOMIC
    case Builtin::syncthreads_count: return barrier_vote(id, e, BarrierVote::count_of, hint);
    case Builtin::syncthreads_and: return barrier_vote(id, e, BarrierVote::all, hint);
    case Builtin::syncthreads_or: return barrier_vote(id, e, BarrierVote::any, hint);
    case Builtin::none: case Builtin::count: break;
    default:
      if (builtin_info(e.builtin).family == BuiltinFamily::warp) return warp_builtin(id, e, hint);
      break;
  }
  error(Code::WB4510, e.span, {"`" + std::string(builtin_info(e.builtin).spelling) + "`"});
  return constant64(0);
}

}  // namespace wb
