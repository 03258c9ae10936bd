// Golden diagnostics: tests/golden/diagnostics/<name>.cu holds `// expect-error WB2007` or `// expect-warning WB2012` on each guilty line,
// and nothing else may be reported. <name>.expect is the full rendering. WB_UPDATE_GOLDEN=1 rewrites it; the difference is for review.
//   // kernel: matmul<16>     the kernel to choose (first line); default: the file's only one
//   /*repeat 300: ( */        stands for its text, so many times: for the limits
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "simulator/simulator.h"
#include "simulator/source/diagnostic_codes.h"
#include "simulator/source/render.h"

namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(WB_SOURCE_DIR) / "tests/golden/diagnostics";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string expand_repeats(std::string text) {
  for (size_t at = 0; (at = text.find("/*repeat ", at)) != std::string::npos;) {
    size_t colon = text.find(": ", at), close = text.find(" */", at);
    int count = std::stoi(text.substr(at + 9, colon - at - 9));
    std::string piece = text.substr(colon + 2, close - colon - 2), all;
    all.reserve(piece.size() * static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) all += piece;
    text.replace(at, close + 3 - at, all);
    at += all.size();
  }
  return text;
}

using Place = std::tuple<std::string, uint32_t, std::string>;  // file, line, "error WB2007"

std::multiset<Place> expectations(const std::string& file, const std::string& text) {
  std::multiset<Place> places;
  std::istringstream lines(text);
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    for (size_t at = 0; (at = line.find("expect-", at)) != std::string::npos; at += 7) {
      std::istringstream words(line.substr(at + 7));
      std::string severity, code;
      words >> severity >> code;
      places.emplace(file, number, severity + " " + code);
    }
  }
  return places;
}

struct Outcome {
  std::multiset<Place> expected, reported;
  std::string rendering;
};

Outcome run(const fs::path& path) {
  std::string text = expand_repeats(read_file(path));
  std::string name = path.filename().string();
  Outcome outcome;
  outcome.expected = expectations(name, text);
  std::string kernel;
  if (text.starts_with("// kernel: ")) kernel = text.substr(11, text.find('\n') - 11);
  wb::CompileOptions options;
  std::set<std::string> seen;
  options.read_include = [&](std::string_view wanted) -> std::optional<std::string> {
    fs::path included = folder / "include" / wanted;
    if (!fs::exists(included)) return std::nullopt;
    std::string inside = read_file(included);
    if (seen.insert(std::string(wanted)).second)
      for (const Place& p : expectations(std::string(wanted), inside)) outcome.expected.insert(p);
    return inside;
  };
  wb::CompileResult result = wb::compile(name, text, kernel, options);
  const wb::SourceMap& sources = *result.sources;
  for (const wb::Diagnostic& d : result.diagnostics) {
    wb::Span span = sources.outermost(d.span);
    outcome.reported.emplace(std::string(sources.name(span.file)), sources.start(span).line,
                             std::string(wb::severity_name(d.severity)) + " " + wb::code_info(d.code).name);
    outcome.rendering += wb::render(sources, d);
  }
  return outcome;
}

std::vector<fs::path> golden_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string list(const std::multiset<Place>& places) {
  std::string text;
  for (const auto& [file, line, what] : places) text += "  " + file + ":" + std::to_string(line) + ": " + what + "\n";
  return text;
}

}  // namespace

TEST_CASE("each golden file reports what it expects and nothing else") {
  for (const fs::path& path : golden_files()) {
    CAPTURE(path.filename().string());
    Outcome outcome = run(path);
    CHECK_MESSAGE(outcome.expected == outcome.reported, "expected:\n" << list(outcome.expected) << "reported:\n" << list(outcome.reported) << outcome.rendering);
    fs::path expect = path;
    expect.replace_extension(".expect");
    if (std::getenv("WB_UPDATE_GOLDEN")) std::ofstream(expect, std::ios::binary) << outcome.rendering;
    CHECK(outcome.rendering == read_file(expect));
  }
}

TEST_CASE("every code of the compiler is shown by a golden file") {
  // The lowering's own guards: the front end reports these mistakes before it.
  const std::set<std::string> guards = {"WB4506", "WB4508", "WB4510"};
  std::string all;
  for (const fs::path& path : golden_files()) all += read_file(path);
  for (const auto& entry : fs::directory_iterator(folder / "include")) all += read_file(entry.path());
  for (int i = 0; i < static_cast<int>(wb::Code::count); ++i) {
    const wb::CodeInfo& info = wb::code_info(static_cast<wb::Code>(i));
    if (std::string_view(info.name) >= "WB5" || guards.count(info.name)) continue;  // launches and foreign compilers: shown by their own tests
    std::string wanted = std::string("expect-") + wb::severity_name(info.severity) + " " + info.name;
    CHECK_MESSAGE(all.find(wanted) != std::string::npos, "no golden file shows " << std::string(info.name));
  }
}
