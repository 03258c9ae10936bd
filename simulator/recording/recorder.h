#pragma once
// Takes snapshots of a machine while it runs, and keeps them within a limit of memory: when there are too many, every second one goes,
// one after the other from the start on as memory is needed; when the last one is reached the distance doubles. Once an eighth of the
// memory is taken, they leave out values that are dear to keep and can be found otherwise (Machine::Keep::live).
//
//   ticks   0 ---- 4096 ---- 8192 ---- 12288 ---- ...          each a MachineState: changed blocks and changed pages alone
//   limit reached:  0 ---------- 8192 ---- 12288 - ...         and when all have been thinned out, new ones come every 8192
//
//     Recorder recorder(limit);
//     for (recorder.take(machine); ...; ) { machine.run_until(recorder.next_stop()); recorder.take(machine); }
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/machine/machine.h"

namespace wb {

struct Snapshot {
  uint64_t tick = 0;
  std::shared_ptr<const MachineState> state;
};

// Memory that states hold together: what they share counts once.
size_t bytes_of(const std::vector<Snapshot>& snapshots);

class Recorder {
 public:
  explicit Recorder(size_t byte_limit, uint64_t distance = 4096) : byte_limit_(byte_limit), distance_(distance) {}

  // The tick at which take() should be called next.
  uint64_t next_stop() const { return snapshots_.empty() ? 0 : snapshots_.back().tick + distance_; }
  void take(Machine& machine);
  std::vector<Snapshot> finish() { return std::move(snapshots_); }
  size_t bytes() const { return bytes_; }  // of all that is kept

 private:
  void drop_one();

  size_t byte_limit_;
  uint64_t distance_;
  size_t bytes_ = 0;
  size_t next_drop_ = 1;
  std::vector<Snapshot> snapshots_;
};

}  // namespace wb
