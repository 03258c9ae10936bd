// Every folder of tests/lessons/bad has one defect: `warpbook check` must name it at its place, and must neither crash nor hang.
#include <doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Outcome {
  int status = -1;  // -1: ended by a signal
  std::vector<std::string> lines;
};

Outcome check(const fs::path& folder) {
  const std::string command = "timeout 60 '" WB_BINARY_DIR "/warpbook' check '" + folder.string() + "' 2>&1";
  Outcome outcome;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return outcome;
  std::string text;
  char buffer[4096];
  while (size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, got);
  const int ended = pclose(pipe);
  if (WIFEXITED(ended)) outcome.status = WEXITSTATUS(ended);
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    outcome.lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return outcome;
}

// Whether the line holds all parts of `expected`, which ` ... ` separates, in their order.
bool holds(const std::string& line, const std::string& expected) {
  size_t at = 0;
  for (size_t from = 0; from <= expected.size();) {
    const size_t end = std::min(expected.find(" ... ", from), expected.size());
    const std::string part = expected.substr(from, end - from);
    at = line.find(part, at);
    if (at == std::string::npos) return false;
    at += part.size();
    from = end + 5;
  }
  return true;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("each bad lesson is complained about at its place") {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(WB_SOURCE_DIR) / "tests/lessons/bad"))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  REQUIRE(folders.size() > 40);
  for (const fs::path& folder : folders) {
    const std::string name = folder.filename().string();
    CAPTURE(name);
    const Outcome outcome = check(folder);
    const std::string printed = joined(outcome.lines);
    CAPTURE(printed);
    CHECK((outcome.status == 1 || outcome.status == 2));
    std::ifstream expectations(folder / "expect.txt");
    std::string expected;
    while (std::getline(expectations, expected)) {
      CAPTURE(expected);
      CHECK(std::any_of(outcome.lines.begin(), outcome.lines.end(), [&](const std::string& line) { return holds(line, expected); }));
    }
  }
}

TEST_CASE("a lesson without a defect is not complained about") {
  const Outcome outcome = check(fs::path(WB_SOURCE_DIR) / "tests/lessons/with-guard");
  CAPTURE(joined(outcome.lines));
  CHECK(outcome.status == 0);
  CHECK(std::none_of(outcome.lines.begin(), outcome.lines.end(), [](const std::string& line) { return holds(line, "error:") || holds(line, "warning:"); }));
}
