// Questions about the past: the index says in which stretches the answer may be, and those are replayed with somebody listening.
#include <algorithm>
#include <bit>

#include "simulator/analysis/element_names.h"
#include "simulator/program/memory_distance.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/variable_reader.h"

namespace wb {
namespace {

// Turns warp accesses into one record a lane; of one place in memory, if there is one.
class AccessCollector : public AccessListener {
 public:
  AccessCollector(const Program& program, const std::function<void(const AccessRecord&)>& visit, const MemoryPlace* place = nullptr)
      : AccessListener(place ? Place{place->allocation, place->offset, place->offset + place->bytes} : Place{}), program_(program), visit_(visit), place_(place) {}
  void access(const WarpAccess& access) override {
    if (place_ && access.allocation != place_->allocation) return;
    for (LaneMask rest = access.active; rest; rest &= rest - 1) {
      int lane = std::countr_zero(rest);
      AccessRecord record;
      record.tick = access.tick;
      record.thread = {access.block, access.warp * warp_size + static_cast<uint32_t>(lane)};
      record.kind = access.kind;
      record.allocation = access.allocation;
      record.owner = access.owner;
      record.offset = access.pattern == AccessPattern::contiguous ? uint64_t{access.offset[0]} + static_cast<uint64_t>(lane) * access.bytes : access.offset[lane];
      record.bytes = access.bytes;
      if (place_ && (record.offset >= place_->offset + place_->bytes || record.offset + record.bytes <= place_->offset)) continue;
      if (access.value) record.value = access.value[lane];
      if (access.old_value) record.old_value = access.old_value[lane];
      if (access.site < program_.sites.size()) record.span = program_.sites[access.site].span;
      visit_(record);
    }
  }

 private:
  const Program& program_;
  const std::function<void(const AccessRecord&)>& visit_;
  const MemoryPlace* place_;
};

}  // namespace

// ---- going through accesses

void Replay::each_access(Tick begin, Tick end, const Visit& visit) const {
  end = std::min(end, run_.end);
  if (begin >= end) return;
  AccessCollector collector(*run_.program, visit);
  if (lone_ && end == begin + 1) return listen_alone(begin, end, lone_->needed(begin, {}, true), [&](Warp) { return &collector; });
  Machine& machine = seek(begin, For::scanning);
  machine.set_listener(&collector);
  machine.run_until(end);
  machine.set_listener(nullptr);
}

void Replay::each_access_of(Tick begin, Tick end, const Blocks& blocks, const std::function<bool(Warp)>& is_wanted, const Visit& visit) const {
  end = std::min(end, run_.end);
  if (begin >= end) return;
  AccessCollector collector(*run_.program, visit);
  if (lone_) return listen_alone(begin, end, blocks, [&](Warp warp) { return is_wanted(warp) ? &collector : nullptr; });
  Machine& machine = seek(begin, For::scanning);
  while (machine.tick() < end) {
    const std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    machine.set_listener(is_wanted({next->block, next->warp}) ? &collector : nullptr);
    if (machine.run_turn(end) != MachineStatus::paused) break;
  }
  machine.set_listener(nullptr);
}

bool Replay::is_place(const MemoryPlace& place) const {
  return place.allocation < allocations_.size() && place.bytes > 0 && place.offset < allocations_[place.allocation].bytes &&
         place.bytes <= allocations_[place.allocation].bytes - place.offset && is_thread({place.block, place.thread});
}

// Some block of its cluster, any of which may come to its shared memory.
bool Replay::is_cluster_at_work(size_t stretch, uint32_t block) const {
  const Blocks blocks = blocks_of_cluster(block);
  return std::any_of(blocks.begin(), blocks.end(), [&](uint32_t other) { return index().has_block(stretch, other); });
}

bool Replay::may_touch(size_t stretch, const MemoryPlace& place, Kinds kinds) const {
  const Space space = allocations_[place.allocation].space;
  if (space == Space::shared && run_.program->has_clusters) return is_cluster_at_work(stretch, place.block);
  if (space == Space::shared) return index().has_block(stretch, place.block);
  if (space == Space::local) return index().has_warp(stretch, place.block, place.thread / warp_size);
  return index().stores(stretch, place.allocation, place.offset, place.offset + place.bytes) ||
         (kinds == Kinds::all && index().loads(stretch, place.allocation, place.offset, place.offset + place.bytes));
}

// Who looks backwards stretch by stretch would come to each from the same snapshot, over and over. So the stretches that lie on the way
// from one snapshot to the last of them go together, to be gone through forwards:
//     S ......[ first ].......[ may ]......[ last ]   S ..... before
// work(first, last) for those that may hold something wanted, the last ones first; true: enough. One alone, then two, four and so on: what
// is near is found without going through what is far.
void Replay::each_way_before(Tick before, const std::function<bool(size_t)>& may_be_in, const std::function<bool(size_t, size_t)>& work) const {
  size_t most = 1;
  for (size_t last = before == 0 ? 0 : std::min(index().stretch_of(before - 1) + 1, index().count()); last-- > 0;) {
    if (!may_be_in(last)) continue;
    const Snapshot* const start = lone_ ? nullptr : nearest(stretch_begin(last));  // blocks alone come by snapshots as if there were none
    const Tick from = start ? start->tick : 0;
    size_t first = last, count = 1;
    for (size_t stretch = last; count < most && stretch-- > 0 && stretch_begin(stretch) >= from;)
      if (may_be_in(stretch)) first = stretch, ++count;
    if (work(first, last)) return;
    last = first;
    most *= lone_ ? 4 : 2;
  }
}

// All accesses to a place, in order.
void Replay::each_touch(Tick begin, Tick end, const MemoryPlace& place, const Blocks& blocks, const Visit& visit) const {
  const AllocationInfo& allocation = allocations_[place.allocation];
  const Visit pass_on = [&](const AccessRecord& record) {
    if (touches(record, place, allocation)) visit(record);
  };
  end = std::min(end, run_.end);
  if (begin >= end) return;
  AccessCollector collector(*run_.program, pass_on, &place);
  if (lone_) return listen_alone(begin, end, blocks, [&](Warp) { return &collector; });
  Machine& machine = seek(begin, For::scanning);
  if ((allocation.space == Space::shared && run_.program->has_clusters) || (allocation.space != Space::shared && allocation.space != Space::local)) {
    machine.set_listener(&collector);
    machine.run_until(end);
  } else {
    while (machine.tick() < end) {
      const std::optional<NextInstruction> next = machine.next();
      if (!next) break;
      machine.set_listener(next->block == place.block ? &collector : nullptr);
      if (machine.run_turn(end) != MachineStatus::paused) break;
    }
  }
  machine.set_listener(nullptr);
}

std::vector<AccessRecord> Replay::accesses(Tick tick) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  each_access(tick, tick + 1, [&](const AccessRecord& record) { all.push_back(record); });
  return all;
}

