// Loads and stores of neighbours, which the compiler may join into wider ones or make at another place: what it makes of each form, read from a
// profiler. 128 threads a block; s is filled first, by as many 4-byte stores as it takes.
#include <cuda_runtime.h>

constexpr int n = 1 << 12;
#define INDEX [[maybe_unused]] const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t

// A kernel over a filled array in shared memory; k: 3, which the compiler does not know.
#define FILLED(T, count)                                                   \
    __shared__ T s[count];                                                 \
    INDEX;                                                                 \
    _Pragma("unroll 1") for (int at = t; at < count; at += 128) s[at] = in[at]; \
    __syncthreads()
#define KERNEL(name, T, count, ...)                                        \
  __global__ void name(const T* in, T* out, int k) {                       \
    FILLED(T, count);                                                      \
    __VA_ARGS__                                                            \
  }

// ---- two or four neighbours, by form
KERNEL(two_from_even, float, 256, out[i] = s[2 * t] + s[2 * t + 1];)
KERNEL(two_from_even_reversed, float, 256, out[i] = s[2 * t + 1] * 2 + s[2 * t];)
KERNEL(two_from_odd, float, 260, out[i] = s[2 * t + 1] + s[2 * t + 2];)
KERNEL(two_from_any, float, 129, out[i] = s[t] + s[t + 1];)
KERNEL(two_from_three_t, float, 400, out[i] = s[3 * t] + s[3 * t + 1];)
KERNEL(two_by_shift, float, 256, const int at = t << 1; out[i] = s[at] + s[at + 1];)
KERNEL(two_by_or, float, 256, out[i] = s[t * 2] + s[t * 2 | 1];)
KERNEL(two_by_mask, float, 128, out[i] = s[t & ~1] + s[t | 1];)
KERNEL(two_by_xor, float, 128, out[i] = s[t] + s[t ^ 1];)
KERNEL(two_by_unsigned, float, 256, const unsigned at = 2 * threadIdx.x; out[i] = s[at] + s[at + 1];)
KERNEL(two_by_long, float, 256, const size_t at = 2 * threadIdx.x; out[i] = s[at] + s[at + 1];)
KERNEL(two_by_pointer, float, 256, const float* p = s + 2 * t; out[i] = p[0] + p[1];)
KERNEL(two_by_moving_pointer, float, 256, const float* p = s + 2 * t; float v = *p++; out[i] = v + *p;)
KERNEL(two_from_parameter, float, 256, out[i] = s[2 * k] + s[2 * k + 1];)
KERNEL(two_from_any_parameter, float, 256, out[i] = s[k] + s[k + 1];)
KERNEL(two_fixed, float, 256, out[i] = s[6] + s[7];)
KERNEL(two_fixed_odd, float, 256, out[i] = s[7] + s[8];)
KERNEL(four_fixed, float, 256, out[i] = s[4] + s[5] + s[6] + s[7];)
KERNEL(four_from_two_fixed, float, 256, out[i] = s[2] + s[3] + s[4] + s[5];)
KERNEL(two_even_plus_parameter, float, 300, out[i] = s[2 * t + k] + s[2 * t + k + 1];)
KERNEL(two_even_plus_two_k, float, 300, out[i] = s[2 * (t + k)] + s[2 * (t + k) + 1];)
KERNEL(two_even_times_k, float, 800, out[i] = s[2 * t * k] + s[2 * t * k + 1];)
KERNEL(two_of_remainder, float, 256, const int at = 2 * t % 64; out[i] = s[at] + s[at + 1];)
KERNEL(two_of_loaded, float, 256, const int at = 2 * (int)in[i]; out[i] = s[at] + s[at + 1];)
KERNEL(three_from_four_t, float, 512, out[i] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2];)
KERNEL(four_from_four_t, float, 512, out[i] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];)
KERNEL(first_and_third, float, 512, out[i] = s[4 * t] + s[4 * t + 2];)
KERNEL(first_and_fourth, float, 512, out[i] = s[4 * t] + s[4 * t + 3];)
KERNEL(middle_two_of_four, float, 512, out[i] = s[4 * t + 1] + s[4 * t + 2];)
KERNEL(last_two_of_four, float, 512, out[i] = s[4 * t + 2] + s[4 * t + 3];)
KERNEL(four_from_two_t, float, 260, out[i] = s[2 * t] + s[2 * t + 1] + s[2 * t + 2] + s[2 * t + 3];)
KERNEL(five_from_four_t, float, 516, out[i] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3] + s[4 * t + 4];)
KERNEL(eight_from_eight_t, float, 1024, float v = 0; for (int j = 0; j < 8; ++j) v += s[8 * t + j]; out[i] = v;)
KERNEL(six_from_six_t, float, 768, float v = 0; for (int j = 0; j < 6; ++j) v += s[6 * t + j]; out[i] = v;)
KERNEL(seven_from_seven_t, float, 896, float v = 0; for (int j = 0; j < 7; ++j) v += s[7 * t + j]; out[i] = v;)
KERNEL(minus_one, float, 256, out[i] = s[2 * t + 1] - s[2 * t + 2 - 2];)
// ---- other types
KERNEL(two_ints, int, 256, out[i] = s[2 * t] + s[2 * t + 1];)
KERNEL(two_shorts, short, 256, out[i] = s[2 * t] + s[2 * t + 1];)
KERNEL(four_bytes, unsigned char, 512, out[i] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];)
KERNEL(two_doubles, double, 256, out[i] = s[2 * t] + s[2 * t + 1];)
KERNEL(members_of_float2, float2, 128, out[i].x = s[127 - t].x + s[127 - t].y;)
KERNEL(member_of_float4, float4, 128, out[i].x = s[127 - t].x + s[127 - t].w;)
struct Three { float x, y, z; };
struct Two { float x, y; };
KERNEL(members_of_two, Two, 128, out[i].x = s[127 - t].x + s[127 - t].y;)
KERNEL(members_of_three, Three, 128, out[i].x = s[127 - t].x + s[127 - t].y + s[127 - t].z;)
// ---- what lies between
KERNEL(store_between, float, 256, float v = s[2 * t]; out[i] = v; out[i + 1024] = s[2 * t + 1];)
KERNEL(barrier_between, float, 256, float v = s[2 * t]; __syncthreads(); out[i] = v + s[2 * t + 1];)
KERNEL(warp_barrier_between, float, 256, float v = s[2 * t]; __syncwarp(); out[i] = v + s[2 * t + 1];)
KERNEL(shared_store_between, float, 256, float v = s[2 * t]; s[k] = v; out[i] = v + s[2 * t + 1];)
KERNEL(other_shared_store_between, float, 256, __shared__ float other[128]; float v = s[2 * t]; other[t] = v; out[i] = v + s[2 * t + 1] + other[t ^ 1];)
KERNEL(atomic_between, float, 256, float v = s[2 * t]; atomicAdd(&out[0], v); out[i] = v + s[2 * t + 1];)
KERNEL(shuffle_between, float, 256, float v = __shfl_xor_sync(~0u, s[2 * t], 1); out[i] = v + s[2 * t + 1];)
KERNEL(if_between, float, 256, float v = s[2 * t]; if (t < k) v = -v * in[i]; out[i] = v + s[2 * t + 1];)
KERNEL(second_in_an_if, float, 256, float v = s[2 * t]; if (t < 40 + k) v += s[2 * t + 1]; out[i] = v;)
KERNEL(second_in_an_if_with_more, float, 256, float v = s[2 * t]; if (t < 40 + k) { v += s[2 * t + 1]; v *= in[i]; out[i + 1024] = v; } out[i] = v;)
KERNEL(both_in_an_if, float, 256, float v = 0; if (t < 40 + k) v = s[2 * t] + s[2 * t + 1]; out[i] = v;)
KERNEL(one_on_each_side, float, 256, float v; if (t < 40 + k) v = s[2 * t]; else v = s[2 * t + 1]; out[i] = v;)
KERNEL(by_a_choice, float, 256, out[i] = t < 40 + k ? s[2 * t] : s[2 * t + 1];)
KERNEL(by_a_chosen_place, float, 256, out[i] = s[t < 40 + k ? 2 * t : 255 - t];)
KERNEL(in_a_condition, float, 256, float v = 0; if (t < 40 + k && s[2 * t] > -1) v = s[2 * t + 1]; out[i] = v;)
KERNEL(both_in_a_condition, float, 256, out[i] = s[2 * t] > s[2 * t + 1] ? 1 : 2;)
KERNEL(swapped_where_greater, float, 256, if (s[2 * t] >= s[2 * t + 1]) { float was = s[2 * t]; s[2 * t] = s[2 * t + 1]; s[2 * t + 1] = was; } __syncthreads(); out[i] = s[t];)
KERNEL(volatile_two, float, 256, volatile float* p = s; out[i] = p[2 * t] + p[2 * t + 1];)
// ---- loops
KERNEL(all_of_64, float, 64, float v = 0; for (int j = 0; j < 64; ++j) v += s[j]; out[i] = v;)
KERNEL(all_of_62, float, 62, float v = 0; for (int j = 0; j < 62; ++j) v += s[j]; out[i] = v;)
KERNEL(all_of_63_from_one, float, 64, float v = 0; for (int j = 1; j < 64; ++j) v += s[j]; out[i] = v;)
KERNEL(all_of_1024, float, 1024, float v = 0; for (int j = 0; j < 1024; ++j) v += s[j]; out[i] = v;)
KERNEL(up_to_a_parameter, float, 64, float v = 0; for (int j = 0; j < k * 7; ++j) v += s[j]; out[i] = v;)
KERNEL(unrolled_by_four, float, 64, float v = 0; _Pragma("unroll 4") for (int j = 0; j < k * 7; ++j) v += s[j]; out[i] = v;)
__global__ void unrolled_by_two(const float* in, float* out, int) {
  FILLED(float, 64);
  float v = 0;
#pragma unroll 2
  for (int j = 0; j < 20; ++j) v += s[j];
  out[i] = v;
}
__global__ void not_unrolled(const float* in, float* out, int) {
  FILLED(float, 64);
  float v = 0;
#pragma unroll 1
  for (int j = 0; j < 20; ++j) v += s[j];
  out[i] = v;
}
__global__ void not_unrolled_pairs(const float* in, float* out, int) {
  FILLED(float, 64);
  float v = 0;
#pragma unroll 1
  for (int j = 0; j < 20; j += 2) v += s[j] * s[j + 1];
  out[i] = v;
}
KERNEL(not_unrolled_pairs_by_halves, float, 512, float v = 0; _Pragma("unroll 1") for (int d = 1; d < 128; d *= 2) v += s[2 * d * t % 256] * s[2 * d * t % 256 + d]; out[i] = v;)
KERNEL(rows_of_16, float, 512, float v = 0; for (int j = 0; j < 16; ++j) v += s[t / 16 * 16 + j]; out[i] = v;)
KERNEL(rows_of_17, float, 560, float v = 0; for (int j = 0; j < 16; ++j) v += s[t / 16 * 17 + j]; out[i] = v;)
KERNEL(rows_of_18, float, 560, float v = 0; for (int j = 0; j < 16; ++j) v += s[t / 16 * 18 + j]; out[i] = v;)
KERNEL(columns_of_16, float, 512, float v = 0; for (int j = 0; j < 16; ++j) v += s[j * 16 + t % 16]; out[i] = v;)
KERNEL(window_of_9, float, 144, float v = 0; for (int j = 0; j < 9; ++j) v += s[t + j]; out[i] = v;)
KERNEL(window_of_9_from_two_t, float, 280, float v = 0; for (int j = 0; j < 9; ++j) v += s[2 * t + j]; out[i] = v;)
KERNEL(loop_with_a_global_store, float, 64, for (int j = 0; j < 8; ++j) out[j * 1024 + i] = s[j] + 1;)
KERNEL(loop_with_a_condition, float, 64, float v = 0; for (int j = 0; j < 16; ++j) if (j < k * 3) v += s[j]; out[i] = v;)
KERNEL(loop_until_greater, float, 64, int j = 0; while (j < 16 && s[j] < 1) ++j; out[i] = j;)
KERNEL(every_third_of_a_loop, float, 64, float v = 0; for (int j = 0; j < 60; j += 3) v += s[j]; out[i] = v;)
// ---- more arrays, and arrays of two dimensions
__global__ void two_of_the_second_array(const float* in, float* out) { __shared__ float a[33], b[256]; INDEX; if (t < 33) a[t] = in[t]; b[t] = in[i], b[t + 128] = in[i + 1]; __syncthreads(); out[i] = b[2 * t] + b[2 * t + 1] + a[t & 31]; }
__global__ void two_of_dynamic(const float* in, float* out) { extern __shared__ float d[]; INDEX; d[t] = in[i], d[t + 128] = in[i + 1]; __syncthreads(); out[i] = d[2 * t] + d[2 * t + 1]; }
__global__ void four_of_dynamic(const float* in, float* out) { extern __shared__ float d[]; INDEX; d[t] = in[i], d[t + 128] = in[i + 1]; __syncthreads(); out[i] = d[4 * (t & 31)] + d[4 * (t & 31) + 1] + d[4 * (t & 31) + 2] + d[4 * (t & 31) + 3]; }
__global__ void two_of_dynamic_behind(const float* in, float* out, int k) { extern __shared__ float d[]; INDEX; d[t] = in[i], d[t + 128] = in[i + 1], d[t + 256] = in[i + 2]; __syncthreads(); float* e = d + k; out[i] = e[2 * t] + e[2 * t + 1]; }
__global__ void two_of_dynamic_beside_static(const float* in, float* out) { extern __shared__ float d[]; __shared__ float one; INDEX; if (t == 0) one = in[0]; d[t] = in[i], d[t + 128] = in[i + 1]; __syncthreads(); out[i] = d[2 * t] + d[2 * t + 1] + one; }
__global__ void two_of_rows_of_33(const float* in, float* out) { __shared__ float s[8][33]; INDEX; s[t / 32][t % 32] = in[i], s[t / 32 + 4][t % 32] = in[i + 1]; __syncthreads(); out[i] = s[t / 16][2 * (t % 16)] + s[t / 16][2 * (t % 16) + 1]; }
__global__ void two_of_rows_of_34(const float* in, float* out) { __shared__ float s[8][34]; INDEX; s[t / 32][t % 32] = in[i], s[t / 32 + 4][t % 32] = in[i + 1]; __syncthreads(); out[i] = s[t / 16][2 * (t % 16)] + s[t / 16][2 * (t % 16) + 1]; }
__global__ void row_of_a_tile(const float* in, float* out) { __shared__ float s[8][16]; INDEX; s[t / 16][t % 16] = in[i]; __syncthreads(); float v = 0; for (int k = 0; k < 16; ++k) v += s[t / 16][k]; out[i] = v; }
__global__ void row_of_a_padded_tile(const float* in, float* out) { __shared__ float s[8][17]; INDEX; s[t / 16][t % 16] = in[i]; __syncthreads(); float v = 0; for (int k = 0; k < 16; ++k) v += s[t / 16][k]; out[i] = v; }
__global__ void row_and_column_of_tiles(const float* in, float* out) { __shared__ float a[8][16], b[16][16]; INDEX; a[t / 16][t % 16] = in[i]; b[t / 16][t % 16] = in[i + 1], b[t / 16 + 8][t % 16] = in[i + 2]; __syncthreads(); float v = 0; for (int k = 0; k < 16; ++k) v += a[t / 16][k] * b[k][t % 16]; out[i] = v; }
__device__ float pair_sum(const float* p) { return p[0] + p[1]; }
__device__ __noinline__ float far_pair_sum(const float* p) { return p[0] + p[1]; }
__global__ void two_in_a_function(const float* in, float* out) { __shared__ float s[256]; INDEX; s[t] = in[i], s[t + 128] = in[i + 1]; __syncthreads(); out[i] = pair_sum(&s[2 * t]); }
__global__ void two_in_a_called_function(const float* in, float* out) { __shared__ float s[256]; INDEX; s[t] = in[i], s[t + 128] = in[i + 1]; __syncthreads(); out[i] = far_pair_sum(&s[2 * t]); }
__global__ void kept_across_barrier(const float* in, float* out) { __shared__ float s[128]; INDEX; s[t] = in[i]; __syncthreads(); float v = s[t ^ 3]; __syncthreads(); out[i] = v + s[t ^ 3]; }
__global__ void kept_across_a_global_store(const float* in, float* out) { __shared__ float s[128]; INDEX; s[t] = in[i]; __syncthreads(); out[i] = s[t ^ 3]; out[i + 1024] = s[t ^ 3]; }
__global__ void kept_across_another_array(const float* in, float* out) { __shared__ float s[128], r[128]; INDEX; s[t] = in[i]; __syncthreads(); float v = s[t ^ 3]; r[t] = v; v += s[t ^ 3]; __syncthreads(); out[i] = v + r[t ^ 1]; }
__global__ void kept_across_another_element(const float* in, float* out) { __shared__ float s[260]; INDEX; s[t] = in[i]; __syncthreads(); float v = s[t]; s[t + 128] = v; v += s[t]; __syncthreads(); out[i] = v + s[255 - t]; }
__global__ void value_nobody_uses(const float* in, float* out) { __shared__ float s[128]; INDEX; s[t] = in[i]; __syncthreads(); float v = s[t ^ 3]; float w = in[i + 7]; out[i] = s[t ^ 5]; if (v > 1e30f && w > 1e30f && t > 200) out[0] = v; }
// ---- stores
__global__ void two_stored(const float* in, float* out) { __shared__ float s[256]; INDEX; s[2 * t] = in[i]; s[2 * t + 1] = in[i + 128]; __syncthreads(); out[i] = s[t ^ 3] + s[t ^ 200]; }
__global__ void four_stored(const float* in, float* out) { __shared__ float s[512]; INDEX; const float v = in[i]; for (int k = 0; k < 4; ++k) s[4 * t + k] = v + k; __syncthreads(); out[i] = s[t ^ 3] + s[t ^ 200]; }
__global__ void zeros_stored(const float*, float* out) { __shared__ int s[1024]; INDEX; for (int k = 0; k < 8; ++k) s[8 * t + k] = 0; __syncthreads(); out[i] = s[t ^ 3]; }
__global__ void stored_and_overwritten(const float* in, float* out) { __shared__ float s[128]; INDEX; s[t] = in[i]; s[t] = in[i] + 1; __syncthreads(); out[i] = s[t ^ 3]; }
__global__ void two_stored_to_global(const float* in, float* out) { INDEX; out[2 * i] = in[i]; out[2 * i + 1] = in[i + 128]; }
__global__ void members_stored_to_global(const float* in, float2* out) { INDEX; out[i].x = in[i]; out[i].y = in[i + 128]; }
// ---- global memory
struct alignas(8) Pair { float x, y; };
struct alignas(16) Four { float x, y, z, w; };
__global__ void two_of_global(const float* __restrict__ in, float* __restrict__ out) { INDEX; out[i] = in[2 * i] + in[2 * i + 1]; }
__global__ void members_of_an_aligned_pair(const Pair* in, float* out) { INDEX; out[i] = in[i].x + in[i].y; }
__global__ void members_of_an_aligned_four(const Four* in, float* out) { INDEX; out[i] = in[i].x + in[i].y + in[i].z + in[i].w; }
__global__ void two_members_of_an_aligned_four(const Four* in, float* out) { INDEX; out[i] = in[i].x + in[i].z; }
__global__ void last_members_of_an_aligned_four(const Four* in, float* out) { INDEX; out[i] = in[i].z + in[i].w; }
__global__ void members_of_float4_in_global(const float4* in, float* out) { INDEX; out[i] = in[i].x + in[i].w; }
__global__ void three_members_of_float4_in_global(const float4* in, float* out) { INDEX; out[i] = in[i].x + in[i].y + in[i].z; }
__global__ void members_of_double2_apart(const double2* in, double* out) { INDEX; double v = in[i].x; out[i] = v; out[i + 1024] = in[i].y; }
__global__ void members_of_char4_in_global(const uchar4* in, int* out) { INDEX; out[i] = in[i].x + in[i].y + in[i].z; }
__global__ void float4_one_member(const float4* in, float* out) { INDEX; float4 v = in[i]; out[i] = v.y; }
__global__ void float4_two_members(const float4* in, float* out) { INDEX; float4 v = in[i]; out[i] = v.z + v.w; }
__global__ void shared_float4_one_member(const float4* in, float* out) { __shared__ float4 s[128]; INDEX; s[t] = in[i]; __syncthreads(); float4 v = s[t ^ 3]; out[i] = v.y; }
__global__ void shared_float4_two_members(const float4* in, float* out) { __shared__ float4 s[128]; INDEX; s[t] = in[i]; __syncthreads(); float4 v = s[t ^ 3]; out[i] = v.y + v.z; }

