#include "app/session/objectives.h"

#include <set>

#include "app/workbook/lesson.h"
#include "app/workbook/progress_store.h"

namespace wb {

std::vector<ObjectiveProgress> progress_of_objectives(const Lesson& lesson, const std::map<std::string, Answer>& answers, const std::function<bool(const std::string&)>& is_passed) {
  std::vector<ObjectiveProgress> all(lesson.objectives.size());
  std::set<std::string> counted;  // a question that is asked again is one task
  const auto count = [&](const std::string& task, const std::vector<std::string>& objectives, bool is_done) {
    if (!counted.insert(task).second) return;
    for (size_t i = 0; i < all.size(); ++i)
      for (const std::string& id : objectives)
        if (id == lesson.objectives[i].id) ++all[i].tasks, all[i].done += is_done;
  };
  for_each_predict(lesson.blocks, [&](const Predict& predict, const Block&) { count("?" + predict.id, predict.objectives, answers.contains(predict.id)); });
  for (const Block& block : lesson.blocks) {
    if (auto* explain = std::get_if<Explain>(&block.content)) {
      const auto written = answers.find(explain->id);
      count("?" + explain->id, explain->objectives, written != answers.end() && !written->second.text.empty());
    }
    if (auto* card = std::get_if<ExerciseCard>(&block.content))
      if (const ExerciseSpec* exercise = lesson.exercise(card->exercise)) count("!" + card->exercise, exercise->objectives, is_passed(card->exercise));
  }
  return all;
}

}  // namespace wb
