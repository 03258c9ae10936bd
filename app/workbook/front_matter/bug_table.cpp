#include "app/workbook/front_matter/bug_table.h"

#include <algorithm>

#include "app/workbook/front_matter/exercise_table.h"
#include "app/workbook/kind_words.h"

namespace wb {

namespace {

// element = 7, or its indices: element = [0, 7]
std::vector<uint64_t> read_element(TomlScope& finding, const toml::node& element) {
  std::vector<uint64_t> index;
  const auto add = [&](const toml::node& n) {
    if (auto* i = n.as_integer(); i && i->get() >= 0) index.push_back(static_cast<uint64_t>(i->get()));
    else finding.wrong_type("element", n, "a whole number from 0 on, or a list of them");
  };
  if (auto* list = element.as_array())
    for (const toml::node& n : *list) add(n);
  else add(element);
  return index;
}

void read_lines(TomlScope& finding, const toml::node& lines, std::vector<uint32_t>& numbers) {
  const auto* list = lines.as_array();
  if (!list) return finding.wrong_type("lines", lines, "a list of line numbers");
  for (const toml::node& n : *list) {
    if (auto* i = n.as_integer(); i && i->get() >= 1 && i->get() < 1'000'000) numbers.push_back(static_cast<uint32_t>(i->get()));
    else finding.wrong_type("lines", n, "a list of line numbers");
  }
}

ExpectedFinding read_expected(TomlScope finding) {
  ExpectedFinding expected;
  expected.span = finding.span();
  const std::string kind = finding.required_text("kind");
  if (auto found = finding_from_name(kind)) expected.kind = *found;
  else if (!kind.empty()) finding.complaints().error(finding.value_span("kind"), "`" + kind + "` is no kind of finding", did_you_mean(kind, finding_names()));
  expected.buffer = finding.text("buffer");
  if (const toml::node* element = finding.find("element")) expected.element = read_element(finding, *element);
  if (auto line = finding.integer("line", 1, 1'000'000)) expected.lines = {static_cast<uint32_t>(*line)};
  if (const toml::node* lines = finding.find("lines")) read_lines(finding, *lines, expected.lines);
  if (auto severity = finding.word("severity", {"note", "warning", "error"})) expected.severity = static_cast<Severity>(*severity);
  if (auto count = finding.integer("count", 1, INT64_MAX)) expected.count = static_cast<uint64_t>(*count);
  finding.finish();
  return expected;
}

// What one engine's run ends with: reverse = [1, 2, 3]
void read_result(const toml::key& key, const toml::node& node, TomlScope& t, BugSpec& bug) {
  const std::string engine(key.str());
  std::vector<std::string> known{"loops"};
  for (auto s : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) known.emplace_back(schedule_name(s));
  if (std::find(known.begin(), known.end(), engine) == known.end())
    return t.complaints().error(t.at(key.source()), "`" + engine + "` is neither a schedule nor `loops`", did_you_mean(engine, known));
  std::vector<double> numbers;
  if (auto number = number_of(node)) numbers.push_back(*number);
  else if (auto* list = node.as_array()) {
    for (const toml::node& n : *list)
      if (auto number_in_list = number_of(n)) numbers.push_back(*number_in_list);
  }
  if (numbers.empty()) return t.wrong_type(engine, node, "a number or a list of numbers");
  bug.results.emplace_back(engine, std::move(numbers));
}

// The exercise that the bug itself is, where it is repaired on the spot.
ExerciseSpec read_repair(TomlScope& t, const BugSpec& bug) {
  ExerciseSpec repair;
  repair.name = bug.name;
  repair.span = bug.span;
  repair.start = bug.source, repair.start_span = bug.source_span;
  repair.solution = t.text("solution").value_or("");
  if (t.has("solution")) repair.solution_span = t.value_span("solution");
  repair.launch = bug.launch, repair.launch_span = bug.launch_span;
  read_help(t, repair);
  return repair;
}

}  // namespace

BugSpec read_bug(TomlScope& root, const toml::table& table, RunNames& names) {
  TomlScope t = root.inner(table, "a bug");
  BugSpec bug;
  bug.name = names.take(t, "a bug");
  bug.span = t.key_span("name");
  bug.source = t.required_text("source");
  bug.source_span = t.value_span("source", bug.span);
  bug.kernel = t.text("kernel").value_or("");
  bug.launch = t.required_text("launch");
  bug.launch_span = t.value_span("launch", bug.span);
  t.require("expect");
  bug.expect_span = t.key_span("expect");
  for (const toml::table* finding : t.tables("expect", limits::checks)) bug.expect.push_back(read_expected(t.inner(*finding, "an expected finding")));
  if (auto output = t.word("output", {"right", "wrong", "any"})) bug.output = static_cast<BugOutput>(*output);
  bug.results_span = t.key_span("results");
  if (const toml::table* results = t.table("results"))
    for (auto [key, node] : in_file_order(*results)) read_result(*key, *node, t, bug);
  bug.fix_span = t.key_span("fix");
  bug.fix = t.text("fix").value_or("");
  const bool has_own = t.has("checks") || t.has("hints") || t.has("after");
  if (has_own && !bug.fix.empty()) t.complaints().error(bug.fix_span, "bug `" + bug.name + "` has both `fix` and checks, hints or after of its own", "choose one");
  if (has_own) bug.repair = read_repair(t, bug);
  t.finish();
  return bug;
}

}  // namespace wb
