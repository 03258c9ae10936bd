#pragma once
// What nvcc makes of each access, as far as the walk through the program (kept_values.cpp) has found it, and how the program is told.
//
//     each time -> never              the value is in a register still, or a store is overwritten before anybody can have read it
//     each time -> once, around       in front of a loop, or behind it; behind an `if`, by lanes of its one side
//     each time -> both sides         with that of the other side of an `if`
//     each time -> handed on, uneven  in a loop that is written out
//
// Those that are not made each time are counted by the branch that lanes come by. It tells of them by Ins::entrance():
//
//     br_ge k, n -> out      entrance 2: once = accesses 4, 5          lanes that go on: each counts there as it comes to 4 and 5 for the first time
//   head:
//     ld in[i]               number 4, once
//     ld row[i + 1]          number 5, once
#include <map>
#include <vector>

#include "simulator/program/both_sides.h"

namespace wb {

class CompiledAccesses {
 public:
  using Made = CompiledAccess::Made;
  explicit CompiledAccesses(Program& program) : p_(program), accesses_(program.code.size()) {}

  Made made(Pc pc) const { return accesses_[pc].made; }
  bool is_left_alone(Pc pc) const { return made(pc) == Made::each_time && !p_.info[pc].compiled.bytes; }
  bool is_in_question(Pc pc) const;  // it may still be left out, or moved in front of a loop

  void keep(Pc load, uint32_t from) { accesses_[load] = {.made = Made::never, .from = from == no_site ? p_.info[load].site : from}; }
  void leave_out(Pc pc, uint32_t from);  // if it is in question; `from`: the site of the load that it is kept from, or of the store that stays
  void make_with(Pc store, Pc before);   // likewise: lanes that come here store their value there
  void make_once(Pc pc, Pc head);        // likewise: in front of the loop, or behind it
  void make_by_way(Pc load, Pc branch, bool by_first_side);
  void hand_on(Pc load, Pc head);        // each time that lanes come to passes that are written out together
  void join_passes(Pc load) { accesses_[load].made = Made::by_passes; }
  void join_sides(const BothSides& sides, const std::vector<SideAccesses::Pair>& pairs);  // those that are left alone
  void join_ways(const std::vector<Pc>& tests, std::vector<std::vector<Pc>> sets);  // likewise: of each set all or none
  void write_out(Pc head, const UnevenLoop& loop, std::vector<Pc> accesses);

  void tell();  // to the program

 private:
  static constexpr Pc no_pc = ~0u;
  struct Access {
    bool is_by_way() const { return branch != no_pc && head == no_pc && (made == Made::once || made == Made::around); }
    Made made{};
    Pc head = no_pc, branch = no_pc;  // that it is counted by
    uint32_t from = no_site;
    bool is_with = false;             // never made, but `from` is
  };
  struct Uneven {
    UnevenLoop loop{};
    std::vector<Pc> accesses{};
  };
  struct Sides {
    std::vector<Pc> tests{};
    std::vector<std::vector<Pc>> sets{};  // of accesses that are made as one
  };

  static Kept kept(const Access& access);
  void tell_loops();
  void tell_sides();
  void tell_ways();
  void tell_sites();
  Entrance& entrance_of(Pc head);
  AccessRange number(const std::vector<Pc>& accesses);

  Program& p_;
  std::vector<Access> accesses_;  // by pc
  std::vector<Sides> sides_;
  std::map<Pc, Uneven> uneven_;   // by head
  uint32_t numbered_ = 0;
};

}  // namespace wb
