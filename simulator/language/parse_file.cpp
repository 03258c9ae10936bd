// Namespace scope: device code is read with all its mistakes reported; what belongs to the host is tried silently and stepped over.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {

// x.template f<int>(), T::template rebind<U>: the word only says that a `<` follows, which is seen anyway.
void Parser::drop_template_words() {
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Tok before = kept > 0 ? tokens[kept - 1].kind : Tok::end;
    if (tokens[i].kind == Tok::kw_template && (before == Tok::scope || before == Tok::dot || before == Tok::arrow)) continue;
    if (kept != i) tokens[kept] = tokens[i];
    ++kept;
  }
  tokens.resize(kept);
}

void Parser::parse_file() {
  while (!is(Tok::end) && !is_full() && !stopped) {
    size_t before = pos;
    parse_top_level();
    drain_queue();
    if (pos == before) take();
  }
}

void Parser::parse_top_level() {
  Nesting guard(*this);
  if (guard.too_deep) return;
  const Token t = peek();
  switch (t.kind) {
    case Tok::semicolon:
    case Tok::pragma_unroll: take(); return;
    case Tok::kw_namespace: return parse_namespace();
    case Tok::kw_using: return parse_using();
    case Tok::kw_static_assert: return parse_static_assert();
    case Tok::kw_template: return parse_template();
    case Tok::kw_extern:
      if (kind(1) == Tok::string && kind(2) == Tok::left_brace) return parse_extern_c();
      break;
    case Tok::kw_inline:
      if (kind(1) == Tok::kw_namespace) {
        take();
        if (kind(1) == Tok::identifier) {  // its names are the namespace's own, too
          parse_namespace_used(peek(1).text);
          return;
        }
        return parse_namespace();
      }
      break;
    case Tok::right_brace:
      report(Code::WB2007, t.span, {"this `}`"});
      take();
      return;
    default: break;
  }
  size_t end = pos;
  size_t begin = pos;
  if (is_device_declaration(begin, end)) {
    parse_declaration();
    if (pos < end && (pos == begin || tokens[pos - 1].kind != Tok::semicolon) && tokens[pos - 1].kind != Tok::right_brace) pos = end;
    return;
  }
  skip_host_declaration(begin, end);
}

// Does a declaration that starts at `begin` hold device code? Also finds where it ends.
bool Parser::is_device_declaration(size_t begin, size_t& end) {
  bool is_device = false, is_record = false, has_value = false;
  size_t i = begin;
  auto is_device_word = [](Tok k) {
    return k == Tok::kw_global || k == Tok::kw_device || k == Tok::kw_constant || k == Tok::kw_shared || k == Tok::kw_managed;
  };
  for (; i + 1 < tokens.size(); ++i) {
    Tok k = tokens[i].kind;
    if (k == Tok::end) break;
    if (is_device_word(k)) {
      // The next kernel starts here: what came before lacks its end.
      if (i > begin && tokens[i].line_start && (k == Tok::kw_global || k == Tok::kw_device) && (is_record || has_value || tokens[i - 1].kind == Tok::right_brace)) break;
      is_device = true;
    }
    if (k == Tok::kw_struct || k == Tok::kw_class || k == Tok::kw_union || k == Tok::kw_enum) is_record = true;
    if (k == Tok::equal) has_value = true;
    if (k == Tok::semicolon) {
      ++i;
      break;
    }
    if (k == Tok::left_paren || k == Tok::left_bracket) {
      if (k == Tok::left_paren) is_record = false;  // a function that returns or takes a struct
      i = skip_balanced(i) - 1;
      continue;
    }
    if (k == Tok::left_brace) {
      size_t close = skip_balanced(i);
      if (is_record)
        for (size_t j = i; j < close; ++j) is_device |= is_device_word(tokens[j].kind);
      i = close - 1;
      if (!is_record && !has_value) {
        ++i;
        if (tokens[i].kind == Tok::semicolon) ++i;
        break;
      }
      continue;
    }
    if (k == Tok::right_brace) break;
  }
  end = std::min(std::max(i, begin + 1), tokens.size() - 1);
  if (end < begin) end = begin;
  return is_device;
}

