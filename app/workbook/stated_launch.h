#pragma once
// Launches that nobody makes. Kernels of verification suites come without host code; what a prover needs to know stands beside them:
//
//     //pass
//     //--blockDim=[16,16] --gridDim=4 -DN=8      the shape, and macros
//     __global__ void k(int* a, int n) {
//       __requires(n == blockDim.x * gridDim.x);   what holds for the parameters
//
// Of the parameters values are looked for that meet all such conditions: those that the conditions compare with first, then usual ones. Each try is
// made in C++, by a kernel of one thread set behind the file (as host_run.h does it), so macros, constants and functions of the file mean what they say.
// Conditions on anything but numbers among the parameters, the shape and constants are left to the prover.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

struct StatedShape {
  std::vector<std::string> grid, block;  // one to three sizes each; empty: not said
  std::vector<std::pair<std::string, std::string>> defines;
};
// From the comments in front of the file's first line of code.
StatedShape stated_shape(std::string_view source);

// Values of the kernel's numbers that meet its conditions, by name; empty where it has none, or none are found.
std::map<std::string, std::string> values_that_meet(std::string_view source, const std::string& kernel, const std::vector<KernelParameter>& parameters,
                                                    const StatedShape& shape, const HostRun& run);

}  // namespace wb
