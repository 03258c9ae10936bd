// Namespaces, using, typedef, static_assert, extern "C".
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

namespace {

// "::"? name ("::" name)*: the namespace at the path's end; null: one of the names is no namespace that is known.
Scope* parse_namespace_path(Parser& p) {
  Scope* where = nullptr;
  p.eat(Tok::scope);
  while (p.is(Tok::identifier)) {
    const Token name = p.take();
    const Symbol* symbol = where ? p.lookup_in(*where, name.text) : p.lookup(name.text);
    where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
    if (!where || !p.eat(Tok::scope)) break;
  }
  return where;
}

// "=" path ";", behind the alias's name. One of an unknown namespace is named when it is used.
void parse_namespace_alias(Parser& p, const Token& name) {
  p.take();
  Symbol alias;
  alias.kind = SymbolKind::name_space;
  alias.span = name.span;
  alias.scope = parse_namespace_path(p);
  while (!p.is(Tok::semicolon) && !p.is(Tok::end)) p.take();
  p.eat(Tok::semicolon);
  if (alias.scope) p.declare(name.text, alias, true);
}

// The namespace of this name in `around`, which may be open for the second time.
Scope* open_namespace(Parser& p, Scope& around, const Token& name) {
  const Symbol* symbol = p.lookup_in(around, name.text);
  if (symbol && symbol->kind == SymbolKind::name_space) return symbol->scope;
  Symbol made;
  made.kind = SymbolKind::name_space;
  made.span = name.span;
  made.scope = p.new_scope(Scope::Kind::name_space, &around);
  made.scope->name = name.text;
  around.names[name.text] = made;
  return made.scope;
}

// What stands in a namespace without a name is found from around it.
Scope* open_unnamed_namespace(Parser& p) {
  Scope* made = p.new_scope(Scope::Kind::name_space, p.scope);
  p.scope->used.push_back(made);
  return made;
}

// declaration* "}", behind `open`
void parse_declarations(Parser& p, const Token& open) {
  while (!p.is(Tok::right_brace) && !p.is(Tok::end) && !p.is_full() && !p.stopped) {
    const size_t before = p.pos;
    p.parse_top_level();
    p.drain_queue();
    if (p.pos == before) p.take();
  }
  if (!p.eat(Tok::right_brace) && !p.is_full() && !p.stopped) p.report(Code::WB2003, open.span, {"{", "}"});
}

}  // namespace

// namespace = "namespace" name? ("::" name)* "{" declaration* "}" | "namespace" name "=" path ";"
void Parser::parse_namespace() {
  take();
  if (is(Tok::identifier) && kind(1) == Tok::equal) {
    const Token name = take();
    return parse_namespace_alias(*this, name);
  }
  Scope* inner = is(Tok::identifier) ? scope : open_unnamed_namespace(*this);
  while (is(Tok::identifier)) {
    const Token name = take();
    inner = open_namespace(*this, *inner, name);
    if (!eat(Tok::scope)) break;
    eat(Tok::kw_inline);
  }
  const Token open = peek();
  if (!expect(Tok::left_brace, "after the namespace's name")) return;
  InScope inside(*this, inner);
  parse_declarations(*this, open);
}

void Parser::parse_namespace_used(std::string_view name) {
  Scope* around = scope;
  parse_namespace();
  Symbol* symbol = lookup_in(*around, name);
  if (symbol && symbol->kind == SymbolKind::name_space && std::find(around->used.begin(), around->used.end(), symbol->scope) == around->used.end()) around->used.push_back(symbol->scope);
}

void Parser::parse_extern_c() {
  take();
  take();
  const Token open = take();
  parse_declarations(*this, open);
}

