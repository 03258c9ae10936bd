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
// Counters are those of the source all the same (docs/counters.md): this says at the access what the compiler makes of it. It is a value
// numbering over the program's instructions, in their order: registers that must hold the same have one number. Where ways meet, only what all
// of them agree on stays; at the head of a loop nothing stays that the loop may change. A store, an atomic or a copy through a pointer ends
// what is known of its space: nvcc knows no more of pointers, but that nothing is stored where a parameter `const T* __restrict__` leads. A
// barrier, a fence or a call ends it for all.
#include "simulator/program/program.h"

namespace wb {

// Sets Site::kept_from of such loads; of a site with several copies in the program, all of them have to be kept. Loads that are made are told to
// JoinedLoads (joined_loads.h). `apart`: where passes of loops begin that stand written out in the program but are not known to be so in nvcc's.
void find_kept_values(Program& program, const std::vector<Pc>& apart);

}  // namespace wb
