// Parameters of functions and the scope that they make.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

// parameters = ( "void" | parameter ("," parameter)* )? ")"
std::vector<ParameterDecl> Parser::parse_parameters(bool& ok, Declarator* declarator) {
  std::vector<ParameterDecl> parameters;
  const Token open = tokens[pos - 1];
  struct Reset {
    int& value;
    int before;
    ~Reset() { value = before; }
  } reset{auto_parameter, std::exchange(auto_parameter, -1)};
  int autos = 0;
  if (is(Tok::kw_void) && kind(1) == Tok::right_paren) take();
  if (eat(Tok::right_paren)) return parameters;
  do {
    const size_t ellipsis = look_at_parameter(autos);
    if (ellipsis) {
      ok &= parse_parameter_pack(parameters, ellipsis, declarator);
    } else if (is(Tok::ellipsis)) {
      ok = report(Code::WB4001, here(), {"functions with any number of arguments", "pass an array and its length"});
      take();
      break;
    } else if (is_type_start() || is(Tok::kw_grid_constant) || is(Tok::kw_register) || is(Tok::kw_restrict)) {
      ok &= parse_parameter(parameters);
    } else {
      ok = false;
      refuse_parameter();
    }
  } while (eat(Tok::comma));
  if (!expect_close(Tok::right_paren, open)) ok = false;
  return parameters;
}

// The parameter at the cursor before it is read: where its `...` is, 0 if it is no pack. Its `auto` is the next of the generic parameters.
size_t Parser::look_at_parameter(int& autos) {
  const bool is_generic = lookup(auto_name(0)) != nullptr;
  if (!has_packs && !is_generic) return 0;
  size_t dots = 0;
  const size_t end = element_end(pos, false);
  bool has_auto = false;
  for (size_t i = pos; i < end && tokens[i].kind != Tok::equal; ++i) {
    has_auto |= tokens[i].kind == Tok::kw_auto;
    if (tokens[i].kind == Tok::ellipsis && i > pos && (i + 1 == end || (i + 2 == end && tokens[i + 1].kind == Tok::identifier))) dots = i;
  }
  auto_parameter = is_generic && has_auto ? autos++ : -1;
  return dots;
}

// parameter = specifiers declarator ("=" value)?
bool Parser::parse_parameter(std::vector<ParameterDecl>& parameters) {
  Specifiers specs = parse_specifiers(false);
  Declarator d = parse_declarator(specs, true);
  ParameterDecl p;
  p.name = d.name;
  p.span = d.span;
  p.type = d.type;
  p.is_restrict = d.is_restrict;
  bool ok = specs.ok && d.ok;
  if (ok && specs.is_auto) ok = report(Code::WB3058, specs.type_span);
  else if (ok && !is_being_defined(d.type)) ok = check_object_type(d.type, d);
  if (module->types[p.type].kind == TypeKind::function) p.type = module->types.pointer_to(p.type);
  if (module->types.is_array(p.type)) p.type = module->types.pointer_to(module->types[p.type].element);
  if (eat(Tok::equal)) {
    p.default_begin = pos;
    skip_default();
  } else if (!parameters.empty() && parameters.back().default_begin != 0) {
    ok = report(Code::WB3067, p.span, {std::string(p.name)});
  }
  parameters.push_back(std::move(p));
  return ok;
}

// Its value is read where a call leaves it out.
void Parser::skip_default() {
  while (!is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::end) && !is(Tok::semicolon)) {
    if (is(Tok::left_paren) || is(Tok::left_brace) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else if (is(Tok::less) && pos > 0 && tokens[pos - 1].kind == Tok::identifier) pos = std::max(skip_template_list(pos), pos + 1);
    else take();
  }
}

