#include "simulator/analysis/source_changes.h"

#include <algorithm>

namespace wb {
namespace {

bool is_of_copy(const std::vector<Site>& sites, uint32_t site) { return begins_copy(sites, site) || ends_copy(sites, site) || (site < sites.size() && sites[site].is_bulk); }

// The second of the two places at which a copy reads its source.
bool reads_at_wait(const std::vector<Site>& sites, uint32_t site) {
  if (site == 0 || site >= sites.size() || sites[site].kind != AccessKind::load) return false;  // what has no place in the program reads for nobody
  return reads_for_copy(sites, site) || (sites[site].is_bulk && sites[site - 1].is_bulk && sites[site - 1].kind == AccessKind::load);
}
bool reads_source(const std::vector<Site>& sites, uint32_t site) { return reads_at_wait(sites, site) || (site + 1 < sites.size() && reads_at_wait(sites, site + 1)); }

int side_of_load(const RacePair& race) { return race.access[0] == AccessKind::load ? 0 : 1; }

}  // namespace

bool SourceChanges::has(const RacePair& race) const {
  const int load = side_of_load(race);
  if (race.access[load] != AccessKind::load || !reads_at_wait(context_.sites, race.site[load]) || is_of_copy(context_.sites, race.site[1 - load])) return false;
  const bool is_one_grid = context_.grids.number_of(race.first.block) == context_.grids.number_of(race.second.block);
  return is_one_grid && !races_with_beginning(race.site[1 - load], race.site[load], race.allocation);
}

// The library reads the source of `cp.reduce.async.bulk` itself, at the same place of the program.
bool SourceChanges::races_with_beginning(uint32_t writing_site, uint32_t reading_site, uint32_t allocation) const {
  return std::any_of(races_.begin(), races_.end(), [&](const RacePair& race) {
    const int load = side_of_load(race);
    return race.allocation == allocation && race.access[load] == AccessKind::load && race.site[1 - load] == writing_site &&
           !reads_at_wait(context_.sites, race.site[load]) && race.site[load] < context_.sites.size() && context_.sites[race.site[load]].span == context_.sites[reading_site].span;
  });
}

bool SourceChanges::races_with_source(const FaultGroup& group) const {
  return std::any_of(races_.begin(), races_.end(), [&](const RacePair& race) {
    const auto is_met = [&](int mine) { return race.site[mine] == group.site && reads_source(context_.sites, race.site[1 - mine]); };
    return race.allocation == group.allocation && (is_met(0) || is_met(1));
  });
}

FaultGroup SourceChanges::as_fault(const RacePair& race) const {
  const int load = side_of_load(race);
  const bool is_write_first = race.first.site == race.site[1 - load];
  const RaceParty &write = is_write_first ? race.first : race.second, &copy = is_write_first ? race.second : race.first;
  FaultGroup group{.count = race.count, .tick = write.has_tick ? write.tick : race.second.tick, .block = write.block, .thread = write.thread, .site = write.site,
                   .allocation = race.allocation, .access = AccessKind::store, .bytes = write.bytes, .has_offset = true, .offset = static_cast<int64_t>(race.offset)};
  group.other_site = copy.site;
  group.other_thread = copy.thread;
  group.other_tick = copy.has_tick ? copy.tick : race.second.tick;
  if (copy.block != write.block) group.other_block = copy.block;
  return group;
}

FaultGroups SourceChanges::among(const FaultGroups& faults) const {
  FaultGroups told = faults;
  told.erase_if([&](FindingKind kind, const FaultGroup& group) { return kind == FindingKind::async_source && !group.has_own && races_with_source(group); });
  FaultGroups behind_barriers;
  for (const RacePair& race : races_)
    if (has(race)) behind_barriers.add(FindingKind::async_source, as_fault(race));
  for (const auto& [key, group] : behind_barriers.all())
    if (!told.all().contains(key)) told.add(FindingKind::async_source, group);  // else its own thread's writes are told
  return told;
}

}  // namespace wb
