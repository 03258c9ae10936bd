#pragma once
// Values that are the same for all lanes of a warp, as far as the text alone says: made of constants, parameters of the kernel, blockIdx, blockDim
// and gridDim, variables that get nothing else, counters of loops that start and step evenly, and functions of those (`min(64, n - first)`).
//
// nvcc looks at atomics by this. At an address that is the same for all lanes it puts the warp's values together first (a sum, the least, the
// greatest, and, or, exclusive or of 32 bits) and sends one atomic. Where the old value is wanted it does so for sums alone; of 64 bits for
// sums of a constant whose old value nobody wants. Read from an H200, with nvcc 13.0.
#include <vector>

#include "simulator/language/typed_tree.h"
#include "simulator/program/opcodes.h"

namespace wb {

class SameForAll {
 public:
  explicit SameForAll(const Module& module);
  bool is(ExprId value) const;  // of a pointer: the address that it holds

 private:
  bool is_place(ExprId lvalue) const;     // its value
  bool is_address(ExprId lvalue) const;   // where it lies

  const Module& m_;
  std::vector<bool> same_;                     // by variable
  std::vector<std::vector<ExprId>> sources_;   // by variable: what it is initialised from, or bound to in calls
};

// Does the compiler put the values of such an atomic together in the warp first?
bool is_put_together(Opcode op, bool is_same_address, bool is_constant_operand, bool wants_result);

}  // namespace wb
