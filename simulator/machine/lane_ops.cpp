// The roads on which a warp's lanes are looked at one by one: pointers that differ, accesses at fault, atomics, integer division,
// transcendental functions. The run loop takes them only where its vectors do not serve.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/analysis/uneven_passes.h"
#include "simulator/builtins/device_table.h"
#include "simulator/builtins/float_sum.h"
#include "simulator/builtins/half.h"
#include "simulator/machine/heap_marks.h"
#include "simulator/machine/local_pointers.h"
#include "simulator/machine/record_copies.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

void tell_checks(RunContext& c, const WarpAccess& access) {
  if (c.program->has_async_copies && access.kind != AccessKind::load) report_stores_to_copies(c, access);
  c.checks->access(access);
}

template <class F>
void for_each_lane_backwards(LaneMask lanes, F&& f) {
  while (lanes) {
    const int lane = 31 - std::countl_zero(lanes);
    lanes &= ~(1u << lane);
    f(lane);
  }
}

float as_f32(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double as_f64(uint64_t bits) { return std::bit_cast<double>(bits); }

// What an access does, from its opcode.
struct Shape {
  AccessKind kind = AccessKind::load;
  uint8_t bytes = 4;
  bool is_wide = false;    // d holds 64 bits
  bool is_signed = false;
  uint8_t parts = 1;       // neighbouring registers
};
Shape shape_of(Opcode op) {
  switch (op) {
    case Opcode::ld_u8: return {AccessKind::load, 1, false, false};
    case Opcode::ld_i8: return {AccessKind::load, 1, false, true};
    case Opcode::ld_u16: return {AccessKind::load, 2, false, false};
    case Opcode::ld_i16: return {AccessKind::load, 2, false, true};
    case Opcode::ld_32: return {AccessKind::load, 4, false, false};
    case Opcode::ld_64: return {AccessKind::load, 8, true, false};
    case Opcode::st_8: return {AccessKind::store, 1, false, false};
    case Opcode::st_16: return {AccessKind::store, 2, false, false};
    case Opcode::st_32: return {AccessKind::store, 4, false, false};
    case Opcode::st_64: return {AccessKind::store, 8, true, false};
    case Opcode::ld_2x32: return {AccessKind::load, 8, false, false, 2};
    case Opcode::ld_4x32: return {AccessKind::load, 16, false, false, 4};
    case Opcode::ld_2x64: return {AccessKind::load, 16, true, false, 2};
    case Opcode::st_2x32: return {AccessKind::store, 8, false, false, 2};
    case Opcode::st_4x32: return {AccessKind::store, 16, false, false, 4};
    case Opcode::st_2x64: return {AccessKind::store, 16, true, false, 2};
    case Opcode::atom_cas_8: case Opcode::atom_exch_8: return {AccessKind::atomic, 1, false, false};
    case Opcode::atom_cas_16: case Opcode::atom_exch_16: case Opcode::atom_add_f16: case Opcode::atom_add_bf16: return {AccessKind::atomic, 2, false, false};
    default: {
      const bool wide = opcode_info(op).operands[0] == 'D';
      return {AccessKind::atomic, static_cast<uint8_t>(wide ? 8 : 4), wide, false};
    }
  }
}

uint64_t atomic_result(Opcode op, Space space, uint64_t old, uint64_t value, uint64_t desired) {
  const auto o32 = static_cast<uint32_t>(old), v32 = static_cast<uint32_t>(value);
  switch (op) {
    case Opcode::atom_add_32: case Opcode::atom_add_64: return old + value;
    case Opcode::atom_add_f32: return std::bit_cast<uint32_t>(atomic_sum(as_f32(old), as_f32(value), space == Space::global));
    case Opcode::atom_add_f64: return std::bit_cast<uint64_t>(as_f64(old) + as_f64(value));
    case Opcode::atom_add_f16: return half_add(o32, v32);
    case Opcode::atom_add_bf16: return bfloat_add(o32, v32);
    case Opcode::atom_sub_32: return o32 - v32;
    case Opcode::atom_exch_8: case Opcode::atom_exch_16: case Opcode::atom_exch_32: case Opcode::atom_exch_64: return value;
    case Opcode::atom_min_i32: return static_cast<uint32_t>(std::min(static_cast<int32_t>(o32), static_cast<int32_t>(v32)));
    case Opcode::atom_max_i32: return static_cast<uint32_t>(std::max(static_cast<int32_t>(o32), static_cast<int32_t>(v32)));
    case Opcode::atom_min_u32: return std::min(o32, v32);
    case Opcode::atom_max_u32: return std::max(o32, v32);
    case Opcode::atom_min_i64: return static_cast<uint64_t>(std::min(static_cast<int64_t>(old), static_cast<int64_t>(value)));
    case Opcode::atom_max_i64: return static_cast<uint64_t>(std::max(static_cast<int64_t>(old), static_cast<int64_t>(value)));
    case Opcode::atom_min_u64: return std::min(old, value);
    case Opcode::atom_max_u64: return std::max(old, value);
    case Opcode::atom_inc_u32: return o32 >= v32 ? 0 : o32 + 1;
    case Opcode::atom_dec_u32: return o32 == 0 || o32 > v32 ? v32 : o32 - 1;
    case Opcode::atom_and_32: case Opcode::atom_and_64: return old & value;
    case Opcode::atom_or_32: case Opcode::atom_or_64: return old | value;
    case Opcode::atom_xor_32: case Opcode::atom_xor_64: return old ^ value;
    case Opcode::atom_cas_8: case Opcode::atom_cas_16: case Opcode::atom_cas_32: return o32 == v32 ? desired : old;
    case Opcode::atom_cas_64: return old == value ? desired : old;
    default: return old;
  }
}

class LaneAccess {
 public:
  LaneAccess(RunContext& c, const Ins& ins, bool checked) : c_(c), ins_(ins), shape_(shape_of(ins.op)), checked_(checked) {}

  void run() {
    compute_pointers();
    read_operands();
    if (is_marked_local(offset_bits_ & local_mark)) take_marks_off(marked_lanes());
    LaneMask left = c_.mask & ~null_lanes();
    bool is_first = true;
    while (left) {
      const uint32_t id = allocation_[std::countr_zero(left)];
      LaneMask group = 0;
      for_each_lane(left, [&](int lane) { group |= allocation_[lane] == id ? 1u << lane : 0u; });
      left &= ~group;
      if (id < c_.view_count ? access_group(id, c_.views[id], group, !is_first) : access_cluster(id, group, !is_first)) is_first = false;
    }
    if (shape_.kind != AccessKind::store) write_results();
  }

 private:
  void compute_pointers() {
    const uint64_t* base = c_.reg<uint64_t>(ins_.a);
    const auto kind = static_cast<IndexKind>(ins_.kind & Ins::index_mask);
    for_each_lane(c_.mask, [&](int lane) {
      int64_t index = 0;
      if (kind == IndexKind::i32) index = c_.reg<int32_t>(ins_.b)[lane];
      if (kind == IndexKind::u32) index = c_.reg<uint32_t>(ins_.b)[lane];
      if (kind == IndexKind::i64) index = c_.reg<int64_t>(ins_.b)[lane];
      pointer_[lane] = base[lane];
      allocation_[lane] = view_of(c_, base[lane]);
      offset_[lane] = static_cast<int64_t>(static_cast<uint64_t>(offset_of(c_, base[lane])) + static_cast<uint64_t>(index) * ins_.scale +
                                           static_cast<uint64_t>(int64_t{ins_.imm}));
      offset_bits_ |= offset_[lane];
    });
  }

  // ---- pointers to local variables that have a mark (local_pointers.h)

  LaneMask marked_lanes() const {
    LaneMask marked = 0;
    for_each_lane(c_.mask, [&](int lane) {
      const uint32_t id = allocation_[lane];
      if (id < c_.view_count && c_.views[id].space == Space::local && is_marked_local(offset_[lane])) marked |= 1u << lane;
    });
    return marked;
  }
  // As everywhere, a thread comes to its own copy of what another one has handed on; that is told.
  void take_marks_off(LaneMask marked) {
    LaneMask foreign = 0;
    uint32_t owner[warp_size] = {};
    for_each_lane(marked, [&](int lane) {
      const int64_t offset = offset_[lane];
      const HandedLocal from = handed_local(offset);
      const AllocaPart part = alloca_part(offset);
      const LaneMask bit = 1u << lane;
      offset_[lane] = local_place(offset);
      if (!is_of_alloca(offset)) {
        owner[lane] = from.thread;
        foreign |= from.is_of(c_.block, c_.warp_index * warp_size + static_cast<uint32_t>(lane)) ? 0 : bit;
      } else if (part.place < 0 || part.place + shape_.bytes > part.bytes) {
        past_alloca_ |= bit;
      }
    });
    while (foreign) {
      const uint32_t id = allocation_[std::countr_zero(foreign)];
      LaneMask group = 0;
      for_each_lane(foreign, [&](int lane) { group |= allocation_[lane] == id ? 1u << lane : 0u; });
      foreign &= ~group;
      tell_of_local(FindingKind::memory_lifetime, group, id, pointer_, owner);
    }
  }
  void tell_of_local(FindingKind kind, LaneMask lanes, uint32_t allocation, const uint64_t* pointers, const uint32_t* owner) {
    if (!checked_ || !lanes || !c_.checks) return;
    c_.checks->fault({.kind = kind, .tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[c_.pc].site + c_.site_step, .lanes = lanes, .access = shape_.kind,
                      .bytes = shape_.bytes, .allocation = allocation, .offset = offset_, .value = pointers, .other_thread = owner});
  }
  // The lanes that read what its scope has left behind.
  LaneMask tell_of_ended(const AllocationView& view, uint32_t id, LaneMask unwritten) {
    LaneMask ended = 0;
    for_each_lane(unwritten, [&](int lane) {
      const uint8_t* bytes = view.bytes + lane_offset(view, lane);
      if (std::all_of(bytes, bytes + shape_.bytes, [](uint8_t byte) { return byte == ended_byte; })) ended |= 1u << lane;
    });
    tell_of_local(FindingKind::memory_lifetime, ended, id, nullptr, nullptr);
    return ended;
  }

  void read_operands() {
    if (shape_.kind == AccessKind::load) return;
    const uint32_t slot = shape_.kind == AccessKind::store ? ins_.d : ins_.c;
    if (shape_.parts > 1) return read_parts();
    const uint64_t keep = shape_.bytes == 8 ? ~0ull : (1ull << (8 * shape_.bytes)) - 1;
    const bool is_cas = in_range(ins_.op, Opcode::atom_cas_8, Opcode::atom_cas_64);
    for_each_lane(c_.mask, [&](int lane) {
      value_[lane] = shape_.is_wide ? c_.reg<uint64_t>(slot)[lane] : c_.reg<uint32_t>(slot)[lane] & keep;
      if (is_cas) desired_[lane] = shape_.is_wide ? c_.reg<uint64_t>(slot + 2)[lane] : c_.reg<uint32_t>(slot + 1)[lane];
    });
  }

  // Several registers make up the 8 or 16 bytes of an access: value_ and high_.
  void read_parts() {
    for_each_lane(c_.mask, [&](int lane) {
      const auto word = [&](uint32_t part) { return uint64_t{c_.reg<uint32_t>(ins_.d + part)[lane]}; };
      value_[lane] = shape_.is_wide ? c_.reg<uint64_t>(ins_.d)[lane] : word(0) | word(1) << 32;
      if (shape_.bytes == 16) high_[lane] = shape_.is_wide ? c_.reg<uint64_t>(ins_.d + 2)[lane] : word(2) | word(3) << 32;
    });
  }
  void write_parts() {
    for_each_lane(c_.mask, [&](int lane) {
      const uint64_t halves[] = {result_[lane], high_[lane]};
      for (uint32_t part = 0; part < shape_.parts; ++part) {
        if (shape_.is_wide) c_.reg<uint64_t>(ins_.d + 2 * part)[lane] = halves[part];
        else c_.reg<uint32_t>(ins_.d + part)[lane] = static_cast<uint32_t>(halves[part / 2] >> (part % 2 ? 32 : 0));
      }
    });
  }

  void fault(FindingKind kind, LaneMask lanes, uint32_t allocation) {
    if (allocation == c_.heap_view && kind != FindingKind::memory_null) return heap_fault(kind, lanes, true);
    if (!checked_ || !lanes || !c_.checks) return;
    int64_t in_item[warp_size];
    const int64_t period = allocation < c_.view_count ? c_.views[allocation].period : 0, item = period ? static_cast<int64_t>(c_.views[allocation].item_bytes) : 0;
    for_each_lane(lanes, [&](int lane) {  // offsets as seen from the activation's own copy: beyond its end, or in front of it
      const int64_t at = period ? (offset_[lane] % period + period) % period : offset_[lane];
      in_item[lane] = period && at - item > period - at ? at - period : at;
    });
    WarpFault f{.kind = kind, .tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[c_.pc].site + c_.site_step, .lanes = lanes,
                .access = shape_.kind, .bytes = shape_.bytes, .allocation = allocation, .offset = in_item, .value = pointer_, .owner = owner_};
    c_.checks->fault(f);
  }

  // `are_placed`: offset_ is the place in the heap already.
  void heap_fault(FindingKind kind, LaneMask lanes, bool are_placed) {
    if (!checked_ || !lanes || !c_.checks) return;
    int64_t place[warp_size];
    HeapBlock blocks[warp_size];
    for_each_lane(lanes, [&](int lane) {
      place[lane] = are_placed ? offset_[lane] : heap_place(offset_[lane]);
      blocks[lane] = are_placed ? c_.heap->at(place[lane]) : c_.heap->meant_by(offset_[lane]);
    });
    c_.checks->fault({.kind = kind, .tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[c_.pc].site, .lanes = lanes, .access = shape_.kind,
                      .bytes = shape_.bytes, .allocation = c_.heap_view, .offset = place, .value = pointer_, .heap = blocks});
  }

  LaneMask null_lanes() {
    LaneMask lanes = 0;
    for_each_lane(c_.mask, [&](int lane) {
      const uint32_t id = allocation_[lane];
      if (id < c_.view_count || (is_of_cluster(id) && c_.cluster_memory(c_, id).allocation != no_allocation)) return;
      lanes |= 1u << lane;
    });
    fault(FindingKind::memory_null, lanes, 0);
    return lanes;
  }

  bool is_crooked(int64_t at) const { return static_cast<uint64_t>(at) & (shape_.bytes - 1u); }  // a power of two, as all are

  FindingKind out_of_bounds() const { return shape_.kind != AccessKind::load ? FindingKind::oob_write : FindingKind::oob_read; }

  // The lanes that stay inside of the allocation; the others are reported.
  // A crooked access that begins inside is let through, wherever it ends: that it is crooked comes first, and is told next.
  LaneMask admit_inside(const AllocationView& view, uint32_t id, LaneMask group) {
    LaneMask outside = group & past_alloca_;
    for_each_lane(group & ~outside, [&](int lane) {
      const int64_t at = offset_[lane];
      const auto is_outside = [&](uint32_t bytes) {
        return at < 0 || static_cast<uint64_t>(at) + bytes > view.size || (view.period && static_cast<uint64_t>(at) % view.period + bytes > view.item_bytes);
      };
      if (is_outside(is_crooked(at) ? 1 : shape_.bytes)) outside |= 1u << lane;
    });
    fault(out_of_bounds(), outside, id);
    return group & ~outside;
  }
  // In the device's heap: those that stay inside of the live block that their pointer was given for. Their offset_ becomes a place in the heap.
  LaneMask admit_to_heap(LaneMask group) {
    LaneMask outside = 0, given_back = 0;
    for_each_lane(group, [&](int lane) {
      if (c_.heap->holds(offset_[lane], shape_.bytes)) return;
      (c_.heap->meant_by(offset_[lane]).state == HeapBlock::State::given ? given_back : outside) |= 1u << lane;
    });
    heap_fault(out_of_bounds(), outside, false);
    heap_fault(FindingKind::memory_lifetime, given_back, false);
    group &= ~outside & ~given_back;
    for_each_lane(group, [&](int lane) { offset_[lane] = heap_place(offset_[lane]); });
    return group;
  }

  // The lanes of `group` that may touch the allocation; the others are reported and their access is left out.
  LaneMask admit(const AllocationView& view, uint32_t id, LaneMask group) {
    LaneMask crooked = 0, unwritten = 0;
    group = id == c_.heap_view ? admit_to_heap(group) : admit_inside(view, id, group);
    const bool writes = shape_.kind != AccessKind::load;
    const bool is_exchange = in_range(ins_.op, Opcode::atom_exch_8, Opcode::atom_exch_64);
    const bool wants_old = shape_.kind != AccessKind::store && !(is_exchange && !c_.info[c_.pc].result_used);
    for_each_lane(group, [&](int lane) {
      const LaneMask bit = 1u << lane;
      const int64_t at = offset_[lane];
      if (is_crooked(at)) crooked |= bit;
      else if (wants_old && !view.starts_defined && view.written && !all_written(view.written, written_bit(view, lane), shape_.bytes)) unwritten |= bit;
    });
    fault(FindingKind::memory_misaligned, crooked, id);
    LaneMask admitted = group & ~crooked;
    if (writes && view.is_read_only) {
      fault(FindingKind::memory_readonly, admitted, id);
      return 0;
    }
    unwritten &= admitted;
    if (unwritten && view.space == Space::local) unwritten &= ~tell_of_ended(view, id, unwritten);
    if (unwritten && checked_ && c_.program->has_async_copies && view.space == Space::shared && owner_ == own_block)
      unwritten &= ~report_early_reads(c_, id, unwritten, offset_, shape_.kind, shape_.bytes);
    if (ins_.kind & Ins::is_copy) unwritten = copies_nothing(c_, view, ins_, unwritten, offset_);
    if (unwritten)
      fault(view.space == Space::shared ? FindingKind::uninit_shared : view.space == Space::local ? FindingKind::uninit_local : FindingKind::uninit_global,
            unwritten, id);
    return admitted;
  }

  uint64_t lane_offset(const AllocationView& view, int lane) const {
    return static_cast<uint64_t>(offset_[lane]) + uint64_t{view.lane_stride} * static_cast<uint64_t>(lane);
  }
  uint64_t written_bit(const AllocationView& view, int lane) const { return view.written_origin + lane_offset(view, lane); }

  // Shared memory by a pointer into the cluster (clusters.cpp).
  bool access_cluster(uint32_t id, LaneMask group, bool is_continuation) {
    const ClusterMemory memory = c_.cluster_memory(c_, id);
    owner_ = memory.owner;
    if (!memory.is_met) fault(FindingKind::cluster_start, group, memory.allocation);
    if (!memory.view) fault(FindingKind::cluster_exited, group, memory.allocation);
    else if (owner_ != own_block) note_reach(memory, group);
    const bool is_done = memory.view && access_group(memory.allocation, *memory.view, group, is_continuation);
    owner_ = own_block;
    return is_done;
  }
  // The block must not leave before: that is seen when it does.
  void note_reach(const ClusterMemory& memory, LaneMask group) {
    if (!checked_ || !c_.checks) return;
    const auto tell = [&](LaneMask lanes, uint32_t arrivals) {
      if (lanes)
        c_.checks->reach_into_cluster(arrivals, {.kind = FindingKind::cluster_leaving, .tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[c_.pc].site,
                                                 .lanes = lanes, .access = shape_.kind, .bytes = shape_.bytes, .allocation = memory.allocation, .offset = offset_, .owner = owner_});
    };
    tell(group & c_.warp->arrived, memory.phases + 1);
    tell(group & ~c_.warp->arrived, memory.phases);
  }

  bool access_group(uint32_t id, const AllocationView& view, LaneMask group, bool is_continuation) {
    const LaneMask lanes = admit(view, id, group);
    if (!lanes) return false;
    for_each_lane(lanes, [&](int lane) {
      old_[lane] = 0;
      std::memcpy(&old_[lane], view.bytes + lane_offset(view, lane), std::min<size_t>(shape_.bytes, 8));
      if (shape_.bytes == 16 && shape_.kind == AccessKind::load) std::memcpy(&high_[lane], view.bytes + lane_offset(view, lane) + 8, 8);
      short_offset_[lane] = static_cast<uint32_t>(offset_[lane]);
    });
    if (view.read && shape_.kind != AccessKind::store) for_each_lane(lanes, [&](int lane) { set_written(view.read, lane_offset(view, lane), shape_.bytes); });
    if (checked_) report(id, view, lanes, is_continuation);
    if (shape_.kind == AccessKind::load) {
      for_each_lane(lanes, [&](int lane) { result_[lane] = old_[lane]; });
      return true;
    }
    const auto store = [&](int lane) {
      uint8_t* to = view.bytes + lane_offset(view, lane);
      uint64_t now = value_[lane];
      if (shape_.kind == AccessKind::atomic) {
        uint64_t old = 0;
        std::memcpy(&old, to, shape_.bytes);
        result_[lane] = old;
        now = atomic_result(ins_.op, view.space, old, value_[lane], desired_[lane]);
      }
      if (c_.frozen && !may_store(view, to, now, lane)) return;
      std::memcpy(to, &now, std::min<size_t>(shape_.bytes, 8));
      if (shape_.bytes == 16) std::memcpy(to + 8, &high_[lane], 8);
      if (view.written) set_written(view.written, written_bit(view, lane), shape_.bytes);
      if (view.dirty) view.dirty[static_cast<uint64_t>(offset_[lane]) >> page_shift] = 1;
    };
    if (c_.lowest_lane_wins) for_each_lane_backwards(lanes, store);
    else for_each_lane(lanes, store);
    return true;
  }

  // In frozen memory.
  bool may_store(const AllocationView& view, const uint8_t* to, uint64_t now, int lane) {
    const bool is_same = std::memcmp(to, &now, std::min<size_t>(shape_.bytes, 8)) == 0 && (shape_.bytes < 16 || std::memcmp(to + 8, &high_[lane], 8) == 0);
    if (view.space == Space::global) c_.frozen->is_global_changed |= !is_same;
    if (view.space == Space::shared) c_.frozen->is_shared_changed |= !is_same;
    return view.space != Space::global;
  }

  void report(uint32_t id, const AllocationView& view, LaneMask lanes, bool is_continuation) {
    WarpAccess access{.tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[c_.pc].site + c_.site_step + (c_.is_late ? 1u : 0u), .active = lanes, .kind = shape_.kind,
                      .space = view.space, .bytes = shape_.bytes, .is_continuation = is_continuation, .is_late = c_.is_late, .is_volatile = c_.info[c_.pc].is_volatile,
                      .result_used = c_.info[c_.pc].result_used, .scope = c_.info[c_.pc].scope, .is_more_of_one = c_.info[c_.pc].is_more_of_one, .is_summed_first = c_.info[c_.pc].is_summed_first, .lanes_descend = c_.lowest_lane_wins, .compiled = c_.info[c_.pc].compiled, .allocation = id, .owner = owner_, .offset = short_offset_,
                      .value = shape_.kind == AccessKind::load ? old_ : value_, .high_value = shape_.bytes == 16 ? high_ : nullptr, .old_value = old_};
    bool same = true;
    const uint32_t first = short_offset_[std::countr_zero(lanes)];
    for_each_lane(lanes, [&](int lane) { same &= short_offset_[lane] == first; });
    if (same && lanes == c_.mask) {
      access.pattern = AccessPattern::broadcast;
      std::fill(std::begin(short_offset_), std::end(short_offset_), first);
    }
    const bool is_followed = c_.listener || c_.is_watched;
    uint64_t now[warp_size];
    if (shape_.kind == AccessKind::atomic && is_followed) {
      follow_atomic(view.space, lanes, now);
      access.new_value = now;
    }
    if (c_.checks && c_.info[c_.pc].shape_check) check_shape(c_, ins_, id, shape_.kind, shape_.bytes, lanes, short_offset_);
    if (c_.checks && view.space != Space::local) tell_checks(c_, access);
    if (!c_.listener) return;
    if (view.period) for_each_lane(lanes, [&](int lane) { short_offset_[lane] %= view.period; });
    if (access.new_value) access.value = now;
    c_.listener->access(access);
  }

  // What stands there after each lane's turn. Lanes that meet at one element: each sees what the one before left. Elements share a few lists of the lanes that have
  // had their turn, the last one first.
  void follow_atomic(Space space, LaneMask lanes, uint64_t* now) {
    constexpr size_t lists = 64;
    int8_t last[lists], before[warp_size];
    std::fill(std::begin(last), std::end(last), int8_t{-1});
    const int element_shift = std::countr_zero(shape_.bytes);
    const auto turn = [&](int lane) {
      int8_t& list = last[short_offset_[lane] >> element_shift & (lists - 1)];
      int8_t met = list;
      while (met >= 0 && short_offset_[met] != short_offset_[lane]) met = before[met];
      if (met >= 0) old_[lane] = now[met];
      now[lane] = atomic_result(ins_.op, space, old_[lane], value_[lane], desired_[lane]);
      before[lane] = list;
      list = static_cast<int8_t>(lane);
    };
    if (c_.lowest_lane_wins) for_each_lane_backwards(lanes, turn);
    else for_each_lane(lanes, turn);
  }

  void write_results() {
    if (shape_.parts > 1) return write_parts();
    for_each_lane(c_.mask, [&](int lane) {
      uint64_t v = result_[lane];
      if (shape_.is_signed) v = shape_.bytes == 1 ? static_cast<uint32_t>(int32_t{static_cast<int8_t>(v)}) : static_cast<uint32_t>(int32_t{static_cast<int16_t>(v)});
      if (shape_.is_wide) c_.reg<uint64_t>(ins_.d)[lane] = v;
      else c_.reg<uint32_t>(ins_.d)[lane] = static_cast<uint32_t>(v);
    });
  }

  RunContext& c_;
  const Ins& ins_;
  const Shape shape_;
  const bool checked_;
  uint64_t pointer_[warp_size] = {}, value_[warp_size] = {}, desired_[warp_size] = {}, high_[warp_size] = {}, old_[warp_size] = {}, result_[warp_size] = {};
  int64_t offset_[warp_size] = {}, offset_bits_ = 0;
  LaneMask past_alloca_ = 0;
  uint32_t allocation_[warp_size] = {}, short_offset_[warp_size] = {};
  uint32_t owner_ = own_block;  // of the shared memory at work, where it is not the own block's
};

template <class T, bool is_division>
void divide(RunContext& c, const Ins& ins, bool checked) {
  T* d = c.reg<T>(ins.d);
  const T *a = c.reg<T>(ins.a), *b = c.reg<T>(ins.b);
  LaneMask by_zero = 0;
  for_each_lane(c.mask, [&](int lane) {
    const T x = a[lane], y = b[lane];
    if (y == 0) {
      by_zero |= 1u << lane;
      d[lane] = is_division ? static_cast<T>(-1) : x;
    } else if (std::numeric_limits<T>::is_signed && y == static_cast<T>(-1)) {
      using U = std::make_unsigned_t<T>;
      d[lane] = is_division ? static_cast<T>(U{0} - static_cast<U>(x)) : T{0};  // the one quotient that overflows wraps
    } else {
      d[lane] = is_division ? static_cast<T>(x / y) : static_cast<T>(x % y);
    }
  });
  if (!by_zero || !checked || !c.checks) return;
  uint64_t zeros[warp_size] = {};
  c.checks->fault({.kind = FindingKind::arith_div0, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site,
                   .lanes = by_zero, .value = zeros});
}

template <class T>
bool is_of_class(FloatClass wanted, T x) {
  switch (wanted) {
    case FloatClass::nan: return std::isnan(x);
    case FloatClass::infinite: return std::isinf(x);
    case FloatClass::finite: return std::isfinite(x);
    default: return std::signbit(x);
  }
}

}  // namespace

