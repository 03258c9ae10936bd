#include "simulator/recording/replay.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/analysis/element_names.h"
#include "simulator/recording/variable_reader.h"

namespace wb {
namespace {

constexpr uint64_t far = 2048;         // ticks: a longer way is worth a state kept before its end
constexpr size_t kept_states = 12;
constexpr uint64_t chunk = 4096;       // ticks looked at together when searching

// Turns warp accesses into one record a lane.
class AccessCollector : public AccessListener {
 public:
  AccessCollector(const Program& program, const std::function<void(const AccessRecord&)>& visit) : program_(program), visit_(visit) {}
  void access(const WarpAccess& access) override {
    for (LaneMask rest = access.active; rest; rest &= rest - 1) {
      int lane = std::countr_zero(rest);
      AccessRecord record;
      record.tick = access.tick;
      record.thread = {access.block, access.warp * warp_size + static_cast<uint32_t>(lane)};
      record.kind = access.kind;
      record.allocation = access.allocation;
      record.offset = access.pattern == AccessPattern::contiguous ? uint64_t{access.offset[0]} + static_cast<uint64_t>(lane) * access.bytes : access.offset[lane];
      record.bytes = access.bytes;
      if (access.value) record.value = access.value[lane];
      if (access.old_value) record.old_value = access.old_value[lane];
      if (access.site < program_.sites.size()) record.span = program_.sites[access.site].span;
      visit_(record);
    }
  }

