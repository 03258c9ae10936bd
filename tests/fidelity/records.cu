// Records of odd sizes, atomics at one address and asynchronous copies: what courses have less often, and compilers treat by rules of their own.
// Launched once each, in this order; record.py reads their counters.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_runtime.h>
#include <vector>

namespace cg = cooperative_groups;

constexpr int n = 1536;
#define INDEX const int i = blockIdx.x * blockDim.x + threadIdx.x

struct Pixel { short depth; unsigned char red, green; };
struct Sample { float weight; short row, column; };
struct Reading { double time; float value; short row, column; };
struct Entry { char tag; double value; short row; };
struct Pair { Pixel pixel; Sample sample; };
struct Fixed { short at[3]; char with[2]; };
struct Flags { bool on; unsigned short count; unsigned char level; };
struct Joint { float3 place, speed; };
struct Stats { int count, least, most; float sum; };

template <typename T> __device__ void copy_record(const T* in, T* out) { INDEX; out[i] = in[i]; }
__global__ void pixels_copied(const Pixel* in, Pixel* out) { copy_record(in, out); }
__global__ void samples_reversed(const Sample* in, Sample* out) { INDEX; Sample s = in[i]; out[n - 1 - i] = s; }
__global__ void readings_copied(const Reading* in, Reading* out) { copy_record(in, out); }
__global__ void entries_copied(const Entry* in, Entry* out) { copy_record(in, out); }
__global__ void pairs_copied(const Pair* in, Pair* out) { copy_record(in, out); }
__global__ void fixed_copied(const Fixed* in, Fixed* out) { copy_record(in, out); }
__global__ void flags_copied(const Flags* in, Flags* out) { copy_record(in, out); }
__global__ void samples_swapped(Sample* a) { INDEX; int j = 2 * n - 1 - i; Sample t = a[i]; a[i] = a[j]; a[j] = t; }
__global__ void joints_moved(Joint* p) { INDEX; Joint& r = p[i]; r.place.x += r.speed.x; r.place.y += r.speed.y; r.place.z += r.speed.z; }
__global__ void stored_then_loaded(const float* in, float* out) { INDEX; out[i] = in[i] * 2; out[i] = out[i] + 1; }
__global__ void either_side_stores(const int* in, int* out) { INDEX; if (in[i] & 1) out[i] = in[i] * 3; else out[i] = in[i] / 2; }
__global__ void own_shared_word(const float* in, float* out) {
  __shared__ float s[128];
  INDEX;
  s[threadIdx.x] = in[i];
  float a = s[threadIdx.x];
  __syncthreads();
  out[i] = a + s[threadIdx.x] + s[127 - threadIdx.x];
}

__global__ void sums_of_blocks(int* p, const int* in) { INDEX; atomicAdd(&p[blockIdx.x], in[i]); }
__global__ void sums_of_warps(int* p, const int* in) { INDEX; atomicAdd(&p[threadIdx.x / 32], in[i]); }
__global__ void sum_at_a_parameter(int* p, const int* in, int k) { INDEX; atomicAdd(&p[k], in[i]); }
__global__ void sums_in_a_loop(int* p, const int* in, int m) { INDEX; for (int k = 0; k < m; ++k) atomicAdd(&p[k], in[i] + k); }
__global__ void least_of_all(int* p, const int* in) { INDEX; atomicMin(p, in[i]); }
__global__ void any_bit(int* p, const int* in) { INDEX; atomicOr(p, in[i]); }
__global__ void numbered_in_order(int* p, int* out) { INDEX; out[i] = atomicAdd(p, 1); }
__global__ void least_so_far(int* p, const int* in, int* out) { INDEX; out[i] = atomicMin(p, in[i]); }
__global__ void bits_so_far(int* p, const int* in, int* out) { INDEX; out[i] = atomicOr(p, in[i]); }
__global__ void counted_in_64_bits(unsigned long long* p) { atomicAdd(p, 1ull); }
__global__ void summed_in_64_bits(unsigned long long* p, const unsigned long long* in) { INDEX; atomicAdd(p, in[i]); }
__global__ void counted_round(unsigned* p) { atomicInc(p, 100000u); }
__global__ void last_one_stays(int* p, const int* in) { INDEX; atomicExch(p, in[i]); }
__global__ void swapped_where_three(unsigned long long* g) { INDEX; atomicCAS(&g[(i ^ 5) & 1023], 3ull, 5ull); }
__global__ void all_statistics(Stats* s, const int* in) { INDEX; atomicAdd(&s->count, 1); atomicMin(&s->least, in[i]); atomicMax(&s->most, in[i]); atomicAdd(&s->sum, (float)in[i]); }

