// Structured bindings: `auto [a, b] = value;` makes one variable without a name, of which the names are parts.
#include "simulator/language/parser.h"

namespace wb {

namespace {

// std::tuple and std::array, and cuda::std's: their parts are what `get<I>` gives [dcl.struct.bind]/4. How many; none: it is no such class.
std::optional<uint64_t> parts_by_get(const Parser& p, const Type& type) {
  if (type.kind != TypeKind::record || type.index >= p.records.size()) return std::nullopt;
  const RecordInfo& info = p.records[type.index];
  if (!info.tmpl || !p.is_library(info.tmpl->span)) return std::nullopt;
  if (info.tmpl->name == "tuple" && !info.arguments.empty()) return info.arguments[0].pack.size();
  if (info.tmpl->name == "array" && info.arguments.size() == 2) return info.arguments[1].bits;
  return std::nullopt;
}

}  // namespace

bool Parser::at_bindings(const Specifiers& specs) const {
  return specs.is_auto && (is(Tok::left_bracket) || ((is(Tok::amp) || is(Tok::amp_amp)) && kind(1) == Tok::left_bracket));
}

// names = "[" name ,* "]"
std::vector<Token> Parser::parse_binding_names() {
  std::vector<Token> names;
  Token open = take();
  while (is(Tok::identifier)) {
    names.push_back(take());
    if (!eat(Tok::comma)) break;
  }
  if (!expect_close(Tok::right_bracket, open)) names.clear();
  return names;
}

bool Parser::declare_bindings(const std::vector<Token>& names, VarId var) {
  TypeId id = module->variables[var.v].type;
  if (module->types[id].kind == TypeKind::reference) id = module->types[id].element;
  const Type type = module->types[id];
  uint64_t parts = type.kind == TypeKind::array ? type.count : type.kind == TypeKind::record ? module->types.records[type.index].fields.size() : 0;
  parts = parts_by_get(*this, type).value_or(parts);
  bool fits = parts == names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    Symbol symbol;
    symbol.span = names[i].span;
    if (fits) {
      symbol.kind = SymbolKind::variable;
      symbol.var = var;
      symbol.binding = static_cast<int>(i);
    }
    declare(names[i].text, symbol);
  }
  if (fits || names.empty()) return fits;
  return report(Code::WB3083, cover(names.front().span, names.back().span), {std::to_string(names.size()), type_name(id), std::to_string(parts)});
}

// What a structured binding's name stands for.
ExprId Parser::binding_value(const Symbol& symbol, Span span) {
  ExprId whole = name_variable(symbol.var, span);
  if (!whole) return {};
  if (module->types.is_array(at(whole).type)) return build_subscript(whole, make_constant(module->types.scalar(ScalarKind::int_), static_cast<uint64_t>(symbol.binding), span), span);
  if (parts_by_get(*this, type_of(whole))) {
    TemplateArgument index;
    index.is_type = false;
    index.type = module->types.scalar(ScalarKind::ulong);
    index.bits = static_cast<uint64_t>(symbol.binding);
    index.is_known = true;
    const Scope* home = records[type_of(whole).index].tmpl->scope;  // wb_host: std::tuple in a host program
    return call_library(home->name == "wb_host" ? "wb_host" : home == std_scope ? "std" : "cuda::std", "get", {index}, {whole}, span);
  }
  return make_member(whole, static_cast<uint32_t>(symbol.binding), span);
}

// auto [a, b] = value;    The value lives in a variable without a name; the names stand for its parts.
void Parser::parse_bindings(const Specifiers& specs, std::vector<StmtId>& list, bool is_statement) {
  bool by_reference = eat(Tok::amp), by_any = !by_reference && eat(Tok::amp_amp);
  std::vector<Token> names = parse_binding_names();
  Token open = peek();
  ExprId e;
  if (!names.empty() && (eat(Tok::equal) || eat(Tok::left_brace) || eat(Tok::left_paren))) {
    e = parse_assignment();
    if (e && open.kind != Tok::equal && !expect_close(open.kind == Tok::left_brace ? Tok::right_brace : Tok::right_paren, open)) e = {};
  } else if (!names.empty()) {
    report(Code::WB3058, specs.type_span);
  }
  ExprId init;
  TypeId type;
  if (e && (by_reference || by_any)) {
    bool is_value = !at(e).is_lvalue || at(e).is_xvalue;
    type = module->types.reference_to(module->types.with(at(e).type, specs.is_const, specs.is_volatile), by_any && is_value);
    init = bind_reference(e, type, at(e).span);
  } else if (e) {
    type = module->types.with(module->types.unqualified(at(e).type), specs.is_const, specs.is_volatile);
    init = copy_of(e);
  }
  if (!init) {
    for (const Token& name : names) {
      Symbol broken;
      broken.span = name.span;
      declare(name.text, broken);
    }
    skip_statement();
    return;
  }
  Span span = cover(names.front().span, names.back().span);
  VarId var = add_variable("binding", type, Storage::local, span);
  module->variables[var.v].is_temporary = true;
  module->variables[var.v].init = init;
  Stmt s;
  s.kind = StmtKind::declaration;
  s.var = var;
  s.span = span_from(specs.begin);
  list.push_back(make_stmt(s));
  declare_bindings(names, var);
  if (is_statement) expect_semicolon("after this declaration");
}

}  // namespace wb
