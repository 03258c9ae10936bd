#pragma once
// Work that goes on while the window lives: each piece in a thread of its own, each answer handed over as a function that poll() calls
// on the window's thread. So nothing of the session is ever touched by two threads.
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/backends/engine.h"

namespace wb {

class Background {
 public:
  explicit Background(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  using Work = std::function<void(Progress&, std::stop_token)>;
  uint64_t start(Work work);                   // its id; ids grow
  void cancel(uint64_t id);                    // asks it to stop; what it posts later is the poster's to drop
  void post(std::function<void()> answer);     // from any thread
  bool deliver();                              // on the window's thread; true: there was something
  bool is_busy() const { return !jobs_.empty(); }
  double progress(uint64_t id) const;
  double seconds(uint64_t id) const;

 private:
  struct Job {
    uint64_t id = 0;
    std::unique_ptr<Progress> progress;
    std::chrono::steady_clock::time_point started;
    std::shared_ptr<std::atomic<bool>> is_over;
    std::jthread thread;
  };
  std::function<void()> wake_;
  std::list<Job> jobs_;
  uint64_t last_id_ = 0;
  std::mutex mutex_;
  std::vector<std::function<void()>> answers_;
};

}  // namespace wb