 private:
  const Program& program_;
  const std::function<void(const AccessRecord&)>& visit_;
};

}  // namespace

Replay::Replay(RecordedRun run) : run_(std::move(run)) {
  machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  shape_ = machine_->shape();
  auto allocations = machine_->allocations();
  allocations_.assign(allocations.begin(), allocations.end());
  for (const Finding& finding : run_.findings) finding_ticks_.push_back(std::min(finding.tick, run_.end));
  std::sort(finding_ticks_.begin(), finding_ticks_.end());
  finding_ticks_.erase(std::unique(finding_ticks_.begin(), finding_ticks_.end()), finding_ticks_.end());
  coming_index_ = std::async(std::launch::async, [this, stop = stop_indexing_.get_token()] {
    return index_run(run_.program, run_.launch, run_.options, run_.end, stop);
  });
}

Replay::~Replay() {
  stop_indexing_.request_stop();
  if (coming_index_.valid()) coming_index_.wait();
}

// The machine, standing at `tick` (at most the end).
Machine& Replay::seek(Tick tick) const {
  tick = std::min(tick, run_.end);
  auto nearest = [&](const std::vector<Snapshot>& states) {
    const Snapshot* best = nullptr;
    for (const Snapshot& s : states)
      if (s.tick <= tick && (!best || s.tick > best->tick)) best = &s;
    return best;
  };
  auto after = std::upper_bound(run_.snapshots.begin(), run_.snapshots.end(), tick, [](Tick t, const Snapshot& s) { return t < s.tick; });
  const Snapshot* start = after == run_.snapshots.begin() ? nullptr : &*(after - 1);
  if (const Snapshot* recent = nearest(recent_); recent && (!start || recent->tick > start->tick)) start = recent;
  bool is_on_the_way = machine_->tick() <= tick && (!start || machine_->tick() >= start->tick);
  if (!is_on_the_way) {
    if (start)
      machine_->load(*start->state);
    else
      machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  }
  if (tick - machine_->tick() > far) {
    // Whoever looks here will want to step back from here: keep a state shortly before.
    machine_->run_until(tick - far / 4);
    if (recent_.size() == kept_states) recent_.erase(recent_.begin());
    recent_.push_back({machine_->tick(), std::make_shared<MachineState>(machine_->save())});
  }
  machine_->run_until(tick);
  return *machine_;
}

const RunIndex& Replay::index() const {
  if (!index_) index_ = std::make_unique<RunIndex>(coming_index_.get());
  return *index_;
}

uint32_t Replay::line_of(const Span& span) const {
  const SourceMap& map = sources();
  if (span.file.v >= map.file_count()) return 0;
  Span outer = map.outermost(span);
  // Lines of other files are told apart from those of the main file.
  return map.start(outer).line + (outer.file.v << 24);
}

// What stands at each tick of [begin, end).
std::vector<Replay::Stand> Replay::stands(Tick begin, Tick end) const {
  std::vector<Stand> all;
  all.reserve(end - begin);
  Machine& machine = seek(begin);
  const Program& program = *run_.program;
  for (Tick tick = begin; tick < end; ++tick) {
    if (tick > begin) machine.run_until(tick);
    std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    all.push_back({line_of(program.info[next->pc].span), is_memory(program.code[next->pc].op), next->lanes});
  }
  return all;
}

// ---- a moment

std::optional<Instruction> Replay::instruction(Tick tick) const {
  std::scoped_lock lock(mutex_);
  if (tick >= run_.end) return std::nullopt;
  std::optional<NextInstruction> next = seek(tick).next();
  if (!next) return std::nullopt;
  return Instruction{next->block, next->warp, next->lanes, run_.program->info[next->pc].span, disassemble(*run_.program, next->pc)};
}

std::vector<LaneView> Replay::lanes(Tick tick, uint32_t block) const {
  std::scoped_lock lock(mutex_);
  Machine& machine = seek(tick);
  std::vector<LaneView> views(shape_.threads_per_block());
  if (block >= shape_.block_count()) return views;
  machine.next();
  for (uint32_t thread = 0; thread < views.size(); ++thread) views[thread] = machine.lane(block, thread);
  return views;
}

std::vector<LaneState> Replay::blocks(Tick tick) const {
  std::scoped_lock lock(mutex_);
  Machine& machine = seek(tick);
  machine.next();
  std::vector<LaneState> states(shape_.block_count());
  for (uint32_t block = 0; block < states.size(); ++block) states[block] = machine.block_state(block);
  return states;
}

std::vector<VariableView> Replay::variables(Tick tick, ThreadRef thread) const {
  std::scoped_lock lock(mutex_);
  if (thread.block >= shape_.block_count() || thread.thread >= shape_.threads_per_block()) return {};
  return variables_with_changes(std::min(tick, run_.end), thread);
}

// A variable has changed if it had another value where the thread's last line began.
std::vector<VariableView> Replay::variables_with_changes(Tick tick, ThreadRef thread) const {
  std::vector<VariableView> now = read_variables(seek(tick), thread);
  if (now.empty()) return now;
  std::optional<Tick> before = last_line_start(tick, {thread.block, thread.thread / warp_size});
  if (!before) return now;
  std::vector<VariableView> then = read_variables(seek(*before), thread);
  for (size_t i = 0; i < now.size(); ++i) {
    auto same = std::find_if(then.begin(), then.end(), [&](const VariableView& v) { return v.name == now[i].name && v.type == now[i].type; });
    now[i].changed = same == then.end() ? !now[i].is_poisoned : same->value != now[i].value;
  }
  return now;
}

std::array<std::string, warp_size> Replay::values(Tick tick, ThreadRef thread, std::string_view variable) const {
  std::scoped_lock lock(mutex_);
  std::array<std::string, warp_size> all;
  if (thread.block >= shape_.block_count() || thread.thread >= shape_.threads_per_block()) return all;
  Machine& machine = seek(tick);
  uint32_t first = thread.thread / warp_size * warp_size;
  for (uint32_t lane = 0; lane < warp_size && first + lane < shape_.threads_per_block(); ++lane)
    all[lane] = read_variable(machine, thread, {thread.block, first + lane}, variable);
  return all;
}

MemoryView Replay::memory(Tick tick, uint32_t allocation, uint32_t block) const {
  std::scoped_lock lock(mutex_);
  if (allocation >= allocations_.size()) return {};
  return seek(tick).read_memory(allocation, block);
}

// ---- accesses

void Replay::each_access(Tick begin, Tick end, const std::function<void(const AccessRecord&)>& visit) const {
  end = std::min(end, run_.end);
  if (begin >= end) return;
  Machine& machine = seek(begin);
  AccessCollector collector(*run_.program, visit);
  machine.set_listener(&collector);
  machine.run_until(end);
  machine.set_listener(nullptr);
}

std::string Replay::console(Tick tick) const {
  std::scoped_lock lock(mutex_);
  return seek(tick).state().console;
}

std::vector<AccessRecord> Replay::accesses(Tick tick) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  each_access(tick, tick + 1, [&](const AccessRecord& record) { all.push_back(record); });
  return all;
}

