#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"

namespace wb {

std::string version_text() { return "warpbook " WB_VERSION; }

void add_version_command(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("version", "Say which version this is");
  command->callback([&line] {
    line.chosen = [] {
      std::printf("%s\n", version_text().c_str());
      return static_cast<int>(exit_fine);
    };
  });
}

}  // namespace wb
