// Cooperative groups: shuffles, votes and matches of tiles.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
KERNEL {
  auto block = cg::this_thread_block();
  auto eight = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  oi[8 * t + 0] = eight.shfl(a[t], 3);
  oi[8 * t + 1] = eight.shfl_up(a[t], 2);
  oi[8 * t + 2] = eight.shfl_down(a[t], 3) + (long long)eight.shfl_xor(u[t], 5);
  oi[8 * t + 3] = eight.ballot(a[t] & 1) + 1000LL * warp.ballot(a[t] < 0);
  oi[8 * t + 4] = (eight.any(a[t] > 900) ? 1 : 0) + (eight.all(a[t] < 1000000) ? 2 : 0);
  oi[8 * t + 5] = eight.match_any(a[t] & 3) + 1000LL * warp.match_any(t & 7);
  int same = 0;
  unsigned int all = eight.match_all(t / 8, same);
  oi[8 * t + 6] = all + 1000 * (same ? 1 : 0);
  of[8 * t + 0] = warp.shfl_down(f[t], 7);
  od[8 * t + 0] = eight.shfl_xor(d[t], 1);
  for (int step = 16; step > 0; step /= 2) oi[8 * t + 7] += warp.shfl_xor(t, step);
  warp.sync();
  block.sync();
}
