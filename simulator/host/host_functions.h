#pragma once
// Pointers to device functions on their way between the host program and its kernels. Each of them is compiled by itself, and has its own numbers for the
// functions of the file (typed_tree.h, function_pointer()). The program keeps its own numbers; a launch gets the kernel's, and what a kernel leaves in
// variables comes back as the program's:
//
//     cudaMemcpyFromSymbol(&h, table, ...)  ->  h, a record, a variable   -- to_kernel() -->  kernel<<<...>>>(h)
//                                               the variable              <-- to_program() --  what the kernel leaves
//
// A function is the same one where its name, with template arguments, and its place in the file are the same.
#include <cstdint>
#include <span>

#include "simulator/language/typed_tree.h"

namespace wb {

inline bool is_function_pointer(uint64_t bits) { return (bits & function_pointer_tag) == function_pointer_tag && (bits & ~function_pointer_tag) != 0; }

// The pointer that `to` has for the function that `from` means by `bits`. Anything else stays as it is.
uint64_t same_function(uint64_t bits, const Module& from, const Module& to);
// All of them that stand at multiples of 8 in the bytes.
void name_functions_anew(std::span<uint8_t> bytes, const Module& from, const Module& to);

}  // namespace wb
