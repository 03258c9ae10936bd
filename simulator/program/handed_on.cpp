#include "simulator/program/handed_on.h"

#include <algorithm>

namespace wb {
namespace {

// What a register at the head is where the registers have other numbers.
std::optional<uint32_t> number_with(uint32_t number, const std::vector<uint32_t>& numbers, const OpenLoop& loop) {
  if (number <= loop.mark) return number;
  const std::optional<uint32_t> slot = loop.slot_at_head(number);
  return slot ? std::optional(numbers[*slot]) : std::nullopt;
}

bool is_widened(const ValueNumbers::Recipe& recipe) {
  return recipe.size() == 6 && (recipe[0] == static_cast<uint32_t>(Opcode::sx64) || recipe[0] == static_cast<uint32_t>(Opcode::zx64));
}

}  // namespace

void HandedOn::note_load(OpenLoop& loop, const Known& known, Pc pc, const LoadKey& key) const {
  if (!loop.even && !loop.may_be_uneven) return;
  const Place place = places_.place_of(known.number, p_.code[pc]);
  const std::optional<size_t> space = places_.space_of(known.number, p_.code[pc]);
  const bool moves = values_.root_of(key.numbers()) > loop.mark;
  if (loop.even && space == holder::shared && moves) note_shared_load(loop, place, pc);
  const bool is_first = known.version[holder::global] == loop.at_head.version[holder::global];
  if (space != holder::global || moves || !is_first || !loop.has_entry || !loop.comes_to(pc) || !loop.changes(holder::global)) return;
  loop.first_of_pass.push_back({.pc = pc, .key = key, .holder = holder::global});
}
// Whose place is another one in each pass.
void HandedOn::note_shared_load(OpenLoop& loop, const Place& place, Pc pc) const {
  const uint32_t bytes = p_.code[pc].op == Opcode::ld_64 ? 8 : 4;
  if (place.index.size() != 1 || place.scale != bytes) return loop.of_passes.see_other(place.base);
  const ValueNumbers::Product moved = values_.product_of(place.index[0]).value_or(ValueNumbers::Product{place.index[0], 1});
  constexpr uint32_t most_moved = 64;  // elements in a pass: nobody joins those of passes so far apart
  if (moved.of != loop.counter() || moved.factor > most_moved || (moved.factor > 1 && loop.even->is_counted)) return loop.of_passes.see_other(place.base);
  const int64_t at = place.displacement + loop.even->first.value_or(0) * moved.factor * place.scale;
  const auto begin = joined_.shared_place(pc, place.base, at);
  const bool may_join = begin && loop.even->first && loop.comes_to(pc);
  loop.of_passes.see({pc, place.base, at, bytes, moved.factor, may_join, may_join && *begin % widest_of_passes == 0});
}

void HandedOn::note_left(OpenLoop& loop, const Known& known, Pc pc, const LoadKey& key, const ValuesOfWays& ways, bool is_target) const {
  const auto holder_in = [&](const Known& of) {
    return static_cast<size_t>(std::ranges::find(of.version, key.version) - of.version.begin());
  };
  if (values_.root_of(key.numbers()) > loop.mark) {
    const bool is_at_target = is_target && pc != loop.head;
    if (const size_t of = holder_in(loop.at_head); of < holder::count)
      loop.unchanged.push_back({.pc = pc, .key = key, .holder = of, .is_straight = loop.is_straight && !is_at_target});
    return;
  }
  const size_t of = holder_in(known);
  if (const auto without = ways.changed_on(of)) loop.changed_by_side.push_back({.pc = pc, .key = key, .holder = of, .without = without});
}

void HandedOn::keep_places(const OpenLoop& loop) {
  for (const PlacesOfLoop::Kept& place : loop.places.kept(loop.mark)) {
    if (place.load) {
      const KeptValue* before = loop.known_before(place.load->key, place.load->holder);
      if (before)
        compiled_.leave_out(place.load->pc, before->site);
      else
        compiled_.make_once(place.load->pc, loop.head);
    }
    for (const auto& [access, from] : place.left_out) compiled_.leave_out(access, p_.info[from].site);
    compiled_.make_once(place.store, loop.head);
  }
}

// A load at the head that goes where a load or a store of the pass before has gone, with the registers as these are now. Where the way into
// the loop has that, too, it is not made, and else once, in front of the loop.
void HandedOn::keep_from_pass_before(const OpenLoop& loop, const Known& at_end, Pc back) {
  for (const NotedLoad& load : loop.changed_by_side) {
    const bool is_at_end = at_end.kept.contains(load.key.at_version(at_end.version[load.holder]));
    if (compiled_.made(load.pc) == CompiledAccess::Made::each_time && is_at_end && loop.known_before(load.key, load.holder))
      compiled_.make_by_way(load.pc, load.without->branch, load.without->is_first);
  }
  if (has_one_way_out(p_, loop.head, back, true)) return;
  for (const NotedLoad& load : loop.unchanged) {
    const auto before = key_with(load.key, at_end.version[load.holder], at_end.number, loop);
    if (compiled_.made(load.pc) != CompiledAccess::Made::each_time || !before || !at_end.kept.contains(*before)) continue;
    const auto in_front = key_with(load.key, loop.in_front.version[load.holder], loop.in_front.number, loop);
    const auto known = in_front ? loop.in_front.kept.find(*in_front) : loop.in_front.kept.end();
    if (known != loop.in_front.kept.end())
      compiled_.leave_out(load.pc, known->second.site);
    else if (load.is_straight)
      compiled_.make_once(load.pc, loop.head);
  }
}
// What a key at the loop's head is where the registers have other numbers; none: nvcc does not follow what its index is made of.
std::optional<LoadKey> HandedOn::key_with(const LoadKey& key, uint32_t version, const std::vector<uint32_t>& numbers,
                                          const OpenLoop& loop) const {
  if (key.base > loop.mark) return std::nullopt;
  LoadKey with = key.at_version(version);
  for (uint32_t& number : with.index) {
    const auto index = sum_with(number, numbers, loop);
    if (!index) return std::nullopt;
    if (&number == &with.index.front()) with.displacement += int64_t{static_cast<int32_t>(index->constant)} * key.scale;
    number = index->of;
  }
  const std::optional<uint64_t> constant = with.index.size() == 1 ? values_.form_of(with.index[0]).constant : std::nullopt;
  if (!constant) return with;
  with.displacement += int64_t{static_cast<int32_t>(*constant)} * key.scale;
  with.index.clear(), with.index_kind = 0, with.scale = 1;
  return with;
}
// A half of an index that was made wider is that of the other index, and a constant.
std::optional<ValueNumbers::Sum> HandedOn::sum_with(uint32_t number, const std::vector<uint32_t>& numbers, const OpenLoop& loop) const {
  const ValueNumbers::Recipe* made_of = number > loop.mark ? values_.recipe_of(number) : nullptr;
  if (!made_of || !is_widened(*made_of)) {
    const auto with = number_with(number, numbers, loop);
    return with ? std::optional(values_.sum_of(*with)) : std::nullopt;
  }
  ValueNumbers::Recipe recipe = *made_of;
  const auto narrow = number_with(recipe[4], numbers, loop);
  if (!narrow) return std::nullopt;
  const ValueNumbers::Sum sum = values_.sum_of(*narrow);
  recipe[4] = sum.of;
  const auto wide = values_.find(recipe);
  return wide ? std::optional(ValueNumbers::Sum{*wide, 0, sum.constant}) : std::nullopt;
}

std::vector<const NotedLoad*> HandedOn::handed_on(const OpenLoop& loop, const Known& at_end, Pc back) const {
  std::vector<const NotedLoad*> loads;
  if (has_restricted_parameter(p_)) return loads;
  for (const NotedLoad& load : loop.first_of_pass) {
    const bool is_at_end = at_end.kept.contains(load.key.at_version(at_end.version[load.holder]));
    if (compiled_.made(load.pc) == CompiledAccess::Made::each_time && is_at_end && reads_another(p_, loop.head, back, load.pc))
      loads.push_back(&load);
  }
  return loads;
}
void HandedOn::write_out(const OpenLoop& loop, const Known& at_end, Pc back, bool is_inner) {
  if (!is_single_loop(p_, loop.head, back)) return;
  if (!loop.changes(holder::shared) && is_plain_body(p_, compiled_, loop.head, back))
    loop.of_passes.tell(p_, compiled_, is_inner || loop.even->is_copied);
  for (const NotedLoad* load : handed_on(loop, at_end, back)) {
    if (const KeptValue* before = loop.known_before(load->key, load->holder)) {
      compiled_.keep(load->pc, before->site);
    } else {
      compiled_.hand_on(load->pc, loop.head);
      p_.info[load->pc].compiled.passes = passes_written_out;
    }
  }
}

}  // namespace wb
