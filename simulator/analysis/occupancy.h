#pragma once
// How many warps of a kernel can be resident on one multiprocessor (SM) at once, what keeps them from being more, and what would change it.
//
// An SM hands out four things, and a block needs all of its share before it may start:
//
//   places for warps            a block takes one for each 32 threads begun
//   places for blocks           one
//   registers                   by warp: threads' registers x 32, rounded up to 256; each quarter of the SM has its own
//   shared memory               the block's own plus what the system keeps for itself, rounded up
//
// The scarcest decides: blocks = the least of the four. Occupancy is resident warps over places for warps. It says how many warps there are
// to hide waiting behind, and nothing about speed.
//
// A model of the hardware's rules, equal to the toolkit's own calculator (tests/unit/analysis/occupancy_test.cpp compares them wherever a
// toolkit is found). How many registers a kernel takes is the compiler's choice: it is told, or that limit is left open. Not covered: named
// barriers beyond the block's own, clusters of blocks, and kernels that run beside others.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct ComputeCapability {
  uint32_t major = 9, minor = 0;
  friend bool operator==(ComputeCapability, ComputeCapability) = default;
};
std::string to_string(ComputeCapability capability);               // "9.0"
std::optional<ComputeCapability> capability_from(std::string_view text);

// What an SM of one compute capability has, and what one block may take of it.
struct SmLimits {
  ComputeCapability capability;
  uint32_t warps = 64, blocks = 32;        // resident at once
  uint32_t registers = 65536;              // 32 bits each
  uint32_t registers_per_block = 65536;
  uint32_t register_parts = 4;             // in which the SM's registers lie: a warp's are all in one
  uint32_t shared_bytes = 0;               // at most: the rest of the same memory is the L1 cache
  uint32_t shared_bytes_per_block = 0;     // at most, where the launch has asked for it; 48 KiB come without asking
  uint32_t reserved_shared_bytes = 0;      // which the system takes for each block
  uint32_t shared_unit = 256;              // shared memory is handed out in multiples of so many bytes
  std::span<const uint32_t> carveouts;     // the sizes in KiB that shared memory can be given; none: there is nothing to choose
  static constexpr uint32_t threads_per_block = 1024, registers_per_thread = 255, register_unit = 256, warp_lanes = 32;
  static constexpr uint32_t unasked_shared_bytes = 48 * 1024;
};
std::span<const SmLimits> sm_limits();                             // by capability, ascending
const SmLimits* find_sm_limits(ComputeCapability capability);      // null: not in the table

// What one block takes.
struct BlockNeeds {
  uint32_t threads = 0;
  std::optional<uint32_t> registers;       // of a thread; none: not known
  uint64_t shared_bytes = 0;               // static and dynamic
  // How much of the SM's memory is wanted as shared memory, in percent, as cudaFuncAttributePreferredSharedMemoryCarveout has it; none: all.
  // The next larger size that the hardware has is taken, and a larger one still where a single block needs it.
  std::optional<uint32_t> carveout_percent;
};

enum class OccupancyLimit : uint8_t { warps, blocks, registers, shared_memory };
const char* limit_name(OccupancyLimit limit);                      // "warps", "blocks", "registers", "shared_memory"
std::string limit_words(OccupancyLimit limit);                     // "places for warps", ...

struct Occupancy {
  static constexpr uint32_t open = UINT32_MAX;  // of a limit: it does not bind (nothing of it is used), or is not known
  uint32_t blocks = 0, warps = 0;               // resident on an SM
  uint32_t most_warps = 0;                      // that an SM has places for
  uint32_t warps_per_block = 0;
  uint32_t blocks_by[4] = {open, open, open, open};  // how many blocks each limit would let in, by OccupancyLimit
  std::vector<OccupancyLimit> limiters;         // the limits that bind, those that bind alike together; empty when it does not launch
  std::string refusal;                          // why not a single block starts: a clause without a full stop; empty: they do
  uint32_t allocated_registers = 0;             // of a block, rounded up as the hardware does
  uint64_t allocated_shared_bytes = 0;          // of a block, the system's share included
  uint64_t shared_bytes_of_sm = 0;              // the size that shared memory was given
  bool registers_known = false;
  bool needs_opt_in = false;                    // more than 48 KiB: a GPU wants cudaFuncSetAttribute() before the launch
  double share() const { return most_warps ? static_cast<double>(warps) / most_warps : 0; }
};
Occupancy occupancy(const SmLimits& sm, const BlockNeeds& needs);

// Resident warps as one of the three figures changes and the others stay.
struct OccupancyCurve {
  std::string of;                    // "block_size", "registers", "shared_bytes"
  uint64_t first = 0, step = 1;      // the value at warps[0], and from one to the next
  std::vector<uint32_t> warps;
  uint64_t value(size_t i) const { return first + i * step; }
};
// Block sizes 32 to 1,024; registers 16 to 255; shared memory from nothing to the most that a block can have.
std::vector<OccupancyCurve> occupancy_curves(const SmLimits& sm, const BlockNeeds& needs);

}  // namespace wb
