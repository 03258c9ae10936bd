// Warp functions: lanes of one warp meet, exchange values, and go on.
//
// The lanes that a mask names wait for each other. They need not stand at one place of the program: since Volta a lane in the `if` and one
// in the `else` meet if both call the same function with the same mask. So a split that arrives looks for splits that wait with its mask at
// the same function; if all named lanes that have not left the kernel are there now, the function is carried out for all of them, each at
// its own place, else the split waits, too.
//
//   split A  pc 20  shfl up, mask 0x0f   lanes 0-1   waits
//   split B  pc 31  shfl up, mask 0x0f   lanes 2-3   arrives: both have their values and stand at 21 and 32
//
// What CUDA leaves undefined goes on with a report: a caller that its own mask does not name takes part; a source lane that takes no part
// gives what the hardware gives, as for a width that is none; lanes that call together, of which some name others that give another mask, go on
// without those; and when everybody waits, for lanes that wait elsewhere, somebody goes on with those that are there. Lanes that have left need not
// come; but those that left behind the function in the text went past it, and had left by the order of this run alone: that is told, too.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/each_lane.h"
#include "simulator/machine/run_context.h"
#include "simulator/machine/source_lane.h"
#include "simulator/program/init_set.h"

namespace wb {
namespace {

// Lanes that take part, and the instruction that they stand at.
struct Party {
  const Ins* ins = nullptr;
  Pc pc = 0;
  LaneMask lanes = 0;
};

bool is_same_function(const Ins& a, const Ins& b) { return a.op == b.op && a.kind == b.kind; }

uint32_t reduced(WarpReduce kind, uint32_t a, uint32_t b) {
  const auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (kind) {
    case WarpReduce::add: return a + b;
    case WarpReduce::min_i32: return x < y ? a : b;
    case WarpReduce::min_u32: return a < b ? a : b;
    case WarpReduce::max_i32: return x > y ? a : b;
    case WarpReduce::max_u32: return a > b ? a : b;
    case WarpReduce::bit_and: return a & b;
    case WarpReduce::bit_or: return a | b;
    default: return a ^ b;
  }
}

// One function carried out for all lanes that take part.
class Meeting {
 public:
  Meeting(RunContext& c, const Party* parties, size_t count) : c_(c), parties_(parties), count_(count), ins_(*parties[0].ins) {
    for (size_t i = 0; i < count; ++i) all_ |= parties[i].lanes;
  }

  void carry_out() {
    switch (ins_.op) {
      case Opcode::shfl_32: shuffle<uint32_t>(); break;
      case Opcode::shfl_64: shuffle<uint64_t>(); break;
      case Opcode::vote: vote(); break;
      case Opcode::match_32: match<uint32_t>(); break;
      case Opcode::match_64: match<uint64_t>(); break;
      case Opcode::reduce_32: reduce(); break;
      default: break;
    }
    if (c_.checks) c_.checks->warp_sync(c_.block, c_.warp_index, all_, c_.tick);
  }

 private:
  template <class F>
  void each_lane(F&& f) {  // f(its instruction, lane)
    for (size_t i = 0; i < count_; ++i) for_each_lane(parties_[i].lanes, [&](int lane) { f(*parties_[i].ins, lane); });
  }
  template <class T>
  void gather(T (&values)[warp_size]) {
    each_lane([&](const Ins& ins, int lane) { values[lane] = c_.reg<T>(ins.b)[lane]; });
  }
  void give_all(uint32_t result) {
    each_lane([&](const Ins& ins, int lane) { c_.reg<uint32_t>(ins.d)[lane] = result; });
  }

  template <class T>
  static T poison() {
    T value;
    std::memset(&value, poison_byte, sizeof value);
    return value;
  }
  template <class T>
  void shuffle() {
    T values[warp_size] = {}, results[warp_size];
    gather(values);
    LaneMask lost = 0, unset = 0, odd = 0;
    each_lane([&](const Ins& ins, int lane) {
      if (const uint32_t mask = unpack_shuffle(ins.imm).mask) unset |= ~c_.init_masks[mask - 1] & 1u << lane;
    });
    uint64_t sources[warp_size] = {};
    int64_t widths[warp_size] = {};
    each_lane([&](const Ins& ins, int lane) {
      const int32_t operand = c_.reg<int32_t>(ins.c)[lane];
      const auto [own_width, mask] = unpack_shuffle(ins.imm);
      const int32_t width = own_width ? own_width : c_.reg<int32_t>(ins.c + 1u)[lane];
      const int source = source_lane(static_cast<WarpShuffle>(ins.kind), lane, operand, width);
      if (width < 1 || width > warp_size || (width & (width - 1))) {
        odd |= 1u << lane;
        widths[lane] = width;
      } else if (!(all_ >> source & 1)) {
        lost |= 1u << lane;
        sources[lane] = static_cast<uint64_t>(source);
      }
      const bool is_unset = unset >> source & 1;
      results[lane] = is_unset ? poison<T>() : values[source];
      if (mask) c_.init_masks[mask - 1] = (c_.init_masks[mask - 1] & ~(1u << lane)) | LaneMask{!is_unset} << lane;
    });
    each_lane([&](const Ins& ins, int lane) { c_.reg<T>(ins.d)[lane] = results[lane]; });
    if (!(lost | odd) || !c_.checks) return;
    for (size_t i = 0; i < count_; ++i) {
      WarpFault fault{.kind = FindingKind::warp_source, .tick = c_.tick, .block = c_.block, .warp = c_.warp_index, .site = c_.info[parties_[i].pc].site, .allocation = no_allocation};
      fault.value = sources;
      if ((fault.lanes = lost & parties_[i].lanes)) c_.checks->fault(fault);
      fault.offset = widths;
      if ((fault.lanes = odd & parties_[i].lanes)) c_.checks->fault(fault);
    }
  }

