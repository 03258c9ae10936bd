#pragma once
// What this machine can run kernels on: for `warpbook devices` and the window's about page.
#include <map>
#include <string>
#include <vector>

#include "app/backends/run_result.h"

namespace wb {

struct Devices {
  std::string processor;        // "AMD EPYC 9654"
  int cores = 0;                // that the loops may use
  std::string compiler;         // path of the C++ compiler for new loops; empty: none
  bool has_gpu = false;
  std::string why_no_gpu;
  DeviceFacts gpu;              // device, driver, toolkit; date empty
  std::map<std::string, std::string> gpu_more;  // "compute capability" -> "9.0"
};

// Asks the GPU worker (`worker_command`; empty: the one beside this program).
Devices find_devices(std::vector<std::string> worker_command = {});

}  // namespace wb