// ---- findings

// The last access that `place` tells of, before the finding showed: not searched for ever.
std::optional<AccessRecord> Replay::last_access(const Finding& finding, const FindingPlace& place) const {
  constexpr uint64_t longest_search = 1 << 16;
  const ThreadRef thread{shape_.linear_block(place.block), shape_.linear_thread(place.thread)};
  const auto buffer = std::find_if(allocations_.begin(), allocations_.end(), [&](const AllocationInfo& a) { return a.name == finding.buffer && a.buffer_index == finding.buffer_index; });
  if (buffer == allocations_.end() || !is_thread(thread)) return std::nullopt;
  MemoryPlace element = place_of({static_cast<uint32_t>(buffer - allocations_.begin()), finding.flat_element, thread.block}, thread.thread);
  if (!is_place(element) || finding.tick < first_tick()) return std::nullopt;
  const Tick until = std::min(finding.tick - first_tick(), run_.end);  // the other party may be in a grid behind this one
  uint64_t looked_at = 0;
  std::optional<AccessRecord> last;
  for (size_t stretch = std::min(index().stretch_of(until) + 1, index().count()); stretch-- > 0 && looked_at < longest_search && !last;) {
    if (!index().has_warp(stretch, thread.block, thread.thread / warp_size) || !may_touch(stretch, element, Kinds::all)) continue;
    const Tick begin = stretch_begin(stretch), end = std::min(stretch_end(stretch), until);
    if (begin >= end) continue;
    looked_at += end - begin;
    each_touch(begin, end, element, {thread.block}, [&](const AccessRecord& record) {
      if (record.thread == thread && record.span == place.span && record.kind == place.access) last = record;
    });
  }
  return last;
}

