#include "app/workbook/exercise_checks.h"

#include "app/workbook/lesson_reader.h"
#include "doctest.h"
#include "lesson_folder.h"

using namespace wb;

namespace {

constexpr const char* front = R"toml(+++
id = "row"
title = "A row"

[[launch]]
name = "row"
grid = ["ceil_div(n, 32)"]
block = [32]
arguments = ["in", "out", "n"]
values = { n = 50 }
[launch.buffer.in]
type = "int"
shape = ["n"]
fill = "iota"
[launch.buffer.out]
type = "int"
shape = ["n"]

[[exercise]]
name = "double-it"
start = "start.cu"
solution = "solution.cu"
launch = "row"
hints = ["Twice."]
checks = [ CHECK ]
+++
)toml";

std::string kernel(const std::string& body) {
  return "__global__ void k(const int* in, int* out, int n)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" + body + "\n}\n";
}

struct JudgeCase {
  const char* name;
  const char* check;
  const char* body;
  CheckOutcome outcome;
  const char* says;  // part of the message
};

constexpr const char* right = "  if (i < n) out[i] = 2 * in[i];";
constexpr JudgeCase judge_cases[] = {
    {"the right output", "{ kind = 'output' }", right, CheckOutcome::passed, "50 elements"},
    {"another output", "{ kind = 'output' }", "  if (i < n) out[i] = 3 * in[i];", CheckOutcome::failed, "out[1] is 3 and should be 2; 49 of 50 elements differ"},
    {"nothing stored", "{ kind = 'output' }", "  if (i < 0) out[i] = in[i];", CheckOutcome::failed, "out[0] is never written; it should be 0"},
    {"a difference within the tolerance", "{ kind = 'output', tolerance = 1 }", "  if (i < n) out[i] = 2 * in[i] + 1;", CheckOutcome::passed, ""},
    {"clean", "{ kind = 'clean' }", right, CheckOutcome::passed, "no finding"},
    {"out of bounds", "{ kind = 'clean' }", "  out[i] = 2 * in[i];", CheckOutcome::failed, "read out of bounds: thread 18"},
    {"a warning passes at the level of errors", "{ kind = 'clean', level = 'error' }", "  if (i < n - 1) out[i] = 2 * in[i];", CheckOutcome::passed, ""},
    {"a warning fails", "{ kind = 'clean' }", "  if (i < n - 1) out[i] = 2 * in[i];", CheckOutcome::failed, "not every element written"},
    {"the same under all schedules", "{ kind = 'schedules', count = 12 }", right, CheckOutcome::passed, "12 schedules"},
    {"the last one wins", "{ kind = 'schedules', count = 12 }", "  if (i < n) out[0] = i;", CheckOutcome::failed, "out[0] ends as"},
    {"other sizes", "{ kind = 'inputs', set = [{ n = 1 }, { n = 64 }, { n = 65 }] }", right, CheckOutcome::passed, "3 hidden inputs"},
    {"made for one size", "{ kind = 'inputs', set = [{ n = 50 }, { n = 65 }] }", "  if (i < 50) out[i] = 2 * in[i];", CheckOutcome::failed, "with n = 65: out[50]"},
    {"right but out of bounds on another size", "{ kind = 'inputs', set = [{ n = 33 }] }", "  int x = in[i]; if (i < n) out[i] = 2 * x;", CheckOutcome::failed, "read out of bounds"},
    {"few sectors", "{ kind = 'metric', name = 'global.load.sectors_per_request', max = 4 }", right, CheckOutcome::passed, ""},
    {"a wide stride", "{ kind = 'metric', name = 'global.load.sectors', max = 7 }", "  if (i < n) out[i] = 2 * in[i * 7 % n];", CheckOutcome::failed, "more than 7"},
    {"one load a thread", "{ kind = 'budget', name = 'global.loads_per_thread', max = 1 }", right, CheckOutcome::passed, ""},
    {"two loads a thread", "{ kind = 'budget', name = 'global.loads_per_thread', max = 1 }", "  if (i < n) out[i] = in[i] + in[n - 1 - i] + in[0];", CheckOutcome::failed, "more than 1"},
    {"an unknown counter", "{ kind = 'metric', name = 'global.load.nonsense', max = 4 }", right, CheckOutcome::not_run, "no counter"},
    {"a word that must be there", "{ kind = 'must_use', name = 'blockDim' }", right, CheckOutcome::passed, ""},
    {"a word that is only in a comment", "{ kind = 'must_use', name = 'atomicAdd' }", "  if (i < n) out[i] = 2 * in[i];  // atomicAdd", CheckOutcome::failed, "has to be"},
    {"a word that must not be there", "{ kind = 'must_not_use', name = 'double' }", "  double x = 2; if (i < n) out[i] = x * in[i];", CheckOutcome::failed, "must not"},
    {"all covered", "{ kind = 'coverage' }", right, CheckOutcome::passed, ""},
    {"one left out", "{ kind = 'coverage' }", "  if (i < n - 1) out[i] = 2 * in[i];", CheckOutcome::failed, "1 element of `out` is never written"},
    {"no other engine", "{ kind = 'engines_agree' }", right, CheckOutcome::not_run, "no other engine"},
    {"no GPU to time on", "{ kind = 'ratio', over = 'double-it', engine = 'gpu', min = 1 }", right, CheckOutcome::not_run, "gpu is not here"},
    {"a kernel that never ends", "{ kind = 'output' }", "  while (n > 0) out[0] = 1;", CheckOutcome::failed, "budget"},
};

ExerciseVerdict judge(std::string check, const std::string& text) {
  std::string lesson_text = front;
  for (char& c : check)
    if (c == '\'') c = '"';
  lesson_text.replace(lesson_text.find("CHECK"), 5, check);
  test::LessonFolder folder(lesson_text);
  folder.write("start.cu", kernel("  // TODO: store"));
  folder.write("solution.cu", kernel(right));
  ReadLesson read = read_lesson(folder.path);
  CAPTURE(test::lines_of(read.complaints));
  REQUIRE(read.lesson);
  REQUIRE(read.complaints.empty());
  auto simulated = make_simulated_engine();
  Progress progress;
  return run_checks(*read.lesson, read.lesson->exercises[0], text, {simulated.get(), nullptr, nullptr}, progress, {});
}

}  // namespace

TEST_CASE("each kind of check passes what is right and fails its twin") {
  for (const JudgeCase& c : judge_cases) {
    CAPTURE(c.name);
    ExerciseVerdict verdict = judge(c.check, kernel(c.body));
    CHECK(verdict.compiles);
    REQUIRE(verdict.results.size() == 1);
    const CheckResult& result = verdict.results[0];
    CAPTURE(result.message);
    CHECK(result.outcome == c.outcome);
    CHECK(result.message.find(c.says) != std::string::npos);
    CHECK(verdict.passed() == (c.outcome == CheckOutcome::passed));
  }
}

TEST_CASE("a text that does not compile is not judged") {
  ExerciseVerdict verdict = judge("{ kind = 'output' }", kernel("  out[i] = nothing_known;"));
  CHECK(!verdict.compiles);
  CHECK(!verdict.passed());
  CHECK(verdict.results.empty());
  CHECK(!verdict.diagnostics.empty());
}
