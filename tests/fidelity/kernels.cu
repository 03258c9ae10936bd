// Kernels whose memory counters are compared with a profiler's on a real card. `record.py` compiles this file, runs it under the profiler and
// keeps the figures in counters.csv; the simulator takes the launches from main() below, as `warpbook run tests/fidelity/kernels.cu` does.
// No counter depends on data: what is gathered follows from the thread's number. Loads and stores are ones that the compiler leaves alone.
#include <cuda_runtime.h>

constexpr int n = 1 << 16;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- one element a thread, in every width
template <class T> __device__ void copy_one(const T* in, T* out) { INDEX; out[i] = in[i]; }
__global__ void copy_byte(const unsigned char* in, unsigned char* out) { copy_one(in, out); }
__global__ void copy_short(const short* in, short* out) { copy_one(in, out); }
__global__ void copy_float(const float* in, float* out) { copy_one(in, out); }
__global__ void copy_double(const double* in, double* out) { copy_one(in, out); }
__global__ void copy_float2(const float2* in, float2* out) { copy_one(in, out); }
__global__ void copy_float4(const float4* in, float4* out) { copy_one(in, out); }

// ---- other ways through memory
__global__ void shifted(const float* in, float* out) { INDEX; if (i + 1 < n) out[i + 1] = in[i + 1]; }
__global__ void backwards(const float* in, float* out) { INDEX; out[n - 1 - i] = in[n - 1 - i]; }
__global__ void every_second(const float* in, float* out) { INDEX; if (2 * i < n) out[2 * i] = in[2 * i]; }
__global__ void every_third(const float* in, float* out) { INDEX; if (3 * i < n) out[3 * i] = in[3 * i]; }
__global__ void every_32nd(const float* in, float* out) { INDEX; if (32 * i < n) out[32 * i] = in[32 * i]; }
__global__ void doubles_every_second(const double* in, double* out) { INDEX; if (2 * i < n) out[2 * i] = in[2 * i]; }
__global__ void swapped_neighbours(const float* in, float* out) { INDEX; out[i] = in[i ^ 1]; }
__global__ void swapped_far(const float* in, float* out) { INDEX; out[i] = in[i ^ 21]; }
__global__ void gathered(const float* in, float* out) { INDEX; out[i] = in[(unsigned)i * 40503u % n]; }
__global__ void scattered(const float* in, float* out) { INDEX; out[(unsigned)i * 40503u % n] = in[i]; }
__global__ void one_for_all(const float* in, float* out) { INDEX; out[i] = in[blockIdx.x]; }
__global__ void one_for_each_eight(const float* in, float* out) { INDEX; out[i] = in[i / 8]; }
struct Particle { float x, y, z; };
__global__ void records_of_12_bytes(const Particle* in, float* out) { INDEX; if (i < n / 4) out[i] = in[i].x + in[i].z; }
struct Body { float x, y, z, mass, charge; };
__global__ void records_of_20_bytes(const Body* in, float* out) { INDEX; if (i < n / 8) out[i] = in[i].y * in[i].charge; }
__global__ void two_inputs(const float* in, const float* also, float* out) { INDEX; out[i] = in[i] + also[i]; }

// ---- lanes that have nothing to do
__global__ void blocks_of_40(const float* in, float* out) { INDEX; if (i < 40 * 1000) out[i] = in[i]; }
__global__ void half_of_each_warp(const float* in, float* out) { INDEX; if (threadIdx.x % 32 < 16) out[i] = in[i]; }
__global__ void odd_lanes(const float* in, float* out) { INDEX; if (threadIdx.x & 1) out[i] = in[i]; }
__global__ void early_return(const float* in, float* out) { INDEX; if (i % 3 == 0) return; out[i] = in[i]; }
__global__ void as_often_as_its_lane(const float* in, float* out) {
  INDEX;
  float sum = 0;
  for (int k = 0; k < threadIdx.x % 8; ++k) sum += in[(i + k * 1024) % n];
  out[i] = sum;
}

