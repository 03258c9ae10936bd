#pragma once
// Any moment of a run, forwards and backwards. Views draw from this interface alone; the real one replays the machine from
// snapshots (replay.h), a hand-made one serves tests of the views.
//
// A tick is the index of a warp instruction in the run's total order. "At tick t" means: instructions 0 .. t-1 have been executed,
// instruction t is about to be. end() is the moment after the last one.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/launch_shape.h"
#include "simulator/source/source_map.h"

namespace wb {

using Tick = uint64_t;

struct ThreadRef {
  uint32_t block = 0;   // linear in the grid, x fastest
  uint32_t thread = 0;  // linear in the block, x fastest; warp = thread / 32, lane = thread % 32
  friend bool operator==(ThreadRef, ThreadRef) = default;
};

struct ElementRef {
  uint32_t allocation = 0;  // index into Recording::allocations()
  uint64_t element = 0;     // flat, in elements of the allocation's type
  uint32_t block = 0;       // whose, for shared memory
  friend bool operator==(ElementRef, ElementRef) = default;
};

// Bytes of an allocation: of one copy, where each block or thread has its own.
struct MemoryPlace {
  uint32_t allocation = 0;
  uint64_t offset = 0, bytes = 1;
  uint32_t block = 0;       // whose, for shared and local memory
  uint32_t thread = 0;      // whose, for local memory
  friend bool operator==(const MemoryPlace&, const MemoryPlace&) = default;
};

enum class LaneState : uint8_t {
  absent,      // no such thread: the block ends before this lane
  waiting,     // its block has not started
  ready,       // may run, but its warp is not at work at this moment
  running,     // active in the instruction at this tick
  masked,      // its warp is at work, this lane takes another path
  at_barrier,
  done,
};

struct LaneView {
  LaneState state = LaneState::absent;
  Span span;   // where this lane stands (its next instruction); empty when waiting or done
};

// A variable of one thread.
struct VariableView {
  std::string name;
  std::string type;
  std::string value;       // "19"; "?" when poisoned; "{allocation + 12}" style text for pointers: "rgb + 36"
  bool is_poisoned = false;
  bool changed = false;    // by the previous statement of this thread
};

// One access to memory by one lane.
struct AccessRecord {
  Tick tick = 0;
  ThreadRef thread;
  AccessKind kind{};
  uint32_t allocation = 0;
  uint64_t offset = 0;     // bytes
  uint8_t bytes = 0;
  uint64_t value = 0;      // loaded or stored; atomics: the new value
  uint64_t old_value = 0;  // stores and atomics: what stood there before
  Span span;
  uint32_t owner = own_block;  // shared memory of another block of the cluster: whose
  uint32_t memory_block() const { return owner == own_block ? thread.block : owner; }
};

// Two threads came to one word of memory, one after the other (or in one instruction).
struct ThreadMeeting {
  AccessRecord earlier, later;
};

// The instruction about to be executed at a tick.
struct Instruction {
  uint32_t block = 0, warp = 0;
  LaneMask active = 0;
  Span span;
  std::string text;  // disassembly
};

// Bytes of an allocation at a moment, with poison.
struct MemoryView {
  std::vector<uint8_t> bytes;
  std::vector<bool> defined;  // one flag a byte; empty: all defined
};

enum class StepKind : uint8_t {
  instruction,  // one tick
  access,       // to the next memory access of the followed thread's warp
  line,         // until the followed warp stands on another source line (the sequence of ticks on one line of one warp is one step)
  warp,         // until another warp is at work
  barrier,      // to the next barrier of the followed block
  divergence,   // to the next branch that parts a warp
  finding,      // to the next finding
  block,        // until the followed block is done
  finish,       // to the end (backwards: to the start)
};
enum class Direction : uint8_t { forwards, backwards };

// Whom the steps follow: a thread (its warp, its block), or nobody (whatever runs next).
using Follow = std::optional<ThreadRef>;

struct WarpSlice {
  Tick begin = 0, end = 0;   // [begin, end): this warp was at work
  uint32_t block = 0, warp = 0;
  Span span;                 // of the first instruction
};

// One warp instruction of the run, as views over time draw it.
struct WarpStep {
  enum class Kind : uint8_t { plain, load, store, atomic, barrier };
  Tick tick = 0;
  uint32_t block = 0, warp = 0;
  LaneMask active = 0;
  Kind kind = Kind::plain;
  Span span;
  friend bool operator==(const WarpStep&, const WarpStep&) = default;
};

// A warp comes to a line of the main file: at `tick` these lanes stand before it, about to run, and each of them stood elsewhere when it ran last.
struct LineArrival {
  Tick tick = 0;
  uint32_t block = 0, warp = 0;
  LaneMask lanes = 0;
  uint32_t line = 0;
  friend bool operator==(const LineArrival&, const LineArrival&) = default;
};

// [begin, end) of numbers in a row: warps (block * warps of a block + warp), or blocks.
struct IndexRange {
  uint64_t begin = 0, end = 0;
  friend bool operator==(IndexRange, IndexRange) = default;
};

// What happened from one tick to another, seen from afar: who, but not when and not how often. Ranges ascend and do not touch.
struct RunStretch {
  Tick begin = 0, end = 0;
  std::vector<IndexRange> at_work, parted;  // warps; `parted`: a branch parted their lanes
  std::vector<IndexRange> barriers;         // blocks that passed a barrier
};

class Recording {
 public:
  virtual ~Recording() = default;

