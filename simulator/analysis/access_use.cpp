#include "simulator/analysis/access_use.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/bank_conflicts.h"
#include "simulator/analysis/collisions.h"
#include "simulator/analysis/sectors.h"

namespace wb {
namespace {

BankUse banks_of(const WarpAccess& access, AccessKind kind) {
  // Aligned neighbours use every bank once; one address is read once in each part.
  if (access.pattern == AccessPattern::contiguous) {
    uint32_t parts = access.bytes <= 4 ? 1 : access.bytes / 4;
    return {parts, 0};
  }
  const bool is_one_part = access.bytes <= 4 || (access.bytes == 8 && kind == AccessKind::load);
  if (access.pattern == AccessPattern::broadcast && is_one_part) return {1, 0};
  if (access.pattern == AccessPattern::rows && access.bytes <= 4) {
    // Words that lie within 32 neighbours have a bank each.
    const auto [low, high] = std::minmax({access.offset[0], access.offset[15], access.offset[16], access.offset[31]});
    if ((high + access.bytes - 1) / 4 - low / 4 < 32) return {1, 0};
  }
  return bank_use(access.offset, access.active, access.bytes, kind);
}

uint32_t sectors_of(const WarpAccess& access) {
  if (access.pattern == AccessPattern::contiguous) return count_contiguous_sectors(access.offset[0], access.bytes);
  if (access.pattern == AccessPattern::rows) {
    const uint32_t step = access.offset[1] - access.offset[0];
    // In steps no wider than a sector a row leaves none out between its ends.
    if (step <= sector_bytes) return count_row_sectors(access.offset[0], access.offset[16], 15 * step + access.bytes);
  }
  return count_sectors(access.offset, access.active, access.bytes);
}

AtomicUse atomics_of(const WarpAccess& access, uint32_t lanes) {
  if (access.pattern == AccessPattern::broadcast) return {lanes - 1, access.is_summed_first ? 1 : lanes};
  if (access.pattern == AccessPattern::contiguous) return {0, count_contiguous_sectors(access.offset[0], access.bytes)};
  return atomic_use(access.offset, access.active, access.bytes);
}

uint32_t addresses_of(const WarpAccess& access) {
  if (access.pattern == AccessPattern::broadcast) return 1;
  return access.pattern == AccessPattern::contiguous ? warp_size : count_addresses(access.offset, access.active);
}

// Constant memory hands out up to 8 bytes of one address at a time.
void count_constant(uint32_t addresses, uint32_t bytes, SiteUse& use) {
  const uint32_t parts = bytes > 8 ? 2 : 1;
  use.requests += parts * addresses;
  use.conflicts += parts * (addresses - 1);
}

}  // namespace

void count_access(const WarpAccess& access, AccessKind kind, SiteUse& use) {
  const uint32_t lanes = access.active == ~LaneMask{0} ? warp_size : static_cast<uint32_t>(std::popcount(access.active));
  use.bytes += lanes * access.bytes;
  if (access.is_more_of_one) return;
  use.lanes += lanes;
  if (access.space == Space::constant) return count_constant(addresses_of(access), access.bytes, use);
  use.requests += !access.is_continuation;
  if (kind == AccessKind::atomic) {
    const AtomicUse atomics = atomics_of(access, lanes);
    use.collisions += atomics.collisions;
    if (access.space == Space::global) use.sectors += atomics.sectors;
  } else if (access.space == Space::global) {
    use.sectors += sectors_of(access);
  }
  if (access.space != Space::shared) return;
  const BankUse banks = banks_of(access, kind);
  use.wavefronts += banks.wavefronts;
  use.conflicts += banks.conflicts;
}

namespace {

void count_wide(const WarpAccess& load, SiteUse& use) {
  uint32_t offset[warp_size] = {};
  for (LaneMask rest = load.active; rest; rest &= rest - 1) offset[std::countr_zero(rest)] = load.offset[std::countr_zero(rest)] - load.compiled.before;
  WarpAccess wide = load;
  wide.bytes = load.compiled.bytes;
  wide.pattern = AccessPattern::scattered;
  wide.offset = offset;
  count_access(wide, load.kind, use);
}

WarpAccess as_access(const RowLoad& load, LaneMask active, uint32_t (&offset)[warp_size]) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) offset[lane] = (lane < warp_size / 2 ? load.low : load.high) + static_cast<uint32_t>(lane % 16 * load.step);
  return {.active = active, .kind = AccessKind::load, .space = load.space, .bytes = load.bytes, .compiled = load.compiled, .offset = offset};
}

