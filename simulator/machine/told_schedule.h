#pragma once
// A schedule that is told from outside: everything in order, but for a few places where a thread is stopped and somebody else goes first.
//
//   in order         A: read 7, write 8              B: read 8, write 9
//   with one hold    A: read 7 | before its write A waits until B has written |  B: read 7, write 8  |  A: write 8
//
// A hold is a preemption that says what it is for: "before this moment, wait until that moment has passed", and then go on at once. Moments are counted in a thread's
// own program (its 3rd pass of an instruction), so they mean the same whatever the others do. A hold that keeps everybody from going on
// (the other one waits at a barrier, or spins on what this one would set) is given up: then the program itself has an order there.
//
// A late write holds no thread but what it wrote: the store is carried out, and nobody sees it until the other moment has passed. That is what a
// GPU may do where no fence keeps the writes of a thread in order; a fence, a barrier or a warp function for the reader's sake, and an access of
// the thread's own to those bytes end it. A store that is an atomic's may be as late behind a fence that is not sequentially consistent, or reaches too few; but not later than the
// next atomic of its thread, which may tell of it then.
//
// It costs only where it is at work: turns of the warps that have moments end in front of these; the loop that runs instructions knows nothing.
#include <array>
#include <cstdint>
#include <vector>

namespace wb {

struct ToldSchedule {
  struct Moment {
    uint32_t block = 0, thread = 0;  // linear
    uint32_t pc = 0;
    uint32_t pass = 1;               // the thread's first, second, ... execution of that instruction
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  struct Hold {
    Moment before;                   // its thread waits here ...
    Moment until;                    // ... until this one's has executed the instruction
    bool alone = false;              // the thread leaves its warp's other lanes for it; else those that came with it wait, too
    bool last = false;               // it waits on when that has passed, until nobody else can go on
    bool late = false;               // nobody waits: the store at `before` is late
    friend bool operator==(const Hold&, const Hold&) = default;
  };
  std::vector<uint32_t> first_blocks{};  // these start before all others, which keep their order; a block of a cluster with all of it
  std::vector<Hold> holds{};
  uint64_t patience = 1 << 20;         // ticks after which a hold is given up: somebody spins for what will not come
  bool empty() const { return first_blocks.empty() && holds.empty(); }
  friend bool operator==(const ToldSchedule&, const ToldSchedule&) = default;
};

// How far a run has come with a hold.
struct HoldState {
  enum class Phase : uint8_t {
    coming,     // neither of the two moments has been there
    writing,    // a late write: its store is the next instruction
    holding,
    kept,       // it was let go when the other had passed
    needless,   // the other one passed first of itself
    given_up,   // nobody else could go on, or for too long
  } phase = Phase::coming;
  uint32_t passes_before = 0, passes_until = 0;
  uint64_t since = 0, ended = 0;       // holding: the tick at which it began; kept, given up: at which it ended
  // A late write that is under way.
  struct Late {
    uint32_t allocation = 0;
    uint32_t owner = 0;                // shared memory: whose
    uint64_t offset = 0;
    uint8_t bytes = 0;
    uint32_t was_written = 0;          // one bit a byte: it had a value before
    bool is_stopped = false;           // its thread stands in front of a barrier that would tell of it
    bool is_known_to_block = false;    // its thread has passed a barrier since: any thread's fence tells of it
    bool is_released = false;          // an atomic's: a fence lies behind it that lets a later write tell of it
    std::array<uint8_t, 16> value{};   // writing: what stood there; holding: what is to come
  } late{};
};

}  // namespace wb
