#pragma once
// The real Recording: snapshots of the machine, and replay between them. The machine is deterministic, so "at tick t" is the nearest
// snapshot before t, loaded and run on to t; a step back is a step of the same code.
//
//   snapshots   0 ......... 4096 ......... 8192 ......... 12288           all over the run, as close as memory allows
//   seek(9000)                              load -> run 808 ticks
//   near states                                  -2048 -512 |             left on the way to what is looked at: the closer, the denser
//   questions   the index of the run says which stretches of ticks may matter; those are replayed, with somebody listening
//
// Of a run whose snapshots are so large that they lie far apart a journal is kept. Then only those blocks are replayed that are asked about
// (replay_alone.cpp), and no near states are needed.
//
// What is kept is bounded by RecordedRun::byte_limit, in shares: the run's snapshots and its journal, its index, the near states, turns
// looked up last.
// Safe to use from several threads: one question is answered at a time.
#include <functional>
#include <mutex>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/recording/lone_blocks.h"
#include "simulator/recording/recorder.h"
#include "simulator/recording/recording.h"
#include "simulator/recording/run_index.h"
#include "simulator/recording/variable_changes.h"

namespace wb {

// How RunOptions::snapshot_bytes is shared out.
struct RecordingShares {
  size_t snapshots, index, near, turns;
  explicit RecordingShares(size_t limit) : snapshots(limit / 16 * 11), index(limit / 8), near(limit / 8), turns(limit / 16) {}
};

// All that a run depends on, and what it brought.
struct RecordedRun {
  std::shared_ptr<const Program> program;
  KernelLaunch launch;             // with the buffers as they were before the run
  MachineOptions options;
  std::vector<Snapshot> snapshots; // the first one at tick 0
  uint64_t end = 0;                // the tick at which the run ended or was stopped
  std::vector<Finding> findings;
  std::shared_ptr<const RunIndex> index;  // null: made by another run when it is first needed
  size_t byte_limit = 512u << 20;
  std::shared_ptr<const RunJournal> journal{};  // null: none was kept
};

class Replay : public Recording {
 public:
  explicit Replay(RecordedRun run);
  // Races across blocks name a party whose moment the checks no longer knew: looks it up, in these findings and in its own.
  void complete(std::vector<Finding>& findings);

  const LaunchShape& shape() const override { return shape_; }
  const SourceMap& sources() const override { return *run_.program->module->sources; }
  std::span<const AllocationInfo> allocations() const override { return allocations_; }
  std::span<const Finding> findings() const override { return run_.findings; }
  Tick end() const override { return run_.end; }
  uint32_t grid() const override { return run_.options.start ? run_.options.start->grid : 0; }
  Tick long_way() const override;
  Tick first_tick() const override { return run_.options.start ? run_.options.start->state.tick : 0; }

  // What the recording takes, for those who measure it.
  struct Use {
    size_t snapshots = 0, snapshot_bytes = 0, index_bytes = 0, near_bytes = 0;
    uint64_t longest_way = 0;  // ticks from one snapshot to the next
    size_t journal_bytes = 0;
  };
  Use use() const;

  std::optional<Instruction> instruction(Tick tick) const override;
  std::vector<LaneView> lanes(Tick tick, uint32_t block) const override;
  std::vector<LaneState> blocks(Tick tick) const override;
  std::vector<VariableView> variables(Tick tick, ThreadRef thread) const override;
  std::array<std::string, warp_size> values(Tick tick, ThreadRef thread, std::string_view variable) const override;
  MemoryView memory(Tick tick, uint32_t allocation, uint32_t block) const override;
  MemoryView bytes(Tick tick, const MemoryPlace& place) const override;
  std::string console(Tick tick) const override;
  std::vector<AccessRecord> accesses(Tick tick) const override;
  std::optional<Tick> step(Tick tick, StepKind kind, Direction direction, Follow follow) const override;
  std::optional<Tick> find_line(Tick from, ThreadRef thread, uint32_t line, uint32_t pass) const override;
  std::vector<LineArrival> arrivals(std::span<const uint32_t> lines, Tick begin, Tick end) const override;
  std::vector<AccessRecord> history(ElementRef element, Tick until, size_t limit) const override;
  std::optional<AccessRecord> who_wrote(const MemoryPlace& place, Tick before) const override;
  std::optional<AccessRecord> value_change(const MemoryPlace& place, Tick tick, Direction direction) const override;
  std::optional<Tick> variable_change(ThreadRef thread, std::string_view variable, Tick tick, Direction direction) const override;
  std::vector<AccessRecord> accesses_of(ThreadRef thread, Tick from, size_t limit) const override;
  std::optional<ThreadMeeting> meeting(ThreadRef a, ThreadRef b, Tick tick, Direction direction) const override;
  std::vector<WarpSlice> timeline(Tick begin, Tick end, size_t resolution) const override;
  std::vector<WarpStep> steps_between(Tick begin, Tick end) const override;
  std::vector<WarpStep> steps_of(uint32_t block, uint32_t warp, Tick tick, size_t before, size_t after) const override;
  std::vector<RunStretch> stretches(Tick begin, Tick end) const override;