  void vote() {
    uint32_t values[warp_size] = {};
    gather(values);
    LaneMask holds = 0;
    for_each_lane(all_, [&](int lane) { holds |= values[lane] ? 1u << lane : 0u; });
    const auto kind = static_cast<WarpVote>(ins_.kind);
    give_all(kind == WarpVote::all ? holds == all_ : kind == WarpVote::any ? holds != 0 : holds);
  }

  template <class T>
  void match() {
    T values[warp_size] = {};
    gather(values);
    uint32_t results[warp_size] = {};
    for_each_lane(all_, [&](int lane) {
      for_each_lane(all_, [&](int other) { results[lane] |= values[lane] == values[other] ? 1u << other : 0u; });
    });
    const bool wants_all = static_cast<WarpMatch>(ins_.kind) == WarpMatch::all;
    each_lane([&](const Ins& ins, int lane) { c_.reg<uint32_t>(ins.d)[lane] = wants_all && results[lane] != all_ ? 0 : results[lane]; });
  }

  void reduce() {
    uint32_t values[warp_size] = {};
    gather(values);
    const int first = std::countr_zero(all_);
    uint32_t result = values[first];
    for_each_lane(all_ & (all_ - 1), [&](int lane) { result = reduced(static_cast<WarpReduce>(ins_.kind), result, values[lane]); });
    give_all(result);
  }

