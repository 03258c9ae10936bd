#pragma once
// Compiles a kernel from text and runs it: the shortest way from source to result, for tests.
#include <doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "simulator/simulator.h"
#include "simulator/source/diagnostic_codes.h"

namespace wb::test {

template <class T> constexpr ScalarKind kind_of = ScalarKind::void_;
template <> inline constexpr ScalarKind kind_of<int32_t> = ScalarKind::int_;
template <> inline constexpr ScalarKind kind_of<uint32_t> = ScalarKind::uint;
template <> inline constexpr ScalarKind kind_of<int64_t> = ScalarKind::longlong;
template <> inline constexpr ScalarKind kind_of<uint64_t> = ScalarKind::ulonglong;
template <> inline constexpr ScalarKind kind_of<float> = ScalarKind::float_;
template <> inline constexpr ScalarKind kind_of<double> = ScalarKind::double_;
template <> inline constexpr ScalarKind kind_of<uint8_t> = ScalarKind::uchar;
template <> inline constexpr ScalarKind kind_of<int8_t> = ScalarKind::schar;
template <> inline constexpr ScalarKind kind_of<uint16_t> = ScalarKind::ushort;
template <> inline constexpr ScalarKind kind_of<int16_t> = ScalarKind::short_;

// One launch, put together in the order of the kernel's parameters.
class Kernel {
 public:
  explicit Kernel(std::string text, std::string name = "", bool contract = true) {
    CompileOptions compile_options;
    compile_options.contract = contract;
    compiled = compile("k.cu", std::move(text), name, compile_options);
    for (const Diagnostic& d : compiled.diagnostics)
      if (d.severity == Severity::error) errors.push_back(code_info(d.code).name);
    std::string all;
    for (const std::string& e : errors) all += e + " ";
    if (!compiled.ok()) MESSAGE("does not compile: " << all);
  }
  Kernel& shape(Index3 grid, Index3 block, uint32_t dynamic_shared = 0) {
    launch.grid = grid;
    launch.block = block;
    launch.dynamic_shared_bytes = dynamic_shared;
    return *this;
  }
  template <class T>
  Kernel& in(std::vector<T> values, bool is_poisoned = false) {
    DeviceBuffer b;
    b.name = "b" + std::to_string(launch.buffers.size());
    if (launch.arguments.size() < compiled.parameters.size()) b.name = compiled.parameters[launch.arguments.size()].name;
    b.scalar = kind_of<T>;
    b.shape = {values.size()};
    b.bytes.resize(values.size() * sizeof(T));
    std::memcpy(b.bytes.data(), values.data(), b.bytes.size());
    b.is_poisoned = is_poisoned;
    if (is_poisoned) std::fill(b.bytes.begin(), b.bytes.end(), poison_byte);
    launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(b));
    return *this;
  }
  template <class T>
  Kernel& out(size_t count) {
    options.outputs.push_back(static_cast<int>(launch.buffers.size()));
    return in(std::vector<T>(count), true);
  }
  Kernel& value(Argument argument) {
    launch.arguments.push_back(argument);
    return *this;
  }
  Kernel& run(Schedule schedule = Schedule::in_order, uint64_t seed = 0) {
    REQUIRE(compiled.ok());
    options.schedule = schedule;
    options.seed = seed;
    result = simulate(compiled.program, launch, options);
    return *this;
  }
  template <class T>
  std::vector<T> get(size_t buffer) const {
    const DeviceBuffer& b = result.buffers[buffer];
    std::vector<T> out(b.bytes.size() / sizeof(T));
    std::memcpy(out.data(), b.bytes.data(), b.bytes.size());
    return out;
  }
  // "oob.write uninit.local": the kinds of the findings above note, in order.
  std::string kinds() const {
    std::string text;
    for (const Finding& f : result.findings)
      if (f.severity != Severity::note) text += (text.empty() ? "" : " ") + std::string(finding_name(f.kind));
    return text;
  }

  CompileResult compiled;
  KernelLaunch launch;
  RunOptions options;
  SimulationResult result;
  std::vector<std::string> errors;
};

}  // namespace wb::test
