// compiler: nvcc
// cub: reductions and scans of blocks and warps, items loaded and stored by way of shared memory.
#include <cub/cub.cuh>
#include "../case.h"
struct larger { __device__ int operator()(int x, int y) const { return x < y ? y : x; } };
KERNEL {
  using Reduce = cub::BlockReduce<int, N>;
  using Sums = cub::BlockReduce<float, N>;
  using Scan = cub::BlockScan<int, N>;
  using Warp = cub::WarpReduce<int>;
  using Eight = cub::WarpScan<int, 8>;
  using Load = cub::BlockLoad<int, N, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Sums::TempStorage sums;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Warp::TempStorage warp[2];
  __shared__ typename Eight::TempStorage eight[8];
  __shared__ typename Load::TempStorage load;
  int v = a[t] % 1000;
  int sum = Reduce(reduce).Sum(v);
  if (t == 0) oi[0] = sum;
  __syncthreads();
  int most = Reduce(reduce).Reduce(v, larger(), 50);
  if (t == 0) oi[1] = most;
  float real = Sums(sums).Sum(f[(t & 31) + 24]);
  if (t == 0) of[0] = real;
  int before, all;
  Scan(scan).ExclusiveSum(v, before, all);
  __syncthreads();
  oi[8 * t + 2] = before + 100000ll * all;
  int items[4] = {v, t, 3, v ^ 5}, sums_of_items[4];
  Scan(scan).InclusiveSum(items, sums_of_items);
  oi[8 * t + 3] = sums_of_items[0] + 3 * sums_of_items[3];
  __syncthreads();
  int largest;
  Scan(scan).InclusiveScan(v, largest, larger());
  oi[8 * t + 4] = largest;
  int of_warp = Warp(warp[t / 32]).Reduce(v, larger());
  if (t % 32 == 0) oi[8 * t + 5] = of_warp;
  int of_eight;
  Eight(eight[t / 8]).ExclusiveSum(v, of_eight);
  oi[8 * t + 6] = of_eight;
  int loaded[4];
  Load(load).Load(a, loaded, 60, -7);
  oi[8 * t + 7] = loaded[0] + 3ll * loaded[3];
}
