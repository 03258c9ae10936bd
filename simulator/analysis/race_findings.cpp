#include "simulator/analysis/race_findings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "simulator/analysis/element_names.h"
#include "simulator/analysis/flag_findings.h"
#include "simulator/analysis/heap_names.h"
#include "simulator/analysis/sentences.h"
#include "simulator/simulator.h"

namespace wb {
namespace {

bool has(const RacePair& pair, AccessKind kind) { return pair.access[0] == kind || pair.access[1] == kind; }

// What one race is judged by of all the others: a launch may have as many as its source has pairs of places.
class OtherRaces {
 public:
  OtherRaces(const std::vector<RacePair>& all, const LeftOutRaces& left_out) : has_load_(left_out.has_load) {
    for (const RacePair& pair : all) {
      has_load_ |= has(pair, AccessKind::load);
      if (has(pair, AccessKind::load)) continue;
      of_stores_[{pair.allocation, pair.site[0]}].push_back(&pair);
      if (pair.site[1] != pair.site[0]) of_stores_[{pair.allocation, pair.site[1]}].push_back(&pair);
    }
  }
  bool has_load() const { return has_load_; }   // some read races
  // Those of two stores, one of them at `site`.
  std::span<const RacePair* const> of_store(uint32_t allocation, uint32_t site) const {
    const auto found = of_stores_.find({allocation, site});
    return found == of_stores_.end() ? std::span<const RacePair* const>() : std::span<const RacePair* const>(found->second);
  }

 private:
  bool has_load_ = false;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<const RacePair*>> of_stores_;
};

// Both threads fetch the element and then store to it, and their stores race too. Beside an atomic, which fetches and stores in one step:
// the other thread changes later on what it has fetched.
bool is_update(const RacePair& pair, const OtherRaces& races, const RaceShadow& shadow) {
  const int load = pair.access[0] == AccessKind::load ? 0 : 1;
  const uint32_t fetching = pair.site[load], storing = pair.site[1 - load];
  const bool is_atomic = pair.access[1 - load] == AccessKind::atomic;
  if (is_atomic && shadow.fetches_and_stores(pair.allocation, fetching, storing)) return true;
  const auto stores = races.of_store(pair.allocation, storing);
  return std::any_of(stores.begin(), stores.end(), [&](const RacePair* other) {
    if (!is_atomic && !shadow.have_updaters(pair.allocation, other->site[0], other->site[1])) return false;
    const uint32_t of_fetcher = other->site[0] == storing ? other->site[1] : other->site[0];
    return shadow.fetches_and_stores(pair.allocation, fetching, of_fetcher);
  });
}

// The two places stand on two sides of one branch: not even lockstep puts them in order.
bool are_two_sides(const Site& a, const Site& b) {
  for (const BranchArm& x : a.arms)
    for (const BranchArm& y : b.arms)
      if (x.branch == y.branch && x.side != y.side) return true;
  return false;
}

// How the parties of a race between two grids of a launch stand to each other: one grid has launched the other, or both are children.
struct GridRelation {
  enum class Kind : uint8_t { none, late, early, two } kind = Kind::none;
  const GridBegin* launch = nullptr;   // late, early: the one that leads from the one to the other
  bool is_second_above = false;        // ... and the pair's second party is of the grid that launches
};

// The launching thread's own access, and one behind the launch in the text, is late; else it was meant to come before the launch.
GridRelation relation_of(const RacePair& pair, const FindingContext& context) {
  if (!context.grids.has_children() || context.grids.number_of(pair.first.block) == context.grids.number_of(pair.second.block)) return {};
  const LaunchGrids::Kinship kinship = context.grids.kinship(pair.first.block, pair.second.block);
  if (!kinship.launch) return {GridRelation::Kind::two};
  const RaceParty& above = kinship.is_second_above ? pair.second : pair.first;
  const GridBegin& launch = *kinship.launch;
  const bool is_own = above.block == launch.launching_block && above.thread == launch.launching_thread;
  const bool is_early = !is_own && launch.site < context.sites.size() && context.sites[above.site].order < context.sites[launch.site].order;
  return {is_early ? GridRelation::Kind::early : GridRelation::Kind::late, &launch, kinship.is_second_above};
}

// Is the read meant to come before the write? By the place of the launch: what is late comes behind the child.
bool is_fetch_first(const RacePair& pair, const GridRelation& relation) {
  const RaceParty &first = pair.first, &load = pair.access[first.site == pair.site[0] ? 0 : 1] == AccessKind::load ? pair.first : pair.second;
  if (relation.kind == GridRelation::Kind::two) return load.block == std::min(pair.first.block, pair.second.block);
  const bool is_load_above = (&load == &pair.second) == relation.is_second_above;
  return is_load_above == (relation.kind == GridRelation::Kind::early);
}

struct Verdict {
  FindingKind kind{};
  Severity severity = Severity::error;
  bool is_update = false;
  bool is_same_value = false;
  bool is_guess = false;
};

Verdict judge(const RacePair& pair, const OtherRaces& all, const RaceShadow& shadow, const FindingContext& context) {
  const std::vector<Site>& sites = context.sites;
  Verdict verdict;
  if (has(pair, AccessKind::atomic)) {
    verdict.kind = FindingKind::race_mixed;
    verdict.is_update = has(pair, AccessKind::load) && is_update(pair, all, shadow);
    verdict.is_guess = pair.is_guess;
  } else if (!has(pair, AccessKind::load)) {
    verdict.kind = FindingKind::race_waw;
    // Whether a stored value comes from a racing read is not followed: as soon as any read of the launch races, equal values prove nothing.
    verdict.is_same_value = !pair.different_values && !pair.merged_values && !all.has_load();
  } else if (is_update(pair, all, shadow)) {
    verdict.kind = FindingKind::race_raw;
    verdict.is_update = true;
  } else {
    int load = pair.access[0] == AccessKind::load ? 0 : 1;
    bool fetch_first = pair.fetch_first && pair.store_first ? sites[pair.site[load]].order < sites[pair.site[1 - load]].order : pair.fetch_first;
    if (const GridRelation relation = relation_of(pair, context); relation.kind != GridRelation::Kind::none) fetch_first = is_fetch_first(pair, relation);
    fetch_first |= reads_for_copy(sites, pair.site[load]);  // late: the copy was meant to have read before
    verdict.kind = fetch_first ? FindingKind::race_war : FindingKind::race_raw;
  }
  bool is_lockstep_safe = pair.scope == Finding::Scope::warp && pair.site[0] != pair.site[1] && !verdict.is_update && !are_two_sides(sites[pair.site[0]], sites[pair.site[1]]);
  if (verdict.is_same_value || verdict.is_guess)
    verdict.severity = Severity::note;
  else if (is_lockstep_safe)
    verdict.severity = Severity::warning;
  return verdict;
}

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::load: return "reads";
    case AccessKind::store: return "writes";
    case AccessKind::atomic: return "changes";
  }
  return "";
}

