#pragma once
// Colours and the progress bar: on a terminal only.
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/backends/engine.h"

namespace wb {

bool is_terminal(FILE* stream);

// Wraps text in colours where the stream shows them; gives it back unchanged elsewhere.
class Colours {
 public:
  explicit Colours(bool on) : on_(on) {}
  bool on() const { return on_; }
  std::string bold(std::string_view text) const { return with("1", text); }
  std::string quiet(std::string_view text) const { return with("2", text); }
  std::string good(std::string_view text) const { return with("32", text); }
  std::string bad(std::string_view text) const { return with("31", text); }
  std::string warn(std::string_view text) const { return with("33", text); }

 private:
  std::string with(std::string_view code, std::string_view text) const;
  bool on_;
};

// While it lives, a bar on stderr follows `progress` (after a moment, and only on a terminal), and Ctrl+C asks to stop.
class ProgressBar {
 public:
  ProgressBar(std::string label, const Progress& progress);
  ~ProgressBar();
  std::stop_token stop() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "error: ..." on stderr, with the hint below it.
void print_error(const std::string& message, const std::string& hint = {});

}  // namespace wb
