#include "simulator/program/known_memory.h"

#include <algorithm>
#include <utility>

#include "simulator/program/loop_shapes.h"
#include "simulator/program/written_out_passes.h"

namespace wb {
namespace {

constexpr size_t most_kept = 256;  // values at a time: a thread has no more registers

// Beside a place of `bytes` that is stored to.
bool is_beside(const LoadKey& key, const Place& place, int64_t bytes) {
  const int64_t own_bytes = bytes_of(key.load), behind = key.displacement - place.displacement;
  if (key.index_kind == place.index_kind && key.index == place.index) return behind >= bytes || -behind >= own_bytes;
  const int64_t behind_record = ((behind % place.scale) + place.scale) % place.scale;
  return key.index_kind && place.index_kind && behind_record >= bytes && place.scale - behind_record >= own_bytes;
}

// What a store leaves as it is, though it changes the version.
void keep_others(Known& known, const Place& place, int64_t bytes, uint32_t before, uint32_t now) {
  std::vector<std::pair<LoadKey, KeptValue>> others;
  for (const auto& [key, kept] : known.kept)
    if (key.version == before && key.scale == place.scale && key.base == place.base_number && is_beside(key, place, bytes))
      others.emplace_back(key.at_version(now), kept);
  for (auto& [key, kept] : others) known.kept.emplace(std::move(key), std::move(kept));
}

}  // namespace

LoadKey LoadKey::at_version(uint32_t other) const {
  LoadKey key = *this;
  key.version = other;
  return key;
}
std::vector<uint32_t> LoadKey::numbers() const {
  std::vector<uint32_t> all{base};
  all.insert(all.end(), index.begin(), index.end());
  return all;
}
std::vector<uint32_t> LoadKey::address() const {
  std::vector<uint32_t> all = numbers();
  all.push_back(index_kind), all.push_back(scale);
  return all;
}

void Known::keep(const LoadKey& key, KeptValue value) {
  if (kept.size() < most_kept || kept.contains(key)) kept[key] = std::move(value);
}

bool ends_all(const Ins& ins) {
  const bool only_asks = is_shuffle(ins.op) || ins.op == Opcode::clock_now || ins.op == Opcode::leave;
  return (!runs_on(ins.op) && !jumps(ins) && !only_asks) || is_async_copy(ins.op);
}

Known KnownMemory::nothing() {
  Known known;
  known.number.resize(p_.slot_count);
  for (uint32_t& n : known.number) n = values_.fresh();
  for (const Preset& preset : p_.presets)
    if (preset.kind == Preset::Kind::constant)
      known.number[preset.slot] = values_.constant(preset.bits, preset.is_wide);
    else if (preset.kind == Preset::Kind::address)
      places_.note_begin(preset.slot, known.number[preset.slot]);
  for (uint32_t& v : known.version) v = values_.fresh();
  return known;
}

Known KnownMemory::meet(const Known& own, const Known& other) {
  Known both{.number = own.number, .version = own.version, .kept = {}};
  for (size_t i = 0; i < both.number.size(); ++i)
    if (own.number[i] != other.number[i]) both.number[i] = values_.fresh();
  for (size_t i = 0; i < holder::count; ++i)
    if (own.version[i] != other.version[i]) both.version[i] = values_.fresh();
  for (const auto& [key, of_own] : own.kept) {
    const std::optional<size_t> holder = holder_of_version(own, key.version);
    if (!holder) continue;
    const auto it = other.kept.find(key.at_version(version_of(other, *holder)));
    if (it == other.kept.end() || it->second.numbers.size() != of_own.numbers.size()) continue;
    KeptValue kept = of_own;
    if (it->second.numbers != kept.numbers)
      for (uint32_t& number : kept.numbers) number = values_.fresh();
    both.kept.emplace(key.at_version(version_of(both, *holder)), std::move(kept));
  }
  return both;
}

void KnownMemory::change_all(Known& known, bool also_unchanging) {
  for (size_t i = 0; i < holder::count; ++i)
    if (i != holder::unchanging || also_unchanging) known.version[i] = values_.fresh();
}
void KnownMemory::change_by(Known& known, const Ins& ins) {
  if (ends_all(ins))
    change_all(known, is_call(ins.op));
  else if (is_store(ins.op) || is_atomic(ins.op))
    change_place(known, ins);
  else
    return;
  std::erase_if(known.kept, [&](const auto& entry) { return !holder_of_version(known, entry.first.version); });
}
void KnownMemory::change_place(Known& known, const Ins& ins) {
  const std::optional<size_t> space = places_.space_of(known.number, ins);
  const size_t holder = places_.holder_of(known.number, ins).value_or(holder::count);
  const uint32_t before = holder < holder::count ? known.version[holder] : 0;
  for (size_t i = 0; i < holder::count; ++i)
    if (i != holder::unchanging && (!space || *space == i || holder == i)) known.version[i] = values_.fresh();
  if (holder >= holder::count || !is_store(ins.op)) return;
  const Place place = places_.place_of(known.number, ins);
  keep_others(known, place, bytes_of(ins.op), before, known.version[holder]);
  if (holder == holder::global && places_.alignment_of_record(place))
    stored_member_[known.version[holder::global]] = {places_.member_of(place, ins.op), before};
}

LoadKey KnownMemory::key_of(const Known& known, const Ins& ins, Opcode load) {
  const Place place = places_.place_of(known.number, ins);
  const uint32_t version = version_of(known, places_.holder_of(known.number, ins).value_or(holder::count));
  return {load, version, place.index_kind, place.scale, static_cast<int32_t>(place.displacement), place.base_number, place.index};
}
uint32_t KnownMemory::root_of(const LoadKey& key) const { return std::max(values_.root_of(key.version), values_.root_of(key.numbers())); }

uint32_t KnownMemory::version_of_any(const Known& known) {
  const std::vector<uint32_t> of = {known.version[holder::global], known.version[holder::shared], known.version[holder::local]};
  return values_.number_of({~0u, of[0], of[1], of[2]}, values_.root_of(of));
}
std::optional<size_t> KnownMemory::holder_of_version(const Known& known, uint32_t version) {
  const auto it = std::ranges::find(known.version, version);
  if (it != known.version.end()) return static_cast<size_t>(it - known.version.begin());
  return version == version_of_any(known) ? std::optional(holder::count) : std::nullopt;
}
uint32_t KnownMemory::version_for(const Member& member, uint32_t version) const {
  for (auto it = stored_member_.find(version); it != stored_member_.end(); it = stored_member_.find(version)) {
    if (it->second.member.record != member.record && it->second.member.may_meet(member)) break;
    version = it->second.before;
  }
  return version;
}

}  // namespace wb
