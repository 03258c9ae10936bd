#pragma once
// Contracts that kernels of verification suites carry for a prover: conditions on their parameters, invariants of loops, who may read or write
// what. A prover's own header declares the words; here they are macros, there for files that neither define nor declare them.
//
//     __requires(n == blockDim.x * gridDim.x);                        ((void)0), a hint for who chooses n (app/workbook/stated_launch.h)
//     for (int i = 0; __invariant(i <= n), i < n; ++i)                ((void)0)
//     __assert(x < n);                                                as assert
//     __global_assert(__implies(__write(a), __write_offset_bytes(a) / sizeof(int) == t));   as assert; what asks for the prover's record of
//                                                                     reads and writes holds, as if there had been none
// Only in calls: `__requires` alone, or behind a type (where it is declared), stays a name.
#include <string_view>

namespace wb {

struct ContractMacro {
  const char* text = nullptr;       // null: no such word
  bool has_two_parameters = false;  // p and q; else any number of them
};
ContractMacro contract_macro(std::string_view name);

}  // namespace wb
