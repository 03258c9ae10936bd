#pragma once
// Where the thread loops of a kernel begin and end.
//
// A CPU runs the threads of a block one after the other. Without a barrier that is one loop around the whole body. A barrier says that
// every thread must have come this far before any goes on: the loop ends there and a second one begins (loop fission). A loop of the
// kernel that has a barrier inside must therefore stand outside of the thread loops, which is right only if all threads of the block go
// round it equally often: if what steers it is uniform, the same for every thread of the block.
//
//     for (p...) { A; __syncthreads(); B; }    =>    for (p...) { for (threads) A;  for (threads) B; }
//
// Uniform here: made of constants, kernel parameters, blockIdx, blockDim and gridDim, decided from the text alone. What was read from
// memory counts as different for each thread.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulator/language/typed_tree.h"

namespace wb::loops {

// A stretch of the body, in order.
struct Part {
  enum class Kind : uint8_t {
    threads,          // statements inside one loop over the threads
    barrier,          // __syncthreads
    once,             // a statement that is done once for the block: it steers a hoisted loop
    hoisted,          // a loop, `if` or braces around a barrier: stands outside of the thread loops
    uniform_return,   // `if (uniform) return;`
  };
  Kind kind = Kind::threads;
  StmtId statement;                    // all but threads
  std::vector<StmtId> statements;      // threads
  std::vector<Part> body, otherwise;   // hoisted
  int run = 0;                         // threads: its number
};

enum class Residence : uint8_t {
  here,         // declared where the student declared it
  block,        // one for the block: it steers a hoisted loop
  per_thread,   // lives across a barrier: an array over the threads
  recomputed,   // lives across a barrier, and is cheap to compute again in each thread loop
};

struct Structure {
  std::string reason;  // not empty: the kernel cannot be written as loops, because ...
  Span reason_span;
  std::vector<Part> parts;
  bool has_barrier = false;
  bool needs_alive = false;                      // a thread may return before a barrier that others reach
  std::map<uint32_t, Residence> residence;       // by VarId; missing: here
  std::map<uint32_t, int> declared_in_run;       // by VarId: locals that a run declares at its top level
  std::vector<VarId> changed_parameters;         // the kernel writes to them: each thread needs its own copy
  Residence of(VarId var) const {
    const auto found = residence.find(var.v);
    return found == residence.end() ? Residence::here : found->second;
  }
};

Structure find_structure(const Module& module, const Function& kernel);

}  // namespace wb::loops