// `global void k(...)`, `_device_ float f(...)`: a word that is nearly an execution space, in front of a type.
bool Parser::is_misspelt_space() {
  if (!is(Tok::identifier) || kind(1) < Tok::kw_alignas || lookup(peek().text)) return false;
  size_t next = pos + 1;
  At there(*this, next, nullptr);
  if (!is_type_start() && !is(Tok::kw_static) && !is(Tok::kw_inline)) return false;
  std::string_view word = tokens[next - 1].text;
  std::string bare;
  for (char c : word)
    if (c != '_') bare += c;
  static constexpr std::pair<std::string_view, std::string_view> spaces[] = {{"global", "__global__"},     {"kernel", "__global__"},     {"device", "__device__"},
                                                                             {"host", "__host__"},         {"shared", "__shared__"},     {"constant", "__constant__"}};
  for (const auto& [name, meant] : spaces)
    if (bare == name || best_match(bare, {name}) == name) {
      report(Code::WB3002, tokens[next - 1].span, {std::string(word), std::string(meant)});
      return true;
    }
  return false;
}

// Not marked for the device: a host function, a host variable, a constant, a type. What can be read is kept, the rest is stepped over.
bool Parser::skip_host_declaration(size_t begin, size_t end) {
  bool ok = false;
  bool is_record = is(Tok::kw_struct) || is(Tok::kw_union) || is(Tok::kw_class) || is(Tok::kw_enum) || is(Tok::kw_typedef);
  if (is_misspelt_space()) {
    declare_broken(begin, end);
    pos = end;
    return false;
  }
  {
    Quiet silent(*this);
    ok = parse_declaration() && !silent.failed();
  }
  if (is_record && end > begin && tokens[end - 1].kind != Tok::semicolon && tokens[end - 1].kind == Tok::right_brace) {
    pos = end;
    report(Code::WB2002, after_previous(), {"after the type's closing brace"});
  }
  if (!ok) declare_host_names(begin, end);
  else note_texture_references(begin, end);
  pos = end;
  return ok;
}

// texture<float, 2> name;
bool Parser::is_texture_reference(TypeId type) const {
  if (!module->types.is_record(type)) return false;
  const Record& record = module->types.records[module->types[type].index];
  return record.name.starts_with("texture<") && is_library(record.span);
}

void Parser::note_texture_references(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (tokens[i].kind != Tok::identifier || !(tokens[i + 1].kind == Tok::semicolon || tokens[i + 1].kind == Tok::comma)) continue;
    const Symbol* symbol = lookup(tokens[i].text);
    if (symbol && symbol->kind == SymbolKind::variable && is_texture_reference(module->variables[symbol->var.v].type)) report(Code::WB3121, tokens[i].span, {std::string(tokens[i].text)});
  }
}

