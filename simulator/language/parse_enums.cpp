// enum and enum class.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

namespace wb {

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