 private:
  struct Warp {
    uint32_t block = 0, warp = 0;
    friend bool operator==(Warp, Warp) = default;
  };
  // One warp at work, within a stretch of the index: a longer turn comes as several.
  struct Turn {
    Tick begin = 0, end = 0;
    Warp warp;
    Pc pc = 0;
  };
  using Turns = std::shared_ptr<const std::vector<Turn>>;
  // What stands at a tick: enough to tell one stop from the next.
  struct Stand {
    uint32_t line = 0;
    bool is_access = false;
    LaneMask lanes = 0;
    Warp warp;
    Pc pc = 0;
  };
  using Blocks = LoneBlocks::Blocks;
  struct Moment {
    Tick tick = 0;
    Warp warp;
  };
  enum class Kinds { all, writes };
  using Visit = std::function<void(const AccessRecord&)>;
  using TurnVisit = std::function<bool(const Turn&)>;  // true: enough
  class MomentWatcher;
  class LineWatch;
  // Which of a warp's moments are worth a look for who follows a variable: all; or the first, and those at which it may show another value than at the one before.
  // Behind a barrier that is so once the others have come: at the beginning of the warp's next turn. Who goes back piece by piece puts the first one of a piece off
  // until a change in it is seen: else what shows there shows behind the piece, too.
  class ChangeWatch {
   public:
    enum class First { at_once, put_off };
    ChangeWatch(const VariableChanges* changes, First first) : changes_(changes), puts_off_(first == First::put_off) {}
    const VariableChanges* changes() const { return changes_; }  // null: all
    void start() {
      due_ = puts_off_ ? 0 : 2;
      has_come_ = false;
      put_off_.reset();
    }
    void come_to(Tick moment) {
      if (puts_off_ && !std::exchange(has_come_, true)) put_off_ = moment;
    }
    void pass(Pc pc) { due_ = changes_ && changes_->behind[pc] ? 2 : due_; }
    bool take_due() { return !changes_ || (due_ > 0 && due_-- > 0); }
    bool is_due() const { return due_ > 0; }
    bool has_come() const { return has_come_; }  // to any moment
    std::optional<Tick> put_off() const { return put_off_; }
    std::optional<Tick> take_put_off() { return std::exchange(put_off_, std::nullopt); }

   private:
    const VariableChanges* changes_;
    bool puts_off_, has_come_ = false;
    std::optional<Tick> put_off_;
    int due_ = 2;  // so many moments
  };
  // What a variable showed, backwards: where what it shows last began to.
  struct LastChange {
    std::optional<Tick> change, shown_from;  // from there on, as far as is known, it shows
    std::string shown;                       // this text
    void add(std::vector<std::pair<Tick, std::string>> texts);  // in order, each of some moments at which it is new there; all before those that were added so far
  };