// Two blocks of one cluster.
bool are_in_cluster(const RacePair& pair, const FindingContext& context) {
  if (!pair.is_apart() || context.grids.number_of(pair.first.block) != context.grids.number_of(pair.second.block)) return false;
  const LaunchShape& shape = context.grids.shape_of(pair.first.block);
  const uint32_t first = context.grids.begin_of(pair.first.block).first_block;
  return shape.cluster_size() > 1 && shape.cluster_of(pair.first.block - first) == shape.cluster_of(pair.second.block - first);
}

std::string sentence_code(const RacePair& pair, const Verdict& verdict, bool is_same_line, const FindingContext& context, bool is_address) {
  const Finding::Scope apart = pair.told_scope();
  const bool is_apart = apart == Finding::Scope::grid, is_cluster = is_apart && are_in_cluster(pair, context), is_grid = is_apart && !is_cluster;
  const std::string far = is_cluster ? ".cluster" : is_grid ? ".grid" : "", reach = apart == Finding::Scope::warp ? ".warp" : far, told = is_grid && context.has_atomics ? ".told" : "";
  switch (verdict.kind) {
    case FindingKind::race_mixed:
      if (pair.is_scope_race) return pair.is_between_clusters ? "race.scope.cluster" : "race.scope";
      if (verdict.is_guess) return "race.mixed.guess";
      if (!has(pair, AccessKind::load) && !has(pair, AccessKind::store)) return "race.mixed_sizes";
      return std::string("race.mixed") + (has(pair, AccessKind::store) ? ".write" : "") + far;
    case FindingKind::race_waw:
      return (verdict.is_same_value ? std::string("race.same_value") : "race.two_writes" + far + told) + (is_same_line ? ".same_line" : "");
    case FindingKind::race_war: return "race.read_then_write" + reach + told;
    default:
      if (verdict.is_update && is_address && told.empty() && !is_cluster) return std::string("race.update.address") + far;
      return verdict.is_update ? "race.update" + far + told : "race.write_then_read" + reach + told;
  }
}

