// Expressions, by strength of their operators.
#include <array>
#include <utility>

#include "simulator/language/open_lists.h"
#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"
#include "simulator/language/member_pointers.h"

namespace wb {
namespace {

struct BinaryOperator {
  Tok op = Tok::end;
  int strength = -1;
  int width = 1;  // tokens: `>` `>` are two
};

Op compound_op(Tok t) {
  switch (t) {
    case Tok::plus_equal: return Op::add;
    case Tok::minus_equal: return Op::subtract;
    case Tok::star_equal: return Op::multiply;
    case Tok::slash_equal: return Op::divide;
    case Tok::percent_equal: return Op::remainder;
    case Tok::shift_left_equal: return Op::shift_left;
    case Tok::amp_equal: return Op::bit_and;
    case Tok::pipe_equal: return Op::bit_or;
    case Tok::caret_equal: return Op::bit_xor;
    default: return Op::none;
  }
}

int strength_of(Tok t) {
  switch (t) {
    case Tok::pipe_pipe: return 1;
    case Tok::amp_amp: return 2;
    case Tok::pipe: return 3;
    case Tok::caret: return 4;
    case Tok::amp: return 5;
    case Tok::equal_equal:
    case Tok::bang_equal: return 6;
    case Tok::less: case Tok::greater: case Tok::less_equal:
    case Tok::greater_equal: return 7;
    case Tok::spaceship: return 8;
    case Tok::shift_left: return 9;
    case Tok::plus:
    case Tok::minus: return 10;
    case Tok::star: case Tok::slash:
    case Tok::percent: return 11;
    default: return -1;
  }
}

BinaryOperator binary_operator(const Token& t, const Token& next) {
  if (t.kind == Tok::greater && !next.space_before) {
    if (next.kind == Tok::greater) return {Tok::hash_hash, 9, 2};    // hash_hash stands for >>
    if (next.kind == Tok::greater_equal) return {Tok::end, -1, 1};   // >>= is an assignment
  }
  return {t.kind, strength_of(t.kind), 1};
}

}  // namespace

Operand Parser::expr_operand(ExprId expr) {
  Operand o;
  o.kind = expr ? Operand::Kind::expr : Operand::Kind::error;
  o.expr = expr;
  return o;
}

// expression = assignment ("," assignment)*
ExprId Parser::parse_expression() {
  ExprId e = parse_assignment();
  while (is(Tok::comma)) {
    Span op = take().span;
    ExprId right = parse_assignment();
    e = build_comma(e, right, op);
  }
  return e;
}

ExprId Parser::parse_value() { return parse_assignment(); }

// assignment = conditional (assignment-operator assignment)?
ExprId Parser::parse_assignment() {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  ExprId left = parse_conditional();
  const Token& t = peek();
  if (t.kind == Tok::equal) {
    Span op = take().span;
    if (is(Tok::left_brace)) {
      if (!left) {
        pos = skip_balanced(pos);
        return {};
      }
      TypeId type = module->types.unqualified(at(left).type);
      return build_assign(left, parse_braced(type, here()), op);
    }
    ExprId right = parse_assignment();
    return build_assign(left, right, op);
  }
  if (t.kind == Tok::greater && kind(1) == Tok::greater_equal && !peek(1).space_before) {
    Span op = cover(take().span, take().span);
    ExprId right = parse_assignment();
    return build_compound_assign(Op::shift_right, left, right, op);
  }
  if (Op op = compound_op(t.kind); op != Op::none) {
    Span op_span = take().span;
    ExprId right = parse_assignment();
    return build_compound_assign(op, left, right, op_span);
  }
  return left;
}

// value-or = binary "?" ":" assignment. GNU's: the first operand where it holds, evaluated once, else the second. The cursor is at the colon.
ExprId Parser::parse_value_or(ExprId first, Span op) {
  take();
  const ExprId kept = fn ? materialise(rvalue(first)) : first;  // outside of functions there are constants only
  if (fn) ++fn->conditional_depth;
  const ExprId other = parse_assignment();
  const ExprId again = kept && at(kept).kind == ExprKind::assign && at(kept).implicit ? at(kept).a : kept;
  const ExprId result = kept ? build_conditional(kept, again, other, op) : ExprId{};
  if (fn) --fn->conditional_depth;
  return result;
}

// conditional = binary ("?" expression? ":" assignment)?
ExprId Parser::parse_conditional() {
  ExprId condition = parse_binary(0);
  if (!is(Tok::question)) return condition;
  Nesting guard(*this);
  if (guard.too_deep) return {};
  Span op = take().span;
  if (is(Tok::colon)) return parse_value_or(condition, op);
  if (fn) ++fn->conditional_depth;
  ExprId yes = parse_expression();
  bool ok = expect(Tok::colon, "between the two results of `?`");
  ExprId no = ok ? parse_assignment() : ExprId{};
  ExprId result = ok ? build_conditional(condition, yes, no, op) : ExprId{};
  if (fn) --fn->conditional_depth;
  return result;
}

// binary = unary (operator unary)*, strongest operators first
ExprId Parser::parse_binary(int least) {
  ExprId left = parse_member_selections(*this, parse_cast_or_unary());
  for (;;) {
    if (in_angles && is(Tok::greater)) return left;
    if (launch_end && pos == launch_end) return left;
    BinaryOperator op = binary_operator(peek(), peek(1));
    if (op.strength <= least) return left;
    Span span = take().span;
    if (op.width == 2) span = cover(span, take().span);
    bool is_optional = fn && (op.op == Tok::amp_amp || op.op == Tok::pipe_pipe);
    if (is_optional) ++fn->conditional_depth;
    ExprId right = parse_binary(op.strength);
    if (is_optional) --fn->conditional_depth;
    left = build_binary(op.op, left, right, span);
  }
}

// Behind `unsigned long`, `ns::Box<int>`: the words that a type is written with.
size_t Parser::skip_type_words(size_t from) const {
  while (is_word(tokens[from]) || tokens[from].kind == Tok::scope) {
    ++from;
    if (tokens[from].kind == Tok::less) from = std::max(skip_template_list(from), from + 1);
  }
  return from;
}

// After a type, at "(": does the parenthesis belong to a type, as in `int (*)[4]` and `int (*(*)(int))(float)`, and not to a call, as
// in `int(*p)` and `int(*(p + 1))`? A declarator without a name is nothing but stars, references and qualifiers up to its end.
bool Parser::is_nameless_declarator(size_t at_paren) const {
  bool any = false;
  for (size_t i = at_paren + 1; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case Tok::star: case Tok::amp: case Tok::amp_amp: any = true; break;
      case Tok::identifier:
        if (!member_pointer_at(i)) return false;
        i = member_pointer_at(i);
        any = true;
        break;
      case Tok::kw_const: case Tok::kw_volatile: case Tok::kw_restrict: case Tok::kw_restrict2: break;
      case Tok::left_paren: break;
      case Tok::right_paren: case Tok::left_bracket: return any;
      default: return false;
    }
  }
  return false;
}

