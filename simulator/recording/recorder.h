#pragma once
// Takes snapshots of a machine while it runs, and keeps them within a limit of memory: when there are too many, every second one goes,
// one after the other from the start on as memory is needed; when the last one is reached the distance doubles. Once an eighth of the
// memory is taken, they leave out values that are dear to keep and can be found otherwise (Machine::Keep::live).
//
// Beside a journal of the run (run_journal.h) snapshots need not be close, since little is replayed from one to a moment: the larger they
// are, the further apart they are taken, and the journal's memory counts. Too many: the one goes that leaves the smallest gap. If the
// journal turns out not to be needed, it goes instead.
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
  uint64_t next_stop() const;
  void take(Machine& machine);
  // What the journal takes; of that, `lent` stands in memory that nobody needs while the run is recorded. 0: there is none (any longer).
  void set_journal(size_t bytes, size_t lent);
  // Is the run, which ends here, too far from some snapshot to its moments to be replayed as a whole?
  bool needs_journal(uint64_t end) const;
  std::vector<Snapshot> finish() { return std::move(snapshots_); }
  size_t bytes() const { return bytes_; }  // of all that is kept

 private:
  void drop_one();
  size_t least_missed();
  void drop_what_is_too_much();

  size_t byte_limit_, journal_ = 0, lent_ = 0;
  uint64_t distance_;
  size_t bytes_ = 0;
  size_t next_drop_ = 1;
  std::vector<Snapshot> snapshots_;
};

}  // namespace wb
