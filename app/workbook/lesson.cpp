#include "app/workbook/lesson.h"

#include <algorithm>

namespace wb {

namespace {

template <class Spec>
const Spec* named(const std::vector<Spec>& all, std::string_view name) {
  auto found = std::find_if(all.begin(), all.end(), [&](const Spec& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const char* check_kind_name(CheckKind kind) {
  constexpr const char* names[] = {"output", "clean", "schedules", "inputs", "metric", "budget", "must_use", "must_not_use", "coverage", "engines_agree", "ratio"};
  return names[static_cast<int>(kind)];
}

const BufferSpec* LaunchSpec::buffer(std::string_view buffer_name) const { return named(buffers, buffer_name); }
const TextureSpec* LaunchSpec::texture(std::string_view texture_name) const { return named(textures, texture_name); }
const ValueSpec* LaunchSpec::value(std::string_view value_name) const { return named(values, value_name); }

const LaunchSpec* Lesson::launch(std::string_view name) const { return named(launches, name); }
const BugSpec* Lesson::bug(std::string_view name) const { return named(bugs, name); }
const ExerciseSpec* Lesson::exercise(std::string_view name) const { return named(exercises, name); }

const LaunchSpec* Lesson::stage_of(std::string_view name) const {
  if (const LaunchSpec* l = launch(name)) return l;
  if (const BugSpec* b = bug(name)) return launch(b->launch);
  if (const ExerciseSpec* e = exercise(name)) return launch(e->launch);
  return nullptr;
}

std::vector<std::string> Lesson::run_names() const {
  std::vector<std::string> names;
  for (const LaunchSpec& l : launches)
    if (!l.is_stage()) names.push_back(l.name);
  for (const BugSpec& b : bugs) names.push_back(b.name);
  for (const ExerciseSpec& e : exercises)
    if (!e.is_answered()) names.push_back(e.name);
  return names;
}

}  // namespace wb
