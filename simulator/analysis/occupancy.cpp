#include "simulator/analysis/occupancy.h"

#include <algorithm>
#include <charconv>

namespace wb {
namespace {

constexpr uint32_t KiB = 1024;

// Sizes that shared memory can be given, in KiB, where it shares its place with the L1 cache.
constexpr uint32_t volta_sizes[] = {0, 8, 16, 32, 64, 96};
constexpr uint32_t turing_sizes[] = {32, 64};
constexpr uint32_t sizes_to_100[] = {0, 8, 16, 32, 64, 100};
constexpr uint32_t sizes_to_164[] = {0, 8, 16, 32, 64, 100, 132, 164};
constexpr uint32_t sizes_to_228[] = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

constexpr SmLimits maxwell_or_pascal(uint32_t major, uint32_t minor, uint32_t shared_kib, uint32_t registers_per_block = 65536, uint32_t parts = 4) {
  SmLimits sm;
  sm.capability = {major, minor};
  sm.registers_per_block = registers_per_block;
  sm.register_parts = parts;
  sm.shared_bytes = shared_kib * KiB;
  sm.shared_bytes_per_block = 48 * KiB;
  return sm;
}
constexpr SmLimits volta_or_turing(uint32_t minor, uint32_t warps, uint32_t blocks, std::span<const uint32_t> sizes) {
  SmLimits sm;
  sm.capability = {7, minor};
  sm.warps = warps;
  sm.blocks = blocks;
  sm.shared_bytes = sm.shared_bytes_per_block = sizes.back() * KiB;
  sm.carveouts = sizes;
  return sm;
}
constexpr SmLimits ampere_or_later(uint32_t major, uint32_t minor, uint32_t warps, uint32_t blocks, std::span<const uint32_t> sizes) {
  SmLimits sm;
  sm.capability = {major, minor};
  sm.warps = warps;
  sm.blocks = blocks;
  sm.shared_bytes = sizes.back() * KiB;
  sm.reserved_shared_bytes = KiB;
  sm.shared_bytes_per_block = sm.shared_bytes - sm.reserved_shared_bytes;
  sm.shared_unit = 128;
  sm.carveouts = sizes;
  return sm;
}

// The programming guide's "Technical Specifications per Compute Capability".
constexpr SmLimits table[] = {
    maxwell_or_pascal(5, 0, 64),
    maxwell_or_pascal(5, 2, 96),
    maxwell_or_pascal(5, 3, 64, 32768),
    maxwell_or_pascal(6, 0, 64, 65536, 2),
    maxwell_or_pascal(6, 1, 96),
    maxwell_or_pascal(6, 2, 64, 32768),
    volta_or_turing(0, 64, 32, volta_sizes),
    volta_or_turing(2, 64, 32, volta_sizes),
    volta_or_turing(5, 32, 16, turing_sizes),
    ampere_or_later(8, 0, 64, 32, sizes_to_164),
    ampere_or_later(8, 6, 48, 16, sizes_to_100),
    ampere_or_later(8, 7, 48, 16, sizes_to_164),
    ampere_or_later(8, 9, 48, 24, sizes_to_100),
    ampere_or_later(9, 0, 64, 32, sizes_to_228),
    ampere_or_later(10, 0, 64, 32, sizes_to_228),
    ampere_or_later(10, 1, 48, 24, sizes_to_228),  // called 11.0 since CUDA 13
    ampere_or_later(10, 3, 64, 32, sizes_to_228),
    ampere_or_later(11, 0, 48, 24, sizes_to_228),
    ampere_or_later(12, 0, 48, 24, sizes_to_100),
    ampere_or_later(12, 1, 48, 24, sizes_to_100),
};

template <class T>
T round_up(T n, T unit) { return (n + unit - 1) / unit * unit; }
std::string text(uint64_t n) { return std::to_string(n); }

// ---- the four limits: how many blocks each lets in

uint32_t registers_of_warp(uint32_t registers) { return round_up(registers * SmLimits::warp_lanes, SmLimits::register_unit); }

// At launch the hardware takes a block's warps as if they were dealt evenly to all parts.
bool fits_registers_of_block(const SmLimits& sm, uint32_t registers, uint32_t warps, uint32_t parts) {
  return registers_of_warp(registers) * round_up(warps, parts) <= sm.registers_per_block;
}
// A program for 6.0 has to run on all of 6.x, and most of those have four parts.
bool can_start(const SmLimits& sm, uint32_t registers, uint32_t warps) {
  const bool is_6_0 = sm.capability == ComputeCapability{6, 0};
  return fits_registers_of_block(sm, registers, warps, sm.register_parts) && (!is_6_0 || fits_registers_of_block(sm, registers, warps, 4));
}
uint32_t blocks_by_registers(const SmLimits& sm, uint32_t registers, uint32_t warps) {
  if (registers == 0) return Occupancy::open;
  const uint32_t warps_of_part = sm.registers / sm.register_parts / registers_of_warp(registers);
  return warps_of_part * sm.register_parts / warps;
}

// The smallest size that holds so many bytes; none fits: the largest.
uint64_t carveout_for(const SmLimits& sm, uint64_t bytes) {
  for (uint32_t kib : sm.carveouts)
    if (bytes <= uint64_t{kib} * KiB) return uint64_t{kib} * KiB;
  return sm.shared_bytes;
}
uint64_t shared_bytes_of_sm(const SmLimits& sm, const BlockNeeds& needs, uint64_t allocated) {
  if (sm.carveouts.empty() || !needs.carveout_percent) return sm.shared_bytes;
  const uint64_t wanted = carveout_for(sm, uint64_t{*needs.carveout_percent} * sm.shared_bytes / 100);
  return wanted >= allocated ? wanted : carveout_for(sm, allocated);
}

// Why not a single block can start; empty: one can.
std::string refusal_of(const SmLimits& sm, const BlockNeeds& needs, uint32_t warps) {
  const std::string on = " on compute capability " + to_string(sm.capability);
  if (needs.threads == 0) return "a block has no threads";
  if (needs.threads > SmLimits::threads_per_block) return "a block has " + text(needs.threads) + " threads, more than " + text(SmLimits::threads_per_block);
  if (needs.shared_bytes > sm.shared_bytes_per_block)
    return "a block asks for " + text(needs.shared_bytes) + " bytes of shared memory, more than the " + text(sm.shared_bytes_per_block) + " that one can have" + on;
  if (!needs.registers) return {};
  if (*needs.registers > SmLimits::registers_per_thread) return "a thread takes " + text(*needs.registers) + " registers, more than " + text(SmLimits::registers_per_thread);
  if (can_start(sm, *needs.registers, warps)) return {};
  return "a block of " + text(needs.threads) + " threads with " + text(*needs.registers) + " registers each needs more registers than the " + text(sm.registers_per_block) +
         " that one can have" + on;
}

}  // namespace

std::string to_string(ComputeCapability capability) { return text(capability.major) + "." + text(capability.minor); }

std::optional<ComputeCapability> capability_from(std::string_view words) {
  ComputeCapability capability;
  const char* end = words.data() + words.size();
  const auto [dot, status] = std::from_chars(words.data(), end, capability.major);
  if (status != std::errc{} || dot == end || *dot != '.') return std::nullopt;
  const auto [rest, minor_status] = std::from_chars(dot + 1, end, capability.minor);
  if (minor_status != std::errc{} || rest != end) return std::nullopt;
  return capability;
}

std::span<const SmLimits> sm_limits() { return table; }

const SmLimits* find_sm_limits(ComputeCapability capability) {
  for (const SmLimits& sm : table)
    if (sm.capability == capability) return &sm;
  return nullptr;
}

const char* limit_name(OccupancyLimit limit) {
  constexpr const char* names[] = {"warps", "blocks", "registers", "shared_memory"};
  return names[static_cast<size_t>(limit)];
}
std::string limit_words(OccupancyLimit limit) {
  constexpr const char* words[] = {"the places for warps", "the places for blocks", "registers", "shared memory"};
  return words[static_cast<size_t>(limit)];
}

Occupancy occupancy(const SmLimits& sm, const BlockNeeds& needs) {
  Occupancy o;
  o.most_warps = sm.warps;
  o.warps_per_block = needs.threads / SmLimits::warp_lanes + (needs.threads % SmLimits::warp_lanes != 0);
  o.registers_known = needs.registers.has_value();
  o.needs_opt_in = needs.shared_bytes > SmLimits::unasked_shared_bytes;
  o.refusal = refusal_of(sm, needs, o.warps_per_block);
  if (!o.refusal.empty()) return o;
  // From here on at least one block fits.
  o.allocated_registers = registers_of_warp(needs.registers.value_or(0)) * o.warps_per_block;
  o.allocated_shared_bytes = round_up<uint64_t>(needs.shared_bytes + sm.reserved_shared_bytes, sm.shared_unit);
  o.shared_bytes_of_sm = shared_bytes_of_sm(sm, needs, o.allocated_shared_bytes);
  uint32_t by_shared = Occupancy::open;
  if (o.allocated_shared_bytes) by_shared = static_cast<uint32_t>(o.shared_bytes_of_sm / o.allocated_shared_bytes);
  const uint32_t by[4] = {sm.warps / o.warps_per_block, sm.blocks, blocks_by_registers(sm, needs.registers.value_or(0), o.warps_per_block), by_shared};
  std::copy(std::begin(by), std::end(by), o.blocks_by);
  o.blocks = *std::min_element(std::begin(by), std::end(by));
  o.warps = o.blocks * o.warps_per_block;
  for (size_t i = 0; i < std::size(by); ++i)
    if (by[i] == o.blocks) o.limiters.push_back(static_cast<OccupancyLimit>(i));
  return o;
}

std::vector<OccupancyCurve> occupancy_curves(const SmLimits& sm, const BlockNeeds& needs) {
  const auto curve = [&](std::string of, uint64_t first, uint64_t step, uint64_t last, auto&& change) {
    OccupancyCurve c{std::move(of), first, step, {}};
    for (uint64_t value = first; value <= last; value += step) {
      BlockNeeds now = needs;
      change(now, value);
      c.warps.push_back(occupancy(sm, now).warps);
    }
    return c;
  };
  return {curve("block_size", 32, 32, SmLimits::threads_per_block, [](BlockNeeds& n, uint64_t v) { n.threads = static_cast<uint32_t>(v); }),
          curve("registers", 16, 1, SmLimits::registers_per_thread, [](BlockNeeds& n, uint64_t v) { n.registers = static_cast<uint32_t>(v); }),
          curve("shared_bytes", 0, KiB, sm.shared_bytes_per_block, [](BlockNeeds& n, uint64_t v) { n.shared_bytes = v; })};
}

}  // namespace wb
