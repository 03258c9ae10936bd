#pragma once
// The loops around an instruction, and the accesses that are the same in all their passes.
//
//     if (!(k < n)) goto out;       the way in: what is loaded once is loaded here, behind the question whether there is a pass at all
//   head:                           numbers up to here are older than the loop; each register that the loop writes has a new one,
//     v += x[k] * a[i];             and each kind of memory that it changes a new version
//     if (c) continue;              from here on no pass is sure to come here
//     if (++k < n) goto head;
//   out:
//
// A load in a loop is made once, in front of it, where each pass comes to it (nothing before it in the loop leaves it out, or the loop) and finds
// the same: its address comes from numbers older than the loop, and no way around the loop changes its memory; what is stored before a `break` does
// not. Lanes that have no pass do not load. A loop inside another whose question is the same in all passes of that: nvcc asks it in front of both,
// and loads there, too, if there is little else in the outer one; if there is more, nothing is said.
//
// What is noted of a loop besides is for its end: what passes hand on (handed_on.h), places that stay in a register (stored_places.h), passes that
// are written out (written_out_passes.h, uneven_loops.h).
#include "simulator/program/forks.h"
#include "simulator/program/known_memory.h"
#include "simulator/program/loop_shapes.h"
#include "simulator/program/stored_places.h"
#include "simulator/program/written_out_passes.h"

namespace wb {

// A load that the end of the loop decides of.
struct NotedLoad {
  Pc pc = 0;
  LoadKey key{};
  size_t holder = 0;              // of the key's version
  bool is_straight = false;       // no way of the pass leads past it
  std::optional<WaySide> without{};  // behind an `if`: the side of it that has changed its memory
};

struct OpenLoop {
  // What decides whether the loop is come to, and whether all passes of the loop around it come there.
  struct Entry {
    uint32_t guard_root = 0;
    bool is_certain = true;
  };
  Pc head = 0, end = 0;
  uint32_t mark = 0;       // numbers up to this are from before it
  bool has_entry = false;  // the branch in front of it, and nothing else, leads into it
  Entry entry{};
  Pc skips_to = 0;           // so far a pass may have gone past what lies before this,
  bool may_be_left = false;  // or out of the loop
  bool is_straight = true;   // so far, from the head on
  bool has_fence = false;    // for compilers alone
  Known in_front{}, at_head{};  // at_head: `kept` is empty

  const EvenLoop* even = nullptr;
  bool may_be_uneven = false;  // lanes may make other numbers of passes
  PlacesOfLoop places{};
  LoadsOfPasses of_passes{};
  std::vector<NotedLoad> first_of_pass{}, unchanged{}, changed_by_side{};
  std::vector<Pc> certain{};   // accesses that each pass comes to, in memory that is counted

  bool comes_to(Pc pc) const { return !may_be_left && skips_to <= pc; }  // each pass
  bool changes(size_t holder) const { return at_head.version[holder] != in_front.version[holder]; }
  // The value of a load where it is known in front of the loop, of memory as it is there; null: it is not.
  const KeptValue* known_before(const LoadKey& key, std::optional<size_t> holder) const;
  uint32_t counter() const { return at_head.number[even->counter]; }     // its number in a pass
  // The register that has this number at the head, changed by the loop; none: there is none.
  std::optional<uint32_t> slot_at_head(uint32_t number) const;
};

class OpenLoops {
 public:
  OpenLoops(const Program& program, const LoopShapes& shape, ValueNumbers& values, KnownMemory& memory, const std::vector<bool>& fences)
      : p_(program), shape_(shape), values_(values), memory_(memory), is_behind_fence_(fences) {}

  bool empty() const { return open_.empty(); }
  OpenLoop* innermost() { return open_.empty() ? nullptr : &open_.back(); }
  const OpenLoop* innermost() const { return open_.empty() ? nullptr : &open_.back(); }
  std::vector<OpenLoop>& all() { return open_; }  // outermost first

  OpenLoop& enter(Known& known, Pc head);
  void leave_all_before(Pc pc);
  void note_way(const Known& known, Pc pc);  // behind the instruction
  // At a jump back: the loop that ends there, if that is its only one.
  OpenLoop* ended_by(Pc back);
  // The head of the loop for all of whose passes nvcc makes a load once, in front of it: what the load's value comes from is no later than `root`.
  std::optional<Pc> in_front_of(Pc pc, uint32_t root) const;

 private:
  void leave();
  bool has_entry(Pc head) const;

  const Program& p_;
  const LoopShapes& shape_;
  ValueNumbers& values_;
  KnownMemory& memory_;
  const std::vector<bool>& is_behind_fence_;
  std::vector<OpenLoop> open_;
  OpenLoop::Entry entry_;  // of a loop that begins behind the instruction
};

}  // namespace wb
