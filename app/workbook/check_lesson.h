#pragma once
// The two halves of checking one lesson: what its text says, and what its kernels do.
#include <map>
#include <set>
#include <string>

#include "app/workbook/check_course.h"
#include "app/workbook/lesson.h"

namespace wb {

// What the lesson stands in. Without a course, tags and needs cannot be judged.
struct CourseContext {
  bool has_misconceptions = false;
  std::set<std::string> misconceptions;  // tags
  bool has_lessons = false;
  std::set<std::string> lessons;         // ids
};

// Excerpts, tags, needs, labels, hints, objectives. Renews excerpts with options.write.
void check_page(const Lesson& lesson, const CourseContext& course, const CheckOptions& options, CheckReport& report);

// Launches, bugs, exercises, counters of predictions, NVRTC. `report_done` is told the share that is done.
void check_runs(const Lesson& lesson, const CheckOptions& options, CheckReport& report, const std::function<void(double)>& report_done);

}  // namespace wb