// cast = "(" type ")" cast | unary
ExprId Parser::parse_cast_or_unary() {
  if (!is(Tok::left_paren)) return parse_unary();
  size_t saved = pos;
  ++pos;
  bool is_cast = is_type_start();
  pos = saved;
  if (!is_cast) return parse_unary();
  // (T(x) + 1): the parenthesis holds an expression that starts with a type. (T (&)[4]) and (T (*)[4]) are types.
  const size_t behind = skip_type_words(pos + 1);
  bool is_call = tokens[behind].kind == Tok::left_paren && !is_nameless_declarator(behind);
  if (is_call || tokens[behind].kind == Tok::left_brace || (tokens[behind].kind == Tok::scope)) return parse_unary();
  Nesting guard(*this);
  if (guard.too_deep) return {};
  Token open = take();
  auto type = parse_type_id();
  if (!type) {
    pos = skip_balanced(saved);
    if (!is(Tok::semicolon)) parse_cast_or_unary();
    return {};
  }
  if (!expect_close(Tok::right_paren, open)) return {};
  if (is(Tok::left_brace)) {  // (T){...}: a compound literal
    TypeId t = *type;
    return parse_braced(t, open.span);
  }
  ExprId e = parse_cast_or_unary();
  return e ? explicit_cast(e, *type, cover(open.span, at(e).span), true) : ExprId{};
}

