#include "app/workbook/front_matter/exercise_table.h"

#include <algorithm>

#include "app/workbook/counter_names.h"
#include "app/workbook/front_matter/check_table.h"
#include "app/workbook/front_matter/tolerance.h"
#include "app/workbook/markdown.h"

namespace wb {

namespace {

void read_start(TomlScope& t, ExerciseSpec& exercise) {
  exercise.start = t.required_text("start");
  exercise.start_span = t.value_span("start", exercise.span);
  exercise.solution = t.required_text("solution");
  exercise.solution_span = t.value_span("solution", exercise.span);
  t.require("checks");
}

// A number or a choice in place of a program: what is checked is the answer.
void read_answer(TomlScope& t, ExerciseSpec& exercise) {
  for (const char* key : {"start", "solution", "checks"})
    if (t.find(key)) t.complaints().error(t.key_span(key), "an exercise of style `answer` has no `" + std::string(key) + "`", "its question stands in its card");
  ExerciseAnswer& answer = exercise.answer;
  answer.number = t.number("answer");
  if (auto tolerance = read_tolerance(t)) answer.tolerance = *tolerance;
  answer.counter = t.text("counter").value_or("");
  answer.result = t.text("result").value_or("");
  answer.span = t.has("counter") ? t.key_span("counter") : t.has("result") ? t.key_span("result") : exercise.span;
  if (!answer.counter.empty() && !answer.result.empty()) t.complaints().error(t.key_span("result"), "this exercise has both `counter` and `result`", "choose one");
  const std::vector<std::string> known = counter_names();
  if (!answer.counter.empty() && std::find(known.begin(), known.end(), answer.counter) == known.end())
    t.complaints().error(answer.span, "`" + answer.counter + "` is no counter", did_you_mean(answer.counter, known));
}

}  // namespace

void read_help(TomlScope& scope, ExerciseSpec& exercise) {
  for (const std::string& hint : scope.texts("hints")) exercise.hints.push_back(parse_inline(hint));
  exercise.after = parse_inline(scope.text("after").value_or(""));
  exercise.objectives_span = scope.key_span("for");
  exercise.objectives = scope.texts("for");
  for (const toml::table* table : scope.tables("checks", limits::checks))
    if (auto check = read_check(scope, *table)) exercise.checks.push_back(std::move(*check));
}

ExerciseSpec read_exercise(TomlScope& root, const toml::table& table, RunNames& names) {
  TomlScope t = root.inner(table, "an exercise");
  ExerciseSpec exercise;
  exercise.name = names.take(t, "an exercise");
  exercise.span = t.key_span("name");
  if (auto style = t.word("style", {"code", "blanks", "parsons", "answer"})) exercise.style = static_cast<ExerciseStyle>(*style);
  exercise.launch = t.required_text("launch");
  exercise.launch_span = t.value_span("launch", exercise.span);
  if (exercise.is_answered()) read_answer(t, exercise);
  else read_start(t, exercise);
  read_help(t, exercise);
  if (!exercise.is_answered() && t.has("checks") && exercise.checks.empty()) t.complaints().error(t.key_span("checks"), "exercise `" + exercise.name + "` has no check");
  t.finish();
  return exercise;
}

}  // namespace wb
