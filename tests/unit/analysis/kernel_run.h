#pragma once
// Compiles a kernel and runs it: for tests that go the whole way from source to findings.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb::test {

struct KernelRun {
  std::string source;
  std::string kernel;
  KernelLaunch launch;
  RunOptions options;

  KernelRun(std::string text, Index3 grid, Index3 block) : source(std::move(text)) {
    launch.grid = grid;
    launch.block = block;
  }
  template <typename T>
  KernelRun& buffer(std::string name, ScalarKind scalar, std::vector<T> values) {
    DeviceBuffer b;
    b.name = std::move(name);
    b.scalar = scalar;
    b.shape = {values.size()};
    b.bytes.resize(values.size() * sizeof(T));
    std::memcpy(b.bytes.data(), values.data(), b.bytes.size());
    launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(b));
    return *this;
  }
  KernelRun& ints(std::string name, size_t count, int value = 0) { return buffer(std::move(name), ScalarKind::int_, std::vector<int>(count, value)); }
  KernelRun& floats(std::string name, size_t count) {
    std::vector<float> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    return buffer(std::move(name), ScalarKind::float_, std::move(values));
  }
  KernelRun& output(std::string name, size_t count, ScalarKind scalar = ScalarKind::float_) {
    buffer(std::move(name), scalar, std::vector<uint8_t>(count * info(scalar).bytes, poison_byte));
    launch.buffers.back().shape = {count};
    launch.buffers.back().is_poisoned = true;
    options.outputs.push_back(static_cast<int>(launch.buffers.size()) - 1);
    return *this;
  }
  KernelRun& number(int64_t value) {
    launch.arguments.push_back(value);
    return *this;
  }
  SimulationResult run() const {
    CompileResult compiled = compile("k.cu", source, kernel);
    for (const Diagnostic& d : compiled.diagnostics)
      if (d.severity == Severity::error) MESSAGE(compiled.sources->start(d.span).line, ": error ", static_cast<int>(d.code), d.arguments.empty() ? "" : d.arguments[0]);
    REQUIRE(compiled.ok());
    SimulationResult result = simulate(compiled.program, launch, options);
    sources = compiled.sources;
    return result;
  }
  mutable std::shared_ptr<const SourceMap> sources;

  // "race.raw error count[0] 4 6" for each finding, sorted.
  std::vector<std::string> findings(Severity at_least = Severity::warning) const {
    std::vector<std::string> all;
    SimulationResult result = run();
    REQUIRE(result.status == SimulationStatus::finished);
    for (const Finding& f : result.findings) {
      if (f.severity < at_least) continue;
      std::string text = std::string(finding_name(f.kind)) + (f.severity == Severity::error ? " error " : f.severity == Severity::warning ? " warning " : " note ") + f.buffer;
      for (uint64_t i : f.element) text += "[" + std::to_string(i) + "]";
      std::vector<uint32_t> lines;
      for (const FindingPlace& p : f.places) lines.push_back(sources->start(p.span).line);
      std::sort(lines.begin(), lines.end());
      for (uint32_t line : lines) text += " " + std::to_string(line);
      all.push_back(text);
    }
    std::sort(all.begin(), all.end());
    return all;
  }
};

}  // namespace wb::test
