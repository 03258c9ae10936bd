#include "simulator/program/stored_places.h"

#include <algorithm>

namespace wb {
namespace {

constexpr size_t most_of_loop = 1'000, most_stored = 100;  // accesses that are compared with each other

}  // namespace

void StraightStores::see_store(const PlaceAccess& store) {
  for (const PlaceAccess& before : stores_)
    if (before.is_same_place(store) && p_.code[before.pc].op == p_.code[store.pc].op && p_.info[before.pc].site < p_.info[store.pc].site)
      overwritten_.push_back({before.pc, store.pc});
  std::erase_if(stores_, [&](const PlaceAccess& before) { return before.is_same_place(store); });
  if (stores_.size() < most_stored) stores_.push_back(store);
}

void StraightStores::see_load(const PlaceAccess& load) {
  std::erase_if(stores_, [&](const PlaceAccess& store) { return store.may_meet(load); });
}

void PlacesOfLoop::see_inner(const PlacesOfLoop& inner, bool is_certain) {
  for (PlaceAccess access : inner.accesses_) {
    access.is_certain &= is_certain;
    accesses_.push_back(std::move(access));
  }
  has_others_ |= inner.has_others_;
}

bool PlacesOfLoop::is_kept(const PlaceAccess& store, uint32_t mark) const {
  return store.is_store && store.root <= mark && std::ranges::all_of(accesses_, [&](const PlaceAccess& access) {
           return access.is_same_place(store) ? access.is_certain : !access.may_meet(store);
         });
}

PlacesOfLoop::Kept PlacesOfLoop::keep(const PlaceAccess& place) const {
  Kept kept;
  std::optional<Pc> before;
  for (const PlaceAccess& access : accesses_) {
    if (!access.is_same_place(place)) continue;
    if (access.is_store)
      kept.store = access.pc;
    else if (before)
      kept.left_out.emplace_back(access.pc, *before);
    else
      kept.load = &access;
    before = access.pc;
  }
  for (const PlaceAccess& access : accesses_)
    if (access.is_store && access.is_same_place(place) && access.pc != kept.store) kept.left_out.emplace_back(access.pc, kept.store);
  return kept;
}

std::vector<PlacesOfLoop::Kept> PlacesOfLoop::kept(uint32_t mark) const {
  std::vector<Kept> all;
  if (has_others_ || accesses_.size() > most_of_loop) return all;
  for (auto store = accesses_.begin(); store != accesses_.end(); ++store) {
    const bool is_first = std::none_of(accesses_.begin(), store, [&](const PlaceAccess& a) { return a.is_store && a.is_same_place(*store); });
    if (is_first && is_kept(*store, mark)) all.push_back(keep(*store));
  }
  return all;
}

}  // namespace wb
