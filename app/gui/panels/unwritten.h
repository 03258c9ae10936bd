#pragma once
// Elements of an output that nobody has written, in the result of one engine. Their bytes are poison: they are shown as such and
// compared with nothing. Pure.
#include "simulator/simulator.h"

namespace wb {

struct Unwritten {
  std::vector<bool> defined;   // by byte, as pictures take it; empty: all of them
  uint64_t count = 0;          // elements
};

// `start`: as the launch began. Only the simulator notes who writes: of another engine's result (`own`) an element counts as unwritten
// where the simulated run did not write it either and it still holds what it began with.
Unwritten unwritten_elements(const DeviceBuffer& start, const DeviceBuffer& own, const DeviceBuffer* simulated);

}  // namespace wb
