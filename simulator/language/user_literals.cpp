#include "simulator/language/user_literals.h"

#include "simulator/language/literals.h"
#include "simulator/language/scalar_math.h"

namespace wb {
namespace {

ExprId call_literal_operator(Parser& p, std::string_view suffix, std::vector<ExprId> arguments, Span span) {
  const std::string_view name = p.keep("operator\"\"" + std::string(suffix));
  const Symbol* symbol = p.lookup(name);
  if (!symbol || symbol->kind != SymbolKind::functions) {
    p.report(Code::WB3001, span, {std::string(name)});
    return {};
  }
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.functions = symbol->functions;
  callee.name = name;
  callee.span = span;
  return p.resolve_call(callee, std::move(arguments), span);
}

}  // namespace

ExprId parse_user_number(Parser& p, const Token& number) {
  const size_t begin = number.text.find('_');
  const Literal literal = read_number(number.text.substr(0, begin));
  if (literal.error.kind != LiteralError::Kind::none) {
    p.report(Code::WB1005, number.span, {std::string(number.text), literal.error.detail});
    return {};
  }
  const ScalarKind kind = is_floating(literal.kind) ? ScalarKind::double_ : ScalarKind::ulonglong;  // `long double` is a double in device code
  const ExprId value = p.make_constant(p.module->types.scalar(kind), convert_scalar(literal.kind, kind, literal.bits), number.span);
  return call_literal_operator(p, number.text.substr(begin), {value}, number.span);
}

bool at_literal_suffix(const Parser& p) { return p.is(Tok::identifier) && !p.peek().space_before && p.peek().text.starts_with('_'); }

ExprId parse_literal_suffix(Parser& p, ExprId value, size_t length) {
  if (!value || !at_literal_suffix(p)) return value;
  const Token suffix = p.take();
  const Span span = cover(p.at(value).span, suffix.span);
  std::vector<ExprId> arguments{value};
  if (length) arguments.push_back(p.make_constant(p.module->types.scalar(ScalarKind::ulong), length - 1, span));
  return call_literal_operator(p, suffix.text, std::move(arguments), span);
}

}  // namespace wb
