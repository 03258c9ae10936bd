// Two threads that each store one word and then look at the other's, to find out who was first:
//
//   thread 0                    thread 32
//   x.store(1, relaxed)         y.store(1, relaxed)
//   fence(acq_rel)              fence(acq_rel)
//   if (y.load(relaxed) == 0)   if (x.load(relaxed) == 0)
//     *data += 1                  *data += 2
//
// Where threads take turns, one of them sees the other's store, and at most one comes to the data. A GPU may do otherwise: what a thread has stored may be seen later
// than its next look, and only fences of sequential consistency, of a scope that reaches both, keep it from that. So for a store and a look at it, the launch is run
// again with that store late until the look is over (machine/late_writes.cpp: it is in time where the program sees to that), and if threads race then that do
// not otherwise, this is told.
//
// A lock whose threads queue up is alike: who comes marks its own node as busy and puts it behind the last one's, and the next one looks at that mark, which may not be seen
// yet. In order nobody meets anybody there, and the mark is gone when the next one looks: so its thread is also held in front of the store that takes it back.
//
// Looked for are stores with a memory order (cuda::atomic, PTX), in a run in order, whose thread has looked at another word since; and looks at them by a thread that
// did not see there already what stood there before, as one does that waits. Not covered: stores that two threads see in different order, and orders of threads
// that this run does not come upon.
#include "simulator/explain/late_stores.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/happens_before.h"
#include "simulator/analysis/race_findings.h"
#include "simulator/analysis/sentences.h"
#include "simulator/machine/machine.h"

namespace wb {
namespace {

using Word = HappensBefore::Word;
using Who = std::pair<uint32_t, uint32_t>;  // block and thread

constexpr uint64_t longest_run = 200'000;  // ticks: longer ones are not looked at again
constexpr uint64_t ticks_between_looks = 1 << 14;
constexpr size_t most_places = 3, most_words = 1 << 16;

struct Pass {
  uint32_t block = 0, thread = 0, site = 0;
  uint32_t number = 0;  // of its thread, at that site
  uint64_t tick = 0;
};
struct LateStore {
  Pass store, look;
  Word word;
  std::optional<Pass> takes_back{};  // where its thread stores again what stood there before
};

bool is_ordered(const Program& program, Pc pc, AccessKind kind) {
  const uint32_t site = program.info[pc].site;
  return is_atomic(program.code[pc].op) && site != no_site && program.sites[site].has_order && program.sites[site].kind == kind;
}

bool has_stores_and_looks(const Program& program) {
  bool has[2] = {};
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    has[0] |= is_ordered(program, pc, AccessKind::store);
    has[1] |= is_ordered(program, pc, AccessKind::load);
  }
  return has[0] && has[1];
}

class StoresAndLooks : public RunWatcher {
 public:
  explicit StoresAndLooks(const std::vector<Site>& sites) : sites_(sites) {}

  void access(const WarpAccess& access) override {
    if (access.kind != AccessKind::atomic || !sites_[access.site].has_order) return;
    for (LaneMask rest = access.active; rest; rest &= rest - 1) one_lane(access, static_cast<uint32_t>(std::countr_zero(rest)));
  }
  // Of each pair of places the first and the last, for what comes later may bring the store in time.
  std::vector<LateStore> found() const {
    std::vector<LateStore> all;
    for (const auto& [places, late] : found_) {
      if (all.size() >= 2 * most_places) break;
      all.push_back(late.first);
      if (late.last.store.tick != late.first.store.tick) all.push_back(late.last);
    }
    return all;
  }

 private:
  struct Store {
    Pass pass;
    uint64_t before = 0;            // what stood there
    bool has_looked_on = false;     // its thread, at another word
    std::optional<Pass> takes_back{};
  };
  struct Found {
    LateStore first, last;
  };