  RunContext& c_;
  const Party* parties_;
  size_t count_;
  const Ins& ins_;
  LaneMask all_ = 0;
};

LaneMask live_lanes(const WarpState& warp) {
  LaneMask live = 0;
  for (const Split& split : warp.splits) live |= split.lanes;
  return live;
}

void report_callers(RunContext& c, LaneMask lanes, LaneMask mask) {
  if (!lanes || !c.checks) return;
  uint64_t masks[warp_size];
  std::fill(std::begin(masks), std::end(masks), mask);
  c.checks->fault({.kind = FindingKind::warp_caller, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site,
                   .lanes = lanes, .allocation = no_allocation, .value = masks});
}

// Lanes that call together: those of `lanes` name others that give another mask.
void report_other_masks(RunContext& c, LaneMask lanes) {
  if (!c.checks) return;
  BarrierStand stand;
  stand.state = BarrierStand::State::waiting;
  stand.warp = c.warp_index;
  stand.lanes = lanes;
  stand.site = c.info[c.pc].site;
  stand.span = c.info[c.pc].span;
  c.checks->warp_mask(c.block, c.tick, {&stand, 1});
}

// Lanes that the mask names and that are not there, since they went past the function and have left: by another order they are still on their way, and never come.
void report_gone_past(RunContext& c, LaneMask mask, const Party* parties, size_t count) {
  const LaneMask left = mask & c.warp->exited;
  if (!left || !c.checks) return;
  Pc last = 0;
  for (size_t i = 0; i < count; ++i) last = std::max(last, parties[i].pc);
  BarrierStand gone{.state = BarrierStand::State::exited, .warp = c.warp_index};
  for_each_lane(left, [&](int lane) { gone.lanes |= LaneMask{has_gone_past(*c.program, *c.warp, lane, last)} << lane; });
  if (!gone.lanes) return;
  std::vector<BarrierStand> stands;
  for (size_t i = 0; i < count; ++i)
    stands.push_back({BarrierStand::State::waiting, c.warp_index, parties[i].lanes, c.info[parties[i].pc].site, c.info[parties[i].pc].span});
  stands.push_back(gone);
  c.checks->warp_mask(c.block, c.tick, stands);
}

// `fresh`: lanes of the current split with one mask, no longer in the list of splits.
void arrive(RunContext& c, const Ins& ins, Split fresh, LaneMask mask, LaneMask live) {
  WarpState& warp = *c.warp;
  std::vector<Party> parties{{&ins, fresh.pc, fresh.lanes}};
  LaneMask present = fresh.lanes;
  const auto waits_here = [&](const Split& split) { return split.waits_for == mask && mask && is_same_function(c.code[split.pc], ins); };
  for (const Split& split : warp.splits)
    if (waits_here(split)) {
      parties.push_back({&c.code[split.pc], split.pc, split.lanes});
      present |= split.lanes;
    }
  if (!fresh.gives_up) report_callers(c, fresh.lanes & ~mask, mask);
  if ((mask & live & ~present) && !fresh.gives_up) {
    fresh.waits_for = mask;
    warp.splits.push_back(fresh);
    return;
  }
  if (!fresh.gives_up) report_gone_past(c, mask, parties.data(), parties.size());
  Meeting(c, parties.data(), parties.size()).carry_out();
  for (Split& split : warp.splits)
    if (waits_here(split)) {
      split.waits_for = 0;
      split.gives_up = false;
      split.pc++;
    }
  fresh.gives_up = false;
  fresh.pc++;
  warp.splits.push_back(fresh);
}

}  // namespace

bool meet_in_warp(RunContext& c, const Ins& ins) {
  WarpState& warp = *c.warp;
  const uint32_t* masks = c.reg<uint32_t>(ins.a);
  const LaneMask mask = masks[std::countr_zero(c.mask)], live = live_lanes(warp);
  bool is_uniform = true;
  for_each_lane(c.mask, [&](int lane) { is_uniform &= masks[lane] == mask; });
  if (is_uniform && !(mask & live & ~c.mask)) {
    report_callers(c, c.mask & ~mask, mask);
    const Party everybody{&ins, c.pc, c.mask};
    if (!warp.splits[warp.current].gives_up) report_gone_past(c, mask, &everybody, 1);
    Meeting(c, &everybody, 1).carry_out();
    warp.splits[warp.current].gives_up = false;
    return true;
  }
  const Split before = [&] {
    Split split = warp.splits[warp.current];
    split.pc = c.pc;
    return split;
  }();
  warp.splits.erase(warp.splits.begin() + warp.current);
  for (LaneMask left = before.lanes; left;) {
    const LaneMask group_mask = masks[std::countr_zero(left)];
    Split group = before;
    group.lanes = 0;
    for_each_lane(left, [&](int lane) { group.lanes |= masks[lane] == group_mask ? 1u << lane : 0u; });
    left &= ~group.lanes;
    if (group_mask & before.lanes & ~group.lanes) {
      report_callers(c, group.lanes & ~group_mask, group_mask);
      report_other_masks(c, group.lanes);
      group.gives_up = true;
    }
    arrive(c, ins, group, group_mask, live);
  }
  warp.current = static_cast<uint32_t>(warp.splits.size() - 1);
  return false;
}

bool has_gone_past(const Program& program, const WarpState& warp, int lane, Pc place) {
  const Pc exit = warp.exit_pc[static_cast<size_t>(lane)];
  if (exit < place) return false;
  if (program.code[exit].op != Opcode::leave) return true;
  for (const LoopRange& loop : program.loops)
    if (loop.begin <= place && place < loop.end && loop.begin <= exit && exit < loop.end) return false;
  return true;
}

void forget_lanes(WarpState& warp, LaneMask lanes) {
  for (Split& split : warp.splits)
    if (split.waits_for & lanes) split.waits_for = 0;
}

bool choose_next_split(RunContext& c, uint64_t tick) {
  WarpState& warp = *c.warp;
  if (choose_split(warp, tick)) return true;
  Split* first = nullptr;
  for (Split& split : warp.splits)
    if (split.waits_for && (!first || split.pc < first->pc)) first = &split;
  if (!first) return false;  // everybody is at a barrier, or has left
  if (c.checks) {
    const LaneMask mask = first->waits_for;
    std::vector<BarrierStand> stands;
    for (const Split& split : warp.splits) {
      const bool is_with_it = split.waits_for == mask && is_same_function(c.code[split.pc], c.code[first->pc]);
      if (!is_with_it && !(split.lanes & mask)) continue;
      BarrierStand stand;
      stand.state = BarrierStand::State::waiting;
      stand.warp = c.warp_index;
      stand.lanes = is_with_it ? split.lanes : split.lanes & mask;
      stand.site = c.info[split.pc].site;
      stand.span = c.info[split.pc].span;
      stands.insert(&split == first ? stands.begin() : stands.end(), stand);
    }
    c.checks->warp_mask(c.block, c.tick, stands);
  }
  first->waits_for = 0;
  first->gives_up = true;
  return choose_split(warp, tick);
}

}  // namespace wb
