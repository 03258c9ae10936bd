#pragma once
// Loops that nvcc writes out though lanes make other numbers of passes: those come together by where a pass stands in what is written out.
//
//     for (int k = 0; k < n; ++k) v += a[k];                    four passes at once, then those that are left over
//     for (int k = row[i]; k < row[i + 1]; ++k) v += a[k];      those that are left over, then four at once; and of these sixteen, eight, four
//
// Written out are loops with one way out, whose number of passes nvcc can work out as it comes to them: a register that steps by a constant is
// compared with what no pass changes. Not with a loop, a call, a `break` or a barrier inside, of heavy passes (written_out_passes.h), or where it knows
// that there are no more than 20. What is left over of four goes behind them where a whole number that passes hand on begins with a constant (`k = 0`,
// `int v = 0`), and in front else: that is how the compiler's middle decides (a sum of floats from 0 is no whole number).
//
// Four times these four are done at once by what comes behind it, nvcc's assembler, but not where a pass has more than three accesses to global
// memory, an atomic, a shuffle or a way of its own for hard cases (a division, a root); not with loads and stores in it that hand values on, that stand
// behind an `if`, or go by the counter from a constant; and not where indices in global memory are the counter times a constant, and none the counter
// alone, or the counter times anything without a sign, from a constant on: there the end of the loop is asked in a form that it does not look into.
//
// All this was read from what nvcc 13.0 makes of some hundred small kernels for sm_90, and of 41 of them on an H200 (tests/fidelity/uneven.cu).
// Not foreseen: counters of 64 bits, pointers that step, `do` loops; passes that are written out by a `#pragma unroll` with a number.
#include <map>
#include <optional>
#include <vector>

#include "simulator/program/compiled_accesses.h"
#include "simulator/program/liveness.h"
#include "simulator/program/open_loops.h"

namespace wb {

class UnevenLoops {
 public:
  UnevenLoops(Program& program, const ValueNumbers& values) : p_(program), values_(values), is_shared_(program.code.size()) {}

  void see(const PlaceAccess& access) { is_shared_[access.pc] = holder::is_shared(access.holder); }
  // At the jump back. `handed_on`: loads of what the pass before has stored.
  void note(const OpenLoop& loop, const Known& at_end, Pc back, std::vector<Pc> handed_on);
  // Of those of their accesses that are still made each time.
  void tell(CompiledAccesses& compiled);

 private:
  struct Uneven {
    UnevenLoop loop{};
    Pc back = 0;
    std::vector<Pc> certain{}, handed_on{};
  };
  struct LoopTest;
  static std::optional<LoopTest> loop_test(const Ins& branch, bool goes_on);
  std::optional<UnevenLoop> find(const OpenLoop& loop, const Known& at_end, Pc back) const;
  std::optional<UnevenLoop> find(const OpenLoop& loop, const Known& at_end, Pc back, const LoopTest& first, const LoopTest& next, bool is_left) const;
  bool are_few(uint32_t from, std::optional<uint32_t> to, int64_t step) const;
  bool begins_with_constant(const OpenLoop& loop, Pc back) const;

  Program& p_;
  const ValueNumbers& values_;
  std::vector<bool> is_shared_;     // by pc: an access that is known to go to shared memory
  std::map<Pc, Uneven> uneven_;     // by head
  mutable std::optional<Liveness> liveness_;
};

}  // namespace wb
