#pragma once
// Judges a student's text: runs the checks of an exercise on the engines that are there.
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "app/backends/engine.h"
#include "app/workbook/complaint.h"
#include "app/workbook/launch_builder.h"

namespace wb {

// Borrowed; a null one is not there.
struct EngineSet {
  Engine* simulated = nullptr;
  Engine* loops = nullptr;
  Engine* cuda = nullptr;
};

enum class CheckOutcome : uint8_t { passed, failed, not_run };

struct CheckResult {
  size_t index = 0;         // into ExerciseSpec::checks
  CheckKind kind{};
  CheckOutcome outcome = CheckOutcome::passed;
  std::string message;      // one sentence: what was found, or why it was not run
  double points = 1;
  std::map<std::string, double> input;  // inputs: the size it failed on
  std::optional<Finding> finding;       // clean: the first that fails it (spans in ExerciseVerdict::sources)
};

struct ExerciseVerdict {
  bool compiles = false;
  std::shared_ptr<const SourceMap> sources;
  std::vector<Diagnostic> diagnostics;  // when it does not compile
  std::vector<Complaint> complaints;    // the lesson's own mistakes
  std::vector<CheckResult> results;     // one a check, in order; empty when it does not compile
  bool passed() const;                  // compiles, nothing failed, and something was run
};

// `text`: what the student wrote. Progress::done goes from 0 to 1 over all checks. `until_failure`: one failure settles it, the rest is left out.
ExerciseVerdict run_checks(const Lesson& lesson, const ExerciseSpec& exercise, const std::string& text, const EngineSet& engines,
                           Progress& progress, std::stop_token stop, bool is_trusted = false, bool until_failure = false);
// The exercise behind a bug's card: the named one's checks on the bug's own launch and text, or its own repair; null: none.
const ExerciseSpec* repair_of(const Lesson& lesson, const BugSpec& bug);

}  // namespace wb
