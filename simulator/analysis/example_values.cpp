#include "simulator/analysis/example_values.h"

#include <algorithm>
#include <cstring>

namespace wb {

ExampleValues::ExampleValues(std::vector<RacePair> pairs) : pairs_(std::move(pairs)) {
  for (uint32_t i = 0; i < pairs_.size(); ++i) {
    const RacePair& pair = pairs_[i];
    if (!pair.has_example || (pair.first.has_value && pair.first.has_tick)) continue;
    if (wanted_at_.size() <= pair.first.site) wanted_at_.resize(pair.first.site + 1);
    wanted_at_[pair.first.site].push_back(i);
    end_ = std::max(end_, pair.second.tick + 1);
  }
}

void ExampleValues::access(const WarpAccess& access) {
  if (access.site >= wanted_at_.size()) return;
  for (uint32_t index : wanted_at_[access.site]) {
    RacePair& pair = pairs_[index];
    RaceParty& party = pair.first;
    const uint32_t lane = party.thread % warp_size;
    if (access.allocation != pair.allocation || access.block != party.block || access.warp != party.thread / warp_size || !(access.active >> lane & 1)) continue;
    if (access.tick > pair.second.tick || pair.offset < access.offset[lane] || pair.offset >= uint64_t{access.offset[lane]} + access.bytes) continue;
    party.has_tick = true;
    party.tick = access.tick;
    party.bytes = access.bytes;
    party.has_value = access.value || (access.kind == AccessKind::load && access.memory);
    party.value = 0;
    if (access.value) party.value = access.value[lane];
    else if (party.has_value) std::memcpy(&party.value, access.memory + access.offset[lane], std::min<size_t>(access.bytes, sizeof party.value));
  }
}

}  // namespace wb
