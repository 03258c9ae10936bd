#pragma once
// alloca(n) in a function: memory that lasts until the function returns. Written as a local array, and a count of what is taken of it:
//
//     __device__ void f(int n) {            __device__ void f(int n) { alignas(16) char alloca_memory[4096]; unsigned long alloca_taken = 0;
//       int* a = (int*)alloca(4 * n);  ->     int* a = (int*)__wb_alloca(alloca_memory, alloca_taken, 4 * n);
//
// A thread has 1 KiB of stack unless the program asks for more; who takes more than the array has leaves it, and is told so.
#include <vector>

#include "simulator/language/token.h"

namespace wb {

void write_out_stack_allocations(std::vector<Token>& tokens);

}  // namespace wb
