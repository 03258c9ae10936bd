#include "simulator/analysis/flag_findings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "simulator/analysis/element_names.h"
#include "simulator/analysis/heap_names.h"
#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

std::string name_of(const FindingContext& context, uint32_t allocation, uint64_t offset, uint32_t bytes) {
  const AllocationInfo& info = context.allocations[allocation];
  const HeapBlock* block = info.is_heap && context.heap ? context.heap->at(offset) : nullptr;
  return block ? heap_element(context, *block, static_cast<int64_t>(offset), bytes).name : accessed_name(info, static_cast<int64_t>(offset), bytes);
}
std::string name_of(const FindingContext& context, const FlagUse& flag) { return name_of(context, flag.allocation, flag.offset, flag.bytes); }

std::string name_of(const FindingContext& context, LinearThread who) {
  const bool is_alone = context.grids.shape_of(who.block).block_count() == 1 && !context.grids.has_children();
  return context.thread_name(who.block, who.thread) + (is_alone ? std::string() : " of " + context.block_name(who.block));
}

FindingPlace place_of(const FindingContext& context, const FlagUse::At& at, AccessKind kind) {
  FindingPlace place;
  place.span = context.sites[at.site].span;
  place.access = kind;
  context.locate(place, at.who.block, at.who.thread);
  place.tick = at.tick;
  return place;
}

Finding finding_of(const MissingFence& missing, const FindingContext& context) {
  const FlagUse& flag = missing.flag;
  const AllocationInfo& allocation = context.allocations[flag.allocation];
  const FlagUse::At access{{missing.access.block, missing.access.thread}, missing.access.tick, missing.access.site};
  Finding finding = new_finding(FindingKind::fence_missing);
  finding.count = missing.count;
  finding.buffer = allocation.name;
  finding.buffer_index = allocation.buffer_index;
  finding.flat_element = flag.offset / std::max<uint32_t>(allocation.element_bytes, 1);
  finding.element = element_index(allocation, finding.flat_element);
  finding.scope = flag.set.who.block != flag.seen.who.block ? Finding::Scope::grid : Finding::Scope::block;
  finding.tick = missing.access.tick;
  finding.places = {place_of(context, flag.seen, context.sites[flag.seen.site].kind), place_of(context, access, missing.kind)};
  const bool is_itself = access.who.block == flag.seen.who.block && access.who.thread == flag.seen.who.thread;
  const std::string does = missing.kind == AccessKind::load ? "reads" : missing.kind == AccessKind::store ? "writes" : "changes";
  // Who chooses the order of a look goes by the memory model, and that calls what a relaxed one lets through a race. Older functions have no order to choose.
  const bool is_chosen = context.sites[flag.seen.site].has_order;
  if (is_chosen) finding.severity = Severity::error;
  tell(finding, is_chosen ? "fence.missing.relaxed" : finding_name(finding.kind),
       {name_of(context, flag.seen.who), name_of(context, flag), context.line_of(flag.seen.site), (is_itself ? "" : name_of(context, access.who) + " ") + does,
        name_of(context, missing.allocation, missing.offset, missing.access.bytes), context.line_of(access.site), name_of(context, flag.set.who), context.line_of(flag.set.site)});
  return finding;
}

}  // namespace

std::vector<Finding> missing_fence_findings(const std::vector<MissingFence>& missing, const FindingContext& context) {
  // One place in the source may be several sites: one finding for all.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, MissingFence> by_place;
  for (const MissingFence& m : missing) {
    const Span span = context.sites[m.flag.seen.site].span;
    const auto [at, is_new] = by_place.try_emplace({span.file.v, span.begin, span.end, m.flag.allocation}, m);
    if (is_new) continue;
    const uint64_t count = at->second.count + m.count;
    if (m.access.tick < at->second.access.tick) at->second = m;
    at->second.count = count;
  }
  std::vector<Finding> findings;
  for (const auto& [key, m] : by_place) findings.push_back(finding_of(m, context));
  return findings;
}

namespace {

uint32_t read_site(const RacePair& race) { return race.site[race.access[0] == AccessKind::load ? 0 : 1]; }

// The race's word as a flag that is set after `earlier` and looked at before `later`.
std::optional<FlagUse> as_flag(const RacePair& race, const RaceParty& earlier, const RaceParty& later) {
  const bool looks_first = race.first.site == read_site(race);
  const RaceParty &look = looks_first ? race.first : race.second, &set = looks_first ? race.second : race.first;
  const bool is_between = set.block == earlier.block && look.block == later.block && set.thread == earlier.thread && look.thread == later.thread && set.has_tick && look.has_tick &&
                          earlier.has_tick && later.has_tick && set.tick > earlier.tick && look.tick < later.tick;
  if (!is_between) return std::nullopt;
  FlagUse flag;
  flag.allocation = race.allocation;
  flag.bytes = look.bytes;
  flag.offset = race.offset;
  flag.set = {{set.block, set.thread}, set.tick, set.site};
  flag.seen = {{look.block, look.thread}, look.tick, look.site};
  flag.is_plain = true;
  return flag;
}

}  // namespace

std::vector<RacePair> races_of_looks(const std::vector<RacePair>& races, const FindingContext& context) {
  std::vector<RacePair> looks;
  if (!context.looks) return looks;
  std::copy_if(races.begin(), races.end(), std::back_inserter(looks), [&](const RacePair& race) {
    const bool has_load = race.access[0] == AccessKind::load || race.access[1] == AccessKind::load;
    return has_load && race.has_example && context.looks->contains(read_site(race));
  });
  return looks;
}

void find_plain_flag(RacePair& pair, const std::vector<RacePair>& looks) {
  for (const RacePair& race : looks) {
    if (pair.flag || !pair.has_example) return;
    if (race.allocation != pair.allocation) pair.flag = as_flag(race, pair.first, pair.second);
  }
}

std::string flag_hint(const RacePair& pair, const FindingContext& context) {
  if (!pair.flag || pair.flag->has_fenced) return {};
  const FlagUse& flag = *pair.flag;
  const bool is_relaxed_store = flag.is_atomic && context.sites[flag.set.site].kind == AccessKind::store;  // of cuda::atomic
  const std::string code = flag.is_plain ? "race.flag.plain" : is_relaxed_store ? "race.flag.relaxed" : "race.flag";
  const std::vector<std::string> arguments = {name_of(context, flag), name_of(context, flag.set.who), context.line_of(flag.set.site), name_of(context, flag.seen.who),
                                              context.line_of(flag.seen.site), context.line_of(pair.first.site)};
  return fill_sentence(sentence(code).hint, arguments);
}

}  // namespace wb
