#pragma once
// The seven workloads of the speed table: a kernel, its launch, and the same work as plain serial C++ at -O2.
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb::bench {

struct Workload {
  std::string name;                    // also the kernel's name and its file's
  KernelLaunch launch;                 // with the starting bytes
  int output = 0;                      // index of the result buffer
  double tolerance = 0;                // absolute, between simulator and twin
  double allowed_mismatches = 0;       // share of elements: contraction moves a few pixels of the Mandelbrot set's edge
  bool is_racy = false;                // result left open; left out of the geometric mean
  // The serial twin: works on the launch's buffers in place.
  void (*serial)(std::vector<DeviceBuffer>& buffers) = nullptr;
};

std::vector<Workload> workloads();

}  // namespace wb::bench
