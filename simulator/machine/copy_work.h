#pragma once
// What asynchronous copies and bulk copies are carried out with (async_copies.cpp, bulk_copies.cpp).
#include <algorithm>
#include <cstring>

#include "simulator/analysis/each_lane.h"
#include "simulator/machine/run_context.h"

namespace wb {

inline Opcode load_of(uint32_t bytes) {
  switch (bytes) {
    case 1: return Opcode::ld_u8;
    case 2: return Opcode::ld_u16;
    case 4: return Opcode::ld_32;
    case 8: return Opcode::ld_64;
    default: return Opcode::ld_2x64;
  }
}
inline Opcode store_of(uint32_t bytes) {
  switch (bytes) {
    case 1: return Opcode::st_8;
    case 2: return Opcode::st_16;
    case 4: return Opcode::st_32;
    case 8: return Opcode::st_64;
    default: return Opcode::st_2x64;
  }
}

// The view that a pointer leads to, if an access there is allowed; in the device's heap that is seen by the access itself.
inline const AllocationView* view_at(const RunContext& c, uint64_t pointer, uint32_t bytes) {
  const uint32_t allocation = view_of(c, pointer);
  if (allocation >= c.view_count) return nullptr;
  const AllocationView& view = c.views[allocation];
  if (allocation == c.heap_view) return &view;
  const int64_t at = pointer_offset(pointer);
  const bool is_inside = at >= 0 && static_cast<uint64_t>(at) + bytes <= view.size && static_cast<uint64_t>(at) % bytes == 0;
  return is_inside ? &view : nullptr;
}

inline bool is_common(const AllocationView& view) { return view.space == Space::global || view.space == Space::shared; }

// A few registers of its own, with which the machine's loads and stores are carried out, as if they stood at `pc`.
class CopyScratch {
 public:
  // Out of line: GCC 12 takes the registers for left dangling, though the destructor puts the others back (-Wdangling-pointer).
  [[gnu::noinline]] CopyScratch(RunContext& c, bool checked) : c_(c), checked_(checked), registers_(c.registers), pc_(c.pc), mask_(c.mask) { c_.registers = bytes_; }
  ~CopyScratch() {
    c_.registers = registers_;
    c_.pc = pc_;
    c_.mask = mask_;
    c_.is_late = false;
    c_.site_step = 0;
  }
  CopyScratch(const CopyScratch&) = delete;
  CopyScratch& operator=(const CopyScratch&) = delete;

  uint64_t& from(uint32_t lane) { return c_.reg<uint64_t>(0)[lane]; }
  uint64_t& to(uint32_t lane) { return c_.reg<uint64_t>(2)[lane]; }
  // The value of a lane, of 1 to 16 bytes, as loads leave it and stores take it.
  void set_value(uint32_t lane, const uint8_t* value, uint32_t bytes) {
    if (bytes <= 4) std::memcpy(c_.reg<uint8_t>(value_slot) + 4 * lane, value, bytes);
    else std::memcpy(c_.reg<uint8_t>(value_slot) + 8 * lane, value, 8);
    if (bytes == 16) std::memcpy(c_.reg<uint8_t>(value_slot + 2) + 8 * lane, value + 8, 8);
  }
  void load_late(Pc pc, LaneMask lanes, uint32_t bytes) {
    c_.is_late = true;
    access(pc, lanes, {.op = load_of(bytes), .d = value_slot, .a = 0, .kind = Ins::is_copy});
  }
  void store(Pc pc, LaneMask lanes, uint32_t bytes, bool is_late) {
    c_.is_late = is_late;
    access(pc, lanes, {.op = store_of(bytes), .d = value_slot, .a = 2});
  }
  // Up to 16 bytes of one lane's bulk copy, at `pc`: sites of its source, and behind those of its target (Lowering::bulk_copy).
  void load_piece(Pc pc, uint32_t lane, uint64_t pointer, uint32_t bytes, bool is_late) {
    from(lane) = pointer;
    c_.is_late = is_late;
    c_.site_step = 0;
    access(pc, LaneMask{1} << lane, {.op = load_of(bytes), .d = value_slot, .a = 0, .kind = Ins::is_copy});
  }
  void store_piece(Pc pc, uint32_t lane, uint64_t pointer, uint32_t bytes, bool is_late) {
    to(lane) = pointer;
    c_.site_step = 2;
    store(pc, LaneMask{1} << lane, bytes, is_late);
    c_.site_step = 0;
  }
  // An atomic on a word of 8 bytes.
  void add(Pc pc, uint32_t lane, uint64_t pointer, uint64_t what) {
    from(lane) = pointer;
    c_.reg<uint64_t>(value_slot + 2)[lane] = what;
    c_.is_late = false;
    access(pc, LaneMask{1} << lane, {.op = Opcode::atom_add_64, .d = value_slot, .a = 0, .c = value_slot + 2});
  }

 private:
  static constexpr uint16_t value_slot = 4;

  void access(Pc pc, LaneMask lanes, const Ins& ins) {
    if (!lanes) return;
    c_.pc = pc;
    c_.mask = lanes;
    access_lanes(c_, ins, checked_);
  }

  RunContext& c_;
  const bool checked_;
  uint8_t* const registers_;
  const Pc pc_;
  const LaneMask mask_;
  alignas(64) uint8_t bytes_[8 * warp_size * 4] = {};
};

inline void clear_written(const AllocationView& view, uint64_t offset, uint32_t bytes) {
  for (uint64_t bit = view.written_origin + offset; bytes; ++bit, --bytes) view.written[bit >> 3] = static_cast<uint8_t>(view.written[bit >> 3] & ~(1u << (bit & 7)));
}

// What a younger copy of the lane is under way to as well, has no value before that one is done: a ring of too few stages.
inline void leave_to_younger(RunContext& c, const LaneCopies& copies, const PendingCopy& done) {
  for (const PendingCopy& copy : copies) {
    const uint64_t begin = std::max(copy.to, done.to), end = std::min(copy.to + copy.bytes, done.to + done.bytes);
    if (begin < end) clear_written(c.views[pointer_allocation(begin)], static_cast<uint64_t>(pointer_offset(begin)), static_cast<uint32_t>(end - begin));
  }
}

}  // namespace wb
