#pragma once
// Stores that a loop makes anew for as long as its atomicCAS fails:
//
//   do {
//     old = *head;
//     node->next = old;                                     what is stored with a stale `old` is stored again with another
//   } while (atomicCAS(head, old, node) != old);
//
// Found in the program: a loop holds both, and a branch in it hangs on what the atomicCAS gives back.
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

// Sites, in ascending order.
std::vector<uint32_t> stores_retried_with(const Program& program, uint32_t cas_site);

}  // namespace wb
