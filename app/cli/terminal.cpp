#include "app/cli/terminal.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "app/workbook/words.h"

namespace wb {

namespace {

// The one thing a signal handler may touch.
volatile std::sig_atomic_t interrupts = 0;

void on_interrupt(int signal) {
  interrupts = interrupts + 1;
  if (interrupts > 1) {  // asked twice: leave at once
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

bool is_terminal(FILE* stream) {
  if (!::isatty(::fileno(stream))) return false;
  const char* term = std::getenv("TERM");
  return !std::getenv("NO_COLOR") && !(term && std::string_view(term) == "dumb");
}

std::string Colours::with(std::string_view code, std::string_view text) const {
  if (!on_ || text.empty()) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

struct ProgressBar::State {
  std::string label;
  const Progress& progress;
  std::stop_source source;
  std::mutex mutex;
  std::condition_variable wake;
  bool is_over = false, was_drawn = false;
  std::thread thread;
  void (*old_handler)(int) = SIG_DFL;

  State(std::string text, const Progress& followed) : label(std::move(text)), progress(followed) {}

  void watch() {
    using namespace std::chrono_literals;
    bool draws = is_terminal(stderr);
    auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, 50ms, [this] { return is_over; })) {
      if (interrupts) source.request_stop();
      if (draws && std::chrono::steady_clock::now() - start > 300ms) draw();
    }
    if (was_drawn) std::fputs("\r\033[K", stderr);
  }

  void draw() {
    constexpr int width = 30;
    double done = progress.done;
    std::string bar;
    for (int i = 0; i < width; ++i) bar += i < static_cast<int>(done * width) ? "\u2588" : "\u2591";
    uint64_t instructions = progress.warp_instructions;
    std::fprintf(stderr, "\r\033[K%s  %s  %3d %%", label.c_str(), bar.c_str(), static_cast<int>(done * 100));
    if (instructions) std::fprintf(stderr, "  %s warp instructions", grouped(instructions).c_str());
    std::fflush(stderr);
    was_drawn = true;
  }
};

ProgressBar::ProgressBar(std::string label, const Progress& progress) : state_(std::make_unique<State>(std::move(label), progress)) {
  interrupts = 0;
  state_->old_handler = std::signal(SIGINT, on_interrupt);
  state_->thread = std::thread([state = state_.get()] { state->watch(); });
}

ProgressBar::~ProgressBar() {
  {
    std::lock_guard lock(state_->mutex);
    state_->is_over = true;
  }
  state_->wake.notify_all();
  state_->thread.join();
  std::signal(SIGINT, state_->old_handler);
}

std::stop_token ProgressBar::stop() const { return state_->source.get_token(); }

void print_error(const std::string& message, const std::string& hint) {
  Colours colours(is_terminal(stderr));
  std::fprintf(stderr, "%s %s\n", colours.bad("error:").c_str(), message.c_str());
  if (!hint.empty()) std::fprintf(stderr, " hint: %s\n", hint.c_str());
}

}  // namespace wb
