// A benchmark: namespaces, packs of values, modes as template arguments, Monte Carlo; host classes. Kernels: transform<float, Mode::Square> mc_pi
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>
#include <numeric>
#include <thread>
#include <memory>
#include <functional>
#include <cuda.h>
#ifdef OMP_TARGET
#include <omp.h>
#endif
using namespace std::chrono;
#define GPU_CHECK(x) do { cudaError_t err = x; if (err != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); exit(1);} } while (0)
#ifndef block_size
#define block_size 256
#endif
static constexpr int kWarp = 32;
__constant__ float kTable[4] = {1.f, 2.f, 4.f, 8.f};
namespace detail { namespace v1 {
template <typename T, int N> struct Pack { T v[N]; __host__ __device__ constexpr T& operator[](int i) { return v[i]; } __host__ __device__ constexpr const T& operator[](int i) const { return v[i]; } static constexpr int size = N; };
struct Params { int n; float a, b; float lut[8]; int2 shape; };
enum class Mode : unsigned char { Linear, Square, Cube };
} }
using detail::v1::Pack;
using detail::v1::Mode;
namespace v = detail::v1;
__device__ __forceinline__ uint32_t xorshift(uint32_t& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
template <Mode M>
__device__ float apply(float x) {
  if constexpr (M == Mode::Linear) return x;
  else if constexpr (M == Mode::Square) return x * x;
  else return x * x * x;
}
template <typename T, Mode M, int N = 4>
__global__ void __launch_bounds__(block_size) transform(const T* __restrict__ in, T* __restrict__ out, const v::Params p)
{
  Pack<T, N> r{};
  const int base = (blockIdx.x * blockDim.x + threadIdx.x) * N;
  #pragma unroll
  for (int i = 0; i < N; ++i) if (base + i < p.n) r[i] = in[base + i];
  #pragma unroll
  for (auto& e : r.v) e = apply<M>(e) * p.a + p.b * p.lut[&e - r.v];
  for (int i = 0; i < Pack<T, N>::size && base + i < p.n; ++i) out[base + i] = r[i] + static_cast<T>(kTable[i & 3]);
}
__global__ void mc_pi(unsigned long long *__restrict hits, const int iters, const uint64_t seed) {
  auto gid = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t s = static_cast<uint32_t>(seed) ^ (gid * 2654435761u + 1);
  int c{0};
  for (auto i = 0; i < iters; i++) {
    const float x = (xorshift(s) & 0xFFFFFF) / 16777216.0f, y = (xorshift(s) & 0xFFFFFF) / 16777216.0f;
    c += x * x + y * y <= 1.f;
  }
  for (int o = kWarp / 2; o > 0; o /= 2) c += __shfl_xor_sync(~0u, c, o);
  if (threadIdx.x % kWarp == 0) atomicAdd(hits, (unsigned long long)c);
}
class Solver {
 public:
  explicit Solver(int n) : n_(n), h_(n) { std::iota(h_.begin(), h_.end(), 0.f); }
  virtual ~Solver() = default;
  virtual double run(int repeat) {
    float *d_in, *d_out;
    GPU_CHECK(cudaMalloc((void**)&d_in, sizeof(float) * n_));
    GPU_CHECK(cudaMalloc((void**)&d_out, sizeof(float) * n_));
    GPU_CHECK(cudaMemcpy(d_in, h_.data(), sizeof(float) * n_, cudaMemcpyHostToDevice));
    v::Params p{n_, 2.f, 1.f, {1, 2, 3, 4, 5, 6, 7, 8}, make_int2(1, 1)};
    auto start = steady_clock::now();
    for (int i = 0; i < repeat; i++) transform<float, Mode::Square><<<(n_ / 4 + block_size - 1) / block_size, block_size>>>(d_in, d_out, p);
    GPU_CHECK(cudaDeviceSynchronize());
    auto end = steady_clock::now();
    auto time = duration_cast<nanoseconds>(end - start).count();
    try { if (time < 0) throw std::runtime_error("clock"); } catch (const std::exception& e) { std::cerr << e.what() << '\n'; }
    std::thread t([&] { std::cout << "Average " << time * 1e-3f / repeat << " (us)\n"; });
    t.join();
    return time;
  }
 private:
  int n_; std::vector<float> h_; std::unique_ptr<float[]> own_; std::function<void(int)> cb_ = [](int) {};
};
int main(int argc, char* argv[])
{
  if (argc != 2) { printf("Usage: %s <repeat>\n", argv[0]); }
  const int repeat = atoi(argv[1]);
  Solver s(1000);
  s.run(repeat);
  unsigned long long *hits;
  GPU_CHECK(cudaMalloc(&hits, sizeof(*hits)));
  GPU_CHECK(cudaMemset(hits, 0, sizeof *hits));
  mc_pi<<<8, block_size>>>(hits, 64, 12345ull);
#pragma omp parallel for
  for (int i = 0; i < 3; ++i) { }
  return 0;
}
