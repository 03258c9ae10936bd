#include "simulator/machine/saved_block.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace wb {
namespace {

constexpr size_t row_bytes = warp_size * 4;
enum class RowKind : uint8_t { same, steps_of_8, steps_of_4, raw };

template <class T>
bool is_in_steps(const uint8_t* row) {
  T values[row_bytes / sizeof(T)];
  std::memcpy(values, row, row_bytes);
  const T step = values[1] - values[0];
  T difference = 0;
  for (size_t i = 1; i < row_bytes / sizeof(T); ++i) difference |= static_cast<T>(values[i] - values[i - 1] - step);
  return difference == 0;
}

template <class T>
void fill_in_steps(uint8_t* row, const uint8_t* packed) {
  T first, step, values[row_bytes / sizeof(T)];
  std::memcpy(&first, packed, sizeof first);
  std::memcpy(&step, packed + sizeof first, sizeof step);
  for (size_t i = 0; i < row_bytes / sizeof(T); ++i) values[i] = static_cast<T>(first + static_cast<T>(i) * step);
  std::memcpy(row, values, row_bytes);
}

template <class T>
void pack_steps(const uint8_t* row, std::vector<uint8_t>& to) {
  T values[2];
  std::memcpy(values, row, sizeof values);
  values[1] -= values[0];
  const auto* bytes = reinterpret_cast<const uint8_t*>(values);
  to.insert(to.end(), bytes, bytes + sizeof values);
}

void pack_row(const uint8_t* row, std::vector<uint8_t>& to) {
  if (std::memcmp(row, row + 8, row_bytes - 8) == 0) {
    to.push_back(static_cast<uint8_t>(RowKind::same));
    to.insert(to.end(), row, row + 8);
  } else if (is_in_steps<uint64_t>(row)) {
    to.push_back(static_cast<uint8_t>(RowKind::steps_of_8));
    pack_steps<uint64_t>(row, to);
  } else if (is_in_steps<uint32_t>(row)) {
    to.push_back(static_cast<uint8_t>(RowKind::steps_of_4));
    pack_steps<uint32_t>(row, to);
  } else {
    to.push_back(static_cast<uint8_t>(RowKind::raw));
    to.insert(to.end(), row, row + row_bytes);
  }
}

const uint8_t* unpack_row(const uint8_t* packed, uint8_t* row) {
  switch (static_cast<RowKind>(*packed++)) {
    case RowKind::same:
      for (size_t i = 0; i < row_bytes; i += 8) std::memcpy(row + i, packed, 8);
      return packed + 8;
    case RowKind::steps_of_8: return fill_in_steps<uint64_t>(row, packed), packed + 16;
    case RowKind::steps_of_4: return fill_in_steps<uint32_t>(row, packed), packed + 8;
    case RowKind::raw: break;
  }
  std::memcpy(row, packed, row_bytes);
  return packed + row_bytes;
}

bool goes_together(const WarpState& warp) {
  return warp.splits.size() == 1 && warp.current == 0 && !warp.exited && warp.stacks.empty();
}

// All arrays of a block, always in the same order.
template <class Work>
void each_array(BlockArrays& arrays, Work work) {
  work(arrays.registers);
  work(arrays.init_masks);
  work(arrays.shared), work(arrays.shared_written);
  work(arrays.local), work(arrays.local_written);
  work(arrays.stack), work(arrays.stack_written);
}

}  // namespace

void pack_bytes(const uint8_t* bytes, size_t size, std::vector<uint8_t>& to) {
  size_t at = 0;
  for (; at + row_bytes <= size; at += row_bytes) pack_row(bytes + at, to);
  to.insert(to.end(), bytes + at, bytes + size);
}

const uint8_t* unpack_bytes(const uint8_t* packed, uint8_t* bytes, size_t size) {
  size_t at = 0;
  for (; at + row_bytes <= size; at += row_bytes) packed = unpack_row(packed, bytes + at);
  if (at < size) std::memcpy(bytes + at, packed, size - at);
  return packed + (size - at);
}

size_t SavedBlock::bytes() const {
  size_t total = sizeof *this + packed.size() + sizes.size() * sizeof(size_t) + together.size() * sizeof(Together) + warps.size() * sizeof(WarpState);
  for (const WarpState& warp : warps) {
    total += warp.splits.size() * sizeof(Split);
    for (const LaneStack& stack : warp.stacks) total += sizeof stack + 4 * (stack.returns.size() + stack.words.size());
  }
  return total;
}

std::shared_ptr<const SavedBlock> save_block(BlockState& block) {
  if (block.saved && !block.is_changed) return block.saved;
  auto saved = std::make_shared<SavedBlock>();
  BlockArrays big = std::move(static_cast<BlockArrays&>(block));  // not to be copied as it is
  block.saved = nullptr;
  saved->block = block;
  static_cast<BlockArrays&>(block) = std::move(big);
  if (std::all_of(block.warps.begin(), block.warps.end(), goes_together))
    for (const WarpState& warp : block.warps) saved->together.push_back({warp.splits[0], warp.back_jumps});
  else saved->warps = block.warps;
  each_array(block, [&](auto& array) {
    const size_t bytes = array.size() * sizeof(array[0]);
    saved->sizes.push_back(bytes);
    pack_bytes(reinterpret_cast<const uint8_t*>(array.data()), bytes, saved->packed);
  });
  saved->packed.shrink_to_fit();
  block.saved = saved;
  block.is_changed = false;
  return saved;
}

BlockState load_block(const std::shared_ptr<const SavedBlock>& saved) {
  BlockState block = saved->block;
  block.saved = saved;
  block.is_changed = false;
  block.is_unpacked = false;
  return block;
}

void unpack_loaded_block(BlockState& block) {
  const uint8_t* packed = block.saved->packed.data();
  const size_t* size = block.saved->sizes.data();
  block.warps = block.saved->warps;
  for (const SavedBlock::Together& one : block.saved->together) {
    WarpState& warp = block.warps.emplace_back();
    warp.splits.push_back(one.split);
    warp.back_jumps = one.back_jumps;
  }
  each_array(block, [&](auto& array) {
    array.resize(*size / sizeof(array[0]));
    packed = unpack_bytes(packed, reinterpret_cast<uint8_t*>(array.data()), *size++);
  });
  block.is_unpacked = true;
}

}  // namespace wb