  // All of these are called with the mutex held.
  enum class For { looking, scanning };  // who looks comes back to what is near; who scans goes on
  Machine& seek(Tick tick, For what = For::looking) const;
  // For who looks at this variable of the thread's warp, or at all of them ("").
  Machine& seek_variable(Tick tick, ThreadRef thread, std::string_view variable, For what = For::looking) const;
  void show_variable(Machine& machine, ThreadRef thread, std::string_view variable) const;
  Machine& seek_registers(Tick tick, ThreadRef thread, For what) const;
  Machine& run_from(const Snapshot* start, uint32_t block, Tick tick, const std::vector<AbsentRow>* absent, const std::vector<RegisterRow>& rows) const;
  std::vector<RegisterRow> absent_rows(const SavedBlock& version) const;
  void find_absent(const SavedBlock& version, Tick tick, const std::vector<size_t>& wanted, std::vector<RegisterRow>& rows) const;
  const Snapshot* nearest(Tick tick) const;
  void keep_near(Tick tick) const;
  const RunIndex& index() const;
  Tick stretch_begin(size_t stretch) const { return stretch * index().stretch_ticks(); }
  Tick stretch_end(size_t stretch) const { return std::min(run_.end, stretch_begin(stretch + 1)); }
  Turns turns(size_t stretch) const;
  std::vector<Turn> replay_turns(size_t stretch) const;
  std::optional<Turn> turn_at(Tick tick) const;
  std::vector<Turn> turns_of(Warp warp, size_t stretch) const;  // of all of the stretch's, in order
  bool each_turn_from(Warp warp, Tick from, const TurnVisit& visit) const;     // in order; those that end behind `from`
  bool each_turn_before(Warp warp, Tick before, const TurnVisit& visit) const; // the last one first; those that begin before
  std::vector<Moment> moments(StepKind kind, size_t stretch) const;
  Stand stand_of(const NextInstruction& next) const;
  std::vector<Stand> stands(Tick begin, Tick end, For what = For::looking) const;  // of whoever is at work
  std::vector<Stand> stands_in_order(Tick begin, Tick end, For what = For::looking) const;         // the same, for who goes through one after the other
  std::vector<Stand> stands_of(Warp warp, Tick begin, Tick end, For what = For::looking) const;    // of a warp that is at work in all of [begin, end)
  // The same without the lanes, which are not always known then; of one turn.
  std::vector<Stand> places(Tick begin, Tick end) const;
  std::vector<Stand> places_of(const Turn& turn, Tick begin, Tick end) const;
  std::vector<WarpStep> steps_of(const std::vector<Stand>& stands, Tick begin) const;