uint32_t access_bytes(Opcode op) { return shape_of(op).bytes; }

void access_lanes(RunContext& c, const Ins& ins, bool checked) { LaneAccess(c, ins, checked).run(); }

void divide_lanes(RunContext& c, const Ins& ins, bool checked) {
  switch (ins.op) {
    case Opcode::div_i32: return divide<int32_t, true>(c, ins, checked);
    case Opcode::div_u32: return divide<uint32_t, true>(c, ins, checked);
    case Opcode::rem_i32: return divide<int32_t, false>(c, ins, checked);
    case Opcode::rem_u32: return divide<uint32_t, false>(c, ins, checked);
    case Opcode::div_i64: return divide<int64_t, true>(c, ins, checked);
    case Opcode::div_u64: return divide<uint64_t, true>(c, ins, checked);
    case Opcode::rem_i64: return divide<int64_t, false>(c, ins, checked);
    default: return divide<uint64_t, false>(c, ins, checked);
  }
}

// Called before the shift, where counts are not known to be in range.
void report_shift(RunContext& c, const Ins& ins) {
  const uint32_t width = in_range(ins.op, Opcode::shl32, Opcode::shr_u32) ? 32 : 64;
  const uint32_t* count = c.reg<uint32_t>(ins.b);
  LaneMask lanes = 0;
  uint64_t values[warp_size] = {};
  for_each_lane(c.mask, [&](int lane) {
    if (count[lane] < width) return;
    lanes |= 1u << lane;
    values[lane] = static_cast<uint64_t>(int64_t{static_cast<int32_t>(count[lane])});
  });
  if (lanes && c.checks)
    c.checks->fault({.kind = FindingKind::arith_shift, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site,
                     .lanes = lanes, .value = values});
}

