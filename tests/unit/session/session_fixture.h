#pragma once
// A session on the shipped lessons, with engines that a test holds in its hand, and no user data but its own.
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>

#include "app/session/session.h"
#include "app/workbook/lesson.h"

namespace wb::test {

// Answers at once that it is not there.
class AbsentEngine : public Engine {
 public:
  explicit AbsentEngine(EngineKind kind) : kind_(kind) {}
  EngineKind kind() const override { return kind_; }
  RunResult run(const Launch&, Progress&, std::stop_token) override {
    RunResult result;
    result.engine = kind_;
    result.status = RunStatus::absent;
    result.reason = "not in this test";
    return result;
  }

 private:
  EngineKind kind_;
};

// Runs until it is let go, or stopped. What it gives back says which run it was.
class GatedEngine : public Engine {
 public:
  EngineKind kind() const override { return EngineKind::loops; }
  RunResult run(const Launch&, Progress& progress, std::stop_token stop) override {
    std::unique_lock lock(mutex_);
    const int number = ++started_;
    progress.done = 0.5;
    changed_.notify_all();
    const std::stop_callback wake(stop, [this] { changed_.notify_all(); });
    changed_.wait(lock, [&] { return let_go_ >= number || stop.stop_requested(); });
    RunResult result;
    result.engine = EngineKind::loops;
    result.status = let_go_ >= number ? RunStatus::clean : RunStatus::cancelled;
    result.console = "run " + std::to_string(number);
    return result;
  }
  void let_go(int up_to) {
    const std::lock_guard lock(mutex_);
    let_go_ = up_to;
    changed_.notify_all();
  }
  void wait_until_started(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return started_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int started_ = 0, let_go_ = 0;
};

// The simulator, until it has run so often: from then on a run goes on until it is stopped.
class TiringSimulator : public Engine {
 public:
  EngineKind kind() const override { return EngineKind::simulated; }
  RunResult run(const Launch& launch, Progress& progress, std::stop_token stop) override {
    {
      std::unique_lock lock(mutex_);
      ++started_;
      changed_.notify_all();
      const std::stop_callback wake(stop, [this] { changed_.notify_all(); });
      changed_.wait(lock, [&] { return started_ <= allowed_ || stop.stop_requested(); });
    }
    if (!stop.stop_requested()) return make_simulated_engine()->run(launch, progress, stop);
    RunResult result;
    result.status = RunStatus::cancelled;
    return result;
  }
  void allow(int runs) {
    const std::lock_guard lock(mutex_);
    allowed_ = runs;
    changed_.notify_all();
  }
  void wait_until_started(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return started_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int started_ = 0, allowed_ = 1'000'000;
};

struct Desk {
  std::filesystem::path data;
  std::mutex mutex;
  std::condition_variable woken;
  bool is_woken = false;
  std::shared_ptr<Engine> loops = std::make_shared<AbsentEngine>(EngineKind::loops);
  std::shared_ptr<Engine> simulator;  // null: the real one
  std::unique_ptr<Session> session;

  explicit Desk(const std::string& lesson = "04", const std::string& course = std::string(WB_SOURCE_DIR) + "/lessons", bool remember = false) {
    static std::atomic<int> count{0};
    data = std::filesystem::temp_directory_path() / ("wb-session-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    lesson_ = lesson;
    course_ = course;
    remember_ = remember;
    open();
  }
  ~Desk() {
    session.reset();
    std::error_code ignored;
    std::filesystem::remove_all(data, ignored);
  }
  void open(const std::string& lesson) {
    lesson_ = lesson;
    open();
  }
  // Again, as after closing the window.
  void open() {
    session.reset();
    SessionOptions options;
    options.course_dirs = {course_};
    options.lesson = lesson_;
    options.data_dir = data.string();
    options.remember = remember_;
    options.engines[static_cast<size_t>(EngineKind::simulated)] = simulator;
    options.engines[static_cast<size_t>(EngineKind::loops)] = loops;
    options.engines[static_cast<size_t>(EngineKind::cuda)] = std::make_shared<AbsentEngine>(EngineKind::cuda);
    options.wake = [this] {
      const std::lock_guard lock(mutex);
      is_woken = true;
      woken.notify_all();
    };
    session = std::make_unique<Session>(options);
  }
  void settle() {
    for (;;) {
      session->poll();
      if (!session->is_busy()) break;
      std::unique_lock lock(mutex);
      woken.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_woken; });
      is_woken = false;
    }
    session->poll();
  }
  template <class C> void send(C command) { session->apply(Command(std::move(command))); }

  int block_of_run(const std::string& launch) const {
    const auto& blocks = session->lesson()->blocks;
    for (size_t i = 0; i < blocks.size(); ++i)
      if (auto* card = std::get_if<RunCard>(&blocks[i].content); card && card->launch == launch) return static_cast<int>(i);
    return -1;
  }
  int block_of_predict(const std::string& name) const {
    const auto& blocks = session->lesson()->blocks;
    for (size_t i = 0; i < blocks.size(); ++i)
      if (auto* predict = std::get_if<Predict>(&blocks[i].content); predict && predict->name == name) return static_cast<int>(i);
    return -1;
  }
  void answer_all() {
    const int count = static_cast<int>(session->lesson()->blocks.size());
    for (int i = 0; i < count; ++i) send(AnswerPredict{i, -1, ""});
  }
  // With no question left that would lock or hold the run.
  void run(const std::string& name, int card = -1) {
    answer_all();
    for (int i = 0; i < static_cast<int>(session->lesson()->blocks.size()); ++i)
      for (int stop = 0; stop < 8; ++stop) send(AnswerStop{i, stop, -1});
    send(RunLaunch{name, card});
  }

 private:
  std::string lesson_, course_;
  bool remember_ = false;
};

}  // namespace wb::test
