#pragma once
// An exercise's checks = [{ kind = "output" }, { kind = "metric", name = "global.load.sectors", max = 96 }]: what its solution must pass.
#include <optional>

#include "app/workbook/toml_scope.h"

namespace wb {

// None: it is of no kind that there is. `parent`: the exercise's table.
std::optional<CheckSpec> read_check(TomlScope& parent, const toml::table& table);

}  // namespace wb