// The last access that `place` tells of, before the finding showed. Only the turns of its warp are looked at, and not for ever.
std::optional<AccessRecord> Replay::last_access(const Finding& finding, const FindingPlace& place) const {
  constexpr uint64_t longest_search = 1 << 16;
  const RunIndex& run = index();
  ThreadRef thread{shape_.linear_block(place.block), shape_.linear_thread(place.thread)};
  const std::vector<uint32_t>& turns = run.turns_of(thread.block, thread.thread / warp_size);
  uint64_t looked_at = 0;
  for (size_t i = turns.size(); i-- > 0 && looked_at < longest_search;) {
    Tick begin = run.turns[turns[i]].begin, end = std::min(run.turn_end(turns[i]), finding.tick);
    if (begin >= end) continue;
    if (end - begin > longest_search) begin = end - longest_search;
    looked_at += end - begin;
    std::optional<AccessRecord> last;
    each_access(begin, end, [&](const AccessRecord& record) {
      if (!(record.thread == thread) || !(record.span == place.span) || record.kind != place.access) return;
      const AllocationInfo& allocation = allocations_[record.allocation];
      uint64_t bytes = std::max<uint32_t>(allocation.element_bytes, 1), element = finding.flat_element * bytes;
      if (allocation.name == finding.buffer && record.offset < element + bytes && record.offset + record.bytes > element) last = record;
    });
    if (last) return last;
  }
  return std::nullopt;
}

void Replay::complete(std::vector<Finding>& findings) {
  std::scoped_lock lock(mutex_);
  constexpr size_t most = 32;
  size_t done = 0;
  for (Finding& finding : findings) {
    if (finding.places.size() != 2 || finding.scope != Finding::Scope::grid || finding.places[0].tick != finding.places[1].tick) continue;
    if (++done > most) break;
    std::optional<AccessRecord> found = last_access(finding, finding.places[0]);
    if (!found) continue;
    finding.places[0].tick = found->tick;
    if (finding.places[0].value.empty()) finding.places[0].value = element_value(allocations_[found->allocation], found->value, found->bytes);
  }
  run_.findings = findings;
}

std::vector<AccessRecord> Replay::history(ElementRef element, Tick until, size_t limit) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  if (element.allocation >= allocations_.size() || limit == 0) return all;
  const AllocationInfo& allocation = allocations_[element.allocation];
  uint64_t bytes = std::max<uint32_t>(allocation.element_bytes, 1), low = element.element * bytes, high = low + bytes;
  bool has_copies = allocation.space == Space::shared || allocation.space == Space::local;
  const RunIndex& run = index();
  until = std::min(until, run_.end);
  // Stretch by stretch backwards; those that never came near are left out.
  for (uint64_t stretch = (until + RunIndex::stretch - 1) / RunIndex::stretch; stretch-- > 0 && all.size() < limit;) {
    if (allocation.space != Space::local) {  // local memory is not indexed
      if (stretch >= run.touched.size() || run.touched[stretch].empty()) continue;
      const RunIndex::Touched& touched = run.touched[stretch][element.allocation];
      if (touched.high <= low || touched.low >= high) continue;
    }
    std::vector<AccessRecord> found;
    each_access(stretch * RunIndex::stretch, std::min((stretch + 1) * RunIndex::stretch, until), [&](const AccessRecord& r) {
      bool is_it = r.allocation == element.allocation && r.offset < high && r.offset + r.bytes > low && (!has_copies || r.thread.block == element.block);
      if (is_it) found.push_back(r);
    });
    all.insert(all.begin(), found.begin(), found.end());
  }
  if (all.size() > limit) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(limit));
  return all;
}

