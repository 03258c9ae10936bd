#pragma once
// -D and -I, for the commands that take a .cu file.
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace wb {

struct SourceOptions {
  std::vector<std::string> define_words;   // "TILE=16", "FAST"
  std::vector<std::string> header_folders;

  bool empty() const { return define_words.empty() && header_folders.empty(); }
  // The macros as names and texts; one without a text is 1, as with a compiler. False: a word is wrong, which was said.
  bool read_defines(std::vector<std::pair<std::string, std::string>>& defines) const;
};

// The options write into `options`, which must outlive the parse.
void add_source_options(CLI::App& command, SourceOptions& options);

}  // namespace wb