// ---- two and three dimensions
__global__ void blocks_of_7_by_5(const float* in, float* out) { int at = (blockIdx.y * 5 + threadIdx.y) * 140 + blockIdx.x * 7 + threadIdx.x; out[at] = in[at]; }
__global__ void blocks_of_8_by_8(const float* in, float* out) { int at = (blockIdx.y * 8 + threadIdx.y) * 256 + blockIdx.x * 8 + threadIdx.x; out[at] = in[at]; }
__global__ void columns_first(const float* in, float* out) { int at = (blockIdx.x * 16 + threadIdx.x) * 256 + blockIdx.y * 16 + threadIdx.y; out[at] = in[at]; }
__global__ void transposed(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * 256 + y + j] = in[(y + j) * 256 + x];
}
__global__ void three_points(const float* in, float* out) { INDEX; if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1]; }
__global__ void five_points(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < 255 && y > 0 && y < 255) out[y * 256 + x] = in[y * 256 + x - 1] + in[y * 256 + x + 1] + in[(y - 1) * 256 + x] + in[(y + 1) * 256 + x] - in[y * 256 + x];
}
__global__ void bytes_blurred(const unsigned char* in, unsigned char* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
  if (x == 0 || x >= 255 || y == 0 || y >= 255) return;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * 256 + x + dx];
  out[y * 256 + x] = sum / 9;
}
__global__ void in_a_cube(const float* in, float* out) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z, at = (z * 32 + y) * 64 + x;
  out[at] = in[at];
}
__global__ void product_of_matrices(const float* a, const float* b, float* c) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += a[y * 64 + k] * b[k * 64 + x];
  c[y * 64 + x] = sum;
}