template <typename T, int N> __device__ void through_shared(const T* in, T* out) {
  __shared__ alignas(16) T s[N];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * N, sizeof(T) * N);
  cg::wait(block);
  for (int i = threadIdx.x; i < N; i += blockDim.x) out[blockIdx.x * N + i] = s[N - 1 - i];
}
__global__ void async_floats(const float* in, float* out) { through_shared<float, 256>(in, out); }
__global__ void async_shorts(const short* in, short* out) { through_shared<short, 256>(in, out); }
__global__ void async_bytes(const unsigned char* in, unsigned char* out) { through_shared<unsigned char, 256>(in, out); }
__global__ void async_doubles(const double* in, double* out) { through_shared<double, 128>(in, out); }
__global__ void async_float4s(const float4* in, float4* out) { through_shared<float4, 128>(in, out); }
__global__ void async_float3s(const float3* in, float3* out) { through_shared<float3, 96>(in, out); }
__global__ void async_beside(const float* in, float* out) { through_shared<float, 100>(in + 1, out); }
__global__ void async_of_a_thread(const float4* in, float4* out) {
  __shared__ float4 s[64];
  auto pipe = cuda::make_pipeline();
  INDEX;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[i], cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[i] = s[63 - threadIdx.x];
  pipe.consumer_release();
}
__global__ void async_with_a_barrier(const int* in, int* out) {
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, s, in + blockIdx.x * 128, sizeof(int) * 128, bar);
  bar.arrive_and_wait();
  out[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  void *in, *out;
  cudaMalloc(&in, n * 64), cudaMalloc(&out, n * 64);
  std::vector<unsigned char> bytes(n * 64);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = i % 4 ? 0 : (unsigned char)(i / 4 * 7 % 2);
  cudaMemcpy(in, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * 64);
#define RECORDS(kernel, T) kernel<<<n / 128, 128>>>((const T*)in, (T*)out)
  RECORDS(pixels_copied, Pixel);
  RECORDS(samples_reversed, Sample);
  RECORDS(readings_copied, Reading);
  RECORDS(entries_copied, Entry);
  RECORDS(pairs_copied, Pair);
  RECORDS(fixed_copied, Fixed);
  RECORDS(flags_copied, Flags);
  samples_swapped<<<n / 128, 128>>>((Sample*)out);
  joints_moved<<<n / 128, 128>>>((Joint*)out);
  RECORDS(stored_then_loaded, float);
  RECORDS(either_side_stores, int);
  RECORDS(own_shared_word, float);
  sums_of_blocks<<<n / 128, 128>>>((int*)out, (const int*)in);
  sums_of_warps<<<n / 128, 128>>>((int*)out, (const int*)in);
  sum_at_a_parameter<<<n / 128, 128>>>((int*)out, (const int*)in, 7);
  sums_in_a_loop<<<n / 128, 128>>>((int*)out, (const int*)in, 5);
  least_of_all<<<n / 128, 128>>>((int*)out, (const int*)in);
  any_bit<<<n / 128, 128>>>((int*)out, (const int*)in);
  numbered_in_order<<<n / 128, 128>>>((int*)out, (int*)out + 64);
  least_so_far<<<n / 128, 128>>>((int*)out, (const int*)in, (int*)out + 64);
  bits_so_far<<<n / 128, 128>>>((int*)out, (const int*)in, (int*)out + 64);
  counted_in_64_bits<<<n / 128, 128>>>((unsigned long long*)out);
  summed_in_64_bits<<<n / 128, 128>>>((unsigned long long*)out, (const unsigned long long*)in);
  counted_round<<<n / 128, 128>>>((unsigned*)out);
  last_one_stays<<<n / 128, 128>>>((int*)out, (const int*)in);
  swapped_where_three<<<n / 128, 128>>>((unsigned long long*)out);
  all_statistics<<<n / 128, 128>>>((Stats*)out, (const int*)in);
#define COPIES(kernel, block, T) kernel<<<6, block>>>((const T*)in, (T*)out)
  COPIES(async_floats, 128, float);
  COPIES(async_shorts, 128, short);
  COPIES(async_bytes, 128, unsigned char);
  COPIES(async_doubles, 64, double);
  COPIES(async_float4s, 64, float4);
  COPIES(async_float3s, 96, float3);
  COPIES(async_beside, 64, float);
  COPIES(async_of_a_thread, 64, float4);
  COPIES(async_with_a_barrier, 128, int);
  return cudaDeviceSynchronize();
}
