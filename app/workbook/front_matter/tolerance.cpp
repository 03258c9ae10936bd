#include "app/workbook/front_matter/tolerance.h"

namespace wb {

std::optional<Tolerance> read_tolerance(TomlScope& scope) {
  const toml::node* node = scope.find("tolerance");
  if (!node) return std::nullopt;
  Tolerance tolerance;
  if (const auto number = number_of(*node)) {
    tolerance.absolute = *number;
  } else if (const auto* table = node->as_table()) {
    TomlScope inner = scope.inner(*table, "a tolerance");
    tolerance.absolute = inner.number("absolute").value_or(0);
    tolerance.relative = inner.number("relative").value_or(0);
    inner.finish();
  } else {
    scope.wrong_type("tolerance", *node, "a number or { absolute = ..., relative = ... }");
  }
  if (!(tolerance.absolute >= 0) || !(tolerance.relative >= 0)) scope.complaints().error(scope.at(*node), "a tolerance must not be negative"), tolerance = {};
  return tolerance;
}

}  // namespace wb