void Replay::complete(std::vector<Finding>& findings) {
  std::scoped_lock lock(mutex_);
  constexpr size_t most = 32;
  size_t done = 0;
  for (Finding& finding : findings) {
    if (finding.places.size() != 2 || finding.scope != Finding::Scope::grid || finding.places[0].tick != finding.places[1].tick || finding.places[0].grid != grid()) continue;
    if (++done > most) break;
    std::optional<AccessRecord> found = last_access(finding, finding.places[0]);
    if (!found) continue;
    finding.places[0].tick = first_tick() + found->tick;
    if (finding.places[0].value.empty()) finding.places[0].value = accessed_value(allocations_, allocations_[found->allocation], static_cast<int64_t>(found->offset), found->value, found->bytes);
  }
  run_.findings = findings;
}

// ---- one place

std::vector<AccessRecord> Replay::history(ElementRef element, Tick until, size_t limit) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  const MemoryPlace place = place_of(element);
  if (!is_place(place) || limit == 0) return all;
  const bool is_local = allocations_[place.allocation].space == Space::local;  // of any thread of the block
  until = std::min(until, run_.end);
  std::vector<AccessRecord> found;
  const Visit keep = [&](const AccessRecord& record) {
    MemoryPlace own = place;
    if (is_local) own.thread = record.thread.thread;
    if (!touches(record, own, allocations_[place.allocation])) return;
    found.push_back(record);
    if (found.size() / 2 >= limit) found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(limit));
  };
  const auto take_found = [&] {
    all.insert(all.begin(), found.begin(), found.end());
    found.clear();
    return all.size() >= limit;
  };
  // By a journal's word on a place that many blocks come to, no further back and no more of them than it takes.
  if (lone_ && !is_local && allocations_[place.allocation].space != Space::shared) {
    for (Tick before = until; before > 0;) {
      const TouchedWay way = way_of_touches(place, before, limit - all.size());
      if (!way.blocks.empty()) lone_->leave_others(way.blocks);
      for (size_t i = way.stretches.size(); i-- > 0;) {
        const auto& [stretch, blocks] = way.stretches[i];
        lone_->go_on_with(blocks);
        each_touch(std::max(way.begin, stretch_begin(stretch)), std::min(before, stretch_end(stretch)), place, blocks, keep);
      }
      before = take_found() ? 0 : way.begin;
    }
  } else {
    const auto may_be_in = [&](size_t stretch) { return is_local ? index().has_block(stretch, place.block) : may_touch(stretch, place, Kinds::all); };
    each_way_before(until, may_be_in, [&](size_t first, size_t last) {
      const Blocks blocks = touchers(place, Kinds::all, first, last);
      for (size_t stretch = first; stretch <= last; ++stretch) {
        if (!may_be_in(stretch)) continue;
        if (is_local) each_access_of(stretch_begin(stretch), std::min(stretch_end(stretch), until), blocks, [&](Warp w) { return w.block == place.block; }, keep);
        else each_touch(stretch_begin(stretch), std::min(stretch_end(stretch), until), place, blocks, keep);
      }
      return take_found();
    });
  }
  if (all.size() > limit) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(limit));
  return all;
}

// Of two writes of one instruction: whose value stays? The lanes store one after the other, downwards under the reverse schedule.
bool Replay::wins_over(const AccessRecord& later, const AccessRecord& earlier) const {
  if (later.tick != earlier.tick) return later.tick > earlier.tick;
  return run_.options.schedule == Schedule::reverse ? later.thread.thread < earlier.thread.thread : later.thread.thread >= earlier.thread.thread;
}

std::optional<AccessRecord> Replay::who_wrote(const MemoryPlace& place, Tick before) const {
  std::scoped_lock lock(mutex_);
  std::optional<AccessRecord> last;
  if (!is_place(place)) return last;
  before = std::min(before, run_.end);
  const auto may_be_in = [&](size_t stretch) { return may_touch(stretch, place, Kinds::writes); };
  each_way_before(before, may_be_in, [&](size_t first, size_t end) {
    const Blocks blocks = touchers(place, Kinds::writes, first, end);
    for (size_t stretch = first; stretch <= end; ++stretch)
      if (may_be_in(stretch))
        each_touch(stretch_begin(stretch), std::min(stretch_end(stretch), before), place, blocks, [&](const AccessRecord& record) {
          if (record.kind != AccessKind::load && (!last || wins_over(record, *last))) last = record;
        });
    return last.has_value();
  });
  return last;
}

std::vector<uint8_t> Replay::bytes_at(const Machine& machine, const MemoryPlace& place) const {
  const uint8_t* bytes = machine.bytes_of(place.allocation, place.block, place.thread);
  return bytes ? std::vector<uint8_t>(bytes + place.offset, bytes + place.offset + place.bytes) : std::vector<uint8_t>();
}

