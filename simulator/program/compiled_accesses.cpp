#include "simulator/program/compiled_accesses.h"

#include <algorithm>
#include <utility>

namespace wb {

bool CompiledAccesses::is_in_question(Pc pc) const {
  return p_.info[pc].site != no_site && (made(pc) == Made::each_time || made(pc) == Made::once);
}
void CompiledAccesses::leave_out(Pc pc, uint32_t from) {
  if (is_in_question(pc)) keep(pc, from);
}
void CompiledAccesses::make_with(Pc store, Pc before) {
  if (is_left_alone(store) && is_left_alone(before)) accesses_[store] = {.made = Made::never, .from = p_.info[before].site, .is_with = true};
}
void CompiledAccesses::make_once(Pc pc, Pc head) {
  if (is_in_question(pc)) accesses_[pc].made = Made::once, accesses_[pc].head = head;
}
void CompiledAccesses::make_by_way(Pc load, Pc branch, bool by_first_side) {
  accesses_[load].made = by_first_side ? Made::once : Made::around, accesses_[load].branch = branch;
}
void CompiledAccesses::hand_on(Pc load, Pc head) { accesses_[load].made = Made::handed_on, accesses_[load].head = head; }

void CompiledAccesses::join_sides(const BothSides& sides, const std::vector<SideAccesses::Pair>& pairs) {
  std::vector<std::vector<Pc>> sets;
  for (const SideAccesses::Pair& pair : pairs) sets.push_back({pair.first, pair.other});
  join_ways(sides.tests, std::move(sets));
}
void CompiledAccesses::join_ways(const std::vector<Pc>& tests, std::vector<std::vector<Pc>> sets) {
  std::erase_if(sets, [&](const std::vector<Pc>& set) { return !std::ranges::all_of(set, [&](Pc pc) { return is_left_alone(pc); }); });
  for (const std::vector<Pc>& set : sets)
    for (Pc pc : set) accesses_[pc] = {.made = Made::both_sides, .from = p_.info[set[pc == set[0]]].site};
  if (!sets.empty()) sides_.push_back({tests, std::move(sets)});
}
void CompiledAccesses::write_out(Pc head, const UnevenLoop& loop, std::vector<Pc> accesses) {
  for (Pc pc : accesses) accesses_[pc].made = Made::uneven, p_.sites[p_.info[pc].site].is_uneven = true;
  uneven_[head] = {loop, std::move(accesses)};
}

void CompiledAccesses::tell() {
  tell_loops();
  tell_sides();
  tell_ways();
  tell_sites();
  for (Pc pc = 0; pc < accesses_.size(); ++pc) p_.info[pc].compiled.made = made(pc);
}

Entrance& CompiledAccesses::entrance_of(Pc head) {
  uint16_t& number = p_.code[head - 1].c;
  if (!number) p_.entrances.emplace_back(), number = static_cast<uint16_t>(p_.entrances.size());
  return p_.entrances[number - 1u];
}
AccessRange CompiledAccesses::number(const std::vector<Pc>& accesses) {
  const AccessRange range{numbered_, static_cast<uint32_t>(accesses.size())};
  for (Pc pc : accesses) p_.info[pc].compiled.number = static_cast<uint16_t>(numbered_++);
  return range;
}
// By the branch in front of the loop.
void CompiledAccesses::tell_loops() {
  std::map<Pc, std::vector<Pc>> of_loops;  // by head
  for (Pc pc = 0; pc < accesses_.size(); ++pc)
    if ((made(pc) == Made::once && !accesses_[pc].is_by_way()) || made(pc) == Made::handed_on) of_loops[accesses_[pc].head].push_back(pc);
  for (const auto& [head, accesses] : of_loops) entrance_of(head).once = number(accesses);
  for (const auto& [head, uneven] : uneven_) {
    UnevenLoop& loop = entrance_of(head).uneven.emplace(uneven.loop);
    loop.accesses = number(uneven.accesses);
    p_.info[uneven.accesses.front()].compiled.begins_pass = true;
  }
}
// By all branches that lead to the other side of the `if`, or to other ways.
void CompiledAccesses::tell_sides() {
  for (const Sides& of : sides_) {
    p_.entrances.push_back({.once = {numbered_, static_cast<uint32_t>(of.sets.size())}, .only_parts = true});
    for (Pc test : of.tests) p_.code[test].c = static_cast<uint16_t>(p_.entrances.size());
    for (const std::vector<Pc>& set : of.sets) {
      for (Pc pc : set) {
        p_.info[pc].compiled.number = static_cast<uint16_t>(numbered_);
        p_.info[pc].compiled.passes = static_cast<uint8_t>(set.size());
      }
      p_.info[set[0]].compiled.leads = true;
      ++numbered_;
    }
  }
}
// By the branch at which lanes went apart, if that has nothing else to tell.
void CompiledAccesses::tell_ways() {
  std::map<Pc, std::vector<Pc>> of_branches;
  for (Pc pc = 0; pc < accesses_.size(); ++pc)
    if (accesses_[pc].is_by_way()) of_branches[accesses_[pc].branch].push_back(pc);
  for (const auto& [branch, accesses] : of_branches) {
    if (p_.code[branch].c) {
      for (Pc pc : accesses) accesses_[pc].made = Made::each_time;
      continue;
    }
    p_.entrances.push_back({.once = number(accesses)});
    p_.code[branch].c = static_cast<uint16_t>(p_.entrances.size());
  }
}
Kept CompiledAccesses::kept(const Access& access) {
  switch (access.made) {
    case Made::each_time:
    case Made::uneven:
    case Made::by_passes:
      return Kept::no;
    case Made::never:
      return access.is_with ? Kept::with : Kept::from;
    case Made::both_sides:
      return Kept::with;
    case Made::handed_on:
      return Kept::passes;
    case Made::once:
    case Made::around:
      return access.is_by_way() ? Kept::one_way : Kept::loop;
  }
  return Kept::no;
}
void CompiledAccesses::tell_sites() {
  std::vector<bool> is_seen(p_.sites.size());
  for (Pc pc = 0; pc < accesses_.size(); ++pc) {
    const InsInfo& info = p_.info[pc];
    const bool is_access = is_load(p_.code[pc].op) || (is_store(p_.code[pc].op) && !info.is_volatile && !info.is_more_of_one);
    if (!is_access || info.site == no_site) continue;
    Site& site = p_.sites[info.site];
    site.kept = is_seen[info.site] ? kept_of_both(site.kept, kept(accesses_[pc])) : kept(accesses_[pc]);
    is_seen[info.site] = true;
    const bool has_other = site.kept == Kept::from || site.kept == Kept::with;
    if (!has_other) site.kept_from = site.kept == Kept::no ? no_site : info.site;
    else if (accesses_[pc].from != no_site) site.kept_from = accesses_[pc].from;
  }
}

}  // namespace wb
