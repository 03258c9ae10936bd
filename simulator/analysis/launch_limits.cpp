#include "simulator/analysis/launch_limits.h"

#include <algorithm>

#include "simulator/analysis/sentences.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

constexpr Index3 max_block{limits::block_x, limits::block_y, limits::block_z};
constexpr Index3 max_grid{limits::grid_x, limits::grid_y, limits::grid_z};

std::string text(Index3 i) { return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")"; }
bool has_zero(Index3 i) { return i.x == 0 || i.y == 0 || i.z == 0; }
bool exceeds(Index3 i, Index3 limit) { return i.x > limit.x || i.y > limit.y || i.z > limit.z; }

}  // namespace

Finding invalid_launch(std::string what, std::string hint) {
  Finding finding = new_finding(FindingKind::launch_invalid);
  tell(finding, "launch.invalid", {std::move(what), std::move(hint)});
  return finding;
}

namespace {

std::optional<Finding> check_shared(const SharedNeeds& shared) {
  const uint64_t all = shared.declared + shared.at_launch;
  const bool is_allowed = shared.opt_in > 0 && shared.at_launch <= shared.opt_in && shared.declared <= limits::static_shared_bytes && all <= limits::opt_in_shared_bytes;
  if (all <= limits::static_shared_bytes || is_allowed) return std::nullopt;
  const uint64_t limit = shared.opt_in > 0 ? std::min<uint64_t>(shared.declared + shared.opt_in, limits::opt_in_shared_bytes) : limits::static_shared_bytes;
  const bool can_be_asked_for = all <= limits::opt_in_shared_bytes && shared.declared <= limits::static_shared_bytes;
  return invalid_launch("a block asks for " + std::to_string(all) + " bytes of shared memory (" + std::to_string(shared.declared) + " declared, " + std::to_string(shared.at_launch) +
                            " in the launch); the limit is " + std::to_string(std::max<uint64_t>(limit, limits::static_shared_bytes)),
                        can_be_asked_for ? "raise the kernel's limit before the launch: `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`; or use a smaller tile"
                                         : "use a smaller tile, or a smaller type");
}

}  // namespace

std::optional<Finding> check_launch_limits(Index3 grid, Index3 block, const SharedNeeds& shared) {
  if (has_zero(grid)) return invalid_launch("the grid " + text(grid) + " has no blocks", "every dimension of the grid must be at least 1");
  if (has_zero(block)) return invalid_launch("the block " + text(block) + " has no threads", "every dimension of the block must be at least 1");
  if (exceeds(block, max_block))
    return invalid_launch("the block " + text(block) + " is larger than " + text(max_block) + " in one dimension", "use smaller blocks and more of them");
  uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (threads > limits::threads_per_block)
    return invalid_launch("a block of " + std::to_string(threads) + " threads is larger than the limit of " + std::to_string(limits::threads_per_block), "use smaller blocks and more of them");
  if (exceeds(grid, max_grid))
    return invalid_launch("the grid " + text(grid) + " is larger than " + text(max_grid) + " in one dimension",
                          "put the long side of the grid in x, or let each thread do several elements");
  return check_shared(shared);
}

}  // namespace wb