  virtual const LaunchShape& shape() const = 0;
  virtual const SourceMap& sources() const = 0;
  virtual std::span<const AllocationInfo> allocations() const = 0;
  virtual std::span<const Finding> findings() const = 0;
  virtual Tick end() const = 0;
  // Which grid of the launch it is of (grid_family.h), and the tick of the whole launch that is tick 0 here. Findings have ticks of the launch.
  virtual uint32_t grid() const { return 0; }
  virtual Tick first_tick() const { return 0; }
  // So many steps of all blocks are gone through again, at most, to reach a moment: what of the run could be kept. Where they are few, and where blocks are
  // replayed alone, 0.
  virtual Tick long_way() const { return 0; }
  // A tick of the launch, as one of this recording; none: this grid was not at work then.
  std::optional<Tick> moment_of(Tick of_launch) const { return of_launch < first_tick() || of_launch - first_tick() > end() ? std::nullopt : std::optional(of_launch - first_tick()); }

  // The instruction at `tick`; none at end().
  virtual std::optional<Instruction> instruction(Tick tick) const = 0;
  // The state of all threads of a block, by linear thread index. O(threads of the block) plus the seek.
  virtual std::vector<LaneView> lanes(Tick tick, uint32_t block) const = 0;
  // Per block of the grid: waiting, ready, running, at_barrier (some warp waits) or done.
  virtual std::vector<LaneState> blocks(Tick tick) const = 0;
  // Variables of one thread that are in scope where it stands, innermost last.
  virtual std::vector<VariableView> variables(Tick tick, ThreadRef thread) const = 0;
  // The value of an expression of the kernel's source at `span` in each of the 32 lanes of the thread's warp ("" where not available).
  virtual std::array<std::string, warp_size> values(Tick tick, ThreadRef thread, std::string_view variable) const = 0;
  // `block`: whose copy, for shared memory; ignored else. Of what is large its beginning: 256 MiB, of the device's heap 8.
  virtual MemoryView memory(Tick tick, uint32_t allocation, uint32_t block) const = 0;
  // The same of a few bytes: of a place that reaches beyond its allocation's end, those that are there. A big buffer is not copied for them.
  virtual MemoryView bytes(Tick tick, const MemoryPlace& place) const;
  // What the launch has printed up to this moment.
  virtual std::string console(Tick) const { return {}; }
  // What the lanes of the instruction at `tick` do to memory; empty when it does not touch any.
  virtual std::vector<AccessRecord> accesses(Tick tick) const = 0;

