#include "app/workbook/check_course.h"

#include <sstream>

#include "doctest.h"
#include "lesson_folder.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

// A whole lesson without a mistake. A test changes one piece of it.
constexpr const char* sound = R"toml(+++
id = "row"
title = "A row"
objectives = [{ id = "one", text = "count" }]

[[launch]]
name = "row"
source = "kernel.cu"
grid = [2]
block = [32]
arguments = ["count", "n"]
values = { n = 50 }
[launch.buffer.count]
data = [0]

[[bug]]
name = "plain"
source = "bug.cu"
launch = "row"
expect = [{ kind = "race.raw", buffer = "count", element = 0, lines = [5, 5] }, { kind = "race.waw", severity = "error" }]
output = "wrong"
results = { in-order = 2, reverse = [2] }
hints = ["One step."]
after = "It is one step now."
checks = [{ kind = "output" }, { kind = "clean" }]

[[exercise]]
name = "count"
start = "bug.cu"
solution = "kernel.cu"
launch = "row"
hints = ["Atomic."]
after = "Yes."
for = ["one"]
checks = [{ kind = "output" }]
+++

## Predict: requests

```predict for=one counter=atomic.requests
How many requests?
- [x] 2 of them   > One a warp.
- [ ] 50 {one-each} > One a warp.
```

```run row
Look.
```

```source kernel.cu lines=2-3
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
```

```bug plain
Find it.
```

```exercise count
Repair it.
```
)toml";

constexpr const char* kernel = R"(__global__ void tally(int* count, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  atomicAdd(count, 1);                               // fetch, compute, store: one step
}
)";
constexpr const char* bug = R"(__global__ void tally(int* count, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  *count = *count + 1;                               // fetch, compute, store
}
)";

struct Change {
  const char* name;
  const char* from;       // in the lesson; where it is not there: in the kernel
  const char* to;
  const char* complaint;  // part of one; empty: none at all
};
constexpr Change changes[] = {
    {"nothing changed", "title", "title", ""},
    {"a counter with another value", "[x] 2 of", "[x] 3 of", "the marked answer is 3, but `atomic.requests` of run `row` is 2"},
    {"a counter and no number", "[x] 2 of them", "[x] two", "holds no number"},
    {"a finding that is not reported", "kind = \"race.raw\", buffer", "kind = \"race.war\", buffer", "declares race.war on count[0], lines 5 and 5, but its run does not report it"},
    {"a finding that is not declared", ", { kind = \"race.waw\", severity = \"error\" }]", "]", "reports race.waw on count[0], lines 5 and 5, which it does not declare"},
    {"another line", "lines = [5, 5]", "lines = [4, 5]", "declares race.raw"},
    {"another severity", "severity = \"error\"", "severity = \"warning\"", "declares race.waw"},
    {"an output that is wrong", "output = \"wrong\"", "output = \"right\"", "declares its output as right, but count[0] is 2 and should be 50"},
    {"another result", "in-order = 2", "in-order = 3", "`in-order` gives count[0] = 2, not 3"},
    {"a solution that fails", "solution = \"kernel.cu\"", "solution = \"bug.cu\"", "its start passes every check already"},
    {"a start that passes", "start = \"bug.cu\"", "start = \"kernel.cu\"", "exercise `count`: its start passes every check already"},
    {"a check that the solution fails", "for = [\"one\"]\nchecks = [{ kind = \"output\" }]", "for = [\"one\"]\nchecks = [{ kind = \"must_use\", name = \"double\" }]", "its solution fails check `must_use`: `double` is not used"},
    {"a bug that passes its repair", "checks = [{ kind = \"output\" }, { kind = \"clean\" }]", "checks = [{ kind = \"must_use\", name = \"count\" }]", "bug `plain` passes every check of its repair as it is"},
    {"an objective without a check", "predict for=one", "predict", ""},
    {"an objective without either", "for = [\"one\"]", "", ""},
    {"an old excerpt", "who am I\n```", "who are you\n```", "this excerpt is not lines 2-3 of `kernel.cu`: line 3 is"},
    {"an excerpt beyond the end", "lines=2-3", "lines=2-30", "`kernel.cu` has 6 lines"},
    {"an unknown tag", "{one-each}", "{one-eech}", "the misconception `one-eech` is not in misconceptions.toml (did you mean `one-each`?)"},
    {"a misspelt label", "// am I in range", "// am I in rage", "`am I in rage` is no sub-goal label (did you mean `am I in range`?)"},
    {"a race in the launch", "atomicAdd(count, 1);  ", "*count = *count + 1;", "launch `row` is not clean: race.raw"},
};

struct Checked {
  CheckReport report;
  std::string lines;
};
Checked check_changed(const Change& change) {
  test::LessonFolder course("");
  fs::remove(course.path / "lesson.md");
  fs::create_directories(course.path / "row");
  std::string lesson = sound, code = kernel;
  std::string& changed = lesson.find(change.from) != std::string::npos ? lesson : code;
  REQUIRE(changed.find(change.from) != std::string::npos);
  changed.replace(changed.find(change.from), std::string_view(change.from).size(), change.to);
  course.write("row/lesson.md", lesson);
  course.write("row/kernel.cu", code);
  course.write("row/bug.cu", bug);
  course.write("course.toml", "title = \"A course\"\n");
  course.write("misconceptions.toml", "[[misconception]]\ntag = \"one-each\"\nsentence = \"One each.\"\n");
  auto simulated = make_simulated_engine();
  CheckOptions options;
  options.engines.simulated = simulated.get();
  Checked checked{check_folder(course.path, options), {}};
  checked.lines = test::lines_of(checked.report.complaints);
  return checked;
}

}  // namespace

TEST_CASE("check proves a sound lesson and names what is not so in a changed one") {
  for (const Change& change : changes) {
    CAPTURE(change.name);
    Checked checked = check_changed(change);
    CAPTURE(checked.lines);
    if (change.complaint[0] == '\0') CHECK(checked.lines == "");
    else CHECK(checked.lines.find(change.complaint) != std::string::npos);
    CHECK(has_errors(checked.report.complaints) == (change.complaint[0] != '\0'));
  }
}

TEST_CASE("a missing lesson that this one needs is a warning") {
  Checked checked = check_changed({"", "title = \"A row\"", "title = \"A row\"\nneeds = [\"guard\"]", ""});
  CHECK(checked.lines.find("warning: the course has no lesson `guard`") != std::string::npos);
  CHECK(!has_errors(checked.report.complaints));
}

TEST_CASE("objectives must be served by a question or an exercise") {
  Checked checked = check_changed({"", "objectives = [{ id = \"one\"", "objectives = [{ id = \"alone\", text = \"x\" }, { id = \"one\"", ""});
  CHECK(checked.lines.find("lesson.md:4:") != std::string::npos);
  CHECK(checked.lines.find("objective `alone` has neither a prediction nor a check") != std::string::npos);
}
