#pragma once
// A launch's run as a trace, and back.
#include "app/backends/trace_file.h"
#include "app/workbook/lesson.h"

namespace wb {

Trace trace_of(const Lesson& lesson, const LaunchSpec& stage, const Launch& launch, const RunResult& simulated);
// As much of a lesson as a report of the trace's run names.
Lesson lesson_of(const Trace& trace);

}  // namespace wb
