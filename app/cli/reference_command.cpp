#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/cli/commands.h"
#include "simulator/language/reference_page.h"

namespace wb {

void add_reference_command(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("language-reference", "Print the reference page of the language: what is supported, what it costs, what is refused");
  command->callback([&line] {
    line.chosen = [] {
      std::fputs(language_reference().c_str(), stdout);
      return 0;
    };
  });
}

}  // namespace wb
