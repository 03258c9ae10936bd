#pragma once
// An `if` with an `else` of which each side is straight code, and the accesses to one place that both sides make: nvcc makes one for both.
//
//     if (t >= d) b[t] = a[t] + a[t - d];     `a[t]` is loaded in front of the `if`, for the lanes of both sides,
//     else b[t] = a[t];                       and `b[t]` stored behind it
//
// Loads are joined as far as both sides do the same from their begin on: nvcc goes along both, and moves what is equal to the front, up to the first
// that is not (`b[t] = a[t] + a[t - d]` against `b[t] = a[t - d]` keeps two). Joined are the last stores, too, where nothing that goes to memory
// follows, if they have the same address and width. Outside loops that is so where the sides load nothing else (but constant memory): the
// address is computed on each side there, and nvcc 13.0 leaves two of these where a load keeps the sides apart. In a loop it has to stand in
// front: what no pass changes, the loop's counter, or what an access in front of the `if` has gone by; and outside, where one side stores more than the
// other. Of two stores on each side, and nothing else that goes to memory, both are joined, of shared memory where the sides compute nothing.
//
//     v = d == 0 ? a[t] : a[t + w];           one load behind the `if`, each lane from its own address
//
// The last loads of both sides are joined wherever they go, too, where behind them both do the same, step by step from the end: what differs are the addresses then, and nvcc moves the load
// behind the `if`. They have to go to global memory or to one array in shared memory, and be as wide (`a[t] * 2` against `a[t + w] + 1` keeps two).
//
// A function with branches of its own (`sinf`, `powf`, `fmodf`) ends that: no load behind it, no store in front of it is joined. A division or a root is
// one instruction where nvcc looks at the sides. The condition may be some with `&&` or `||`, of which only the first asks memory. With some, stores are joined where each side
// has one; with `||` stores alone, but outside loops, too, where the sides load. With another `if` inside it is not said.
#include <optional>
#include <vector>

#include "simulator/program/loop_shapes.h"

namespace wb {

struct BothSides {
  Pc begin = 0, other = 0, end = 0;  // of the first side, of the other one, and behind both
  std::vector<Pc> tests;             // the branches that lead to the sides, in order
  bool has_or = false;               // some to the first one
  bool is_single() const { return tests.size() == 1; }
};

// In the order of `begin`.
std::vector<BothSides> find_both_sides(const Program& program, const LoopShapes& shape);

// From one instruction up to another: nothing jumps, ends, waits or is jumped to, but the first.
bool is_straight(const Program& program, const LoopShapes& shape, Pc begin, Pc end);
// The branches of a condition, in order, of which the last one leads past what begins behind it, and the others there, too, or to what begins there; all before `limit`. None: they are no
// such condition. `past`: a target.
std::vector<Pc> tests_of(const Program& program, const LoopShapes& shape, Pc past, Pc limit);

// The accesses of one `if` that may be joined.
class SideAccesses {
 public:
  struct Pair {
    Pc first = 0, other = 0;
  };
  using Place = std::vector<uint32_t>;  // opcode, and what tells the address

  // On the side that is at work.
  // `is_address_in_front`: it needs nothing that is computed on the side.
  void see_store(Pc pc, Place place, bool is_address_in_front, bool is_shared);
  // Joined with one of the first side, where that has the same at this place, or where the same is left to do behind both. `kind`: opcode, memory, and where the value goes.
  void see_load(Pc pc, Place place, Place kind);
  void see_work(Place value, uint32_t opcode);  // what makes a value anew
  void see_other();                   // an atomic, what waits, calls or branches: nothing moves past it
  void begin_other_side();
  std::vector<Pair> pairs(const BothSides& sides, bool are_in_loop) const;  // behind both

 private:
  struct Access {
    Pc pc = 0;
    Place place;
    bool is_address_in_front = false, is_shared = false;
  };
  // What is done behind all stores, and all else that nothing moves past; of loads those that are not moved to the front.
  struct Last {
    std::optional<Pc> load;
    Place kind;
  };
  struct Side {
    std::vector<Last> last;
    std::vector<Access> stores;  // the last ones, and nothing else that goes to memory behind them
    size_t all_stores = 0, all_loads = 0, work = 0, others = 0;
  };
  struct Step {
    std::optional<Pc> load;  // none: a value that is made
    Place place;
  };
  bool does_as_first(const Place& place, std::optional<Pc> load);
  void add_last_loads(std::vector<Pair>& to) const;

  std::vector<Step> steps_;  // of the first side, as far as they may be moved to the front
  size_t same_ = 0;          // of these the other side has done
  Side side_, first_;
  std::vector<Pair> pairs_;
  bool may_move_ = true, is_other_ = false;
};

}  // namespace wb
