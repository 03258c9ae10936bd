#pragma once
// Counters of a launch and of each access in the source: the one table. Definitions: the profiler's, as far as the accesses are
// those of the source (CUDA profiler metrics l1tex__t_requests/sectors_pipe_lsu_mem_global_op_ld/st, l1tex__data_pipe_lsu_wavefronts_mem_shared*).
#include <cstdint>
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

//   field                     name in reports               meaning
#define WB_COUNTERS(C)                                                                                                        \
  C(global_load_requests,      "global.load.requests",       "warp-level loads from global memory with at least one active lane")  \
  C(global_load_sectors,       "global.load.sectors",        "distinct aligned 32-byte sectors, summed over the loads")            \
  C(global_load_bytes,         "global.load.bytes",          "bytes the lanes asked for")                                          \
  C(global_loads,              "global.loads",               "loads by single threads")                                            \
  C(global_store_requests,     "global.store.requests",      "warp-level stores to global memory")                                 \
  C(global_store_sectors,      "global.store.sectors",       "distinct aligned 32-byte sectors, summed over the stores")           \
  C(global_store_bytes,        "global.store.bytes",         "bytes the lanes stored")                                             \
  C(global_stores,             "global.stores",              "stores by single threads")                                           \
  C(shared_load_requests,      "shared.load.requests",       "warp-level loads from shared memory")                                \
  C(shared_load_wavefronts,    "shared.load.wavefronts",     "passes through the 32 banks that the loads needed")                  \
  C(shared_load_conflicts,     "shared.load.conflicts",      "wavefronts above what the width needs")                              \
  C(shared_store_requests,     "shared.store.requests",      "warp-level stores to shared memory")                                 \
  C(shared_store_wavefronts,   "shared.store.wavefronts",    "passes through the 32 banks that the stores needed")                 \
  C(shared_store_conflicts,    "shared.store.conflicts",     "wavefronts above what the width needs")                              \
  C(atomic_requests,           "atomic.requests",            "warp-level atomic instructions")                                     \
  C(atomic_operations,         "atomic.operations",          "atomic operations by single threads")                                \
  C(branch_divergent,          "branch.divergent",           "branches that parted the active lanes of a warp")                    \
  C(barriers,                  "barriers",                   "barriers passed, counted once for each block")                       \
  C(warp_instructions,         "warp_instructions",          "instructions issued, one for a warp")                                \
  C(thread_instructions,       "thread_instructions",        "instructions executed, one for each active lane")

struct Counters {
#define WB_COUNTER_FIELD(field, name, meaning) uint64_t field = 0;
  WB_COUNTERS(WB_COUNTER_FIELD)
#undef WB_COUNTER_FIELD
  // Active lanes over 32 x issued; 1 when nothing was issued. Source-level model.
  double lane_efficiency() const {
    return warp_instructions ? static_cast<double>(thread_instructions) / (32.0 * static_cast<double>(warp_instructions)) : 1.0;
  }
  friend bool operator==(const Counters&, const Counters&) = default;
};

enum class Space : uint8_t { global, shared, local, constant };
const char* space_name(Space space);

// What one access in the source did over the whole launch.
struct AccessCounters {
  Span span;
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  uint64_t requests = 0;    // warp-level
  uint64_t sectors = 0;     // global: 32-byte sectors
  uint64_t wavefronts = 0;  // shared
  uint64_t conflicts = 0;   // shared
  uint64_t bytes = 0;       // asked for by lanes
  friend bool operator==(const AccessCounters&, const AccessCounters&) = default;
};

}  // namespace wb