const char* number_hint_code(BarrierClue::Kind kind) {
  switch (kind) {
    case BarrierClue::Kind::late_wait: return "race.number.late_wait";
    case BarrierClue::Kind::early_arrival: return "race.number.early_arrival";
    case BarrierClue::Kind::only_arrives: return "race.number.only_arrives";
    case BarrierClue::Kind::other_way: return "race.number.other_way";
    case BarrierClue::Kind::once_more: return "race.number.once_more";
    case BarrierClue::Kind::other_numbers: return "race.number.other_numbers";
    case BarrierClue::Kind::none: break;
  }
  return "";
}

class RaceWriter {
 public:
  RaceWriter(const RacePair& pair, const FindingContext& context) : pair_(pair), context_(context), allocation_(context.allocations[pair.allocation]), relation_(relation_of(pair, context)) {
    const HeapBlock* block = allocation_.is_heap && context.heap ? context.heap->at(pair.offset) : nullptr;
    if (block) heap_ = heap_element(context, *block, static_cast<int64_t>(pair.offset), pair.second.bytes);
  }

  Finding write(const Verdict& verdict) const {
    Finding finding;
    finding.kind = verdict.kind;
    finding.severity = verdict.severity;
    finding.count = pair_.count;
    finding.scope = pair_.scope;
    finding.buffer = allocation_.name;
    finding.buffer_index = allocation_.buffer_index;
    finding.flat_element = pair_.offset / std::max<uint32_t>(allocation_.element_bytes, 1);
    finding.element = heap_ ? std::vector{static_cast<uint64_t>(heap_->index)} : element_index(allocation_, finding.flat_element);
    finding.tick = pair_.second.tick;
    finding.places = {place(pair_.first), place(pair_.second)};
    tell(finding, code(verdict), arguments(verdict));
    if (is_about_numbers(verdict)) finding.hint = number_hint();
    else if (std::string of_flag = flag_hint(pair_, context_); !of_flag.empty()) finding.hint = std::move(of_flag);
    if (verdict.severity == Severity::warning) finding.message += "; today only the lockstep of the warp hides it";
    return finding;
  }

 private:
  std::string code(const Verdict& verdict) const {
    const bool is_of_children = !verdict.is_same_value && !verdict.is_guess && !pair_.is_scope_race;
    switch (is_of_children ? relation_.kind : GridRelation::Kind::none) {
      case GridRelation::Kind::late: return "race.child.late";
      case GridRelation::Kind::early: return "race.child.early";
      case GridRelation::Kind::two: return "race.child.two";
      case GridRelation::Kind::none: break;
    }
    return sentence_code(pair_, verdict, context_.line_of(pair_.site[0]) == context_.line_of(pair_.site[1]), context_, is_address());
  }
  // Of a race between two grids: where they were launched, and how what was meant to be early becomes so.
  void add_launches(std::vector<std::string>& arguments) const {
    if (relation_.kind == GridRelation::Kind::none) return;
    if (relation_.kind == GridRelation::Kind::two) {
      const GridBegin &a = context_.grids.begin_of(pair_.first.block), &b = context_.grids.begin_of(pair_.second.block);
      const std::string first = context_.line_of(a.site), second = context_.line_of(b.site);
      const bool is_one_block = a.parent == b.parent && a.launching_block == b.launching_block;
      arguments.insert(arguments.end(), {first == second ? first : first + " and " + second,
                                         is_one_block ? "launch both into one stream, or the second one into `cudaStreamTailLaunch`"
                                                      : "launches of different blocks are never in order: give each grid elements of its own, change them by atomics, or launch from one block into one stream"});
      return;
    }
    const RaceParty& above = relation_.is_second_above ? pair_.second : pair_.first;
    const std::string launch = context_.line_of(relation_.launch->site), line = context_.line_of(above.site);
    const bool is_same_block = above.block == relation_.launch->launching_block;
    const std::string what = is_same_block ? "what another thread of the block does at " + line + " with no barrier before the launch" : "what another block does at " + line;
    const std::string hint = is_same_block ? "put `__syncthreads()` between " + line + " and the launch at " + launch + ", at a place that every thread of the block passes"
                                           : "let the last block launch (each one counts itself off behind `__threadfence()`), or make it a launch of its own from the host";
    arguments.insert(arguments.end(), {launch, what, hint});
  }
  // Is the hint about a barrier with a number that the two warps use? Where all do the same at one place, as they count or add up, it is an atomic that they
  // want; and guesses and atomics of two sizes have advice of their own.
  bool is_about_numbers(const Verdict& verdict) const {
    if (is_apart() || pair_.clue.kind == BarrierClue::Kind::none) return false;
    const bool is_mixed = verdict.kind == FindingKind::race_mixed;
    if (!is_mixed && !verdict.is_update) return true;
    const bool has_plain = has(pair_, AccessKind::load) || has(pair_, AccessKind::store);
    return has_plain && !verdict.is_guess && context_.line_of(pair_.first.site) != context_.line_of(pair_.second.site);
  }
  std::string number_hint() const {
    const RaceParty &a = pair_.clue.is_of_second ? pair_.second : pair_.first, &b = pair_.clue.is_of_second ? pair_.first : pair_.second;
    const std::string arguments[] = {name(a), context_.line_of(a.site), name(b), context_.line_of(b.site), barrier_name(), std::to_string(pair_.clue.other)};
    return fill_sentence(sentence(number_hint_code(pair_.clue.kind)).hint, arguments);
  }
  // "1", "`bar`"
  std::string barrier_name() const {
    const BarrierClue& clue = pair_.clue;
    if (clue.number < BarrierClue::first_object) return std::to_string(clue.number);
    return "`" + accessed_name(context_.allocations[clue.object.allocation], static_cast<int64_t>(clue.object.offset), 8) + "`";
  }
  AccessKind kind_of(const RaceParty& party) const { return pair_.access[party.site == pair_.site[0] ? 0 : 1]; }

