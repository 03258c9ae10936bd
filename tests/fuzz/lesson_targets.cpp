// What the workbook makes of texts: a lesson, or a bare .cu file that becomes one. The steps are those of `warpbook run`.
#include <algorithm>
#include <filesystem>
#include <string>

#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/lesson_reader.h"
#include "tests/fuzz/targets.h"

namespace wb::fuzz {
namespace {

const std::filesystem::path folder = WB_SOURCE_DIR "/tests/lessons/every-start";  // a picture, data and kernels for texts that name them
constexpr size_t most_runs = 4;  // of one text

// A size of six digits or more is no mistake and takes long: buffers of such are left to the limits' own tests.
bool is_small(const LaunchSpec& launch) {
  const auto has_large_number = [](const Expression& e) {
    size_t digits = 0;
    for (char c : e.text) {
      digits = c >= '0' && c <= '9' ? digits + 1 : c == '*' && digits ? digits : 0;
      if (digits > 5) return true;
    }
    return e.text.find_first_of("<^e") != std::string::npos;
  };
  return std::none_of(launch.buffers.begin(), launch.buffers.end(), [&](const BufferSpec& b) { return std::any_of(b.shape.begin(), b.shape.end(), has_large_number); });
}

void run_all(const Lesson& lesson, size_t seed) {
  size_t left = most_runs;
  for (const std::string& name : lesson.run_names()) {
    evaluate_values(lesson, name, {});
    const LaunchSpec* stage = lesson.stage_of(name);
    if (!stage || !is_small(*stage)) continue;
    if (left-- == 0) break;
    BuiltLaunch built = build_launch(lesson, {.name = name, .schedule = Schedule::random, .seed = seed});
    if (!built.ok()) continue;
    CompileResult compiled = compile(built.launch->file_name, built.launch->source, built.launch->kernel);
    if (compiled.ok()) simulate(compiled.program, built.launch->device, {.seed = seed, .instruction_budget = 5'000, .host_threads = 1});
  }
}

}  // namespace

int whole_file(const uint8_t* data, size_t size) {
  BareFile file = read_bare_file(folder / "fuzz.cu", std::string(reinterpret_cast<const char*>(data), size));
  if (file.read.lesson) run_all(*file.read.lesson, size);
  return 0;
}

int lesson(const uint8_t* data, size_t size) {
  ReadLesson read = read_lesson_text(folder, folder / "lesson.md", std::string(reinterpret_cast<const char*>(data), size));
  if (read.lesson) run_all(*read.lesson, size);
  return 0;
}

}  // namespace wb::fuzz
