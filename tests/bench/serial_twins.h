#pragma once
// The workloads as plain serial C++: loops over blocks and threads, kernels with barriers split at the barrier.
#include "tests/bench/workloads.h"

namespace wb::bench::serial {

inline constexpr int image_size = 512, matrix_size = 128, set_size = 256, set_limit = 200;
inline constexpr int histogram_length = 1 << 18, histogram_blocks = 64, reduction_length = 1 << 18;

using Buffers = std::vector<DeviceBuffer>;
void grey(Buffers& buffers);
void box_blur(Buffers& buffers);
void matmul_naive(Buffers& buffers);
void matmul_tiled(Buffers& buffers);
void histogram(Buffers& buffers);
void reduction(Buffers& buffers);
void mandelbrot(Buffers& buffers);

}  // namespace wb::bench::serial