  void one_lane(const WarpAccess& access, uint32_t lane) {
    const Who who{access.block, access.warp * warp_size + lane};
    const Word word{access.allocation, access.space == Space::shared ? access.memory_block() : 0, access.offset[lane], access.bytes};
    const Pass pass{who.first, who.second, access.site, ++passes_[{who, access.site}], access.tick};
    const uint64_t before = access.old_value ? access.old_value[lane] : 0;
    const AccessKind kind = sites_[access.site].kind;
    if (kind != AccessKind::store) {
      look(pass, word, before);
      if (const auto mine = latest_of_.find(who); mine != latest_of_.end() && !(mine->second == word))
        if (const auto at = stores_.find(mine->second); at != stores_.end() && Who{at->second.pass.block, at->second.pass.thread} == who) at->second.has_looked_on = true;
    }
    if (kind == AccessKind::load || takes_back(access, lane, word, pass)) return;
    stores_.erase(word);
    if (kind != AccessKind::store || stores_.size() >= most_words || latest_of_.size() >= most_words) return;
    stores_[word] = {pass, before};
    latest_of_[who] = word;
  }

  bool takes_back(const WarpAccess& access, uint32_t lane, const Word& word, const Pass& pass) {
    const auto at = stores_.find(word);
    if (at == stores_.end() || sites_[access.site].kind != AccessKind::store || !access.new_value) return false;
    Store& store = at->second;
    const bool is_its_own = store.pass.block == pass.block && store.pass.thread == pass.thread;
    if (!is_its_own || store.takes_back || !store.has_looked_on || access.new_value[lane] != store.before) return false;
    store.takes_back = pass;
    return true;
  }

  void look(const Pass& pass, const Word& word, uint64_t value) {
    const auto [seen, is_first] = seen_.try_emplace({Who{pass.block, pass.thread}, word.allocation, word.copy, word.offset}, value);
    const uint64_t saw_before = std::exchange(seen->second, value);
    const auto at = stores_.find(word);
    if (at == stores_.end() || !at->second.has_looked_on || (value == at->second.before && !at->second.takes_back) || (pass.block == at->second.pass.block && pass.thread == at->second.pass.thread)) return;
    if (!is_first && saw_before == at->second.before) return;
    const LateStore late{at->second.pass, pass, word, at->second.takes_back};
    const auto [found, is_new] = found_.try_emplace({late.store.site, late.look.site, late.takes_back.has_value()}, Found{late, late});
    found->second.last = late;
  }

  const std::vector<Site>& sites_;
  std::map<std::pair<Who, uint32_t>, uint32_t> passes_;
  std::unordered_map<Word, Store, HappensBefore::WordHash> stores_;  // the latest of a word, where nothing else has changed it since
  std::map<Who, Word> latest_of_;                                   // by its thread
  std::map<std::tuple<Who, uint32_t, uint32_t, uint64_t>, uint64_t> seen_;
  std::map<std::tuple<uint32_t, uint32_t, bool>, Found> found_;     // by site of the store, and of the look; was it taken back by then?
};

// The instruction of a site. None: there are several.
std::optional<Pc> pc_of(const Program& program, uint32_t site) {
  std::optional<Pc> only;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (program.info[pc].site != site || !is_atomic(program.code[pc].op)) continue;
    if (only) return std::nullopt;
    only = pc;
  }
  return only;
}

std::optional<ToldSchedule> schedule_of(const LateStore& late, const Program& program, uint64_t end) {
  const auto moment_of = [&](const Pass& pass) {
    const std::optional<Pc> pc = pc_of(program, pass.site);
    return pc ? std::optional(ToldSchedule::Moment{pass.block, pass.thread, *pc, pass.number}) : std::nullopt;
  };
  const auto store = moment_of(late.store), look = moment_of(late.look), takes_back = late.takes_back ? moment_of(*late.takes_back) : store;
  if (!store || !look || !takes_back) return std::nullopt;
  ToldSchedule told;
  told.patience = std::max<uint64_t>(end, 1 << 14);
  told.holds.push_back({.before = *store, .until = *look, .late = true});
  if (late.takes_back) told.holds.push_back({.before = *takes_back, .until = *look});
  return told;
}

bool is_race(const Finding& finding) {
  const bool is_of_kind = finding.kind == FindingKind::race_raw || finding.kind == FindingKind::race_war || finding.kind == FindingKind::race_waw;
  return is_of_kind && finding.severity == Severity::error && finding.places.size() == 2;
}