std::vector<AccessRecord> Replay::accesses_of(ThreadRef thread, size_t limit) const {
  std::scoped_lock lock(mutex_);
  std::vector<AccessRecord> all;
  const RunIndex& run = index();
  for (uint32_t turn : run.turns_of(thread.block, thread.thread / warp_size)) {
    if (all.size() >= limit) break;
    each_access(run.turns[turn].begin, run.turn_end(turn), [&](const AccessRecord& record) {
      if (record.thread == thread && all.size() < limit) all.push_back(record);
    });
  }
  return all;
}

std::vector<WarpSlice> Replay::timeline(Tick begin, Tick end, size_t resolution) const {
  std::scoped_lock lock(mutex_);
  std::vector<WarpSlice> slices;
  const RunIndex& run = index();
  end = std::min(end, run.end);
  if (begin >= end || resolution == 0) return slices;
  size_t first = run.turn_at(begin), last = run.turn_at(end - 1);
  auto add = [&](size_t turn, Tick from, Tick to) {
    const RunIndex::Turn& t = run.turns[turn];
    if (!slices.empty() && slices.back().block == t.block && slices.back().warp == t.warp)
      slices.back().end = to;
    else
      slices.push_back({from, to, t.block, t.warp, run_.program->info[t.pc].span});
  };
  if (last - first < resolution) {
    for (size_t turn = first; turn <= last; ++turn) add(turn, std::max(begin, run.turns[turn].begin), std::min(end, run.turn_end(turn)));
    return slices;
  }
  // Too many: each of `resolution` equal stretches shows the warp that stands in its middle.
  for (size_t i = 0; i < resolution; ++i) {
    Tick from = begin + (end - begin) * i / resolution, to = begin + (end - begin) * (i + 1) / resolution;
    if (from < to) add(run.turn_at(from + (to - from) / 2), from, to);
  }
  return slices;
}

// ---- steps

