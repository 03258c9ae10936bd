#pragma once
// A kernel as explicit loops, with what a program that calls them needs to know. simulator.h's print_loops gives the text alone.
#include "simulator/language/typed_tree.h"
#include "simulator/simulator.h"

namespace wb::loops {

// Axes as bits: 1 x, 2 y, 4 z.
struct PrintedLoops {
  LoopsText text;
  std::string function;                      // the name of the function
  std::vector<std::string> parameter_types;  // after gridDim and blockDim: the kernel's own, in order
  struct Symbol {
    std::string name, printed;               // "filters::weights", and the variable's name in the text
  };
  std::vector<Symbol> symbols;               // variables that a program may set before a run
  bool takes_shared_bytes = false;           // one more at the end: the launch's dynamic shared bytes
  uint32_t grid_axes = 1, block_axes = 1;    // that the loops go over; along the others the launch must be 1 long
};

// Without `all_axes` only the axes that the kernel names (and x) have a loop: what a person reads. With it, every launch shape works.
PrintedLoops print(const Module& module, FunctionId kernel, bool all_axes = false);

}  // namespace wb::loops
