// Whole programs: what the kernels of each file in programs/ print here must be what they printed on a real GPU (expected/programs/, written
// by record.py). The host code's calls are part of it: arrays, surfaces, layered textures, copies with places, graphs, launches by kernels.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/backends/launch.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"

namespace fs = std::filesystem;
using namespace wb;

namespace {

const fs::path folder = fs::path(WB_SOURCE_DIR) / "tests/conformance";

std::string printed_by(const Lesson& lesson, const std::string& name) {
  LaunchRequest request;
  request.name = name;
  const BuiltLaunch built = build_launch(lesson, request);
  for (const Complaint& c : built.complaints) MESSAGE(to_string(c));
  REQUIRE(built.ok());
  const CompileResult compiled = compile(built.launch->file_name, built.launch->source, built.launch->kernel, compile_options(*built.launch));
  REQUIRE(compiled.ok());
  const SimulationResult result = simulate(compiled.program, built.launch->device);
  for (const Finding& f : result.findings) FAIL_CHECK(name, ": ", f.message);
  return result.console;
}

std::string printed_by(const fs::path& program) {
  const BareFile file = open_bare_file(program);
  REQUIRE(file.read.lesson);
  std::string text;
  for (const FileLaunch& launch : file.launches) {
    if (!launch.is_launched) continue;  // kernels that only kernels launch
    CAPTURE(launch.name);
    const auto assumed = file.assumptions.find(launch.name);
    CHECK((assumed == file.assumptions.end() || assumed->second.empty()));  // else the host code was not run to its end
    text += printed_by(*file.read.lesson, launch.name);
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("whole programs print what a GPU printed") {
  size_t programs = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "programs")) {
    if (entry.path().extension() != ".cu") continue;
    ++programs;
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    const std::vector<std::string> theirs = lines_of(text_of(folder / "expected/programs" / (name + ".txt")));
    const std::vector<std::string> ours = lines_of(printed_by(entry.path()));
    CHECK(!theirs.empty());
    CHECK(ours.size() == theirs.size());
    for (size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
      CAPTURE(i + 1);
      CHECK(ours[i] == theirs[i]);
    }
  }
  CHECK(programs >= 7);
}