void class_lanes(RunContext& c, const Ins& ins) {
  const auto wanted = static_cast<FloatClass>(ins.kind);
  for_each_lane(c.mask, [&](int l) {
    c.reg<uint32_t>(ins.d)[l] = ins.op == Opcode::class_f32 ? is_of_class(wanted, c.reg<float>(ins.a)[l]) : is_of_class(wanted, c.reg<double>(ins.a)[l]);
  });
}

void space_lanes(RunContext& c, const Ins& ins) {
  uint32_t* d = c.reg<uint32_t>(ins.d);
  const uint64_t* a = c.reg<uint64_t>(ins.a);
  for_each_lane(c.mask, [&](int l) {
    const uint32_t allocation = view_of(c, a[l]);
    d[l] = allocation < c.view_count && static_cast<uint8_t>(c.views[allocation].space) == ins.kind;
  });
}

// An address in shared memory: the place in the block's, above it the rank in the cluster plus 1, where the pointer has one.
constexpr uint32_t cluster_place_bits = 24;

// Where the block's shared memory begins.
static const uint8_t* shared_begin(const RunContext& c) {
  const uint8_t* begin = nullptr;
  for (uint32_t i = 0; i < c.view_count; ++i)
    if (c.views[i].space == Space::shared && c.views[i].bytes && (!begin || c.views[i].bytes < begin)) begin = c.views[i].bytes;
  return begin;
}

