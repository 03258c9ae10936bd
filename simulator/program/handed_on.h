#pragma once
// What a pass of a loop has in registers from the passes before it, as its jump back is come to.
//
//     for (...) s[t] += in[k];                   a place that stays in one through all passes (stored_places.h): loaded in front, stored behind
//
//     for (...) out[i] += in[k];                 what a pass has stored to a place the next one still has; nvcc writes out four passes and the
//                                                rest behind them, and loads in front of both (written_out_passes.h)
//
//     while (a[k] < a[k + 1] && k < n) ++k;      `a[k]` behind a pass with `a[k + 1]`
//
// The last is so in loops that nvcc does not write out, by a second way out or a loop inside: in those it is written out with four passes at a time,
// and then it depends. At such a loop's head a register is one of two, that in front and that of the pass before. A load that goes by such registers
// to what nothing has changed since the head is not made where both of these have been there, and once, in front, where the pass before has. Its index
// is such a register and a constant: through a product or a sum of two (`a[k * n + i]`) nvcc does not look.
#include "simulator/program/compiled_accesses.h"
#include "simulator/program/open_loops.h"

namespace wb {

class HandedOn {
 public:
  HandedOn(Program& program, ValueNumbers& values, KnownMemory& memory, Places& places, JoinedLoads& joined, CompiledAccesses& compiled)
      : p_(program), values_(values), memory_(memory), places_(places), joined_(joined), compiled_(compiled) {}

  // A load that the source makes in each pass, or in some; and of these one that is not made in front of the loop.
  void note_load(OpenLoop& loop, const Known& known, Pc pc, const LoadKey& key) const;
  void note_left(OpenLoop& loop, const Known& known, Pc pc, const LoadKey& key, const ValuesOfWays& ways, bool is_target) const;

  // At the jump back:
  void keep_places(const OpenLoop& loop);
  void keep_from_pass_before(const OpenLoop& loop, const Known& at_end, Pc back);
  void write_out(const OpenLoop& loop, const Known& at_end, Pc back, bool is_inner);
  // The loads that passes hand on to each other, if nvcc writes them out.
  std::vector<const NotedLoad*> handed_on(const OpenLoop& loop, const Known& at_end, Pc back) const;

 private:
  void note_shared_load(OpenLoop& loop, const Place& place, Pc pc) const;
  std::optional<LoadKey> key_with(const LoadKey& key, uint32_t version, const std::vector<uint32_t>& numbers, const OpenLoop& loop) const;
  std::optional<ValueNumbers::Sum> sum_with(uint32_t number, const std::vector<uint32_t>& numbers, const OpenLoop& loop) const;

  Program& p_;
  ValueNumbers& values_;
  KnownMemory& memory_;
  Places& places_;
  JoinedLoads& joined_;
  CompiledAccesses& compiled_;
};

}  // namespace wb
