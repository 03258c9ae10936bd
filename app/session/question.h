#pragma once
// One question at a time, worked out in a thread of its own, so that a window that draws never waits for a replay. The newest wins:
// what was asked while another one is being worked out waits, and only the last of those is asked. Until an answer comes, the one before
// it stays readable.
#include <memory>
#include <optional>

#include "app/session/background.h"

namespace wb {

template <class Asked, class Answer>
class Question {
 public:
  using Work = std::function<Answer(const Asked&)>;
  explicit Question(Work work) : work_(std::move(work)) {}

  // Asks, unless the very same was asked last.
  void ask(const Asked& asked) {
    if (last_asked_ && *last_asked_ == asked) return;
    last_asked_ = asked;
    waiting_ = asked;
    since_ = Clock::now();
    start();
  }
  // Takes in what has been worked out. True: there is a new answer.
  bool poll() {
    const bool is_new = background_.deliver();
    start();
    return is_new;
  }
  const Answer* answer() const { return answer_.get(); }
  const std::optional<Asked>& answered() const { return answered_; }
  bool is_reading() const { return is_busy_ || waiting_.has_value(); }
  double seconds_reading() const { return is_reading() ? std::chrono::duration<double>(Clock::now() - since_).count() : 0; }
  // Nothing is wanted any more; what is being worked out is dropped when it comes.
  void forget() {
    last_asked_.reset();
    waiting_.reset();
    answer_.reset();
    answered_.reset();
    ++wanted_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  void start() {
    if (is_busy_ || !waiting_) return;
    is_busy_ = true;
    background_.start([this, asked = *waiting_, number = wanted_](Progress&, std::stop_token) {
      auto answer = std::make_shared<const Answer>(work_(asked));
      background_.post([this, asked, number, answer] {
        is_busy_ = false;
        if (number != wanted_) return;
        answer_ = answer;
        answered_ = asked;
      });
    });
    waiting_.reset();
  }

  Work work_;
  std::optional<Asked> last_asked_, waiting_, answered_;
  std::shared_ptr<const Answer> answer_;
  Clock::time_point since_{};
  uint64_t wanted_ = 0;
  bool is_busy_ = false;
  Background background_{nullptr};   // last: its threads end before what they write to
};

}  // namespace wb
