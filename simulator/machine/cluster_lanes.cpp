// Pointers into the shared memory of a cluster's blocks, lane by lane (clusters.cpp).
#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/run_context.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

// The variable of shared memory that a pointer leads to, its own block's or another's; no_allocation: it leads elsewhere.
uint32_t shared_variable(const RunContext& c, uint64_t pointer) {
  const uint32_t allocation = pointer_allocation(pointer), plain = is_of_cluster(allocation) ? cluster_place(allocation).allocation : allocation;
  return plain < c.view_count && c.views[plain].space == Space::shared ? plain : no_allocation;
}

}  // namespace

// A rank that the cluster does not have is reported, and the pointer stays as it is.
void cluster_map_lanes(RunContext& c, const Ins& ins) {
  const uint32_t size = c.shape->cluster_size();
  LaneMask beyond = 0;
  uint64_t ranks[warp_size];
  for_each_lane(c.mask, [&](uint32_t lane) {
    const uint64_t pointer = c.reg<uint64_t>(ins.a)[lane];
    const uint32_t rank = c.reg<uint32_t>(ins.b)[lane], variable = shared_variable(c, pointer);
    ranks[lane] = rank;
    if (rank >= size) beyond |= 1u << lane;
    c.reg<uint64_t>(ins.d)[lane] = variable == no_allocation ? 0 : rank < size ? make_cluster_pointer(variable, rank, pointer_offset(pointer)) : pointer;
  });
  if (beyond && c.checks)
    c.checks->fault({.kind = FindingKind::cluster_rank, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = beyond,
                     .allocation = no_allocation, .value = ranks});
}

// All ones: it leads to no shared memory.
void cluster_rank_lanes(RunContext& c, const Ins& ins) {
  const uint32_t own = c.shape->cluster_rank(c.block - c.first_block);
  for_each_lane(c.mask, [&](uint32_t lane) {
    const uint64_t pointer = c.reg<uint64_t>(ins.a)[lane];
    const uint32_t allocation = pointer_allocation(pointer);
    c.reg<uint32_t>(ins.d)[lane] = shared_variable(c, pointer) == no_allocation ? ~0u : is_of_cluster(allocation) ? cluster_place(allocation).rank : own;
  });
}

void cluster_size_lanes(RunContext& c, const Ins& ins) {
  const uint32_t sizes[] = {c.shape->cluster.x, c.shape->cluster.y, c.shape->cluster.z, c.shape->cluster_size() > 1 ? 1u : 0u};
  for_each_lane(c.mask, [&](uint32_t lane) { c.reg<uint32_t>(ins.d)[lane] = sizes[ins.kind & 3]; });
}

}  // namespace wb