std::optional<Tick> Replay::step(Tick tick, StepKind kind, Direction direction, Follow follow) const {
  std::scoped_lock lock(mutex_);
  bool forwards = direction == Direction::forwards;
  tick = std::min(tick, run_.end);
  if (kind == StepKind::finish) {
    Tick to = forwards ? run_.end : 0;
    return to == tick ? std::nullopt : std::optional(to);
  }
  if (kind == StepKind::finding) {
    auto at = forwards ? std::upper_bound(finding_ticks_.begin(), finding_ticks_.end(), tick) : std::lower_bound(finding_ticks_.begin(), finding_ticks_.end(), tick);
    if (forwards) return at == finding_ticks_.end() ? std::nullopt : std::optional(*at);
    return at == finding_ticks_.begin() ? std::nullopt : std::optional(*(at - 1));
  }
  if (kind == StepKind::instruction && !follow) {
    if (forwards ? tick >= run_.end : tick == 0) return std::nullopt;
    return forwards ? tick + 1 : tick - 1;
  }

  const RunIndex& run = index();
  if (kind == StepKind::warp) {
    size_t turn = run.turn_at(tick);
    if (forwards) {
      if (turn >= run.turns.size()) return std::nullopt;
      return run.turn_end(turn);
    }
    if (turn < run.turns.size() && run.turns[turn].begin < tick) return run.turns[turn].begin;
    return turn == 0 ? std::nullopt : std::optional(run.turns[turn - 1].begin);
  }

  std::optional<Warp> warp;
  if (follow) {
    if (follow->block >= shape_.block_count() || follow->thread >= shape_.threads_per_block()) return std::nullopt;
    warp = Warp{follow->block, follow->thread / warp_size};
  }
  if (kind == StepKind::block) {
    // Where a block begins, and where it is done.
    uint32_t block = 0;
    if (warp) {
      block = warp->block;
    } else {
      if (run.turns.empty()) return std::nullopt;
      size_t turn = std::min(run.turn_at(tick), run.turns.size() - 1);
      if (!forwards && turn > 0 && run.turns[turn].begin == tick) --turn;
      block = run.turns[turn].block;
    }
    Tick first = run_.end, done = 0;
    for (uint32_t w = 0; w < shape_.warps_per_block(); ++w) {
      const auto& turns = run.turns_of(block, w);
      if (turns.empty()) continue;
      first = std::min(first, run.turns[turns.front()].begin);
      done = std::max(done, run.turn_end(turns.back()));
    }
    if (done == 0) return std::nullopt;
    if (forwards) return tick < first && warp ? std::optional(first) : tick < done ? std::optional(done) : std::nullopt;
    return tick > done ? std::optional(done) : tick > first ? std::optional(first) : std::nullopt;
  }
  if (kind == StepKind::barrier || kind == StepKind::divergence) {
    const auto& moments = kind == StepKind::barrier ? run.barriers : run.partings;
    auto is_followed = [&](const RunIndex::Moment& m) {
      return !warp || (m.block == warp->block && (kind == StepKind::barrier || m.warp == warp->warp));
    };
    if (forwards) {
      auto at = std::upper_bound(moments.begin(), moments.end(), tick, [](Tick t, const RunIndex::Moment& m) { return t < m.tick; });
      at = std::find_if(at, moments.end(), is_followed);
      return at == moments.end() ? std::nullopt : std::optional(at->tick);
    }
    auto at = std::lower_bound(moments.begin(), moments.end(), tick, [](const RunIndex::Moment& m, Tick t) { return m.tick < t; });
    while (at != moments.begin())
      if (is_followed(*--at)) return at->tick;
    return std::nullopt;
  }
  return warp ? step_in_warp(tick, kind, direction, *warp) : step_anywhere(tick, kind, direction);
}

// instruction, access, line: among the ticks at which one warp is at work.
std::optional<Tick> Replay::step_in_warp(Tick tick, StepKind kind, Direction direction, Warp warp) const {
  const RunIndex& run = index();
  const std::vector<uint32_t>& turns = run.turns_of(warp.block, warp.warp);
  if (direction == Direction::backwards && kind == StepKind::line) return last_line_start(tick, warp);

  if (direction == Direction::forwards) {
    uint32_t line = 0;
    bool has_line = false;
    for (size_t i = 0; i < turns.size(); ++i) {
      Tick begin = run.turns[turns[i]].begin, end = run.turn_end(turns[i]);
      if (end <= tick) {
        // Standing between two turns: the line to leave is the one that the last turn ended on.
        bool is_last_before = i + 1 == turns.size() || run.turn_end(turns[i + 1]) > tick;
        bool stands_inside_next = i + 1 < turns.size() && run.turns[turns[i + 1]].begin <= tick;
        if (kind == StepKind::line && is_last_before && !stands_inside_next) {
          line = stands(end - 1, end)[0].line;
          has_line = true;
        }
        continue;
      }
      for (Tick from = std::max(begin, tick); from < end; from += chunk) {
        Tick to = std::min(end, from + chunk);
        std::vector<Stand> all = stands(from, to);
        for (size_t k = 0; k < all.size(); ++k) {
          Tick at = from + k;
          bool is_stop = at > tick && (kind == StepKind::instruction || (kind == StepKind::access && all[k].is_access) ||
                                       (kind == StepKind::line && (!has_line || all[k].line != line)));
          if (is_stop) return at;
          line = all[k].line;
          has_line = true;
        }
      }
    }
    return std::nullopt;
  }

  for (size_t i = turns.size(); i-- > 0;) {
    Tick begin = run.turns[turns[i]].begin, end = std::min(run.turn_end(turns[i]), tick);
    while (begin < end) {
      Tick from = end - begin > chunk ? end - chunk : begin;
      std::vector<Stand> all = stands(from, end);
      for (size_t k = all.size(); k-- > 0;)
        if (kind == StepKind::instruction || all[k].is_access) return from + k;
      end = from;
    }
  }
  return std::nullopt;
}

