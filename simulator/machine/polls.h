#pragma once
// What the threads of a block look at again and again: of each its last look at memory that others may store to, an atomic or volatile one rather than a plain one.
#include <vector>

#include "simulator/analysis/endless_wait.h"
#include "simulator/program/program.h"

namespace wb {

struct Poll {
  bool is_strong = false;  // atomic or volatile
  uint32_t times = 0;      // how often the same was read at one place, one after the other; 0: never
  AccessKind access{};
  Pc pc = 0;
  uint32_t site = no_site, allocation = 0, owner = own_block;
  uint64_t offset = 0, value = 0;
  uint8_t bytes = 0;
};

class Polls {
 public:
  void begin(size_t threads) { of_.assign(threads, {}); }
  void forget(size_t thread) { of_[thread] = {}; }
  // The lanes of a warp look at memory that others may store to.
  void note(const WarpAccess& access, Pc pc);
  const Poll& of(size_t thread) const { return of_[thread]; }

 private:
  std::vector<Poll> of_;  // by thread
};

// Loads, and atomics whose result is used.
bool is_look(const WarpAccess& access);
bool is_strong_look(const WarpAccess& access);
// Fills in what is looked at, and how.
void describe(const Poll& poll, const Program& program, EndlessLanes& told);

}  // namespace wb
