// Builtin functions. Values, functions with several results and atomics are lowered from the table's row alone; the others one by one.
#include "simulator/program/lowering.h"

namespace wb {

Slot Lowering::value_call(Builtin function, const std::vector<Slot>& arguments, Slot hint, Top mark) {
  const BuiltinInfo& row = builtin_info(function);
  const int32_t number = static_cast<int32_t>(function) - 1;
  const std::string_view letters = operand_letters(row.opcode, number);
  Operands operands;
  Slot* const into[] = {&operands.a, &operands.b, &operands.c};
  for (size_t i = 0; i < arguments.size() && i < 3; ++i) *into[i] = arguments[i];
  if (arguments.size() == 4) {  // the fourth stands behind the third
    const bool wide = letters.back() == 'Q';
    operands.c = new_slot(wide);
    const Slot behind = new_slot(wide);
    move(operands.c, arguments[2], wide);
    move(behind, arguments[3], wide);
  }
  const bool result_wide = letters[0] == 'D', argument_wide = letters.size() > 1 && letters[1] == 'A';
  operands.d = result_slot(hint, result_wide, mark, result_wide == argument_wide);
  emit(row.opcode, operands, row.opcode == Opcode::device ? number : 0, row.kind);
  return operands.d;
}

// A value, and further ones through pointers: the arguments are computed once, each result from them.
Slot Lowering::call_with_outputs(ExprId id, const Expr& e, Slot hint) {
  const BuiltinInfo& row = builtin_info(e.builtin);
  std::vector<Slot> arguments;
  std::vector<ExprId> pointers;
  for (ExprId argument : e.args)
    if (types_.is_pointer(m_[argument].type)) pointers.push_back(argument);
    else arguments.push_back(value_copy(argument));
  std::vector<Address> places;
  for (ExprId pointer : pointers) {
    note_store(pointer);
    places.push_back(pointer_address(pointer));
    settle(places.back());
  }
  Slot result = 0;
  if (row.outputs[0] != Builtin::none) result = value_call(row.outputs[0], arguments, hint == no_slot ? new_slot(is_wide(rep_of(e.type).rep)) : hint, top_);
  for (size_t i = 0; i < pointers.size(); ++i) {
    const TypeId element = types_[m_[pointers[i]].type].element;
    const Slot stored = new_slot(is_wide(rep_of(element).rep));
    value_call(row.outputs[i + 1], arguments, stored, top_);
    emit_memory(store_opcode(rep_of(element)), stored, no_slot, places[i], site(pointers[i], m_[pointers[i]].span, AccessKind::store), false);
  }
  (void)id;
  return result;
}

Slot Lowering::atomic(ExprId id, const Expr& e, Opcode op, bool wide, bool wants_result) {
  // Loads and stores of cuda::atomic (library/include/cuda_atomic.h) are atomic instructions; their places in the source say what they do.
  AccessKind does = AccessKind::atomic;
  for (const auto& frame : frames_) {
    const Function& f = m_[frame->function];
    if (!m_.sources->is_library(f.span.file)) continue;
    if (f.name == "bits_load") does = AccessKind::load;
    if (f.name == "bits_store") does = AccessKind::store;
  }
  // Value first, then the address: the order of arguments is free in C++.
  const bool is_cas = in_range(op, Opcode::atom_cas_8, Opcode::atom_cas_64);
  Slot operand;
  if (is_cas) {
    operand = new_slot(wide);
    const Slot desired = new_slot(wide);
    value_into(e.args[1], operand);
    value_into(e.args[2], desired);
  } else {
    operand = value(e.args[1]);
  }
  note_store(e.args[0]);
  Address at = pointer_address(e.args[0]);
  settle(at);
  const Slot result = new_slot(wide);
  const Pc pc = emit_memory(op, result, operand, at, site(id, e.span, does), false);
  Frame* const pair = pair_atomic();
  info_[pc].result_used = wants_result;
  info_[pc].is_summed_first = is_put_together(op, same_for_all_.is(e.args[0]), !is_cas && m_[e.args[1]].kind == ExprKind::constant, wants_result);
  program_->sites[info_[pc].site].always_returns = is_cas || in_range(op, Opcode::atom_exch_8, Opcode::atom_exch_64);
  info_[pc].scope = atomic_scope(e.builtin);
  info_[pc].is_more_of_one = pair && pair->atomics++ > 0;
  return result;
}

// The library's atomicAdd on a __half2 or __nv_bfloat162 that is being inlined: an atomic for each element, one request for both. Null: none is.
Lowering::Frame* Lowering::pair_atomic() const {
  for (const auto& frame : frames_)
    if (const Function& f = m_[frame->function]; f.name == "atomicAdd" && m_.sources->is_library(f.span.file) && types_.is_record(f.result)) return frame.get();
  return nullptr;
}

// atomicAdd on float2 and float4: one atomic a member, as the hardware promises, and one request for all of them.
std::vector<Slot> Lowering::atomic_record(ExprId id, const Expr& e, bool wants_result) {
  const std::vector<Slot> values = record_value(e.args[1]);
  note_store(e.args[0]);
  Address at = pointer_address(e.args[0]);
  std::vector<Slot> old;
  const std::vector<Leaf> members = leaves(e.type, e.span);
  for (size_t i = 0; i < members.size() && i < values.size(); ++i) {
    Address member = at;
    member.displacement += static_cast<int64_t>(members[i].offset);
    settle(member);
    old.push_back(new_slot(false));
    const Pc pc = emit_memory(builtin_info(e.builtin).opcode, old.back(), values[i], member, site(id, e.span, AccessKind::atomic), false);
    info_[pc].result_used = wants_result;
    info_[pc].scope = atomic_scope(e.builtin);
    info_[pc].is_more_of_one = i > 0;
  }
  return old;
}

// CUDA has no functions of cluster scope but those of PTX: the library's own for them are known by their names (library/include/scoped_atomics.inc).
bool Lowering::is_of_cluster_scope() const {
  for (const auto& frame : frames_)
    if (const Function& f = m_[frame->function]; m_.sources->is_library(f.span.file) && (f.name.starts_with("of_cluster_") || f.name == "__threadfence_cluster")) return true;
  return false;
}

MemoryScope Lowering::atomic_scope(Builtin function) const {
  switch (builtin_info(function).scope) {
    case AtomicScope::block: return MemoryScope::block;
    case AtomicScope::system: return MemoryScope::system;
    case AtomicScope::device: break;
  }
  return is_of_cluster_scope() ? MemoryScope::cluster : MemoryScope::device;
}

// The library's fences that are half of an access with an order, less than sequentially consistent (library/include/scoped_atomics.inc), or speak of other launches, are known by their names.
FencePart Lowering::part_of_fence() const {
  for (const auto& frame : frames_) {
    const Function& f = m_[frame->function];
    if (!m_.sources->is_library(f.span.file)) continue;
    if (f.name == "acquiring_fence") return FencePart::acquire;
    if (f.name == "releasing_fence") return FencePart::release;
    if (f.name == "light_fence") return FencePart::light;
    if (f.name == "cudaGridDependencySynchronize") return FencePart::grid_dependency;
    if (f.name == "cudaTriggerProgrammaticLaunchCompletion") return FencePart::grid_trigger;
  }
  return FencePart::whole;
}

void Lowering::fence(MemoryScope scope) {
  if (scope == MemoryScope::device && is_of_cluster_scope()) scope = MemoryScope::cluster;
  const FencePart part = part_of_fence();
  emit(Opcode::fence, {}, 0, kind_of_fence({scope, part}));
  program_->has_fences |= !is_between_launches(part);
}

Slot Lowering::space_test(const Expr& e, Space space) {
  const Slot pointer = value(e.args[0]), result = new_slot(false);
  emit(Opcode::space_of, {result, pointer}, 0, static_cast<uint8_t>(space));
  return result;
}

// Taking, giving back and asking for a block of the heap: what the library's lists leave to the machine.
Slot Lowering::heap_call(ExprId id, const Expr& e) {
  RawOperands operands;
  Slot* const into[] = {&operands.a, &operands.b, &operands.c};
  for (size_t i = 0; i < e.args.size(); ++i) *into[i] = value(e.args[i]);
  operands.d = new_slot(true);
  const Opcode op = e.builtin == Builtin::heap_open ? Opcode::heap_open : e.builtin == Builtin::heap_close ? Opcode::heap_close : Opcode::heap_size;
  at_site(emit(op, operands), site(id, e.span, AccessKind::store));
  return operands.d;
}

void Lowering::cluster_barrier(ExprId id, const Expr& e) {
  program_->has_clusters = true;
  if (e.builtin != Builtin::cluster_barrier) program_->has_split_cluster_barrier = true;
  const bool is_of_block = e.builtin == Builtin::block_arrive || e.builtin == Builtin::block_wait, waits = e.builtin == Builtin::cluster_wait || e.builtin == Builtin::block_wait;
  program_->has_split_block_barrier |= is_of_block;
  const auto kind = static_cast<uint8_t>(is_of_block ? HalfBarrier::block : e.builtin == Builtin::cluster_arrive_relaxed ? HalfBarrier::relaxed : HalfBarrier::cluster);
  if (!waits) at_site(emit(Opcode::cluster_arrive, {}, 0, kind), site(id, e.span, AccessKind::load));
  if (waits || e.builtin == Builtin::cluster_barrier) at_site(emit(Opcode::cluster_wait, {}, 0, kind), site(id, e.span, AccessKind::load));
}

Slot Lowering::cluster_value(ExprId id, const Expr& e, Slot hint) {
  if (e.builtin == Builtin::cluster_size) {
    const auto axis = constant_of(e.args[0]);
    const Slot size = hint != no_slot ? hint : new_slot(false);
    emit(Opcode::cluster_size, {.d = size}, 0, static_cast<uint8_t>(axis.value_or(0)));
    return size;
  }
  program_->has_clusters = true;
  const Slot pointer = value(e.args[0]);
  if (e.builtin == Builtin::cluster_rank) {
    const Slot rank = new_slot(false);
    emit(Opcode::cluster_rank, {rank, pointer});
    return rank;
  }
  const Slot of_block = value(e.args[1]), mapped = new_slot(true);
  at_site(emit(Opcode::cluster_map, {mapped, pointer, of_block}), site(id, e.span, AccessKind::load));
  return mapped;
}

Slot Lowering::builtin(ExprId id, const Expr& e, Slot hint, bool wants_result) {
  const BuiltinInfo& row = builtin_info(e.builtin);
  if (is_pure(e.builtin)) {
    const Top mark = top_;
    std::vector<Slot> arguments;
    for (ExprId argument : e.args) arguments.push_back(value(argument));
    return value_call(e.builtin, arguments, hint, mark);
  }
  if (row.outputs[1] != Builtin::none) return call_with_outputs(id, e, hint);
  if (row.family == BuiltinFamily::atomic && !types_.is_record(e.type)) return atomic(id, e, row.opcode, opcode_info(row.opcode).operands[0] == 'D', wants_result);
  if (row.family == BuiltinFamily::atomic) {
    atomic_record(id, e, wants_result);
    return 0;
  }
  switch (e.builtin) {
    case Builtin::grid_barrier:
      program_->has_barrier = program_->has_grid_barrier = true;
      at_site(emit(Opcode::barrier, {}, 0, 1), site(id, e.span, AccessKind::load));
      return 0;
    case Builtin::cluster_barrier: case Builtin::cluster_arrive: case Builtin::cluster_arrive_relaxed: case Builtin::cluster_wait: case Builtin::block_arrive: case Builtin::block_wait:
      cluster_barrier(id, e);
      return 0;
    case Builtin::cluster_map: case Builtin::cluster_rank: case Builtin::cluster_size: return cluster_value(id, e, hint);
    case Builtin::memcpy_bytes: return memory_copy(e);
    case Builtin::memset_bytes: return memory_set(e);
    case Builtin::async_copy: case Builtin::async_zeros: async_copy(e); return 0;
    case Builtin::copy_commit: case Builtin::copy_bind: case Builtin::copy_wait: case Builtin::copy_wait_all: case Builtin::copy_arrive: case Builtin::copy_arrive_all:
      copy_order(id, e);
      return 0;
    case Builtin::bulk_load: case Builtin::bulk_store: case Builtin::bulk_reduce: bulk_copy(e); return 0;
    case Builtin::bulk_settle: case Builtin::bulk_commit: case Builtin::bulk_wait: case Builtin::bulk_wait_read: case Builtin::proxy_fence: bulk_order(id, e); return 0;
    case Builtin::leave_by_exception: land(e.landing); return 0;
    case Builtin::has_landed: return constant32(0);
    case Builtin::has_bulk_copies: return constant32(makes_bulk_copies());
    case Builtin::shared_pointer: {
      const Slot place = value(e.args[0]), pointer = new_slot(true);
      emit(Opcode::shared_pointer, {pointer, place});
      return pointer;
    }
    case Builtin::norm_f32: case Builtin::norm_f64: case Builtin::rnorm_f32: case Builtin::rnorm_f64: return vector_length(e);
    case Builtin::is_global: return space_test(e, Space::global);
    case Builtin::is_shared: return space_test(e, Space::shared);
    case Builtin::is_local: return space_test(e, Space::local);
    case Builtin::is_constant: return space_test(e, Space::constant);
    case Builtin::generic_to_shared: {
      const Slot pointer = value(e.args[0]), place = new_slot(true);
      emit(Opcode::shared_place, {place, pointer});
      return place;
    }
    case Builtin::heap_open: case Builtin::heap_close: case Builtin::heap_size: return heap_call(id, e);
    case Builtin::unreachable: return 0;
    case Builtin::syncthreads: block_barrier(id, e); return 0;
    case Builtin::barrier_sync: case Builtin::barrier_sync_count: case Builtin::barrier_arrive: case Builtin::barrier_count: case Builtin::barrier_and: case Builtin::barrier_or:
      return named_barrier(id, e, hint);
    case Builtin::threadfence_block: fence(MemoryScope::block); return 0;
    case Builtin::threadfence: fence(MemoryScope::device); return 0;
    case Builtin::threadfence_system: fence(MemoryScope::system); return 0;
    case Builtin::syncthreads_count: return barrier_vote(id, e, BarrierVote::count_of, hint);
    case Builtin::syncthreads_and: return barrier_vote(id, e, BarrierVote::all, hint);
    case Builtin::syncthreads_or: return barrier_vote(id, e, BarrierVote::any, hint);
    case Builtin::print: return print(id, e, hint);
    case Builtin::launch_grid: launch(id, e); return 0;
    case Builtin::grid_query: {
      const auto query = constant_of(e.args[0]);
      const Slot d = hint != no_slot ? hint : new_slot(true);
      emit(Opcode::grid_query, {.d = d}, 0, static_cast<uint8_t>(query.value_or(0)));
      return d;
    }
    case Builtin::assertion: assertion(id, e); return 0;
    case Builtin::trap: trap(id, e, Trap::trap); return 0;
    case Builtin::breakpoint: trap(id, e, Trap::breakpoint); return 0;
    case Builtin::clock32: case Builtin::clock_64: {
      const Slot d = hint != no_slot ? hint : new_slot(true);
      emit(Opcode::clock_now, {.d = d});
      return d;
    }
    case Builtin::texture: {
      const Slot handle = value(e.args[0]), word = value(e.args[1]), d = hint != no_slot ? hint : new_slot(true);
      emit(Opcode::texture, {.d = d, .a = handle, .b = word});
      return d;
    }
    case Builtin::fetch: {
      const Slot columns = value(e.args[0]), rows = value(e.args[1]), rest = value(e.args[2]);
      emit(Opcode::fetch, {.a = columns, .b = rows, .c = rest});
      info_.back().site = site(id, e.span, AccessKind::load);
      return 0;
    }
    case Builtin::nanosleep: {
      const Slot time = value(e.args[0]);
      emit(Opcode::nanosleep, {.a = time});
      return 0;
    }
    default:
      if (row.family == BuiltinFamily::warp) return warp_builtin(id, e, hint);
      break;
  }
  error(Code::WB4510, e.span, {"`" + std::string(row.spelling) + "`"});
  return constant64(0);
}

}  // namespace wb