// Of writes in order of time, one a tick: the first (or the last) that left other bytes behind than it found.
std::optional<AccessRecord> Replay::change_among(const std::vector<AccessRecord>& writes, const MemoryPlace& place, const Blocks& blocks, Direction direction) const {
  std::optional<AccessRecord> found;
  const auto machine_at = [&](Tick tick) -> Machine& {
    if (!lone_) return seek(tick, For::scanning);
    Machine& machine = lone_->go_to(tick, blocks, false);
    lone_->show(place.allocation, place.offset, place.bytes);
    return machine;
  };
  for (const AccessRecord& write : writes) {
    const std::vector<uint8_t> before = bytes_at(machine_at(write.tick), place);
    if (bytes_at(machine_at(write.tick + 1), place) == before) continue;
    found = write;
    if (direction == Direction::forwards) break;
  }
  return found;
}

std::optional<AccessRecord> Replay::value_change(const MemoryPlace& place, Tick tick, Direction direction) const {
  std::scoped_lock lock(mutex_);
  std::optional<AccessRecord> found;
  if (!is_place(place)) return found;
  tick = std::min(tick, run_.end);
  const auto may_be_in = [&](size_t stretch) { return may_touch(stretch, place, Kinds::writes); };
  std::vector<AccessRecord> writes;
  Blocks blocks;
  const auto collect = [&](size_t stretch, Tick begin, Tick end) {
    if (!may_be_in(stretch)) return;
    each_touch(begin, end, place, blocks, [&](const AccessRecord& record) {
      if (record.kind == AccessKind::load) return;
      if (writes.empty() || writes.back().tick != record.tick) writes.push_back(record);
      else if (wins_over(record, writes.back())) writes.back() = record;
    });
  };
  const auto judge = [&] {
    found = change_among(writes, place, blocks, direction);
    writes.clear();
    return found.has_value();
  };
  if (direction == Direction::forwards) {
    for (size_t stretch = index().stretch_of(tick); stretch < index().count() && !found; ++stretch) {
      if (!may_be_in(stretch)) continue;
      blocks = touchers(place, Kinds::writes, stretch, stretch);
      collect(stretch, std::max(stretch_begin(stretch), tick), stretch_end(stretch));
      judge();
    }
    return found;
  }
  each_way_before(tick, may_be_in, [&](size_t first, size_t last) {
    blocks = touchers(place, Kinds::writes, first, last);
    for (size_t stretch = first; stretch <= last; ++stretch) collect(stretch, stretch_begin(stretch), std::min(stretch_end(stretch), tick));
    return judge();
  });
  return found;
}

// ---- threads

// Those ticks of a stretch, up to `until`, at which the warp is at work, and the ticks behind them: only there something of it changes.
bool Replay::each_moment_of(Warp warp, size_t stretch, Tick until, const std::function<bool(Tick)>& visit, ChangeWatch& watch) const {
  until = std::min(until, stretch_end(stretch));
  if (run_.journal && watch.changes()) return each_change_of(warp, stretch_begin(stretch), stretch_end(stretch), until, visit, watch);
  if (run_.journal) return each_journal_moment_of(warp, stretch, until, visit);
  seek(stretch_begin(stretch), For::scanning);
  std::optional<Tick> behind;  // the tick behind the last one at which it was at work
  while (machine_->tick() <= until) {  // visit() may put another machine in its place, at the same tick
    const Tick tick = machine_->tick();
    const std::optional<NextInstruction> next = tick < stretch_end(stretch) ? machine_->next() : std::nullopt;
    const bool is_own = next && Warp{next->block, next->warp} == warp;
    if ((is_own || behind == tick) && watch.take_due() && visit(tick)) return true;
    if (!next || tick == until) break;
    if (is_own) watch.pass(next->pc), machine_->run_until(tick + 1), behind = tick + 1;
    else machine_->run_turn(until);
  }
  return false;
}

const std::optional<VariableChanges>& Replay::changes_of_variable(std::string_view name) const {
  if (!changes_ || changes_->first != name) changes_.emplace(name, changes_of(*run_.program, name));
  return changes_->second;
}

std::optional<Tick> Replay::first_shown(ThreadRef thread, std::string_view variable) const {
  std::optional<Tick> first;
  each_turn_from({thread.block, thread.thread / warp_size}, 0, [&](const Turn& turn) {
    Machine& machine = seek_variable(turn.begin, thread, variable, For::scanning);
    machine.next();  // its block may start at this moment
    if (!read_variable(machine, thread, thread, variable).empty()) first = turn.begin;
    return true;
  });
  return first;
}

