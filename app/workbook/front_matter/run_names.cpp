#include "app/workbook/front_matter/run_names.h"

#include <algorithm>

namespace wb {

bool is_kebab(std::string_view name) {
  return !name.empty() && name.size() <= 80 && std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

std::string RunNames::take(TomlScope& table, const std::string& what) {
  std::string name = table.required_text("name");
  if (name.empty()) return name;
  const Span at = table.value_span("name");
  if (!is_kebab(name)) table.complaints().error(at, "`" + name + "` is no name for " + what, "small letters, digits and `-`");
  const auto [other, is_new] = taken_.emplace(name, what);
  if (!is_new) table.complaints().error(at, "`" + name + "` names both " + other->second + " and " + what, "launches, bugs and exercises share one name space");
  return name;
}

}  // namespace wb