// The other way round: what lies behind a variable's end belongs to it until the next one begins.
void shared_pointer_lanes(RunContext& c, const Ins& ins) {
  const uint8_t* const begin = shared_begin(c);
  for_each_lane(c.mask, [&](int l) {
    const uint64_t address = c.reg<uint64_t>(ins.a)[l], place = address & ((1u << cluster_place_bits) - 1), rank = address >> cluster_place_bits;
    uint64_t pointer = 0, highest = 0;
    for (uint32_t i = 0; i < c.view_count; ++i) {
      if (c.views[i].space != Space::shared || !c.views[i].bytes) continue;
      const auto first = static_cast<uint64_t>(c.views[i].bytes - begin);
      if (first > place || (pointer && first < highest)) continue;
      highest = first;
      const auto offset = static_cast<int64_t>(place - first);
      pointer = rank && rank <= 16 ? make_cluster_pointer(i, static_cast<uint32_t>(rank - 1), offset) : make_pointer(i, offset);
    }
    c.reg<uint64_t>(ins.d)[l] = pointer;
  });
}

void shared_place_lanes(RunContext& c, const Ins& ins) {
  const uint8_t* const begin = shared_begin(c);
  uint64_t* d = c.reg<uint64_t>(ins.d);
  const uint64_t* a = c.reg<uint64_t>(ins.a);
  for_each_lane(c.mask, [&](int l) {
    const uint32_t of_pointer = pointer_allocation(a[l]);
    const uint32_t allocation = is_of_cluster(of_pointer) ? cluster_place(of_pointer).allocation : of_pointer;
    const uint64_t block = is_of_cluster(of_pointer) ? uint64_t{cluster_place(of_pointer).rank} + 1 : 0;
    const bool is_shared = allocation < c.view_count && c.views[allocation].space == Space::shared;
    d[l] = is_shared ? block << cluster_place_bits | (static_cast<uint64_t>(c.views[allocation].bytes - begin) + static_cast<uint64_t>(pointer_offset(a[l]))) : 0;
  });
}

