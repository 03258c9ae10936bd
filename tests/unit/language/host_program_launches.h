#pragma once
// The launches of a file as a run of its host program shows them, and what their arguments hold.
#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "simulator/host/host_machine.h"
#include "simulator/language/host_launches.h"

namespace wb {

inline const std::string kernels =
    "__global__ void copy(const int* in, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }\n"
    "__global__ void count(int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * i; }\n"
    "template <typename T> __global__ void scale(T* x, T by) { x[threadIdx.x] *= by; }\n";

inline std::vector<HostLaunch> launches_of(const std::string& source) {
  auto sources = std::make_shared<SourceMap>();
  const HostProgramRun run = [&](const HostProgramText& program) { return run_host_program("t.cu", source, program, {}); };
  return read_host_launches(sources, sources->add("t.cu", source), {}, HostUnknowns::are_assumed, {}, {run, {}});
}
// Of `int main() { ... }` behind the kernels above.
inline std::vector<HostLaunch> launches_called(const std::string& source, const std::vector<std::string>& words) {
  auto sources = std::make_shared<SourceMap>();
  const HostProgramRun run = [&](const HostProgramText& program) { return run_host_program("t.cu", source, program, {}); };
  return read_host_launches(sources, sources->add("t.cu", source), {}, HostUnknowns::are_assumed, {}, {run, words});
}
// With files that it may read, called with their names.
inline std::vector<HostLaunch> launches_reading(const std::string& body, const std::map<std::string, std::string>& files) {
  auto sources = std::make_shared<SourceMap>();
  const std::string source = kernels + "int main(int argc, char** argv) { " + body + " return 0; }\n";
  const HostFiles find = [&](std::string_view name) { return files.contains(std::string(name)) ? std::optional(files.at(std::string(name))) : std::nullopt; };
  const HostProgramRun run = [&](const HostProgramText& program) { return run_host_program("t.cu", source, program, {}, find); };
  return read_host_launches(sources, sources->add("t.cu", source), {}, HostUnknowns::are_assumed, {}, {run, std::vector<std::string>{"in"}});
}
inline std::string bytes_of(const std::vector<int>& numbers) { return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(int)}; }
inline std::vector<HostLaunch> launches_in(const std::string& body, const std::string& before = "") { return launches_of(kernels + before + "int main(int argc, char** argv) { " + body + " return 0; }\n"); }

inline const HostAllocation& memory_of(const HostLaunch& launch, size_t argument) { return launch.allocations.at(static_cast<size_t>(launch.arguments.at(argument).allocation)); }
inline std::vector<int> ints_of(const HostLaunch& launch, size_t argument) {
  const HostAllocation& of = memory_of(launch, argument);
  std::vector<int> values(of.bytes.size() / 4);
  std::memcpy(values.data(), of.bytes.data(), values.size() * 4);
  return values;
}
inline std::vector<int> times(int factor, int n) {
  std::vector<int> values;
  for (int i = 0; i < n; ++i) values.push_back(factor * i);
  return values;
}

inline const std::string allocate = "int n = 64; int *a, *b; cudaMalloc(&a, n * sizeof(int)); cudaMalloc((void**)&b, n * sizeof(int)); ";

}  // namespace wb