// unary = ("+" | "-" | "!" | "~" | "*" | "&" | "++" | "--") cast | "sizeof" ... | postfix
ExprId Parser::parse_unary() {
  const Token t = peek();
  switch (t.kind) {
    case Tok::plus: case Tok::minus: case Tok::bang: case Tok::tilde: case Tok::star: case Tok::amp: case Tok::plus_plus: case Tok::minus_minus: {
      Nesting guard(*this);
      if (guard.too_deep) return {};
      if (t.kind == Tok::amp)
        if (const auto member = parse_member_address(*this)) return *member;
      take();
      ExprId e = parse_cast_or_unary();
      switch (t.kind) {
        case Tok::star: return build_dereference(e, t.span);
        case Tok::amp: return build_address(e, t.span);
        case Tok::plus_plus: return build_increment(true, true, e, t.span);
        case Tok::minus_minus: return build_increment(false, true, e, t.span);
        default: return build_unary(t.kind, e, t.span);
      }
    }
    case Tok::kw_sizeof: return parse_sizeof(false);
    case Tok::kw_alignof: return parse_sizeof(true);
    case Tok::kw_new: return parse_new();
    case Tok::scope:
      if (kind(1) == Tok::kw_new || kind(1) == Tok::kw_delete) {
        take();
        return is(Tok::kw_new) ? parse_new() : parse_delete();
      }
      return to_expr(parse_postfix());
    case Tok::kw_delete: return parse_delete();
    case Tok::kw_throw:
      if (is_host_program) return parse_throw();
      refuse_keyword(t);
      take();
      return {};
    default: return to_expr(parse_postfix());
  }
}

// The expression that an operand is; names of functions need a call.
ExprId Parser::to_expr(Operand operand) {
  if (operand.kind == Operand::Kind::expr) return operand.expr;
  if (operand.kind == Operand::Kind::special) return special_value(operand.name, operand.span);
  if (operand.kind == Operand::Kind::functions && operand.is_unknown) {
    report_unknown_name(operand.name, operand.span);
    return {};
  }
  if (operand.kind == Operand::Kind::functions) return function_value(operand);
  return {};
}

ExprId open_list_here(Parser& p) {
  Expr list = p.node(ExprKind::init_list, {}, p.here());
  list.bits = p.pos;
  p.pos = p.skip_balanced(p.pos);
  list.span = p.span_from(list.span);
  return p.make(std::move(list));
}

bool Parser::parse_arguments(std::vector<ExprId>& arguments, std::vector<Span>* spans) {
  struct Outside {
    bool& flag;
    bool was;
    ~Outside() { flag = was; }
  } outside{in_angles, std::exchange(in_angles, false)};
  Token open = take();
  bool ok = true;
  if (eat(Tok::right_paren)) return true;
  for (;;) {
    size_t before = pos;
    Span begin = here();
    ExprId e;
    size_t ellipsis = 0;
    if (expansion_here(false, ellipsis)) {
      bool expands = expand(ellipsis, [&] {
        ExprId element = parse_assignment();
        if (element) arguments.push_back(element);
        if (element && spans) spans->push_back(at(element).span);
        return static_cast<bool>(element);
      });
      if (expands && eat(Tok::comma)) continue;
      if (expands) return expect_close(Tok::right_paren, open) && ok;
    } else {
      e = is(Tok::left_brace) ? open_list_here(*this) : parse_assignment();
    }
    if (!e) ok = false;
    arguments.push_back(e);
    if (spans) spans->push_back(span_from(begin));
    if (eat(Tok::comma)) continue;
    if (is(Tok::right_paren) || !ok) {
      // After a broken argument: go on behind the closing parenthesis of this call.
      while (!ok && !is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::left_brace) && !is(Tok::right_brace) && !is(Tok::end)) {
        if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
        else take();
      }
      if (!ok) return eat(Tok::right_paren), false;
    }
    (void)before;
    return expect_close(Tok::right_paren, open) && ok;
  }
}

namespace {

// object[index], cells[{row, column}]
Operand parse_subscript(Parser& p, const Operand& operand, const Token& open) {
  p.take();
  const ExprId object = p.to_expr(operand);
  const bool was = std::exchange(p.in_angles, false);
  const bool is_list = p.is(Tok::left_brace) && object && p.type_of(object).kind == TypeKind::record;  // of what its operator[] takes
  const ExprId index = is_list ? open_list_here(p) : p.parse_expression();
  p.in_angles = was;
  if (!p.expect_close(Tok::right_bracket, open)) return {};
  return p.expr_operand(object && index ? p.build_subscript(object, index, p.span_from(p.at(object).span)) : ExprId{});
}

}  // namespace

// f(arguments), of functions by their name
Operand call_functions(Parser& p, Operand& operand, std::vector<ExprId> arguments) {
  if (operand.expr) return p.expr_operand(call_selected_method(p, operand, std::move(arguments), p.span_from(operand.span)));
  p.add_associated_functions(operand, arguments);
  if (operand.is_unknown && operand.functions.empty()) {
    if (!p.in_template_pattern) p.report_unknown_name(operand.name, operand.span);
    return {};
  }
  operand.is_unknown = false;
  return p.expr_operand(p.resolve_call(operand, std::move(arguments), p.span_from(operand.span)));
}

