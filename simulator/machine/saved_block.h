#pragma once
// A block as a snapshot keeps it. Of its registers those are left out that nobody asks for: the presets, which are the same for all blocks
// but for the block's index, and rows of 32 lanes that no instruction reads again and that hold no variable in scope
// (program/liveness.h). Where thousands of blocks wait for each other that is nearly all. The rest is packed. Most rows hold one value, or
// values in equal steps (constants, indices, addresses), or values that lie close together, and most of a block's memory is poison or zeros:
//
//   128 bytes of an array  ->  kind, then  one 8-byte value | 8-byte value and step | 4-byte value and step
//                                       | the lowest 4-byte value, and 32 differences in few bits each | the bytes | nothing: absent
//
// Absent rows: variables in scope that no instruction reads again, where they do not pack. The machine runs on without them. Who looks at
// one replays to where it stood for sure (AbsentRow::tick) from a snapshot before; a sum over the row tells that it is the one.
//
// A block that has not been at work between two snapshots is the same SavedBlock in both. Loading one brings back its small part alone;
// the rest is unpacked when the block is at work again, or looked at. So a grid of thousands of blocks that wait for each other is loaded
// at once.
#include <array>
#include <memory>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/program/liveness.h"

namespace wb {

// What all saved blocks of a launch have in common.
struct BlockForm {
  std::shared_ptr<const Program> program;
  LaunchShape shape;
  Liveness liveness;
  std::vector<uint32_t> presets;  // of a block, [warp][slot below preset_slots()][lane]; those of its index hold nothing
};

// A row of a block's registers that was left out though a variable in scope stands in it.
struct AbsentRow {
  static constexpr uint64_t unknown = ~uint64_t{0};
  uint32_t row = 0;       // [warp][slot]
  uint64_t sum = 0;       // of the row
  uint64_t tick = 0;      // at which the block held this row already; unknown: it was absent when the block was saved, and `sum` is none
};

struct SavedBlock {
  BlockHead head;
  std::shared_ptr<const BlockForm> form;
  uint64_t tick = 0;            // at which it was saved
  // Warps whose lanes go together, as most do, are one split each, and neighbours are often alike; else all warps are kept as they are.
  struct Together {
    Split split;
    uint32_t back_jumps = 0, count = 1;
  };
  std::vector<Together> together;
  std::vector<WarpState> warps;
  std::vector<uint8_t> packed;  // the arrays, one after the other
  std::array<size_t, 8> sizes{};  // of each, in bytes
  std::vector<AbsentRow> absent;  // in order of rows
  size_t bytes() const;
};

// `leaves_out_shown`: rows of variables that no instruction reads again become absent where they do not pack.
std::shared_ptr<const SavedBlock> save_block(BlockState& block, const std::shared_ptr<const BlockForm>& form, uint64_t tick, bool leaves_out_shown);
// Makes the block stand as it was saved, without its big part.
void load_block(BlockState& block, const std::shared_ptr<const SavedBlock>& saved);
// Fills it in. To be called before anybody looks at warps, registers or memory.
void unpack_loaded_block(BlockState& block);
inline void unpack_block(BlockState& block) {
  if (!block.is_unpacked) unpack_loaded_block(block);
}

// work(splits) for each warp of a block, packed or not.
template <class Work>
void each_split_list(const BlockState& block, Work work) {
  const std::vector<WarpState>& warps = block.is_unpacked ? block.warps : block.saved->warps;
  for (const WarpState& warp : warps) work(std::span<const Split>(warp.splits));
  if (block.is_unpacked) return;
  for (const SavedBlock::Together& alike : block.saved->together)
    for (uint32_t i = 0; i < alike.count; ++i) work(std::span<const Split>(&alike.split, 1));
}

// Writes the registers that hold a block's index. `registers`: [warp][slot][lane].
void fill_block_index(const Program& program, const LaunchShape& shape, uint32_t index, uint32_t* registers);
uint64_t sum_of(const RegisterRow& row);

// Packs bytes to the end of `to`; unpack_bytes() fills `bytes` and returns what comes behind.
void pack_bytes(const uint8_t* bytes, size_t size, std::vector<uint8_t>& to);
const uint8_t* unpack_bytes(const uint8_t* packed, uint8_t* bytes, size_t size);

}  // namespace wb
