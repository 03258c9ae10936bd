#pragma once
// How far each of a lesson's objectives has been worked on: of the questions, explanations and exercises that are `for` it, how many have been
// answered or passed. A question counts whatever the answer was: what was wrong has been explained by then. An exercise that comes with an
// objective counts where it stands on the page.
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wb {

struct Answer;
struct Lesson;

struct ObjectiveProgress {
  int tasks = 0, done = 0;
  double part() const { return tasks ? static_cast<double>(done) / tasks : 0; }
};

// One for each of the lesson's, in their order. `answers`: by question; `is_passed`: of an exercise.
std::vector<ObjectiveProgress> progress_of_objectives(const Lesson& lesson, const std::map<std::string, Answer>& answers, const std::function<bool(const std::string&)>& is_passed);

}  // namespace wb
