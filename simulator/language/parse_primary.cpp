// The smallest expressions: names, literals, casts by name, sizeof, constructions.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/literals.h"
#include "simulator/language/closure_names.h"
#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/string_nodes.h"
#include "simulator/language/user_literals.h"

namespace wb {

// primary = name | literal | "(" expression ")" | "this" | named-cast | type "(" ... ")" | type "{" ... "}"
Operand Parser::parse_primary() {
  const Token t = peek();
  switch (t.kind) {
    case Tok::number: return expr_operand(parse_number());
    case Tok::character: return expr_operand(parse_character());
    case Tok::string: {
      const ExprId text = parse_string();
      return expr_operand(text ? parse_literal_suffix(*this, text, type_of(text).count) : text);
    }
    case Tok::kw_true:
    case Tok::kw_false:
      take();
      return expr_operand(make_constant(module->types.scalar(ScalarKind::bool_), t.kind == Tok::kw_true, t.span));
    case Tok::kw_nullptr: take(); return expr_operand(make_constant(module->types.pointer_to(module->types.scalar(ScalarKind::void_)), 0, t.span));
    case Tok::kw_this: return expr_operand(parse_this());
    case Tok::left_paren: return parse_parentheses();
    case Tok::kw_static_cast: case Tok::kw_reinterpret_cast: case Tok::kw_const_cast: case Tok::kw_dynamic_cast: return expr_operand(parse_named_cast(t.kind));
    case Tok::kw_sizeof: return expr_operand(parse_sizeof(false));
    case Tok::identifier:
    case Tok::scope:
      if (is_host_program && t.text == instance_word) return expr_operand(parse_instance_of(*this));
      if (const std::optional<ExprId> of_thrown = is_host_program ? parse_thrown_type_query() : std::nullopt) return expr_operand(*of_thrown);
      if (is_type_start()) break;
      return parse_name();
    case Tok::kw_operator: return parse_operator_name();
    case Tok::left_bracket: return expr_operand(parse_lambda());
    case Tok::kw_requires: return expr_operand(parse_requires_expression(*this));
    case Tok::kw_asm: case Tok::kw_asm2: case Tok::kw_goto: case Tok::kw_typeid: case Tok::kw_try: case Tok::kw_throw: case Tok::kw_new: case Tok::kw_delete:
      refuse_keyword(t);
      take();
      return {};
    default: break;
  }
  if (is_type_start()) return parse_type_operand();
  report(Code::WB2004, t.line_start ? after_previous() : t.span, {found()});
  return {};
}

ExprId Parser::parse_character() {
  const Token t = take();
  const Literal literal = read_character(t.text);
  if (literal.error.kind != LiteralError::Kind::none) {
    report(Code::WB1007, t.span, {std::string(t.text)});
    return {};
  }
  return parse_literal_suffix(*this, make_constant(module->types.scalar(literal.kind), literal.bits, t.span), 0);
}

ExprId Parser::parse_this() {
  const Token t = take();
  if (fn && fn->record && !(fn->decl && fn->decl->is_static_method)) return this_value(t.span);
  report(Code::WB2018, t.span, {"this"});
  return {};
}

// "(" expression ")". Parentheses are no node, and name no function either: (f)(x) is rare enough.
Operand Parser::parse_parentheses() {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  struct Outside {
    bool& flag;
    bool was;
    ~Outside() { flag = was; }
  } outside{in_angles, std::exchange(in_angles, false)};
  if (Operand folded; parse_fold(folded)) return folded;
  const Token open = take();
  const ExprId e = parse_expression();
  if (!e && pending_method && is(Tok::right_paren)) {  // (object.*pointer)
    Operand method = std::move(*pending_method);
    pending_method.reset();
    take();
    return method;
  }
  if (!e && !is(Tok::right_paren)) {
    skip_to_parenthesis();
    return {};
  }
  return expect_close(Tok::right_paren, open) ? expr_operand(e) : Operand{};
}

// After a mistake inside of parentheses: behind them, if they end in this statement still.
void Parser::skip_to_parenthesis() {
  const size_t begin = pos;
  while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::left_brace) && !is(Tok::right_brace) && !is(Tok::end)) {
    if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else take();
  }
  if (!is(Tok::right_paren)) pos = begin;
  eat(Tok::right_paren);
}

