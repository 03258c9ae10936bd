#include "app/workbook/kind_words.h"

namespace wb {

std::optional<FindingKind> finding_from_name(std::string_view name) {
  for (int i = 0; i < static_cast<int>(FindingKind::count); ++i)
    if (name == finding_name(static_cast<FindingKind>(i))) return static_cast<FindingKind>(i);
  return std::nullopt;
}

std::vector<std::string> finding_names() {
  std::vector<std::string> names;
  for (int i = 0; i < static_cast<int>(FindingKind::count); ++i) names.emplace_back(finding_name(static_cast<FindingKind>(i)));
  return names;
}

const char* kind_in_words(FindingKind kind) {
  switch (kind) {
    case FindingKind::race_raw: case FindingKind::race_war: return "race, read and write";
    case FindingKind::race_waw: return "race, two writes";
    case FindingKind::race_mixed: return "race, atomic and plain";
    case FindingKind::fence_missing: return "flag without a fence behind";
    case FindingKind::oob_read: return "read out of bounds";
    case FindingKind::oob_write: return "write out of bounds";
    case FindingKind::oob_shape: return "outside its row";
    case FindingKind::uninit_global: case FindingKind::uninit_shared: case FindingKind::uninit_local: return "never written";
    case FindingKind::async_wait: return "copy not waited for";
    case FindingKind::async_source: return "source changed under a copy";
    case FindingKind::fence_proxy: return "copy without a proxy fence";
    case FindingKind::host_async: return "not waited for";
    case FindingKind::host_copy: return "copy that cannot be right";
    case FindingKind::host_free: return "memory given back wrongly";
    case FindingKind::host_memory: return "memory that the host has not";
    case FindingKind::barrier_divergent: return "barrier not reached by all";
    case FindingKind::barrier_count: return "wrong count at a barrier";
    case FindingKind::barrier_halves: return "barrier in two halves used wrongly";
    case FindingKind::cluster_rank: return "rank beyond the cluster";
    case FindingKind::cluster_start: return "block that may not run yet";
    case FindingKind::cluster_exited: case FindingKind::cluster_leaving: return "block that has left";
    case FindingKind::cluster_barrier: return "barrier of the cluster used wrongly";
    case FindingKind::warp_mask: return "lanes that do not come";
    case FindingKind::warp_caller: return "not in its own mask";
    case FindingKind::warp_source: return "from a lane that is not there";
    case FindingKind::assertion: return "assertion failed";
    case FindingKind::trap: return "trap";
    case FindingKind::deadlock: return "deadlock";
    case FindingKind::budget: return "budget spent";
    case FindingKind::arith_div0: return "division by zero";
    case FindingKind::arith_shift: return "shift too far";
    case FindingKind::memory_misaligned: return "misaligned address";
    case FindingKind::memory_readonly: return "write to read-only memory";
    case FindingKind::memory_null: return "null pointer";
    case FindingKind::memory_lifetime: return "pointer outlives its memory";
    case FindingKind::memory_free: return "gives back what is not its own";
    case FindingKind::stack_overflow: return "stack overflow";
    case FindingKind::coverage_missing: return "not every element written";
    case FindingKind::coverage_repeated: return "written more than once";
    case FindingKind::launch_invalid: return "launch not possible";
    case FindingKind::order: return "depends on order";
    case FindingKind::num_absorb: return "sum that does not change";
    case FindingKind::num_overflow: return "too large for its type";
    case FindingKind::num_widen: return "computed in double";
    case FindingKind::count: break;
  }
  return "finding";
}

}  // namespace wb
