// Cooperative groups: coalesced threads and partitions by a label.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
KERNEL {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  if (t % 3 != 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    oi[8 * t + 0] = active.size() * 1000 + active.thread_rank();
    oi[8 * t + 1] = active.shfl(t, 5) + 1000 * active.shfl_up(t, 2) + 1000000LL * active.shfl_down(t, 3);
    oi[8 * t + 2] = active.ballot(t & 1);
    oi[8 * t + 3] = cg::reduce(active, a[t] % 1000, cg::plus<int>());
    oi[8 * t + 4] = active.any(t == 5) + 2 * active.all(t > 2);
    active.sync();
  }
  warp.sync();
  cg::coalesced_group part = cg::labeled_partition(warp, t % 5);
  oi[8 * t + 5] = part.size() * 1000000 + part.thread_rank() * 10000 + part.meta_group_rank() * 100 + part.meta_group_size();
  cg::coalesced_group half = cg::binary_partition(warp, (a[t] & 1) != 0);
  oi[8 * t + 6] = half.size() * 1000 + half.thread_rank();
  oi[8 * t + 7] = cg::reduce(part, t, cg::plus<int>());
}
