// Every kind of finding as a student reads it: golden reports, each with a silent twin.
//
// A file has two kernels, `bug` and `mended`, of one launch, which its first lines describe:
//
//   //@ grid 2                        blocks; 1 where it is left out
//   //@ block 8 4                     threads of a block
//   //@ bug block 32 33               another block for `bug` alone
//   //@ buffer float in[4][8] = iota  iota, poison or a number
//   //@ output int out[64]            a poisoned buffer whose coverage is judged
//   //@ number 50                     an argument
//   //@ symbol int table[4] = iota    no argument: a variable of the file that starts so
//   //@ surface float image[4][8] = iota  an argument: a surface over a buffer
//   //@ again in + 8                  an argument: a buffer that was named before, so many elements into it
//   //@ budget 20000                  warp instructions
//   //@ numbers                       num.* too
//   //@ schedules 12                  `bug` runs under so many, and what they find together is reported; else under the first
//   //@ others                        `bug` runs as a user runs it: other schedules are looked at where order comes through memory
//
// `bug`: the text report and the JSON stand in the file's .expect. `mended`: not a word, under any schedule.
// WB_UPDATE_GOLDEN=1 writes the reports anew.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/backends/schedule_spread.h"
#include "app/cli/report.h"
#include "simulator/simulator.h"

namespace fs = std::filesystem;
using namespace wb;

namespace {

const fs::path folder = fs::path(WB_SOURCE_DIR) / "tests/golden/findings";

struct Case {
  std::string name, text;
  KernelLaunch launch;
  RunOptions options;
  Index3 bug_block{};  // x 0: the launch's
  uint64_t schedules = 0;
  bool tries_others = false;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

ScalarKind scalar_named(const std::string& name) {
  static const std::pair<const char*, ScalarKind> all[] = {{"int", ScalarKind::int_},   {"uint", ScalarKind::uint},   {"float", ScalarKind::float_}, {"double", ScalarKind::double_},
                                                           {"uchar", ScalarKind::uchar}, {"half", ScalarKind::half}, {"longlong", ScalarKind::longlong}};
  for (const auto& [text, kind] : all)
    if (name == text) return kind;
  FAIL("no such type: ", name);
  return ScalarKind::int_;
}

void store_number(DeviceBuffer& buffer, uint64_t element, double value) {
  uint8_t* at = buffer.bytes.data() + element * buffer.element_bytes();
  const auto put = [&](auto number) { std::memcpy(at, &number, sizeof number); };
  switch (buffer.scalar) {
    case ScalarKind::float_: return put(static_cast<float>(value));
    case ScalarKind::double_: return put(value);
    case ScalarKind::uchar: return put(static_cast<uint8_t>(value));
    case ScalarKind::longlong: return put(static_cast<int64_t>(value));
    case ScalarKind::half: return put(static_cast<uint16_t>(value == 1 ? 0x3C00 : 0));
    default: return put(static_cast<int32_t>(value));
  }
}

// "int data[4][8] = iota"
DeviceBuffer buffer_of(const std::string& type, const std::string& name, const std::string& start) {
  DeviceBuffer buffer;
  buffer.scalar = scalar_named(type);
  buffer.name = name.substr(0, name.find('['));
  uint64_t elements = 1;
  for (size_t at = name.find('['); at != std::string::npos; at = name.find('[', at + 1)) buffer.shape.push_back(std::stoull(name.substr(at + 1))), elements *= buffer.shape.back();
  buffer.is_poisoned = start == "poison";
  buffer.bytes.assign(elements * buffer.element_bytes(), buffer.is_poisoned ? poison_byte : 0);
  if (!buffer.is_poisoned)
    for (uint64_t i = 0; i < elements; ++i) store_number(buffer, i, start == "iota" ? static_cast<double>(i) : std::stod(start));
  return buffer;
}

Index3 index_of(std::istringstream& words) {
  Index3 index{1, 1, 1};
  words >> index.x;
  if (uint32_t y = 0; words >> y) index.y = y;
  if (uint32_t z = 0; words >> z) index.z = z;
  return index;
}

Texture surface_over(const DeviceBuffer& buffer, uint32_t index) {
  Texture t;
  t.name = buffer.name;
  t.buffer = index;
  t.is_surface = true;
  uint32_t* const sides[] = {&t.width, &t.height, &t.depth};
  for (size_t i = 0; i < buffer.shape.size(); ++i) *sides[i] = static_cast<uint32_t>(buffer.shape[buffer.shape.size() - 1 - i]);
  return t;
}

// "in + 8"
BufferArgument again(const KernelLaunch& launch, std::istringstream& words) {
  std::string name, plus;
  uint64_t elements = 0;
  words >> name >> plus >> elements;
  for (uint32_t i = 0; i < launch.buffers.size(); ++i)
    if (launch.buffers[i].name == name) return {i, elements * launch.buffers[i].element_bytes()};
  FAIL("no such buffer: ", name);
  return {};
}

Case read_case(const fs::path& path) {
  Case c;
  c.name = path.filename().string();
  c.text = read_file(path);
  std::istringstream lines(c.text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("//@ ")) continue;
    std::istringstream words(line.substr(4));
    std::string what, type, name, equals, start = "poison";
    words >> what;
    if (what == "grid") c.launch.grid = index_of(words);
    else if (what == "block") c.launch.block = index_of(words);
    else if (what == "bug") words >> what, c.bug_block = index_of(words);
    else if (what == "budget") words >> c.options.instruction_budget;
    else if (what == "numbers") c.options.numbers = true;
    else if (what == "schedules") words >> c.schedules;
    else if (what == "others") c.tries_others = true;
    else if (what == "number") words >> name, c.launch.arguments.push_back(static_cast<int64_t>(std::stoll(name)));
    else if (what == "again") c.launch.arguments.push_back(again(c.launch, words));
    else {
      words >> type >> name >> equals >> start;
      REQUIRE((what == "buffer" || what == "output" || what == "symbol" || what == "surface"));
      const auto index = static_cast<uint32_t>(c.launch.buffers.size());
      if (what == "output") c.options.outputs.push_back(static_cast<int>(index));
      if (what == "symbol") c.launch.symbols.push_back({name.substr(0, name.find('[')), index});
      else if (what == "surface") c.launch.arguments.push_back(texture_handle(static_cast<uint32_t>(c.launch.textures.size()) + 1));
      else c.launch.arguments.push_back(BufferArgument{index});
      c.launch.buffers.push_back(buffer_of(type, name, start));
      if (what == "surface") c.launch.textures.push_back(surface_over(c.launch.buffers.back(), index));
    }
  }
  return c;
}

RunResult run_as_asked(const Case& c, const char* kernel) {
  Launch launch;
  launch.file_name = c.name;
  launch.source = c.text;
  launch.kernel = kernel;
  launch.device = c.launch;
  launch.outputs = launch.covered = c.options.outputs;
  RunResult result;
  Progress progress;
  if (c.tries_others) return make_simulated_engine()->run(launch, progress, {});
  wb::run_schedules(*make_simulated_engine(), launch, c.schedules, result, progress, {});
  return result;
}

RunResult run(const Case& c, const char* kernel, Schedule schedule) {
  if ((c.schedules || c.tries_others) && schedule == Schedule::in_order) return run_as_asked(c, kernel);
  CompileResult compiled = compile(c.name, c.text, kernel);
  for (const Diagnostic& d : compiled.diagnostics) FAIL_CHECK(c.name, ":", compiled.sources->start(d.span).line, ": does not compile");
  RunResult result;
  if (!compiled.ok()) return result;
  KernelLaunch launch = c.launch;
  if (c.bug_block.x && std::string(kernel) == "bug") launch.block = c.bug_block;
  RunOptions options = c.options;
  options.schedule = schedule;
  result.sources = compiled.sources;
  result.findings = simulate(compiled.program, launch, options).findings;
  return result;
}

std::string report_of(const RunResult& result) {
  std::string text;
  for (const Finding& f : result.findings) text += finding_text(*result.sources, f, false) + "\n";
  return text + findings_as_json(result);
}

std::vector<fs::path> golden_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("each planted bug is reported as its golden file says, and its mended twin is silent under every schedule") {
  for (const fs::path& path : golden_files()) {
    CAPTURE(path.filename().string());
    const Case c = read_case(path);
    const std::string report = report_of(run(c, "bug", Schedule::in_order));
    fs::path expect = path;
    expect.replace_extension(".expect");
    if (std::getenv("WB_UPDATE_GOLDEN")) std::ofstream(expect, std::ios::binary) << report;
    CHECK(report == read_file(expect));
    CHECK(report != "[]\n");
    for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
      CAPTURE(schedule_name(schedule));
      const RunResult silent = run(c, "mended", schedule);
      CHECK_MESSAGE(silent.findings.empty(), report_of(silent));
    }
  }
}