  FindingPlace place(const RaceParty& party) const {
    FindingPlace place;
    place.span = context_.sites[party.site].span;
    place.access = kind_of(party);
    context_.locate(place, party.block, party.thread);
    place.tick = party.has_tick ? party.tick : pair_.second.tick;
    if (party.has_value) place.value = is_unwritten(party) ? "?" : value_of(party);
    return place;
  }
  // Of another block's shared memory: whose.
  std::string element() const {
    if (heap_) return heap_->name;
    const std::string name = accessed_name(allocation_, static_cast<int64_t>(pair_.offset), std::min(pair_.first.bytes, pair_.second.bytes));
    const bool is_in_cluster = allocation_.space == Space::shared && (is_apart() || pair_.first.block != pair_.block);
    return is_in_cluster ? name + " of " + context_.block_name(pair_.block) : name;
  }
  bool is_address() const { return !heap_ && holds_address(allocation_, static_cast<int64_t>(pair_.offset), pair_.second.bytes); }
  std::string value_of(const RaceParty& party) const {
    return accessed_value(context_.allocations, heap_ ? heap_->as_array : allocation_, heap_ ? 0 : static_cast<int64_t>(pair_.offset), party.value, party.bytes);
  }
  // What nobody has written yet reads as a pattern, which is no value to show.
  bool is_unwritten(const RaceParty& party) const {
    if (begins_copy(context_.sites, party.site)) return true;
    const uint64_t pattern = 0x0101010101010101ull * poison_byte, bits = ~uint64_t{0} >> (64 - 8 * std::clamp<int>(party.bytes, 1, 8));
    return kind_of(party) == AccessKind::load && !allocation_.starts_defined && (party.value & bits) == (pattern & bits);
  }

  std::string name(const RaceParty& party) const {
    std::string text = context_.thread_name(party.block, party.thread);
    if (is_apart()) text += " of " + context_.block_name(party.block);
    return text;
  }
  bool is_apart() const { return pair_.first.block != pair_.second.block; }

