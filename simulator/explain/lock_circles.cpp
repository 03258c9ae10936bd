// A circle of locks is told only when it has been seen to close. So the launch is run again, in order but for this: each thread of the circle, with its
// first lock taken, waits in front of the second until the next one has its first.
//
//   thread 0    takes A | waits, until thread 32 has taken B |               looks for B ..
//   thread 32                                  takes B | waits for nobody: A is taken already. Looks for A ..
//
// Then they are let go, and whether they ever end is for the machine to say (machine/endless_wait.cpp). Threads that a barrier keeps apart, a lock around
// both, or one that gives its first lock back when it does not get the second: they end, and nothing is told.
#include "simulator/explain/lock_circles.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/lock_order.h"
#include "simulator/analysis/race_findings.h"
#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

using Circle = std::vector<LockOrder::Edge>;

constexpr uint64_t longest_run = 20'000'000;  // ticks: longer ones are not looked at again
constexpr uint64_t longest_steps = 500'000;   // nor is what happens behind this one stepped through
constexpr uint64_t ticks_between_looks = 1 << 14;

// By site: can a lock be taken there?
std::vector<bool> sites_that_take(const Program& program) {
  std::vector<bool> sites(program.sites.size());
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Opcode op = program.code[pc].op;
    const uint32_t site = program.info[pc].site;
    const bool takes = in_range(op, Opcode::atom_cas_8, Opcode::atom_cas_64) || in_range(op, Opcode::atom_exch_8, Opcode::atom_exch_64);
    const bool is_in_loop = std::any_of(program.loops.begin(), program.loops.end(), [&](const LoopRange& loop) { return loop.begin <= pc && pc < loop.end; });
    if (takes && is_in_loop && site < sites.size() && program.info[pc].result_used) sites[site] = true;
  }
  return sites;
}

uint64_t last_tick(const Circle& circle) {
  uint64_t last = 0;
  for (const LockOrder::Edge& edge : circle) last = std::max(last, edge.took_second.tick);
  return last;
}

// All of a circle's threads are in one grid, which is run alone: its blocks and ticks count from 0 there.
Circle within_grid(Circle circle, const GridBegin& grid) {
  for (LockOrder::Edge& edge : circle) {
    edge.block -= grid.first_block;
    edge.took_first.tick -= grid.tick;
    edge.took_second.tick -= grid.tick;
  }
  return circle;
}

// The moments at which the threads of a circle took their locks, as a told schedule names them. The run is stepped through for it.
struct Takings {
  std::vector<ToldSchedule::Moment> first, second;  // by edge
};
Takings find_moments(const Circle& circle, Machine machine) {
  Takings takings{std::vector<ToldSchedule::Moment>(circle.size()), std::vector<ToldSchedule::Moment>(circle.size())};
  std::vector<std::map<Pc, uint32_t>> passes(circle.size());
  while (machine.tick() <= last_tick(circle)) {
    const uint64_t tick = machine.tick();
    const std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    for (size_t i = 0; i < circle.size(); ++i) {
      const LockOrder::Edge& edge = circle[i];
      if (next->block != edge.block || next->warp != edge.thread / warp_size || !(next->lanes >> (edge.thread % warp_size) & 1)) continue;
      const ToldSchedule::Moment now{edge.block, edge.thread, next->pc, ++passes[i][next->pc]};
      if (tick == edge.took_first.tick) takings.first[i] = now;
      if (tick == edge.took_second.tick) takings.second[i] = now;
    }
    machine.run_until(tick + 1);
  }
  return takings;
}

ToldSchedule schedule_of(const Circle& circle, const Takings& takings, uint64_t end) {
  ToldSchedule told;
  told.patience = std::max<uint64_t>(end, 1 << 14);
  for (size_t i = 0; i < circle.size(); ++i) {
    told.holds.push_back({.before = takings.second[i], .until = takings.first[(i + 1) % circle.size()], .alone = true});
    if (std::find(told.first_blocks.begin(), told.first_blocks.end(), circle[i].block) == told.first_blocks.end()) told.first_blocks.push_back(circle[i].block);
  }
  return told;
}

// Do its threads never end, once each has its first lock?
bool closes(const Circle& circle, const Takings& takings, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, MachineOptions options, uint64_t end,
            const std::stop_token& stop) {
  options.told = schedule_of(circle, takings, end);
  Machine machine(program, launch, options, nullptr);
  const uint64_t last = 4 * options.told.patience * circle.size() + (1 << 20);
  while (machine.tick() < last && !stop.stop_requested()) {
    if (machine.run_until(machine.tick() + ticks_between_looks) != MachineStatus::paused) return false;
    const std::optional<EndlessWait> wait = machine.find_endless_wait();
    if (!wait) continue;
    return std::any_of(wait->lanes.begin(), wait->lanes.end(), [&](const EndlessLanes& lanes) {
      return lanes.how == EndlessLanes::How::polls && std::any_of(circle.begin(), circle.end(), [&](const LockOrder::Edge& edge) {
        return edge.second.allocation == lanes.allocation && edge.second.offset == lanes.offset;
      });
    });
  }
  return false;
}

