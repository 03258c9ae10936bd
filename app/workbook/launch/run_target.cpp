#include "app/workbook/launch/run_target.h"

namespace wb {

namespace {

constexpr Span nowhere{};

// None: it is answered, not run.
std::optional<RunTarget> target_of(const ExerciseSpec& exercise, const Lesson& lesson, bool use_start, ComplaintSink& complaints) {
  if (exercise.is_answered())
    return complaints.error(exercise.span, "exercise `" + exercise.name + "` is answered, not run", "run its launch `" + exercise.launch + "`"), std::nullopt;
  const LaunchSpec* stage = lesson.launch(exercise.launch);
  if (use_start) return RunTarget{stage, exercise.start, "", exercise.start_span, exercise.solution_span};
  return RunTarget{stage, exercise.solution, "", exercise.solution_span, exercise.solution_span};
}

std::optional<RunTarget> need_stage(RunTarget target, const std::string& launch, Span at, ComplaintSink& complaints) {
  if (!target.stage) return complaints.error(at, "there is no launch `" + launch + "`"), std::nullopt;
  return target;
}

// On its own stage.
std::optional<RunTarget> target_named(const std::string& name, const Lesson& lesson, bool use_start, ComplaintSink& complaints) {
  if (const LaunchSpec* launch = lesson.launch(name)) return RunTarget{launch, launch->source, launch->kernel, launch->source_span, launch->kernel_span};
  if (const BugSpec* bug = lesson.bug(name)) {
    RunTarget target{lesson.launch(bug->launch), bug->source, bug->kernel, bug->source_span, bug->source_span};
    return need_stage(std::move(target), bug->launch, bug->launch_span, complaints);
  }
  if (const ExerciseSpec* exercise = lesson.exercise(name)) {
    auto target = target_of(*exercise, lesson, use_start, complaints);
    return target ? need_stage(std::move(*target), exercise->launch, exercise->launch_span, complaints) : std::nullopt;
  }
  complaints.error(nowhere, "lesson `" + lesson.id + "` has no launch, bug or exercise `" + name + "`", did_you_mean(name, lesson.run_names()));
  return std::nullopt;
}

}  // namespace

std::optional<RunTarget> find_target(const Lesson& lesson, const LaunchRequest& request, ComplaintSink& complaints) {
  auto target = target_named(request.name, lesson, request.use_start, complaints);
  if (!target || request.on_launch.empty()) return target;
  target->stage = lesson.launch(request.on_launch);
  return need_stage(std::move(*target), request.on_launch, nowhere, complaints);
}

std::optional<RunText> read_text(const Lesson& lesson, const LaunchRequest& request, const RunTarget& target, ComplaintSink& complaints) {
  const LaunchSpec& stage = *target.stage;
  if (request.source_text) {
    if (request.source_text->size() > limits::kernel_text_bytes)
      return complaints.error(stage.span, "this kernel's text is longer than the limit of " + std::to_string(limits::kernel_text_bytes) + " bytes"), std::nullopt;
    return RunText{target.file.empty() ? "kernel.cu" : target.file, *request.source_text};
  }
  if (target.file.empty())
    return complaints.error(stage.span, "launch `" + stage.name + "` is a stage: it has no source to run", "name the bug or the exercise that runs on it"), std::nullopt;
  const auto found = lesson.sources.find(target.file);
  if (found == lesson.sources.end()) return complaints.error(target.file_span, "the file `" + target.file + "` cannot be read"), std::nullopt;
  return RunText{target.file, found->second};
}

}  // namespace wb
