// Namespace scope: device code is read with all its mistakes reported; what belongs to the host is tried silently and stepped over
// (host_code.cpp).
#include <algorithm>

#include "simulator/language/alignment_words.h"
#include "simulator/language/conversion_operators.h"
#include "simulator/language/member_initialisers.h"
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
    if (k == Tok::equal && (i == begin || tokens[i - 1].kind != Tok::kw_operator)) has_value = true;
    if (k == Tok::semicolon) {
      ++i;
      break;
    }
    if (k == Tok::left_paren || k == Tok::left_bracket) {
      if (k == Tok::left_paren && !opens_alignment(tokens, i)) is_record = false;  // a function that returns or takes a struct
      i = skip_balanced(i) - 1;
      if (k == Tok::left_paren && !is_record && !has_value && tokens[i + 1].kind == Tok::colon) i = behind_member_initialisers(*this, i + 1) - 1;
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
      else if (symbol && symbol->kind == SymbolKind::host) report_host_name(*symbol, peek().text, here());
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

namespace {

// Foo(...), ~Foo(), behind the class's name.
void read_outer_special_name(Parser& p, Declarator& d, bool& ok) {
  const Span first = p.here();
  d.is_destructor = p.eat(Tok::tilde);
  const Token name = p.take();
  d.is_constructor = !d.is_destructor;
  d.name = d.is_destructor ? p.keep("~" + std::string(name.text)) : name.text;
  d.span = cover(first, name.span);
  d.is_function = true;
  p.take();
  {
    Parser::InScope inside(p, d.qualifier ? d.qualifier : p.scope);
    d.parameters = p.parse_parameters(ok);
  }
  while (p.is(Tok::kw_noexcept)) p.take();
}

}  // namespace

// Foo::Foo(...) : members {...}   Foo::~Foo() {...}   Foo::operator T() const {...}
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
  d.qualifier = where;
  d.qualifier_record = owner;
  bool ok = owner.has_value(), is_defaulted = false;
  if (is(Tok::kw_operator)) {
    InScope inside(*this, where ? where : scope);
    ok &= read_conversion(*this, d, false);
  } else {
    read_outer_special_name(*this, d, ok);
    is_defaulted = is(Tok::equal) && kind(1) == Tok::kw_default;
  }
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

namespace {

// Does a variable hold a dim3, whose parts become 1 where nothing else starts it?
bool starts_with_ones(Parser& p, TypeId type) {
  type = p.element_of(type);
  if (!p.module->types.is_record(type) || p.is_placeholder(type)) return false;
  if (p.is_dim3(type)) return true;
  const RecordInfo::Special made = p.special_of(type, SpecialMember::default_constructor);
  return !made.is_trivial && !made.is_user_made && p.does_nothing(type, SpecialMember::default_constructor);
}

}  // namespace

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
  if (is_device && !has && !init && starts_with_ones(*this, type)) init = value_initialised(type, d.span);
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

}  // namespace wb
