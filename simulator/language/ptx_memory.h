#pragma once
// PTX instructions that touch memory through an address: what their names say.
//
//   ld.acquire.gpu.global.v2.u32      a load, acquire, for the device, of two unsigned numbers
//   red.relaxed.cta.shared.add.s32    an atomicAdd_block() whose result nobody wants, at a place in shared memory
//
// The words come in nearly any order and combination, so they are read one by one and not looked up in a table.
// Reference: PTX ISA, "Data Movement and Conversion Instructions: ld, st", "Parallel Synchronization ...: atom, red", "Memory Consistency Model".
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/source/scalar_kind.h"

namespace wb {

struct PtxMemory {
  enum class Action : uint8_t { load, store, atomic, reduction } action = Action::load;
  // As the library's functions want them (library/include/ptx_memory.inc): orders are cuda::memory_order, or one of these; scopes cuda::thread_scope.
  static constexpr int weak = -2, volatile_access = -1, relaxed = 0, acquire = 2, release = 3, acq_rel = 4;
  static constexpr int system = 0, device = 1, block = 2, cluster = 3;
  int order = weak, scope = device;
  bool is_shared = false;         // addresses are places in the block's shared memory
  uint32_t lanes = 1;             // of a vector
  ScalarKind type = ScalarKind::void_;
  std::string_view operation{};   // atomics: "add"
};
// Nothing: not such an instruction, or with a word that is not known here.
std::optional<PtxMemory> read_ptx_memory(std::string_view name);

}  // namespace wb
