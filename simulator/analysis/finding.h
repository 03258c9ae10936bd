#pragma once
// What a run did wrong (or may be proud of having avoided): the one table of finding kinds, and a finding as a value.
// Names, severities and rules: shared vocabulary of the report, the lessons' `expect` and the race card.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/machine/schedule_pick.h"
#include "simulator/source/diagnostic.h"
#include "simulator/source/span.h"

namespace wb {

//   enumerator        name in reports      default severity
#define WB_FINDINGS(F)                                        \
  F(race_raw,          "race.raw",          error)            \
  F(race_war,          "race.war",          error)            \
  F(race_waw,          "race.waw",          error)            \
  F(race_mixed,        "race.mixed",        error)            \
  F(fence_missing,     "fence.missing",     note)             \
  F(oob_read,          "oob.read",          error)            \
  F(oob_write,         "oob.write",         error)            \
  F(oob_shape,         "oob.shape",         warning)          \
  F(uninit_global,     "uninit.global",     error)            \
  F(uninit_shared,     "uninit.shared",     error)            \
  F(uninit_local,      "uninit.local",      error)            \
  F(async_wait,        "async.wait",        error)            \
  F(async_source,      "async.source",      error)            \
  F(fence_proxy,       "fence.proxy",       error)            \
  F(host_async,        "host.async",        error)            \
  F(host_copy,         "host.copy",         error)            \
  F(host_free,         "host.free",         error)            \
  F(host_memory,       "host.memory",       error)            \
  F(barrier_divergent, "barrier.divergent", error)            \
  F(barrier_count,     "barrier.count",     error)            \
  F(barrier_halves,    "barrier.halves",    error)            \
  F(cluster_rank,      "cluster.rank",      error)            \
  F(cluster_start,     "cluster.start",     warning)          \
  F(cluster_exited,    "cluster.exited",    error)            \
  F(cluster_leaving,   "cluster.leaving",   warning)          \
  F(cluster_barrier,   "cluster.barrier",   error)            \
  F(warp_mask,         "warp.mask",         error)            \
  F(warp_caller,       "warp.caller",       error)            \
  F(warp_source,       "warp.source",       error)            \
  F(assertion,         "assert",            error)            \
  F(trap,              "trap",              error)            \
  F(deadlock,          "deadlock",          error)            \
  F(budget,            "budget",            error)            \
  F(arith_div0,        "arith.div0",        error)            \
  F(arith_shift,       "arith.shift",       error)            \
  F(memory_misaligned, "memory.misaligned", error)            \
  F(memory_readonly,   "memory.readonly",   error)            \
  F(memory_null,       "memory.null",       error)            \
  F(memory_lifetime,   "memory.lifetime",   error)            \
  F(memory_free,       "memory.free",       error)            \
  F(stack_overflow,    "stack.overflow",    error)            \
  F(coverage_missing,  "coverage",          warning)          \
  F(coverage_repeated, "coverage.repeated", note)             \
  F(launch_invalid,    "launch.invalid",    error)            \
  F(order,             "order",             warning)          \
  F(num_absorb,        "num.absorb",        warning)          \
  F(num_overflow,      "num.overflow",      warning)          \
  F(num_widen,         "num.widen",         note)

#define WB_FINDING_ENUM(id, name, severity) id,
enum class FindingKind : uint8_t { WB_FINDINGS(WB_FINDING_ENUM) count };
#undef WB_FINDING_ENUM

const char* finding_name(FindingKind kind);         // "race.raw"
Severity finding_severity(FindingKind kind);        // the default; a finding may carry a milder one

struct Index3 {
  uint32_t x = 0, y = 0, z = 0;
  friend bool operator==(Index3, Index3) = default;
};

enum class AccessKind : uint8_t { load, store, atomic };
const char* access_name(AccessKind kind);  // "read", "write", "atomic"

// One party of a finding: a thread at a place in the source.
struct FindingPlace {
  Span span;
  AccessKind access{};
  Index3 block, thread;
  uint32_t grid = 0;     // 0: of the launch itself; 1, 2, ...: of the child grid of that number
  uint64_t tick = 0;     // the warp instruction of the recorded run
  std::string value;     // what was read or stored, "2.5"; empty where there is none
  std::string by{};      // who it is where that is no thread: "the copy at line 20"; then block and thread say nothing
  std::vector<Span> callers{};  // of a place in a header of the file's own: the calls in the .cu file that lead there, by line
};

struct Finding {
  FindingKind kind{};
  Severity severity = Severity::error;
  uint64_t count = 1;                  // repeats with the same kind, places' spans and buffer
  std::string buffer;                  // "tile", "count"; empty where none is meant
  int buffer_index = -1;               // index into the launch's buffers, if it is one of them
  std::vector<uint64_t> element;       // indices in the buffer's declared shape, first example; one number where it has none
  uint64_t flat_element = 0;
  std::string element_name{};          // as the sentence has it, where that is known: "nodes[3].key", a variable that is no array
  enum class Scope : uint8_t { none, warp, block, grid } scope = Scope::none;  // a race: how far the parties are apart
  std::vector<FindingPlace> places;    // a race: two (the one that ran first stands first); async.wait: the read, then the copy; async.source: the store, then the copy (or the copy alone); fence.proxy: the copy, then the store; host.async: two; fence.missing: the look at the flag, then the access; others: one or none
  uint64_t tick = 0;                   // the step at which it showed: where "next finding" goes
  std::string message;                 // English sentences, from the catalogue: what happened
  std::string hint;                    // what to do
  std::string code;                    // the catalogue's key of the sentence, "race.update" (sentences.h)
  std::vector<std::string> arguments;  // what fills the catalogue's sentence in other languages
  std::optional<SchedulePick> only_under{};  // the run that is shown does not have it, but one under this schedule: its ticks are that run's
};

Finding new_finding(FindingKind kind);  // of the kind's own severity

}  // namespace wb
