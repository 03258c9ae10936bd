#pragma once
// Numbers that say "nobody is here": hash tables, lists and graphs mark a free place, an end, a node not yet seen with one that no key has.
//
//     keys:  17 | -1 | -1 | 4 | -1 | 92        atomicCAS(&keys[slot], -1, key)      takes a free place
//                                              if (keys[slot] == -1) return false   ends a search
//
// A kernel that stands alone is given its tables by us. Filled with anything else such a table is full, and whoever looks for a free place goes on for ever.
// Small numbers are none of these: 0 and 1 are states of a lock, 7 is a count.
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "simulator/language/typed_tree.h"

namespace wb {

// `bytes` of an element, `offset` bytes behind its beginning, hold `bits`, or what the kernel's parameter `number` holds.
struct FreePlace {
  uint64_t offset = 0;
  uint32_t bytes = 0;
  uint64_t bits = 0;
  std::string number{};
};

struct TableUse {
  std::map<std::string, FreePlace> filled;            // by the kernel's pointer: a table whose free places atomicCAS takes
  std::map<std::string, std::set<int64_t>> asked;     // by pointer: such numbers that its elements are asked to be equal to
};
TableUse tables_of(const Module& module, FunctionId kernel);

}  // namespace wb