// The name that a host declaration declares, so that its use in a kernel can be explained.
void Parser::declare_host_names(size_t begin, size_t end) {
  Symbol symbol;
  symbol.kind = SymbolKind::host;
  bool is_type = false;
  size_t name = 0;
  for (size_t i = begin; i < end; ++i) {
    const Token& t = tokens[i];
    if (t.kind == Tok::kw_struct || t.kind == Tok::kw_class || t.kind == Tok::kw_union || t.kind == Tok::kw_enum) {
      is_type = true;
      if (tokens[i + 1].kind == Tok::identifier) name = i + 1;
      if (tokens[i + 2].kind == Tok::left_brace || tokens[i + 2].kind == Tok::colon || tokens[i + 2].kind == Tok::semicolon) break;
      is_type = false;
      continue;
    }
    if (t.kind == Tok::kw_using && tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::equal) {
      name = i + 1;
      is_type = true;
      break;
    }
    if (t.kind == Tok::less && i > begin) {
      size_t behind = skip_template_list(i);
      if (behind > i) i = behind - 1;
      continue;
    }
    if (t.kind == Tok::left_paren || t.kind == Tok::equal || t.kind == Tok::left_brace || t.kind == Tok::left_bracket || t.kind == Tok::semicolon) {
      bool is_function = t.kind == Tok::left_paren && name == i - 1 && name != 0;
      if (is_function) {
        FunctionDecl& f = functions.emplace_back();
        f.name = tokens[name].text;
        f.span = tokens[name].span;
        f.is_host = true;
        f.is_readable = false;
        f.declaration_begin = begin;
        auto [it, is_new] = scope->names.try_emplace(f.name);
        if (is_new) {
          it->second.kind = SymbolKind::functions;
          it->second.span = f.span;
        }
        if (it->second.kind == SymbolKind::functions) it->second.functions.push_back(&f);
        size_t body = skip_balanced(i);
        while (body < end && tokens[body].kind != Tok::left_brace) ++body;
        if (body < end) note_missing_global(f.name, f.span, body, skip_balanced(body));
        return;
      }
      if (t.kind != Tok::left_paren) break;
    }
    if (t.kind == Tok::identifier) name = i;
  }
  if (name == 0) return;
  symbol.span = tokens[name].span;
  auto [it, is_new] = scope->names.try_emplace(tokens[name].text, symbol);
  if (!is_new && is_type && it->second.kind == SymbolKind::type && module->types.is_record(it->second.type) &&
      !module->types.records[module->types[it->second.type].index].is_complete)
    it->second = symbol;
}

// A function without __global__ whose body names the thread's place.
void Parser::note_missing_global(std::string_view name, Span span, size_t begin, size_t end) {
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.kind != Tok::identifier || (t.text != "threadIdx" && t.text != "blockIdx" && t.text != "blockDim" && t.text != "gridDim")) continue;
    bool is_use = tokens[i + 1].kind == Tok::dot && (i == 0 || (tokens[i - 1].kind != Tok::identifier && tokens[i - 1].kind != Tok::dot));
    if (is_use && !global->names.count(t.text)) {
      missing_global.push_back({name, t.text, span});
      return;
    }
  }
}

// declaration = specifiers ";" | specifiers function-body | specifiers (declarator initialiser?) ,* ";"
bool Parser::parse_declaration() {
  size_t begin = pos;
  if (is(Tok::kw_typedef)) {
    parse_typedef();
    return true;
  }
  Specifiers specs = parse_specifiers(true);
  if (specs.ok && !specs.has_type && names_special_member(pos)) return parse_outer_special_member(specs, begin);
  if (specs.ok && !specs.has_type) {
    if (is(Tok::identifier)) {
      Symbol* symbol = lookup(peek().text);
      if (symbol && symbol->kind == SymbolKind::name_space && symbol->scope == std_scope && kind(1) == Tok::scope) refuse_std(peek(2).text, cover(here(), peek(2).span));
      else if (symbol && symbol->kind == SymbolKind::host) report(Code::WB3025, here(), {std::string(peek().text)});
      else if (kind(1) == Tok::left_paren) report(Code::WB2006, here(), {found() + ", the function's name"});
      else if (!symbol || symbol->kind != SymbolKind::broken) report_unknown_type(peek().text, here());
    } else {
      report(Code::WB2006, here(), {found()});
    }
    specs.ok = false;
  }
  if (!specs.ok) {
    size_t end = begin;
    is_device_declaration(begin, end);
    if (quiet == 0) declare_broken(begin, end);
    pos = std::max(end, pos);
    return false;
  }
  if (is(Tok::semicolon)) {
    take();
    return true;
  }
  if (specs.defines_type && (is(Tok::kw_global) || is(Tok::kw_device) || is(Tok::end))) return expect_semicolon("after the type's closing brace");
  parse_rest_of_declaration(specs, begin);
  return true;
}