bool is_by_pass(const CompiledAccess& compiled) { return compiled.made >= CompiledAccess::Made::handed_on; }

// Of the lanes at work those for which the access is made.
LaneMask lanes_made(const CompiledAccess& compiled, uint32_t block, uint32_t warp, LaneMask lanes, EnteredLoops& entered) {
  if (compiled.made == CompiledAccess::Made::each_time || compiled.made == CompiledAccess::Made::both_sides) return lanes;
  if (compiled.made == CompiledAccess::Made::never) return 0;
  const LaneMask came_in = entered.once.take(block, warp, compiled.number, lanes);
  return compiled.made == CompiledAccess::Made::once ? came_in : lanes & ~came_in;
}

}  // namespace

// A pass counts as one of the rest, until those that are written out together are complete: then what these load counts in their place.
void CompiledUse::count_pass(const WarpAccess& access, EnteredLoops& entered) {
  const CompiledAccess& compiled = access.compiled;
  SiteUse& use = use_of(access.space);
  SiteUse one;
  count_access(access, access.kind, one);
  if (compiled.made == CompiledAccess::Made::handed_on) {
    const uint32_t pass = entered.once.pass(access.block, access.warp, compiled.number, access.active), of_group = pass % compiled.passes;
    if (of_group == 0) use += one;
    else if (of_group + 1 == compiled.passes && pass > compiled.passes) use -= one;
    return;
  }
  const uint32_t at = access.offset[access.pattern == AccessPattern::contiguous || access.pattern == AccessPattern::broadcast ? 0 : std::countr_zero(access.active)];
  const uint32_t group = access.bytes * compiled.passes, of_group = (at + group - compiled.before) % group;
  WarpAccess wide = access;
  wide.compiled.before = static_cast<uint8_t>(of_group % compiled.bytes);
  if (compiled.leads) return of_group % compiled.bytes ? void() : count_wide(wide, use);
  constexpr uint32_t at_once = UnevenLoop::at_once;
  const uint32_t pass_moves = group / at_once;  // bytes
  if (of_group + pass_moves < group) {
    use += one;
    return;
  }
  for (uint32_t pass = 1; pass < at_once; ++pass) use -= one;
  for (uint32_t of_pass = of_group % pass_moves; of_pass < group; of_pass += pass_moves)
    if (of_pass % compiled.bytes == 0) count_wide(wide, use);
}

namespace {

MadeOnce::Side side_of(const WarpAccess& access) {
  MadeOnce::Side side{access.active, access.allocation, {}};
  for (LaneMask rest = access.active; rest; rest &= rest - 1) side.offset[std::countr_zero(rest)] = access.offset[std::countr_zero(rest)];
  return side;
}

}  // namespace

