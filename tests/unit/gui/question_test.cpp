// Questions worked out in the background: the newest wins, nothing is asked twice, what is no longer wanted is dropped.
#include "app/session/question.h"

#include <doctest/doctest.h>

#include <condition_variable>

using namespace wb;

namespace {

// Answers twice the number, once it is let go.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  int open = 0, asked = 0;
  int answer(int number) {
    std::unique_lock lock(mutex);
    ++asked;
    changed.notify_all();
    changed.wait(lock, [&] { return open > 0; });
    --open;
    return 2 * number;
  }
  void let_one_go() {
    const std::lock_guard lock(mutex);
    ++open;
    changed.notify_all();
  }
  void wait_until_asked(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return asked >= count; });
  }
};

template <class Q>
void wait_for_answer(Q& question) {
  while (!question.poll()) std::this_thread::yield();
}

}  // namespace

TEST_CASE("the newest question wins; the last answer stays until the next one is there") {
  Gate gate;
  Question<int, int> question([&](const int& n) { return gate.answer(n); });
  question.ask(1);
  gate.wait_until_asked(1);
  question.ask(2);
  question.ask(3);
  CHECK(question.is_reading());
  CHECK(question.answer() == nullptr);
  gate.let_one_go();
  wait_for_answer(question);
  REQUIRE(question.answer());
  CHECK(*question.answer() == 2);
  CHECK(*question.answered() == 1);
  CHECK(question.is_reading());         // 3 is under way; 2 was never asked
  gate.let_one_go();
  wait_for_answer(question);
  CHECK(*question.answer() == 6);
  CHECK(gate.asked == 2);
  CHECK_FALSE(question.is_reading());
  question.ask(3);                      // known already
  CHECK_FALSE(question.is_reading());
}

TEST_CASE("what is forgotten while it is worked out does not come back") {
  Gate gate;
  Question<int, int> question([&](const int& n) { return gate.answer(n); });
  question.ask(1);
  gate.wait_until_asked(1);
  question.forget();
  gate.let_one_go();
  wait_for_answer(question);
  CHECK(question.answer() == nullptr);
  question.ask(1);
  gate.let_one_go();
  wait_for_answer(question);
  CHECK(*question.answer() == 2);
}
