// `.name` and `->name`: a field, a method, a constant of the class; or one of x, y, z of the built-in variables.
#include <algorithm>
#include <array>

#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {

namespace {

// p->Base::f: of that class, whatever the object's own one overrides.
ExprId qualified_member(Parser& p, ExprId object) {
  const ExprId base = object ? parse_qualified_object(p, object) : ExprId{};
  if (!base) return {};
  if (!p.is(Tok::identifier) && !p.is(Tok::kw_operator)) return p.report(Code::WB2005, p.here(), {p.found()}), ExprId{};
  const Parser::MemberName name = p.parse_member_name();
  const ExprId member = p.named_member(base, name, cover(p.at(base).span, name.span));
  if (p.pending_method) p.pending_method->is_qualified = true;
  return member;
}

}  // namespace

// ... "." name: a field; or a method, which is left in `pending_method`.
ExprId Parser::parse_member_access(Operand operand, bool is_arrow) {
  eat(Tok::kw_template);
  if (is(Tok::tilde)) return parse_destructor_call(operand, is_arrow);
  if (!is(Tok::identifier) && !is(Tok::kw_operator)) {
    report(Code::WB2005, here(), {found()});
    return {};
  }
  if (operand.expr && is(Tok::identifier) && kind(1) == Tok::scope) return qualified_member(*this, is_arrow ? pointed_object(operand.expr, {peek().text, here()}) : operand.expr);
  const MemberName name = parse_member_name();
  if (operand.kind == Operand::Kind::special) return coordinate(operand, name);
  if (!operand.expr) {
    if (is(Tok::less) && skip_template_list(pos) > pos && tokens[skip_template_list(pos)].kind == Tok::left_paren) pos = skip_template_list(pos);
    return {};
  }
  const Span span = cover(at(operand.expr).span, name.span);
  const ExprId object = is_arrow ? pointed_object(operand.expr, name) : operand.expr;
  return object ? named_member(object, name, span) : ExprId{};
}

// name | "operator" sign
Parser::MemberName Parser::parse_member_name() {
  if (!is(Tok::kw_operator)) {
    const Token t = take();
    return {t.text, t.span};
  }
  Declarator d;
  parse_declarator_name(d);
  return {d.name, d.span};
}

// threadIdx.x and its like.
ExprId Parser::coordinate(const Operand& variable, const MemberName& name) {
  static constexpr std::array<std::string_view, 4> variables = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  const auto which = static_cast<size_t>(std::find(variables.begin(), variables.end(), variable.name) - variables.begin());
  if (which == variables.size()) return {};
  const char axis = name.text.size() == 1 ? name.text[0] : '\0';
  if (axis >= 'x' && axis <= 'z') {
    Expr e = node(ExprKind::special, module->types.scalar(ScalarKind::uint), cover(variable.span, name.span));
    e.special = static_cast<Special>(3 * which + static_cast<size_t>(axis - 'x'));
    return make(std::move(e));
  }
  if (axis >= 'X' && axis <= 'Z') report(Code::WB3004, name.span, {std::string(name.text), std::string(variable.name), std::string(1, static_cast<char>(axis | 0x20))});
  else report(Code::WB3003, name.span, {std::string(name.text), std::string(variable.name), "x, y and z"});
  return {};
}

// What `object->` leads to: through a pointer, or through the class's own operator->.
ExprId Parser::pointed_object(ExprId object, const MemberName& name) {
  if (type_of(object).kind == TypeKind::record) {
    bool handled = false;
    const ExprId pointer = user_operator("->", {object}, name.span, handled);
    if (handled) object = pointer;
    if (!object) return {};
  }
  if (type_of(object).kind == TypeKind::record) {
    report_wrong_access("->", ".", object, name);
    return {};
  }
  const ExprId pointer = rvalue(object);
  if (!pointer) return {};
  if (!module->types.is_pointer(at(pointer).type)) {
    report(Code::WB3042, at(pointer).span, {type_name(at(pointer).type)});
    return {};
  }
  return dereference(pointer, at(pointer).span, true);
}

void Parser::report_wrong_access(const char* written, const char* meant, ExprId object, const MemberName& name) {
  const std::string text(sources->text(sources->outermost(at(object).span)));
  report(Code::WB3044, name.span, {written, type_name(at(object).type), text + meant + std::string(name.text)});
}

ExprId Parser::named_member(ExprId object, const MemberName& name, Span span) {
  const Type type = type_of(object);
  if (type.kind == TypeKind::pointer && module->types.is_record(type.element)) {
    report_wrong_access(".", "->", object, name);
    return {};
  }
  if (type.kind != TypeKind::record) {
    if (!in_template_pattern) report(Code::WB3043, at(object).span, {type_name(at(object).type)});
    return {};
  }
  if (is_placeholder(at(object).type)) return {};
  const RecordId named_in{type.index};
  Scope* members = record_info(named_in).scope;
  Symbol* symbol = members ? lookup_in(*members, name.text) : nullptr;
  if (!symbol) {
    report_no_member(object, name);
    return {};
  }
  if (symbol->kind == SymbolKind::functions) return leave_method(object, *symbol, name, named_in);
  if (!check_access(named_in, name.text, nullptr, name.span)) return {};
  if (symbol->is_host_constant) return host_constant(*symbol, name.text, span);
  if (symbol->is_field) return member_of(object, symbol->owner, symbol->field, span);  // also of a base or an anonymous member
  if (symbol->kind == SymbolKind::value) return make_constant(symbol->type, symbol->bits, span);
  if (symbol->kind == SymbolKind::variable) return name_variable(symbol->var, span);
  if (symbol->kind != SymbolKind::broken) report(Code::WB2018, name.span, {std::string(name.text)});
  return {};
}

// A method waits for its arguments.
ExprId Parser::leave_method(ExprId object, const Symbol& symbol, const MemberName& name, RecordId named_in) {
  Operand method;
  method.kind = Operand::Kind::functions;
  method.functions = symbol.functions;
  method.name = name.text;
  method.span = name.span;
  method.object = object_address(object);
  method.named_in = named_in;
  if (is(Tok::less) && looks_like_template_arguments()) {
    Span last;
    if (!parse_template_arguments(method.template_arguments, last)) return {};
    method.has_template_arguments = true;
  }
  pending_method = std::move(method);
  return {};
}

void Parser::report_no_member(ExprId object, const MemberName& name) {
  constexpr size_t most_listed = 8;
  std::vector<std::string_view> names;
  std::string known;
  for (const Field& f : module->types.records[type_of(object).index].fields) {
    names.push_back(f.name);
    if (names.size() <= most_listed) known += (known.empty() ? "`" : ", `") + f.name + "`";
  }
  const std::string meant = best_match(name.text, names);
  const std::string record = type_name(module->types.unqualified(at(object).type));
  if (!meant.empty()) report(Code::WB3004, name.span, {std::string(name.text), record, meant});
  else report(Code::WB3003, name.span, {std::string(name.text), record, known.empty() ? "no members" : known});
}

}  // namespace wb