// The first side counts as it comes, the other one what both make together, less that. Of more ways each one counts what it makes with those that have come before it, less these.
void CompiledUse::count_side(const WarpAccess& access, EnteredLoops& entered) {
  SiteUse& use = use_of(access.space);
  if (access.compiled.leads) {
    count_access(access, access.kind, use);
    if (entered.once.has_others(access.block, access.warp, access.compiled.number)) entered.once.keep_first_side(access.block, access.warp, access.compiled.number, side_of(access));
    return;
  }
  const auto first = entered.once.take_first_side(access.block, access.warp, access.compiled.number);
  if (!first && access.compiled.passes <= 2) return count_access(access, access.kind, use);
  MadeOnce::Side side = side_of(access);
  const auto hand_on = [&] {
    if (access.compiled.passes > 2) entered.once.keep_first_side(access.block, access.warp, access.compiled.number, side);
  };
  if (!first || (first->lanes & access.active)) {
    hand_on();
    return count_access(access, access.kind, use);
  }
  SiteUse counted;
  if (first->allocation != access.allocation) {  // of two buffers: their sectors are others
    count_access(access, access.kind, counted);
    counted.requests = 0;
    return use += counted, void();
  }
  WarpAccess made = access;
  made.pattern = AccessPattern::scattered;
  made.active = first->lanes;
  made.offset = first->offset;
  count_access(made, made.kind, counted);
  for (LaneMask rest = first->lanes; rest; rest &= rest - 1) side.offset[std::countr_zero(rest)] = first->offset[std::countr_zero(rest)];
  made.active |= access.active;
  made.offset = side.offset;
  side.lanes = made.active;
  hand_on();
  count_access(made, made.kind, use);
  use -= counted;
}

// As lanes come to a place of what is written out, what all make there that have, less what was counted of them. What one pass hands on to the
// next is loaded in front of each part.
void CompiledUse::count_uneven(const WarpAccess& access, UnevenPasses& uneven) {
  const CompiledAccess& compiled = access.compiled;
  SiteUse& use = use_of(access.space);
  const std::span<const UnevenPasses::Step> steps = uneven.gather(access);
  if (steps.empty()) return count_made(access);
  if (compiled.bytes && !compiled.leads) return;
  WarpAccess made = access;
  made.pattern = AccessPattern::scattered;
  if (compiled.bytes) made.bytes = compiled.bytes;
  for (const UnevenPasses::Step& step : steps) {
    if (compiled.passes && step.place.at) continue;
    made.active = step.now.lanes, made.offset = step.now.offset;
    count_access(made, made.kind, use);
    if (!step.before.lanes) continue;
    SiteUse counted;
    made.active = step.before.lanes, made.offset = step.before.offset;
    count_access(made, made.kind, counted);
    use -= counted;
  }
}

void CompiledUse::count(const WarpAccess& access, EnteredLoops& entered) {
  if (access.compiled.made == CompiledAccess::Made::uneven) return count_uneven(access, entered.uneven);
  if (is_by_pass(access.compiled)) return count_pass(access, entered);
  if (access.compiled.made == CompiledAccess::Made::both_sides) return count_side(access, entered);
  const LaneMask lanes = lanes_made(access.compiled, access.block, access.warp, access.active, entered);
  if (!lanes) return;
  if (lanes == access.active) return count_made(access);
  WarpAccess some = access;
  some.active = lanes;
  some.pattern = AccessPattern::scattered;
  uint32_t offset[warp_size] = {};
  for (LaneMask rest = lanes; rest; rest &= rest - 1) offset[std::countr_zero(rest)] = access.offset[std::countr_zero(rest)];
  some.offset = offset;
  count_made(some);
}

void CompiledUse::count(const RowLoad& load, EnteredLoops& entered) {
  const bool is_uneven = load.compiled.made == CompiledAccess::Made::uneven;
  if (is_uneven || is_by_pass(load.compiled)) {
    uint32_t offset[warp_size];
    WarpAccess access = as_access(load, ~LaneMask{0}, offset);
    access.block = load.block, access.warp = load.warp;
    return is_uneven ? count_uneven(access, entered.uneven) : count_pass(access, entered);
  }
  const LaneMask lanes = lanes_made(load.compiled, load.block, load.warp, ~LaneMask{0}, entered);
  if (lanes == ~LaneMask{0}) return count_made(load);
  uint32_t offset[warp_size];
  if (lanes) count_made(as_access(load, lanes, offset));
}

void CompiledUse::count_made(const WarpAccess& access) {
  SiteUse& use = use_of(access.space);
  if (!access.compiled.bytes) return count_access(access, access.kind, use);
  if (access.compiled.leads) count_wide(access, use);
}

