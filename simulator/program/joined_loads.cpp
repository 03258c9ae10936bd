#include "simulator/program/joined_loads.h"

#include <algorithm>
#include <tuple>

namespace wb {
namespace {

constexpr int64_t widest = 16;        // bytes of a load
constexpr size_t most_loads = 4'000;  // of one stretch of straight code

bool is_static_shared(const ProgramAllocation& allocation) { return allocation.storage == Storage::shared; }

// Nobody but the linker knows in which order the arrays stand. One alone begins at the begin; of several each is aligned where all are as
// long as that takes.
bool are_aligned(const std::vector<ProgramAllocation>& allocations) {
  if (std::ranges::count_if(allocations, is_static_shared) < 2) return true;
  return std::ranges::all_of(allocations, [](const ProgramAllocation& a) { return !is_static_shared(a) || a.info.bytes % widest == 0; });
}

}  // namespace

JoinedLoads::JoinedLoads(Program& program) : p_(program), are_arrays_aligned_(are_aligned(program.allocations)) {}

void JoinedLoads::see(Pc pc, const std::vector<uint32_t>& address, uint32_t alignment) {
  const Ins& ins = p_.code[pc];
  const InsInfo& info = p_.info[pc];
  if ((ins.op != Opcode::ld_32 && ins.op != Opcode::ld_64) || info.site == no_site || info.is_volatile || info.is_more_of_one) return;
  const auto base =
      std::ranges::find_if(p_.presets, [&](const Preset& preset) { return preset.slot == ins.a && preset.kind == Preset::Kind::address; });
  if (base == p_.presets.end() || loads_.size() == most_loads) return;
  const Storage storage = p_.allocations[base->index].storage;
  if (storage != Storage::dynamic_shared && (storage != Storage::shared || !are_arrays_aligned_)) return;
  loads_.push_back({pc, ins.imm + static_cast<int64_t>(base->bits), ins.op == Opcode::ld_64 ? 8u : 4u, alignment, address});
}

void JoinedLoads::end_straight_code() {
  std::ranges::stable_sort(loads_, {}, [](const Load& load) { return std::tie(load.address, load.bytes, load.at); });
  for (size_t first = 0, end = 0; first < loads_.size(); first = end) {
    while (end < loads_.size() && loads_[end].address == loads_[first].address && loads_[end].bytes == loads_[first].bytes) ++end;
    join(loads_.data() + first, loads_.data() + end);
  }
  loads_.clear();
}

// Loads that are apart by constants, in order: piece by piece of as many bytes as a load may have where they lie.
void JoinedLoads::join(const Load* first, const Load* end) {
  const int64_t width = std::min<int64_t>(widest, first->alignment);
  if (width <= first->bytes) return;
  while (first != end) {
    const int64_t begin = first->at - ((first->at % width) + width) % width;
    const Load* at[widest / 4] = {};
    bool is_plain = true;
    for (; first != end && first->at < begin + width; ++first) {
      const Load*& place = at[(first->at - begin) / first->bytes];
      is_plain &= !place && (first->at - begin) % first->bytes == 0;  // one load of each
      place = first;
    }
    if (is_plain) join_piece(at, begin, width);
  }
}

// Three of four that lie together are read with the fourth; else pairs.
void JoinedLoads::join_piece(const Load* const (&at)[4], int64_t begin, int64_t width) {
  const auto is_there = [&](size_t i) { return at[i] != nullptr; };
  const bool has_middle = is_there(1) && is_there(2);
  if (width == widest && has_middle && (is_there(0) || is_there(3))) return make_one(at, begin, width);
  const bool are_of_four =
      (is_there(0) || is_there(1)) && (is_there(2) || is_there(3)) && width == widest && std::ranges::count(at, nullptr) == 1;
  if (are_of_four) return;  // nothing is known of those with a gap
  for (size_t first = 0; first < 4; first += 2) {
    if (!is_there(first) || !is_there(first + 1)) continue;
    const Load* const pair[4] = {at[first], at[first + 1]};
    make_one(pair, at[first]->at, 2 * at[first]->bytes);
  }
}

// The first of them counts.
void JoinedLoads::make_one(const Load* const (&at)[4], int64_t begin, int64_t width) {
  bool leads = true;
  for (const Load* load : at) {
    if (!load) continue;
    InsInfo& info = p_.info[load->pc];
    info.joined = {static_cast<uint8_t>(width), static_cast<uint8_t>(load->at - begin), leads};
    uint8_t& of_site = p_.sites[info.site].joined_bytes;
    of_site = std::max(of_site, info.joined.bytes);
    leads = false;
  }
}

}  // namespace wb
