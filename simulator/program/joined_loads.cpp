#include "simulator/program/joined_loads.h"

#include <algorithm>
#include <tuple>

namespace wb {
namespace {

constexpr int64_t widest = 16;        // bytes of a load
constexpr int64_t most_joined = 4;    // of one piece
constexpr size_t most_loads = 4'000;  // of one stretch of straight code

bool is_static_shared(const ProgramAllocation& allocation) { return allocation.storage == Storage::shared; }

// Of an access that may be joined; else 0.
uint32_t joined_bytes(Opcode op) {
  if (op == Opcode::st_16) return 2;
  if (op == Opcode::ld_32 || op == Opcode::st_32) return 4;
  return op == Opcode::ld_64 || op == Opcode::st_64 ? 8 : 0;
}

// Nobody but the linker knows in which order the arrays stand. One alone begins at the begin; of several each is aligned where all are as
// long as that takes.
bool are_aligned(const std::vector<ProgramAllocation>& allocations) {
  if (std::ranges::count_if(allocations, is_static_shared) < 2) return true;
  return std::ranges::all_of(allocations, [](const ProgramAllocation& a) { return !is_static_shared(a) || a.info.bytes % widest == 0; });
}

}  // namespace

JoinedLoads::JoinedLoads(Program& program) : p_(program), are_arrays_aligned_(are_aligned(program.allocations)) {}

std::optional<JoinedLoads::Load> JoinedLoads::read(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at,
                                                   uint32_t alignment) const {
  const Ins& ins = p_.code[pc];
  const InsInfo& info = p_.info[pc];
  const uint32_t bytes = joined_bytes(ins.op);
  if (!bytes || info.site == no_site || info.is_volatile || info.is_more_of_one) return {};
  const auto begin = std::ranges::find(p_.presets, base, &Preset::slot);
  if (begin == p_.presets.end()) return {};
  if (begin->kind == Preset::Kind::parameter) return bytes < 4 ? std::nullopt : std::optional(Load{pc, at, bytes, alignment, address, true});
  if (begin->kind != Preset::Kind::address) return {};
  const Storage storage = p_.allocations[begin->index].storage;
  if (storage != Storage::dynamic_shared && (storage != Storage::shared || !are_arrays_aligned_)) return {};
  return Load{pc, at + static_cast<int64_t>(begin->bits), bytes, alignment, address, false};
}

std::optional<int64_t> JoinedLoads::shared_place(Pc pc, uint32_t base, int64_t at) const {
  const std::optional<Load> load = read(pc, {}, base, at, 0);
  return load && !load->is_member ? std::optional(load->at) : std::nullopt;
}

void JoinedLoads::see(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at, uint32_t alignment) {
  const std::optional<Load> load = read(pc, address, base, at, alignment);
  if (load && loads_.size() < most_loads) loads_.push_back(*load);
}

void JoinedLoads::see_store(Pc pc, const std::vector<uint32_t>& address, uint32_t base, int64_t at, uint32_t alignment) {
  const std::optional<Load> store = read(pc, address, base, at, alignment);
  const auto piece_of = [](const Load& s) { return s.at >= 0 ? s.at / widest : -1 - (-1 - s.at) / widest; };
  if (!store || stores_.empty() || stores_.back().address != store->address || stores_.back().bytes != store->bytes ||
      piece_of(stores_.back()) != piece_of(*store))
    end_stores();
  if (store) stores_.push_back(*store);
}

void JoinedLoads::end_stores() { join_all(stores_, true); }

void JoinedLoads::see_member_store(Pc pc, const Member& member, uint32_t base, int64_t at, uint32_t alignment) {
  const std::optional<Load> store = read(pc, member.record, base, at, alignment);
  if (!store) return end_member_stores();
  see_member_load(member);
  member_stores_.push_back(*store);
  stored_members_.push_back(member);
}

void JoinedLoads::see_member_load(const Member& member) {
  const auto parts = [&](const Member& stored) { return stored.record != member.record && stored.may_meet(member); };
  if (std::ranges::any_of(stored_members_, parts)) end_member_stores();
}

void JoinedLoads::end_member_stores() {
  join_all(member_stores_, true);
  stored_members_.clear();
}

void JoinedLoads::end_straight_code() {
  join_all(loads_, false);
  end_stores();
  end_member_stores();
}

void JoinedLoads::join_all(Loads& loads, bool are_stores) {
  std::ranges::stable_sort(loads, {}, [](const Load& load) { return std::tie(load.address, load.bytes, load.at); });
  for (size_t first = 0, end = 0; first < loads.size(); first = end) {
    while (end < loads.size() && loads[end].address == loads[first].address && loads[end].bytes == loads[first].bytes) ++end;
    join(loads.data() + first, loads.data() + end, are_stores);
  }
  loads.clear();
}

// Loads that are apart by constants, in order: piece by piece of as many bytes as a load may have where they lie.
void JoinedLoads::join(const Load* first, const Load* end, bool are_stores) {
  const int64_t width = std::min({widest, most_joined * first->bytes, int64_t{first->alignment}});
  if (width <= first->bytes) return;
  while (first != end) {
    const int64_t begin = first->at - ((first->at % width) + width) % width;
    const Load* at[most_joined] = {};
    bool is_plain = true;
    for (; first != end && first->at < begin + width; ++first) {
      const Load*& place = at[(first->at - begin) / first->bytes];
      is_plain &= !place && (first->at - begin) % first->bytes == 0;  // one load of each
      place = first;
    }
    if (is_plain) join_piece(at, begin, width, are_stores);
  }
}

// Three of four that lie together are read with the fourth, and stored as a pair and one; else pairs. Of a record's members three are read with the
// fourth if the first is one of them.
void JoinedLoads::join_piece(const Load* const (&at)[4], int64_t begin, int64_t width, bool are_stores) {
  const auto is_there = [&](size_t i) { return at[i] != nullptr; };
  const int64_t bytes = (*std::ranges::find_if(at, [](const Load* load) { return load != nullptr; }))->bytes;
  const bool has_middle = is_there(1) && is_there(2), has_room = width == most_joined * bytes;
  const bool are_four = has_middle && is_there(0) && is_there(3);
  const bool are_three = has_room && std::ranges::count(at, nullptr) == 1;
  const bool is_member = std::ranges::any_of(at, [](const Load* load) { return load && load->is_member; });
  const bool are_read_with_fourth = are_three && !are_stores && (is_member ? is_there(0) : has_middle);
  if ((has_room && are_four) || are_read_with_fourth) return make_one(at, begin, width);
  if (are_three && !are_stores && !is_member) return;  // nothing is known of those with a gap
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
    CompiledAccess& made = info.compiled;
    made.bytes = static_cast<uint8_t>(width), made.before = static_cast<uint8_t>(load->at - begin), made.leads = leads;
    uint8_t& of_site = p_.sites[info.site].joined_bytes;
    of_site = std::max(of_site, made.bytes);
    leads = false;
  }
}

}  // namespace wb
