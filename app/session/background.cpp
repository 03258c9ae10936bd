#include "app/session/background.h"

namespace wb {

Background::~Background() {
  for (Job& job : jobs_) job.thread.request_stop();
  jobs_.clear();  // joins
}

uint64_t Background::start(Work work) {
  Job& job = jobs_.emplace_back();
  job.id = ++last_id_;
  job.progress = std::make_unique<Progress>();
  job.started = std::chrono::steady_clock::now();
  job.is_over = std::make_shared<std::atomic<bool>>(false);
  job.thread = std::jthread([this, work = std::move(work), progress = job.progress.get(), is_over = job.is_over](std::stop_token stop) {
    work(*progress, stop);
    is_over->store(true);
    if (wake_) wake_();
  });
  return job.id;
}

void Background::cancel(uint64_t id) {
  for (Job& job : jobs_)
    if (job.id == id) job.thread.request_stop();
}

void Background::post(std::function<void()> answer) {
  const std::lock_guard lock(mutex_);
  answers_.push_back(std::move(answer));
}

bool Background::deliver() {
  for (auto it = jobs_.begin(); it != jobs_.end();) it = it->is_over->load() ? jobs_.erase(it) : std::next(it);
  std::vector<std::function<void()>> answers;
  {
    const std::lock_guard lock(mutex_);
    answers.swap(answers_);
  }
  for (const auto& answer : answers) answer();
  return !answers.empty();
}

double Background::progress(uint64_t id) const {
  for (const Job& job : jobs_)
    if (job.id == id) return job.progress->done.load();
  return 0;
}

double Background::seconds(uint64_t id) const {
  for (const Job& job : jobs_)
    if (job.id == id) return std::chrono::duration<double>(std::chrono::steady_clock::now() - job.started).count();
  return 0;
}

}  // namespace wb