namespace {

// A name from elsewhere becomes one of this scope's; functions stand beside those that are there already.
void bring(Scope& into, std::string_view name, const Symbol& symbol) {
  const auto [known, is_new] = into.names.try_emplace(name, symbol);
  if (is_new || known->second.kind != SymbolKind::functions || symbol.kind != SymbolKind::functions) return;
  std::vector<FunctionDecl*>& all = known->second.functions;
  for (FunctionDecl* f : symbol.functions)
    if (std::find(all.begin(), all.end(), f) == all.end()) all.push_back(f);
}

// using Base::operator();  using Bases::operator()...;  the cursor at the `::` behind the name of the base, or of the pack of them.
void bring_operators(Parser& p, const Symbol& bases) {
  std::vector<Symbol> each;
  if (!bases.is_pack) each.push_back(bases);
  else if (bases.elements) each = *bases.elements;
  p.take();
  Declarator d;
  p.parse_declarator_name(d);
  for (const Symbol& base : each) {
    if (base.kind != SymbolKind::type || !p.module->types.is_record(base.type)) continue;
    Scope* members = p.record_info({p.module->types[base.type].index}).scope;
    const Symbol* found = members ? p.lookup_in(*members, d.name) : nullptr;
    if (found) bring(*p.scope, d.name, Symbol(*found));
  }
}

// using enum X: its enumerators without X:: (C++20)
void parse_using_enum(Parser& p) {
  p.take();
  Specifiers specs;
  const bool ok = p.is_type_start() && p.parse_named_type(specs) && p.module->types[specs.type].kind == TypeKind::enumeration;
  const Symbol* symbol = ok ? p.lookup(p.module->types.enums[p.module->types[specs.type].index].name) : nullptr;
  if (symbol && symbol->scope) p.scope->used.push_back(symbol->scope);
}

// An unknown namespace belongs to a library: its names are refused where they are used.
void parse_used_namespace(Parser& p) {
  Scope* where = parse_namespace_path(p);
  if (where && where != p.scope) p.scope->used.push_back(where);
}

// name "=" type. A type of the host's that is not understood has a name all the same.
void parse_type_alias(Parser& p) {
  const Token name = p.take();
  p.take();
  const bool is_host = !p.fn && !p.current_record;
  std::optional<TypeId> type;
  {
    std::optional<Parser::Quiet> silent;
    if (is_host) silent.emplace(p);
    type = p.parse_type_id();
  }
  if (type && p.is(Tok::left_paren)) type = p.parse_function_type(*type);  // using op = float(float)
  Symbol symbol;
  symbol.span = name.span;
  if (type) symbol.kind = SymbolKind::type, symbol.type = *type;
  else if (is_host) symbol.kind = SymbolKind::host;
  const Symbol* before = p.lookup_in(*p.scope, name.text);
  p.declare(name.text, symbol, before && symbol.kind == SymbolKind::type && before->kind == SymbolKind::type && before->type == symbol.type);
  if (!type)
    while (!p.is(Tok::semicolon) && !p.is(Tok::end) && !p.is(Tok::right_brace)) p.take();
}

TypeId base_of(const Parser& p, uint32_t i) { return p.module->types.records[p.current_record->v].fields[i].type; }
// The scope of the class's base that is an instance of this template; null: it has none.
Scope* scope_of_base(Parser& p, std::string_view tmpl) {
  Scope* found = nullptr;
  for (uint32_t i = 0; i < p.record_info(*p.current_record).base_count; ++i) {
    const RecordId base{p.module->types[base_of(p, i)].index};
    const std::string& full = p.module->types.records[base.v].name;
    if (full.substr(0, full.find('<')) == tmpl) found = p.record_info(base).scope;
  }
  return found;
}
void inherit_constructors_of(Parser& p, const Scope* base, Span span) {
  for (uint32_t i = 0; i < p.record_info(*p.current_record).base_count; ++i)
    if (p.record_info({p.module->types[base_of(p, i)].index}).scope == base) p.inherit_constructors(*p.current_record, i, span);
}

// scope "::" name, also of a base: its members, its operators, its constructors
void parse_used_name(Parser& p) {
  Scope* where = nullptr;
  std::string_view named;  // the last step of the path
  p.eat(Tok::scope);
  while (p.is(Tok::identifier)) {
    const Token name = p.take();
    const std::string_view before = std::exchange(named, name.text);
    const Symbol* symbol = where ? p.lookup_in(*where, name.text) : p.lookup(name.text);
    if (symbol && p.is(Tok::scope) && p.kind(1) == Tok::kw_operator && p.current_record) return bring_operators(p, *symbol);
    if (p.eat(Tok::scope)) {
      where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
      if (symbol && symbol->kind == SymbolKind::type && p.module->types.is_record(symbol->type)) where = p.record_info({p.module->types[symbol->type].index}).scope;
      if (!where) return;
      continue;
    }
    if (p.is(Tok::less)) p.pos = std::max(p.skip_template_list(p.pos), p.pos);
    if (p.current_record && p.eat(Tok::scope)) {  // using Base<T>::name
      if (Scope* base = scope_of_base(p, name.text)) where = base;
      if (!where) return;
      continue;
    }
    if (p.current_record && where && where->kind == Scope::Kind::record && (where->name == name.text || before == name.text)) return inherit_constructors_of(p, where, name.span);
    if (!symbol || symbol->kind == SymbolKind::name_space) return;
    bring(*p.scope, name.text, *symbol);
    if (p.scope->kind == Scope::Kind::record) p.note_access(*p.scope, name.text);
    return;
  }
}

}  // namespace

