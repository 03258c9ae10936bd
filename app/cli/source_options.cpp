#include "app/cli/source_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/terminal.h"
#include "app/workbook/words.h"

namespace wb {

bool SourceOptions::read_defines(std::vector<std::pair<std::string, std::string>>& defines) const {
  for (const std::string& word : define_words) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool is_plain = is_identifier(name) && word.find_first_of("\r\n") == std::string::npos;
    if (!is_plain) return print_error("`-D " + word + "` is not of the form NAME or NAME=TEXT"), false;
    defines.emplace_back(name, equals == std::string::npos ? "1" : word.substr(equals + 1));
  }
  return true;
}

void add_source_options(CLI::App& command, SourceOptions& options) {
  auto each_takes_one = [](CLI::Option* option) { option->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll); };
  each_takes_one(command.add_option("-D,--define", options.define_words, "FILE.cu: NAME or NAME=TEXT, a macro as a compiler's -D defines it"));
  each_takes_one(command.add_option("-I,--include", options.header_folders, "FILE.cu: a folder in which its own headers are looked for"));
}

}  // namespace wb
