#include "app/workbook/front_matter/references.h"

#include <algorithm>

namespace wb {

namespace {

template <class Spec>
std::vector<std::string> names_of(const std::vector<Spec>& all) {
  std::vector<std::string> names;
  for (const Spec& one : all) names.push_back(one.name);
  return names;
}

class ReferenceCheck {
 public:
  ReferenceCheck(const Lesson& lesson, ComplaintSink& complaints) : lesson_(lesson), complaints_(complaints) {}

  void check(const BugSpec& bug) {
    need_launch(bug.launch, bug.launch_span);
    if (bug.repair) check_checks(*bug.repair);
    if (!bug.fix.empty()) check_fix(bug);
    check_expected_buffers(bug);
  }

  void check(const ExerciseSpec& exercise) {
    need_launch(exercise.launch, exercise.launch_span);
    check_checks(exercise);
    for (const std::string& objective : exercise.objectives) need_objective(objective, exercise.objectives_span);
  }

 private:
  void check_fix(const BugSpec& bug) {
    const ExerciseSpec* exercise = lesson_.exercise(bug.fix);
    if (!exercise) complaints_.error(bug.fix_span, "there is no exercise `" + bug.fix + "`", did_you_mean(bug.fix, names_of(lesson_.exercises)));
    else if (exercise->is_answered()) complaints_.error(bug.fix_span, "exercise `" + bug.fix + "` is answered, not programmed: it repairs nothing");
  }

  // Shared arrays may be named too, so an unknown buffer is only said where it looks like a misspelling.
  void check_expected_buffers(const BugSpec& bug) {
    const LaunchSpec* launch = lesson_.launch(bug.launch);
    if (!launch) return;
    const std::vector<std::string> names = names_of(launch->buffers);
    for (const ExpectedFinding& e : bug.expect) {
      if (!e.buffer || launch->buffer(*e.buffer)) continue;
      const std::string hint = did_you_mean(*e.buffer, names);
      if (!hint.empty()) complaints_.warning(e.span, "launch `" + bug.launch + "` has no buffer `" + *e.buffer + "`", hint);
    }
  }

  void check_checks(const ExerciseSpec& exercise) {
    for (const CheckSpec& check : exercise.checks) {
      if (!check.launch.empty()) need_launch(check.launch, check.span);
      if (check.kind == CheckKind::ratio && !check.over.empty() && !lesson_.stage_of(check.over))
        complaints_.error(check.span, "there is no launch `" + check.over + "`", did_you_mean(check.over, lesson_.run_names()));
      if (const LaunchSpec* launch = lesson_.launch(check.launch.empty() ? exercise.launch : check.launch)) check_inputs(check, *launch);
    }
  }

  void check_inputs(const CheckSpec& check, const LaunchSpec& launch) {
    for (const auto& input : check.inputs)
      for (const auto& [name, value] : input)
        if (!launch.value(name)) complaints_.error(check.span, "launch `" + launch.name + "` has no value `" + name + "`", did_you_mean(name, names_of(launch.values)));
  }

  void need_launch(const std::string& name, Span span) {
    if (!name.empty() && !lesson_.launch(name)) complaints_.error(span, "there is no launch `" + name + "`", did_you_mean(name, names_of(lesson_.launches)));
  }

  void need_objective(const std::string& id, Span span) {
    std::vector<std::string> ids;
    for (const Objective& o : lesson_.objectives) ids.push_back(o.id);
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) complaints_.error(span, "there is no objective `" + id + "`", did_you_mean(id, ids));
  }

  const Lesson& lesson_;
  ComplaintSink& complaints_;
};

}  // namespace

void check_references(const Lesson& lesson, ComplaintSink& complaints) {
  ReferenceCheck references(lesson, complaints);
  for (const BugSpec& bug : lesson.bugs) references.check(bug);
  for (const ExerciseSpec& exercise : lesson.exercises) references.check(exercise);
}

}  // namespace wb