  // replay_alone.cpp: where there is a journal
  Machine& look(Tick tick, std::optional<uint32_t> block) const;             // where this block and the one at work are right
  Machine& look_at_memory(Tick tick, uint32_t allocation, uint32_t block) const;
  std::vector<Turn> journal_turns(size_t stretch) const;
  std::vector<Moment> journal_moments(StepKind kind, size_t stretch) const;
  RunJournal::Stands stands_before(Tick tick) const;
  std::vector<LaneState> journal_states(Tick tick) const;
  Tick farthest() const;                                                     // from one snapshot to the next
  static constexpr uint64_t few_ticks = 4096;  // so few that not all blocks are at work in them
  std::vector<Stand> stands_alone(Tick begin, Tick end, bool with_lanes) const;
  Blocks blocks_of_cluster(uint32_t block) const;
  Blocks touchers(const MemoryPlace& place, Kinds kinds, size_t first, size_t last) const;  // of stretches first to last; perhaps too many
  // The last turns before a tick that come to a place in global memory.
  struct TouchedWay {
    Tick begin = 0;
    Blocks blocks;                  // whose turns they are
    // Of the index: in which they lie, the last one first; and which of the blocks come there in it or later.
    struct Stretch {
      size_t number = 0;
      Blocks blocks;
    };
    std::vector<Stretch> stretches;
  };
  size_t add_touchers(const MemoryPlace& place, size_t part, bool is_crowded, Blocks& to) const;
  TouchedWay way_of_touches(const MemoryPlace& place, Tick before, size_t wanted) const;
  void listen_alone(Tick begin, Tick end, const Blocks& blocks, const std::function<AccessListener*(Warp)>& listener_of) const;
  bool each_journal_moment_of(Warp warp, size_t stretch, Tick until, const std::function<bool(Tick)>& visit) const;
  bool each_change_of(Warp warp, Tick begin, Tick end, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const;
  bool each_change_among(Warp warp, const std::vector<RunJournal::Turn>& turns, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const;
  uint64_t ticks_before(const VariableChanges& changes, Warp warp, Pc here) const;
  void each_way_alone_before(Tick before, const std::function<bool(Tick, Tick)>& work) const;
  LastChange last_change_alone(ThreadRef thread, std::string_view variable, Tick tick, ChangeWatch& watch) const;
  void follow(Warp warp, Tick begin, Tick end) const;
  bool is_quiet(const Turn& turn) const;                                     // for sure nobody comes to memory in it
  bool has_parted(Warp warp) const;                                          // at any time
  bool may_part(Warp warp) const;                                            // likewise, or by its schedule
  Tick skip_quiet(Tick tick) const;                                          // to where somebody may; or the end
  Tick skip_quiet_backwards(Tick end) const;                                 // to behind where somebody may; or the start
  uint32_t line_of(const Span& span) const;
  uint32_t line_before(Warp warp, uint32_t lane, Tick tick) const;  // on which the lane ran last; 0: it has not run yet

  std::optional<Tick> step_to_warp(Tick tick, Direction direction) const;
  std::optional<Tick> step_to_moment(Tick tick, StepKind kind, Direction direction, std::optional<Warp> warp) const;
  std::optional<Tick> step_over_block(Tick tick, Direction direction, std::optional<Warp> warp) const;
  std::optional<Tick> step_to_finding(Tick tick, Direction direction) const;
  std::optional<Tick> step_in_warp(Tick tick, StepKind kind, Direction direction, Warp warp) const;
  std::optional<Tick> step_anywhere(Tick tick, StepKind kind, Direction direction) const;
  std::optional<Tick> last_line_start(Tick before, Warp warp) const;

  std::vector<VariableView> variables_with_changes(Tick tick, ThreadRef thread) const;
  std::optional<AccessRecord> last_access(const Finding& finding, const FindingPlace& place) const;
  void each_access(Tick begin, Tick end, const Visit& visit) const;
  // Of the warps for which `is_wanted` says so, all of them of these blocks: the others' turns are run through without listening.
  void each_access_of(Tick begin, Tick end, const Blocks& blocks, const std::function<bool(Warp)>& is_wanted, const Visit& visit) const;
  bool is_cluster_at_work(size_t stretch, uint32_t block) const;
  bool may_touch(size_t stretch, const MemoryPlace& place, Kinds kinds) const;
  void each_touch(Tick begin, Tick end, const MemoryPlace& place, const Blocks& blocks, const Visit& visit) const;  // `blocks`: all that may
  void each_way_before(Tick before, const std::function<bool(size_t)>& may_be_in, const std::function<bool(size_t, size_t)>& work) const;
  bool each_moment_of(Warp warp, size_t stretch, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const;
  std::string text_at(Tick tick, ThreadRef thread, std::string_view variable) const;
  LastChange last_change(ThreadRef thread, std::string_view variable, Tick tick, bool wants_change, ChangeWatch& watch) const;
  const std::optional<VariableChanges>& changes_of_variable(std::string_view name) const;
  std::optional<Tick> first_shown(ThreadRef thread, std::string_view variable) const;  // of one that never changes
  bool is_place(const MemoryPlace& place) const;
  bool is_thread(ThreadRef thread) const { return thread.block < shape_.block_count() && thread.thread < shape_.threads_per_block(); }
  bool wins_over(const AccessRecord& later, const AccessRecord& earlier) const;
  std::vector<uint8_t> bytes_at(const Machine& machine, const MemoryPlace& place) const;
  std::optional<AccessRecord> change_among(const std::vector<AccessRecord>& writes, const MemoryPlace& place, const Blocks& blocks, Direction direction) const;

  RecordedRun run_;
  RecordingShares shares_;
  LaunchShape shape_;
  std::vector<AllocationInfo> allocations_;
  std::vector<Tick> finding_ticks_;  // ascending, each once
  mutable std::mutex mutex_;
  mutable Checks passing_;           // passes on what a replay does
  mutable std::unique_ptr<Machine> machine_;
  // States on the way to what was looked at; those of one look share their pages, and go together.
  struct Near {
    std::vector<Snapshot> states;
    size_t bytes = 0;
  };
  mutable std::vector<Near> near_;   // the newest at the end
  mutable std::vector<std::pair<size_t, Turns>> turns_;  // by stretch; looked up last at the end
  mutable size_t turns_kept_ = 0;
  std::unique_ptr<LoneBlocks> lone_;  // null: no journal
  // Where a warp stood, at all of its ticks in [begin, end): what was looked up last.
  struct Path {
    Warp warp;
    Tick begin = 0, end = 0;
    std::vector<std::pair<Tick, Stand>> steps;
  };
  mutable Path path_;
  mutable std::vector<uint32_t> before_memory_;  // instructions, by pc; empty: not asked for yet
  mutable std::vector<bool> have_parted_;        // likewise, by warp of the grid
  mutable std::optional<std::pair<std::string, std::optional<VariableChanges>>> changes_;  // of the variable that was asked about last
};

}  // namespace wb
