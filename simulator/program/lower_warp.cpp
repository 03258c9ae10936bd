// Functions in which threads talk to each other: shuffles, votes, matches and reductions of a warp, and barriers that count.
#include <utility>

#include "simulator/program/init_set.h"
#include "simulator/program/lowering.h"

namespace wb {

Slot Lowering::warp_builtin(ExprId id, const Expr& e, Slot hint) {
  using O = Opcode;
  if (e.builtin != Builtin::activemask && e.builtin != Builtin::lockstep_mask) program_->has_warp_sync = true;
  const auto vote = [&](WarpVote kind) { return warp_call(id, e, O::vote, static_cast<uint8_t>(kind), hint); };
  const auto reduce = [&](WarpReduce kind) { return warp_call(id, e, O::reduce_32, static_cast<uint8_t>(kind), hint); };
  switch (e.builtin) {
#define WB_TYPE(t, T, bits)                                                                     \
  case Builtin::shfl_##t: return shuffle(id, e, WarpShuffle::lane, hint);                       \
  case Builtin::shfl_up_##t: return shuffle(id, e, WarpShuffle::up, hint);                      \
  case Builtin::shfl_down_##t: return shuffle(id, e, WarpShuffle::down, hint);                  \
  case Builtin::shfl_xor_##t: return shuffle(id, e, WarpShuffle::exclusive_or, hint);           \
  case Builtin::match_all_##t: return match_all(id, e, hint);                                   \
  case Builtin::match_any_##t: return warp_call(id, e, is_wide(rep_of(m_[e.args[1]].type).rep) ? O::match_64 : O::match_32, static_cast<uint8_t>(WarpMatch::any), hint);
    WB_WARP_TYPES(WB_TYPE, 0)
#undef WB_TYPE
    case Builtin::all_sync: return vote(WarpVote::all);
    case Builtin::any_sync: return vote(WarpVote::any);
    case Builtin::ballot_sync: return vote(WarpVote::ballot);
    case Builtin::reduce_add_i32: case Builtin::reduce_add_u32: return reduce(WarpReduce::add);
    case Builtin::reduce_min_i32: return reduce(WarpReduce::min_i32);
    case Builtin::reduce_min_u32: return reduce(WarpReduce::min_u32);
    case Builtin::reduce_max_i32: return reduce(WarpReduce::max_i32);
    case Builtin::reduce_max_u32: return reduce(WarpReduce::max_u32);
    case Builtin::reduce_and_u32: return reduce(WarpReduce::bit_and);
    case Builtin::reduce_or_u32: return reduce(WarpReduce::bit_or);
    case Builtin::reduce_xor_u32: return reduce(WarpReduce::bit_xor);
    case Builtin::syncwarp: {
      const Slot mask = value(e.args[0]);
      at_site(emit(O::warp_barrier, {.a = mask}), site(id, e.span, AccessKind::load));
      return 0;
    }
    default: break;
  }
  program_->assumes_lockstep |= e.builtin == Builtin::lockstep_mask;
  const Slot d = hint != no_slot ? hint : new_slot(false);
  emit(O::active_mask, {.d = d});
  return d;
}

Slot Lowering::shuffle(ExprId id, const Expr& e, WarpShuffle kind, Slot hint) {
  const Top mark = top_;
  const int32_t shuffled = std::exchange(shuffled_mask_, -1);  // of this one, not of those among its operands
  const bool wide = is_wide(rep_of(e.type).rep);
  Operands operands;
  operands.a = value(e.args[0]);
  operands.b = value(e.args[1]);
  int32_t width = 0;  // "in the slot after c", as one that is not allowed is
  if (const auto known = constant_of(e.args[3]); known && *known >= 1 && *known <= uint64_t{warp_size} && !(*known & (*known - 1))) width = static_cast<int32_t>(*known);
  if (width) {
    operands.c = value(e.args[2]);
  } else {
    operands.c = new_slot(false);
    const Slot after = new_slot(false);
    value_into(e.args[2], operands.c);
    value_into(e.args[3], after);
  }
  operands.d = result_slot(hint, wide, mark, true);
  at_site(emit(wide ? Opcode::shfl_64 : Opcode::shfl_32, operands, pack_shuffle({width, static_cast<uint32_t>(shuffled + 1)}), static_cast<uint8_t>(kind)), site(id, e.span, AccessKind::load));
  return operands.d;
}

Slot Lowering::warp_call(ExprId id, const Expr& e, Opcode op, uint8_t kind, Slot hint) {
  const Top mark = top_;
  Operands operands;
  operands.a = value(e.args[0]);
  operands.b = value(e.args[1]);
  operands.d = result_slot(hint, false, mark, true);
  at_site(emit(op, operands, 0, kind), site(id, e.span, AccessKind::load));
  return operands.d;
}

// The mask that comes out is 0 exactly where the predicate is false.
Slot Lowering::match_all(ExprId id, const Expr& e, Slot hint) {
  Operands operands;
  operands.a = value(e.args[0]);
  operands.b = value(e.args[1]);
  operands.d = hint != no_slot ? hint : new_slot(false);
  const Opcode op = is_wide(rep_of(m_[e.args[1]].type).rep) ? Opcode::match_64 : Opcode::match_32;
  Temporaries temporaries(*this);
  note_store(e.args[2]);
  Address at = pointer_address(e.args[2]);
  settle(at);
  at_site(emit(op, operands, 0, static_cast<uint8_t>(WarpMatch::all)), site(id, e.span, AccessKind::load));
  const Slot predicate = new_slot(false);
  emit(Opcode::set_ne32, {.d = predicate, .a = operands.d, .b = constant32(0)});
  emit_memory(Opcode::st_32, predicate, 0, at, site(id, e.span, AccessKind::store), false);
  return operands.d;
}

Slot Lowering::barrier_vote(ExprId id, const Expr& e, BarrierVote kind, Slot hint) {
  const Top mark = top_;
  program_->has_barrier = true;
  Operands operands;
  operands.a = value(e.args[0]);
  operands.d = result_slot(hint, false, mark, true);
  at_site(emit(Opcode::barrier_vote, operands, 0, static_cast<uint8_t>(kind)), site(id, e.span, AccessKind::load));
  return operands.d;
}

void Lowering::block_barrier(ExprId id, const Expr& e) {
  program_->has_barrier = true;
  at_site(emit(Opcode::barrier), site(id, e.span, AccessKind::load));
}

// The number, the count (none: 0, for all), the predicate.
Slot Lowering::named_barrier(ExprId id, const Expr& e, Slot hint) {
  if (e.builtin == Builtin::barrier_sync && constant_of(e.args[0]) == 0) return block_barrier(id, e), 0;
  const Top mark = top_;
  program_->has_barrier = program_->has_named_barriers = true;
  const bool has_vote = e.args.size() == 3;
  Operands operands;
  operands.a = value(e.args[0]);
  operands.b = e.args.size() > 1 ? value(e.args[1]) : constant32(0);
  if (!has_vote) {
    const auto use = e.builtin == Builtin::barrier_arrive ? NamedBarrierUse::arrive : NamedBarrierUse::sync;
    at_site(emit(Opcode::named_barrier, operands, 0, static_cast<uint8_t>(use)), site(id, e.span, AccessKind::load));
    return 0;
  }
  operands.c = value(e.args[2]);
  operands.d = result_slot(hint, false, mark, true);
  const auto kind = e.builtin == Builtin::barrier_count ? BarrierVote::count_of : e.builtin == Builtin::barrier_and ? BarrierVote::all : BarrierVote::any;
  at_site(emit(Opcode::named_barrier_vote, operands, 0, static_cast<uint8_t>(kind)), site(id, e.span, AccessKind::load));
  return operands.d;
}

}  // namespace wb
