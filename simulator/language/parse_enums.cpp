// enum and enum class.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

namespace wb {

// One of the list between the braces.
struct Parser::Enumerator {
  Token name;
  uint64_t bits = 0;
  bool is_known = true;  // false behind a value that was no constant
};

// enum = "enum" ("class" | "struct")? name? (":" type)? "{" (name ("=" constant)?) ,* "}"
std::optional<TypeId> Parser::parse_enum() {
  Enumeration made;
  made.span = take().span;
  made.is_scoped = eat(Tok::kw_class) || eat(Tok::kw_struct);
  std::string_view name;
  if (is(Tok::identifier)) {
    made.span = here();
    name = take().text;
  }
  made.name = std::string(name);
  made.underlying = ScalarKind::int_;
  const bool is_fixed = is(Tok::colon);
  if (is_fixed && !parse_enum_base(made)) return std::nullopt;
  if (!is(Tok::left_brace)) {
    if (Symbol* known = name.empty() ? nullptr : lookup(name); known && known->kind == SymbolKind::type) return known->type;
    report(Code::WB2001, here(), {"{", "after the name of the enumeration"});
    return std::nullopt;
  }
  const Token open = take();
  const std::vector<Enumerator> items = parse_enumerators(is_fixed ? made.underlying : ScalarKind::long_);
  if (!expect_close(Tok::right_brace, open)) {
    pos = std::max(pos, skip_balanced(pos));
    return std::nullopt;
  }
  if (!is_fixed && !made.is_scoped) made.underlying = kind_that_holds(items);
  return declare_enum(std::move(made), name, items);
}

// ":" type
bool Parser::parse_enum_base(Enumeration& made) {
  take();
  const auto type = parse_type_id();
  if (!type) return false;
  if (is_integer_like(*type)) {
    made.underlying = module->types[*type].scalar;
    return true;
  }
  report(Code::WB3045, made.span, {made.name, type_name(*type), "an enumeration stands on an integer type"});
  return true;
}

// Later enumerators may be computed from earlier ones: while the list is read, each is a plain integer in a scope of its own.
std::vector<Parser::Enumerator> Parser::parse_enumerators(ScalarKind kind) {
  std::vector<Enumerator> items;
  int64_t next = 0;
  bool is_known = true;
  InScope inside(*this, new_scope(Scope::Kind::block, scope));
  while (is(Tok::identifier)) {
    const Token item = take();
    if (eat(Tok::equal)) {
      const auto value = parse_constant(module->types.scalar(kind), "the enumerator");
      is_known = value.has_value();
      if (value) next = as_signed(kind, *value);
      else
        while (!is(Tok::comma) && !is(Tok::right_brace) && !is(Tok::semicolon) && !is(Tok::end)) take();
    }
    items.push_back({item, static_cast<uint64_t>(next), is_known});
    const bool fits_int = kind == ScalarKind::long_ && std::in_range<int32_t>(next);
    declare_enumerator(items.back(), module->types.scalar(fits_int ? ScalarKind::int_ : kind), SymbolKind::broken);
    next = static_cast<int64_t>(static_cast<uint64_t>(next) + 1);
    if (!eat(Tok::comma)) break;
  }
  return items;
}

// `unknown`: what it counts as if its value was no constant.
void Parser::declare_enumerator(const Enumerator& item, TypeId type, SymbolKind unknown) {
  const Type t = module->types[type];
  Symbol symbol;
  symbol.kind = item.is_known ? SymbolKind::value : unknown;
  symbol.type = type;
  symbol.bits = truncate_to(t.scalar, item.bits);
  symbol.span = item.name.span;
  declare(item.name.text, symbol);
}

// The first of int, unsigned, long that holds every value: it is also what its values are promoted to.
ScalarKind Parser::kind_that_holds(const std::vector<Enumerator>& items) {
  int64_t least = 0, most = 0;
  for (const Enumerator& item : items) {
    least = std::min(least, static_cast<int64_t>(item.bits));
    most = std::max(most, static_cast<int64_t>(item.bits));
  }
  if (std::in_range<int32_t>(least) && std::in_range<int32_t>(most)) return ScalarKind::int_;
  return least < 0 || !std::in_range<uint32_t>(most) ? ScalarKind::long_ : ScalarKind::uint;
}

// A scoped one's enumerators stand in a scope that is found through the type's name: E::a.
TypeId Parser::declare_enum(Enumeration made, std::string_view name, const std::vector<Enumerator>& items) {
  const bool is_scoped = made.is_scoped;
  const Span span = made.span;
  module->types.enums.push_back(std::move(made));
  enum_homes.push_back(scope);
  const TypeId type = module->types.enumeration(EnumId{static_cast<uint32_t>(module->types.enums.size() - 1)});
  Scope* home = scope;
  if (is_scoped) {
    home = new_scope(Scope::Kind::name_space, scope);
    home->name = name;
  }
  {
    InScope there(*this, home);
    for (const Enumerator& item : items) declare_enumerator(item, type, quiet > 0 ? SymbolKind::host : SymbolKind::broken);
  }
  if (name.empty()) return type;
  Symbol symbol;
  symbol.kind = SymbolKind::type;
  symbol.type = type;
  symbol.scope = is_scoped ? home : nullptr;
  symbol.span = span;
  declare(name, symbol);
  return type;
}

}  // namespace wb
