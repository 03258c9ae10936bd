#pragma once
// Buffers as files: DIR/sim/out.npy, and where they are pictures DIR/sim/out.png.
#include <filesystem>
#include <map>
#include <string>

#include "app/backends/run_result.h"
#include "app/workbook/lesson.h"

namespace wb {

struct WrittenBuffers {
  std::map<std::string, std::string> npy;  // buffer -> path relative to the folder: "sim/out.npy"
  std::map<std::string, std::string> png;
  std::string error;                       // the first file that could not be written; empty: none
};
// The launch's output buffers as they ended.
WrittenBuffers write_buffers(const std::filesystem::path& folder, const LaunchSpec& stage, const Launch& launch, const RunResult& result);

}  // namespace wb
