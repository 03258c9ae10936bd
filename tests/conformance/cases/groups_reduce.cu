// Cooperative groups: reductions of tiles, with every operation; sums of floats add in the order of the hardware.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
struct Larger { __device__ int operator()(int x, int y) const { return x > y ? x : y; } };
KERNEL {
  auto block = cg::this_thread_block();
  auto eight = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  int v = a[t] % 1000;
  oi[8 * t + 0] = cg::reduce(warp, v, cg::plus<int>());
  oi[8 * t + 1] = cg::reduce(eight, v, cg::less<int>());
  oi[8 * t + 2] = cg::reduce(warp, v, cg::greater<int>());
  oi[8 * t + 3] = cg::reduce(warp, u[t], cg::bit_and<unsigned int>()) + 1LL * cg::reduce(eight, u[t], cg::bit_or<unsigned int>());
  oi[8 * t + 4] = cg::reduce(warp, u[t], cg::bit_xor<unsigned int>());
  oi[8 * t + 5] = cg::reduce(eight, (long long)a[t], cg::plus<long long>());
  oi[8 * t + 6] = cg::reduce(warp, v, Larger());
  of[8 * t + 0] = cg::reduce(warp, f[(t & 31) + 26], cg::plus<float>());
  of[8 * t + 1] = cg::reduce(eight, f[(t & 31) + 24], cg::plus<float>());
  of[8 * t + 2] = cg::reduce(warp, f[(t & 31) + 24], cg::less<float>());
  od[8 * t + 0] = cg::reduce(warp, d[(t & 31) + 24], cg::plus<double>());
}
