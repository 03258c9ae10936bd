// struct, class, union, enum.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

namespace wb {

RecordInfo& Parser::record_info(RecordId id) {
  while (records.size() <= id.v) records.emplace_back();
  return records[id.v];
}

// __align__(n), alignas(n) and attributes between `struct` and its name.
uint64_t Parser::parse_alignment() {
  uint64_t alignment = 1;
  for (;;) {
    if (is(Tok::kw_align) || is(Tok::kw_alignas)) {
      take();
      Token open = peek();
      if (!expect(Tok::left_paren, "before the alignment")) return alignment;
      if (is_type_start()) {
        if (auto type = parse_type_id()) alignment = std::max(alignment, module->types.align_of(*type));
      } else if (auto value = parse_constant(module->types.scalar(ScalarKind::ulong), "the alignment")) {
        if (*value > 0 && *value <= 4096 && (*value & (*value - 1)) == 0) alignment = std::max(alignment, *value);
      }
      if (!expect_close(Tok::right_paren, open)) return alignment;
    } else if (is(Tok::kw_attribute) && kind(1) == Tok::left_paren) {
      take();
      alignment = std::max(alignment, parse_attribute());
    } else if (is(Tok::left_bracket) && kind(1) == Tok::left_bracket) {
      pos = skip_balanced(pos);
    } else {
      return alignment;
    }
  }
}

// __attribute__((aligned(16))), the cursor at the first parenthesis: its alignment, 1 if it names none.
uint64_t Parser::parse_attribute() {
  size_t end = skip_balanced(pos);
  uint64_t alignment = 1;
  while (pos < end) {
    Token word = take();
    if (word.text == "packed" || word.text == "__packed__")
      report(Code::WB4004, word.span, {"packed records", "order the members from large to small, or copy them from an array of bytes"});
    if ((word.text != "aligned" && word.text != "__aligned__") || !is(Tok::left_paren)) continue;
    take();
    if (auto value = parse_constant(module->types.scalar(ScalarKind::ulong), "the alignment"); value && *value > 0 && *value <= 4096 && (*value & (*value - 1)) == 0) alignment = *value;
  }
  pos = end;
  return alignment;
}

// record = ("struct" | "class" | "union") name? (":" bases)? ("{" member* "}")?
std::optional<TypeId> Parser::parse_record(Specifiers& specs) {
  Nesting guard(*this);
  if (guard.too_deep) return std::nullopt;
  Token word = take();
  uint64_t alignment = parse_alignment();
  std::string_view name;
  Span span = word.span;
  if (is(Tok::identifier)) {
    span = here();
    name = take().text;
  }
  if (is(Tok::less) && !name.empty()) {  // struct Foo<float> x;
    --pos;
    if (!parse_named_type(specs)) return std::nullopt;
    return specs.type;
  }
  if (is(Tok::identifier) && peek().text == "final") take();
  bool is_definition = is(Tok::left_brace) || is(Tok::colon);
  if (!is_definition) {
    if (name.empty()) {
      report(Code::WB2005, here(), {found()});
      return std::nullopt;
    }
    if (Symbol* known = lookup(name)) {
      if (known->kind == SymbolKind::type) return known->type;
      if (known->kind == SymbolKind::host) {
        report(Code::WB3025, span, {std::string(name)});
        return std::nullopt;
      }
      if (known->kind == SymbolKind::broken) return std::nullopt;
    }
  }
  RecordId id{};
  Symbol* known = name.empty() ? nullptr : lookup_in(*scope, name);
  if (known && known->kind == SymbolKind::type && module->types.is_record(known->type) && !module->types.records[module->types[known->type].index].is_complete) {
    id = {module->types[known->type].index};
  } else {
    id = {static_cast<uint32_t>(module->types.records.size())};
    Record record;
    record.name = std::string(name);
    record.span = span;
    module->types.records.push_back(std::move(record));
    record_info(id).scope = new_scope(Scope::Kind::record, scope);
    record_info(id).scope->record = id;
    record_info(id).scope->name = name;
    if (!name.empty()) {
      Symbol symbol;
      symbol.kind = SymbolKind::type;
      symbol.type = module->types.record(id);
      symbol.span = span;
      if (known && known->kind == SymbolKind::functions) {
        // a function of this name hides the type; `struct X` still names it
      } else {
        declare(name, symbol);
      }
    }
  }
  module->types.records[id.v].is_union = word.kind == Tok::kw_union;
  module->types.records[id.v].alignment = alignment;
  TypeId type = module->types.record(id);
  if (!is_definition) return type;
  specs.defines_type = true;
  FunctionContext* outer = fn;
  record_info(id).is_class = word.kind == Tok::kw_class;
  if (is(Tok::colon)) parse_bases(id);
  if (is(Tok::left_brace)) parse_record_body(id);
  fn = outer;
  // Bodies of methods may use every member, so they wait until the outermost record is complete.
  if (!current_record) parse_pending_bodies();
  return type;
}

// bases = ":" access? type ("," access? type)*
// A base is a member without a name: its members are found as if they were the record's own.
void Parser::parse_bases(RecordId id) {
  take();
  for (;;) {
    size_t ellipsis = pos;
    while (has_packs && tokens[ellipsis].kind != Tok::comma && tokens[ellipsis].kind != Tok::left_brace && tokens[ellipsis].kind != Tok::ellipsis && ellipsis + 1 < tokens.size())
      ellipsis = tokens[ellipsis].kind == Tok::less ? std::max(skip_template_list(ellipsis), ellipsis + 1) : ellipsis + 1;
    if (has_packs && tokens[ellipsis].kind == Tok::ellipsis) {  // struct X : Bases...
      bool ok = expand(ellipsis, [&] {
        while (is(Tok::kw_public) || is(Tok::kw_private) || is(Tok::kw_protected)) take();
        Span span = here();
        Specifiers specs;
        if (!is_type_start() || !parse_named_type(specs) || !module->types.is_record(specs.type)) return report(Code::WB4001, span, {"bases that are not classes of this file", "put the base's members into this one, or hold it as a member"});
        add_unnamed_field(id, specs.type, span);
        ++record_info(id).base_count;
        return true;
      });
      if (!ok) {
        while (!is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
        return;
      }
      if (!eat(Tok::comma)) return;
      continue;
    }
    while (is(Tok::kw_public) || is(Tok::kw_private) || is(Tok::kw_protected)) take();
    if (is(Tok::kw_virtual)) refuse_keyword(take());
    Span span = here();
    Specifiers specs;
    if (!is_type_start() || !parse_named_type(specs) || !module->types.is_record(specs.type) ||
        !module->types.records[module->types[specs.type].index].is_complete) {
      report(Code::WB4001, span, {"bases that are not classes of this file", "put the base's members into this one, or hold it as a member"});
      while (!is(Tok::left_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
      return;
    }
    add_unnamed_field(id, specs.type, span);
    ++record_info(id).base_count;
    if (!eat(Tok::comma)) return;
  }
}

// A base, or an anonymous struct or union: lookups in the record go on in it.
void Parser::add_unnamed_field(RecordId id, TypeId type, Span span) {
  module->types.records[id.v].fields.push_back({"", type, 0, span});
  record_info(id).field_defaults.push_back(0);
  record_info(id).members.push_back(static_cast<uint32_t>(module->types.records[id.v].fields.size() - 1));
  if (Scope* inner = record_info({module->types[type].index}).scope) record_info(id).scope->used.push_back(inner);
}

void Parser::parse_record_body(RecordId id) {
  Token open = take();
  std::optional<RecordId> outer = current_record;
  current_record = id;
  {
    InScope inside(*this, record_info(id).scope);
    while (!is(Tok::right_brace) && !is(Tok::end) && !is_full() && !stopped) {
      size_t before = pos;
      if (is(Tok::kw_global) && peek().line_start && pos > 0 && tokens[pos - 1].kind == Tok::right_brace) break;
      parse_member(id);
      if (pos == before) take();
    }
  }
  current_record = outer;
  if (!eat(Tok::right_brace) && !is_full() && !stopped) report(Code::WB2003, open.span, {"{", "}"});
  if (is(Tok::kw_attribute) || is(Tok::kw_align) || is(Tok::kw_alignas)) {
    uint64_t alignment = parse_alignment();
    module->types.records[id.v].alignment = std::max(module->types.records[id.v].alignment, alignment);
  }
  finish_layout(id);
}

// member = access ":" | using | friend | static_assert | nested type | constructor | method | field
void Parser::parse_member(RecordId id) {
  const Token t = peek();
  if ((t.kind == Tok::kw_public || t.kind == Tok::kw_private || t.kind == Tok::kw_protected) && kind(1) == Tok::colon) {
    record_info(id).is_class = take().kind != Tok::kw_public;
    take();
    return;
  }
  if (eat(Tok::semicolon)) return;
  if (t.kind == Tok::kw_using) return parse_using();
  if (t.kind == Tok::kw_static_assert) return parse_static_assert();
  if (t.kind == Tok::kw_typedef) return parse_typedef();
  if (t.kind == Tok::kw_template) return parse_template();
  size_t begin = pos;
  std::string own_name = module->types.records[id.v].name;
  if (size_t bracket = own_name.find('<'); bracket != std::string::npos) own_name.resize(bracket);
  // A constructor or a destructor has no type in front: read the words before it, then look.
  Specifiers specs;
  size_t i = pos;
  while (tokens[i].kind == Tok::kw_device || tokens[i].kind == Tok::kw_host || tokens[i].kind == Tok::kw_constexpr || tokens[i].kind == Tok::kw_inline ||
         tokens[i].kind == Tok::kw_forceinline || tokens[i].kind == Tok::kw_explicit || tokens[i].kind == Tok::kw_noinline || tokens[i].kind == Tok::kw_inline2 ||
         tokens[i].kind == Tok::kw_virtual)
    ++i;
  bool is_constructor = !own_name.empty() && tokens[i].kind == Tok::identifier && tokens[i].text == own_name && tokens[i + 1].kind == Tok::left_paren;
  bool is_destructor = tokens[i].kind == Tok::tilde;
  if (is_constructor || is_destructor) {
    while (pos < i) {
      Token word = take();
      if (word.kind == Tok::kw_device) specs.is_device = true;
      if (word.kind == Tok::kw_host) specs.is_host = true;
      if (word.kind == Tok::kw_constexpr) specs.is_constexpr = true;
      if (word.kind == Tok::kw_explicit) specs.is_explicit = true;
      if (word.kind == Tok::kw_virtual) refuse_keyword(word);
    }
    return parse_special_member(id, specs, begin, is_destructor);
  }
  if (t.kind == Tok::kw_virtual) {
    refuse_keyword(t);
    take();
  }
  specs = parse_specifiers(true);
  if (specs.is_friend) {  // a friend's definition is a function of the namespace around
    std::optional<RecordId> outer = current_record;
    current_record.reset();
    Scope* home = scope;
    while (home->kind != Scope::Kind::name_space) home = home->parent;
    Declarator d;
    if (specs.ok && specs.has_type) {
      d = parse_declarator(specs);
      if (d.ok && d.is_function && is(Tok::left_brace)) {
        FunctionDecl* f = nullptr;
        {
          InScope inside(*this, home);
          f = declare_function(specs, d, begin);
        }
        if (f) {
          f->scope = record_info(id).scope;
          skip_function_body(*f);
          for (Scope* s = f->scope; s && !f->is_in_template; s = s->parent) f->is_in_template = s->kind == Scope::Kind::record && record_info(s->record).tmpl;
          if ((f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
        }
      }
    }
    current_record = outer;
    if (is(Tok::left_brace)) pos = skip_balanced(pos);
    while (!is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end) && tokens[pos - 1].kind != Tok::right_brace) take();
    eat(Tok::semicolon);
    return;
  }
  if (!specs.ok || !specs.has_type) {
    if (specs.ok && is(Tok::kw_operator)) return parse_conversion_operator(id, specs, begin);
    if (specs.ok && is(Tok::identifier)) {
      if (Symbol* s = lookup(peek().text); s && s->kind == SymbolKind::name_space && kind(1) == Tok::scope) refuse_std(peek(2).text, cover(here(), peek(2).span));
      else report_unknown_type(peek().text, here());
    } else if (specs.ok) report(Code::WB2006, here(), {found()});
    skip_statement();
    return;
  }
  Record* record = nullptr;
  if (is(Tok::semicolon)) {
    take();
    // An anonymous union or struct: a field without a name.
    if (specs.defines_type && module->types.is_record(specs.type) && module->types.records[module->types[specs.type].index].name.empty()) {
      add_unnamed_field(id, specs.type, t.span);
    }
    return;
  }
  for (;;) {
    Declarator d = parse_declarator(specs);
    if (d.is_function) {
      if (!d.ok || d.name.empty()) {
        if (is(Tok::left_brace)) pos = skip_balanced(pos);
        eat(Tok::semicolon);
        return;
      }
      FunctionDecl like;
      like.name = d.name;
      like.owner = id;
      like.parameters = d.parameters;
      std::optional<SpecialMember> which = special_kind(like);
      if (which && d.is_defaulted) {
        declare_special(id, *which, nullptr, true, false, d.span);
        expect_semicolon("after this declaration");
        return;
      }
      FunctionDecl* f = declare_function(specs, d, begin);
      if (f && which) declare_special(id, *which, f, false, f->is_deleted, d.span);
      bool has_body = is(Tok::left_brace);
      FunctionDecl scratch;
      scratch.declaration_begin = begin;
      scratch.is_readable = false;
      skip_function_body(f ? *f : scratch);
      if (f && has_body && (f->is_device || f->is_constexpr) && !f->is_in_template) pending_methods.push_back(f);
      if (!has_body) expect_semicolon("after this declaration");
      else eat(Tok::semicolon);
      return;
    }
    if (d.name.empty() && !is(Tok::colon)) {
      if (d.ok) report(Code::WB2005, here(), {found()});
      skip_statement();
      return;
    }
    if (is(Tok::colon)) {
      parse_bit_field(id, specs, d);
      if (eat(Tok::comma)) continue;
      break;
    }
    Symbol symbol;
    symbol.span = d.span;
    if (specs.is_static) {  // static constexpr int n = 16;
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
    } else {
      size_t default_begin = 0;
      if (is(Tok::equal) || is(Tok::left_brace)) {
        if (is(Tok::equal)) take();
        default_begin = pos;
        while (!is(Tok::comma) && !is(Tok::semicolon) && !is(Tok::right_brace) && !is(Tok::end)) {
          if (is(Tok::left_paren) || is(Tok::left_brace) || is(Tok::left_bracket)) pos = skip_balanced(pos);
          else if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
          else take();
        }
      }
      bool fits = d.ok && (specs.is_auto ? report(Code::WB3058, specs.type_span) : check_object_type(d.type, d));
      if (fits && specs.is_shared) fits = report(Code::WB3030, specs.space_span, {"a `__shared__` member", "make the whole variable `__shared__`"});
      if (!fits) {
        declare(d.name, symbol);
      } else {
        record = &module->types.records[id.v];
        symbol.kind = SymbolKind::variable;
        symbol.is_field = true;
        symbol.field = static_cast<uint32_t>(record->fields.size());
        symbol.owner = id;
        record->fields.push_back({std::string(d.name), d.type, 0, d.span});
        RecordInfo& info = record_info(id);
        info.field_defaults.push_back(default_begin);
        info.members.push_back(symbol.field);
        info.has_hidden_members |= info.is_class;
        info.field_alignments.resize(record->fields.size(), 1);
        info.field_alignments.back() = std::max(specs.alignment, d.alignment);
        if (!declare(d.name, symbol)) record->fields.back().name += "'";
      }
    }
    if (eat(Tok::comma)) continue;
    break;
  }
  expect_semicolon("after this member");
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
      info.has_hidden_members |= info.is_class;
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
  Span span = take().span;
  Specifiers result = parse_specifiers(false);
  Declarator d;
  TypeId type = result.has_type && result.ok ? parse_pointer_operators(d, result.type) : TypeId{};
  d.span = span_from(span);
  d.is_function = true;
  d.function_result = type;
  bool ok = result.ok && result.has_type;
  if (ok && expect(Tok::left_paren, "after the conversion's type")) d.parameters = parse_parameters(ok);
  while (is(Tok::kw_const) || is(Tok::kw_noexcept)) d.is_const_method |= take().kind == Tok::kw_const;
  d.name = keep("operator " + type_name(type) + (d.is_const_method ? " const" : ""));
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
  bool is_defaulted = false;
  if (is(Tok::equal)) {  // = default, = delete, = 0
    take();
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

// enum = "enum" ("class" | "struct")? name? (":" type)? "{" (name ("=" constant)?) ,* "}"
std::optional<TypeId> Parser::parse_enum() {
  Span begin = take().span;
  Enumeration made;
  made.is_scoped = eat(Tok::kw_class) || eat(Tok::kw_struct);
  std::string_view name;
  if (is(Tok::identifier)) {
    begin = here();
    name = take().text;
  }
  bool is_fixed = false;
  made.underlying = ScalarKind::int_;
  if (eat(Tok::colon)) {
    auto type = parse_type_id();
    if (!type) return std::nullopt;
    made.underlying = module->types[*type].scalar;
    is_fixed = true;
    if (!is_integer_like(*type)) {
      report(Code::WB3045, begin, {std::string(name), type_name(*type), "an enumeration stands on an integer type"});
      made.underlying = ScalarKind::int_;
    }
  }
  if (!is(Tok::left_brace)) {
    if (Symbol* known = name.empty() ? nullptr : lookup(name); known && known->kind == SymbolKind::type) return known->type;
    report(Code::WB2001, here(), {"{", "after the name of the enumeration"});
    return std::nullopt;
  }
  Token open = take();
  made.name = std::string(name);
  made.span = begin;
  struct Item {
    Token name;
    uint64_t bits;
    bool is_known;
  };
  std::vector<Item> items;
  int64_t next = 0;
  bool is_negative = false, is_known = true;  // is_known: false behind a value that was no constant
  ScalarKind value_kind = is_fixed ? made.underlying : ScalarKind::long_;
  Scope* values = new_scope(Scope::Kind::block, scope);
  InScope inside(*this, values);
  while (is(Tok::identifier)) {
    Token item = take();
    if (eat(Tok::equal)) {
      auto value = parse_constant(module->types.scalar(value_kind), "the enumerator");
      is_known = value.has_value();
      if (value) next = as_signed(value_kind, *value);
      else
        while (!is(Tok::comma) && !is(Tok::right_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
    }
    is_negative |= next < 0;
    items.push_back({item, static_cast<uint64_t>(next), is_known});
    // Later enumerators may be computed from this one.
    Symbol symbol;
    symbol.kind = SymbolKind::value;
    symbol.type = module->types.scalar(value_kind == ScalarKind::long_ && next >= -2147483648ll && next <= 2147483647 ? ScalarKind::int_ : value_kind);
    symbol.bits = truncate_to(module->types[symbol.type].scalar, static_cast<uint64_t>(next));
    symbol.span = item.span;
    if (!is_known) symbol.kind = SymbolKind::broken;
    declare(item.text, symbol);
    next = static_cast<int64_t>(static_cast<uint64_t>(next) + 1);
    if (!eat(Tok::comma)) break;
  }
  scope = inside.saved;
  if (!expect_close(Tok::right_brace, open)) {
    pos = std::max(pos, skip_balanced(pos));
    return std::nullopt;
  }
  if (!is_fixed && !made.is_scoped) {
    // The first of int, unsigned, long, unsigned long that holds every value: it is also what its values are promoted to.
    int64_t least = 0, most = 0;
    for (const Item& item : items) {
      least = std::min(least, static_cast<int64_t>(item.bits));
      most = std::max(most, static_cast<int64_t>(item.bits));
    }
    bool fits_int = least >= -2147483648ll && most <= 2147483647;
    made.underlying = fits_int ? ScalarKind::int_ : is_negative || most > 4294967295ll ? ScalarKind::long_ : ScalarKind::uint;
  }
  EnumId id{static_cast<uint32_t>(module->types.enums.size())};
  ScalarKind underlying = made.underlying;
  bool is_scoped = made.is_scoped;
  module->types.enums.push_back(std::move(made));
  TypeId type = module->types.enumeration(id);
  Scope* home = scope;
  if (is_scoped) {
    // E::a: the enumerators stand in a scope that is found through the type's name.
    home = new_scope(Scope::Kind::name_space, scope);
    home->name = name;
  }
  {
    InScope there(*this, home);
    for (const Item& item : items) {
      Symbol symbol;
      symbol.kind = SymbolKind::value;
      symbol.type = type;
      symbol.bits = truncate_to(underlying, item.bits);
      symbol.span = item.name.span;
      if (!item.is_known) symbol.kind = quiet > 0 ? SymbolKind::host : SymbolKind::broken;
      declare(item.name.text, symbol);
    }
  }
  if (!name.empty()) {
    Symbol symbol;
    symbol.kind = SymbolKind::type;
    symbol.type = type;
    symbol.scope = is_scoped ? home : nullptr;
    symbol.span = begin;
    declare(name, symbol);
  }
  return type;
}

}  // namespace wb
