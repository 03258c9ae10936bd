#pragma once
// [[bug]]: a program with a mistake, and what the simulator must find in it. It is repaired by an exercise (`fix`), or on the spot, with
// checks and hints of its own.
#include "app/workbook/front_matter/run_names.h"

namespace wb {

BugSpec read_bug(TomlScope& root, const toml::table& table, RunNames& names);

}  // namespace wb