  // The sentence names the parties by their parts: who writes first in a RAW, who reads first in a WAR or an update, the atomic last.
  std::vector<std::string> arguments(const Verdict& verdict) const {
    const RaceParty *a = &pair_.first, *b = &pair_.second;
    bool reader_first = verdict.kind == FindingKind::race_war || verdict.is_update;
    bool swap = false;
    if (verdict.kind == FindingKind::race_mixed)
      swap = kind_of(*a) == AccessKind::atomic && kind_of(*b) != AccessKind::atomic;
    else if (kind_of(*a) != kind_of(*b))
      swap = (kind_of(*a) == AccessKind::load) != reader_first;
    if (swap) std::swap(a, b);
    std::string first_line = context_.line_of(a->site), second_line = context_.line_of(b->site);
    std::string block = context_.block_name(b->block);
    std::vector<std::string> all{element(), allocation_.name, name(*a), first_line, name(*b), second_line, block,
            missing_order(verdict, first_line, second_line), plain_verb(*a), plain_verb(*b)};
    add_launches(all);
    return all;
  }
  // Where a barrier is wanted: "between line 4 and line 6".
  static std::string missing_order(const Verdict& verdict, const std::string& first_line, const std::string& second_line) {
    bool is_read_first = verdict.kind == FindingKind::race_war;
    if (first_line == second_line)
      return is_read_first ? "between the reads and the writes of " + first_line + " (read into variables, wait, then write)" : "after " + first_line;
    return is_read_first ? "after the reads at " + first_line + " and before the next write at " + second_line : "between " + first_line + " and " + second_line;
  }
  std::string plain_verb(const RaceParty& party) const {
    const AccessKind does = context_.sites[party.site].kind;  // an atomic may be a load or store of cuda::atomic
    return kind_of(party) == AccessKind::atomic && does != AccessKind::atomic ? std::string("atomically ") + verb(does) : verb(kind_of(party));
  }

  const RacePair& pair_;
  const FindingContext& context_;
  const AllocationInfo& allocation_;
  const GridRelation relation_;
  std::optional<HeapElement> heap_;  // in the device's heap: what it is in its block
};

// One place in the source may be several sites of the program (instances of a template, inlined calls): one finding for all.
using GroupKey = std::tuple<FindingKind, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, std::string>;

GroupKey group_key(FindingKind kind, const RacePair& pair, const FindingContext& context) {
  Span a = context.sites[pair.site[0]].span, b = context.sites[pair.site[1]].span;
  if (std::tie(b.file.v, b.begin, b.end) < std::tie(a.file.v, a.begin, a.end)) std::swap(a, b);
  return {kind, a.file.v, a.begin, a.end, b.file.v, b.begin, b.end, context.allocations[pair.allocation].name};
}

void merge(RacePair& into, const RacePair& from) {
  uint64_t count = into.count + from.count;
  Finding::Scope scope = std::max(into.scope, from.scope);
  if (from.has_example && (!into.has_example || (from.is_apart() != into.is_apart() ? from.is_apart() : from.offset < into.offset))) into = from;
  into.count = count;
  into.scope = scope;
}

// Of the kind of the most severe one that is told, and behind it.
Finding how_many_more(const LeftOutRaces& left_out, const std::vector<Finding>& told, size_t pairs_told) {
  const auto worst = std::max_element(told.begin(), told.end(), [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  Finding finding;
  finding.kind = worst == told.end() ? FindingKind::race_waw : worst->kind;
  finding.severity = worst == told.end() || (left_out.are_serious && worst->severity == Severity::note) ? Severity::error : worst->severity;
  finding.count = 1;
  for (const Finding& other : told) finding.tick = std::max(finding.tick, other.tick);
  tell(finding, left_out.are_suspects ? "race.more.suspects" : "race.more", {std::to_string(left_out.pairs), std::to_string(pairs_told)});
  return finding;
}

}  // namespace

std::string FindingContext::line(const Span& span) const {
  if (!sources || span.file.v >= sources->file_count()) return "this place";
  Span outer = sources->outermost(span);
  std::string text = "line " + std::to_string(sources->start(outer).line);
  if (outer.file.v != 0) text += " of " + std::string(sources->name(outer.file));
  return text;
}

std::vector<Finding> race_findings(const std::vector<RacePair>& races, const LeftOutRaces& left_out, const RaceShadow& shadow, const FindingContext& context) {
  struct Group {
    RacePair pair;
    Verdict verdict;
  };
  std::map<GroupKey, Group> groups;
  const OtherRaces all(races, left_out);
  for (const RacePair& pair : races) {
    Verdict verdict = judge(pair, all, shadow, context);
    auto [at, is_new] = groups.try_emplace(group_key(verdict.kind, pair, context), Group{pair, verdict});
    if (is_new) continue;
    merge(at->second.pair, pair);
    if (verdict.severity > at->second.verdict.severity) at->second.verdict = verdict;
  }
  std::vector<Finding> findings;
  const std::vector<RacePair> looks = races_of_looks(races, context);
  for (auto& [key, group] : groups) find_plain_flag(group.pair, looks);
  for (const auto& [key, group] : groups) findings.push_back(RaceWriter(group.pair, context).write(group.verdict));
  if (left_out.pairs) findings.push_back(how_many_more(left_out, findings, races.size()));
  return findings;
}

}  // namespace wb
