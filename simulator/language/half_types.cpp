// half and bfloat16. To C++ they are classes of cuda_fp16.h and cuda_bf16.h, with a constructor from each arithmetic type and a conversion
// function to each; to the machine they are numbers of 16 bits. Here they are scalar types that behave like those classes:
//
//   * a conversion from or to them is a user-made one (Rank::user), and there is no second one behind it;
//   * an operator takes two of a kind: `h + 1.0f` could mean half + half or float + float, and nvcc calls it ambiguous;
//   * an assignment converts, so `h += 1.0f` is fine.
//
// What they compute is written as calls of builtins, so nothing behind the front end has to know half arithmetic. Comparisons are made in
// float, where every half and bfloat16 is exact.
#include "simulator/language/parser.h"

#include "simulator/builtins/half.h"

namespace wb {
namespace {

struct HalfBuiltins {
  Builtin to_float, from_float, from_double, from_i64, from_u64, add, sub, mul, div, neg;
};
constexpr HalfBuiltins half_builtins{Builtin::f16_to_f32,          Builtin::f16_from_f32,        Builtin::f16_from_f64_rn, Builtin::f16_from_i64_rn,
                                     Builtin::f16_from_u64_rn,     Builtin::f16_add,             Builtin::f16_sub,         Builtin::f16_mul,
                                     Builtin::f16_div,             Builtin::f16_neg};
constexpr HalfBuiltins bfloat_builtins{Builtin::bf16_to_f32,       Builtin::bf16_from_f32,       Builtin::bf16_from_f64_rn, Builtin::bf16_from_i64_rn,
                                       Builtin::bf16_from_u64_rn,  Builtin::bf16_add,            Builtin::bf16_sub,         Builtin::bf16_mul,
                                       Builtin::bf16_div,            Builtin::bf16_neg};
const HalfBuiltins& builtins_of(ScalarKind kind) { return kind == ScalarKind::half ? half_builtins : bfloat_builtins; }

// A number as the nearest half or bfloat16.
uint32_t constant_half(ScalarKind kind, double value) { return kind == ScalarKind::half ? double_to_half(value, Rounding::nearest) : double_to_bfloat(value, Rounding::nearest); }

const char* spelling_of(Op op) {
  switch (op) {
    case Op::add: return "+";
    case Op::subtract: return "-";
    case Op::multiply: return "*";
    case Op::divide: return "/";
    case Op::remainder: return "%";
    case Op::equal: return "==";
    case Op::not_equal: return "!=";
    case Op::less: return "<";
    case Op::less_equal: return "<=";
    case Op::greater: return ">";
    case Op::greater_equal: return ">=";
    case Op::bit_and: return "&";
    case Op::bit_or: return "|";
    case Op::bit_xor: return "^";
    case Op::shift_left: return "<<";
    default: return ">>";
  }
}

}  // namespace

bool Parser::is_half(TypeId type) const {
  const Type& t = module->types[type];
  return t.kind == TypeKind::scalar && is_half_like(t.scalar);
}

bool Parser::half_converts(TypeId from, TypeId to) const {
  const bool x = is_half(from), y = is_half(to);
  if (x == y) return false;  // the same type, or two conversions
  const TypeId other = x ? to : from;
  return is_arithmetic_like(other) && (x ? module->types[other].kind == TypeKind::scalar : true);
}

ExprId Parser::half_builtin(Builtin builtin, TypeId result, std::vector<ExprId> arguments, Span span, Span op_span) {
  for (ExprId argument : arguments)
    if (!argument) return {};
  Expr call = node(ExprKind::builtin_call, result, span);
  call.builtin = builtin;
  call.args = std::move(arguments);
  call.op_span = op_span;
  return make(std::move(call));
}

// Between half or bfloat16 and any arithmetic type; also between the two of them where a cast says so.
ExprId Parser::half_convert(ExprId value, TypeId to, Span span) {
  if (!value) return {};
  const TypeId from = at(value).type;
  if (from == to) return value;
  const TypeId single = module->types.scalar(ScalarKind::float_);
  const auto constant = evaluate(value);
  if (is_half(from)) {
    const ScalarKind kind = module->types[from].scalar;
    ExprId wide;
    if (constant && at(value).kind == ExprKind::constant) {
      const auto bits = static_cast<uint32_t>(*constant);
      wide = make_constant(single, __builtin_bit_cast(uint32_t, kind == ScalarKind::half ? half_to_float(bits) : bfloat_to_float(bits)), span);
    } else {
      wide = half_builtin(builtins_of(kind).to_float, single, {value}, span, span);
    }
    if (is_half(to)) return half_convert(wide, to, span);
    const ScalarKind target = module->types[to].scalar;
    if (is_floating(target) || target == ScalarKind::bool_ || info(target).bytes >= 4) return arithmetic_cast(wide, to, true, span);
    // To a small integer the hardware saturates: through an int, held between the bounds.
    const bool has_sign = is_signed(target);
    const int64_t high = (int64_t{1} << (8 * info(target).bytes - (has_sign ? 1 : 0))) - 1, low = has_sign ? -high - 1 : 0;
    const TypeId whole = module->types.scalar(ScalarKind::int_);
    ExprId e = arithmetic_cast(wide, whole, true, span);
    e = half_builtin(Builtin::min_i32, whole, {e, make_constant(whole, static_cast<uint32_t>(high), span)}, span, span);
    e = half_builtin(Builtin::max_i32, whole, {e, make_constant(whole, static_cast<uint32_t>(low), span)}, span, span);
    return arithmetic_cast(e, to, true, span);
  }
  const ScalarKind source = module->types[from].scalar, kind = module->types[to].scalar;
  const HalfBuiltins& builtins = builtins_of(kind);
  const TypeId plain = module->types.unqualified(to);
  if (constant) {  // computed here, so that it may stand in constant data
    const uint64_t bits = *constant;
    const int unused = 64 - 8 * info(source).bytes;
    const auto whole = static_cast<int64_t>(bits << unused) >> unused;
    double number = 0;
    if (source == ScalarKind::float_) number = static_cast<double>(__builtin_bit_cast(float, static_cast<uint32_t>(bits)));
    else if (source == ScalarKind::double_) number = __builtin_bit_cast(double, bits);
    else if (is_signed(source)) number = sticky_double(whole < 0 ? uint64_t{0} - static_cast<uint64_t>(whole) : static_cast<uint64_t>(whole), whole < 0);
    else number = sticky_double(bits << unused >> unused, false);
    return make_constant(plain, constant_half(kind, number), span);
  }
  if (source == ScalarKind::float_) return half_builtin(builtins.from_float, plain, {value}, span, span);
  if (source == ScalarKind::double_) return half_builtin(builtins.from_double, plain, {value}, span, span);
  const bool is_wide = info(source).bytes == 8;
  const bool is_exact = info(source).bytes <= 2;  // as a float
  if (is_exact) return half_builtin(builtins.from_float, plain, {arithmetic_cast(value, single, true, span)}, span, span);
  if (!is_wide) return half_builtin(builtins.from_double, plain, {arithmetic_cast(value, module->types.scalar(ScalarKind::double_), true, span)}, span, span);
  const ScalarKind wide = is_signed(source) ? ScalarKind::longlong : ScalarKind::ulonglong;
  return half_builtin(is_signed(source) ? builtins.from_i64 : builtins.from_u64, plain, {arithmetic_cast(value, module->types.scalar(wide), true, span)}, span, span);
}

ExprId Parser::half_ambiguous(const char* op, ExprId a, ExprId b, Span op_span) {
  if (in_template_pattern && (is_placeholder(at(a).type) || is_placeholder(at(b).type))) return {};
  report(Code::WB3202, op_span, {op, type_name(at(a).type), type_name(at(b).type)});
  return {};
}

// a op b of one kind: + - * / give that kind, comparisons a bool.
ExprId Parser::half_operation(Op op, ExprId a, ExprId b, Span span, Span op_span) {
  const TypeId type = at(a).type;
  const HalfBuiltins& builtins = builtins_of(module->types[type].scalar);
  switch (op) {
    case Op::add: return half_builtin(builtins.add, type, {a, b}, span, op_span);
    case Op::subtract: return half_builtin(builtins.sub, type, {a, b}, span, op_span);
    case Op::multiply: return half_builtin(builtins.mul, type, {a, b}, span, op_span);
    case Op::divide: return half_builtin(builtins.div, type, {a, b}, span, op_span);
    default: break;
  }
  if (op < Op::equal) return bad_operands(spelling_of(op), a, b, op_span);
  const TypeId single = module->types.scalar(ScalarKind::float_);
  Expr e = node(ExprKind::binary, module->types.scalar(ScalarKind::bool_), span);
  e.op = op;
  e.a = half_convert(a, single, at(a).span);
  e.b = half_convert(b, single, at(b).span);
  e.op_span = op_span;
  return e.a && e.b ? make(std::move(e)) : ExprId{};
}

ExprId Parser::half_binary(Op op, ExprId a, ExprId b, Span op_span, Span span) {
  const TypeId left = at(a).type, right = at(b).type;
  if (left == right) return half_operation(op, a, b, span, op_span);
  if (half_converts(left, right) || half_converts(right, left) || (is_half(left) && is_half(right))) return half_ambiguous(spelling_of(op), a, b, op_span);
  return bad_operands(spelling_of(op), a, b, op_span);
}

ExprId Parser::half_unary(Tok op, ExprId value, Span op_span, Span span) {
  if (op == Tok::plus) return value;
  if (op != Tok::minus) {
    report(Code::WB3011, op_span, {spelling(op), type_name(at(value).type)});
    return {};
  }
  return half_builtin(builtins_of(type_of(value).scalar).neg, at(value).type, {value}, span, op_span);
}

// A place that is named twice, for its old value and for the new one: where finding it does something, its address is kept.
ExprId Parser::name_once(ExprId place, std::vector<ExprId>& before) {
  std::vector<ExprId> todo{place};
  bool has_effects = false;
  for (size_t i = 0; i < todo.size() && !has_effects; ++i) {
    const Expr& e = at(todo[i]);
    has_effects = e.kind == ExprKind::assign || e.kind == ExprKind::compound_assign || e.kind == ExprKind::call || e.kind == ExprKind::builtin_call ||
                  (e.kind >= ExprKind::pre_increment && e.kind <= ExprKind::post_decrement);
    for (ExprId child : {e.a, e.b, e.c})
      if (child) todo.push_back(child);
    todo.insert(todo.end(), e.args.begin(), e.args.end());
  }
  if (!has_effects) return place;
  const Span span = at(place).span;
  ExprId address = address_of(place, span, true);
  if (!address) return {};
  const TypeId pointer = at(address).type;
  const VarId var = add_temporary(pointer, span);
  Expr keep_address = node(ExprKind::assign, pointer, span);
  keep_address.a = make_variable(var, span);
  keep_address.b = address;
  keep_address.is_lvalue = keep_address.implicit = true;
  before.push_back(make(std::move(keep_address)));
  return dereference(rvalue(make_variable(var, span)), span, true);
}

// place op= value: place = place op (half)value
ExprId Parser::half_compound_assign(Op op, ExprId place, ExprId value, Span op_span) {
  const TypeId type = module->types.unqualified(at(place).type);
  const std::string text = std::string(spelling_of(op)) + "=";
  const bool is_known = op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide;
  if (!is_known || (at(value).type != type && !half_converts(at(value).type, type))) return bad_operands(text.c_str(), place, value, op_span);
  const Span span = cover(at(place).span, at(value).span);
  std::vector<ExprId> before;
  ExprId once = name_once(place, before);
  ExprId operand = half_convert(value, type, at(value).span);
  if (!once || !operand) return {};
  Expr e = node(ExprKind::assign, at(once).type, span);
  e.a = once;
  e.b = half_operation(op, rvalue(once), operand, span, op_span);
  e.is_lvalue = true;
  e.op_span = op_span;
  if (!e.b) return {};
  ExprId result = make(std::move(e));
  return before.empty() ? result : build_comma(before[0], result, op_span);
}

ExprId Parser::half_increment(bool is_increment, bool is_prefix, ExprId place, Span op_span) {
  const TypeId type = module->types.unqualified(at(place).type);
  const ExprId one = make_constant(type, module->types[type].scalar == ScalarKind::half ? 0x3C00 : 0x3F80, op_span);
  const Op op = is_increment ? Op::add : Op::subtract;
  if (is_prefix) return half_compound_assign(op, place, one, op_span);
  // The old value, kept in a temporary, is the result.
  const Span span = cover(at(place).span, op_span);
  std::vector<ExprId> before;
  ExprId once = name_once(place, before);
  if (!once) return {};
  const VarId var = add_temporary(type, span);
  Expr keep_old = node(ExprKind::assign, type, span);
  keep_old.a = make_variable(var, span);
  keep_old.b = rvalue(once);
  keep_old.is_lvalue = keep_old.implicit = true;
  ExprId result = build_comma(make(std::move(keep_old)), half_compound_assign(op, once, one, op_span), op_span);
  result = build_comma(result, rvalue(make_variable(var, span)), op_span);
  return before.empty() ? result : build_comma(before[0], result, op_span);
}

}  // namespace wb
