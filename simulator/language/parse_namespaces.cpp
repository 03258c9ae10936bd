// Namespaces, using, typedef, static_assert, extern "C".
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

// namespace = "namespace" name? ("::" name)* "{" declaration* "}" | "namespace" name "=" name ";"
void Parser::parse_namespace() {
  take();
  Scope* inner = scope;
  bool is_named = false;
  while (is(Tok::identifier)) {
    Token name = take();
    is_named = true;
    if (is(Tok::equal)) {  // an alias
      take();
      Symbol alias;
      alias.kind = SymbolKind::name_space;
      alias.span = name.span;
      Scope* where = nullptr;
      while (is(Tok::identifier) || is(Tok::scope)) {
        if (eat(Tok::scope)) continue;
        Token part = take();
        Symbol* symbol = where ? lookup_in(*where, part.text) : lookup(part.text);
        where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
        if (!where) break;
      }
      while (!is(Tok::semicolon) && !is(Tok::end)) take();
      eat(Tok::semicolon);
      if (where) {
        alias.scope = where;
        declare(name.text, alias, true);
      }
      return;  // an unknown one is named when it is used
    }
    Symbol* symbol = lookup_in(*inner, name.text);
    if (!symbol || symbol->kind != SymbolKind::name_space) {
      Symbol made;
      made.kind = SymbolKind::name_space;
      made.span = name.span;
      made.scope = new_scope(Scope::Kind::name_space, inner);
      made.scope->name = name.text;
      inner->names[name.text] = made;
      inner = made.scope;
    } else {
      inner = symbol->scope;
    }
    if (!eat(Tok::scope)) break;
    eat(Tok::kw_inline);
  }
  if (!is_named) {
    Scope* made = new_scope(Scope::Kind::name_space, scope);
    scope->used.push_back(made);
    inner = made;
  }
  Token open = peek();
  if (!expect(Tok::left_brace, "after the namespace's name")) return;
  InScope inside(*this, inner);
  while (!is(Tok::right_brace) && !is(Tok::end) && !is_full() && !stopped) {
    size_t before = pos;
    parse_top_level();
    drain_queue();
    if (pos == before) take();
  }
  if (!eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, open.span, {"{", "}"});
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
  Token open = take();
  while (!is(Tok::right_brace) && !is(Tok::end) && !is_full() && !stopped) {
    size_t before = pos;
    parse_top_level();
    drain_queue();
    if (pos == before) take();
  }
  if (!eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, open.span, {"{", "}"});
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

}  // namespace

// using = "using" "namespace" name ";" | "using" name "=" type ";" | "using" scope "::" name ";"
void Parser::parse_using() {
  if (is(Tok::kw_namespace)) return parse_namespace();  // an alias inside a function
  take();
  if (is(Tok::kw_enum)) {  // using enum X: its enumerators without X:: (C++20)
    take();
    Specifiers specs;
    bool ok = is_type_start() && parse_named_type(specs) && module->types[specs.type].kind == TypeKind::enumeration;
    const Symbol* symbol = ok ? lookup(module->types.enums[module->types[specs.type].index].name) : nullptr;
    if (symbol && symbol->scope) scope->used.push_back(symbol->scope);
    expect_semicolon("after `using enum`");
    return;
  }
  if (eat(Tok::kw_namespace)) {
    Scope* where = nullptr;
    Token first = peek();
    eat(Tok::scope);
    while (is(Tok::identifier)) {
      Token name = take();
      Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
      where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
      if (!eat(Tok::scope)) break;
    }
    if (where && where != std_scope && where != scope) scope->used.push_back(where);
    (void)first;  // an unknown namespace belongs to a library: its names are refused where they are used
  } else if (is(Tok::identifier) && kind(1) == Tok::equal) {
    Token name = take();
    take();
    Symbol symbol;
    symbol.span = name.span;
    bool host = !fn && !current_record;
    std::optional<TypeId> type;
    if (host) {
      Quiet silent(*this);
      type = parse_type_id();
    } else {
      type = parse_type_id();
    }
    if (type && is(Tok::left_paren)) type = parse_function_type(*type);  // using op = float(float)
    if (type) {
      symbol.kind = SymbolKind::type;
      symbol.type = *type;
    } else if (host) {
      symbol.kind = SymbolKind::host;
    }
    declare(name.text, symbol, lookup_in(*scope, name.text) && symbol.kind == SymbolKind::type && lookup_in(*scope, name.text)->kind == SymbolKind::type &&
                                   lookup_in(*scope, name.text)->type == symbol.type);
    if (!type)
      while (!is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace)) take();
  } else {
    Scope* where = nullptr;
    eat(Tok::scope);
    while (is(Tok::identifier)) {
      Token name = take();
      Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
      if (symbol && is(Tok::scope) && kind(1) == Tok::kw_operator && current_record) {
        bring_operators(*this, *symbol);
        break;
      }
      if (is(Tok::scope)) {
        where = symbol && symbol->kind == SymbolKind::name_space ? symbol->scope : nullptr;
        if (symbol && symbol->kind == SymbolKind::type && module->types.is_record(symbol->type)) where = record_info({module->types[symbol->type].index}).scope;
        take();
        if (!where) break;
        continue;
      }
      if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos);
      if (is(Tok::scope) && current_record) {  // using Base<T>::name
        take();
        for (uint32_t i = 0; i < record_info(*current_record).base_count; ++i) {
          TypeId base = module->types.records[current_record->v].fields[i].type;
          const std::string& full = module->types.records[module->types[base].index].name;
          if (full.substr(0, full.find('<')) == name.text) where = record_info({module->types[base].index}).scope;
        }
        if (!where) break;
        continue;
      }
      if (current_record && where && where->kind == Scope::Kind::record && where->name == name.text) {
        for (uint32_t i = 0; i < record_info(*current_record).base_count; ++i)
          if (record_info({module->types[module->types.records[current_record->v].fields[i].type].index}).scope == where) inherit_constructors(*current_record, i, name.span);
        break;
      }
      if (symbol && symbol->kind != SymbolKind::name_space) {
        bring(*scope, name.text, *symbol);
        if (scope->kind == Scope::Kind::record) note_access(*scope, name.text);
      }
      break;
    }
  }
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
