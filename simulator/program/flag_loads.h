#pragma once
// Which volatile loads look at a flag, and which fetch data?
//
//   while (*flag == 0) { }              the value is compared, or decides a branch: a flag
//   s = status[i - 1]; if (s >> 32)     a flag that brings its datum along
//   next[*head] = x;                    an address: counts as one
//   sum += part[b];  out[i] = sum;      the value goes to global memory and nowhere else: data
//
// And which volatile stores update a word: what they store is made of what such a load has brought (`*word = *word + 1`).
//
// The value is followed from register to register, forwards, and through variables of shared memory: whatever is loaded from one that it was stored to may be
// the value. Where it gets out of sight (into local memory, into an atomic, by a pointer of unknown aim), in programs with functions out of line and in
// very long ones, the load counts as one of a flag.
#include "simulator/analysis/exact_races.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// Of these sites, those of plain loads whose value a branch waits for, or a comparison.
std::unordered_set<uint32_t> looking_loads(const Program& program, const KernelLaunch& launch, const std::unordered_set<uint32_t>& sites);

FlagLoads flag_loads(const Program& program, const KernelLaunch& launch);

}  // namespace wb