// using = "using" "namespace" name ";" | "using" name "=" type ";" | "using" scope "::" name ";"
void Parser::parse_using() {
  if (is(Tok::kw_namespace)) return parse_namespace();  // an alias inside a function
  take();
  if (is(Tok::kw_enum)) return parse_using_enum(*this), expect_semicolon("after `using enum`"), void();
  if (eat(Tok::kw_namespace)) parse_used_namespace(*this);
  else if (is(Tok::identifier) && kind(1) == Tok::equal) parse_type_alias(*this);
  else parse_used_name(*this);
  while (!is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace) && !peek().line_start) take();
  expect_semicolon("after `using`");
}

// typedef = "typedef" specifiers declarator ,* ";"
void Parser::parse_typedef() {
  bool is_host = !fn && !current_record;
  size_t begin = pos, end = pos;
  bool is_device = is_device_declaration(begin, end);
  std::optional<Quiet> silent;
  if (is_host && !is_device) silent.emplace(*this);
  take();
  Specifiers specs = parse_specifiers(false);
  bool ok = specs.ok && specs.has_type;
  while (ok) {
    FunctionContext* outer = fn;
    fn = nullptr;  // `(` starts parameters here, also inside a function
    Declarator d = parse_declarator(specs);
    fn = outer;
    Symbol symbol;
    symbol.span = d.span;
    if (d.name.empty()) {
      ok = false;
      break;
    }
    if (d.ok && d.is_function) {  // typedef float op(float);
      std::vector<TypeId> parameters;
      for (const ParameterDecl& p : d.parameters) parameters.push_back(module->types.unqualified(p.type));
      symbol.kind = SymbolKind::type;
      symbol.type = module->types.function_of(d.function_result, std::move(parameters));
    } else if (d.ok) {
      symbol.kind = SymbolKind::type;
      symbol.type = d.type;
      // typedef struct {...} Name: the name is the type's own.
      const Type made = module->types[d.type];
      if (made.kind == TypeKind::record && module->types.records[made.index].name.empty()) module->types.records[made.index].name = std::string(d.name);
      if (made.kind == TypeKind::enumeration && module->types.enums[made.index].name.empty()) module->types.enums[made.index].name = std::string(d.name);
    } else {
      symbol.kind = is_host ? SymbolKind::host : SymbolKind::broken;
    }
    Symbol* old = lookup_in(*scope, d.name);
    declare(d.name, symbol, old && old->kind == SymbolKind::type && old->type == symbol.type);
    if (!eat(Tok::comma)) break;
  }
  if (!ok && !silent) {
    if (specs.ok && !specs.has_type && is(Tok::identifier)) report_unknown_type(peek().text, here());
    skip_statement();
    return;
  }
  if (silent) {
    bool failed = !ok || silent->failed();
    silent.reset();
    if (failed) {
      declare_host_names(begin + 1, end);
      pos = end;
      return;
    }
  }
  expect_semicolon("after `typedef`");
}

// static_assert = "static_assert" "(" constant ("," text)? ")" ";"
void Parser::parse_static_assert() {
  Span begin = take().span;
  Token open = peek();
  size_t behind = skip_balanced(pos);
  bool is_host = !fn && !current_record;
  std::optional<Quiet> silent;
  if (is_host) silent.emplace(*this);
  if (!expect(Tok::left_paren, "after `static_assert`")) return;
  Span condition_begin = here();
  if (fn) ++fn->constant_depth;
  ExprId e = to_bool(parse_conditional());
  if (fn) --fn->constant_depth;
  Span condition = span_from(condition_begin);
  auto value = evaluate(e);
  silent.reset();
  std::string text;
  if (eat(Tok::comma) && is(Tok::string)) text = ": " + std::string(take().text);
  if (value && *value == 0) report(Code::WB3039, condition, {text});
  else if (e && !value && !is_host) {
    std::string why;
    Span span = why_not_constant(e, why);
    report(Code::WB3040, span, {why});
  }
  pos = std::max(pos, behind);
  (void)open;
  (void)begin;
  expect_semicolon("after `static_assert(...)`");
}

}  // namespace wb
