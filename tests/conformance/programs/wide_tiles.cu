// Tiles of 64 to 512 threads: the order of a sum of floats shows in its bits.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "dump.h"
namespace cg = cooperative_groups;

__device__ float value_of(int i) { return (float)((i * 7919) % 1009) * 0.37f + 1.0f / (i + 1); }

template <int Size> __global__ void wide(unsigned int* out) {
  __shared__ cg::block_tile_memory<512> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<Size>(block);
  int t = threadIdx.x;
  float sum = cg::reduce(tile, value_of(t), cg::plus<float>());
  float largest = cg::reduce(tile, value_of(t), cg::greater<float>());
  float product = cg::reduce(tile, 1.0f + value_of(t) * 1e-4f, [](float a, float b) { return a * b; });
  int least = cg::reduce(tile, (t * 37) % 501 - 9, cg::less<int>());
  int from = tile.shfl(t * 3, Size - 5);
  int some = tile.any(t == 130), every = tile.all(t < 256);
  if (t % 37 == 0) {
    unsigned int* o = out + t / 37 * 8;
    o[0] = __float_as_uint(sum), o[1] = __float_as_uint(largest), o[2] = __float_as_uint(product), o[3] = least;
    o[4] = from, o[5] = some * 2 + every, o[6] = tile.thread_rank() * 1000 + tile.meta_group_rank(), o[7] = tile.meta_group_size() * 1000 + tile.num_threads();
  }
}
template <int Size> __global__ void narrow(unsigned int* out) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  out[threadIdx.x] = __float_as_uint(cg::reduce(tile, value_of(threadIdx.x), cg::plus<float>()));
}

int main() {
  unsigned int* out;
  cudaMalloc(&out, 512 * 4);
  cudaMemset(out, 0, 512 * 4);
  wide<64><<<1, 512>>>(out);
  dump<<<1, 1>>>(64, out, 112);
  wide<128><<<1, 512>>>(out);
  dump<<<1, 1>>>(128, out, 112);
  wide<256><<<1, 512>>>(out);
  dump<<<1, 1>>>(256, out, 112);
  wide<512><<<1, 512>>>(out);
  dump<<<1, 1>>>(512, out, 112);
  narrow<8><<<1, 64>>>(out);
  dump<<<1, 1>>>(8, out, 64);
  narrow<32><<<1, 64>>>(out);
  dump<<<1, 1>>>(32, out, 64);
  cudaDeviceSynchronize();
  return 0;
}
