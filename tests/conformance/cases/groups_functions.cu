// Groups as parameters: a generic sum over shared memory, a template over the tile, atomics aggregated over a warp.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ int sum(cg::thread_group g, int* x, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = value;
    g.sync();
    if (lane < i) value += x[lane + i];
    g.sync();
  }
  return value;
}
template <typename Group> __device__ int first_plus(const Group& g, int v) { return g.shfl(v, 0) + v; }
template <unsigned int S, typename P> __device__ float tile_sum(cg::thread_block_tile<S, P> g, float v) {
  for (int i = g.size() / 2; i > 0; i /= 2) v += g.shfl_down(v, i);
  return v;
}
__device__ int aggregated_add(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, (int)active.size());
  return active.shfl(base, 0) + active.thread_rank();
}
KERNEL {
  __shared__ int buffer[N];
  __shared__ int counter;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) counter = 0;
  cg::sync(block);
  int whole = sum(block, buffer, t);
  cg::sync(block);
  auto sixteen = cg::tiled_partition<16>(block);
  int part = sum(sixteen, buffer + 16 * (t / 16), t * t);
  oi[8 * t + 0] = t == 0 ? whole : 0;
  oi[8 * t + 1] = sixteen.thread_rank() == 0 ? part : 0;
  oi[8 * t + 2] = first_plus(sixteen, a[t] % 1000);
  of[8 * t + 0] = tile_sum(cg::tiled_partition<32>(block), (float)t * 0.5f);
  if (t < 32 && (t & 3) != 0) oi[8 * t + 3] = aggregated_add(&counter);
  block.sync();
  oi[8 * t + 4] = counter;
}
