// What the first run cannot tell, a second one does.
//
// The first run of a launch keeps, of each cell, who touched it in this epoch, and no more: that is what makes it cheap. It leaves questions, and
// for each the machine, which is deterministic, runs the launch again with somebody who looks at those places alone:
//
//   the first run leaves ...                        ... of a program with                          the second one
//   pairs of places that no barrier keeps apart     fences and what tells of them, atomics among    ExactRaces: which of them race, by vector clocks; which loads
//                                                   them, warp functions, volatile words, stores that may be alike       only guess (cas_guesses.h); what a flag lacks (flag_trail.h)
//   pairs that race for certain                     atomics that somebody looks at                 ExactRaces, for the hints alone: the flag beside the race
//   examples without a value                        nothing of that                                ExampleValues, up to the last example
//   shuffles that brought undefined values          any                                            unused_stray_values: whether something comes of them
//
// A launch that is clean by barriers alone, as most are, runs once. Of very many pairs the table tells only some (race_table.h); the others are looked at
// in their turn, for behind a lock all of those that are told may turn out to be in order.
#include "simulator/explain/closer_look.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simulator/analysis/exact_races.h"
#include "simulator/analysis/example_values.h"
#include "simulator/explain/stray_values.h"
#include "simulator/program/compared_copies.h"
#include "simulator/program/flag_loads.h"
#include "simulator/program/retried_stores.h"