namespace {

// Of a thread that stands there: it comes to none of the instructions that may change the variable. (What a barrier changes shows when the others have come: later.)
bool is_settled(const VariableChanges& changes, std::optional<Pc> pc) { return pc && !changes.is_at_barrier && changes.before[*pc] == never_again; }

}  // namespace

void Replay::LastChange::add(std::vector<std::pair<Tick, std::string>> texts) {
  for (size_t i = texts.size(); i-- > 0 && !change;) {
    if (shown_from && texts[i].second != shown) change = shown_from;
    else std::tie(shown_from, shown) = std::move(texts[i]);
  }
}

std::string Replay::text_at(Tick tick, ThreadRef thread, std::string_view variable) const {
  return read_variable(seek_variable(tick, thread, variable, For::scanning), thread, thread, variable);
}

// Backwards, way by way, each gone through forwards: where what shows at `tick` began to. Without `wants_change` no further than to what shows.
Replay::LastChange Replay::last_change(ThreadRef thread, std::string_view variable, Tick tick, bool wants_change, ChangeWatch& watch) const {
  const Warp warp{thread.block, thread.thread / warp_size};
  LastChange last;
  const auto may_be_in = [&](size_t stretch) { return index().has_warp(stretch, warp.block, warp.warp); };
  each_way_before(tick + 1, may_be_in, [&](size_t first, size_t end) {
    std::vector<std::pair<Tick, std::string>> texts;
    watch.start();
    for (size_t stretch = first; stretch <= end; ++stretch)
      if (may_be_in(stretch))
        each_moment_of(warp, stretch, tick, [&](Tick t) {
          if (std::string text = text_at(t, thread, variable); !text.empty() && (texts.empty() || texts.back().second != text)) texts.emplace_back(t, std::move(text));
          return false;
        }, watch);
    last.add(std::move(texts));
    return last.change || (!wants_change && last.shown_from);
  });
  return last;
}

// The moments of a variable: those of its thread's warp. In between nothing changes it.
std::optional<Tick> Replay::variable_change(ThreadRef thread, std::string_view variable, Tick tick, Direction direction) const {
  std::scoped_lock lock(mutex_);
  if (!is_thread(thread)) return std::nullopt;
  tick = std::min(tick, run_.end);
  if (lone_) lone_->leave_others({thread.block});
  const Warp warp{thread.block, thread.thread / warp_size};
  const std::optional<VariableChanges>& known = changes_of_variable(variable);
  if (known && !known->is_any) {
    const std::optional<Tick> first = first_shown(thread, variable);
    return first && (*first > tick) == (direction == Direction::forwards) ? first : std::nullopt;
  }
  const VariableChanges* const changes = known && !(known->is_at_barrier && may_part(warp)) ? &*known : nullptr;
  if (direction == Direction::backwards) {
    ChangeWatch watch(changes, lone_ && changes ? ChangeWatch::First::put_off : ChangeWatch::First::at_once);
    const LastChange last = lone_ && changes ? last_change_alone(thread, variable, tick, watch) : last_change(thread, variable, tick, true, watch);
    return last.change ? last.change : last.shown_from;
  }
  const auto place_at = [&](Tick t) { return seek_variable(t, thread, variable, For::scanning).lane_pc(thread.block, thread.thread); };
  if (changes && is_settled(*changes, place_at(tick))) return std::nullopt;
  ChangeWatch watch(changes, ChangeWatch::First::at_once);
  const LastChange last = last_change(thread, variable, tick, false, watch);
  std::optional<Tick> change;
  watch.start();
  for (size_t stretch = index().stretch_of(tick); stretch < index().count() && !change; ++stretch)
    if (index().has_warp(stretch, warp.block, warp.warp))
      each_moment_of(warp, stretch, run_.end, [&](Tick t) {
        if (t <= tick) return false;
        const std::string now = text_at(t, thread, variable);
        if (!now.empty() && (!last.shown_from || now != last.shown)) change = t;
        return change.has_value();
      }, watch);
  return change;
}