bool is_told(const std::vector<Finding>& told, const Finding& race) {
  return std::any_of(told.begin(), told.end(), [&](const Finding& one) {
    const auto has = [&](const FindingPlace& place) { return std::any_of(race.places.begin(), race.places.end(), [&](const FindingPlace& p) { return p.span == place.span; }); };
    return one.buffer == race.buffer && !one.places.empty() && std::all_of(one.places.begin(), one.places.end(), has);
  });
}

std::optional<Finding> race_where(const ToldSchedule& late, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const std::vector<Finding>& told, uint64_t end,
                                  const std::stop_token& stop) {
  RunOptions options;
  options.told = late;
  options.instruction_budget = 4 * end + (1 << 16);
  const SimulationResult run = simulate(program, launch, options, {}, stop);
  const auto race = std::find_if(run.findings.begin(), run.findings.end(), [&](const Finding& finding) { return is_race(finding) && !is_told(told, finding); });
  return race == run.findings.end() ? std::nullopt : std::optional(*race);
}

FindingPlace place_of(const Pass& pass, const FindingContext& context) {
  FindingPlace place;
  place.span = context.sites[pass.site].span;
  place.access = context.sites[pass.site].kind;
  context.locate(place, pass.block, pass.thread);
  place.tick = pass.tick;
  return place;
}

// The store, and what the thread that does not see it comes to.
Finding tell(const LateStore& late, const Finding& race, const FindingContext& context) {
  const AllocationInfo& allocation = context.allocations[late.word.allocation];
  const auto name_of = [&](const Pass& pass) { return context.thread_name(pass.block, pass.thread) + " of " + context.block_name(pass.block); };
  Finding finding = new_finding(FindingKind::fence_missing);
  finding.severity = Severity::error;
  finding.buffer = allocation.name;
  finding.buffer_index = allocation.buffer_index;
  finding.flat_element = late.word.offset / std::max<uint32_t>(allocation.element_bytes, 1);
  finding.element = element_index(allocation, finding.flat_element);
  finding.scope = race.scope;
  finding.tick = late.look.tick;
  finding.places = {place_of(late.store, context), race.places[0]};
  const FindingPlace look = place_of(late.look, context);
  for (const FindingPlace& place : race.places)
    if (place.block == look.block && place.thread == look.thread) finding.places[1] = place;
  const std::string first = context.line(race.places[0].span), second = context.line(race.places[1].span);
  tell(finding, late.takes_back ? "fence.missing.mark" : "fence.missing.late",
       {name_of(late.store), accessed_name(allocation, static_cast<int64_t>(late.word.offset), static_cast<uint8_t>(late.word.bytes)), context.line_of(late.store.site), name_of(late.look),
        context.line_of(late.look.site), race.buffer, first == second ? "at " + first : "at " + first + " and " + second});
  return finding;
}

}  // namespace

std::vector<Finding> find_late_stores(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const std::vector<Finding>& told, uint64_t end, const std::stop_token& stop) {
  if (end > longest_run || !program->grid_kernels.empty() || !has_stores_and_looks(*program)) return {};
  MachineOptions options;
  options.borrows_buffers = true;
  StoresAndLooks looks(program->sites);
  Checks passing;
  Machine machine(program, launch, options, &passing);
  passing.watch(&looks);
  while (machine.tick() < end && !stop.stop_requested())
    if (machine.run_until(std::min(end, machine.tick() + ticks_between_looks)) != MachineStatus::paused) break;
  const std::vector<AllocationInfo> allocations(machine.allocations().begin(), machine.allocations().end());
  const LaunchGrids grids({launch.grid, launch.block});
  const FindingContext context{grids, allocations, program->sites, program->module->sources.get()};
  std::vector<Finding> findings;
  for (const LateStore& late : looks.found()) {
    if (stop.stop_requested()) break;
    const std::optional<ToldSchedule> schedule = schedule_of(late, *program, end);
    if (!schedule) continue;
    if (const std::optional<Finding> race = race_where(*schedule, program, launch, told, end, stop)) return {tell(late, *race, context)};
  }
  return findings;
}

}  // namespace wb
