#include "app/cli/run_trace.h"

#include "app/cli/commands.h"

namespace wb {

Trace trace_of(const Lesson& lesson, const LaunchSpec& stage, const Launch& launch, const RunResult& simulated) {
  Trace trace{version_text(), lesson.folder_name, lesson.title, {}, launch, trace_results(simulated)};
  for (const ValueSpec& value : stage.values) trace.value_names.push_back(value.name);
  return trace;
}

Lesson lesson_of(const Trace& trace) {
  Lesson lesson;
  lesson.folder_name = trace.lesson;
  lesson.id = trace.launch.lesson_id;
  lesson.title = trace.title;
  LaunchSpec& stage = lesson.launches.emplace_back();
  stage.name = trace.launch.name;
  stage.source = trace.launch.file_name;
  for (const std::string& name : trace.value_names) stage.values.push_back({name, {}, {}, {}});
  return lesson;
}

}  // namespace wb