std::vector<AccessRecord> Replay::accesses_of(ThreadRef thread, Tick from, size_t limit) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  if (!is_thread(thread)) return all;
  const Warp warp{thread.block, thread.thread / warp_size};
  if (lone_) lone_->leave_others({thread.block});
  for (size_t stretch = index().stretch_of(from); stretch < index().count() && all.size() < limit; ++stretch)
    if (index().has_warp(stretch, warp.block, warp.warp))
      each_access_of(std::max(from, stretch_begin(stretch)), stretch_end(stretch), {warp.block}, [&](Warp w) { return w == warp; }, [&](const AccessRecord& record) {
        if (record.thread == thread && all.size() < limit) all.push_back(record);
      });
  return all;
}

std::optional<ThreadMeeting> Replay::meeting(ThreadRef a, ThreadRef b, Tick tick, Direction direction) const {
  std::scoped_lock lock(mutex_);
  std::optional<ThreadMeeting> found;
  if (!is_thread(a) || !is_thread(b)) return found;
  if (lone_ && shape_.cluster_of(a.block) != shape_.cluster_of(b.block) && !run_.journal->block_places().may_meet(a.block, b.block)) return found;
  const Warp of_a{a.block, a.thread / warp_size}, of_b{b.block, b.thread / warp_size};
  const bool forwards = direction == Direction::forwards;
  MeetingFinder finder(a, b, allocations_);
  Blocks both{std::min(a.block, b.block)};
  if (a.block != b.block) both.push_back(std::max(a.block, b.block));
  if (lone_) lone_->leave_others(both);
  for (size_t stretch = 0; stretch < index().count(); ++stretch) {
    if ((forwards && found) || (!forwards && stretch_begin(stretch) >= tick)) break;
    if (!index().has_warp(stretch, of_a.block, of_a.warp) && !index().has_warp(stretch, of_b.block, of_b.warp)) continue;
    each_access_of(stretch_begin(stretch), stretch_end(stretch), both, [&](Warp w) { return w == of_a || w == of_b; }, [&](const AccessRecord& record) {
      if (!forwards && record.tick >= tick) return;
      const std::optional<ThreadMeeting> met = finder.add(record);
      if (!met) return;
      const bool is_wanted = forwards ? record.tick >= tick && !found : !found || record.tick > found->later.tick;
      if (is_wanted) found = met;
    });
  }
  return found;
}

// ---- from afar

std::vector<WarpSlice> Replay::timeline(Tick begin, Tick end, size_t resolution) const {
  std::scoped_lock lock(mutex_);
  std::vector<WarpSlice> slices;
  end = std::min(end, run_.end);
  if (begin >= end || resolution == 0) return slices;
  const auto add = [&](Warp warp, Pc pc, Tick from, Tick to) {
    if (!slices.empty() && slices.back().block == warp.block && slices.back().warp == warp.warp) slices.back().end = to;
    else slices.push_back({from, to, warp.block, warp.warp, run_.program->info[pc].span});
  };
  // Are there few turns? Those of the first and the last stretch may lie outside.
  const size_t first = index().stretch_of(begin), last = index().stretch_of(end - 1);
  uint64_t count = 0;
  for (size_t stretch = first + 1; stretch < last && count <= resolution; ++stretch) {
    uint64_t own = 0;
    index().slices(stretch, own);
    count += own;
  }
  if (count <= resolution) {
    for (size_t stretch = first; stretch <= last && slices.size() <= resolution; ++stretch)
      for (const Turn& turn : *turns(stretch))
        if (turn.end > begin && turn.begin < end) add(turn.warp, turn.pc, std::max(begin, turn.begin), std::min(end, turn.end));
    if (slices.size() <= resolution) return slices;
    slices.clear();
  }
  // Too many: each of `resolution` equal stretches shows the warp that stands in its middle. Where these are wide, nearly in its middle.
  const bool is_close = (end - begin) / resolution < index().stretch_ticks() / 16;
  for (size_t i = 0; i < resolution; ++i) {
    const Tick from = begin + (end - begin) * i / resolution, to = begin + (end - begin) * (i + 1) / resolution, middle = from + (to - from) / 2;
    if (from >= to) continue;
    if (is_close) {
      if (const auto turn = turn_at(middle)) add(turn->warp, turn->pc, from, to);
      continue;
    }
    uint64_t own = 0;
    const std::vector<RunIndex::Slice> known = index().slices(index().stretch_of(middle), own);
    const auto after = std::upper_bound(known.begin(), known.end(), middle, [](Tick t, const RunIndex::Slice& s) { return t < s.begin; });
    if (after != known.begin()) add({(after - 1)->block, (after - 1)->warp}, (after - 1)->pc, from, to);
  }
  return slices;
}

}  // namespace wb