  // The next (or previous) stop of that kind, from `tick`; none when there is none that way.
  virtual std::optional<Tick> step(Tick tick, StepKind kind, Direction direction, Follow follow) const = 0;
  // The next moment at which the thread stands before `line` of the main file (with its lane active), from `tick` on (inclusive); `pass` counts from 1.
  virtual std::optional<Tick> find_line(Tick from, ThreadRef thread, uint32_t line, uint32_t pass) const = 0;

  // The arrivals of any warps at these lines in [begin, end), in order. Takes time in proportion to the ticks between: who looks through a long run
  // asks for it piece by piece.
  virtual std::vector<LineArrival> arrivals(std::span<const uint32_t> lines, Tick begin, Tick end) const = 0;

  // ---- questions about the past. A write at tick t shows from tick t + 1 on.
  // Every access to an element, in order of time; at most `limit`, the last ones before `until`.
  virtual std::vector<AccessRecord> history(ElementRef element, Tick until, size_t limit) const = 0;
  // The last write at a tick below `before` to any of these bytes; of lanes that write at once, the one whose value stays.
  virtual std::optional<AccessRecord> who_wrote(const MemoryPlace& place, Tick before) const = 0;
  // The write that gave these bytes another value: the first one at `tick` or later, or the last one before it. Writes that leave the
  // bytes as they were are passed over.
  virtual std::optional<AccessRecord> value_change(const MemoryPlace& place, Tick tick, Direction direction) const = 0;
  // The next moment after `tick` (or the last one up to it) at which a variable of a thread shows another value than before, or its first
  // one. A thread's own instructions change its variables; moments at which the variable is out of scope are passed over.
  virtual std::optional<Tick> variable_change(ThreadRef thread, std::string_view variable, Tick tick, Direction direction) const = 0;
  // Every access of one thread, from tick `from` on, at most `limit`: to go on, ask again from behind the last one's tick.
  virtual std::vector<AccessRecord> accesses_of(ThreadRef thread, Tick from, size_t limit) const = 0;
  // The two threads meet where one of them comes to a word (4 bytes) that the other one has been to: the first such moment at `tick` or
  // later, or the last one before it. With the other one's latest access to that word. Local memory is nobody else's.
  virtual std::optional<ThreadMeeting> meeting(ThreadRef a, ThreadRef b, Tick tick, Direction direction) const = 0;
  // Which warps were at work in [begin, end), merged to at most `resolution` slices.
  virtual std::vector<WarpSlice> timeline(Tick begin, Tick end, size_t resolution) const = 0;

  // ---- for views over time
  // The instructions of [begin, end), in order.
  virtual std::vector<WarpStep> steps_between(Tick begin, Tick end) const = 0;
  // Those of one warp round a tick, in order: the last `before` ones below `tick`, and the first `after` ones from it on.
  virtual std::vector<WarpStep> steps_of(uint32_t block, uint32_t warp, Tick tick, size_t before, size_t after) const = 0;
  // The run in stretches, from the one in which `begin` lies to the one that reaches `end`. Reads an index; replays nothing.
  virtual std::vector<RunStretch> stretches(Tick begin, Tick end) const = 0;

  // The bytes of an element.
  MemoryPlace place_of(ElementRef element, uint32_t thread = 0) const;
};

// Does an access touch these bytes, and in the right copy?
bool touches(const AccessRecord& access, const MemoryPlace& place, const AllocationInfo& allocation);
// Collects where two threads meet: give it their accesses in order of time.
class MeetingFinder {
 public:
  MeetingFinder(ThreadRef a, ThreadRef b, std::span<const AllocationInfo> allocations) : a_(a), b_(b), allocations_(allocations) {}
  // The meeting that this access brings, if any.
  std::optional<ThreadMeeting> add(const AccessRecord& access);

 private:
  ThreadRef a_, b_;
  std::span<const AllocationInfo> allocations_;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, AccessRecord> last_[2];  // by allocation, copy and word: of each thread
};

}  // namespace wb
