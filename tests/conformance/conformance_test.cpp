// The language, rule by rule: each kernel in cases/ must give here, bit for bit, what it gave on a real GPU (expected/, written by
// record.py, with the card named in expected/device.txt). Functions that CUDA does not round correctly carry `// ulp: N`.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "simulator/simulator.h"

namespace fs = std::filesystem;
using namespace wb;

namespace {

constexpr int threads = 64, columns = 8;
const fs::path folder = fs::path(WB_SOURCE_DIR) / "tests/conformance";

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// "oi 3 : 0000 0001 ..." -> {"oi 3", words}
std::map<std::string, std::vector<uint64_t>> read_words(const fs::path& path) {
  std::map<std::string, std::vector<uint64_t>> rows;
  std::istringstream lines(read_text(path));
  for (std::string line; std::getline(lines, line);) {
    size_t colon = line.find(" : ");
    if (colon == std::string::npos) continue;
    std::istringstream words(line.substr(colon + 3));
    std::vector<uint64_t>& row = rows[line.substr(0, colon)];
    for (std::string word; words >> word;) row.push_back(std::stoull(word, nullptr, 16));
  }
  return rows;
}

DeviceBuffer input(const char* name, ScalarKind scalar, const std::vector<uint64_t>& words) {
  DeviceBuffer b{.name = name, .scalar = scalar, .shape = {words.size()}};
  size_t width = info(scalar).bytes;
  b.bytes.resize(words.size() * width);
  for (size_t i = 0; i < words.size(); ++i) std::memcpy(&b.bytes[i * width], &words[i], width);
  return b;
}

DeviceBuffer zeros(const char* name, ScalarKind scalar) {
  DeviceBuffer b{.name = name, .scalar = scalar, .shape = {threads, columns}};
  b.bytes.assign(size_t{threads} * columns * info(scalar).bytes, 0);
  return b;
}

KernelLaunch launch_of_case() {
  auto words = read_words(folder / "expected/inputs.txt");
  KernelLaunch launch{.block = {threads, 1, 1}};
  launch.buffers = {input("a", ScalarKind::int_, words["a"]),    input("u", ScalarKind::uint, words["u"]),
                    input("f", ScalarKind::float_, words["f"]),  input("d", ScalarKind::double_, words["d"]),
                    zeros("oi", ScalarKind::longlong),           zeros("of", ScalarKind::float_),
                    zeros("od", ScalarKind::double_)};
  for (uint32_t i = 0; i < launch.buffers.size(); ++i) launch.arguments.push_back(BufferArgument{i});
  return launch;
}

uint64_t word(const DeviceBuffer& buffer, int thread, int column) {
  size_t width = info(buffer.scalar).bytes;
  uint64_t bits = 0;
  std::memcpy(&bits, &buffer.bytes[(static_cast<size_t>(thread) * columns + column) * width], width);
  return bits;
}

// Floats in order of size as integers, so that neighbours differ by one.
int64_t ordered(ScalarKind kind, uint64_t bits) {
  if (kind == ScalarKind::float_) {
    auto value = static_cast<int32_t>(bits);
    return value < 0 ? -static_cast<int64_t>(value & 0x7fffffff) : value;
  }
  auto value = static_cast<int64_t>(bits);
  return value < 0 ? -(value & 0x7fffffffffffffff) : value;
}

bool is_nan(ScalarKind kind, uint64_t bits) {
  return kind == ScalarKind::float_ ? std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits))) : std::isnan(std::bit_cast<double>(bits));
}

bool equal(ScalarKind kind, uint64_t got, uint64_t wanted, int64_t ulp) {
  if (got == wanted) return true;
  if (kind == ScalarKind::longlong) return false;
  if (is_nan(kind, got) || is_nan(kind, wanted)) return is_nan(kind, got) && is_nan(kind, wanted);
  return std::llabs(ordered(kind, got) - ordered(kind, wanted)) <= ulp;
}

struct Settings {
  bool contract = false;
  int64_t ulp = 0;
};

Settings settings_of(const std::string& text) {
  size_t ulp = text.find("// ulp: ");
  return {text.find("// contract: on") != std::string::npos, ulp == std::string::npos ? 0 : std::stoll(text.substr(ulp + 8))};
}

SimulationResult run_case(const fs::path& path, const Settings& settings) {
  CompileOptions options{.contract = settings.contract};
  options.read_include = [](std::string_view) { return std::optional(read_text(folder / "case.h")); };
  CompileResult compiled = compile(path.filename().string(), read_text(path), "test_case", options);
  for (const Diagnostic& d : compiled.diagnostics)
    if (d.severity == Severity::error) FAIL_CHECK("line " << compiled.sources->start(compiled.sources->outermost(d.span)).line << " of " << path.filename());
  if (!compiled.ok()) return {};
  return simulate(compiled.program, launch_of_case());
}

}  // namespace

TEST_CASE("every conformance kernel gives what the GPU gave") {
  int cases = 0, values = 0;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder / "cases")) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    CAPTURE(path.filename());
    auto expected = read_words(folder / "expected" / path.filename().replace_extension(".txt"));
    CHECK_MESSAGE(!expected.empty(), "no recorded expectation: run record.py on a machine with a GPU");
    Settings settings = settings_of(read_text(path));
    SimulationResult result = run_case(path, settings);
    CHECK(result.status == SimulationStatus::finished);
    if (result.buffers.size() != 7) continue;
    ++cases;
    for (size_t b = 4; b < 7; ++b) {
      const DeviceBuffer& buffer = result.buffers[b];
      for (int column = 0; column < columns; ++column) {
        auto row = expected.find(buffer.name + " " + std::to_string(column));
        for (int t = 0; t < threads; ++t) {
          uint64_t wanted = row == expected.end() ? 0 : row->second[static_cast<size_t>(t)], got = word(buffer, t, column);
          ++values;
          if (!equal(buffer.scalar, got, wanted, settings.ulp))
            FAIL_CHECK(buffer.name << "[8*" << t << "+" << column << "]: " << format_scalar(buffer.scalar, got) << " here, "
                                   << format_scalar(buffer.scalar, wanted) << " on the GPU");
        }
      }
    }
  }
  MESSAGE(cases << " kernels, " << values << " values compared with the GPU's");
  CHECK(cases == static_cast<int>(paths.size()));
}
