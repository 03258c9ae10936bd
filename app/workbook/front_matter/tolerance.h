#pragma once
// tolerance = 0.5, or tolerance = { absolute = 0.5, relative = 1e-6 }: of a launch, a check, an answer.
#include <optional>

#include "app/workbook/toml_scope.h"

namespace wb {

std::optional<Tolerance> read_tolerance(TomlScope& scope);

}  // namespace wb