void device_lanes(RunContext& c, const Ins& ins) {
  const DeviceFunction& f = device_function(static_cast<uint32_t>(ins.imm));
  const uint32_t behind = std::strchr(f.operands, 'Q') ? 2 : 1;
  f.run(c.mask, c.reg<uint8_t>(ins.d), c.reg<uint8_t>(ins.a), c.reg<uint8_t>(ins.b), c.reg<uint8_t>(ins.c), c.reg<uint8_t>(ins.c + behind));
}

// A handle that names no texture has no texels: whoever fetches from it loads through a null pointer.
void texture_lanes(RunContext& c, const Ins& ins) {
  for_each_lane(c.mask, [&](int l) {
    const uint64_t handle = c.reg<uint64_t>(ins.a)[l];
    const uint32_t word = c.reg<uint32_t>(ins.b)[l];
    const uint64_t index = handle - first_texture_handle;
    const TextureWords& words = index < c.textures.size() ? c.textures[index] : no_texture;
    c.reg<uint64_t>(ins.d)[l] = word < words.size() ? words[word] : 0;
  });
}

void fetch_lanes(RunContext& c, const Ins& ins) {
  if (c.checks) c.checks->fetch({c.info[c.pc].site, c.mask, c.reg<uint64_t>(ins.a), c.reg<uint64_t>(ins.b), c.reg<uint64_t>(ins.c)});
}