// "line 8", and of a function that takes locks for others: "line 8, called at line 17,".
std::string line_of(Pc pc, const Program& program, const FindingContext& context) {
  const std::string line = context.line_of(program.info[pc].site);
  uint32_t call = program.info[pc].call;
  while (call && program.calls[call].parent) call = program.calls[call].parent;
  return call ? line + ", called at " + context.line(program.calls[call].span) + "," : line;
}

std::string lock_name(const LockOrder::Word& word, uint8_t bytes, const FindingContext& context) {
  return "`" + accessed_name(context.allocations[word.allocation], static_cast<int64_t>(word.offset), bytes) + "`";
}

FindingPlace place_of(uint32_t site, uint32_t block, uint32_t thread, uint64_t tick, const FindingContext& context) {
  FindingPlace place;
  place.span = context.sites[site].span;
  place.access = AccessKind::atomic;
  context.locate(place, block, thread);
  place.tick = tick;
  return place;
}

void name_lock(Finding& finding, const LockOrder::Word& word, const FindingContext& context) {
  const AllocationInfo& allocation = context.allocations[word.allocation];
  finding.buffer = allocation.name;
  finding.buffer_index = allocation.buffer_index;
  finding.flat_element = word.offset / std::max<uint32_t>(allocation.element_bytes, 1);
  finding.element = element_index(allocation, finding.flat_element);
}

Finding tell(const Circle& circle, const Takings& takings, const Program& program, const FindingContext& context) {
  Finding finding = new_finding(FindingKind::deadlock);
  std::string who;
  for (size_t i = 0; i < circle.size(); ++i) {
    const LockOrder::Edge& edge = circle[i];
    FindingPlace place = place_of(edge.took_second.site, edge.block, edge.thread, edge.took_second.tick, context);
    who += (who.empty() ? "" : "; ") + context.thread_name(edge.block, edge.thread) + " of " + context.block_name(edge.block) + " takes " + lock_name(edge.first, edge.bytes, context) + " at " +
           line_of(takings.first[i].pc, program, context) + " and then " + lock_name(edge.second, edge.bytes, context) + " at " + line_of(takings.second[i].pc, program, context);
    if (who.ends_with(',')) who.pop_back();
    if (finding.places.size() < 2) finding.places.push_back(std::move(place));
  }
  finding.tick = finding.places[0].tick;
  name_lock(finding, circle[0].second, context);
  wb::tell(finding, "deadlock.order", {who});
  return finding;
}

// The run once more, to its end or to `end`, with somebody who sees locks taken and released.
void watch_locks(LockOrder& order, Checks& passing, Machine& machine, uint64_t end, const std::stop_token& stop) {
  passing.watch(&order);
  while (machine.tick() < end && !stop.stop_requested())
    if (machine.run_until(std::min(end, machine.tick() + ticks_between_looks)) != MachineStatus::paused) break;
}

// ---- a circle that has closed

// A thread that waits for a lock, and who has that.
struct Waiting {
  const EndlessLanes* at = nullptr;
  LockOrder::Word word;
  LockOrder::Holder holder;
};

std::vector<Waiting> waiting_for_holders(const EndlessWait& wait, const LockOrder& order, const std::vector<AllocationInfo>& allocations) {
  std::vector<Waiting> all;
  for (const auto* lanes : {&wait.lanes, &wait.elsewhere})
    for (const EndlessLanes& one : *lanes) {
      if (one.how != EndlessLanes::How::polls) continue;
      const LockOrder::Word word{one.allocation, allocations[one.allocation].space == Space::shared ? one.block : 0, one.offset};
      if (const auto holder = order.holder_of(word)) all.push_back({&one, word, *holder});
    }
  return all;
}

// The holders, each before the one that it waits for.
std::vector<Waiting> circle_among(const std::vector<Waiting>& waiting) {
  const auto of_holder = [&](const LockOrder::Holder& who) {
    return std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& w) {
      return w.at->block == who.block && w.at->warp == who.thread / warp_size && (w.at->lanes >> who.thread % warp_size & 1);
    });
  };
  for (const Waiting& first : waiting) {
    std::vector<Waiting> circle{first};
    for (auto next = of_holder(first.holder); next != waiting.end() && circle.size() <= waiting.size(); next = of_holder(next->holder)) {
      if (next->word == first.word) {
        if (circle.size() < 2) break;
        const auto is_lower = [](const Waiting& a, const Waiting& b) { return std::tie(a.holder.block, a.holder.thread) < std::tie(b.holder.block, b.holder.thread); };
        std::rotate(circle.begin(), std::min_element(circle.begin(), circle.end(), is_lower), circle.end());
        return circle;
      }
      circle.push_back(*next);
    }
  }
  return {};
}

