#pragma once
// One piece of work at a time, off the window's thread: of those asked for meanwhile only the last one is done. The answer is taken in by
// whoever draws, with take(). Destroying it asks the work to stop and waits for it.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace wb {

template <class Answer>
class LatestJob {
 public:
  using Work = std::function<Answer(std::stop_token)>;   // looks at the token now and then; a stopped one's answer is dropped

  LatestJob() = default;
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;
  ~LatestJob() { drop(); }

  void ask(Work work) {
    const std::lock_guard lock(mutex_);
    next_ = std::move(work);
    if (!thread_.joinable()) thread_ = std::jthread([this](std::stop_token stop) { work_on(stop); });
    wake_.notify_all();
  }
  // The answer that came last, once.
  std::optional<Answer> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
  }
  bool is_busy() const {
    const std::lock_guard lock(mutex_);
    return is_running_ || next_ || answer_;
  }
  // Forgets what was asked, and the answer.
  void drop() {
    const std::lock_guard lock(mutex_);
    next_ = nullptr;
    answer_.reset();
    current_.request_stop();
  }

 private:
  void work_on(std::stop_token stop) {
    for (;;) {
      Work work;
      std::stop_token token;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [this] { return next_ != nullptr; })) return;
        work = std::exchange(next_, nullptr);
        current_ = std::stop_source();
        token = current_.get_token();
        is_running_ = true;
      }
      Answer answer = work(token);
      const std::lock_guard lock(mutex_);
      is_running_ = false;
      if (!token.stop_requested() && !next_) answer_ = std::move(answer);
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  Work next_;
  std::optional<Answer> answer_;
  std::stop_source current_;
  bool is_running_ = false;
  std::jthread thread_;   // the last member: ends before the others
};

}  // namespace wb