namespace wb {
namespace {

constexpr uint64_t ticks_between_looks = 1 << 16;  // at the stop token

// The launch once more, the same up to `end`, with somebody who looks on.
bool run_again(RunWatcher& watcher, const EndedRun& run, uint64_t end) {
  MachineOptions how = run.options;
  how.borrows_buffers = true;
  Checks passing;
  Machine machine(run.program, run.launch, how, &passing);
  passing.watch(&watcher);
  while (machine.tick() < end && !run.stop.stop_requested())
    if (machine.run_until(std::min(end, machine.tick() + ticks_between_looks)) != MachineStatus::paused) break;
  return !run.stop.stop_requested();
}

std::unordered_set<uint32_t> volatile_sites(const Program& program) {
  std::unordered_set<uint32_t> sites;
  for (const InsInfo& info : program.info)
    if (info.is_volatile && info.site != no_site) sites.insert(info.site);
  return sites;
}

// Are both places of some pair in global memory volatile? Then they may be a flag, which races with nobody.
bool has_volatile_pair(const Checks& checks, const std::unordered_set<uint32_t>& volatile_sites) {
  const std::vector<RacePair>& pairs = checks.racing_pairs();
  return std::any_of(pairs.begin(), pairs.end(), [&](const RacePair& pair) {
    return checks.allocations()[pair.allocation].space == Space::global && volatile_sites.count(pair.site[0]) && volatile_sites.count(pair.site[1]);
  });
}

// Atomics by which a thread may learn of others.
bool has_used_atomics(const Program& program) {
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (is_atomic(program.code[pc].op) && program.info[pc].result_used) return true;
  return false;
}

// Is a volatile store among what seems to race, and does the program look at words? Whoever has seen that store, by an atomic or a volatile load, comes after it.
bool may_be_seen(const Checks& checks, const Program& program, const KernelLaunch& launch, const std::unordered_set<uint32_t>& volatile_sites) {
  const std::vector<RacePair>& pairs = checks.racing_pairs();
  const auto is_volatile_store = [&](const RacePair& pair, int side) { return pair.access[side] == AccessKind::store && volatile_sites.count(pair.site[side]); };
  if (std::none_of(pairs.begin(), pairs.end(), [&](const RacePair& pair) { return is_volatile_store(pair, 0) || is_volatile_store(pair, 1); })) return false;
  if (has_used_atomics(program)) return true;
  const std::unordered_set<uint32_t> fetches = flag_loads(program, launch).fetches;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (program.info[pc].is_volatile && is_load(program.code[pc].op) && !fetches.count(program.info[pc].site)) return true;
  return false;
}

// Are there stores that race and may all be of the same value, as far as the shadow can tell? Where reads race it does not matter. Among very many
// places nobody looks: each store is held against all that race with it, and what may differ counts as different.
bool may_be_alike(const RaceTable& races) {
  if (races.left_out().pairs) return false;
  const std::vector<RacePair>& pairs = races.pairs();
  const auto has_load = [](const RacePair& p) { return p.access[0] == AccessKind::load || p.access[1] == AccessKind::load; };
  if (std::any_of(pairs.begin(), pairs.end(), has_load)) return false;
  return std::any_of(pairs.begin(), pairs.end(), [](const RacePair& p) { return p.merged_values && !p.different_values; });
}

// Of the loads that seem to race with atomics: which atomicCAS compare with what they have brought.
CasGuesses::Checks possible_checks(const std::vector<RacePair>& suspects, const Program& program) {
  CasGuesses::Checks checks;
  const ComparedCopies copies(program);
  std::unordered_set<uint32_t> looked_at;
  for (const RacePair& pair : suspects)
    for (int side = 0; side < 2; ++side) {
      if (pair.access[side] != AccessKind::load || pair.access[1 - side] != AccessKind::atomic || !looked_at.insert(pair.site[side]).second) continue;
      CasGuesses::Check check{copies.cas_sites(pair.site[side]), {}};
      for (const uint32_t cas : check.by)
        for (const uint32_t store : stores_retried_with(program, cas)) check.retried.push_back(store);
      std::sort(check.retried.begin(), check.retried.end());
      if (!check.by.empty()) checks[pair.site[side]] = std::move(check);
    }
  return checks;
}

// The loads that race, in a launch of which some stores race with loads on several words: one of these may be a flag that is none.
std::unordered_set<uint32_t> looks_among(const std::vector<RacePair>& races, const Program& program, const KernelLaunch& launch) {
  std::unordered_set<uint32_t> loads;
  std::unordered_set<uint32_t> allocations;
  for (const RacePair& race : races)
    for (int side = 0; side < 2; ++side)
      if (race.access[side] == AccessKind::load) loads.insert(race.site[side]), allocations.insert(race.allocation);
  return allocations.size() < 2 ? std::unordered_set<uint32_t>() : looking_loads(program, launch, loads);
}

// May fences put anything in order? A fence lets its thread tell what it has done; what tells is an atomic or a volatile access.
bool has_telling_fences(const Program& program) {
  if (!program.has_fences) return false;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (is_atomic(program.code[pc].op) || program.info[pc].is_volatile) return true;
  return false;
}

// Why the launch is run again, to look at what seems to race. `order`: fences, atomics, warp functions or flags may have put it in order, or only the single threads'
// values tell whether stores are alike. `hints`: it races, but there may be flags to name.
enum class LookFor : uint8_t { nothing, hints, order };

LookFor what_to_look_for(const Checks& checks, const Program& program, const KernelLaunch& launch) {
  const RaceTable& races = checks.race_table();
  const std::vector<RacePair>& pairs = races.pairs();
  const auto has_atomic = [](const RacePair& p) { return p.access[0] == AccessKind::atomic || p.access[1] == AccessKind::atomic; };
  if (pairs.empty()) return LookFor::nothing;
  const std::unordered_set<uint32_t> volatiles = volatile_sites(program);
  if (!program.grid_kernels.empty() || has_telling_fences(program) || program.has_warp_sync || program.has_named_barriers || program.has_clusters || races.left_out().has_atomic || std::any_of(pairs.begin(), pairs.end(), has_atomic) ||
      has_volatile_pair(checks, volatiles) || may_be_seen(checks, program, launch, volatiles) || may_be_alike(races))
    return LookFor::order;
  return has_used_atomics(program) ? LookFor::hints : LookFor::nothing;  // a word may tell somebody of others: hints name it
}

// Each of them races: an example beside a flag, and all the races that were counted.
std::vector<RacePair> with_hints(const std::vector<RacePair>& suspects, const std::vector<RacePair>& looked_at) {
  std::vector<RacePair> all = suspects;
  const auto place_of = [](const RacePair& p) { return std::tuple(p.site[0], p.site[1], p.allocation); };
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, const RacePair*> found;
  for (const RacePair& pair : looked_at) found[place_of(pair)] = &pair;
  for (RacePair& pair : all)
    if (const auto at = found.find(place_of(pair)); at != found.end()) {
      const RacePair all_told = pair;
      pair = *at->second;
      pair.count = std::max(pair.count, all_told.count);
      pair.scope = std::max(pair.scope, all_told.scope);
      pair.different_values |= all_told.different_values;
      pair.merged_values = all_told.merged_values;
    }
  return all;
}

struct CloserLook {
  std::vector<RacePair> confirmed;
  std::vector<MissingFence> missing_fences;
  LeftOutRaces left_out;                    // nobody has looked at them
  bool has_order_through_memory = false;
};

ExactRaces watcher_of(const std::vector<RacePair>& suspects, const Checks& checks, const EndedRun& run) {
  const Index3& block = run.launch.block;
  ExactRaces exact(suspects, checks.allocations(), block.x * block.y * block.z, run.program->has_fences, possible_checks(suspects, *run.program),
                   flag_loads(*run.program, run.launch));
  if (run.program->has_split_cluster_barrier) exact.follow_ways();
  return exact;
}

// Where they race for certain. None: it was stopped.
std::optional<CloserLook> look_for_hints(const Checks& checks, const EndedRun& run) {
  const RaceTable& races = checks.race_table();
  ExactRaces exact = watcher_of(races.pairs(), checks, run);
  if (!run_again(exact, run, run.end)) return std::nullopt;
  return CloserLook{.confirmed = with_hints(races.pairs(), exact.confirmed()), .left_out = races.left_out()};
}

// Those that the table has left out are looked at in their turn, until as many race as are told. None: it was stopped.
std::optional<CloserLook> look_for_order(const Checks& checks, const EndedRun& run) {
  constexpr size_t most_at_once = 1 << 16;
  const RaceTable& races = checks.race_table();
  CloserLook look{.left_out = races.left_out()};
  look.left_out.are_suspects = true;
  for (std::vector<RacePair> suspects = races.pairs(); !suspects.empty();) {
    ExactRaces exact = watcher_of(suspects, checks, run);
    if (!run_again(exact, run, run.end)) return std::nullopt;
    for (RacePair& pair : exact.confirmed()) look.confirmed.push_back(std::move(pair));
    for (MissingFence& missing : exact.missing_fences()) look.missing_fences.push_back(std::move(missing));
    look.has_order_through_memory |= exact.has_order_through_memory();
    if (look.confirmed.size() >= RaceTable::most_pairs) break;
    suspects = races.left_out_pairs(races.left_out().pairs - look.left_out.pairs, most_at_once);
    look.left_out.pairs -= suspects.size();
  }
  if (look.confirmed.size() > RaceTable::most_pairs) {
    look.left_out.pairs += look.confirmed.size() - RaceTable::most_pairs;
    look.confirmed.resize(RaceTable::most_pairs);
  }
  return look;
}

// The pairs stand; only values that their examples lack are looked up.
void look_up_values(Checks& checks, const EndedRun& run) {
  ExampleValues values(checks.racing_pairs());
  if (values.end() && run_again(values, run, values.end())) checks.confirm_races(values.pairs());
}

}  // namespace

bool look_closer_at_races(Checks& checks, const EndedRun& run) {
  const uint64_t suspect_count = checks.racing_pairs().size() + checks.race_table().left_out().pairs;
  bool has_saved_some = false;
  if (const LookFor what = what_to_look_for(checks, *run.program, run.launch); what == LookFor::nothing) {
    look_up_values(checks, run);
  } else if (std::optional<CloserLook> look = what == LookFor::order ? look_for_order(checks, run) : look_for_hints(checks, run)) {
    has_saved_some = look->has_order_through_memory && look->confirmed.size() + look->left_out.pairs < suspect_count;
    checks.confirm_races(std::move(look->confirmed), std::move(look->left_out));
    checks.note_missing_fences(std::move(look->missing_fences));
  }
  checks.know_looks(looks_among(checks.racing_pairs(), *run.program, run.launch));
  return has_saved_some;
}

void look_closer_at_strays(Checks& checks, const EndedRun& run) {
  if (const std::unordered_set<uint32_t> shuffles = checks.stray_shuffles(); !shuffles.empty())
    if (auto unused = unused_stray_values(shuffles, run.program, run.launch, run.options, run.end, run.stop)) checks.know_unused_strays(std::move(*unused));
}

}  // namespace wb
