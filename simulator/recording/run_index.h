#pragma once
// What a whole run looks like from afar, made while it is recorded. The run is cut into stretches of equally many ticks; of each the index
// knows who was at work, which warps parted, which blocks passed barriers, and which bytes of global memory were loaded and stored. That
// is enough to leave nearly all stretches out; what exactly happened in one is seen by replaying it.
//
//   stretch 17:  warps 64..71, 80      parted 66      barriers of block 8      in: 4096..8191 loaded      out: 1024..2047 stored
//
// Sets are kept as sorted ranges, gaps and lengths as small numbers: a warp's turn costs few bytes, scattered accesses one or two bytes
// each. Of long sets some ranges are marked, so that who looks for one place need not read all before it. When the index grows over its limit, stretches are joined in pairs or places in memory told apart less finely: answers stay right,
// but more is replayed for them. Not followed: which bytes of shared and local memory are touched (the block and the warp say enough).
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/recording/recording.h"

namespace wb {

class JournalWriter;

class RunIndex {
 public:
  // From `begin` on one warp is at work.
  struct Slice {
    uint64_t begin = 0;
    uint32_t block = 0, warp = 0;
    Pc pc = 0;  // where it stands
  };
  static constexpr uint64_t first_stretch_ticks = 4096;

  uint64_t end() const { return end_; }
  uint64_t stretch_ticks() const { return stretch_ticks_; }
  size_t count() const { return starts_.size(); }  // of stretches
  size_t stretch_of(uint64_t tick) const { return static_cast<size_t>(tick / stretch_ticks_); }
  size_t bytes() const { return bytes_.capacity() + starts_.capacity() * sizeof(starts_[0]); }

  bool has_warp(size_t stretch, uint32_t block, uint32_t warp) const;
  bool has_only(size_t stretch, uint32_t block, uint32_t warp) const;  // nobody else is at work in all of it
  bool has_block(size_t stretch, uint32_t block) const;
  bool parts(size_t stretch, std::optional<uint32_t> block, uint32_t warp) const;   // no block: any warp
  bool passes_barrier(size_t stretch, std::optional<uint32_t> block) const;
  // Perhaps; if not, certainly not. Of shared and local memory nothing is known.
  bool loads(size_t stretch, uint32_t allocation, uint64_t low, uint64_t high) const;
  bool stores(size_t stretch, uint32_t allocation, uint64_t low, uint64_t high) const;
  // All that is known of the warps and blocks of a stretch.
  RunStretch stretch(size_t stretch) const;
  // Whose turn it was: all turns if there are few (`turn_count` of them), else a choice, evenly spread.
  std::vector<Slice> slices(size_t stretch, uint64_t& turn_count) const;

 private:
  friend class RunIndexer;
  enum Section : size_t { warps, parted, barriers, turns, memory };  // from `memory` on: loads and stores of each allocation
  const uint8_t* section(size_t stretch, size_t which, const uint8_t** end) const;
  bool meets(size_t stretch, size_t section, uint64_t low, uint64_t high) const;
  bool touches(size_t stretch, size_t section, uint32_t allocation, uint64_t low, uint64_t high) const;

  uint64_t end_ = 0, stretch_ticks_ = first_stretch_ticks;
  uint32_t warps_per_block_ = 1;
  std::vector<uint8_t> shifts_;    // by allocation: bytes are told apart in pieces of 1 << shift
  std::vector<bool> is_followed_;  // by allocation
  std::vector<uint8_t> bytes_;     // of the stretches, one after the other: sections with their lengths
  std::vector<size_t> starts_;
};

// Makes the index of a run: tells the checks to pass on what happens, and runs the machine turn by turn.
//     RunIndexer indexer(machine, limit);  checks.also_tell(&indexer);  ... indexer.run(machine, until) ...  indexer.finish(machine.tick())
class RunIndexer : public RunWatcher {
 public:
  RunIndexer(const Machine& machine, size_t byte_limit, uint64_t stretch_ticks = RunIndex::first_stretch_ticks);
  void also_write(JournalWriter* journal) { journal_ = journal; }  // as long as it is kept
  MachineStatus run(Machine& machine, uint64_t limit);
  RunIndex finish(uint64_t end);

  void access(const WarpAccess& access) override;
  void parting(uint32_t block, uint32_t warp, uint64_t tick) override;
  void barrier(uint32_t block, uint64_t tick) override;
  void grid_barrier(uint64_t tick) override;
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) override;
  void cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) override;

 private:
  // Pieces of an allocation that were touched in this stretch.
  struct Marks {
    std::vector<uint64_t> bits;
    size_t low = SIZE_MAX, high = 0;  // words [low, high) that are not zero
    void mark(uint64_t first, uint64_t last);
    std::vector<IndexRange> take();
  };
  struct Sets;
  void note_turn(const NextInstruction& next, uint64_t tick);
  void close_stretches(uint64_t tick);
  void close_stretch();
  void append(const Sets& sets);
  static Sets read(const RunIndex& index, size_t stretch);
  void join_slices(Sets& first, const Sets& second) const;
  void coarsen();
  void rewrite(bool joins, bool coarser);
  void add_range(Marks& marks, uint32_t allocation, uint64_t low, uint64_t high) { marks.mark(low >> index_.shifts_[allocation], (high - 1) >> index_.shifts_[allocation]); }
  uint64_t open_begin() const { return index_.starts_.size() * index_.stretch_ticks_; }

  RunIndex index_;
  size_t byte_limit_;
  JournalWriter* journal_ = nullptr;
  std::vector<uint32_t> warps_, parted_, barriers_;
  std::vector<RunIndex::Slice> turns_;
  std::vector<Marks> loads_, stores_;  // by allocation
};

// Runs a launch from its start until `end`, for its index alone.
RunIndex index_run(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end, size_t byte_limit);

}  // namespace wb