// The last tick before `before` at which the warp came to another line than it stood on before.
std::optional<Tick> Replay::last_line_start(Tick before, Warp warp) const {
  const RunIndex& run = index();
  const std::vector<uint32_t>& turns = run.turns_of(warp.block, warp.warp);
  std::optional<Tick> later;      // a tick on `line`, the earliest looked at so far
  uint32_t line = 0;
  for (size_t i = turns.size(); i-- > 0;) {
    Tick begin = run.turns[turns[i]].begin, end = std::min(run.turn_end(turns[i]), before);
    while (begin < end) {
      Tick from = end - begin > chunk / 16 ? end - chunk / 16 : begin;
      std::vector<Stand> all = stands(from, end);
      for (size_t k = all.size(); k-- > 0;) {
        if (later && all[k].line != line) return later;
        later = from + k;
        line = all[k].line;
      }
      end = from;
    }
  }
  return later;
}

// access, line: whatever runs next. A line is left when another line or another warp comes.
std::optional<Tick> Replay::step_anywhere(Tick tick, StepKind kind, Direction direction) const {
  const RunIndex& run = index();
  auto begins_turn = [&](Tick at) {
    size_t turn = run.turn_at(at);
    return turn < run.turns.size() && run.turns[turn].begin == at;
  };
  if (direction == Direction::forwards) {
    for (Tick from = tick, reach = 64; from < run_.end; reach = std::min(reach * 2, chunk)) {
      Tick to = std::min(run_.end, from + reach);
      std::vector<Stand> all = stands(from, to);
      for (size_t k = 1; k < all.size(); ++k)
        if (kind == StepKind::access ? all[k].is_access : all[k].line != all[k - 1].line || begins_turn(from + k)) return from + k;
      if (to == run_.end) break;
      from = to - 1;  // the last one again: the next is compared with it
    }
    return kind == StepKind::line && tick < run_.end ? std::optional(run_.end) : std::nullopt;
  }
  for (Tick end = tick, reach = 64; end > 0; reach = std::min(reach * 2, chunk)) {
    Tick from = end > reach ? end - reach : 0;
    std::vector<Stand> all = stands(from, end);
    for (size_t k = all.size(); k-- > 0;) {
      bool is_stop = kind == StepKind::access ? all[k].is_access : begins_turn(from + k) || (k > 0 && all[k].line != all[k - 1].line);
      if (is_stop) return from + k;
    }
    if (from == 0) break;
    end = kind == StepKind::access ? from : from + 1;  // the first one again: it could not be compared
  }
  return std::nullopt;
}

std::optional<Tick> Replay::find_line(Tick start, ThreadRef thread, uint32_t line, uint32_t pass) const {
  std::scoped_lock lock(mutex_);
  if (thread.block >= shape_.block_count() || thread.thread >= shape_.threads_per_block()) return std::nullopt;
  const RunIndex& run = index();
  LaneMask lane = 1u << thread.thread % warp_size;
  uint32_t passes = 0;
  bool was_there = false;  // the lane stood on the line at its last tick
  for (uint32_t turn : run.turns_of(thread.block, thread.thread / warp_size)) {
    Tick begin = std::max(run.turns[turn].begin, start), end = run.turn_end(turn);
    for (Tick from = begin; from < end; from += chunk) {
      std::vector<Stand> all = stands(from, std::min(end, from + chunk));
      for (size_t k = 0; k < all.size(); ++k) {
        if (!(all[k].lanes & lane)) continue;
        bool is_there = all[k].line == line;
        if (is_there && !was_there && ++passes >= std::max(pass, 1u)) return from + k;
        was_there = is_there;
      }
    }
  }
  return std::nullopt;
}

}  // namespace wb
