// Cooperative groups: scans of tiles and of coalesced threads.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
KERNEL {
  auto block = cg::this_thread_block();
  auto eight = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  int v = a[t] % 1000;
  oi[8 * t + 0] = cg::inclusive_scan(warp, v);
  oi[8 * t + 1] = cg::exclusive_scan(warp, v);
  oi[8 * t + 2] = cg::inclusive_scan(eight, v, cg::plus<int>());
  oi[8 * t + 3] = cg::exclusive_scan(eight, v, cg::plus<int>());
  of[8 * t + 0] = cg::inclusive_scan(warp, f[(t & 31) + 24], cg::plus<float>());
  if (a[t] & 1) {
    auto active = cg::coalesced_threads();
    oi[8 * t + 4] = cg::inclusive_scan(active, v);
    oi[8 * t + 5] = cg::exclusive_scan(active, v);
    of[8 * t + 1] = cg::reduce(active, f[(t & 31) + 24], cg::plus<float>());
  }
}
