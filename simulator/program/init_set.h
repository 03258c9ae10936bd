#pragma once
// How an `init_set` names its masks in `imm`: the low half is the mask of the variable that is assigned; the high half, where it is not zero,
// is one more than the mask of the variable that it is a copy of: the copy has a value in those lanes in which the original has one.
#include <cstdint>

namespace wb {

struct InitSet {
  uint32_t mask = 0, from = 0;
};
inline constexpr uint32_t most_init_masks = 0xFFFE;

// Static, as all that the run loops use (machine/run_context.h).
static constexpr InitSet unpack_init_set(int32_t imm) { return {static_cast<uint32_t>(imm) & 0xFFFF, static_cast<uint32_t>(imm) >> 16}; }
static constexpr int32_t pack_init_set(InitSet set) { return static_cast<int32_t>(set.from << 16 | set.mask); }

// v = __shfl_sync(mask, v, lane): a lane has a value in `v` afterwards where its source had one before. The shuffle itself sees to it, since lanes
// that meet go on at different times. `imm`: the width in its low byte; above, where it is not zero, one more than the mask of `v`.
struct ShuffleForm {
  int32_t width = 0;
  uint32_t mask = 0;  // one more
};
static constexpr ShuffleForm unpack_shuffle(int32_t imm) { return {imm & 0xFF, static_cast<uint32_t>(imm) >> 8}; }
static constexpr int32_t pack_shuffle(ShuffleForm form) { return static_cast<int32_t>(form.mask << 8) | form.width; }

}  // namespace wb
