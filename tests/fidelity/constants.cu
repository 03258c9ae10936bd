// Reads of constant memory, by how many addresses a warp wants at once, how wide, and what the compiler knows of the index.
#include <cuda_runtime.h>

struct Material { float density, speed; };
struct Ray { float x, y, z, w; };

__constant__ float words[1024];
__constant__ unsigned char bytes[1024];
__constant__ short shorts[1024];
__constant__ double doubles[1024];
__constant__ float2 pairs[1024];
__constant__ float4 quads[256];
__constant__ Material materials[256];
__constant__ Ray rays[64];
__constant__ float3 points[256];
__constant__ float grid2[16][16];

// i: the thread in the grid; lane: in its warp; k: 5, which the compiler does not know.
#define KERNEL(name, ...)                                       \
  __global__ void name(float* out, const int* in, int k) {      \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;        \
    [[maybe_unused]] const int lane = threadIdx.x & 31;         \
    __VA_ARGS__                                                 \
  }

KERNEL(fixed_word, out[i] = words[5];)
KERNEL(word_of_a_parameter, out[i] = words[k];)
KERNEL(word_of_a_block, out[i] = words[blockIdx.x];)
KERNEL(word_of_a_warp, out[i] = words[threadIdx.x >> 5];)
KERNEL(word_of_a_lane, out[i] = words[lane];)
KERNEL(word_of_two_lanes, out[i] = words[lane >> 1];)
KERNEL(word_of_eight_lanes, out[i] = words[lane >> 3];)
KERNEL(words_apart, out[i] = words[lane * 16];)
KERNEL(words_looked_up, out[i] = words[in[i]];)
KERNEL(half_of_the_lanes, if (lane < 16) out[i] = words[lane];)
KERNEL(either_half, if (lane < 16) out[i] = words[lane]; else out[i] = words[lane + 100] * 2;)
KERNEL(byte_of_a_lane, out[i] = bytes[lane];)
KERNEL(short_of_a_lane, out[i] = shorts[lane];)
KERNEL(double_of_a_lane, out[i] = (float)doubles[lane];)
KERNEL(pair_of_a_lane, const float2 p = pairs[lane]; out[i] = p.x + p.y;)
KERNEL(quad_of_a_lane, const float4 q = quads[lane]; out[i] = q.x + q.y + q.z + q.w;)
KERNEL(quad_of_a_parameter, const float4 q = quads[k]; out[i] = q.x + q.y + q.z + q.w;)
KERNEL(point_of_a_lane, const float3 q = points[lane]; out[i] = q.x + q.y + q.z;)
KERNEL(material_of_a_lane, out[i] = materials[lane].density * materials[lane].speed;)
KERNEL(speed_of_a_lane, out[i] = materials[lane].speed;)
KERNEL(ray_of_a_lane, const Ray r = rays[lane]; out[i] = r.x + r.y + r.z + r.w;)
KERNEL(weights_in_turn, float s = 0; for (int j = 0; j < k; ++j) s += words[j] * in[i + j]; out[i] = s;)
KERNEL(eight_weights, float s = 0; for (int j = 0; j < 8; ++j) s += words[j] * in[i + j]; out[i] = s;)
KERNEL(weights_from_here, float s = 0; _Pragma("unroll 1") for (int j = 0; j < k; ++j) s += words[lane + j]; out[i] = s;)
KERNEL(weights_looked_up_in_turn, float s = 0; _Pragma("unroll 1") for (int j = 0; j < k; ++j) s += words[in[i + j]]; out[i] = s;)
KERNEL(row_of_a_block, out[i] = grid2[blockIdx.x & 15][lane & 15];)
KERNEL(column_of_a_lane, out[i] = grid2[lane & 15][k];)
KERNEL(through_a_pointer, const float* p = k > 3 ? words + 3 : words; out[i] = p[lane];)
KERNEL(lanes_backwards, out[i] = words[31 - lane];)
KERNEL(in_a_long_loop, float s = 0; _Pragma("unroll 1") for (int j = 0; j < k * 8; ++j) s += words[j & 15]; out[i] = s;)

int main() {
  float* out; int* in;
  cudaMalloc(&out, 1 << 16), cudaMalloc(&in, 1 << 16);
  int host[4096];
  for (int i = 0; i < 4096; ++i) host[i] = i * 7 % 5 * 3 % 11 + (i & 3) * 100;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#define GO(kernel) kernel<<<8, 128>>>(out, in, 5)
  GO(fixed_word); GO(word_of_a_parameter); GO(word_of_a_block); GO(word_of_a_warp); GO(word_of_a_lane); GO(word_of_two_lanes); GO(word_of_eight_lanes);
  GO(words_apart); GO(words_looked_up); GO(half_of_the_lanes); GO(either_half); GO(byte_of_a_lane); GO(short_of_a_lane); GO(double_of_a_lane); GO(pair_of_a_lane);
  GO(quad_of_a_lane); GO(quad_of_a_parameter); GO(point_of_a_lane); GO(material_of_a_lane); GO(speed_of_a_lane); GO(ray_of_a_lane); GO(weights_in_turn); GO(eight_weights);
  GO(weights_from_here); GO(weights_looked_up_in_turn); GO(row_of_a_block); GO(column_of_a_lane); GO(through_a_pointer); GO(lanes_backwards); GO(in_a_long_loop);
  return cudaDeviceSynchronize();
}
