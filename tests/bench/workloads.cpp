#include "tests/bench/workloads.h"

#include <cstring>

#include "tests/bench/serial_twins.h"

namespace wb::bench {
namespace {

// The same numbers on every machine (Numerical Recipes' quick generator).
struct Numbers {
  uint32_t state = 12345;
  uint32_t next() { return state = state * 1664525u + 1013904223u; }
  uint8_t byte() { return static_cast<uint8_t>(next() >> 24); }
  float unit() { return static_cast<float>(next() >> 8) * (1.0f / 16777216.0f); }
};

DeviceBuffer buffer(std::string name, ScalarKind scalar, std::vector<uint64_t> shape) {
  DeviceBuffer b{.name = std::move(name), .scalar = scalar, .shape = std::move(shape)};
  uint64_t count = 1;
  for (uint64_t extent : b.shape) count *= extent;
  b.bytes.assign(count * info(scalar).bytes, 0);
  return b;
}

DeviceBuffer random_bytes(Numbers& numbers, std::string name, std::vector<uint64_t> shape) {
  DeviceBuffer b = buffer(std::move(name), ScalarKind::uchar, std::move(shape));
  for (uint8_t& byte : b.bytes) byte = numbers.byte();
  return b;
}

DeviceBuffer random_floats(Numbers& numbers, std::string name, std::vector<uint64_t> shape, float offset) {
  DeviceBuffer b = buffer(std::move(name), ScalarKind::float_, std::move(shape));
  for (size_t at = 0; at < b.bytes.size(); at += 4) {
    float value = numbers.unit() + offset;
    std::memcpy(&b.bytes[at], &value, 4);
  }
  return b;
}

DeviceBuffer poisoned(std::string name, ScalarKind scalar, std::vector<uint64_t> shape) {
  DeviceBuffer b = buffer(std::move(name), scalar, std::move(shape));
  b.bytes.assign(b.bytes.size(), poison_byte);
  b.is_poisoned = true;
  return b;
}

KernelLaunch launch(Index3 grid, Index3 block, std::vector<DeviceBuffer> buffers, std::vector<int64_t> values) {
  KernelLaunch l{.grid = grid, .block = block, .buffers = std::move(buffers)};
  for (uint32_t i = 0; i < l.buffers.size(); ++i) l.arguments.push_back(BufferArgument{i});
  for (int64_t value : values) l.arguments.push_back(value);
  return l;
}

Index3 tiles(int size) {
  auto n = static_cast<uint32_t>(size / 16);
  return {n, n, 1};
}

}  // namespace

std::vector<Workload> workloads() {
  using namespace serial;
  constexpr Index3 square{16, 16, 1}, row{256, 1, 1};
  constexpr uint64_t i = image_size, m = matrix_size, s = set_size;
  Numbers numbers;
  std::vector<Workload> all;
  all.push_back({"grey", launch(tiles(image_size), square,
                                {random_bytes(numbers, "rgb", {i, i, 3}), poisoned("out", ScalarKind::uchar, {i, i})}, {image_size, image_size}),
                 1, 1, 0, false, serial::grey});
  all.push_back({"box_blur", launch(tiles(image_size), square,
                                    {random_floats(numbers, "in", {i, i}, 0), poisoned("out", ScalarKind::float_, {i, i})}, {image_size, image_size}),
                 1, 1e-4, 0, false, serial::box_blur});
  for (const char* name : {"matmul_naive", "matmul_tiled"})
    all.push_back({name, launch(tiles(matrix_size), square,
                                {random_floats(numbers, "a", {m, m}, -0.5f), random_floats(numbers, "b", {m, m}, -0.5f),
                                 poisoned("c", ScalarKind::float_, {m, m})}, {matrix_size}),
                   2, 1e-4, 0, false, name == std::string("matmul_naive") ? serial::matmul_naive : serial::matmul_tiled});
  for (const char* name : {"histogram", "histogram_racy"})
    all.push_back({name, launch({histogram_blocks, 1, 1}, row,
                                {random_bytes(numbers, "in", {histogram_length}), buffer("bins", ScalarKind::uint, {256})}, {histogram_length}),
                   1, 0, 0, name == std::string("histogram_racy"), serial::histogram});
  all.push_back({"reduction", launch({reduction_length / 256, 1, 1}, row,
                                     {random_floats(numbers, "in", {reduction_length}, 0), poisoned("out", ScalarKind::float_, {reduction_length / 256})}, {}),
                 1, 1e-2, 0, false, serial::reduction});
  all.push_back({"mandelbrot", launch(tiles(set_size), square, {poisoned("out", ScalarKind::int_, {s, s})}, {set_size, set_size, set_limit}),
                 0, 0, 0.005, false, serial::mandelbrot});
  return all;
}

}  // namespace wb::bench
