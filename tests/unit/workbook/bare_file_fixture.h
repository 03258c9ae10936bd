#pragma once
// A .cu file of somebody's on disk, opened, and its launches run.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/backends/engine.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"

namespace wb::test {

namespace fs = std::filesystem;

struct File {
  explicit File(const std::string& text, const char* name = "own.cu") {
    folder = fs::temp_directory_path() / ("wb-bare-" + std::to_string(reinterpret_cast<uintptr_t>(this)));
    path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  ~File() { fs::remove_all(folder); }
  fs::path folder, path;
};

inline Launch launch_of(const BareFile& file, const std::string& name) {
  REQUIRE(file.read.lesson);
  LaunchRequest request;
  request.name = name;
  BuiltLaunch built = build_launch(*file.read.lesson, request);
  for (const Complaint& c : built.complaints) MESSAGE(to_string(c));
  REQUIRE(built.ok());
  return *built.launch;
}

inline RunResult result_of(const std::string& text, const std::string& launch, BareFile* file = nullptr) {
  File f(text);
  BareFile opened = open_bare_file(f.path, {});
  Progress progress;
  RunResult result = make_simulated_engine()->run(launch_of(opened, launch), progress, {});
  if (file) *file = std::move(opened);
  return result;
}
inline const std::string shift = "__global__ void shift(const int* in, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i + 1 < n) out[i] = in[i + 1]; }\n";
inline std::string main_of(const std::string& body) { return "int main() { int *a, *b; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); cudaMemset(a, 0, 1024); cudaMemset(b, 0, 1024); " + body + " }\n"; }
inline bool has(const RunResult& result, FindingKind kind) {
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) { return f.kind == kind && f.severity == Severity::error; });
}

}  // namespace wb::test
