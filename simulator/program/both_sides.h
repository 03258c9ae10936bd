#pragma once
// An `if` with an `else` of which each side is straight code, and the accesses to one place that both sides make: nvcc makes one for both.
//
//     if (t >= d) b[t] = a[t] + a[t - d];     `a[t]` is loaded in front of the `if`, for the lanes of both sides,
//     else b[t] = a[t];                       and `b[t]` stored behind it
//
// Joined are a load on each side with no store before it on its side, and the last stores where nothing that goes to memory follows, if
// they have the same address and width. Outside loops stores are joined where the sides load nothing else (but constant memory): the
// address is computed on each side there, and nvcc 13.0 leaves two of these where a load keeps the sides apart; in a loop it stands in
// front. The condition may be some with `&&`, of which only the first asks memory. With `||` or another `if` inside it is not said.
#include <optional>
#include <vector>

#include "simulator/program/loop_shapes.h"

namespace wb {

struct BothSides {
  Pc begin = 0, other = 0, end = 0;  // of the first side, of the other one, and behind both
  std::vector<Pc> tests;             // the branches that lead to the other side, in order
};

// In the order of `begin`.
std::vector<BothSides> find_both_sides(const Program& program, const LoopShapes& shape);

// The accesses of one `if` that may be joined.
class SideAccesses {
 public:
  struct Pair {
    Pc first = 0, other = 0;
  };
  using Place = std::vector<uint32_t>;  // opcode, and what tells the address

  // On the side that is at work.
  void see_store(Pc pc, Place place);
  void see_load(Pc pc, Place place);
  void see_other() { store_ = {}, may_load_ = false; }  // an atomic, what waits or calls: nothing moves past it
  void begin_other_side();
  std::optional<Pc> load_of_first_side(const Place& place) const;  // what the load at work is joined with
  void join_load(Pc first, Pc other) { pairs_.push_back({first, other}); }
  std::vector<Pair> pairs(bool are_in_loop) const;  // behind both

 private:
  struct Access {
    Pc pc = 0;
    Place place;
  };
  std::vector<Access> loads_;  // of the first side
  std::optional<Access> store_, first_store_;
  std::vector<Pair> pairs_;
  size_t all_loads_ = 0;
  bool may_load_ = true, is_other_ = false;
};

}  // namespace wb
