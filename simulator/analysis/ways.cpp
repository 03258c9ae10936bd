#include "simulator/analysis/ways.h"

#include <algorithm>
#include <bit>

namespace wb {

void Ways::wait(uint32_t block, WarpLanes who, uint64_t tick) {
  std::vector<Waits>& waits = blocks_[block].waits;
  if (waits.size() < (who.warp + 1) * warp_size) waits.resize((who.warp + 1) * warp_size);
  for (LaneMask rest = who.lanes; rest; rest &= rest - 1) {
    Waits& of = waits[who.warp * warp_size + static_cast<uint32_t>(std::countr_zero(rest))];
    of = {of.count + 1, tick, of.last};
  }
}

bool Ways::was_before_last_wait(uint32_t block, uint32_t thread, uint64_t tick) const {
  const auto home = blocks_.find(block);
  if (home == blocks_.end()) return false;
  const Waits waits = home->second.waits_of(thread);
  return waits.before <= tick && tick < waits.last;
}

const Ways::Stays* Ways::Block::find(uint32_t thread, uint32_t site) const {
  const auto found = stays.find(key(thread, site));
  return found == stays.end() ? nullptr : &found->second;
}

void Ways::visit(uint32_t block, const Visit& visit) {
  Block& home = blocks_[block];
  const uint32_t phase = grid_passed_ + home.passed + home.waits_of(visit.thread).count;
  Stays& stays = home.stays[key(visit.thread, visit.site)];
  Stay& oldest = *std::min_element(stays.begin(), stays.end(), [](const Stay& a, const Stay& b) { return a.phase < b.phase; });
  const auto now = std::find_if(stays.begin(), stays.end(), [&](const Stay& stay) { return stay.phase == phase; });
  if (now == stays.end()) oldest = {phase, visit.tick, visit.tick};
  else now->last = visit.tick;
}

const Ways::Stay* Ways::in_phase(const Stays* stays, uint32_t phase) {
  if (!stays) return nullptr;
  const auto found = std::find_if(stays->begin(), stays->end(), [&](const Stay& stay) { return stay.phase == phase; });
  return found == stays->end() ? nullptr : &*found;
}

// 0: longer ago than is known.
uint32_t Ways::phase_at(const Stays* stays, uint64_t tick) {
  if (!stays) return 0;
  const auto found = std::find_if(stays->begin(), stays->end(), [&](const Stay& stay) { return stay.phase && stay.first <= tick && tick <= stay.last; });
  return found == stays->end() ? 0 : found->phase;
}

Ways::First Ways::first_of(uint32_t block, const Visit& one, const Visit& other) const {
  const auto home = blocks_.find(block);
  if (home == blocks_.end()) return {true, true};
  const uint32_t phase = phase_at(home->second.find(one.thread, one.site), one.tick), other_phase = phase_at(home->second.find(other.thread, other.site), other.tick);
  if (phase != other_phase) return {phase < other_phase, other_phase < phase};
  First first;
  for (const uint32_t thread : {one.thread, other.thread}) {
    const Stay *at_one = in_phase(home->second.find(thread, one.site), phase), *at_other = in_phase(home->second.find(thread, other.site), phase);
    if (at_one && at_other) (at_one->first < at_other->first ? first.is_one : first.is_other) = true;
  }
  return first.is_one || first.is_other ? first : First{true, true};
}

}  // namespace wb
