#pragma once
// Launches that nobody makes. Kernels of verification suites come without host code; what a prover needs to know stands beside them:
//
//     //pass
//     //--blockDim=[16,16] --gridDim=4 -DN=8      the shape, and macros
//     __global__ void k(int* a, int n) {
//       __requires(n == blockDim.x * gridDim.x);   what holds for the parameters
//
// Of the parameters values are looked for that meet all such conditions: those that the conditions compare with first, then usual ones; so are sizes of
// the grid and the block that the conditions name (`__requires(blockDim.x == 64)`) where nothing else states the shape. Each try is
// made in C++, by a kernel of one thread set behind the file (as host_run.h does it), so macros, constants and functions of the file mean what they say.
// Conditions on anything but numbers among the parameters, the shape and constants are left to the prover.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/assumed_shape.h"
#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

struct StatedShape {
  std::vector<std::string> grid, block;  // one to three sizes each; empty: not said
  std::vector<std::pair<std::string, std::string>> defines;
};
// From the comments in front of the file's first line of code.
StatedShape stated_shape(std::string_view source);

// What meets the conditions: a shape where they speak of one that is not stated, else empty; values of the kernel's numbers, by name.
struct StatedValues {
  std::vector<std::string> grid, block;
  std::map<std::string, std::string> numbers;
};

// Empty where the kernel has no conditions, or nothing is found. `usual`: grid and block as they are assumed where nothing states them.
struct UsualShape {
  Shape grid, block;
};
StatedValues values_that_meet(std::string_view source, const std::string& kernel, const std::vector<KernelParameter>& parameters, const StatedShape& shape, const UsualShape& usual,
                              const HostRun& run);

}  // namespace wb
