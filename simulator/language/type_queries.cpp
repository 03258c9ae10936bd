#include "simulator/language/type_queries.h"

#include <algorithm>
#include <iterator>

namespace wb {
namespace {

using Answer = bool (*)(Parser&, TypeId, TypeId);

Type plain(Parser& p, TypeId type) { return p.module->types[p.module->types.unqualified(type)]; }

bool is_enum(Parser& p, TypeId t, TypeId) { return plain(p, t).kind == TypeKind::enumeration; }
bool is_function(Parser& p, TypeId t, TypeId) { return plain(p, t).kind == TypeKind::function; }
bool is_signed_enum(Parser& p, TypeId t, TypeId) { return is_enum(p, t, {}) && is_signed(plain(p, t).scalar); }
bool is_union(Parser& p, TypeId t, TypeId) { return plain(p, t).kind == TypeKind::record && p.module->types.records[plain(p, t).index].is_union; }
bool is_class(Parser& p, TypeId t, TypeId) { return plain(p, t).kind == TypeKind::record && !is_union(p, t, {}); }
bool is_empty(Parser& p, TypeId t, TypeId) { return is_class(p, t, {}) && p.record_info({plain(p, t).index}).is_empty; }

bool is_base_of(Parser& p, TypeId base, TypeId derived) {
  const TypeId b = p.module->types.unqualified(base), d = p.module->types.unqualified(derived);
  return is_class(p, b, {}) && is_class(p, d, {}) && (b == d || p.is_derived(d, b));
}

bool is_trivially_copyable(Parser& p, TypeId t, TypeId) {
  const TypeId element = p.module->types.unqualified(p.element_of(t));
  if (p.module->types[element].kind == TypeKind::reference || p.module->types.is_void(element)) return false;
  return !p.module->types.is_record(element) || (p.is_trivially_copied(element) && !p.has_destructor(element));
}

// Would `To f() { return declval<From>(); }` compile? A variable of the type stands for the value.
bool is_convertible(Parser& p, TypeId from, TypeId to) {
  if (p.module->types.is_void(p.module->types.unqualified(to))) return p.module->types.is_void(p.module->types.unqualified(from));
  if (p.module->types.is_void(p.module->types.unqualified(from)) || p.module->types.is_array(to)) return false;
  const Type source = p.module->types[from];
  const bool is_reference = source.kind == TypeKind::reference;
  ExprId value = p.make_variable(p.add_variable("value", is_reference ? source.element : from, Storage::local, p.here()), p.here());
  if (!is_reference || source.is_rvalue) value = p.as_xvalue(value);
  return p.conversion_rank(value, to) != Rank::none;
}

struct Query {
  std::string_view name;
  int types;
  Answer answer;
};
constexpr Query queries[] = {
    {"__is_enum", 1, is_enum},       {"__is_function", 1, is_function},     {"__is_signed_enum", 1, is_signed_enum},           {"__is_union", 1, is_union},
    {"__is_class", 1, is_class},     {"__is_empty", 1, is_empty},           {"__is_trivially_copyable", 1, is_trivially_copyable},
    {"__is_base_of", 2, is_base_of}, {"__is_convertible", 2, is_convertible}, {"__is_convertible_to", 2, is_convertible},
};

const Query* query_named(std::string_view name) {
  const auto* found = std::find_if(std::begin(queries), std::end(queries), [&](const Query& q) { return q.name == name; });
  return found == std::end(queries) ? nullptr : found;
}

}  // namespace

bool is_type_query(std::string_view name) { return query_named(name) != nullptr; }

// query = name "(" type ("," type)? ")"
ExprId parse_type_query(Parser& p, std::string_view name, Span begin) {
  const Query& query = *query_named(name);
  const Token open = p.take();
  TypeId types[2];
  for (int i = 0; i < query.types; ++i) {
    if (i > 0 && !p.expect(Tok::comma, "between the types")) return {};
    std::optional<TypeId> type = p.parse_type_id();
    if (type && p.at_function_type()) type = p.parse_function_type(*type);
    if (!type) return {};
    types[i] = *type;
  }
  if (!p.expect_close(Tok::right_paren, open)) return {};
  if (std::any_of(types, types + query.types, [&](TypeId t) { return p.is_placeholder(t); })) return {};
  return p.make_constant(p.module->types.scalar(ScalarKind::bool_), query.answer(p, types[0], types[1]), p.span_from(begin));
}

}  // namespace wb