namespace {

// (arguments) behind a function's name, a pointer to one, or an object that can be called
Operand parse_call(Parser& p, Operand& operand) {
  std::vector<ExprId> arguments;
  if (!p.parse_arguments(arguments) || operand.kind == Operand::Kind::error) return {};
  if (operand.kind == Operand::Kind::functions) return call_functions(p, operand, std::move(arguments));
  const ExprId object = p.to_expr(operand);
  if (!object) return {};
  const Span span = p.at(object).span;
  if (const ExprId pointer = p.callable_pointer(object)) return p.expr_operand(p.call_pointer(pointer, std::move(arguments), p.span_from(span)));
  bool handled = false;
  arguments.insert(arguments.begin(), object);
  const ExprId result = p.user_operator("()", arguments, span, handled);
  if (!handled) p.report(Code::WB3016, span, {std::string(p.sources->text(p.sources->outermost(span)))});
  return p.expr_operand(result);
}

// object.name and pointer->name. A method's name becomes an overload set with its object.
Operand parse_selected(Parser& p, const Operand& operand, bool is_arrow) {
  p.take();
  if (operand.kind == Operand::Kind::special && !is_arrow) return p.expr_operand(p.parse_member_access(operand, false));
  Operand member;
  member.expr = p.to_expr(operand);
  member.kind = member.expr ? Operand::Kind::expr : Operand::Kind::error;
  Operand result = p.expr_operand(p.parse_member_access(member, is_arrow));
  if (!p.pending_method) return result;
  result = std::move(*p.pending_method);
  p.pending_method.reset();
  return result;
}

}  // namespace

// postfix = primary ( "[" expression "]" | "(" arguments ")" | "." name | "->" name | "++" | "--" )*
Operand Parser::parse_postfix() {
  Operand operand = parse_primary();
  for (int links = 0;; ++links) {
    const Token t = peek();
    if (links > 2000) {
      report(Code::WB2014, t.span, {"2000"});
      return {};
    }
    if (is_launch_here()) return expr_operand(parse_launch(operand));
    switch (t.kind) {
      case Tok::left_bracket:
        operand = parse_subscript(*this, operand, t);
        break;
      case Tok::left_paren:
        operand = parse_call(*this, operand);
        break;
      case Tok::dot: case Tok::arrow:
        if (kind(1) == Tok::star) return operand;  // .* and ->*
        operand = parse_selected(*this, operand, t.kind == Tok::arrow);
        break;
      case Tok::plus_plus: case Tok::minus_minus:
        take();
        operand = expr_operand(build_increment(t.kind == Tok::plus_plus, false, to_expr(operand), t.span));
        break;
      default: return operand;
    }
    if (is_full() || stopped) return operand;
  }
}

// x.~T() and p->~T(), for objects that were made in a place of one's own
ExprId Parser::parse_destructor_call(Operand operand, bool is_arrow) {
  Span begin = take().span;
  Specifiers named;
  if (!is_type_start() || !parse_named_type(named)) {
    report(Code::WB2005, here(), {found()});
    return {};
  }
  Token open = peek();
  if (!expect(Tok::left_paren, "after the destructor's name") || !expect_close(Tok::right_paren, open)) return {};
  ExprId object = operand.expr;
  if (object && is_arrow) object = build_dereference(object, begin);
  if (!object) return {};
  TypeId type = module->types.unqualified(at(object).type);
  if (!at(object).is_lvalue || type != module->types.unqualified(named.type)) {
    report(Code::WB3008, at(object).span, {type_name(type), type_name(named.type)});
    return {};
  }
  if (is_arrow && module->types.is_record(type) && has_virtual_destructor(record_info({module->types[type].index}))) return destroyed_virtually(*this, object, false, span_from(begin));
  if (module->types.is_record(type) && has_destructor(type)) return destructor_call(object, span_from(begin));
  return cast_to(address_of(object, begin, true), module->types.scalar(ScalarKind::void_), CastKind::to_void, true, span_from(begin));
}

// A constant expression where the language wants one: a case label, a template's value argument, an enumerator.
std::optional<uint64_t> Parser::parse_constant(TypeId to, const char* what) {
  if (fn) ++fn->constant_depth;
  ExprId e = rvalue(parse_conditional());
  if (fn) --fn->constant_depth;
  if (!e) return std::nullopt;
  ExprId converted = type_of(e).kind == TypeKind::enumeration ? arithmetic_cast(e, to, true, at(e).span) : convert(e, to, at(e).span);
  if (!converted) return std::nullopt;
  auto value = evaluate(converted);
  if (!value && !in_template_pattern) {
    std::string why;
    Span span = why_not_constant(converted, why);
    report(Code::WB3040, span, {why});
  }
  (void)what;
  return value;
}

}  // namespace wb
