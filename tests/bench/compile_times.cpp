#include "tests/bench/compile_times.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simulator/simulator.h"

namespace wb::bench {
namespace {

constexpr double lesson_target_ms = 1, long_target_ms = 20;
constexpr size_t long_lines = 1000;

// One section of the long file; `#` is its number, `@` a real #.
const char* section = R"(
// ---- part # of the collection: a stencil, a reduction and what they need

struct Range# {
  int first, last;
  __device__ bool holds(int i) const { return i >= first && i < last; }
  __device__ int length() const { return last - first; }
};

@define RADIUS_# 3
@define AT_#(grid, row, column) grid[(row) * WIDTH + (column)]

__device__ float weight_#(int distance, float sigma)
{
  const float d = static_cast<float>(distance);
  return expf(-0.5f * d * d / (sigma * sigma));
}

template <typename T, int N>
__device__ T tree_sum_#(T* shared, int thread)
{
  for (int stride = N / 2; stride > 0; stride >>= 1) {
    if (thread < stride)
      shared[thread] += shared[thread + stride];
    __syncthreads();
  }
  return shared[0];
}

// Blurs each row and adds up how far it has moved.
__global__ void blur_and_measure_#(const float* in, float* out, float* moved, int height, float sigma)
{
  __shared__ float partial[BLOCK];
  const int t = threadIdx.x;
  const int x = blockIdx.x * BLOCK + t;
  const int y = blockIdx.y;
  Range# columns = {0, WIDTH};
  float difference = 0.0f;
  if (y < height && columns.holds(x)) {
    float sum = 0.0f, weights = 0.0f;
    for (int dx = -RADIUS_#; dx <= RADIUS_#; ++dx) {
      const int xx = x + dx;
      if (!columns.holds(xx))
        continue;
      const float w = weight_#(dx, sigma);
      sum += w * AT_#(in, y, xx);
      weights += w;
    }
    AT_#(out, y, x) = sum / weights;
    difference = fabsf(AT_#(out, y, x) - AT_#(in, y, x));
  }
  partial[t] = difference;
  __syncthreads();
  float total = tree_sum_#<float, BLOCK>(partial, t);
  if (t == 0)
    atomicAdd(&moved[y], total);
}
)";

const char* prologue = R"(// A collection of image kernels, one after the other.
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>

constexpr int WIDTH = 640;
constexpr int BLOCK = 128;
)";

const char* epilogue = R"(
int main()
{
  float *in = nullptr, *out = nullptr, *moved = nullptr;
  cudaMalloc(&in, WIDTH * 480 * sizeof(float));
  cudaMalloc(&out, WIDTH * 480 * sizeof(float));
  cudaMalloc(&moved, 480 * sizeof(float));
  blur_and_measure_0<<<dim3(WIDTH / BLOCK, 480), BLOCK>>>(in, out, moved, 480, 1.5f);
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
)";

size_t lines_of(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

CompileTime measure(std::string name, const std::string& text, double target_ms, int rounds) {
  CompileTime time{std::move(name), lines_of(text), 0, target_ms, true};
  const CompileResult first = compile("file.cu", text, "");
  // A file with several kernels is compiled for its last one.
  const std::string kernel = first.kernels_in_file.empty() ? "" : first.kernels_in_file.back();
  std::vector<double> all;
  for (int round = -1; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    time.compiles &= compile("file.cu", text, kernel).ok();
    if (round >= 0) all.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(all.begin(), all.end());
  time.ms = all[all.size() / 2];
  return time;
}

}  // namespace

std::string long_file(size_t lines) {
  std::string text = prologue;
  const size_t sections = std::max<size_t>(lines / lines_of(section), 1);
  for (size_t i = 0; i < sections; ++i)
    for (const char* c = section; *c; ++c) {
      if (*c == '#') text += std::to_string(i);
      else text += *c == '@' ? '#' : *c;
    }
  return text + epilogue;
}

std::vector<CompileTime> compile_times(int rounds) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(WB_SOURCE_DIR "/lessons"))
    if (entry.path().extension() == ".cu") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::vector<CompileTime> times;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    times.push_back(measure(std::filesystem::relative(file, WB_SOURCE_DIR).string(), text.str(), lesson_target_ms, rounds));
  }
  times.push_back(measure("a long file", long_file(long_lines), long_target_ms, rounds));
  return times;
}

}  // namespace wb::bench
