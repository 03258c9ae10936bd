#pragma once
// The subcommands. Each adds its options to the parser; what is chosen is run after the whole line was read.
#include <filesystem>
#include <functional>
#include <vector>

#include "app/cli/cli.h"

namespace CLI {
class App;
}

namespace wb {

struct CommandLine {
  std::vector<std::string> courses;      // --course, for all subcommands
  std::function<int()> chosen;           // set by the subcommand that was named
};

void add_run_command(CLI::App& app, CommandLine& line);
void add_check_command(CLI::App& app, CommandLine& line);
void add_list_command(CLI::App& app, CommandLine& line);
void add_loops_command(CLI::App& app, CommandLine& line);
void add_occupancy_command(CLI::App& app, CommandLine& line);
void add_devices_command(CLI::App& app, CommandLine& line);
void add_version_command(CLI::App& app, CommandLine& line);
void add_record_timings_command(CLI::App& app, CommandLine& line);
void add_reference_command(CLI::App& app, CommandLine& line);
void add_trace_command(CLI::App& app, CommandLine& line);

// The first lesson's first launch, as `run` shows it, its pictures in a folder: what starts where there is no display.
int run_first_lesson(const CommandLine& line, const std::string& why);

std::string version_text();

}  // namespace wb
