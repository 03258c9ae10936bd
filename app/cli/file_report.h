#pragma once
// The result of `run` on a .cu file with several launches.
//
// As JSON: the whole report of the launch that went worst (the first of those that went alike), and all of them under "launches", in their order:
//     {"format": 1, "launch": "sum", "kernel": "sum", ..., "engines": {...},
//      "launches": [{"format": 1, "launch": "init", "line": 5, ...}, {"launch": "sum", "line": 6, ...}]}
// A launch that could not be built has "launch", "line" and "refused": true alone; stderr says why.
// As text: behind the reports of all launches, a line for each.
#include <memory>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/report.h"

namespace wb {

// A launch that has run. The report refers to what stands beside it.
struct RanLaunch {
  RanLaunch(Lesson its_lesson, Launch its_launch, const std::string& name)
      : lesson(std::move(its_lesson)), launch(std::move(its_launch)), report{lesson, *lesson.stage_of(name), launch, results, {}, {}, {}, nullptr, {}} {}
  RanLaunch(const RanLaunch&) = delete;
  RanLaunch& operator=(const RanLaunch&) = delete;

  Lesson lesson;
  Launch launch;
  std::vector<RunResult> results;
  RunReport report;
};

struct FileReport {
  struct Row {
    std::string launch;
    uint32_t line = 0;               // of the file; 0: no line launches it
    std::unique_ptr<RanLaunch> ran;  // none: it could not be built
  };
  std::string file;
  std::vector<Row> launches;
  std::vector<std::string> left_out;  // what was not run, with the reason
};

std::string file_report_json(const FileReport& report);  // of one launch alone: that one's, as report_json; of none: empty
std::string file_report_text(const FileReport& report, bool colour);

}  // namespace wb