// Foo::Foo(...) : members {...}   Foo::~Foo() {...}
bool Parser::parse_outer_special_member(Specifiers& specs, size_t begin) {
  Scope* where = nullptr;
  std::optional<RecordId> owner;
  while (is(Tok::identifier) && kind(1) == Tok::scope) {
    Token name = take();
    Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
    if (symbol && symbol->kind == SymbolKind::name_space) {
      where = symbol->scope;
    } else if (symbol && symbol->kind == SymbolKind::type && module->types.is_record(symbol->type)) {
      owner = RecordId{module->types[symbol->type].index};
      where = record_info(*owner).scope;
    } else {
      size_t end = begin;
      is_device_declaration(begin, end);
      report_unknown_type(name.text, name.span);
      pos = std::max(end, pos);
      return false;
    }
    take();
  }
  Declarator d;
  Span first = here();
  d.is_destructor = eat(Tok::tilde);
  Token name = take();
  d.is_constructor = !d.is_destructor;
  d.name = d.is_destructor ? keep("~" + std::string(name.text)) : name.text;
  d.span = cover(first, name.span);
  d.is_function = true;
  d.qualifier = where;
  d.qualifier_record = owner;
  bool ok = owner.has_value();
  take();
  {
    InScope inside(*this, where ? where : scope);
    d.parameters = parse_parameters(ok);
  }
  while (is(Tok::kw_noexcept)) take();
  bool is_defaulted = is(Tok::equal) && kind(1) == Tok::kw_default;
  if (is_defaulted) {
    take();
    take();
  }
  FunctionDecl* f = ok && !is_defaulted ? declare_function(specs, d, begin) : nullptr;
  FunctionDecl scratch;
  scratch.declaration_begin = begin;
  scratch.is_readable = false;
  skip_function_body(f ? *f : scratch);
  eat(Tok::semicolon);
  if (f && f->body_begin && (f->is_device || f->is_constexpr)) parse_function_body(*f);
  return true;
}

// The declaration was reported: its name stays silent from here on.
void Parser::declare_broken(size_t begin, size_t end) {
  for (size_t i = begin; i + 1 < end; ++i) {
    Tok next = tokens[i + 1].kind;
    bool ends_name = next == Tok::left_paren || next == Tok::equal || next == Tok::semicolon || next == Tok::left_bracket || next == Tok::left_brace;
    if (tokens[i].kind != Tok::identifier || !ends_name) continue;
    Symbol symbol;
    symbol.span = tokens[i].span;
    symbol.postponed = static_cast<int>(postponed.size()) - 1;
    scope->names.try_emplace(tokens[i].text, symbol);
    return;
  }
}

void Parser::parse_rest_of_declaration(Specifiers& specs, size_t begin) {
  for (;;) {
    Declarator d = parse_declarator(specs);
    if (d.name.empty()) {
      if (d.ok) report(Code::WB2005, here(), {found()});
      size_t end = begin;
      is_device_declaration(begin, end);
      pos = std::max(pos, end);
      return;
    }
    if (d.is_function) {
      FunctionDecl* f = d.ok && !d.is_destructor ? declare_function(specs, d, begin) : nullptr;
      bool has_body = is(Tok::left_brace);
      if (!d.ok && has_body && quiet == 0) declare_broken(begin, pos);
      if (!d.ok && !has_body && !is(Tok::semicolon)) {
        size_t end = begin;
        is_device_declaration(begin, end);
        if (quiet == 0) declare_broken(begin, end);
        pos = std::max(pos, end);
        return;
      }
      FunctionDecl scratch;
      scratch.declaration_begin = begin;
      scratch.is_readable = false;
      size_t body = pos;
      if (has_body) {
        bool runs_here = f && (f->is_device || f->is_kernel) && !is_library(f->span);
        if (runs_here) {
          // The body's own end, so that a brace too few is found where it is missing.
          parse_function_body(*f);
          pos = body_end_of(*f, body);
        } else {
          skip_function_body(f ? *f : scratch);
          if (f) note_missing_global(f->name, f->span, body, pos);
        }
        return;
      }
      if (eat(Tok::comma)) continue;
      expect_semicolon("after this declaration, or a body in `{ }`");
      return;
    }
    declare_global(specs, d);
    if (declaration_failed) {
      declaration_failed = false;
      if (!is(Tok::semicolon) && !is(Tok::comma)) {
        skip_statement();
        return;
      }
    }
    if (eat(Tok::comma)) continue;
    break;
  }
  expect_semicolon("after this declaration");
}

