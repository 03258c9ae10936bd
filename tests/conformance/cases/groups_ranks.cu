// Cooperative groups: sizes and ranks of blocks, tiles, tiles of tiles, plain groups.
#include "../case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
KERNEL {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  auto eight = cg::tiled_partition<8>(block);
  auto one = cg::tiled_partition<1>(four);
  cg::thread_group plain = cg::tiled_partition(block, 16);
  cg::thread_group small = cg::tiled_partition(plain, 2);
  cg::thread_group whole = block;
  oi[8 * t + 0] = block.size() * 1000000 + block.thread_rank() * 1000 + block.num_threads() + block.thread_index().x + block.dim_threads().x + block.group_index().y;
  oi[8 * t + 1] = warp.thread_rank() * 100 + warp.size() + warp.meta_group_rank() * 10000 + warp.meta_group_size() * 1000000;
  oi[8 * t + 2] = four.thread_rank() * 100 + four.size() + four.meta_group_rank() * 10000 + four.meta_group_size() * 1000000;
  oi[8 * t + 3] = eight.thread_rank() * 100 + eight.num_threads() + eight.meta_group_rank() * 10000 + eight.meta_group_size() * 1000000;
  oi[8 * t + 4] = one.thread_rank() * 100 + one.size() + one.meta_group_rank() * 10000 + one.meta_group_size() * 1000000;
  oi[8 * t + 5] = plain.thread_rank() * 1000 + plain.size() + small.thread_rank() * 1000000 + small.size() * 10000000;
  oi[8 * t + 6] = whole.size() + whole.thread_rank() * 1000 + grid.size() * 1000000 + (long long)grid.thread_rank() * 1000000000;
  oi[8 * t + 7] = cg::thread_rank(warp) + cg::group_size(four) * 100 + grid.group_dim().x * 10000;
}
