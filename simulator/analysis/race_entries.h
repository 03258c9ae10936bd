#pragma once
// The inside of the race shadow: what a cell's words say, and an access on its way through. race_shadow.h tells the idea.
//
//   race_shadow.cpp    what the shadow is made of and how long that lasts: blocks, epochs, columns, pages; which way each warp went; coverage
//   race_entries.cpp   an access is compared with what stands in the cells, and enters itself
//   race_pairs.cpp     what was found, put together by pairs of places
#include <algorithm>
#include <cstring>
#include <optional>

#include "simulator/analysis/race_shadow.h"

namespace wb {

// A cell's `who`:   25         24     23      22     21    20   19..10  9..0
//                   ever mixed mixed  several blocks warps many second  first
constexpr uint32_t thread_bits = 10, thread_mask = (1u << thread_bits) - 1;
constexpr uint32_t many_bit = 1u << 20;     // more than one thread (of one block, in this epoch)
constexpr uint32_t warps_bit = 1u << 21;    // ... of more than one warp
constexpr uint32_t blocks_bit = 1u << 22;   // more than one block; `epoch` is of the first one, Page::second of another
constexpr uint32_t several_bit = 1u << 23;  // different threads, but in order: for coverage
constexpr uint32_t mixed_bit = 1u << 24;    // stores: of different values, in this epoch (or by several blocks)
constexpr uint32_t ever_mixed_bit = 1u << 25;  // ... in this launch
constexpr uint32_t fold(uint64_t value) { return static_cast<uint32_t>(value) + static_cast<uint32_t>(value >> 32) * 0x9E3779B1u; }  // 32 bits: exact
constexpr uint64_t fold_wide(uint64_t low, uint64_t high) { return low ^ high * 0x9E3779B97F4A7C15u; }
constexpr uint32_t first_thread(uint32_t who) { return who & thread_mask; }
constexpr uint32_t second_thread(uint32_t who) { return who >> thread_bits & thread_mask; }

// A volatile access is no plain one beside an atomic of its size; the two race only where one of them reaches its own block alone and the
// other one is of another block.
inline bool is_strong(AccessKind kind, bool is_volatile) { return kind == AccessKind::atomic || is_volatile; }
inline bool has_atomic_beside_strong(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile) {
  return a.bytes == bytes && (a.kind == AccessKind::atomic || kind == AccessKind::atomic) && is_strong(a.kind, a.is_volatile) && is_strong(kind, is_volatile);
}
// Two atomics one of which is not for all of the launch: whether it reaches the other one's block nevertheless is for the closer look.
inline bool is_narrow(const WarpAccess& a, MemoryScope other) { return std::min(a.scope, other) < MemoryScope::device; }
inline bool is_scope_race(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile, MemoryScope scope) {
  return has_atomic_beside_strong(a, kind, bytes, is_volatile) && is_narrow(a, scope);
}
inline bool can_race(const WarpAccess& a, AccessKind kind, uint32_t bytes, bool is_volatile, MemoryScope scope) {
  return !has_atomic_beside_strong(a, kind, bytes, is_volatile) || is_narrow(a, scope);
}

inline uint64_t low_bytes(uint64_t value, uint32_t bytes) { return bytes >= 8 ? value : value & ((uint64_t{1} << 8 * bytes) - 1); }

// One access on its way through the shadow.
struct RaceShadow::Current {
  const WarpAccess& access;
  ResidentBlock& home;
  Shadow& shadow;
  Column& own;
  const Passage& passage;
  bool is_shared;  // of one block alone
  uint32_t over;   // entries of epochs before this one lie before the last barrier of the grid, or of the cluster: nobody races with them any more
  uint32_t copy;   // the block whose shared memory it is; 0: global memory
  uint32_t shift;  // log2 of the cells of a lane

  uint64_t cell(uint32_t lane) const {
    return byte(lane) >> shadow.granule_shift;
  }
  // What the lane stores, folded; 0 for loads and atomics.
  uint32_t stored(uint32_t lane) const { return has_stored() ? fold(stored_bits(lane)) : 0; }
  uint64_t stored_bits(uint32_t lane) const {
    return access.bytes == 16 ? fold_wide(access.value[lane], access.high_value[lane]) : low_bytes(access.value[lane], access.bytes);
  }
  bool has_stored() const { return access.kind == AccessKind::store && access.value && (access.bytes <= 8 || access.high_value); }
  uint32_t thread(uint32_t lane) const { return access.warp * warp_size + lane; }
  uint64_t byte(uint32_t lane) const {
    return access.pattern == AccessPattern::contiguous ? uint64_t{access.offset[0]} + uint64_t{lane} * access.bytes : access.offset[lane];
  }
  // What stands where this lane goes, before the access; none where the machine does not say.
  std::optional<uint64_t> standing(uint32_t lane) const {
    if (access.bytes > 8) return std::nullopt;
    if (access.old_value) return access.old_value[lane];
    if (!access.memory) return std::nullopt;
    uint64_t value = 0;
    std::memcpy(&value, access.memory + byte(lane), access.bytes);
    return value;
  }
  std::vector<Rival>& rivals;  // the columns that this access can race with
  Page* own_page = nullptr;  // the one entered last
  uint64_t own_page_index = 0;
  // Whether entries of these warps and that time are past, asked last: most entries that an access meets are alike.
  struct Asked {
    uint32_t warps = 0, time = 0;
    bool are_past = true;
  };
  mutable Asked asked{};
};

}  // namespace wb