// Where reading goes on after a body: behind its brace; before the next function if the brace is missing.
size_t Parser::body_end_of(const FunctionDecl& f, size_t body) const {
  uint32_t end_offset = f.extent.end;
  size_t behind = skip_balanced(body);
  if (behind >= tokens.size()) return tokens.size() - 1;
  // The reader stopped early when a line began with __global__.
  for (size_t i = body + 1; i < behind; ++i)
    if (tokens[i].kind == Tok::kw_global && tokens[i].line_start && tokens[i].span.begin >= end_offset && tokens[i].span.file == f.extent.file) return i;
  return behind;
}

// A variable at namespace scope.
void Parser::declare_global(const Specifiers& specs, const Declarator& declarator) {
  Declarator d = declarator;
  Symbol symbol;
  symbol.span = d.span;
  bool is_device = specs.is_device || specs.is_constant || specs.is_shared;
  auto fail = [&] {
    declare(d.name, symbol);
    declaration_failed = true;
  };
  declaration_failed = false;
  if (!d.ok || (!specs.is_auto && !check_object_type(d.type, d))) return fail();
  if (specs.is_shared) return declare_shared(specs, d);
  if (is_device && module->types[d.type].kind == TypeKind::reference) {
    report(Code::WB3064, d.span, {std::string(d.name)});
    return fail();
  }
  TypeId type = d.type;
  bool failed = false;
  ExprId init;
  bool has = is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren);
  if (specs.is_auto) {
    if (eat(Tok::equal)) {
      ExprId e = parse_assignment();
      type = e ? deduce_auto(d.type, e, specs) : TypeId{};
      init = type.v ? convert(e, type, at(e).span) : ExprId{};
      failed = !init;
    } else {
      report(Code::WB3058, specs.type_span);
      failed = true;
    }
  } else if (has) {
    init = parse_initialiser(type, d, failed);
  } else if (module->types.is_record(type) && !has) {
    if (is_device && is_registered_default(type)) init = default_construct(type, d.span);
    if (is_device && !init) check_no_constructor(type, d.span, specs.is_constant ? "__constant__" : "__device__");
  }
  if (failed) return fail();
  if (module->types.is_array(type) && module->types[type].count == 0) {
    if (is_device) report(Code::WB3026, d.span, {std::string(d.name)});
    return fail();
  }
  bool is_scalar = module->types[type].kind == TypeKind::scalar || module->types[type].kind == TypeKind::enumeration;
  const bool is_texture = is_texture_reference(type);  // the launch fills in its handle
  if (!is_device && !is_texture) {
    // A constant can be used in device code by its value; any other host variable cannot.
    auto value = module->types[type].is_const && is_scalar && init ? evaluate(init) : std::nullopt;
    symbol.kind = SymbolKind::host;
    if (specs.is_constexpr && init && !is_scalar) {
      VarId var = add_variable(std::string(d.name), type, Storage::constant, d.span);
      note_constant_object(var, type, init, false);
      if (known_objects.count(var.v)) {
        symbol.kind = SymbolKind::variable;
        symbol.var = var;
        symbol.is_host_constant = true;
      }
    }
    if (value) {
      symbol.kind = SymbolKind::value;
      symbol.type = module->types.unqualified(type);
      symbol.bits = *value;
    }
    if (specs.is_constexpr && !value && is_scalar && init) {
      std::string why;
      Span span = why_not_constant(init, why);
      report(Code::WB3040, span, {why});
    }
    declare(d.name, symbol, specs.is_extern);
    return;
  }
  VarId var = add_variable(std::string(d.name), type, specs.is_constant || is_texture ? Storage::constant : Storage::device_global, d.span);
  module->variables[var.v].alignment = std::max(specs.alignment, d.alignment);
  if (init) init = fold_to_constants(init);
  module->variables[var.v].init = init;
  if (init && is_scalar && module->types[type].is_const && at(init).kind == ExprKind::constant && !module->types[type].is_volatile && is_integer(module->types[type].scalar))
    known_constants[var.v] = at(init).bits;
  if (specs.is_constexpr && !is_scalar) note_constant_object(var, type, init, false);
  global_variables.push_back(var);
  symbol.kind = SymbolKind::variable;
  symbol.var = var;
  declare(d.name, symbol, false);
}

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
        Symbol copy = *symbol;
        scope->names.try_emplace(name.text, copy);
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

