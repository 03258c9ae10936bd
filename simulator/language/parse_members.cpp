// Members of classes: fields, bit-fields, methods, constructors, conversions.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/conversion_operators.h"
#include "simulator/language/default_comparisons.h"
#include "simulator/language/virtual_functions.h"

namespace wb {

// member = access ":" | using | friend | static_assert | nested type | constructor | method | field
void Parser::parse_member(RecordId id) {
  const Token t = peek();
  if ((t.kind == Tok::kw_public || t.kind == Tok::kw_private || t.kind == Tok::kw_protected) && kind(1) == Tok::colon) {
    record_info(id).access = access_of(take().kind);
    take();
    return;
  }
  if (eat(Tok::semicolon)) return;
  if (t.kind == Tok::kw_using) return parse_using();
  if (t.kind == Tok::kw_static_assert) return parse_static_assert();
  if (t.kind == Tok::kw_typedef) return parse_typedef();
  if (t.kind == Tok::kw_template) return parse_template();
  const size_t begin = pos;
  if (parse_constructor_or_destructor(id)) return;
  Specifiers specs = parse_specifiers(true);
  if (specs.is_friend) return parse_friend(id, specs, begin);
  if (!specs.ok || !specs.has_type) {
    if (specs.ok && is(Tok::kw_operator)) return parse_conversion_operator(id, specs, begin);
    return report_no_member_type(id, specs, begin);
  }
  if (eat(Tok::semicolon)) {
    // An anonymous union or struct: a field without a name.
    if (specs.defines_type && module->types.is_record(specs.type) && module->types.records[module->types[specs.type].index].name.empty())
      add_unnamed_field(id, specs.type, t.span);
    return;
  }
  for (;;) {
    Declarator d = parse_declarator(specs);
    if (d.is_function) return parse_method(id, specs, d, begin);
    if (d.name.empty() && !is(Tok::colon)) {
      if (d.ok) report(Code::WB2005, here(), {found()});
      skip_statement();
      return;
    }
    if (is(Tok::colon)) parse_bit_field(id, specs, d);
    else if (specs.is_static) parse_static_member(specs, d);
    else parse_field(id, specs, d);
    if (!eat(Tok::comma)) break;
  }
  expect_semicolon("after this member");
}

// A constructor or a destructor has no type in front: looks behind the words before it, and reads them if it is one.
bool Parser::parse_constructor_or_destructor(RecordId id) {
  std::string own_name = module->types.records[id.v].name;
  if (size_t bracket = own_name.find('<'); bracket != std::string::npos) own_name.resize(bracket);
  const size_t begin = pos;
  size_t i = pos;
  while (tokens[i].kind == Tok::kw_device || tokens[i].kind == Tok::kw_host || tokens[i].kind == Tok::kw_constexpr || tokens[i].kind == Tok::kw_inline ||
         tokens[i].kind == Tok::kw_forceinline || tokens[i].kind == Tok::kw_explicit || tokens[i].kind == Tok::kw_noinline || tokens[i].kind == Tok::kw_inline2 ||
         tokens[i].kind == Tok::kw_virtual)
    ++i;
  const bool is_constructor = !own_name.empty() && tokens[i].kind == Tok::identifier && tokens[i].text == own_name && tokens[i + 1].kind == Tok::left_paren;
  const bool is_destructor = tokens[i].kind == Tok::tilde;
  if (!is_constructor && !is_destructor) return false;
  Specifiers specs;
  while (pos < i) {
    Token word = take();
    if (word.kind == Tok::kw_device) specs.is_device = true;
    if (word.kind == Tok::kw_host) specs.is_host = true;
    if (word.kind == Tok::kw_constexpr) specs.is_constexpr = true;
    if (word.kind == Tok::kw_explicit) specs.is_explicit = true;
    if (word.kind == Tok::kw_virtual && is_constructor) report(Code::WB2018, word.span, {"virtual"});
    if (word.kind == Tok::kw_virtual) specs.is_virtual = true;
  }
  parse_special_member(id, specs, begin, is_destructor);
  return true;
}

// friend class X;   friend T f(...);   friend T f(...) {...}, which defines a function of the namespace around.
void Parser::parse_friend(RecordId id, const Specifiers& specs, size_t begin) {
  note_friend(id, begin);
  std::optional<RecordId> outer = current_record;
  current_record.reset();
  if (specs.ok && specs.has_type) {
    Declarator d = parse_declarator(specs);
    if (d.ok && d.is_function && (is(Tok::left_brace) || d.is_defaulted)) define_friend(id, specs, d, begin);
  }
  current_record = outer;
  if (is(Tok::left_brace)) pos = skip_balanced(pos);
  while (!is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end) && tokens[pos - 1].kind != Tok::right_brace) take();
  eat(Tok::semicolon);
}

