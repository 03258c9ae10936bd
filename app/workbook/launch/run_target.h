#pragma once
// What a request names: a launch, a bug, or an exercise. Each runs a text of its own on a stage: the launch whose grid, values and buffers
// it uses. The text is the one that the request carries, else a file of the lesson.
#include <optional>
#include <string>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/launch_builder.h"

namespace wb {

struct RunTarget {
  const LaunchSpec* stage = nullptr;
  std::string file;          // empty: a stage alone, which has no text
  std::string kernel;        // empty: the one that the stage names, or the file's only one
  Span file_span, kernel_span;
};
// None: what is wrong with the request was said.
std::optional<RunTarget> find_target(const Lesson& lesson, const LaunchRequest& request, ComplaintSink& complaints);

struct RunText {
  std::string file_name, text;
};
std::optional<RunText> read_text(const Lesson& lesson, const LaunchRequest& request, const RunTarget& target, ComplaintSink& complaints);

}  // namespace wb
