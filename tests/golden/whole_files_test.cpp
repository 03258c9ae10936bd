// Whole .cu files in the style of courses, books and samples, host code and all: every kernel that the first line names compiles here
// without a word. (They compile with nvcc too.)
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simulator/simulator.h"
#include "simulator/source/diagnostic_codes.h"

namespace fs = std::filesystem;
using namespace wb;

namespace {

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// "... Kernels: scan gemm<float, 4>" -> {"scan", "gemm<float, 4>"}
std::vector<std::string> kernels_named_in(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  std::istringstream words(line.substr(line.find("Kernels: ") + 9));
  std::vector<std::string> names;
  for (std::string word; words >> word;) {
    bool continues = !names.empty() && std::count(names.back().begin(), names.back().end(), '<') > std::count(names.back().begin(), names.back().end(), '>');
    continues ? names.back() += " " + word : names.emplace_back(word);
  }
  return names;
}

}  // namespace

TEST_CASE("whole files from courses compile unedited") {
  int kernels = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(WB_SOURCE_DIR) / "tests/golden/whole_files")) {
    std::string text = read_text(entry.path());
    for (const std::string& kernel : kernels_named_in(text)) {
      CAPTURE(entry.path().filename());
      CAPTURE(kernel);
      CompileResult compiled = compile(entry.path().filename().string(), text, kernel);
      for (const Diagnostic& d : compiled.diagnostics)
        FAIL_CHECK("line " << compiled.sources->start(compiled.sources->outermost(d.span)).line << ": " << code_info(d.code).name << " "
                           << code_info(d.code).message << (d.arguments.empty() ? "" : " [" + d.arguments[0] + "]"));
      CHECK(compiled.ok());
      ++kernels;
    }
  }
  MESSAGE(kernels << " kernels");
  CHECK(kernels > 90);
}
