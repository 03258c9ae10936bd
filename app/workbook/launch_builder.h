#pragma once
// From a lesson and the name of a launch, bug or exercise to a Launch that an engine runs: sizes evaluated, pictures and data read,
// buffers filled, arguments matched with the kernel's parameters.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/workbook/complaint.h"
#include "app/workbook/lesson.h"
#include "app/workbook/limits.h"

namespace wb {

struct LaunchRequest {
  std::string name;                            // a launch, a bug, or an exercise
  bool use_start = false;                      // exercise: its start instead of its solution
  std::string on_launch;                       // run it on this launch instead of its own (a check's `launch`)
  std::map<std::string, double> set;           // values moved by the student, --set, an `inputs` check. A width or height that comes from a picture crops it from the top left, and repeats it to fill
  std::optional<std::string> source_text;      // the student's text instead of the file's
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  bool checks = true;
  bool numbers = false;                        // num.* findings, too
  bool record = false;
  uint64_t recording_bytes = 512u << 20;       // that the recording may take
  bool is_trusted = false;
  std::optional<uint64_t> instruction_budget;  // warp instructions; none: by the launch's size (limits.h)
  uint64_t host_threads = 0;
  uint64_t other_schedules = Launch::where_it_matters;  // as Launch has it
};

struct BuiltLaunch {
  std::optional<Launch> launch;          // none when something is wrong
  std::vector<Complaint> complaints;     // places in lesson.md
  std::shared_ptr<const SourceMap> sources;  // of the kernel's diagnostics
  std::vector<Diagnostic> diagnostics;       // the kernel does not compile: errors; else its warnings
  bool ok() const { return launch.has_value(); }
};
BuiltLaunch build_launch(const Lesson& lesson, const LaunchRequest& request);

// The values of a launch as they stand with `set` applied, for sliders and captions; complaints for what cannot be evaluated.
struct EvaluatedValues {
  std::map<std::string, double> values;
  std::vector<Complaint> complaints;
};
EvaluatedValues evaluate_values(const Lesson& lesson, std::string_view name, const std::map<std::string, double>& set);

// The text that a request compiles: the file's, unless it carries its own. Empty with `why` set when there is none.
std::string source_text_of(const Lesson& lesson, const LaunchRequest& request, std::string& file_name, std::string& why);

}  // namespace wb