int main() {
  void *in, *out;
  cudaMalloc(&in, n * 32), cudaMalloc(&out, n * 32);
  cudaMemset(in, 0, n * 32), cudaMemset(out, 0, n * 32);
#define GO(kernel, T) kernel<<<8, 128>>>((const T*)in, (T*)out, 3)
#define GO2(kernel, From, To) kernel<<<8, 128>>>((const From*)in, (To*)out)
#define GO3(kernel) kernel<<<8, 128, 2048>>>((const float*)in, (float*)out)
  GO(two_from_even, float); GO(two_from_even_reversed, float); GO(two_from_odd, float); GO(two_from_any, float); GO(two_from_three_t, float); GO(two_by_shift, float); GO(two_by_or, float);
  GO(two_by_mask, float); GO(two_by_xor, float); GO(two_by_unsigned, float); GO(two_by_long, float); GO(two_by_pointer, float); GO(two_by_moving_pointer, float);
  GO(two_from_parameter, float); GO(two_from_any_parameter, float); GO(two_fixed, float); GO(two_fixed_odd, float); GO(four_fixed, float); GO(four_from_two_fixed, float);
  GO(two_even_plus_parameter, float); GO(two_even_plus_two_k, float); GO(two_even_times_k, float); GO(two_of_remainder, float); GO(two_of_loaded, float);
  GO(three_from_four_t, float); GO(four_from_four_t, float); GO(first_and_third, float); GO(first_and_fourth, float); GO(middle_two_of_four, float); GO(last_two_of_four, float);
  GO(four_from_two_t, float); GO(five_from_four_t, float); GO(eight_from_eight_t, float); GO(six_from_six_t, float); GO(seven_from_seven_t, float); GO(minus_one, float);
  GO(two_ints, int); GO(two_shorts, short); GO(four_bytes, unsigned char); GO(two_doubles, double); GO(members_of_float2, float2); GO(member_of_float4, float4); GO(members_of_two, Two); GO(members_of_three, Three);
  GO(store_between, float); GO(barrier_between, float); GO(warp_barrier_between, float); GO(shared_store_between, float); GO(other_shared_store_between, float); GO(atomic_between, float); GO(shuffle_between, float);
  GO(if_between, float); GO(second_in_an_if, float); GO(second_in_an_if_with_more, float); GO(both_in_an_if, float); GO(one_on_each_side, float); GO(by_a_choice, float); GO(by_a_chosen_place, float);
  GO(in_a_condition, float); GO(both_in_a_condition, float); GO(swapped_where_greater, float); GO(volatile_two, float);
  GO(all_of_64, float); GO(all_of_62, float); GO(all_of_63_from_one, float); GO(all_of_1024, float); GO(up_to_a_parameter, float); GO(unrolled_by_four, float); GO(unrolled_by_two, float); GO(not_unrolled, float);
  GO(not_unrolled_pairs, float); GO(not_unrolled_pairs_by_halves, float); GO(rows_of_16, float); GO(rows_of_17, float); GO(rows_of_18, float); GO(columns_of_16, float); GO(window_of_9, float); GO(window_of_9_from_two_t, float);
  GO(loop_with_a_global_store, float); GO(loop_with_a_condition, float); GO(loop_until_greater, float); GO(every_third_of_a_loop, float);
  GO2(two_of_the_second_array, float, float);
  GO3(two_of_dynamic); GO3(four_of_dynamic); two_of_dynamic_behind<<<8, 128, 2048>>>((const float*)in, (float*)out, 4); GO3(two_of_dynamic_beside_static);
  GO2(two_of_rows_of_33, float, float); GO2(two_of_rows_of_34, float, float); GO2(row_of_a_tile, float, float); GO2(row_of_a_padded_tile, float, float); GO2(row_and_column_of_tiles, float, float);
  GO2(two_in_a_function, float, float); GO2(two_in_a_called_function, float, float); GO2(kept_across_barrier, float, float); GO2(kept_across_a_global_store, float, float); GO2(kept_across_another_array, float, float);
  GO2(kept_across_another_element, float, float); GO2(value_nobody_uses, float, float);
  GO2(two_stored, float, float); GO2(four_stored, float, float); GO2(zeros_stored, float, float); GO2(stored_and_overwritten, float, float); GO2(two_stored_to_global, float, float); GO2(members_stored_to_global, float, float2);
  GO2(two_of_global, float, float); GO2(members_of_an_aligned_pair, Pair, float); GO2(members_of_an_aligned_four, Four, float); GO2(two_members_of_an_aligned_four, Four, float); GO2(last_members_of_an_aligned_four, Four, float);
  GO2(members_of_float4_in_global, float4, float); GO2(three_members_of_float4_in_global, float4, float); GO2(members_of_double2_apart, double2, double); GO2(members_of_char4_in_global, uchar4, int);
  GO2(float4_one_member, float4, float); GO2(float4_two_members, float4, float); GO2(shared_float4_one_member, float4, float); GO2(shared_float4_two_members, float4, float);
  return cudaDeviceSynchronize();
}