void Parser::define_friend(RecordId id, const Specifiers& specs, Declarator& d, size_t begin) {
  Scope* home = scope;
  while (home->kind != Scope::Kind::name_space) home = home->parent;
  FunctionDecl* f = nullptr;
  {
    InScope inside(*this, home);
    if (declare_default_comparison(*this, specs, d, begin)) return;
    f = declare_function(specs, d, begin);
  }
  if (!f) return;
  f->scope = record_info(id).scope;
  skip_function_body(*f);
  for (Scope* s = f->scope; s && !f->is_in_template; s = s->parent) f->is_in_template = s->kind == Scope::Kind::record && record_info(s->record).tmpl;
  if ((f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
}

void Parser::report_no_member_type(RecordId id, const Specifiers& specs, size_t begin) {
  if (specs.ok && is(Tok::identifier)) {
    if (Symbol* s = lookup(peek().text); s && s->kind == SymbolKind::name_space && kind(1) == Tok::scope) refuse_std(peek(2).text, cover(here(), peek(2).span));
    else if (s && s->kind == SymbolKind::host && too_large.contains({s->span.file.v, s->span.begin})) report_host_name(*s, peek().text, here());
    else report_unknown_type(peek().text, here());
  } else if (specs.ok) {
    report(Code::WB2006, here(), {found()});
  }
  skip_statement();
  if (quiet && is_field(begin, pos)) record_info(id).has_unread_field = true;
}

// Does a member declaration that could not be read declare fields (and no method, nothing static)? The rest of one that broke in its middle,
// a constructor's parameters say, is none.
bool Parser::is_field(size_t begin, size_t end) {
  const Tok before = begin > 0 ? tokens[begin - 1].kind : Tok::semicolon;
  if (before != Tok::semicolon && before != Tok::left_brace && before != Tok::right_brace && before != Tok::colon) return false;
  for (size_t i = begin; i < end; ++i) {
    if (tokens[i].kind == Tok::less) i = std::max(i, skip_template_list(i) - 1);
    const Tok k = tokens[i].kind;
    if (k == Tok::left_paren || k == Tok::left_brace || k == Tok::kw_static || k == Tok::kw_friend || k == Tok::kw_operator) return false;
  }
  return true;
}

// method = specifiers declarator (body | "= default" | "= delete" | ";"), the cursor behind the declarator
void Parser::parse_method(RecordId id, const Specifiers& specs, Declarator& d, size_t begin) {
  if (!d.ok || d.name.empty() || d.is_excluded) {
    if (is(Tok::left_brace)) pos = skip_balanced(pos);
    eat(Tok::semicolon);
    return;
  }
  FunctionDecl like;
  like.name = d.name;
  like.owner = id;
  like.parameters = d.parameters;
  const std::optional<SpecialMember> which = special_kind(like);
  if (which && d.is_defaulted) {
    declare_special(id, *which, nullptr, true, false, d.span);
    expect_semicolon("after this declaration");
    return;
  }
  if (declare_default_comparison(*this, specs, d, begin)) return;
  FunctionDecl* f = declare_function(specs, d, begin);
  if (f && which) declare_special(id, *which, f, false, f->is_deleted, d.span);
  const bool has_body = is(Tok::left_brace);
  FunctionDecl scratch;
  scratch.declaration_begin = begin;
  scratch.is_readable = false;
  skip_function_body(f ? *f : scratch);
  if (f && has_body && (f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
  if (!has_body) expect_semicolon("after this declaration");
  else eat(Tok::semicolon);
}

// static constexpr int n = 16;   Constants have a value here, whatever else is static lives on the host.
void Parser::parse_static_member(const Specifiers& specs, const Declarator& d) {
  Symbol symbol;
  symbol.span = d.span;
  symbol.kind = SymbolKind::host;
  TypeId type = d.type;
  if (is(Tok::equal) || is(Tok::left_brace)) {
    bool failed = false;
    ExprId init;
    if (specs.is_auto && eat(Tok::equal)) {
      init = rvalue(parse_assignment());
      if (init) type = module->types.with(at(init).type, module->types[type].is_const, false);
      failed = !init;
    } else {
      init = parse_initialiser(type, d, failed);
    }
    auto value = init ? evaluate(init) : std::nullopt;
    if (value && module->types[type].is_const && module->types[type].kind != TypeKind::array) {
      symbol.kind = SymbolKind::value;
      symbol.type = module->types.unqualified(type);
      symbol.bits = *value;
    } else if (init && specs.is_constexpr && (module->types.is_array(type) || module->types.is_record(type))) {
      VarId var = add_variable(std::string(d.name), type, Storage::constant, d.span);
      note_constant_object(var, type, init, false);
      if (known_objects.count(var.v)) {
        symbol.kind = SymbolKind::variable;
        symbol.var = var;
        symbol.is_host_constant = true;
        symbol.is_static_member = true;
      }
    }
    if (failed) symbol.kind = SymbolKind::broken;
  }
  declare(d.name, symbol);
}

// Steps over a member's own initialiser, which constructors read; the token of its value, 0: there is none.
size_t Parser::skip_member_default() {
  if (!is(Tok::equal) && !is(Tok::left_brace)) return 0;
  if (is(Tok::equal)) take();
  const size_t begin = pos;
  while (!is(Tok::comma) && !is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end)) {
    if (is(Tok::left_paren) || is(Tok::left_brace) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    else take();
  }
  return begin;
}

void Parser::parse_field(RecordId id, const Specifiers& specs, const Declarator& d) {
  Symbol symbol;
  symbol.span = d.span;
  const size_t default_begin = skip_member_default();
  bool fits = d.ok && (specs.is_auto ? report(Code::WB3058, specs.type_span) : check_object_type(d.type, d));
  if (fits && specs.is_shared) fits = report(Code::WB3030, specs.space_span, {"a `__shared__` member", "make the whole variable `__shared__`"});
  if (!fits) {
    record_info(id).has_unread_field |= quiet > 0;
    declare(d.name, symbol);
    return;
  }
  Record& record = module->types.records[id.v];
  symbol.kind = SymbolKind::variable;
  symbol.is_field = true;
  symbol.field = static_cast<uint32_t>(record.fields.size());
  symbol.owner = id;
  record.fields.push_back({std::string(d.name), d.type, 0, d.span});
  RecordInfo& info = record_info(id);
  info.field_defaults.push_back(default_begin);
  info.members.push_back(symbol.field);
  info.has_hidden_members |= info.access != Access::public_;
  info.field_alignments.resize(record.fields.size(), 1);
  info.field_alignments.back() = std::max(specs.alignment, d.alignment);
  if (!declare(d.name, symbol)) record.fields.back().name += "'";
}

// bit-field = declarator? ":" width
void Parser::parse_bit_field(RecordId id, const Specifiers& specs, const Declarator& d) {
  Token colon = take();
  Symbol symbol;
  symbol.span = d.span;
  auto width = parse_constant(module->types.scalar(ScalarKind::ulong), "the width");
  TypeId type = d.type;
  const Type t = module->types[type];
  bool is_number = (t.kind == TypeKind::scalar && is_integer(t.scalar)) || t.kind == TypeKind::enumeration;
  uint64_t most = module->types.size_of(type) * 8;
  if (!width || specs.is_auto) {
  } else if (!is_number) {
    report(Code::WB3045, d.span, {std::string(d.name), type_name(type), "a bit-field is an integer"});
  } else if (*width > most || (*width == 0 && !d.name.empty())) {
    report(Code::WB3106, cover(colon.span, previous()), {type_name(type), std::to_string(most), std::to_string(*width)});
  } else {
    RecordInfo& info = record_info(id);
    uint32_t index = bit_field_mark + static_cast<uint32_t>(info.bit_fields.size());
    info.bit_fields.push_back({std::string(d.name), type, *width, 0, static_cast<uint32_t>(module->types.records[id.v].fields.size()), d.span});
    if (!d.name.empty()) {
      info.members.push_back(index);
      info.has_hidden_members |= info.access != Access::public_;
      symbol.kind = SymbolKind::variable;
      symbol.is_field = true;
      symbol.field = index;
      symbol.owner = id;
    }
  }
  if (is(Tok::equal) || is(Tok::left_brace)) {
    report(Code::WB4001, here(), {"initialisers at bit-fields", "set it in a constructor (at the member they need C++20)"});
    while (!is(Tok::comma) && !is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end)) take();
  }
  if (!d.name.empty()) declare(d.name, symbol);
}

// conversion = specifiers "operator" type "(" ")" "const"? body
void Parser::parse_conversion_operator(RecordId id, const Specifiers& specs, size_t begin) {
  Declarator d;
  const bool ok = read_conversion(*this, d, specs.is_virtual);
  FunctionDecl* f = ok ? declare_function(specs, d, begin) : nullptr;
  bool has_body = is(Tok::left_brace);
  FunctionDecl scratch;
  scratch.declaration_begin = begin;
  scratch.is_readable = false;
  skip_function_body(f ? *f : scratch);
  eat(Tok::semicolon);
  if (!f) return;
  record_info(id).conversions.push_back(f);
  if (has_body && (f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
}

// special-member = "~"? name "(" parameters ")" ("= default" | "= delete" | member-initialisers? body | ";")
void Parser::parse_special_member(RecordId id, const Specifiers& specs, size_t begin, bool is_destructor) {
  Declarator d;
  Span first = here();
  if (is_destructor) take();
  Token name = take();
  d.name = is_destructor ? keep("~" + std::string(name.text)) : name.text;
  d.span = cover(first, name.span);
  d.is_constructor = !is_destructor;
  d.is_destructor = is_destructor;
  d.is_function = true;
  bool ok = expect(Tok::left_paren, "after the name");
  if (ok) d.parameters = parse_parameters(ok, &d);
  while (is(Tok::kw_noexcept) || (is(Tok::identifier) && (peek().text == "override" || peek().text == "final"))) {
    take();
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
  }
  if (is_destructor && specs.is_virtual) note_virtual_destructor(*this, id, d.span);
  if (is(Tok::kw_requires)) parse_trailing_requires(*this, d);
  ok &= !d.is_excluded;
  bool is_defaulted = false;
  if (is(Tok::equal)) {  // = default, = delete, = 0
    take();
    d.is_pure = is_destructor && is(Tok::number);
    is_defaulted = take().kind == Tok::kw_default;
    d.is_deleted_or_default = true;
    d.is_defaulted = is_defaulted;
  }
  if (ok) {
    FunctionDecl like;
    like.owner = id;
    like.is_constructor = d.is_constructor;
    like.is_destructor = is_destructor;
    like.parameters = d.parameters;
    std::optional<SpecialMember> which = special_kind(like);
    bool is_plain_destructor = is_destructor && is(Tok::left_brace) && kind(1) == Tok::right_brace;
    bool is_host_only = is_destructor && !specs.is_device && !specs.is_constexpr && is_plain_destructor;  // does nothing anywhere
    FunctionDecl* f = is_defaulted || is_host_only ? nullptr : declare_function(specs, d, begin);
    if (which && (f || is_defaulted)) declare_special(id, *which, f, is_defaulted, f && f->is_deleted, d.span);
    if (f && !f->is_deleted) {
      bool has_body = is(Tok::left_brace) || is(Tok::colon);
      skip_function_body(*f);
      if (!has_body) eat(Tok::semicolon);
      else if ((f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
      return;
    }
  }
  FunctionDecl scratch;
  scratch.declaration_begin = begin;
  scratch.is_readable = false;
  skip_function_body(scratch);
  eat(Tok::semicolon);
}

void Parser::parse_pending_bodies() {
  while (!pending_methods.empty() && !is_full() && !stopped) {
    std::vector<FunctionDecl*> methods = std::move(pending_methods);
    pending_methods.clear();
    for (FunctionDecl* f : methods)
      if (!f->is_body_done && !f->is_body_running && !is_full() && !stopped && !is_library(f->span)) parse_function_body(*f);
  }
}

}  // namespace wb
