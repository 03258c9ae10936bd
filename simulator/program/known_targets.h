#pragma once
// Which allocation a memory instruction works on, where its base says it: a parameter, or memory of the program itself. And which atomics leave
// the same behind in whatever order they come.
#include <optional>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

class KnownTargets {
 public:
  KnownTargets(const Program& program, const KernelLaunch& launch);

  // An AllocationId of the launch: its buffers first, then the program's allocations. None: it may be any.
  std::optional<uint32_t> of(const Ins& ins) const {
    return (ins.kind & Ins::uniform_base) && ins.a < by_slot_.size() ? by_slot_[ins.a] : std::nullopt;
  }

 private:
  std::vector<std::optional<uint32_t>> by_slot_;
};

// Of integers: several of one such kind come to the same in any order.
bool is_free_of_order(Opcode op);

}  // namespace wb
