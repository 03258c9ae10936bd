#pragma once
// What `warpbook check` proves about a lesson or a course: see lesson-format's list. Everything is run in the simulator; engines that
// are not there are said, not failed.
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/workbook/complaint.h"
#include "app/workbook/course.h"
#include "app/workbook/exercise_checks.h"

namespace wb {

struct CheckOptions {
  bool write = false;     // renew source excerpts in place
  bool run = true;        // false: reading only (schema, files, links)
  EngineSet engines;
  bool is_trusted = false;  // native code of these lessons may run (the shipped course's always may)
  std::function<void(const std::string& what, double done)> report;  // may be empty
  std::stop_token stop;
};

struct CheckReport {
  std::vector<Complaint> complaints;  // in the order of lessons, files and lines
  int lessons = 0, runs = 0, excerpts_renewed = 0;
  std::vector<std::string> not_run;   // what could not be proved here, with the reason: "nvrtc: not here"
};

// `folder`: a lesson (holds lesson.md) or a course (holds lessons).
CheckReport check_folder(const std::filesystem::path& folder, const CheckOptions& options);

}  // namespace wb