// operator+ as a name, as in `operator+(a, b)`
Operand Parser::parse_operator_name() {
  Declarator d;
  parse_declarator_name(d);
  Symbol* symbol = lookup(d.name);
  if (symbol && symbol->kind == SymbolKind::functions) return name_operand(*symbol, d.name, d.span);
  report(Code::WB3001, d.span, {std::string(d.name)});
  return {};
}

// type "(" ... ")" | type "{" ... "}" | type "::" member
Operand Parser::parse_type_operand() {
  const Span begin = here();
  const Specifiers specs = parse_specifiers(false);
  if (!specs.ok || !specs.has_type) return {};
  if (is(Tok::left_paren) || is(Tok::left_brace)) return expr_operand(parse_functional_cast(specs.type, begin));
  if (!is(Tok::scope) || !module->types.is_record(specs.type)) {
    report(Code::WB2004, begin, {"the type `" + type_name(specs.type) + "`"});
    return {};
  }
  Scope* where = record_info({module->types[specs.type].index}).scope;
  take();
  const Token name = take();
  Symbol* symbol = where ? lookup_in(*where, name.text) : nullptr;
  if (symbol) return name_operand(*symbol, name.text, name.span);
  if (!in_template_pattern) report(Code::WB3003, name.span, {std::string(name.text), type_name(specs.type), "no such member"});
  return {};
}

ExprId Parser::parse_number() {
  Token t = take();
  if (t.text.find('_') != std::string_view::npos) return parse_user_number(*this, t);
  Literal literal = read_number(t.text);
  if (literal.error.kind == LiteralError::Kind::malformed) {
    report(Code::WB1005, t.span, {std::string(t.text), literal.error.detail});
    return {};
  }
  if (literal.error.kind == LiteralError::Kind::too_large) {
    report(Code::WB1006, t.span, {std::string(t.text)});
    return {};
  }
  return make_constant(module->types.scalar(literal.kind), literal.bits, t.span);
}

std::optional<std::string> adjacent_strings(Parser& p) {
  std::string text;
  while (p.is(Tok::string)) {
    Token t = p.take();
    if (t.text[0] == 'L' || t.text[0] == 'U' || (t.text[0] == 'u' && !t.text.starts_with("u8"))) {
      p.report(Code::WB4001, t.span, {"strings of wide characters", "write the string without the letter in front, or an array of numbers"});
      return std::nullopt;
    }
    auto part = read_string(t.text);
    if (!part) {
      p.report(Code::WB1007, t.span, {std::string(t.text)});
      return std::nullopt;
    }
    text += *part;
  }
  return text;
}

ExprId Parser::parse_string() {
  Span begin = here();
  auto text = adjacent_strings(*this);
  return text ? string_node(*this, std::move(*text), span_from(begin)) : ExprId{};
}

ExprId string_node(Parser& p, std::string text, Span span) {
  const TypeId letter = p.module->types.with(p.module->types.scalar(ScalarKind::char_), true, false);
  Expr e = p.node(ExprKind::string_literal, p.module->types.array_of(letter, text.size() + 1), span);
  e.index = static_cast<uint32_t>(p.module->strings.size());
  e.is_lvalue = true;
  p.module->strings.push_back(std::move(text));
  return p.make(std::move(e));
}

// sizeof "(" type ")" | sizeof unary | alignof "(" type ")"
ExprId Parser::parse_sizeof(bool is_alignof) {
  Span begin = take().span;
  Nesting guard(*this);
  if (guard.too_deep) return {};
  if (!is_alignof && is(Tok::ellipsis)) return parse_pack_size(begin);
  TypeId type;
  size_t saved = pos;
  bool is_type = false;
  if (is(Tok::left_paren)) {
    ++pos;
    is_type = is_type_start();
    pos = saved;
  }
  if (is_type) {
    Token open = take();
    auto id = parse_type_id();
    if (id && (is(Tok::left_paren) || is(Tok::left_brace))) {  // sizeof(T(1))
      pos = saved;
      is_type = false;
    } else {
      if (!expect_close(Tok::right_paren, open) || !id) return {};
      type = *id;
    }
  }
  if (!is_type) {
    size_t calls = unfinished_calls.size(), temporaries = fn ? fn->pending.size() : 0;
    ++unevaluated;
    ExprId e = parse_unary();
    --unevaluated;
    unfinished_calls.resize(std::min(calls, unfinished_calls.size()));
    if (fn) fn->pending.resize(std::min(temporaries, fn->pending.size()));  // nothing of it is evaluated
    if (!e) return {};
    type = at(e).type;
  }
  if (module->types[type].kind == TypeKind::reference) type = module->types[type].element;
  if (is_placeholder(type)) return {};
  uint64_t size = is_alignof ? module->types.align_of(type) : module->types.size_of(type);
  if (size == 0) {
    report(Code::WB3045, span_from(begin), {"sizeof", type_name(type), "its size is not known here"});
    return {};
  }
  return make_constant(module->types.scalar(ScalarKind::ulong), size, span_from(begin));
}