// Where each holder has taken its lock: a place in a function is several in the program. The run is begun once more for it.
std::vector<Pc> taking_pcs(const std::vector<Waiting>& circle, Machine machine) {
  std::vector<size_t> by_tick(circle.size());
  for (size_t i = 0; i < circle.size(); ++i) by_tick[i] = i;
  std::sort(by_tick.begin(), by_tick.end(), [&](size_t a, size_t b) { return circle[a].holder.took.tick < circle[b].holder.took.tick; });
  std::vector<Pc> pcs(circle.size());
  for (const size_t i : by_tick) {
    machine.run_until(circle[i].holder.took.tick);
    if (!machine.next()) machine.begin_next_grid();
    if (const auto next = machine.next()) pcs[i] = next->pc;
  }
  return pcs;
}

Finding tell_closed(const std::vector<Waiting>& circle, const std::vector<Pc>& took_at, uint64_t tick, const Program& program, const FindingContext& context) {
  Finding finding = new_finding(FindingKind::deadlock);
  std::string who;
  for (size_t i = 0; i < circle.size(); ++i) {
    const Waiting &held = circle[i], &wanted = circle[(i + 1) % circle.size()];  // held.holder waits at `wanted`
    FindingPlace place = place_of(wanted.at->site, held.holder.block, held.holder.thread, tick, context);
    const std::string waits = line_of(wanted.at->pc, program, context), took = line_of(took_at[i], program, context);
    who += (who.empty() ? "" : "; ") + context.thread_name(held.holder.block, held.holder.thread) + " of " + context.block_name(held.holder.block) + " holds " +
           lock_name(held.word, held.at->bytes, context) + ", which it took at " + took + (took.ends_with(',') ? "" : ",") + " and waits at " + waits + " for " +
           lock_name(wanted.word, wanted.at->bytes, context);
    if (finding.places.size() < 2) finding.places.push_back(std::move(place));
  }
  finding.tick = tick;
  name_lock(finding, circle[1].word, context);
  wb::tell(finding, "deadlock.circle", {who});
  return finding;
}

}  // namespace

std::optional<Finding> find_closed_circle(const EndlessWait& wait, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options,
                                          uint64_t end, const std::stop_token& stop) {
  std::vector<bool> takes = sites_that_take(*program);
  if (!wait.has_polls || end > longest_run || std::find(takes.begin(), takes.end(), true) == takes.end()) return std::nullopt;
  LockOrder order(std::move(takes), {launch.grid, launch.block});
  MachineOptions how = options;
  how.borrows_buffers = true;
  how.stays_in_grid = false;
  Checks passing;
  Machine machine(program, launch, how, &passing);
  watch_locks(order, passing, machine, end, stop);
  const LaunchGrids& grids = order.grids();
  const std::vector<AllocationInfo> allocations(machine.allocations().begin(), machine.allocations().end());
  EndlessWait numbered = wait;  // its blocks go by their place in the grid at work
  for (auto* lanes : {&numbered.lanes, &numbered.elsewhere})
    for (EndlessLanes& one : *lanes) one.block += grids.first_block();
  const std::vector<Waiting> circle = circle_among(waiting_for_holders(numbered, order, allocations));
  if (stop.stop_requested() || circle.empty()) return std::nullopt;
  return tell_closed(circle, taking_pcs(circle, Machine(program, launch, how, nullptr)), end, *program, FindingContext{grids, allocations, program->sites, program->module->sources.get()});
}

std::vector<Finding> find_lock_circles(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, uint64_t end, const std::stop_token& stop) {
  std::vector<bool> takes = sites_that_take(*program);
  if (end > longest_run || std::find(takes.begin(), takes.end(), true) == takes.end()) return {};
  LockOrder order(std::move(takes), {launch.grid, launch.block});
  MachineOptions options;
  options.borrows_buffers = true;
  Checks passing;
  Machine machine(program, launch, options, &passing);
  watch_locks(order, passing, machine, end, stop);
  std::vector<Finding> findings;
  const LaunchGrids& grids = order.grids();
  const std::vector<AllocationInfo> allocations(machine.allocations().begin(), machine.allocations().end());
  const FindingContext context{grids, allocations, program->sites, program->module->sources.get()};
  for (const Circle& circle : order.circles()) {
    const GridBegin& grid = grids.begin_of(circle[0].block);
    const Circle own = within_grid(circle, grid);
    if (last_tick(own) > longest_steps) continue;
    MachineOptions alone = options;
    alone.stays_in_grid = true;
    if (grid.grid && !(alone.start = start_of_grid(program, launch, options, grid.tick, stop))) continue;
    const Takings takings = find_moments(own, Machine(program, launch, alone, nullptr));
    if (closes(own, takings, program, launch, alone, end, stop)) findings.push_back(tell(circle, takings, *program, context));
  }
  return findings;
}

}  // namespace wb
