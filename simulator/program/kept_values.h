#pragma once
// Loads that nvcc does not make, since the value is still in a register: the same address was loaded or stored before on every way here, and
// nothing that might change it lies between.
//
//     if (in[i] < 10) return;         loads
//     out[i] = in[i] - 10;            `in[i]` is kept from the line above: one request a warp, not two
//
//     sum += a[i] * a[i];             loads once
//     s[t] = in[i]; v = s[t];         `s[t]` is kept from the store
//
//     for (k = row[i]; k < row[i + 1]; ++k)
//       sum += x[k] * a[i];           `row[i + 1]` and `a[i]` are loaded once, as lanes enter the loop
//
// Counters are those of the source all the same (docs/counters.md): this says at the access what the compiler makes of it. It is one walk over the
// program's instructions, in their order. What it knows on the way is in files of its own:
//
//     value_numbers.h                which registers hold the same
//     places.h, known_memory.h       where an access goes; which values in memory are in registers, and what ends that
//     open_loops.h, handed_on.h      what is the same in all passes of a loop; what a pass has from the one before
//     forks.h, both_sides.h          what one way of an `if` has, and what both do
//     stored_places.h                stores that are overwritten, or made once behind a loop
//     written_out_passes.h, uneven_loops.h      loops that nvcc writes out
//     joined_loads.h                 neighbours that become one access
//     compiled_accesses.h            what has been found of each access, and how the program is told
//
// Where ways meet, only what all of them agree on stays; at the head of a loop nothing stays that the loop may change. All this was read from what
// nvcc 13.0 makes of small kernels for sm_90.
//
// Not foreseen: loops without a branch in front (`do`, `for (;;)`), a value that a pass leaves for the next in shared memory, places in shared memory that are known
// to be there and are loaded before the `if` around them.
#include "simulator/program/program.h"
#include "simulator/program/written_out_passes.h"

namespace wb {

// What the code does not tell.
struct SourceNotes {
  std::vector<Pc> apart;            // where passes begin that stand written out in the program, but are not known to do so in nvcc's
  std::vector<Pc> compiler_fences;  // in front of these: an `asm` that nvcc moves no access past
  std::vector<EvenLoop> even;
  std::vector<Pc> uneven;           // heads of loops whose question may be another one for each lane, without a number in `#pragma unroll`
};

// Sets CompiledAccess::made of such accesses, and Site::kept_from: where all of a site's copies in the program are kept, the site that they are kept
// from, or made together with; where some are made, or made once for all passes of a loop, the site itself. Loads that are made are told to
// JoinedLoads (joined_loads.h).
void find_kept_values(Program& program, const SourceNotes& notes);

}  // namespace wb
