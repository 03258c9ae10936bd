#pragma once
// [[exercise]]: a program to write, or a question that a launch's run answers.
#include "app/workbook/front_matter/run_names.h"

namespace wb {

ExerciseSpec read_exercise(TomlScope& root, const toml::table& table, RunNames& names);

// What helps with an exercise, and says when it is done: hints, after, for, checks. A bug that is to be repaired has them, too.
void read_help(TomlScope& scope, ExerciseSpec& exercise);

}  // namespace wb
