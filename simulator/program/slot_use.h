#pragma once
// The registers that one instruction reads and writes, those of its address and of its shape check among them.
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

struct SlotUse {
  std::vector<uint32_t> reads, writes;
  std::vector<uint32_t> wide;  // of both: the first slots of those that go in pairs
  void read(uint32_t slot, uint32_t count = 1) {
    for (uint32_t i = 0; i < count; ++i) reads.push_back(slot + i);
  }
  void read_wide(uint32_t slot) {
    read(slot, 2);
    wide.push_back(slot);
  }
  void write(uint32_t slot, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) writes.push_back(slot + i);
  }
};

SlotUse slots_of(const Program& program, Pc pc);
// Those of a memory instruction's address alone.
SlotUse slots_of_address(const Ins& ins);

}  // namespace wb