// ---- shared memory
template <int pitch> __device__ void transpose_tile(const float* in, float* out) {
  __shared__ float tile[32 * pitch];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[(threadIdx.y + j) * pitch + threadIdx.x] = in[(y + j) * 256 + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * 256 + x] = tile[threadIdx.x * pitch + threadIdx.y + j];
}
__global__ void tile_of_pitch_32(const float* in, float* out) { transpose_tile<32>(in, out); }
__global__ void tile_of_pitch_33(const float* in, float* out) { transpose_tile<33>(in, out); }
template <class T, int stride> __device__ void through_shared(const T* in, T* out) {
  __shared__ T s[1024];
  INDEX;
  s[threadIdx.x * stride % 1024] = in[i];
  __syncthreads();
  out[i] = s[(threadIdx.x + 7) * stride % 1024];
}
__global__ void shared_float_stride_1(const float* in, float* out) { through_shared<float, 1>(in, out); }
__global__ void shared_float_stride_2(const float* in, float* out) { through_shared<float, 2>(in, out); }
__global__ void shared_float_stride_3(const float* in, float* out) { through_shared<float, 3>(in, out); }
__global__ void shared_float_stride_8(const float* in, float* out) { through_shared<float, 8>(in, out); }
__global__ void shared_float_stride_32(const float* in, float* out) { through_shared<float, 32>(in, out); }
__global__ void shared_byte_stride_3(const unsigned char* in, unsigned char* out) { through_shared<unsigned char, 3>(in, out); }
__global__ void shared_short_stride_5(const short* in, short* out) { through_shared<short, 5>(in, out); }
__global__ void shared_double_stride_1(const double* in, double* out) { through_shared<double, 1>(in, out); }
__global__ void shared_double_stride_3(const double* in, double* out) { through_shared<double, 3>(in, out); }
__global__ void shared_float4_stride_1(const float4* in, float4* out) { through_shared<float4, 1>(in, out); }
__global__ void shared_float4_stride_3(const float4* in, float4* out) { through_shared<float4, 3>(in, out); }
__global__ void sum_of_a_block(const float* in, float* out) {
  __shared__ float s[256];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_with_conflicts(const float* in, float* out) {
  __shared__ float s[256];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int at = 2 * step * threadIdx.x;
    if (at < 256) s[at] += s[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

// ---- atomics: requests alone (what the hardware makes of their sectors is its own affair)
__global__ void counted(int* bins) { INDEX; atomicAdd(&bins[i % 64], 1); }
__global__ void numbered(int* next, int* out) { INDEX; out[i] = atomicAdd(&next[i % 64], 1); }

int main() {
  void *in, *also, *out;
  cudaMalloc(&in, n * 16), cudaMalloc(&also, n * 16), cudaMalloc(&out, n * 16);
  cudaMemset(in, 0, n * 16), cudaMemset(also, 0, n * 16), cudaMemset(out, 0, n * 16);
#define RUN(kernel, grid, block, T) kernel<<<grid, block>>>((T*)in, (T*)out)
  RUN(copy_byte, 256, 256, unsigned char);
  RUN(copy_short, 256, 256, short);
  RUN(copy_float, 256, 256, float);
  RUN(copy_double, 256, 256, double);
  RUN(copy_float2, 256, 256, float2);
  RUN(copy_float4, 256, 256, float4);
  RUN(shifted, 256, 256, float);
  RUN(backwards, 256, 256, float);
  RUN(every_second, 256, 256, float);
  RUN(every_third, 256, 256, float);
  RUN(every_32nd, 256, 256, float);
  RUN(doubles_every_second, 256, 256, double);
  RUN(swapped_neighbours, 256, 256, float);
  RUN(swapped_far, 256, 256, float);
  RUN(gathered, 256, 256, float);
  RUN(scattered, 256, 256, float);
  RUN(one_for_all, 256, 256, float);
  RUN(one_for_each_eight, 256, 256, float);
  records_of_12_bytes<<<64, 256>>>((Particle*)in, (float*)out);
  records_of_20_bytes<<<32, 256>>>((Body*)in, (float*)out);
  two_inputs<<<256, 256>>>((float*)in, (float*)also, (float*)out);
  RUN(blocks_of_40, 1000, 40, float);
  RUN(half_of_each_warp, 256, 256, float);
  RUN(odd_lanes, 256, 256, float);
  RUN(early_return, 256, 256, float);
  RUN(as_often_as_its_lane, 256, 256, float);
  RUN(blocks_of_7_by_5, dim3(20, 20), dim3(7, 5), float);
  RUN(blocks_of_8_by_8, dim3(32, 32), dim3(8, 8), float);
  RUN(columns_first, dim3(16, 16), dim3(16, 16), float);
  RUN(transposed, dim3(8, 8), dim3(32, 8), float);
  RUN(three_points, 256, 256, float);
  RUN(five_points, dim3(16, 16), dim3(16, 16), float);
  RUN(bytes_blurred, dim3(8, 32), dim3(32, 8), unsigned char);
  RUN(in_a_cube, dim3(8, 8, 8), dim3(8, 4, 4), float);
  product_of_matrices<<<dim3(4, 4), dim3(16, 16)>>>((float*)in, (float*)also, (float*)out);
  RUN(tile_of_pitch_32, dim3(8, 8), dim3(32, 8), float);
  RUN(tile_of_pitch_33, dim3(8, 8), dim3(32, 8), float);
  RUN(shared_float_stride_1, 256, 256, float);
  RUN(shared_float_stride_2, 256, 256, float);
  RUN(shared_float_stride_3, 256, 256, float);
  RUN(shared_float_stride_8, 256, 256, float);
  RUN(shared_float_stride_32, 256, 256, float);
  RUN(shared_byte_stride_3, 256, 256, unsigned char);
  RUN(shared_short_stride_5, 256, 256, short);
  RUN(shared_double_stride_1, 256, 256, double);
  RUN(shared_double_stride_3, 256, 256, double);
  RUN(shared_float4_stride_1, 256, 256, float4);
  RUN(shared_float4_stride_3, 256, 256, float4);
  RUN(sum_of_a_block, 256, 256, float);
  RUN(sum_with_conflicts, 256, 256, float);
  counted<<<256, 256>>>((int*)in);
  numbered<<<256, 256>>>((int*)in, (int*)out);
  return cudaDeviceSynchronize();
}
