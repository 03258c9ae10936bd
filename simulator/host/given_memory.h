#pragma once
// What memory a kernel is given: allocations that its arguments point into, those in records too, and those that are reached through memory
// (reached_memory.h), through textures, and through what earlier kernels have left on the device's heap.
//
//     first  what arguments point to, in their order
//     then   what is reached from there
//     last   what textures are over
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "simulator/host/host_memory.h"
#include "simulator/host/host_textures.h"
#include "simulator/host/reached_memory.h"
#include "simulator/language/host_trace.h"
#include "simulator/machine/machine.h"
#include "simulator/simulator.h"

namespace wb {

// Allocations by the program's numbers.
struct GivenMemory {
  std::vector<int> allocations;
  std::map<int, ReachedMemory::Found> reached;
  int index_of(int allocation) const;  // -1: it is not given
  void add(int allocation);
  // Of them, those that an argument leads to, or a record that is one.
  std::set<int> given_directly(const HostLaunchSeen& seen) const;
};

class MemoryFinder final : private HostMemoryView {
 public:
  // `heap`: as the last kernel left it; null: empty.
  MemoryFinder(const Machine& machine, HostMemory& memory, const HostTextures& textures, std::shared_ptr<const DeviceHeap> heap)
      : machine_(machine), memory_(memory), textures_(textures), heap_(std::move(heap)) {}

  // Each argument that is a pointer is told which; textures, the heap, and pointers in variables are put there. `kernel`: null, where it
  // does not compile.
  GivenMemory find(HostLaunchSeen& seen, const CompileResult* kernel);

 private:
  Place place_of_pointer(uint64_t pointer) const override;
  uint64_t size_of(int allocation) const override { return memory_[allocation].size; }
  bool is_known(int allocation) const override { return memory_[allocation].is_known; }
  std::optional<uint64_t> word_at(int allocation, uint64_t offset) const override {
    return memory_.value_at(memory_[allocation].begin + offset);
  }

  void follow_arguments(HostLaunchSeen& seen, GivenMemory& given) const;
  void reach(HostLaunchSeen& seen, const Program& program, GivenMemory& given);
  void start(HostLaunchSeen& seen, const Program& program, const GivenMemory& given, ReachedMemory& reached) const;
  void bring_heap(HostLaunchSeen& seen, ReachedMemory& reached, const TypeTable& types);
  std::vector<HostPointer> pointers_in(const DeviceHeap::Block& block) const;
  void find_textures(HostLaunchSeen& seen, GivenMemory& given);

  const Machine& machine_;
  HostMemory& memory_;
  const HostTextures& textures_;
  const std::shared_ptr<const DeviceHeap> heap_;
};

bool has_heap(const Program& program);  // does it take from the device's heap?

}  // namespace wb