void report_uninitialised_variable(RunContext& c, const Ins& ins) {
  const LaneMask lanes = c.mask & ~c.init_masks[ins.imm];
  if (lanes && c.checks)
    c.checks->fault({.kind = FindingKind::uninit_local, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site,
                     .lanes = lanes, .allocation = no_allocation});
}

void reset_local(RunContext& c, const Ins& ins) {
  const AllocationView& view = c.views[c.first_program_view + static_cast<uint32_t>(ins.imm)];
  if (!view.written) return;
  const uint8_t no_value = ins.kind ? ended_byte : poison_byte;
  const uint32_t depth = c.warp->splits[c.warp->current].depth;
  const uint64_t frame = view.period && depth ? uint64_t{depth - 1} * view.period : 0, size = view.period ? view.item_bytes : view.size;
  for_each_lane(c.mask, [&](int lane) {
    const uint64_t at = uint64_t{view.lane_stride} * static_cast<uint64_t>(lane) + frame;
    std::memset(view.bytes + at, no_value, size);
    uint64_t bit = view.written_origin + at, count = size;
    for (; count && (bit & 7); ++bit, --count) view.written[bit >> 3] = static_cast<uint8_t>(view.written[bit >> 3] & ~(1u << (bit & 7)));
    for (; count >= 8; bit += 8, count -= 8) view.written[bit >> 3] = 0;
    for (; count; ++bit, --count) view.written[bit >> 3] = static_cast<uint8_t>(view.written[bit >> 3] & ~(1u << (bit & 7)));
  });
}