TEST_CASE("a race names both threads, both lines, the element, both values and a hint") {
  for (const fs::path& path : golden_files()) {
    CAPTURE(path.filename().string());
    const RunResult result = run(read_case(path), "bug", Schedule::in_order);
    for (const Finding& f : result.findings) {
      CHECK(!f.message.empty());
      CHECK(!f.hint.empty());
      if (std::string(finding_name(f.kind)).substr(0, 4) != "race") continue;
      REQUIRE(f.places.size() == 2);
      for (const FindingPlace& place : f.places) CHECK(!place.value.empty());
      CHECK((f.places[0].grid != f.places[1].grid || !(f.places[0].block == f.places[1].block) || !(f.places[0].thread == f.places[1].thread)));
      CHECK(!f.buffer.empty());
      CHECK(!f.element.empty());
    }
  }
}

TEST_CASE("every kind of finding is shown by a golden file") {
  std::set<std::string> shown;
  for (const fs::path& path : golden_files())
    for (const Finding& f : run(read_case(path), "bug", Schedule::in_order).findings) shown.insert(finding_name(f.kind));
  for (int kind = 0; kind < static_cast<int>(FindingKind::count); ++kind) {
    const std::string name = finding_name(static_cast<FindingKind>(kind));
    if (name.starts_with("host.")) continue;  // of whole programs: tests/unit/cli/run_file_test.cpp
    CHECK_MESSAGE(shown.count(name), "no golden file shows " << name);
  }
}