void CompiledUse::count_made(const RowLoad& load) {
  SiteUse& use = use_of(load.space);
  if (!load.compiled.bytes) return count_row_load(load, use);
  if (!load.compiled.leads) return;
  constexpr uint32_t all_banks = 128;  // bytes
  const uint32_t gap = load.high - load.low, phase = load.low % all_banks;
  Known& known = known_[phase / 16 % known_.size()];
  if (known.step != load.step || known.gap != gap || known.phase != phase || known.before != load.compiled.before || known.bytes != load.compiled.bytes) {
    known = {load.step, gap, phase, load.compiled.before, load.compiled.bytes, {}};
    uint32_t offset[warp_size];
    count_wide(as_access(load, ~LaneMask{0}, offset), known.one);
  }
  use += known.one;
}

// In steps no wider than a sector a row leaves none out between its ends; words within 32 neighbours have a bank each.
bool can_count_row_load(const RowLoad& load) {
  if (load.step < 0 || load.step > int64_t{sector_bytes}) return false;
  if (load.space != Space::shared) return true;
  const uint32_t low = std::min(load.low, load.high), end = std::max(load.low, load.high) + 15 * static_cast<uint32_t>(load.step) + load.bytes;
  return load.bytes <= 4 && (end - 1) / 4 - low / 4 < 32;
}

void count_row_load(const RowLoad& load, SiteUse& use) {
  const uint32_t step = static_cast<uint32_t>(load.step);
  use.lanes += warp_size;
  use.bytes += warp_size * load.bytes;
  if (load.space == Space::constant) return count_constant(count_row_addresses(load.low, load.high, step), load.bytes, use);
  ++use.requests;
  if (load.space == Space::global) use.sectors += count_row_sectors(load.low, load.high, 15 * step + load.bytes);
  if (load.space == Space::shared) ++use.wavefronts;
}

void count_fetch(const FetchUse& fetch, uint32_t lanes, SiteUse& use) {
  use.requests += fetch.requests;
  use.sectors += fetch.sectors;
  use.lanes += lanes;
}

void UseTable::add_to(Counters& c) const {
  const SiteUse &load = by[0][0], &store = by[0][1], &red = by[0][2], &atom = by[0][3];
  const SiteUse &s_load = by[1][0], &s_store = by[1][1], &s_red = by[1][2], &s_atom = by[1][3], &constant = by[2][0];
  const SiteUse &fetch = by[3][0], &read = by[4][0], &write = by[4][1];
  c.global_load_requests += load.requests, c.global_load_sectors += load.sectors, c.global_load_bytes += load.bytes, c.global_loads += load.lanes;
  c.global_store_requests += store.requests, c.global_store_sectors += store.sectors, c.global_store_bytes += store.bytes, c.global_stores += store.lanes;
  c.shared_load_requests += s_load.requests, c.shared_load_wavefronts += s_load.wavefronts, c.shared_load_conflicts += s_load.conflicts;
  c.shared_store_requests += s_store.requests, c.shared_store_wavefronts += s_store.wavefronts, c.shared_store_conflicts += s_store.conflicts;
  c.constant_load_requests += constant.requests, c.constant_load_replays += constant.conflicts, c.constant_loads += constant.lanes;
  c.texture_requests += fetch.requests, c.texture_sectors += fetch.sectors, c.texture_fetches += fetch.lanes;
  c.surface_load_requests += read.requests, c.surface_load_sectors += read.sectors, c.surface_loads += read.lanes;
  c.surface_store_requests += write.requests, c.surface_store_sectors += write.sectors, c.surface_stores += write.lanes;
  c.atomic_red_requests += red.requests, c.atomic_atom_requests += atom.requests, c.atomic_sectors += red.sectors + atom.sectors;
  for (const SiteUse* atomic : {&red, &atom, &s_red, &s_atom})
    c.atomic_requests += atomic->requests, c.atomic_operations += atomic->lanes, c.atomic_collisions += atomic->collisions;
}

}  // namespace wb
