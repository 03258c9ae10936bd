// Every kernel of tests/conformance as explicit loops: bit for bit what the simulator gives (which is held to a GPU's own results).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile_kernels.h"
#include "simulator/language/typed_tree.h"
#include "simulator/simulator.h"

namespace {

namespace fs = std::filesystem;
using namespace wb;

constexpr size_t threads = 64, columns = 8;
const fs::path folder = fs::path(WB_SOURCE_DIR) / "tests/conformance";

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// inputs.txt: "f : 00000000 80000000 ..."
DeviceBuffer input(const std::string& name, ScalarKind scalar) {
  DeviceBuffer buffer{.name = name, .scalar = scalar, .shape = {threads}, .bytes = std::vector<uint8_t>(threads * info(scalar).bytes)};
  std::istringstream lines(read_text(folder / "expected/inputs.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name + " : ")) continue;
    std::istringstream words(line.substr(name.size() + 3));
    size_t i = 0;
    for (std::string word; words >> word && i < threads; ++i) {
      const uint64_t bits = std::stoull(word, nullptr, 16);
      std::memcpy(&buffer.bytes[i * info(scalar).bytes], &bits, info(scalar).bytes);
    }
    CHECK(i == threads);
  }
  return buffer;
}

DeviceBuffer zeros(const std::string& name, ScalarKind scalar) {
  return {.name = name, .scalar = scalar, .shape = {threads, columns}, .bytes = std::vector<uint8_t>(threads * columns * info(scalar).bytes)};
}

KernelLaunch launch_of_case() {
  KernelLaunch launch{.block = {threads, 1, 1}};
  launch.buffers = {input("a", ScalarKind::int_), input("u", ScalarKind::uint), input("f", ScalarKind::float_), input("d", ScalarKind::double_),
                    zeros("oi", ScalarKind::longlong), zeros("of", ScalarKind::float_), zeros("od", ScalarKind::double_)};
  for (uint32_t i = 0; i < launch.buffers.size(); ++i) launch.arguments.push_back(BufferArgument{i});
  return launch;
}

CompileResult compile_case(const fs::path& path) {
  const std::string text = read_text(path);
  CompileOptions options{.contract = text.find("// contract: on") != std::string::npos};
  options.read_include = [](std::string_view) { return std::optional(read_text(folder / "case.h")); };
  return compile(path.filename().string(), text, "test_case", options);
}

FunctionId find_kernel(const Module& module) {
  for (uint32_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].is_kernel && module.functions[i].name == "test_case") return {i};
  return {};
}

template <class T>
bool both_nan(const uint8_t* a, const uint8_t* b) {
  T x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return std::isnan(x) && std::isnan(y);
}

bool equal_element(ScalarKind kind, const uint8_t* a, const uint8_t* b) {
  if (std::memcmp(a, b, info(kind).bytes) == 0) return true;
  return kind == ScalarKind::float_ ? both_nan<float>(a, b) : kind == ScalarKind::double_ && both_nan<double>(a, b);
}

TEST_CASE("every conformance kernel gives as loops what it gives simulated") {
  if (!has_compiler()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder / "cases")) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<loops::LoopsKernel> kernels;
  std::vector<CompileResult> compiled;
  for (const fs::path& path : paths) {
    CAPTURE(path.filename().string());
    CompileResult result = compile_case(path);
    REQUIRE(result.ok());
    loops::LoopsKernel kernel;
    const std::string why = loops::make_loops_kernel(*result.module, find_kernel(*result.module), path.filename().string(), kernel);
    // case.h puts each body into a device function: one with a barrier or a warp function is refused, and little else is.
    bool is_known = why.empty();
    for (const char* reason : {"has a barrier inside", "works on several threads at once", "is not written as plain C++", "asks for a GPU's kinds of memory", "is not laid out like its members",
                               "not written as explicit loops", "is a reference"})
      is_known |= why.find(reason) != std::string::npos;
    CHECK_MESSAGE(is_known, why);
    if (!why.empty()) continue;
    kernels.push_back(std::move(kernel));
    compiled.push_back(std::move(result));
  }
  CHECK(kernels.size() > paths.size() / 3);
  for (const char* options : {"", "-march=x86-64-v3"}) {
#if !defined(__x86_64__)
    if (*options) continue;
#else
    if (*options && !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))) continue;
#endif
    const warpbook_loops::Table* table = compile_kernels(kernels, std::string("conformance") + options, options);
    for (size_t i = 0; i < kernels.size(); ++i) {
      CAPTURE(kernels[i].key);
      KernelLaunch launch = launch_of_case();
      const SimulationResult simulated = simulate(compiled[i].program, launch);
      REQUIRE(simulated.buffers.size() == launch.buffers.size());
      std::vector<void*> addresses;
      std::vector<const void*> arguments;
      for (DeviceBuffer& buffer : launch.buffers) addresses.push_back(buffer.bytes.data());
      for (void*& address : addresses) arguments.push_back(&address);
      table->entries[i].run({{1}, {threads}, 0, arguments.data()});
      for (size_t b = 4; b < launch.buffers.size(); ++b) {
        const DeviceBuffer& mine = launch.buffers[b];
        const size_t width = info(mine.scalar).bytes;
        for (size_t e = 0; e < threads * columns; ++e) {
          const uint8_t *got = &mine.bytes[e * width], *wanted = &simulated.buffers[b].bytes[e * width];
          uint64_t got_bits = 0, wanted_bits = 0;
          std::memcpy(&got_bits, got, width);
          std::memcpy(&wanted_bits, wanted, width);
          if (!equal_element(mine.scalar, got, wanted))
            FAIL_CHECK(mine.name << "[8*" << e / columns << "+" << e % columns << "]: " << format_scalar(mine.scalar, got_bits) << " as loops, "
                                 << format_scalar(mine.scalar, wanted_bits) << " simulated");
        }
      }
    }
  }
}

}  // namespace
