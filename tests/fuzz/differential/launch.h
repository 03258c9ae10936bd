#pragma once
// What every generated kernel is launched with, and how two runs of it are compared.
// Inputs hold edge values and random ones; each thread owns a few elements of each output; `total` and `wide` are shared by atomics.
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb::fuzz {

inline constexpr int input_count = 128;  // elements of each input: as many as threads at most
inline constexpr std::string_view kernel_parameters =
    "const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x, "
    "long long* oi, float* of, double* od, short* os, unsigned char* ob, unsigned* total, unsigned long long* wide";
inline constexpr int scalar_n = 37;
inline constexpr float scalar_x = 1.5f;
inline constexpr size_t first_output = 7;  // of fuzz_buffers()

std::vector<DeviceBuffer> fuzz_buffers();
KernelLaunch fuzz_launch(Index3 grid, Index3 block);

// The outputs one after the other; then what was printed, its lines sorted, since threads print in any order.
using Outputs = std::vector<uint8_t>;
Outputs outputs_of(const std::vector<DeviceBuffer>& buffers, const std::string& console = {});
void add_console(Outputs& outputs, const std::string& console);
size_t outputs_bytes();  // without what was printed

// The first place where two runs differ, in words; empty: none does. A NaN equals any NaN. `ulps` as in GeneratedKernel.
std::string first_difference(const Outputs& here, const Outputs& there, const std::vector<uint8_t>& ulps = {});

// As text: a line for each column of an output that holds anything but its start, "of 2 : 3f800000 ...".
std::string outputs_as_text(const Outputs& outputs);
Outputs outputs_from_text(const std::string& text);

}  // namespace wb::fuzz
