#include "app/workbook/front_matter/check_table.h"

#include <map>

#include "app/workbook/front_matter/tolerance.h"

namespace wb {

namespace {

void read_bounds(TomlScope& t, CheckSpec& check) {
  check.min = t.number("min");
  check.max = t.number("max");
  if (!t.has("min") && !t.has("max")) t.complaints().error(check.span, "this check needs `max` or `min`");
  if (check.min && check.max && *check.min > *check.max) t.complaints().error(t.key_span("min"), "`min` is larger than `max`");
}

void read_inputs(TomlScope& t, CheckSpec& check) {
  t.require("set");
  for (const toml::table* set : t.tables("set", limits::check_inputs)) {
    std::map<std::string, double> values;
    for (auto [key, node] : in_file_order(*set)) {
      if (auto number = number_of(*node)) values[std::string(key->str())] = *number;
      else t.wrong_type(key->str(), *node, "a number");
    }
    check.inputs.push_back(std::move(values));
  }
}

// The keys that only this kind of check has.
void read_kind(TomlScope& t, CheckSpec& check) {
  switch (check.kind) {
    case CheckKind::clean:
      if (auto level = t.word("level", {"note", "warning", "error"})) check.level = static_cast<Severity>(*level);
      break;
    case CheckKind::schedules: check.count = static_cast<uint64_t>(t.integer("count", 1, limits::check_schedules).value_or(32)); break;
    case CheckKind::inputs: read_inputs(t, check); break;
    case CheckKind::metric:
    case CheckKind::budget:
      check.name = t.required_text("name");
      read_bounds(t, check);
      break;
    case CheckKind::must_use:
    case CheckKind::must_not_use: check.name = t.required_text("name"); break;
    case CheckKind::ratio:
      check.over = t.required_text("over");
      check.engine = "sim";
      if (auto engine = t.word("engine", {"sim", "loops", "gpu"})) check.engine = *engine == 0 ? "sim" : *engine == 1 ? "loops" : "gpu";
      read_bounds(t, check);
      break;
    default: break;
  }
}

}  // namespace

std::optional<CheckSpec> read_check(TomlScope& parent, const toml::table& table) {
  TomlScope any = parent.inner(table, "a check");
  auto kind = any.word("kind", {"output", "clean", "schedules", "inputs", "metric", "budget", "must_use", "must_not_use", "coverage", "engines_agree", "ratio"});
  if (!any.has("kind")) any.require("kind");
  if (!kind) return std::nullopt;
  CheckSpec check;
  check.kind = static_cast<CheckKind>(*kind);
  TomlScope t = parent.inner(table, "a check of kind `" + std::string(check_kind_name(check.kind)) + "`");
  t.find("kind");
  check.span = t.span();
  check.launch = t.text("launch").value_or("");
  check.tolerance = read_tolerance(t);
  check.points = t.number("points").value_or(1);
  if (check.points < 0) t.complaints().error(t.key_span("points"), "`points` must not be negative"), check.points = 1;
  read_kind(t, check);
  t.finish();
  return check;
}

}  // namespace wb