// static_cast "<" type ">" "(" expression ")"
ExprId Parser::parse_named_cast(Tok which) {
  Token word = take();
  if (which == Tok::kw_dynamic_cast) {
    refuse_keyword(word);
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
    return {};
  }
  if (!expect(Tok::less, "after the cast's name")) return {};
  auto type = parse_type_id();
  if (!type) {
    while (!is(Tok::left_paren) && !is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace)) take();
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
    return {};
  }
  if (!expect(Tok::greater, "after the type of the cast")) return {};
  Token open = peek();
  if (!expect(Tok::left_paren, "before what is cast")) return {};
  ExprId e = parse_expression();
  if (!expect_close(Tok::right_paren, open) || !e) return {};
  Span span = span_from(word.span);
  const Type target = module->types[*type];
  if (is_function_set(e)) return explicit_cast(e, *type, span, false);
  const Type source = type_of(rvalue(e));
  if (which == Tok::kw_static_cast && target.kind == TypeKind::pointer && source.kind == TypeKind::pointer) {
    TypeId a = module->types.unqualified(source.element), b = module->types.unqualified(target.element);
    if (a != b && !module->types.is_void(a) && !module->types.is_void(b) && !is_derived(a, b) && !is_derived(b, a)) {
      report(Code::WB3008, at(e).span, {type_name(value_type(e)), type_name(*type)}, {{std::nullopt, "`reinterpret_cast` looks at the same bytes as another type"}});
      return {};
    }
  }
  is_reinterpreted = which == Tok::kw_reinterpret_cast;
  ExprId result = explicit_cast(e, *type, span, which != Tok::kw_static_cast);
  is_reinterpreted = false;
  return result;
}

// T(a, b) or T{a, b}
ExprId Parser::parse_functional_cast(TypeId type, Span begin) {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  if (is(Tok::left_brace)) {
    TypeId t = module->types.unqualified(type);
    ExprId e = parse_braced(t, begin);
    if (e) module->exprs[e.v].span = span_from(begin);
    return e;
  }
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  Span span = span_from(begin);
  if (is_placeholder(type)) return {};
  if (module->types.is_record(type)) return construct(module->types.unqualified(type), std::move(arguments), span, false);
  if (arguments.empty()) return value_initialised(type, span);
  if (arguments.size() > 1) {
    report(Code::WB3010, span, {type_name(type), "1", std::to_string(arguments.size()), ""});
    return {};
  }
  return explicit_cast(arguments[0], type, span, true);
}

// threadIdx and its kin as a whole: a uint3 (blockDim and gridDim: dim3) made of its three registers.
ExprId Parser::special_value(std::string_view name, Span span) {
  if (name == "warpSize") {
    Expr e = node(ExprKind::special, module->types.scalar(ScalarKind::int_), span);
    e.special = Special::warp_size;
    return make(std::move(e));
  }
  int base = name == "threadIdx" ? 0 : name == "blockIdx" ? 3 : name == "blockDim" ? 6 : 9;
  Expr list = node(ExprKind::init_list, *vector_type(base >= 6 ? "dim3" : "uint3"), span);
  for (int axis = 0; axis < 3; ++axis) {
    Expr e = node(ExprKind::special, module->types.scalar(ScalarKind::uint), span);
    e.special = static_cast<Special>(base + axis);
    list.args.push_back(make(std::move(e)));
  }
  return make(std::move(list));
}

}  // namespace wb
