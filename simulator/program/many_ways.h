#pragma once
// An `if` with `else if`s, one within another, or a `switch`: more than two ways of straight code from one place to another, and what all of them do last. nvcc moves that behind them:
//
//     if (x < 0) s[t] = 0;                        switch (kind[t]) {
//     else if (x >= n) s[t] = a[n - 1];             case 0: v = a[t]; break;
//     else s[t] = a[x];                             case 1: v = b[t]; break;
//                     one store to s[t]             default: v = a[t + 1]; }         one load, each lane from its own address
//
// Joined are stores to one place in shared memory, with which all ways end and of which each has no other, where one way alone loads, or all load as one: in loops and
// elsewhere. And loads that are as wide, go to global memory or to one array in shared memory, and leave the same to do behind them; of several all, whatever their addresses take. Of two ways with a condition of `&&` and `||` mixed
// the store is joined in loops alone. (Seen with nvcc 13.0, tests/fidelity/guards.cu; those of two plain sides: both_sides.h.)
#include <optional>
#include <vector>

#include "simulator/program/loop_shapes.h"

namespace wb {

struct ManyWays {
  struct Way {
    Pc begin = 0, end = 0;
  };
  Pc end = 0;                // behind all
  std::vector<Pc> tests;     // the branches that part them, in order
  std::vector<Way> ways;     // in order
};

// In order, none within another.
std::vector<ManyWays> find_many_ways(const Program& program, const LoopShapes& shape);

// What the ways do.
class WayAccesses {
 public:
  using Words = std::vector<uint32_t>;
  void begin_way() { ways_.emplace_back(); }
  void see_store(Pc pc, Words place, bool is_shared) { add({Step::Kind::store, pc, std::move(place), is_shared}); }
  void see_load(Pc pc, Words kind) { add({Step::Kind::load, pc, std::move(kind), false}); }  // `kind`: opcode, memory, and where the value goes
  // What makes a value anew; of such as are loaded on its way, or not.
  void see_work(uint32_t opcode, bool is_of_loaded) { add({is_of_loaded ? Step::Kind::work : Step::Kind::early_work, 0, {opcode}, false}); }
  void see_other() { add({Step::Kind::other, 0, {}, false}); }                               // an atomic, what waits, calls or branches
  // Each one access of every way, in order, that are made as one.
  std::vector<std::vector<Pc>> joined(bool are_in_loop) const;

 private:
  struct Step {
    enum class Kind : uint8_t { work, early_work, load, store, other } kind{};
    Pc pc = 0;
    Words is{};
    bool is_shared = false;
    bool does_as(const Step& other) const { return kind == other.kind && is == other.is; }
  };
  using Way = std::vector<Step>;
  void add(Step step) {
    if (!ways_.empty()) ways_.back().push_back(std::move(step));
  }
  std::vector<std::vector<Pc>> last_loads() const;
  std::vector<Pc> last_stores(bool are_loads_joined) const;
  std::vector<Way> ways_;
};

}  // namespace wb