// What is no type: why, and on to the next parameter.
void Parser::refuse_parameter() {
  if (is(Tok::identifier)) {
    Symbol* symbol = lookup(peek().text);
    if (symbol && symbol->kind == SymbolKind::host) report_host_name(*symbol, peek().text, here());
    else if (symbol && symbol->kind == SymbolKind::name_space && symbol->scope == std_scope && kind(1) == Tok::scope) refuse_std(peek(2).text, cover(here(), peek(2).span));
    else if (!symbol || symbol->kind != SymbolKind::broken) report_unknown_type(peek().text, here());
  } else {
    report(Code::WB2006, here(), {found()});
  }
  while (!is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) {
    if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    else take();
  }
}

// parameter-pack = specifiers pointer-operators "..." name?      `declarator`, if given, gets its name and its place.
bool Parser::parse_parameter_pack(std::vector<ParameterDecl>& parameters, size_t ellipsis, Declarator* declarator) {
  const std::string_view name = tokens[ellipsis + 1].kind == Tok::identifier ? tokens[ellipsis + 1].text : std::string_view();
  const Span span = tokens[ellipsis + 1].span;
  const size_t first = parameters.size();
  const bool ok = expand(ellipsis, [&] { return parse_pack_parameter(parameters, name, span); });
  if (is(Tok::identifier)) take();
  if (declarator) {
    declarator->pack_name = name;
    declarator->pack_begin = first;
    declarator->pack_count = parameters.size() - first;
  }
  while (!ok && !is(Tok::comma) && !is(Tok::right_paren) && !is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
  return ok;
}

// One element of a parameter pack, or the pack itself where a signature is read as a pattern. The cursor ends at the ellipsis.
bool Parser::parse_pack_parameter(std::vector<ParameterDecl>& parameters, std::string_view name, Span span) {
  Specifiers specs = parse_specifiers(false);
  if (!specs.ok || !specs.has_type) return false;
  Declarator d;
  d.span = span;
  d.type = parse_pointer_operators(d, specs.type);
  if (!d.ok || (!is_being_defined(d.type) && !check_object_type(d.type, d))) return false;
  ParameterDecl p;
  p.name = name;
  p.span = span;
  p.type = d.type;
  p.is_restrict = d.is_restrict;
  p.is_pack = true;
  parameters.push_back(std::move(p));
  return true;
}

// The parameters' names, for a result type that is computed from them.
Scope* Parser::parameter_scope(const Declarator& d) {
  Scope* inner = new_scope(Scope::Kind::block, scope);
  InScope inside(*this, inner);
  std::vector<ParameterDecl> parameters = d.parameters;
  for (ParameterDecl& p : parameters) p.var = add_variable(std::string(p.name), p.type, Storage::parameter, p.span);
  Quiet silent(*this);
  declare_parameters(parameters, d.pack_name, d.pack_begin, d.pack_count);
  return inner;
}

void Parser::declare_parameters(const std::vector<ParameterDecl>& parameters, std::string_view pack_name, size_t pack_begin, size_t pack_count) {
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ParameterDecl& p = parameters[i];
    if (p.name.empty() || (p.is_pack && p.name == pack_name)) continue;
    Symbol symbol;
    symbol.kind = SymbolKind::variable;
    symbol.var = p.var;
    symbol.span = p.span;
    declare(p.name, symbol);
  }
  if (pack_name.empty()) return;
  Symbol pack;
  pack.kind = SymbolKind::variable;
  pack.is_pack = true;
  bool is_pattern = pack_count == 1 && is_placeholder(parameters[pack_begin].type) && in_template_pattern;
  if (!is_pattern) {
    pack.elements = std::make_shared<std::vector<Symbol>>();
    for (size_t i = pack_begin; i < pack_begin + pack_count && i < parameters.size(); ++i) {
      Symbol element;
      element.kind = SymbolKind::variable;
      element.var = parameters[i].var;
      element.span = parameters[i].span;
      pack.elements->push_back(element);
    }
  }
  declare(pack_name, pack);
}

}  // namespace wb