// name<arguments><<<grid, block, bytes, stream>>>(arguments): wherever it stands, as written.
void Parser::read_launches() {
  drop_template_words();
  auto text_of = [&](size_t from, size_t to) {
    std::string text;
    for (size_t i = from; i < to; ++i) text += (i > from && tokens[i].space_before ? " " : "") + std::string(tokens[i].text);
    return text;
  };
  // Splits at the commas of this level.
  auto split = [&](size_t from, size_t to) {
    std::vector<std::string> parts;
    size_t begin = from;
    for (size_t i = from; i < to;) {
      Tok k = tokens[i].kind;
      if (k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket) {
        i = std::min(skip_balanced(i), to);
        continue;
      }
      if (k == Tok::comma) {
        parts.push_back(text_of(begin, i));
        begin = i + 1;
      }
      ++i;
    }
    if (from < to) parts.push_back(text_of(begin, to));
    return parts;
  };
  for (size_t i = 1; i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != Tok::shift_left || tokens[i + 1].kind != Tok::less || tokens[i + 1].space_before) continue;
    LaunchLine launch;
    size_t name = i - 1;
    if (tokens[name].kind == Tok::greater) {
      int depth = 0;
      size_t j = name;
      while (j > 0 && !(tokens[j].kind == Tok::less && depth == 1)) {
        if (tokens[j].kind == Tok::greater) ++depth;
        if (tokens[j].kind == Tok::less) --depth;
        if (tokens[j].kind == Tok::semicolon || tokens[j].kind == Tok::left_brace) break;
        --j;
      }
      if (tokens[j].kind != Tok::less || j == 0) continue;
      launch.template_arguments = text_of(j + 1, name);
      name = j - 1;
    }
    if (tokens[name].kind != Tok::identifier) continue;
    launch.kernel = std::string(tokens[name].text);
    size_t end = i + 2;
    while (end + 2 < tokens.size() && !(tokens[end].kind == Tok::greater && tokens[end + 1].kind == Tok::greater && tokens[end + 2].kind == Tok::greater)) {
      if (tokens[end].kind == Tok::semicolon || tokens[end].kind == Tok::left_brace) break;
      if (tokens[end].kind == Tok::left_paren) end = skip_balanced(end);
      else ++end;
    }
    if (end + 2 >= tokens.size() || tokens[end].kind != Tok::greater) continue;
    std::vector<std::string> parts = split(i + 2, end);
    if (parts.size() > 0) launch.grid = parts[0];
    if (parts.size() > 1) launch.block = parts[1];
    if (parts.size() > 2) launch.shared_bytes = parts[2];
    size_t behind = end + 3;
    if (tokens[behind].kind == Tok::left_paren) {
      size_t close = skip_balanced(behind);
      launch.arguments = split(behind + 1, close - 1);
      behind = close;
    }
    launch.span = cover(tokens[name].span, tokens[behind - 1].span);
    launches.push_back(std::move(launch));
    launch_places.push_back({name, i, end});
  }
}

}  // namespace wb