// A launch of one thread has nobody to hand anything to.
void mark_local_pointers(RunContext& c, const Ins& ins) {
  const bool is_read = ins.kind, is_alone = c.shape->block_count() == 1 && c.shape->threads_per_block() == 1;
  for_each_lane(c.mask, [&](uint32_t lane) {
    uint64_t pointer = c.reg<uint64_t>(ins.a)[lane];
    const uint32_t id = pointer_allocation(pointer), thread = c.warp_index * warp_size + lane;
    const int64_t offset = pointer_offset(pointer);
    if (id < c.view_count && c.views[id].space == Space::local && !is_alone && !is_of_alloca(offset)) {
      if (is_read && is_marked_local(offset) && handed_local(offset).is_of(c.block, thread)) pointer = make_pointer(id, local_place(offset));
      if (!is_read && can_be_handed(offset)) pointer = make_pointer(id, handed_offset({offset, thread, c.block}));
    }
    c.reg<uint64_t>(ins.d)[lane] = pointer;
  });
}

// Rows as in Resolved.
void note_read_rows(const AllocationView& view, uint32_t low, uint32_t high, int64_t step, uint32_t bytes) {
  for (const uint32_t first : {low, high}) {
    if (step == bytes) set_written(view.read, first, 16 * bytes);
    else for (int64_t l = 0; l < (step ? 16 : 1); ++l) set_written(view.read, static_cast<uint64_t>(first + l * step), bytes);
  }
}

