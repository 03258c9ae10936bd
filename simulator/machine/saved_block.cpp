#include "simulator/machine/saved_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace wb {
namespace {

constexpr size_t row_bytes = warp_size * 4;
enum class RowKind : uint8_t { same, steps_of_8, steps_of_4, narrow, raw, absent };
constexpr size_t most_narrow_bits = 27, narrow_header = 5;
constexpr size_t absent_bytes = sizeof(AbsentRow) + 1;

template <class T>
bool is_in_steps(const uint8_t* row) {
  T values[row_bytes / sizeof(T)];
  std::memcpy(values, row, row_bytes);
  const T step = values[1] - values[0];
  if (values[2] - values[1] != step) return false;
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

// 32 numbers that lie close together: the lowest (as seen from the first, so that small ones of either sign do), and how far above it each
// stands, in as few bits as the highest needs. False: too many.
bool pack_narrow(const uint8_t* row, std::vector<uint8_t>& to) {
  uint32_t values[warp_size];
  std::memcpy(values, row, row_bytes);
  for (const size_t i : {1, 9, 18, 31})  // most of what lies far apart is told by a few
    if (const int32_t far = static_cast<int32_t>(values[i] - values[0]) >> most_narrow_bits; far != 0 && far != -1) return false;
  int32_t low = 0, high = 0;
  for (const uint32_t value : values) {
    low = std::min(low, static_cast<int32_t>(value - values[0]));
    high = std::max(high, static_cast<int32_t>(value - values[0]));
  }
  const uint32_t base = values[0] + static_cast<uint32_t>(low);
  const auto bits = static_cast<size_t>(std::bit_width(static_cast<uint32_t>(high) - static_cast<uint32_t>(low)));
  if (bits > most_narrow_bits) return false;
  uint8_t packed[narrow_header + row_bytes] = {static_cast<uint8_t>(bits)};
  std::memcpy(packed + 1, &base, sizeof base);
  uint64_t waiting = 0;
  size_t count = 0, at = narrow_header;
  for (const uint32_t value : values) {
    waiting |= uint64_t{value - base} << count;
    for (count += bits; count >= 8; count -= 8, waiting >>= 8) packed[at++] = static_cast<uint8_t>(waiting);
  }
  to.push_back(static_cast<uint8_t>(RowKind::narrow));
  to.insert(to.end(), packed, packed + at);  // 32 times as many bits as a number has: whole bytes
  return true;
}

const uint8_t* unpack_narrow(const uint8_t* packed, uint8_t* row) {
  const size_t bits = packed[0];
  uint32_t base, values[warp_size];
  std::memcpy(&base, packed + 1, sizeof base);
  uint64_t waiting = 0;
  size_t count = 0, at = narrow_header;
  for (uint32_t& value : values) {
    for (; count < bits; count += 8) waiting |= uint64_t{packed[at++]} << count;
    value = base + static_cast<uint32_t>(waiting & ((uint64_t{1} << bits) - 1));
    waiting >>= bits;
    count -= bits;
  }
  std::memcpy(row, values, row_bytes);
  return packed + at;
}

void pack_row(const uint8_t* row, std::vector<uint8_t>& to) {
  if (row[0] == row[8] && std::memcmp(row, row + 8, row_bytes - 8) == 0) {
    to.push_back(static_cast<uint8_t>(RowKind::same));
    to.insert(to.end(), row, row + 8);
  } else if (is_in_steps<uint64_t>(row)) {
    to.push_back(static_cast<uint8_t>(RowKind::steps_of_8));
    pack_steps<uint64_t>(row, to);
  } else if (is_in_steps<uint32_t>(row)) {
    to.push_back(static_cast<uint8_t>(RowKind::steps_of_4));
    pack_steps<uint32_t>(row, to);
  } else if (!pack_narrow(row, to)) {
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
    case RowKind::narrow: return unpack_narrow(packed, row);
    case RowKind::absent: return std::memset(row, 0, row_bytes), packed;
    case RowKind::raw: break;
  }
  std::memcpy(row, packed, row_bytes);
  return packed + row_bytes;
}

bool goes_together(const WarpState& warp) {
  const bool has_copies = std::any_of(warp.copies.begin(), warp.copies.end(), [](const LaneCopies& copies) { return !copies.empty(); });
  return warp.splits.size() == 1 && warp.current == 0 && !warp.exited && !warp.arrived && !warp.may_pass && warp.stacks.empty() && !has_copies;
}

bool are_alike(const Split& a, const Split& b) {
  return a.pc == b.pc && a.lanes == b.lanes && a.laps == b.laps && a.depth == b.depth && a.at_barrier == b.at_barrier && a.waits_for == b.waits_for &&
         a.gives_up == b.gives_up && a.apart_until == b.apart_until;
}

// The arrays of a block but for the registers, always in the same order.
template <class Work>
void each_array(BlockArrays& arrays, Work work) {
  work(arrays.init_masks);
  work(arrays.shared), work(arrays.shared_written);
  work(arrays.local), work(arrays.local_written);
  work(arrays.stack), work(arrays.stack_written);
}

// Of one warp: the slots that a snapshot keeps.
struct KeptSlots {
  SlotSet live, shown;
  LaneMask lanes = 0;
  const Liveness& liveness;
  const std::vector<Split>& splits;
  KeptSlots(const Liveness& l, const WarpState& warp) : live(l.words()), shown(l.words()), liveness(l), splits(warp.splits) {
    for (const Split& split : splits) {
      liveness.add_live(split.pc, live);
      liveness.add_shown(split.pc, shown);
      if (split.at_barrier) liveness.add_shown(split.pc + 1, shown);  // the grid may let it go while it is kept (grid_barrier.cpp)
      lanes |= split.lanes;
    }
  }
  bool has(uint32_t slot) const { return has(live, slot) || has(shown, slot); }
  bool is_live(uint32_t slot) const { return has(live, slot); }
  // Only such a row is the same in every replay: lanes for which it holds nothing keep what stood there by chance.
  bool is_shown_in_all_lanes(uint32_t slot) const {
    return lanes == ~0u && std::all_of(splits.begin(), splits.end(), [&](const Split& split) { return liveness.is_shown(split.pc, slot); });
  }
  bool is_also_for(const WarpState& warp) const {
    return std::equal(splits.begin(), splits.end(), warp.splits.begin(), warp.splits.end(),
                      [](const Split& a, const Split& b) { return a.pc == b.pc && a.lanes == b.lanes && a.at_barrier == b.at_barrier; });
  }

 private:
  static bool has(const SlotSet& set, uint32_t slot) { return set[slot / 64] >> (slot % 64) & 1; }
};

// work(row, slot, its warp's slots) for all rows that a snapshot keeps, in order.
template <class Work>
void each_kept_row(const BlockForm& form, const std::vector<WarpState>& warps, Work work) {
  const uint32_t slots = form.program->slot_count;
  std::optional<KeptSlots> kept;  // most warps of a block stand at one instruction
  for (uint32_t w = 0; w < warps.size(); ++w) {
    if (!kept || !kept->is_also_for(warps[w])) kept.emplace(form.liveness, warps[w]);
    for (uint32_t slot = form.liveness.preset_slots(); slot < slots; ++slot)
      if (kept->has(slot)) work(w * slots + slot, slot, *kept);
  }
}

class RegisterPacker {
 public:
  RegisterPacker(const BlockState& block, SavedBlock& saved, bool leaves_out_shown) : block_(block), saved_(saved), leaves_out_shown_(leaves_out_shown) {}

  void pack() {
    each_kept_row(*saved_.form, block_.warps, [&](uint32_t row, uint32_t slot, const KeptSlots& kept) {
      pack(row, kept.is_live(slot), leaves_out_shown_ && !kept.is_live(slot) && kept.is_shown_in_all_lanes(slot));
    });
  }

 private:
  void pack(uint32_t row, bool is_live, bool may_be_absent) {
    const uint32_t* const values = block_.registers.data() + size_t{row} * warp_size;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(values);
    if (find(block_.absent_from.get(), row)) {  // perhaps it has been written since, perhaps not, in some lanes
      saved_.absent.push_back({row, 0, AbsentRow::unknown});
      if (is_live) pack_row(bytes, saved_.packed);
      else saved_.packed.push_back(static_cast<uint8_t>(RowKind::absent));
      return;
    }
    const size_t size = saved_.packed.size();
    pack_row(bytes, saved_.packed);
    if (!may_be_absent || saved_.packed.size() - size <= absent_bytes) return;
    saved_.packed.resize(size);
    saved_.packed.push_back(static_cast<uint8_t>(RowKind::absent));
    RegisterRow copy;
    std::copy_n(values, warp_size, copy.begin());
    const uint64_t sum = sum_of(copy);
    const AbsentRow* const before = find(block_.saved.get(), row);  // the same row left out again: it stood there already
    const bool is_same = before && before->tick != AbsentRow::unknown && before->sum == sum;
    saved_.absent.push_back({row, sum, is_same ? before->tick : saved_.tick});
  }
  static const AbsentRow* find(const SavedBlock* saved, uint32_t row) {
    if (!saved) return nullptr;
    const auto at = std::lower_bound(saved->absent.begin(), saved->absent.end(), row, [](const AbsentRow& a, uint32_t r) { return a.row < r; });
    return at != saved->absent.end() && at->row == row ? &*at : nullptr;
  }

  const BlockState& block_;
  SavedBlock& saved_;
  bool leaves_out_shown_;
};

void save_warps(const std::vector<WarpState>& warps, SavedBlock& saved) {
  if (!std::all_of(warps.begin(), warps.end(), goes_together)) {
    saved.warps = warps;
    return;
  }
  for (const WarpState& warp : warps) {
    SavedBlock::Together* const last = saved.together.empty() ? nullptr : &saved.together.back();
    if (last && are_alike(last->split, warp.splits[0]) && last->back_jumps == warp.back_jumps) ++last->count;
    else saved.together.push_back({warp.splits[0], warp.back_jumps, 1});
  }
  saved.together.shrink_to_fit();
}

const uint8_t* unpack_registers(const uint8_t* packed, BlockState& block) {
  const BlockForm& form = *block.saved->form;
  const uint32_t slots = form.program->slot_count;
  const size_t words = size_t{form.liveness.preset_slots()} * warp_size, size = block.warps.size() * slots * warp_size;
  if (block.registers.size() != size) {  // else the arrays are another block's of the launch: the presets stand there already
    block.registers.assign(size, 0);
    for (size_t w = 0; w < block.warps.size(); ++w)
      std::copy_n(form.presets.begin() + static_cast<std::ptrdiff_t>(w * words), words, block.registers.begin() + static_cast<std::ptrdiff_t>(w * slots * warp_size));
  }
  fill_block_index(*form.program, form.shape, block.index, block.registers.data());
  each_kept_row(form, block.warps, [&](uint32_t row, uint32_t, const KeptSlots&) {
    packed = unpack_row(packed, reinterpret_cast<uint8_t*>(block.registers.data() + size_t{row} * warp_size));
  });
  return packed;
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

void fill_block_index(const Program& program, const LaunchShape& shape, uint32_t index, uint32_t* registers) {
  const Index3 at = shape.block_index(index);
  for (const Preset& preset : program.presets) {
    if (preset.kind != Preset::Kind::special) continue;
    const auto which = static_cast<Special>(preset.index);
    if (which < Special::block_idx_x || which > Special::block_idx_z) continue;
    const uint32_t value = which == Special::block_idx_x ? at.x : which == Special::block_idx_y ? at.y : at.z;
    for (uint32_t warp = 0; warp < shape.warps_per_block(); ++warp) std::fill_n(registers + (size_t{warp} * program.slot_count + preset.slot) * warp_size, warp_size, value);
  }
}

uint64_t sum_of(const RegisterRow& row) {
  uint64_t sum = 0;
  for (size_t i = 0; i < warp_size; i += 2) {
    sum = (sum ^ (row[i] | uint64_t{row[i + 1]} << 32)) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  return sum;
}

size_t SavedBlock::bytes() const {
  size_t total = sizeof *this + packed.capacity() + absent.capacity() * sizeof(AbsentRow) + together.capacity() * sizeof(Together) + warps.size() * sizeof(WarpState);
  for (const WarpState& warp : warps) {
    total += warp.splits.size() * sizeof(Split);
    for (const LaneCopies& copies : warp.copies) total += sizeof copies + sizeof(PendingCopy) * copies.size();
    for (const LaneStack& stack : warp.stacks) total += sizeof stack + 4 * (stack.returns.size() + stack.words.size());
  }
  return total;
}

std::shared_ptr<const SavedBlock> save_block(BlockState& block, const std::shared_ptr<const BlockForm>& form, uint64_t tick, bool leaves_out_shown) {
  if (block.saved && !block.is_changed) return block.saved;
  auto saved = std::make_shared<SavedBlock>();
  saved->head = block;
  saved->form = form;
  saved->tick = tick;
  save_warps(block.warps, *saved);
  RegisterPacker(block, *saved, leaves_out_shown).pack();
  size_t* size = saved->sizes.data();
  each_array(block, [&](auto& array) {
    *size = array.size() * sizeof(array[0]);
    pack_bytes(reinterpret_cast<const uint8_t*>(array.data()), *size++, saved->packed);
  });
  saved->packed.shrink_to_fit();
  saved->absent.shrink_to_fit();
  block.saved = saved;
  block.is_changed = false;
  return saved;
}

void load_block(BlockState& block, const std::shared_ptr<const SavedBlock>& saved) {
  static_cast<BlockHead&>(block) = saved->head;
  block.saved = saved;
  block.absent_from = nullptr;
  block.is_changed = false;
  block.is_unpacked = false;
}

void unpack_loaded_block(BlockState& block) {
  const size_t* size = block.saved->sizes.data();
  if (block.saved->together.empty()) block.warps = block.saved->warps;
  else block.warps.resize(block.saved->form->shape.warps_per_block());
  size_t w = 0;
  for (const SavedBlock::Together& alike : block.saved->together)
    for (const size_t end = w + alike.count; w < end; ++w) {
      WarpState& warp = block.warps[w];
      warp.splits.assign(1, alike.split);
      warp.current = 0;
      warp.back_jumps = alike.back_jumps;
      warp.exited = warp.arrived = warp.may_pass = 0;
      warp.stacks.clear();
      warp.copies.clear();
    }
  const uint8_t* packed = unpack_registers(block.saved->packed.data(), block);
  each_array(block, [&](auto& array) {
    array.resize(*size / sizeof(array[0]));
    packed = unpack_bytes(packed, reinterpret_cast<uint8_t*>(array.data()), *size++);
  });
  if (!block.saved->absent.empty()) block.absent_from = block.saved;
  block.is_unpacked = true;
}

}  // namespace wb
