#pragma once
// Counters of a launch, of each access in the source, of each warp, and over time: the one table.
//
// `exact`: equal to the profiler's metric where the compiler leaves the accesses alone (docs/fidelity.md), or a plain fact of the source and
// launch. `model`: what the hardware shows depends on the compiler, too; the reports say so. docs/counters.md has the table to read.
#include <cstdint>
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

// clang-format off
//   field                     name in reports               meaning, the profiler's metric (or none), how true
#define WB_COUNTERS(C) \
  C(global_load_requests,    "global.load.requests",       "warp-level loads from global memory with at least one active lane", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", exact) \
  C(global_load_sectors,     "global.load.sectors",        "distinct aligned 32-byte sectors, summed over the loads", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", exact) \
  C(global_load_bytes,       "global.load.bytes",          "bytes the lanes asked for", "", exact) \
  C(global_loads,            "global.loads",               "loads by single threads", "", exact) \
  C(global_store_requests,   "global.store.requests",      "warp-level stores to global memory with at least one active lane", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", exact) \
  C(global_store_sectors,    "global.store.sectors",       "distinct aligned 32-byte sectors, summed over the stores", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", exact) \
  C(global_store_bytes,      "global.store.bytes",         "bytes the lanes stored", "", exact) \
  C(global_stores,           "global.stores",              "stores by single threads", "", exact) \
  C(shared_load_requests,    "shared.load.requests",       "warp-level loads from shared memory with at least one active lane", "smsp__inst_executed_op_shared_ld_pred_on_any.sum", exact) \
  C(shared_load_wavefronts,  "shared.load.wavefronts",     "passes through the 32 banks that the loads needed", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", exact) \
  C(shared_load_conflicts,   "shared.load.conflicts",      "wavefronts of loads above what their width needs", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", exact) \
  C(shared_store_requests,   "shared.store.requests",      "warp-level stores to shared memory with at least one active lane", "smsp__inst_executed_op_shared_st_pred_on_any.sum", exact) \
  C(shared_store_wavefronts, "shared.store.wavefronts",    "passes through the 32 banks that the stores needed", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", exact) \
  C(shared_store_conflicts,  "shared.store.conflicts",     "wavefronts of stores above what their width needs", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", exact) \
  C(constant_load_requests,  "constant.load.requests",     "loads from constant memory, once for each distinct address in the warp; of 16 bytes twice", "idc__requests.sum (above what every launch has)", model) \
  C(constant_load_replays,   "constant.load.replays",      "of these, those made since another lane wanted another address", "idc__requests.sum - smsp__inst_executed_op_ldc.sum", exact) \
  C(constant_loads,          "constant.loads",             "loads from constant memory by single threads", "", exact) \
  C(texture_requests,        "texture.requests",           "four neighbouring lanes of a warp that fetch from a texture together; of plain memory (tex1Dfetch) eight, at up to 8 bytes", "l1tex__t_requests_pipe_tex_mem_texture.sum", exact) \
  C(texture_sectors,         "texture.sectors",            "distinct sectors, summed over the requests: 32 bytes of plain memory, 16 bytes of two rows of an array", "l1tex__t_sectors_pipe_tex_mem_texture.sum", exact) \
  C(texture_fetches,         "texture.fetches",            "fetches by single threads", "", exact) \
  C(surface_load_requests,   "surface.load.requests",      "eight neighbouring lanes of a warp that read from a surface together; of three dimensions, layers or faces four", "l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum", exact) \
  C(surface_load_sectors,    "surface.load.sectors",       "distinct sectors of 16 bytes of two rows, summed over the requests", "l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum", exact) \
  C(surface_loads,           "surface.loads",              "reads from surfaces by single threads", "", exact) \
  C(surface_store_requests,  "surface.store.requests",     "the same of writes to surfaces", "l1tex__t_requests_pipe_tex_mem_surface_op_st.sum", exact) \
  C(surface_store_sectors,   "surface.store.sectors",      "distinct sectors of 16 bytes of two rows, summed over the requests", "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum", exact) \
  C(surface_stores,          "surface.stores",             "writes to surfaces by single threads", "", exact) \
  C(atomic_requests,         "atomic.requests",            "warp-level atomic instructions, on global and on shared memory", "", exact) \
  C(atomic_red_requests,     "atomic.red.requests",        "of these on global memory, the old value not used: reductions", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", exact) \
  C(atomic_atom_requests,    "atomic.atom.requests",       "of these on global memory, the old value used", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", exact) \
  C(atomic_sectors,          "atomic.sectors",             "32-byte sectors of atomics on global memory, once for each turn of lanes that meet at an address; a 32-bit sum at an address known to be one is added up in the warp first", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum + ..._atom.sum", model) \
  C(atomic_operations,       "atomic.operations",          "atomic operations by single threads", "", exact) \
  C(atomic_collisions,       "atomic.collisions",          "of these, those whose address an earlier lane of the same request has, too", "", exact) \
  C(branch_divergent,        "branch.divergent",           "branches that parted the active lanes of a warp", "smsp__sass_branch_targets_threads_divergent.sum", model) \
  C(barriers,                "barriers",                   "barriers passed, counted once for each block", "", exact) \
  C(warp_instructions,       "warp_instructions",          "instructions issued, one for a warp: the simulator's own, not the compiler's", "smsp__inst_executed.sum", model) \
  C(thread_instructions,     "thread_instructions",        "instructions executed, one for each active lane: the simulator's own", "smsp__thread_inst_executed.sum", model)
// clang-format on

struct Counters {
#define WB_COUNTER_FIELD(field, name, meaning, metric, truth) uint64_t field = 0;
  WB_COUNTERS(WB_COUNTER_FIELD)
#undef WB_COUNTER_FIELD
  // Active lanes over 32 x issued; 1 when nothing was issued. Source-level model.
  double lane_efficiency() const {
    return warp_instructions ? static_cast<double>(thread_instructions) / (32.0 * static_cast<double>(warp_instructions)) : 1.0;
  }
  friend bool operator==(const Counters&, const Counters&) = default;
  Counters& operator+=(const Counters& more) {
#define WB_ADD_COUNTER(field, name, meaning, metric, truth) field += more.field;
    WB_COUNTERS(WB_ADD_COUNTER)
#undef WB_ADD_COUNTER
    return *this;
  }
  Counters& operator-=(const Counters& less) {
#define WB_TAKE_COUNTER(field, name, meaning, metric, truth) field -= less.field;
    WB_COUNTERS(WB_TAKE_COUNTER)
#undef WB_TAKE_COUNTER
    return *this;
  }
};

enum class Space : uint8_t { global, shared, local, constant, texture, surface };  // the last two: how memory is reached, for counting
const char* space_name(Space space);

// How a compiler makes an access, where that is not each time the source does (program/kept_values.h). A place in the source may stand in the program
// more than once, in passes that are written out and in calls: its copies.
enum class Kept : uint8_t {
  no,
  from,     // not at all: its value is in a register, or a store to the same place follows
  with,     // as one with the access of the other side of an `if`
  loop,     // once for all passes of a loop: in front of it, a store behind it
  passes,   // once for the passes that are written out together, and once for the rest
  one_way,  // by lanes that come by one way of an `if`
  copies,   // in some of its copies, and not in others
};
const char* kept_name(Kept kept);
// Of two copies.
constexpr Kept kept_of_both(Kept a, Kept b) {
  if (a == b) return a;
  if (a == Kept::no || b == Kept::no) return Kept::copies;
  return a == Kept::from ? b : b == Kept::from ? a : Kept::copies;
}

// What one access in the source did over the whole launch.
struct AccessCounters {
  Span span;
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  uint64_t requests = 0;    // warp-level; constant: one for each distinct address in the warp, of 16 bytes two
  uint64_t sectors = 0;     // global, textures, surfaces: 32-byte sectors; of atomics a model
  uint64_t wavefronts = 0;  // shared
  uint64_t conflicts = 0;   // shared; constant: requests above one for a load (two for a load of 16 bytes)
  uint64_t bytes = 0;       // asked for by lanes
  uint64_t lanes = 0;       // accesses by single threads
  uint64_t collisions = 0;  // atomics: lanes whose address an earlier lane has, too
  bool result_used = false; // atomics
  Kept kept{};              // how nvcc makes it, if not each time
  Span kept_from{};         // from, with: the access that it has the value from, or makes one with this; otherwise its own place; end 0: not kept
  uint8_t joined_bytes = 0; // loads from shared memory: nvcc makes them part of loads of so many bytes (program/joined_loads.h); 0: it does not
  bool is_uneven = false;   // lanes come together in another way, in a loop that nvcc writes out (program/uneven_loops.h)
  uint64_t left_requests = 0, left_sectors = 0, left_wavefronts = 0, left_conflicts = 0;  // as nvcc makes it: a joined load counts at the first of them
  friend bool operator==(const AccessCounters&, const AccessCounters&) = default;
};

// Counters of each warp: row i stands for warps i * warps_per_row and on, numbered through the grid, block after block. Barriers are the
// block's and counted nowhere here; everything else adds up to the launch's counters.
struct WarpCounters {
  uint64_t warps = 0;
  uint32_t warps_per_block = 1, warps_per_row = 1;
  std::vector<Counters> rows;
  friend bool operator==(const WarpCounters&, const WarpCounters&) = default;
};

// Counters of each stretch of `ticks_per_bucket` warp instructions, in the order of the run; the last one may be shorter.
struct CountersOverTime {
  uint64_t ticks_per_bucket = 0;
  std::vector<Counters> buckets;
  friend bool operator==(const CountersOverTime&, const CountersOverTime&) = default;
};

}  // namespace wb