void report_branch(RunContext& c, LaneMask taken) {
  if (c.checks) c.checks->branch(c.block, c.warp_index, c.info[c.pc].site, taken, c.mask, c.tick);
}

void report_entrance(RunContext& c, const Ins& branch, LaneMask lanes, LaneMask others) {
  if (!c.checks) return;
  const Entrance& entrance = c.program->entrances[branch.entrance() - 1];
  if (entrance.only_parts && !others) return;
  c.checks->enter(c.block, c.warp_index, entrance.once, lanes, others);
  if (!entrance.uneven) return;
  const UnevenLoop& loop = *entrance.uneven;
  const auto read = [&](uint16_t slot, uint32_t lane) -> int64_t {
    if (loop.is_wide) return c.reg<int64_t>(slot)[lane];
    return loop.is_unsigned ? int64_t{c.reg<uint32_t>(slot)[lane]} : int64_t{c.reg<int32_t>(slot)[lane]};
  };
  std::array<uint64_t, warp_size> passes{};
  for_each_lane(lanes, [&](uint32_t lane) { passes[lane] = passes_of(loop, read(loop.tested, lane), loop.has_bound ? read(loop.bound, lane) : 0); });
  c.checks->enter_uneven(c.block, c.warp_index, loop, lanes, passes);
}

void report_fence(RunContext& c, uint8_t kind) {
  if (c.checks) c.checks->fence(c.block, c.warp_index, c.mask, fence_of_kind(kind), c.tick);
}

void report_access(RunContext& c, uint32_t allocation, AccessKind kind, uint8_t bytes, AccessPattern pattern, const uint32_t* offsets,
                   const uint64_t* values, const uint64_t* high_values) {
  const WarpAccess access{.tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .active = c.mask, .kind = kind,
                          .space = c.views[allocation].space, .bytes = bytes, .pattern = pattern, .is_volatile = c.info[c.pc].is_volatile,
                          .result_used = c.info[c.pc].result_used, .scope = c.info[c.pc].scope, .is_more_of_one = c.info[c.pc].is_more_of_one, .is_summed_first = c.info[c.pc].is_summed_first, .lanes_descend = c.lowest_lane_wins, .compiled = c.info[c.pc].compiled, .allocation = allocation, .offset = offsets, .value = values, .high_value = high_values,
                          .memory = c.views[allocation].bytes};
  if (!c.checks) return;
  if (access.space != Space::local) tell_checks(c, access);  // nobody else can reach local memory
}

}  // namespace wb
