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
// Counters are those of the source all the same (docs/counters.md): this says at the access what the compiler makes of it. It is a value
// numbering over the program's instructions, in their order: registers that must hold the same have one number. Where ways meet, only what all
// of them agree on stays; at the head of a loop nothing stays that the loop may change. A store, an atomic or a copy through a pointer ends
// what is known of its space: nvcc knows no more of pointers (nor of types), but that nothing is stored where a parameter `const T* __restrict__`
// leads. A barrier or a fence ends it for all others, a call for all.
//
// A load in a loop is made once, in front of it, where each pass comes to it (nothing before it in the loop leaves it out, or the loop) and finds
// the same: its address comes from numbers older than the loop, and no way around the loop changes its memory; what is stored before a `break` does
// not. In front of it means behind the question whether there is a pass at all, so lanes that have none do not load. A loop inside another whose
// question is the same in all passes of that: nvcc asks it in front of both, and loads there, too, if there is little else in the outer one; if there
// is more, nothing is said. Values are told as they are loaded: by the branch in front of the loop (Ins::entrance()), which tells of lanes that
// enter, and the first time that these come to the load. All this was read from what nvcc 13.0 makes of small kernels for sm_90.
//
// What is known of shared memory is so by array, and a store ends nothing beside its place: the same address and another constant. What a pass stores
// for the next one: written_out_passes.h.
//
// Where two ways meet, a place whose value both have in a register stays in one, whatever each has. What one way of an `if` has alone (forks.h) is loaded on the
// other: by a load in the straight code behind the meet, whose lanes count there as they came. If the side loads it first of all and nobody else has it, nvcc
// moves it in front of the `if`, where it is one load for all.
//
//     if (t >= d) s[t] = v;
//     out[i] = s[t];                by lanes that have not stored
//
//     while (k < row[i + 1]) { if (...) out[...] = v; ++k; }     `row[i + 1]` is loaded in front, and by lanes that have stored
//
// At a loop's head a register is one of two, that in front and that of the pass before. A load that goes by such registers to what nothing has changed since the head is not
// made where both of these have been there, and once, in front, where the pass before has: `a[k]` behind a pass with `a[k + 1]`. Its index is such a
// register and a constant: through a product or a sum of two (`a[k * n + i]`) nvcc does not look. That is said of loops that nvcc does
// not write out, by a second way out or a loop inside: in those it is written out with four passes at a time, and then it depends.
//
// Stores that are overwritten, or made once behind a loop: stored_places.h. Accesses on both sides of an `if` to one place: both_sides.h. Loops of which
// lanes make other numbers of passes: uneven_loops.h.
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
