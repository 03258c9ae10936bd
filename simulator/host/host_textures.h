#pragma once
// The textures and surfaces of a host program that is run: it makes them over its memory and hands them to kernels by their handles, as arguments, in records
// or in memory. A handle is like nothing else there (texture_handle()), so wherever its bits stand, it is meant.
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "simulator/host/host_memory.h"
#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

class HostTextures {
 public:
  explicit HostTextures(const HostMemory& memory) : memory_(memory) {}

  // Of the words that the library has put together, somewhere in the program's memory. The new object's handle; 0: there can be no such object.
  uint64_t make(uint64_t words, uint64_t bytes);
  void drop(uint64_t handle);
  bool empty() const { return made_.empty(); }

  // Numbers of those whose handles stand in these bytes, at multiples of 8.
  void find(std::span<const uint8_t> bytes, std::set<uint32_t>& found) const;
  // With its place in the arena for `offset`, and the program's allocation.
  const HostTexture& operator[](uint32_t number) const { return made_.at(number); }
  // All of them, over the arena as the launch's buffer number `buffer`.
  std::vector<Texture> over_arena(uint32_t buffer) const;

 private:
  bool lies_in_memory(const HostTexture& t) const;

  const HostMemory& memory_;
  std::map<uint32_t, HostTexture> made_;  // by number
};

// The same, over one of a launch's buffers.
Texture texture_of(const HostTexture& t, uint32_t buffer, uint64_t offset);

}  // namespace wb
