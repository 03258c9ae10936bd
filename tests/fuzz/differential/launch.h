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

// The outputs one after the other.
using Outputs = std::vector<uint8_t>;
Outputs outputs_of(const std::vector<DeviceBuffer>& buffers);
size_t outputs_bytes();

// The first place where two runs differ, in words; empty: none does. A NaN equals any NaN.
std::string first_difference(const Outputs& here, const Outputs& there);

// As text: a line for each column of an output that holds anything but its start, "of 2 : 3f800000 ...".
std::string outputs_as_text(const Outputs& outputs);
Outputs outputs_from_text(const std::string& text);

}  // namespace wb::fuzz
