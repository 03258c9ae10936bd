// struct, class, union: the body, bases, alignment.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

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
        report_host_name(*known, name, span);
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
  record_info(id).access = word.kind == Tok::kw_class ? Access::private_ : Access::public_;
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
        record_info(id).base_access.push_back(parse_base_words(id));
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
    record_info(id).base_access.push_back(parse_base_words(id));
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

// ("public" | "protected" | "private" | "virtual")*: how the base's members are seen from outside.
Access Parser::parse_base_words(RecordId id) {
  Access access = record_info(id).access;  // a class's bases are private, as its members are
  for (;;) {
    if (is(Tok::kw_virtual)) {
      refuse_keyword(take());
      record_info(id).has_unread_field = true;  // its layout is another one
    } else if (is(Tok::kw_public) || is(Tok::kw_private) || is(Tok::kw_protected)) {
      access = access_of(take().kind);
    } else {
      return access;
    }
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

}  // namespace wb
