#pragma once
// A block as a snapshot keeps it: its registers and memory are packed. Most rows of 32 registers hold one value,, or values in equal
// steps (constants, indices, addresses), and most of a block's memory is poison or zeros:
//
//   128 bytes of an array  ->  kind, then  one 8-byte value | 8-byte value and step | 4-byte value and step | the bytes
//
// A block that has not been at work between two snapshots is the same SavedBlock in both. Loading one brings back its small part alone;
// the rest is unpacked when the block is at work again, or looked at. So a grid of thousands of blocks that wait for each other is loaded
// at once.
#include <memory>
#include <vector>

#include "simulator/machine/machine.h"

namespace wb {

struct SavedBlock {
  BlockState block;             // without its big part
  // Warps whose lanes go together, as most do, are one split each; else all warps are kept as they are.
  struct Together {
    Split split;
    uint32_t back_jumps = 0;
  };
  std::vector<Together> together;
  std::vector<WarpState> warps;
  std::vector<uint8_t> packed;  // the arrays, one after the other
  std::vector<size_t> sizes;    // of each, in bytes
  size_t bytes() const;
};

std::shared_ptr<const SavedBlock> save_block(BlockState& block);
// The block without its big part.
BlockState load_block(const std::shared_ptr<const SavedBlock>& saved);
// Fills it in. To be called before anybody looks at warps, registers or memory.
void unpack_loaded_block(BlockState& block);
inline void unpack_block(BlockState& block) {
  if (!block.is_unpacked) unpack_loaded_block(block);
}

// Packs bytes to the end of `to`; unpack_bytes() fills `bytes` and returns what comes behind.
void pack_bytes(const uint8_t* bytes, size_t size, std::vector<uint8_t>& to);
const uint8_t* unpack_bytes(const uint8_t* packed, uint8_t* bytes, size_t size);

}  // namespace wb
