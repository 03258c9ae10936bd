#include "simulator/analysis/cas_guesses.h"

#include <algorithm>

namespace wb {
namespace {

using Word = HappensBefore::Word;

bool overlap(const Word& a, const Word& b) {
  return a.allocation == b.allocation && a.copy == b.copy && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// In one piece, and of a size that an atomicCAS can check.
bool can_be_checked(const WarpAccess& access, const Word& word) {
  return word.bytes <= 8 && word.offset % word.bytes == 0 && !access.is_volatile && !access.is_late;
}

}  // namespace

CasGuesses::CasGuesses(const std::vector<RacePair>& suspects, const Checks& checks) {
  for (const RacePair& pair : suspects)
    for (int side = 0; side < 2; ++side) {
      if (pair.access[side] != AccessKind::load || pair.access[1 - side] != AccessKind::atomic) continue;
      const auto by = checks.find(pair.site[side]);
      const bool is_known = std::any_of(places_.begin(), places_.end(), [&](const Place& p) { return p.site == pair.site[side] && p.allocation == pair.allocation; });
      if (by != checks.end() && !is_known) places_.push_back({.site = pair.site[side], .allocation = pair.allocation, .check = by->second});
    }
  const auto races = [&](uint32_t site) { return std::any_of(suspects.begin(), suspects.end(), [&](const RacePair& pair) { return pair.site[0] == site || pair.site[1] == site; }); };
  for (Place& place : places_) std::erase_if(place.check.retried, races);
}

bool CasGuesses::concerns(const WarpAccess& access) const {
  return std::any_of(places_.begin(), places_.end(), [&](const Place& p) {
    return p.only_guesses && (p.is_loaded_by(access) || (!p.open.empty() && (access.kind != AccessKind::load || access.allocation == p.allocation)));
  });
}

void CasGuesses::lane(const WarpAccess& access, LinearThread me, const Word& word, std::optional<uint64_t> value) {
  const uint64_t thread = uint64_t{me.block} << 32 | me.thread;
  for (Place& place : places_) {
    if (!place.only_guesses) continue;
    settle(place, access, thread, word, value);
    if (!place.only_guesses || !place.is_loaded_by(access)) continue;
    if (value && can_be_checked(access, word) && !place.open.contains(thread)) place.open[thread] = {word, *value};
    else place.give_up();
  }
}

// What the access says about the guess that its thread has open.
void CasGuesses::settle(Place& place, const WarpAccess& access, uint64_t thread, const Word& word, std::optional<uint64_t> value) {
  const auto at = place.open.find(thread);
  if (at == place.open.end()) return;
  if (place.is_check(access, at->second, word, value)) place.open.erase(at);
  else if (overlap(word, at->second.word) || !place.is_harmless(access)) place.give_up();
}

bool CasGuesses::Place::is_harmless(const WarpAccess& access) const {
  return access.kind == AccessKind::load || std::binary_search(check.retried.begin(), check.retried.end(), access.site);
}

bool CasGuesses::Place::is_check(const WarpAccess& access, const Guess& guess, const Word& word, std::optional<uint64_t> value) const {
  return std::find(check.by.begin(), check.by.end(), access.site) != check.by.end() && word == guess.word && value == guess.value;
}

bool CasGuesses::are_guesses(const RacePair& pair) const {
  return std::any_of(places_.begin(), places_.end(), [&](const Place& p) {
    return p.only_guesses && p.open.empty() && p.allocation == pair.allocation && (p.site == pair.site[0] || p.site == pair.site[1]);
  });
}

}  // namespace wb
