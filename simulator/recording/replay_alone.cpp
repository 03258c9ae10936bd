// Replay where there is a journal: only the blocks that are asked about are run (lone_blocks.h), and what the journal itself tells is read
// off it.
//
//   who is at work, who passes a barrier, whom a branch parts     read off
//   a thread, its variables, its accesses                         its block
//   a place in global memory                                      the blocks that may have touched it, as the journal knows
//   every instruction of a short time                             the blocks that are at work in it
//   every instruction of a long time                              all blocks, as without a journal: from a snapshot on, one after the other
#include <algorithm>

#include "simulator/machine/saved_block.h"
#include "simulator/program/memory_distance.h"
#include "simulator/recording/replay.h"

namespace wb {
namespace {

constexpr size_t few_touchers = 8;        // blocks: those take less time for all their turns than it takes to load a snapshot
constexpr size_t fetched_ahead = 4;       // stretches of the journal
constexpr size_t longest_path = 1 << 20;  // ticks of a warp that are kept
constexpr Tick first_way = 1 << 12, near_way = 1 << 14, longest_way = 1 << 18;  // ticks, backwards

void make_set(LoneBlocks::Blocks& blocks) {
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

}  // namespace

Machine& Replay::look(Tick tick, std::optional<uint32_t> block) const {
  tick = std::min(tick, run_.end);
  if (!lone_) return seek(tick);
  return lone_->go_to(tick, block && *block < shape_.block_count() ? Blocks{*block} : Blocks{}, true);
}

// Memory that all share needs no block.
Machine& Replay::look_at_memory(Tick tick, uint32_t allocation, uint32_t block) const {
  const Space space = allocations_[allocation].space;
  if (lone_ && space != Space::shared && space != Space::local) return lone_->go_to(std::min(tick, run_.end), {}, false);
  return look(tick, block);
}

// ---- read off the journal

std::vector<Replay::Turn> Replay::journal_turns(size_t stretch) const {
  std::vector<Turn> all;
  const RunJournal& journal = *run_.journal;
  const Tick begin = stretch_begin(stretch), end = stretch_end(stretch);
  for (RunJournal::TurnReader at(journal, journal.stretch_of(begin)); at.next() && at.turn().begin < end;) {
    const Warp warp{at.turn().block, at.turn().warp};
    if (at.turn().end > begin && (all.empty() || !(all.back().warp == warp))) all.push_back({std::max(begin, at.turn().begin), 0, warp, at.turn().pc});
  }
  return all;
}

std::vector<Replay::Moment> Replay::journal_moments(StepKind kind, size_t stretch) const {
  std::vector<Moment> all;
  const RunJournal& journal = *run_.journal;
  const auto wanted = kind == StepKind::barrier ? RunJournal::Moment::Kind::barrier : RunJournal::Moment::Kind::parting;
  const Tick begin = stretch_begin(stretch), end = stretch_end(stretch);
  for (RunJournal::MomentReader at(journal, journal.stretch_of(begin)); at.next() && at.moment().tick < end;) {
    const RunJournal::Moment& moment = at.moment();
    if (moment.kind != wanted || moment.tick < begin) continue;
    if (kind == StepKind::barrier) all.push_back({moment.tick, {moment.block, 0}});
    else all.push_back({moment.tick + 1, {moment.block, moment.warp}});
  }
  return all;
}

// What is known of them somewhere before a tick: the journal's own notes, or a snapshot.
RunJournal::Stands Replay::stands_before(Tick tick) const {
  const RunJournal::Stands* const noted = run_.journal->stands_before(tick);
  const Snapshot& snapshot = lone_->snapshot_before(tick);
  if (noted && noted->tick >= snapshot.tick) return *noted;
  RunJournal::Stands stands{snapshot.tick, snapshot.state->started, {}};
  for (const auto& block : snapshot.state->blocks) {
    const bool is_let_go = block->head.at_grid_barrier && block->head.grid_arrivals <= snapshot.state->grid_releases;
    stands.blocks.push_back({block->head.index, block->head.live_warps, is_let_go ? 0 : warps_that_wait(block->head)});
  }
  return stands;
}

// How many warps of each block wait: from there on, by how turns ended and which barriers were passed.
std::vector<LaneState> Replay::journal_states(Tick tick) const {
  struct Warps { uint32_t live = 0, waiting = 0; };
  const RunJournal& journal = *run_.journal;
  const RunJournal::Stands start = stands_before(tick);
  std::vector<Warps> of(shape_.block_count());
  const uint64_t started = tick < run_.end ? journal.blocks_started(tick) : UINT64_MAX;
  for (uint32_t block = 0; block < of.size(); ++block)
    if (lone_->machine().position_of(block) >= start.started) of[block].live = shape_.warps_per_block();
  for (const RunJournal::Stands::Block& block : start.blocks) of[block.index] = {block.live, block.waiting};
  RunJournal::MomentReader moment(journal, journal.stretch_of(start.tick));
  bool has_moment = moment.next();
  while (has_moment && moment.moment().tick < start.tick) has_moment = moment.next();
  RunJournal::TurnReader at(journal, journal.stretch_of(start.tick));
  bool has_turn = false;
  const auto let_go_before = [&](Tick end) {
    for (; has_moment && moment.moment().tick < end; has_moment = moment.next()) {
      if (moment.moment().kind != RunJournal::Moment::Kind::barrier) continue;
      uint32_t& waiting = of[moment.moment().block].waiting;
      waiting -= std::min(waiting, moment.moment().goes_on);
    }
  };
  while ((has_turn = at.next()) && at.turn().end <= tick) {
    if (at.turn().end <= start.tick) continue;
    Warps& warps = of[at.turn().block];
    warps.waiting += at.turn().how == RunJournal::End::barrier;
    warps.live -= at.turn().how == RunJournal::End::done;
    let_go_before(at.turn().end);
  }
  let_go_before(tick);  // by the barrier of a cluster, in the middle of a turn
  std::vector<LaneState> states(of.size());
  for (uint32_t block = 0; block < of.size(); ++block) {
    const bool is_at_work = has_turn && tick < run_.end && at.turn().block == block;
    states[block] = lone_->machine().position_of(block) >= started ? LaneState::waiting
                    : of[block].live == 0                          ? LaneState::done
                    : of[block].waiting                            ? LaneState::at_barrier
                    : is_at_work                                   ? LaneState::running
                                                                   : LaneState::ready;
  }
  return states;
}

Replay::Blocks Replay::blocks_of_cluster(uint32_t block) const {
  Blocks all;
  for (uint32_t rank = 0; rank < shape_.cluster_size(); ++rank) all.push_back(shape_.block_of_cluster(shape_.cluster_of(block), rank));
  make_set(all);
  return all;
}

// The blocks that touched a place, in any of these stretches: all that stored there, and all that may have loaded.
Replay::Blocks Replay::touchers(const MemoryPlace& place, Kinds kinds, size_t first, size_t last) const {
  const Space space = allocations_[place.allocation].space;
  if (space == Space::shared && run_.program->has_clusters) return blocks_of_cluster(place.block);
  if (space == Space::shared || space == Space::local) return {place.block};
  Blocks all;
  if (!lone_) return all;
  const RunJournal& journal = *run_.journal;
  const auto collect = [&](RunJournal::TouchReader::Of of, size_t stretch) {
    for (size_t part = journal.stretch_of(stretch_begin(stretch)); part < journal.count() && journal.stretch_begin(part) < stretch_end(stretch); ++part)
      for (RunJournal::TouchReader at(journal, of, part); at.next_turn_there(place.allocation, place.offset, place.offset + place.bytes);) all.push_back(at.touch().block);
    std::erase(all, journal.nobody());
  };
  for (size_t stretch = first; stretch <= last; ++stretch) {
    if (index().stores(stretch, place.allocation, place.offset, place.offset + place.bytes)) collect(RunJournal::TouchReader::Of::stores, stretch);
    if (kinds == Kinds::all && index().loads(stretch, place.allocation, place.offset, place.offset + place.bytes))
      for (const auto of : {RunJournal::TouchReader::Of::loads, RunJournal::TouchReader::Of::found}) collect(of, stretch);
  }
  make_set(all);
  return all;
}

// Of turns in one stretch of the journal: the blocks they are of, and how many there are. Of one that stores it may be told what it finds as well; where the place is crowded
// that is told of all.
size_t Replay::add_touchers(const MemoryPlace& place, size_t part, bool is_crowded, Blocks& to) const {
  size_t loads = 0;
  std::vector<Tick> others;
  const auto tells_found = [&](RunJournal::TouchReader::Of of) {
    if (of == RunJournal::TouchReader::Of::stores) return run_.journal->has_found_where_stored(part);
    return of == RunJournal::TouchReader::Of::found && run_.journal->has_found(part);
  };
  for (const auto of : {RunJournal::TouchReader::Of::stores, RunJournal::TouchReader::Of::loads, RunJournal::TouchReader::Of::found}) {
    if (is_crowded && !tells_found(of)) continue;
    for (RunJournal::TouchReader at(*run_.journal, of, part); at.next_turn_there(place.allocation, place.offset, place.offset + place.bytes);) {
      to.push_back(at.touch().block);
      if (of == RunJournal::TouchReader::Of::loads) ++loads;
      else others.push_back(at.touch().tick);
    }
  }
  std::sort(others.begin(), others.end());
  const auto turns = static_cast<size_t>(std::unique(others.begin(), others.end()) - others.begin());
  std::erase(to, run_.journal->nobody());
  make_set(to);
  return loads + turns;
}

// Back to where so many of them lie behind, as far as the journal knows: of loads it may name some that do not come there. Many blocks need be run through no more
// than what lies behind one snapshot: those that were there before it are others, or go on from there as well as these.
Replay::TouchedWay Replay::way_of_touches(const MemoryPlace& place, Tick before, size_t wanted) const {
  const RunJournal& journal = *run_.journal;
  const Tick snapshot = lone_->snapshot_before(before - 1).tick;
  const std::optional<uint32_t> crowded_since = journal.crowded().since(journal.pieces(), place.allocation, place.offset, place.offset + place.bytes);
  const auto is_crowded = [&](size_t part) { return crowded_since && part >= *crowded_since; };
  const auto may_come = [&](size_t part) {
    return !is_crowded(part) || journal.crowded_words().may_come(place.allocation, place.offset, place.offset + place.bytes, static_cast<uint32_t>(part));
  };
  TouchedWay way;
  const auto is_far = [&](Tick end) { return way.blocks.size() > few_touchers && end <= snapshot; };
  size_t turns = 0;
  for (size_t stretch = index().stretch_of(before - 1) + 1; stretch-- > 0 && !is_far(stretch_end(stretch));) {
    if (!may_touch(stretch, place, Kinds::all)) continue;
    const size_t first = journal.stretch_of(stretch_begin(stretch));
    std::vector<size_t> parts;
    for (size_t part = journal.stretch_of(std::min(before, stretch_end(stretch)) - 1) + 1; part-- > first;)
      if (may_come(part)) parts.push_back(part);
    for (size_t i = 0; i < parts.size() && !is_far(journal.stretch_begin(parts[i] + 1)); ++i) {
      if (i + 2 * fetched_ahead < parts.size()) journal.fetch_place_of(parts[i + 2 * fetched_ahead]);
      if (i + fetched_ahead < parts.size()) journal.fetch_found(parts[i + fetched_ahead]);
      const size_t part = parts[i], here = add_touchers(place, part, is_crowded(part), way.blocks);
      if (here && (way.stretches.empty() || way.stretches.back().number != stretch)) way.stretches.push_back({stretch, {}});
      if (here) way.stretches.back().blocks = way.blocks;
      turns += here;
      if (turns < wanted) continue;
      way.begin = journal.stretch_begin(part);
      return way;
    }
  }
  if (way.blocks.size() > few_touchers) way.begin = snapshot;
  return way;
}

// A turn of a warp whose lanes stay together goes through the code from where it began. (It begins in its stretch: the journal cuts turns there.)
bool Replay::is_quiet(const Turn& turn) const {
  if (before_memory_.empty()) before_memory_ = instructions_before_memory(*run_.program);
  const Tick ticks = turn.end - turn.begin;
  return ticks <= before_memory_[turn.pc] && (ticks == 1 || !has_parted(turn.warp));
}

bool Replay::has_parted(Warp warp) const {
  if (have_parted_.empty()) {
    have_parted_.resize(size_t{shape_.block_count()} * shape_.warps_per_block());
    for (RunJournal::MomentReader at(*run_.journal, 0); at.next();)
      if (at.moment().kind == RunJournal::Moment::Kind::parting) have_parted_[size_t{at.moment().block} * shape_.warps_per_block() + at.moment().warp] = true;
    for (const RunJournal::Told& told : run_.journal->told()) have_parted_[size_t{told.block} * shape_.warps_per_block() + told.warp] = true;
  }
  return have_parted_[size_t{warp.block} * shape_.warps_per_block() + warp.warp];
}

// These schedules part lanes that no branch parts.
bool Replay::may_part(Warp warp) const {
  const bool schedule_parts = (run_.options.schedule == Schedule::random || run_.options.schedule == Schedule::adversarial) && !run_.program->assumes_lockstep;
  return schedule_parts || !run_.journal || has_parted(warp);
}

Tick Replay::skip_quiet(Tick tick) const {
  if (!run_.journal) return tick;
  for (size_t stretch = index().stretch_of(tick); stretch < index().count(); ++stretch) {
    const Turns all = turns(stretch);
    for (const Turn& turn : *all)
      if (turn.end > tick && !is_quiet(turn)) return std::max(tick, turn.begin);
  }
  return run_.end;
}

Tick Replay::skip_quiet_backwards(Tick end) const {
  if (!run_.journal || end == 0) return end;
  for (size_t stretch = std::min(index().stretch_of(end - 1) + 1, index().count()); stretch-- > 0;) {
    const Turns all = turns(stretch);
    for (size_t i = all->size(); i-- > 0;)
      if ((*all)[i].begin < end && !is_quiet((*all)[i])) return std::min(end, (*all)[i].end);
  }
  return 0;
}

// ---- blocks alone

void Replay::listen_alone(Tick begin, Tick end, const Blocks& blocks, const std::function<AccessListener*(Warp)>& listener_of) const {
  if (blocks.empty()) return;
  Machine& machine = lone_->go_to(begin, blocks, false);
  lone_->go_on(end, [&](const RunJournal::Turn& turn) { machine.set_listener(listener_of({turn.block, turn.warp})); });
  machine.set_listener(nullptr);
}

// A turn of one instruction is told by the journal, but for the lanes. Under schedules whose turns are that short nobody need run.
std::vector<Replay::Stand> Replay::stands_alone(Tick begin, Tick end, bool with_lanes) const {
  const auto is_told = [&](const RunJournal::Turn& turn) { return !with_lanes && turn.end == turn.begin + 1; };
  std::vector<RunJournal::Turn> there;
  Blocks at_work;
  for (RunJournal::TurnReader at(*run_.journal, run_.journal->stretch_of(begin)); at.next() && at.turn().begin < end;) {
    if (at.turn().end <= begin) continue;
    there.push_back(at.turn());
    if (!is_told(at.turn())) at_work.push_back(at.turn().block);
  }
  make_set(at_work);
  if (!at_work.empty()) lone_->go_to(begin, at_work, false);
  std::vector<Stand> all;
  for (const RunJournal::Turn& turn : there)
    for (Tick tick = std::max(begin, turn.begin); tick < std::min(end, turn.end); ++tick) {
      if (is_told(turn)) {
        all.push_back(stand_of({turn.block, turn.warp, turn.pc, 0}));
        continue;
      }
      if (tick > begin) lone_->go_on(tick);
      const std::optional<NextInstruction> next = lone_->machine().next();
      if (!next) return all;
      all.push_back(stand_of(*next));
    }
  return all;
}

std::vector<Replay::Stand> Replay::places(Tick begin, Tick end) const {
  return lone_ && end - begin <= few_ticks ? stands_alone(begin, end, false) : stands_in_order(begin, end);
}

// A turn of one instruction stands where it begins: nothing need be replayed.
std::vector<Replay::Stand> Replay::places_of(const Turn& turn, Tick begin, Tick end) const {
  if (turn.end == turn.begin + 1) return {stand_of({turn.warp.block, turn.warp.warp, turn.pc, 0})};
  return stands_of(turn.warp, begin, end);
}

bool Replay::each_journal_moment_of(Warp warp, size_t stretch, Tick until, const std::function<bool(Tick)>& visit) const {
  for (const Turn& turn : turns_of(warp, stretch))
    for (Tick tick = turn.begin; tick <= std::min(turn.end, until); ++tick)
      if (visit(tick)) return true;
  return false;
}

// Not to keep too many turns at once.
bool Replay::each_change_of(Warp warp, Tick begin, Tick end, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const {
  const RunJournal& journal = *run_.journal;
  end = std::min(end, run_.end);
  for (Tick from = begin, to = 0; from < end; from = to) {
    to = journal.stretch_begin(journal.stretch_of(from + longest_way));
    if (from + longest_way >= end || to <= from) to = end;
    if (each_change_among(warp, journal.turns_of(warp.block, warp.warp, from, to), until, visit, watch)) return true;
  }
  return false;
}

// Turns that are seen from afar to leave the variable as it is are passed over; in others nobody looks at it but behind the instructions that may change it.
bool Replay::each_change_among(Warp warp, const std::vector<RunJournal::Turn>& turns, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const {
  const VariableChanges& changes = *watch.changes();
  const bool goes_together = !may_part(warp);
  uint64_t quiet = 0;  // so many of the warp's instructions
  const auto look_at_first = [&] {
    const std::optional<Tick> first = watch.take_put_off();
    return first && visit(*first);
  };
  for (const RunJournal::Turn& turn : turns) {
    if (turn.begin > until) break;
    watch.come_to(turn.begin);
    if (watch.take_due() && visit(turn.begin)) return true;
    if (turn.end - turn.begin == 1) {
      quiet -= quiet > 0;
      watch.pass(turn.pc);
      if (watch.is_due() && look_at_first()) return true;
      if (turn.end <= until && watch.take_due() && visit(turn.end)) return true;
      continue;
    }
    if (goes_together) quiet = changes.before[turn.pc];
    for (Tick tick = turn.begin; tick < std::min(turn.end, until);) {
      if (quiet > 0) {
        const Tick passed = std::min<Tick>(quiet, turn.end - tick);
        tick += passed;
        quiet -= passed;
        continue;
      }
      if (look_at_first()) return true;
      const std::optional<NextInstruction> next = lone_->go_to(tick, {warp.block}, false).next();
      if (!next) break;
      quiet = ticks_before(changes, warp, next->pc);
      if (quiet > 0) continue;
      watch.pass(next->pc);
      if (watch.take_due() && visit(tick + 1)) return true;
      ++tick;
    }
  }
  return false;
}

// So many instructions the warp runs for certain, wherever its lanes stand, before one that may change the variable. Those that wait have run the one they stand at.
uint64_t Replay::ticks_before(const VariableChanges& changes, Warp warp, Pc here) const {
  uint64_t ticks = changes.before[here];
  const BlockState* const block = lone_->machine().resident(warp.block);
  if (!block) return 0;
  for (const Split& split : block->warps[warp.warp].splits) {
    const uint64_t own = changes.before[split.pc];
    ticks = std::min(ticks, own - ((split.at_barrier || split.waits_for) && own > 0));
  }
  return ticks;
}

// Back from a tick in pieces: work(begin, end), the last one first; true: enough. One that is not near goes back to the snapshot from which it is come to anyway. Each is
// four times as long as the one behind it, until it takes longer to go through it than to come to one more.
void Replay::each_way_alone_before(Tick before, const std::function<bool(Tick, Tick)>& work) const {
  const RunJournal& journal = *run_.journal;
  Tick ticks = first_way;
  for (Tick end = before; end > 0;) {
    Tick begin = end - std::min(end, ticks);
    if (ticks > near_way) begin = std::min(begin, lone_->snapshot_before(end - 1).tick);
    begin = journal.stretch_begin(journal.stretch_of(begin));
    if (work(begin, end)) return;
    end = begin;
    if (ticks < longest_way || (end > 0 && lone_->takes_longer_to_load(end - 1, ticks))) ticks *= 4;
  }
}

// By a look at the moments behind which a change may lie: which ones these are the journal knows, as a rule.
Replay::LastChange Replay::last_change_alone(ThreadRef thread, std::string_view variable, Tick tick, ChangeWatch& watch) const {
  const Warp warp{thread.block, thread.thread / warp_size};
  LastChange last;
  std::optional<Tick> open;  // the first moment behind the piece, where nobody has looked yet
  each_way_alone_before(tick + 1, [&](Tick begin, Tick end) {
    std::vector<std::pair<Tick, std::string>> texts;
    const auto look_at = [&](Tick t) {
      if (std::string text = text_at(t, thread, variable); !text.empty() && (texts.empty() || texts.back().second != text)) texts.emplace_back(t, std::move(text));
      return false;
    };
    watch.start();
    each_change_of(warp, begin, end, std::min(tick, end), look_at, watch);
    if (watch.is_due() && open) look_at(*open);
    if (watch.has_come()) open = watch.put_off();
    last.add(std::move(texts));
    return last.change.has_value();
  });
  if (open && !last.change)
    if (std::string text = text_at(*open, thread, variable); !text.empty()) last.add({{*open, std::move(text)}});
  return last;
}

// Whoever goes back along a warp's way asks for ever earlier pieces of it. It is run through anyway, from the snapshot on: all of it is kept.
std::vector<Replay::Stand> Replay::stands_of(Warp warp, Tick begin, Tick end, For what) const {
  if (!lone_) return stands(begin, end, what);
  if (!(path_.warp == warp && path_.begin <= begin && end <= path_.end)) follow(warp, begin, end);
  std::vector<Stand> all;
  for (auto at = std::lower_bound(path_.steps.begin(), path_.steps.end(), begin, [](const auto& step, Tick tick) { return step.first < tick; });
       at != path_.steps.end() && at->first < end; ++at)
    all.push_back(at->second);
  return all;
}

void Replay::follow(Warp warp, Tick begin, Tick end) const {
  const bool goes_on = path_.warp == warp && path_.begin <= begin && begin <= path_.end && path_.end > path_.begin && path_.steps.size() < longest_path;
  const Tick from = goes_on ? path_.end : lone_->snapshot_before(begin).tick;
  const Tick until = goes_on ? std::min(run_.end, std::max(end, path_.end + (path_.end - path_.begin) / 2)) : end;
  if (!goes_on) path_ = {warp, from, from, {}};
  bool is_there = false;
  each_turn_from(warp, from, [&](const Turn& turn) {
    for (Tick tick = std::max(turn.begin, from); tick < std::min(turn.end, until); ++tick) {
      is_there ? lone_->go_on(tick) : void(lone_->go_to(tick, {warp.block}, false));
      is_there = true;
      if (const std::optional<NextInstruction> next = lone_->machine().next()) path_.steps.emplace_back(tick, stand_of(*next));
    }
    return turn.end >= until;
  });
  path_.end = until;
}

}  // namespace wb
