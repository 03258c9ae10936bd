// Typed operators: what C++ makes of `a op b`, with every conversion written out.
#include <algorithm>

#include "simulator/language/default_comparisons.h"
#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/member_pointers.h"

namespace wb {
namespace {

// An assignment to a bit-field is the stores and then the bit-field: (f = 1)++ changes it again. What comes before it; `place` is the bit-field then.
ExprId take_stores_before(Parser& p, ExprId& place) {
  const Expr& e = p.at(place);
  if (e.kind != ExprKind::comma || !p.is_bit_field(e.b)) return {};
  const ExprId before = e.a;
  place = e.b;
  return before;
}

Op op_of(Tok t) {
  switch (t) {
    case Tok::plus: case Tok::plus_equal: return Op::add;
    case Tok::minus: case Tok::minus_equal: return Op::subtract;
    case Tok::star: case Tok::star_equal: return Op::multiply;
    case Tok::slash: case Tok::slash_equal: return Op::divide;
    case Tok::percent: case Tok::percent_equal: return Op::remainder;
    case Tok::shift_left: case Tok::shift_left_equal: return Op::shift_left;
    case Tok::hash_hash: return Op::shift_right;  // `>` `>`
    case Tok::amp: case Tok::amp_equal: return Op::bit_and;
    case Tok::pipe: case Tok::pipe_equal: return Op::bit_or;
    case Tok::caret: case Tok::caret_equal: return Op::bit_xor;
    case Tok::equal_equal: return Op::equal;
    case Tok::bang_equal: return Op::not_equal;
    case Tok::less: return Op::less;
    case Tok::less_equal: return Op::less_equal;
    case Tok::greater: return Op::greater;
    case Tok::greater_equal: return Op::greater_equal;
    default: return Op::none;
  }
}

const char* op_spelling(Op op) {
  static constexpr const char* names[] = {"",  "-",  "~",  "!", "+", "-", "*",  "/",  "%", "<<",
                                          ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="};
  return names[static_cast<int>(op)];
}

bool is_comparison(Op op) { return op >= Op::equal; }
bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor || op == Op::remainder; }

}  // namespace

ExprId Parser::bad_operands(const char* op, ExprId a, ExprId b, Span op_span) {
  if (in_template_pattern && (is_placeholder(at(a).type) || is_placeholder(at(b).type))) return {};
  report(Code::WB3009, op_span, {op, type_name(at(a).type), type_name(at(b).type)});
  return {};
}

// An overloaded operator for records and enumerations. `handled` is false when there is none: then the builtin meaning counts.
ExprId Parser::user_operator(const char* spelling, std::vector<ExprId> operands, Span op_span, bool& handled) {
  handled = false;
  bool is_user_type = false;
  for (ExprId e : operands) is_user_type |= type_of(e).kind == TypeKind::record || type_of(e).kind == TypeKind::enumeration;
  if (!is_user_type) return {};
  std::string_view name = keep(std::string("operator") + spelling);
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.name = name;
  callee.span = op_span;
  // A member of the left operand's record, or a free function.
  const Type left = type_of(operands[0]);
  if (left.kind == TypeKind::record)
    if (Scope* members = record_info({left.index}).scope)
      if (Symbol* own = std::string_view(spelling) == "=" ? (members->names.count(name) ? &members->names[name] : nullptr) : lookup_in(*members, name);
          own && own->kind == SymbolKind::functions && own->functions.front()->owner && member_operator_fits(own->functions, operands)) {
        callee.functions = own->functions;
        callee.object = object_address(operands[0]);
        operands.erase(operands.begin());
        handled = true;
        return resolve_call(callee, std::move(operands), op_span);
      }
  Symbol* free_functions = lookup(name);
  // Beside what is visible here, the operators that live in the namespaces of the operands' types.
  std::vector<Scope*> seen;
  for (ExprId e : operands) {
    if (type_of(e).kind != TypeKind::record) continue;
    Scope* home = record_info({type_of(e).index}).scope;
    for (; home; home = home->parent)
      if (home->kind == Scope::Kind::name_space) {
        if (!home->library.empty()) read_library_names(*home, name);
        auto it = home->names.find(name);
        if (it != home->names.end() && it->second.kind == SymbolKind::functions && std::find(seen.begin(), seen.end(), home) == seen.end()) {
          seen.push_back(home);
          callee.functions.insert(callee.functions.end(), it->second.functions.begin(), it->second.functions.end());
        }
      }
  }
  if (free_functions && free_functions->kind == SymbolKind::functions)
    for (FunctionDecl* f : free_functions->functions)
      if (std::find(callee.functions.begin(), callee.functions.end(), f) == callee.functions.end()) callee.functions.push_back(f);
  // Only an operator that fits counts; otherwise the builtin meaning does, or its refusal.
  auto fits = [&](FunctionDecl* f) {
    if (!f->is_readable || f->parameters.size() != operands.size()) return false;
    if (f->tmpl) {
      std::vector<TemplateArgument> deduced;
      std::string missing;
      return in_template_pattern || deduce(*f, {}, operands, deduced, missing);
    }
    for (size_t i = 0; i < operands.size(); ++i)
      if (conversion_rank(operands[i], f->parameters[i].type) == Rank::none) return false;
    return true;
  };
  std::erase_if(callee.functions, [&](FunctionDecl* f) { return !fits(f); });
  if (callee.functions.empty()) return {};
  handled = true;
  return resolve_call(callee, std::move(operands), op_span);
}

// A member operator counts unless only a free one fits the right operand. Only a binary `operator&` says nothing about `&x`.
bool Parser::member_operator_fits(const std::vector<FunctionDecl*>& members, const std::vector<ExprId>& operands) {
  if (members.front()->name == "operator&" && std::none_of(members.begin(), members.end(), [&](FunctionDecl* f) { return f->parameters.size() + 1 == operands.size(); })) return false;
  if (operands.size() != 2) return true;
  for (FunctionDecl* f : members) {
    if (!f->is_readable || f->parameters.empty()) continue;
    if (f->tmpl || conversion_rank(operands[1], f->parameters[0].type) != Rank::none) return true;
  }
  return !has_free_operator(members.front()->name, operands);
}

bool Parser::has_free_operator(std::string_view name, const std::vector<ExprId>& operands) {
  auto fits = [&](Symbol* s) {
    if (!s || s->kind != SymbolKind::functions) return false;
    return std::any_of(s->functions.begin(), s->functions.end(), [&](FunctionDecl* f) {
      if (f->owner || !f->is_readable || f->parameters.size() != operands.size()) return false;
      for (size_t i = 0; !f->tmpl && i < operands.size(); ++i)
        if (conversion_rank(operands[i], f->parameters[i].type) == Rank::none) return false;
      return true;
    });
  };
  for (Scope* s = scope; s; s = s->parent)
    if (s->kind != Scope::Kind::record && fits(lookup_in(*s, name))) return true;
  for (ExprId e : operands) {
    if (type_of(e).kind != TypeKind::record) continue;
    for (Scope* home = record_info({type_of(e).index}).scope; home; home = home->parent)
      if (home->kind == Scope::Kind::name_space && fits(lookup_in(*home, name))) return true;
  }
  return false;
}

ExprId Parser::build_binary(Tok token, ExprId a, ExprId b, Span op_span) {
  if (!a || !b) return {};
  Span span = cover(at(a).span, at(b).span);
  if (token == Tok::comma) return build_comma(a, b, op_span);
  bool handled = false;
  Op op = op_of(token);
  const bool is_equality = token == Tok::equal_equal || token == Tok::bang_equal;
  if (is_equality && (is_member_pointer(*this, at(a).type) || is_member_pointer(*this, at(b).type))) return compare_member_pointers(*this, a, b, token == Tok::equal_equal, op_span);
  const char* text = token == Tok::amp_amp ? "&&" : token == Tok::pipe_pipe ? "||" : token == Tok::spaceship ? "<=>" : op_spelling(op);
  if (ExprId result = user_operator(text, {a, b}, op_span, handled); handled) return result;
  if (type_of(a).kind == TypeKind::record || type_of(b).kind == TypeKind::record)
    if (ExprId result = rewritten_comparison(*this, token, a, b, op_span, handled); handled) return result;
  if (token == Tok::amp_amp || token == Tok::pipe_pipe) {
    ExprId left = to_bool(a), right = to_bool(b);
    if (!left || !right) return {};
    Expr e = node(token == Tok::amp_amp ? ExprKind::logical_and : ExprKind::logical_or, module->types.scalar(ScalarKind::bool_), span);
    e.a = left;
    e.b = right;
    e.op_span = op_span;
    return make(std::move(e));
  }
  if (token == Tok::spaceship) {
    report(Code::WB4001, op_span, {"the results of `<=>` for numbers, which are classes of the host's library,", "compare with `<` and `==`"});
    return {};
  }
  a = promoted_bits(rvalue(as_plain_value(a)));
  b = promoted_bits(rvalue(as_plain_value(b)));
  if (!a || !b) return {};
  if (is_half(at(a).type) || is_half(at(b).type)) return half_binary(op, a, b, op_span, span);
  warn_constant_operand(op, a, b, at(b).span);
  bool any_pointer = module->types.is_pointer(at(a).type) || module->types.is_pointer(at(b).type);
  if (is_comparison(op)) return build_comparison(op, a, b, op_span, span);
  if (any_pointer) return build_pointer_arithmetic(op, a, b, op_span, span);
  if (op == Op::shift_left || op == Op::shift_right) return build_shift(op, a, b, op_span, span);
  return build_arithmetic(op, a, b, op_span, span);
}

void Parser::warn_constant_operand(Op op, ExprId a, ExprId b, Span span) {
  if (op != Op::divide && op != Op::remainder && op != Op::shift_left && op != Op::shift_right) return;
  if (!is_integer_like(at(b).type) || !is_integer_like(at(a).type)) return;
  auto value = ConstantEvaluator(*module, &known_constants).evaluate(b);
  if (!value) return;
  if (op == Op::divide || op == Op::remainder) {
    if (*value == 0) report(Code::WB3053, span);
    return;
  }
  TypeId shifted = promoted(at(a).type);
  int64_t count = as_signed(type_of(b).scalar, *value);
  int64_t width = 8 * info(module->types[shifted].scalar).bytes;
  if (count < 0 || count >= width) report(Code::WB3054, span, {std::to_string(count), type_name(shifted), std::to_string(width)});
}

ExprId Parser::build_arithmetic(Op op, ExprId a, ExprId b, Span op_span, Span span) {
  if (!is_arithmetic_like(at(a).type) || !is_arithmetic_like(at(b).type)) return bad_operands(op_spelling(op), a, b, op_span);
  TypeId common = common_type(at(a).type, at(b).type);
  if (is_bitwise(op) && !is_integer_like(common)) return bad_operands(op_spelling(op), a, b, op_span);
  Expr e = node(ExprKind::binary, common, span);
  e.op = op;
  e.a = arithmetic_cast(a, common, true, at(a).span);
  e.b = arithmetic_cast(b, common, true, at(b).span);
  e.op_span = op_span;
  return e.a && e.b ? make(std::move(e)) : ExprId{};
}

ExprId Parser::build_shift(Op op, ExprId a, ExprId b, Span op_span, Span span) {
  if (!is_integer_like(at(a).type) || !is_integer_like(at(b).type)) return bad_operands(op_spelling(op), a, b, op_span);
  a = promote(a);
  b = promote(b);
  if (!a || !b) return {};
  Expr e = node(ExprKind::binary, at(a).type, span);
  e.op = op;
  e.a = a;
  e.b = b;
  e.op_span = op_span;
  return make(std::move(e));
}

ExprId Parser::build_pointer_arithmetic(Op op, ExprId a, ExprId b, Span op_span, Span span) {
  const Type x = type_of(a), y = type_of(b);
  auto has_size = [&](const Type& pointer) { return module->types.size_of(pointer.element) > 0; };
  if (op == Op::add && y.kind == TypeKind::pointer && is_integer_like(at(a).type)) std::swap(a, b);
  const Type left = type_of(a), right = type_of(b);
  if (op == Op::subtract && x.kind == TypeKind::pointer && y.kind == TypeKind::pointer) {
    if (module->types.unqualified(x.element) != module->types.unqualified(y.element) || !has_size(x)) return bad_operands("-", a, b, op_span);
    Expr e = node(ExprKind::pointer_difference, module->types.scalar(ScalarKind::long_), span);
    e.a = a;
    e.b = b;
    e.op_span = op_span;
    return make(std::move(e));
  }
  bool fits = (op == Op::add || op == Op::subtract) && left.kind == TypeKind::pointer && is_integer_like(at(b).type) && has_size(left);
  (void)right;
  if (!fits) return bad_operands(op_spelling(op), a, b, op_span);
  Expr e = node(op == Op::add ? ExprKind::pointer_add : ExprKind::pointer_subtract, at(a).type, span);
  e.a = a;
  e.b = promote(b);
  e.op_span = op_span;
  return e.b ? make(std::move(e)) : ExprId{};
}

ExprId Parser::build_comparison(Op op, ExprId a, ExprId b, Span op_span, Span span) {
  Expr e = node(ExprKind::binary, module->types.scalar(ScalarKind::bool_), span);
  e.op = op;
  e.op_span = op_span;
  TypeId left = at(a).type, right = at(b).type;
  bool is_scoped_pair = left == right && module->types[left].kind == TypeKind::enumeration;
  if (is_scoped_pair) {
    e.a = a;
    e.b = b;
    return make(std::move(e));
  }
  if (is_arithmetic_like(left) && is_arithmetic_like(right)) {
    TypeId common = common_type(left, right);
    e.a = arithmetic_cast(a, common, true, at(a).span);
    e.b = arithmetic_cast(b, common, true, at(b).span);
    return e.a && e.b ? make(std::move(e)) : ExprId{};
  }
  bool pa = module->types.is_pointer(left), pb = module->types.is_pointer(right);
  TypeId common{};
  if (pa && pb) {
    if (value_rank(left, right, is_null_constant(a)) != Rank::none) common = right;
    else if (value_rank(right, left, is_null_constant(b)) != Rank::none) common = left;
    else {
      // `const T*` and `T* const*`: compare as the one with all qualifiers.
      TypeId x = module->types.unqualified(module->types[left].element), y = module->types.unqualified(module->types[right].element);
      if (x == y) common = module->types.pointer_to(module->types.with(x, true, true));
    }
  } else if (pa && is_null_constant(b)) {
    common = left;
  } else if (pb && is_null_constant(a)) {
    common = right;
  }
  if (common.v == 0) return bad_operands(op_spelling(op), a, b, op_span);
  auto to_common = [&](ExprId x) {
    if (at(x).type == common) return x;
    if (is_null_constant(x)) return make_constant(common, 0, at(x).span);
    return cast_to(x, common, CastKind::pointer, true, at(x).span);
  };
  e.a = to_common(a);
  e.b = to_common(b);
  return e.a && e.b ? make(std::move(e)) : ExprId{};
}

ExprId Parser::build_unary(Tok token, ExprId a, Span op_span) {
  if (!a) return {};
  bool handled = false;
  if (ExprId result = user_operator(spelling(token), {a}, op_span, handled); handled) return result;
  Span span = cover(op_span, at(a).span);
  if (token == Tok::bang) {
    ExprId value = to_bool(a);
    if (!value) return {};
    Expr e = node(ExprKind::unary, module->types.scalar(ScalarKind::bool_), span);
    e.op = Op::logical_not;
    e.a = value;
    e.op_span = op_span;
    return make(std::move(e));
  }
  ExprId value = rvalue(as_plain_value(a));
  if (!value) return {};
  if (is_half(at(value).type)) return half_unary(token, value, op_span, span);
  bool is_pointer = module->types.is_pointer(at(value).type);
  if (token == Tok::plus && is_pointer) return value;
  bool fits = token == Tok::tilde ? is_integer_like(at(value).type) : is_arithmetic_like(at(value).type);
  if (!fits) {
    if (!(in_template_pattern && is_placeholder(at(value).type))) report(Code::WB3011, op_span, {spelling(token), type_name(at(value).type)});
    return {};
  }
  value = promote(value);
  if (!value || token == Tok::plus) return value;
  Expr e = node(ExprKind::unary, at(value).type, span);
  e.op = token == Tok::minus ? Op::negate : Op::bit_not;
  e.a = value;
  e.op_span = op_span;
  return make(std::move(e));
}

// May this be stored to? Says why not.
bool Parser::check_modifiable(ExprId a, Span op_span) {
  const Expr& place = at(a);
  if (place.kind == ExprKind::special)
    return report(Code::WB3057, place.span, {std::string(sources->text(sources->outermost(place.span)))});
  if (!place.is_lvalue) return report(Code::WB3015, place.span);
  TypeId type = place.type;
  if (module->types.is_array(type)) return report(Code::WB3011, op_span, {std::string(sources->text(sources->outermost(op_span))), type_name(type)});
  // __constant__ memory is no const type (its address goes where any pointer goes), and yet kernels only read it.
  ExprId storage = a;
  while (at(storage).kind == ExprKind::member || at(storage).kind == ExprKind::decay || at(storage).kind == ExprKind::subscript) storage = at(storage).a;
  bool is_constant = at(storage).kind == ExprKind::variable && module->variables[at(storage).var.v].storage == Storage::constant;
  if (!module->types[type].is_const && !is_constant) return true;
  // Name what was declared const: the variable, or what the pointer points to.
  ExprId root = a;
  while (at(root).kind == ExprKind::member) root = at(root).a;
  std::string name(sources->text(sources->outermost(place.span)));
  std::string declared = type_name(type);
  std::vector<DiagNote> notes;
  const Expr& x = at(root);
  ExprId pointer = x.kind == ExprKind::subscript || x.kind == ExprKind::dereference ? x.a : root;
  while (pointer && (at(pointer).kind == ExprKind::load || at(pointer).kind == ExprKind::decay || at(pointer).kind == ExprKind::pointer_add ||
                     at(pointer).kind == ExprKind::subscript || at(pointer).kind == ExprKind::dereference))
    pointer = at(pointer).a;
  if (pointer && at(pointer).kind == ExprKind::variable) {
    const Variable& v = module->variables[at(pointer).var.v];
    declared = (v.storage == Storage::constant ? "__constant__ " : "") + type_name(v.type);
    if (v.storage == Storage::constant) notes.push_back({v.span, "kernels only read `__constant__` memory: the host fills it before the launch"});
    else if (v.span.end > 0) notes.push_back({v.span, "`" + v.name + "` is declared here"});
  }
  return report(Code::WB3014, place.span, {name, declared}, std::move(notes));
}

ExprId Parser::build_increment(bool is_increment, bool is_prefix, ExprId a, Span op_span) {
  if (!a) return {};
  if (const ExprId before = take_stores_before(*this, a)) return build_comma(before, build_increment(is_increment, is_prefix, a, op_span), op_span);
  bool handled = false;
  std::vector<ExprId> operands{a};
  if (!is_prefix) operands.push_back(make_constant(module->types.scalar(ScalarKind::int_), 0, op_span));
  if (ExprId result = user_operator(is_increment ? "++" : "--", operands, op_span, handled); handled) return result;
  if (!check_modifiable(a, op_span)) return {};
  if (is_half(at(a).type)) return half_increment(is_increment, is_prefix, a, op_span);
  TypeId type = at(a).type;
  bool fits = module->types.is_arithmetic(type) || (module->types.is_pointer(type) && module->types.size_of(module->types[type].element) > 0);
  if (!fits || module->types[type].scalar == ScalarKind::bool_) {
    if (!(in_template_pattern && is_placeholder(type))) report(Code::WB3011, op_span, {is_increment ? "++" : "--", type_name(type)});
    return {};
  }
  if (is_bit_field(a)) return change_bit_field(is_increment ? Op::add : Op::subtract, a, make_constant(module->types.scalar(ScalarKind::int_), 1, op_span), !is_prefix, op_span);
  ExprKind expr_kind = is_prefix ? (is_increment ? ExprKind::pre_increment : ExprKind::pre_decrement)
                                 : (is_increment ? ExprKind::post_increment : ExprKind::post_decrement);
  Expr e = node(expr_kind, is_prefix ? type : module->types.unqualified(type), cover(at(a).span, op_span));
  e.a = a;
  e.is_lvalue = is_prefix;
  e.op_span = op_span;
  return make(std::move(e));
}

ExprId Parser::build_assign(ExprId a, ExprId b, Span op_span) {
  if (!a || !b) return {};
  if (const ExprId before = take_stores_before(*this, a)) return build_comma(before, build_assign(a, b, op_span), op_span);
  bool handled = false;
  const Type left = type_of(a);
  if (left.kind == TypeKind::record && !is_placeholder(at(a).type)) {
    TypeId own = module->types.unqualified(at(a).type), from = module->types.unqualified(at(b).type);
    Scope* members = record_info({left.index}).scope;
    bool is_same = own == from || is_derived(from, own);
    bool is_named = at(b).is_lvalue && !at(b).is_xvalue;
    settled({left.index});
    auto made = [&](SpecialMember s) { return record_info({left.index}).special[static_cast<size_t>(s)]; };
    bool user_made = made(SpecialMember::copy_assignment).is_user_made || made(SpecialMember::move_assignment).is_user_made;
    if (members && members->names.count("operator=") && (!is_same || user_made))
      if (ExprId result = user_operator("=", {a, b}, op_span, handled); handled) return result;
    if (is_same) {
      SpecialMember which = is_named || made(SpecialMember::move_assignment).is_absent ? SpecialMember::copy_assignment : SpecialMember::move_assignment;
      if (made(which).is_deleted) return report_deleted(own, which, op_span), ExprId{};
      if (!made(which).is_trivial) {
        FunctionDecl* f = special_function({left.index}, which);
        const Span both = cover(at(a).span, at(b).span);
        return f ? call_function(*f, {b}, both, object_address(a), op_span) : ExprId{};
      }
      if (!at(a).is_lvalue) a = materialise(a);
    }
  }
  if (!check_modifiable(a, op_span)) return {};
  ExprId value = convert(b, at(a).type, at(b).span);
  if (!value) return {};
  if (is_bit_field(a)) return write_bit_field(a, value, op_span);
  Expr e = node(ExprKind::assign, at(a).type, cover(at(a).span, at(b).span));
  e.a = a;
  e.b = value;
  e.is_lvalue = true;
  e.op_span = op_span;
  return make(std::move(e));
}

ExprId Parser::build_compound_assign(Op op, ExprId a, ExprId b, Span op_span) {
  if (!a || !b) return {};
  if (const ExprId before = take_stores_before(*this, a)) return build_comma(before, build_compound_assign(op, a, b, op_span), op_span);
  bool handled = false;
  std::string text = std::string(op_spelling(op)) + "=";
  if (type_of(a).kind == TypeKind::record)
    if (ExprId result = user_operator(text.c_str(), {a, b}, op_span, handled); handled) return result;
  if (!check_modifiable(a, op_span)) return {};
  ExprId value = promoted_bits(rvalue(as_plain_value(b)));
  if (!value) return {};
  if (is_half(at(a).type)) return half_compound_assign(op, a, value, op_span);
  if (is_half(at(value).type)) value = half_convert(value, module->types.scalar(ScalarKind::float_), at(value).span);
  if (is_bit_field(a)) return change_bit_field(op, a, value, false, op_span);
  warn_constant_operand(op, a, value, at(b).span);
  TypeId type = module->types.unqualified(at(a).type);
  Expr e = node(ExprKind::compound_assign, at(a).type, cover(at(a).span, at(b).span));
  e.op = op;
  e.a = a;
  e.is_lvalue = true;
  e.op_span = op_span;
  if (module->types.is_pointer(type)) {
    if ((op != Op::add && op != Op::subtract) || !is_integer_like(at(value).type)) return bad_operands(text.c_str(), a, b, op_span);
    e.b = promote(value);
    e.compute_type = type;
    return e.b ? make(std::move(e)) : ExprId{};
  }
  bool is_shift = op == Op::shift_left || op == Op::shift_right;
  bool fits = module->types.is_arithmetic(type) && is_arithmetic_like(at(value).type);
  if (fits && (is_shift || is_bitwise(op))) fits = is_integer_like(type) && is_integer_like(at(value).type);
  if (!fits) return bad_operands(text.c_str(), a, b, op_span);
  e.compute_type = is_shift ? promoted(type) : common_type(type, at(value).type);
  e.b = is_shift ? promote(value) : arithmetic_cast(value, e.compute_type, true, at(value).span);
  return e.b ? make(std::move(e)) : ExprId{};
}

ExprId Parser::build_subscript(ExprId a, ExprId b, Span span) {
  if (!a || !b) return {};
  bool handled = false;
  if (type_of(a).kind == TypeKind::record)
    if (ExprId result = user_operator("[]", {a, b}, span, handled); handled) return result;
  if (is_open_list(b)) return report(Code::WB3041, at(a).span, {type_name(at(a).type)}), ExprId{};
  ExprId pointer = rvalue(as_plain_value(a)), index = rvalue(as_plain_value(b));
  if (!pointer || !index) return {};
  if (!module->types.is_pointer(at(pointer).type) && module->types.is_pointer(at(index).type)) std::swap(pointer, index);
  if (!module->types.is_pointer(at(pointer).type)) {
    if (!(in_template_pattern && is_placeholder(at(pointer).type))) report(Code::WB3041, at(a).span, {type_name(at(a).type)});
    return {};
  }
  if (!is_integer_like(at(index).type)) {
    if (!(in_template_pattern && is_placeholder(at(index).type))) report(Code::WB3008, at(b).span, {type_name(at(index).type), "int"});
    return {};
  }
  TypeId element = type_of(pointer).element;
  if (module->types.size_of(element) == 0 && !is_placeholder(element)) {
    report(Code::WB3041, at(a).span, {type_name(at(a).type)});
    return {};
  }
  Expr e = node(ExprKind::subscript, element, span);
  e.a = pointer;
  e.b = promote(index);
  e.is_lvalue = true;
  return e.b ? make(std::move(e)) : ExprId{};
}

namespace {

// `e` as the other operand's type, where that is a base of its class or the same with more qualifiers [expr.cond].
ExprId as_other_operand(Parser& p, ExprId e, ExprId other) {
  const TypeId to = p.at(other).type;
  if (!p.at(e).is_lvalue || !p.at(other).is_lvalue || p.at(e).type == to || !p.module->types.is_record(to)) return e;
  const bool is_same = p.module->types.unqualified(p.at(e).type) == p.module->types.unqualified(to) && p.can_add_qualifiers(p.at(e).type, to);
  if (!is_same && !p.is_derived(p.at(e).type, to)) return e;
  const Span span = p.at(e).span;
  if (!is_same) e = p.base_of(e, {p.module->types[to].index}, span);
  if (!e || p.at(e).type == to) return e;
  return p.dereference(p.cast_to(p.address_of(e, span, true), p.module->types.pointer_to(to), CastKind::same, true, span), span, true);
}

}  // namespace

ExprId Parser::build_conditional(ExprId a, ExprId b, ExprId c, Span op_span) {
  if (!a || !b || !c) return {};
  ExprId condition = to_bool(a);
  b = as_other_operand(*this, b, c);
  c = as_other_operand(*this, c, b);
  if (!condition || !b || !c) return {};
  Expr e = node(ExprKind::conditional, {}, cover(at(a).span, at(c).span));
  e.a = condition;
  e.op_span = op_span;
  if (at(b).is_lvalue && at(c).is_lvalue && at(b).type == at(c).type) {
    e.type = at(b).type;
    e.b = b;
    e.c = c;
    e.is_lvalue = true;
    return make(std::move(e));
  }
  ExprId yes = rvalue(b), no = rvalue(c);
  if (!yes || !no) return {};
  TypeId x = at(yes).type, y = at(no).type;
  if (x != y && (half_converts(x, y) || half_converts(y, x))) return half_ambiguous("?:", yes, no, op_span);
  if (x == y) e.type = x;
  else if (is_arithmetic_like(x) && is_arithmetic_like(y)) e.type = common_type(x, y);
  else if (module->types.is_pointer(x) && is_null_constant(no) && !is_null_constant(yes)) e.type = x;
  else if (module->types.is_pointer(y) && is_null_constant(yes) && !is_null_constant(no)) e.type = y;
  else if (value_rank(x, y, is_null_constant(yes)) != Rank::none && module->types.is_pointer(y)) e.type = y;
  else if (value_rank(y, x, is_null_constant(no)) != Rank::none && module->types.is_pointer(x)) e.type = x;
  else if (is_member_pointer(*this, y) && conversion_rank(yes, y) != Rank::none) e.type = y;
  else if (is_member_pointer(*this, x) && conversion_rank(no, x) != Rank::none) e.type = x;
  else if (conversion_rank(b, y) == Rank::user) e.type = y;
  else if (conversion_rank(c, x) == Rank::user) e.type = x;
  else return bad_operands("?:", yes, no, op_span);
  e.b = convert(yes, e.type, at(b).span);
  e.c = convert(no, e.type, at(c).span);
  return e.b && e.c ? make(std::move(e)) : ExprId{};
}

ExprId Parser::build_comma(ExprId a, ExprId b, Span op_span) {
  a = for_effects(a);
  if (!a || !b) return {};
  Expr e = node(ExprKind::comma, at(b).type, cover(at(a).span, at(b).span));
  e.a = a;
  e.b = b;
  e.is_lvalue = at(b).is_lvalue;
  e.op_span = op_span;
  return make(std::move(e));
}

ExprId Parser::build_address(ExprId a, Span op_span) {
  if (!a) return {};
  bool handled = false;
  if (ExprId result = user_operator("&", {a}, op_span, handled); handled) return result;
  if (at(a).kind == ExprKind::function_address) return a;  // &f is f
  if (type_of(a).kind == TypeKind::function) return callable_pointer(a);
  if (!at(a).is_lvalue) {
    report(Code::WB3052, at(a).span);
    return {};
  }
  return address_of(a, cover(op_span, at(a).span), false);
}

ExprId Parser::build_dereference(ExprId a, Span op_span) {
  if (!a) return {};
  bool handled = false;
  if (ExprId result = user_operator("*", {a}, op_span, handled); handled) return result;
  ExprId pointer = rvalue(as_plain_value(a));
  if (!pointer) return {};
  if (!module->types.is_pointer(at(pointer).type) || module->types.is_void(module->types.unqualified(type_of(pointer).element))) {
    if (!(in_template_pattern && is_placeholder(at(pointer).type))) report(Code::WB3042, at(a).span, {type_name(at(a).type)});
    return {};
  }
  return dereference(pointer, cover(op_span, at(a).span), false);
}

}  // namespace wb
