#pragma once
// The command line: reads the arguments, runs one subcommand, says how it went by the exit status.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace wb {

enum ExitStatus : int {
  exit_fine = 0,
  exit_not_clean = 1,  // a verdict was reached: findings above note, failed checks, complaints, budget spent, deadlock
  exit_bad_input = 2,  // usage, unreadable or malformed input, compile error; a launch that CUDA refuses, where no program makes it but a lesson or options
};

// What the window is to open.
struct WindowArguments {
  std::vector<std::filesystem::path> courses;  // --course; empty: the shipped one
  std::filesystem::path file;                  // FILE.cu or a folder; empty: none
  std::string script;
};
struct Window {
  std::function<int(const WindowArguments&)> run;           // empty: built without a window
  std::function<bool(std::string* why)> has_display;
};

int run_command_line(int argc, char** argv, const Window& window);

}  // namespace wb
