// wb_loops_generator OUT.cpp OUT.keys OUT.h-FOLDER LESSON.cu...: prints every kernel of the shipped lessons as explicit loops into one C++ file.
// A kernel that does not compile or cannot be written as loops (a start of an exercise, a planted bug) is left out: at run time the
// workbook says why. Which instantiations of templates are wanted stands in the lesson beside the file: kernel = "matmul<16>".
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/backends/native_key.h"
#include "simulator/language/front_end.h"
#include "simulator/loops/loops_program.h"

namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_if_changed(const fs::path& path, const std::string& text) {
  if (fs::exists(path) && read_text(path) == text) return;
  std::ofstream(path, std::ios::binary) << text;
}

// What stands in quotes behind `kernel =`, anywhere in the text.
std::set<std::string> kernel_names(const std::string& text) {
  std::set<std::string> names;
  for (size_t at = text.find("kernel"); at != std::string::npos; at = text.find("kernel", at + 6)) {
    size_t i = text.find_first_not_of(" \t", at + 6);
    if (i == std::string::npos || text[i] != '=') continue;
    i = text.find_first_not_of(" \t", i + 1);
    if (i == std::string::npos || text[i] != '"') continue;
    const size_t end = text.find('"', i + 1);
    if (end != std::string::npos) names.insert(text.substr(i + 1, end - i - 1));
  }
  return names;
}

class Generator {
 public:
  void add_file(const fs::path& path) {
    std::set<std::string> wanted = kernel_names(read_text(path.parent_path() / "lesson.md"));
    wanted.insert("");
    for (const std::string& name : wanted) add_kernel(path, name);
  }
  std::string program() const { return wb::loops::loops_program(kernels_); }
  std::string keys() const {
    std::string text;
    for (const auto& kernel : kernels_) text += kernel.key + " " + kernel.comment + "\n";
    return text;
  }

 private:
  void add_kernel(const fs::path& path, const std::string& name) {
    std::map<std::string, std::string> headers;
    wb::FrontEndOptions options;
    options.read_include = [&](std::string_view include) -> std::optional<std::string> {
      const fs::path header = path.parent_path() / include;
      if (!fs::is_regular_file(header)) return std::nullopt;
      return headers[std::string(include)] = read_text(header);
    };
    const std::string text = read_text(path);
    auto sources = std::make_shared<wb::SourceMap>();
    const wb::FileId main = sources->add(path.filename().string(), text);
    wb::DiagSink diags;
    const wb::FrontEndResult result = wb::parse_module(sources, main, name, options, diags);
    if (!result.ok) return;
    const std::string display = (*result.module)[result.kernel].display_name;
    const std::string key = wb::native_key(text, headers, {}, display, true);
    if (!keys_.insert(key).second) return;
    wb::loops::LoopsKernel kernel;
    if (!wb::loops::make_loops_kernel(*result.module, result.kernel, key, kernel).empty()) return;
    kernel.comment = path.parent_path().filename().string() + "/" + path.filename().string() + ": " + display;
    kernels_.push_back(std::move(kernel));
  }

  std::vector<wb::loops::LoopsKernel> kernels_;
  std::set<std::string> keys_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: wb_loops_generator OUT.cpp OUT.keys HEADER_FOLDER LESSON.cu...\n");
    return 2;
  }
  Generator generator;
  for (int i = 4; i < argc; ++i) generator.add_file(argv[i]);
  write_if_changed(argv[1], generator.program());
  write_if_changed(argv[2], generator.keys());
  write_if_changed(fs::path(argv[3]) / "warpbook_loops.h", std::string(wb::loops::loops_header()));
  return 0;
}
