#pragma once
// What came of a launch on one engine. A plain value: panels and tables read it and nothing else.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb {

enum class EngineKind : uint8_t { simulated, loops, cuda };
const char* engine_key(EngineKind kind);  // "sim", "loops", "gpu": the report's keys and --on's words

enum class RunStatus : uint8_t {
  clean,     // ran to its end, no finding above note
  findings,  // ran, and there are findings of severity warning or error
  failed,    // did not compile, could not be launched, crashed, ran out of budget or time: `reason` says what
  absent,    // this engine is not there on this machine, or refuses this kernel: `reason` says why
  cancelled,
};
const char* status_name(RunStatus status);

// One measured span of time, repeated. All in milliseconds.
struct Timing {
  std::string what;      // "kernel", "copy in", "copy out", "launch"
  double median_ms = 0, min_ms = 0, max_ms = 0;
  int runs = 0;
  int threads = 1;       // host threads, for the loops
};

// Where and when GPU figures were measured.
struct DeviceFacts {
  std::string device;    // "NVIDIA H200"
  std::string date;      // "2026-11-20"
  std::string driver, toolkit;
};

struct RecordedTiming {
  DeviceFacts where;
  std::vector<Timing> timings;
};

// Which other schedules a run has looked at by itself (other_schedules.h).
struct OtherSchedules {
  struct Tried {
    SchedulePick pick;
    bool is_cut = false;     // it cost too much, and was not run to its end
  };
  std::vector<Tried> tried;
  uint64_t left_out = 0;     // schedules: nothing was left for them
};

struct RunResult {
  uint64_t id = 0;       // of the run; a result with an old id is dropped
  EngineKind engine = EngineKind::simulated;
  RunStatus status = RunStatus::clean;
  std::string reason;    // one sentence, for failed and absent
  std::shared_ptr<const SourceMap> sources;  // of diagnostics and findings
  std::vector<Diagnostic> diagnostics;       // of the compilation
  std::vector<DeviceBuffer> buffers;         // all of the launch's, as they ended; empty when it did not run
  std::vector<Timing> timings;
  std::optional<DeviceFacts> device;         // cuda: what ran it
  std::optional<RecordedTiming> recorded;    // cuda, absent: what was measured elsewhere for this very source
  Counters counters;
  std::vector<AccessCounters> accesses;
  WarpCounters warp_counters;                // where the launch asks for them
  CountersOverTime counters_over_time;
  uint32_t static_shared_bytes = 0;          // simulated: of a block, without what the launch asks for
  std::vector<Finding> findings;             // the run's own, the most severe first, as its recording counts them; then those that only others have
  OtherSchedules others;                     // simulated
  std::shared_ptr<const DeviceHeap> heap;    // simulated: what the launch left in the device's heap, for addresses in buffers; null: nothing
  std::vector<ChildGrids> children;          // simulated: grids that device code launched, by kernel
  std::string console;
  double wall_ms = 0;                        // simulated: this machine's own time
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  std::shared_ptr<const Recording> recording;  // none for loops and GPU
  std::shared_ptr<const GridFamily> family;    // recorded, and device code has launched grids: those
  bool ran() const { return status == RunStatus::clean || status == RunStatus::findings; }
};

}  // namespace wb
