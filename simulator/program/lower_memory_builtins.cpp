// memcpy, memset, and lengths of vectors in memory: a few accesses where the count is known and small, a loop where it is not.
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {
namespace {

constexpr uint64_t most_unrolled = 16;  // accesses

}  // namespace

// What the pointer's own type promises, before it became void*.
uint64_t Lowering::alignment_of_pointee(ExprId pointer) const {
  const Expr* e = &m_[pointer];
  while (e->kind == ExprKind::cast && (e->cast == CastKind::pointer || e->cast == CastKind::same) && types_.is_pointer(m_[e->a].type)) e = &m_[e->a];
  return types_.is_pointer(e->type) ? std::max<uint64_t>(types_.align_of(types_[e->type].element), 1) : 1;
}

// The widest step that both sides' alignment and the count allow.
uint32_t Lowering::copy_step(uint64_t alignment, std::optional<uint64_t> count) const {
  uint32_t step = 8;
  while (step > 1 && (alignment % step || !count || *count % step)) step /= 2;
  return step;
}

Slot Lowering::memory_copy(const Expr& e) {
  const ExprId to = e.args[0], from = e.args[1];
  const auto count = constant_of(e.args[2]);
  const uint32_t step = copy_step(std::min(alignment_of_pointee(to), alignment_of_pointee(from)), count);
  const ScalarRep rep{step == 8 ? Rep::u64 : Rep::u32, static_cast<uint8_t>(step), false};
  note_store(to);
  const Slot result = value_copy(to), source = value_copy(from);
  const uint32_t load_site = site(from, m_[from].span, AccessKind::load), store_site = site(to, m_[to].span, AccessKind::store);
  const auto load_at = [&](const Address& at, Slot slot) {
    emit_memory(load_opcode(rep), slot, no_slot, at, load_site, false);
    code_.back().kind |= Ins::is_copy;
  };
  const Slot moved = new_slot(step == 8);
  if (count && *count / step <= most_unrolled) {
    for (int64_t at = 0; at < static_cast<int64_t>(*count); at += step) {
      load_at({.base = source, .displacement = at}, moved);
      emit_memory(store_opcode(rep), moved, no_slot, {.base = result, .displacement = at}, store_site, false);
    }
    return result;
  }
  const Slot end = value_copy(e.args[2]), at = new_slot(true);
  Label done;
  move(at, constant64(0), true);
  Label up;
  bind(up);
  jump(Opcode::br_le_u64, {.a = end, .b = at}, done);
  load_at({.base = source, .index = at, .kind = IndexKind::i64}, moved);
  emit_memory(store_opcode(rep), moved, no_slot, {.base = result, .index = at, .kind = IndexKind::i64}, store_site, false);
  emit(Opcode::add64, {at, at, constant64(step)});
  jump(Opcode::jump, {}, up);
  bind(done);
  return result;
}

// A copy that may be late: the load reads the source, to be checked and counted; what it has read is left, as the source is read again when the
// copy is carried out (machine/async_copies.cpp). The load and the store have two sites each: as the copy begins, and, the next one, as it is carried
// out. The bytes' expression stands for the latter.
void Lowering::async_copy(const Expr& e) {
  static constexpr Opcode loads[] = {Opcode::ld_u8, Opcode::ld_u16, Opcode::ld_32, Opcode::ld_64, Opcode::ld_2x64};
  const ExprId target = e.args[0];
  const int64_t bytes = constant_of(e.args.back()).value_or(1);
  uint32_t size = 0;
  while (size < 4 && int64_t{1} << size < bytes) ++size;
  program_->has_async_copies = true;
  note_store(target);
  const Slot to = value_copy(target);
  Slot from = constant64(0);
  if (e.builtin == Builtin::async_copy) {
    from = value_copy(e.args[1]);
    const Slot read = new_slot(size > 2);
    if (size > 3) new_slot(true);  // the second half
    emit_memory(loads[size], read, no_slot, {.base = from}, two_sites(e.args[1], e.args.back(), AccessKind::load), false);
  }
  const uint32_t place = two_sites(target, e.args.back(), AccessKind::store);
  program_->sites[place].is_async_copy = true;
  at_site(emit(static_cast<Opcode>(static_cast<uint32_t>(Opcode::copy_1) + size), {.a = to, .b = from}), place);
}

// A bulk copy is one instruction. Its sites: of the source as it begins and as it is carried out, then of the target, likewise (machine/bulk_copies.cpp).
void Lowering::bulk_copy(const Expr& e) {
  const bool is_load = e.builtin == Builtin::bulk_load;
  const BulkCopy way = is_load ? BulkCopy::load : e.builtin == Builtin::bulk_store ? BulkCopy::store : BulkCopy::reduce;
  program_->has_async_copies = program_->has_bulk_copies = true;
  note_store(e.args[0]);
  const Slot to = value_copy(e.args[0]), from = value_copy(e.args[1]), barrier = new_slot(true), behind = new_slot(true);
  move(barrier, is_load ? value(e.args[3]) : constant64(0), true);
  move(behind, value(e.args[2]), true);
  const uint32_t source = two_sites(e.args[1], e.args[2], AccessKind::load), target = two_sites(e.args[0], e.args[2], AccessKind::store);
  for (uint32_t i = 0; i < 2; ++i) program_->sites[source + i].is_bulk = program_->sites[target + i].is_bulk = true;
  program_->sites[target].is_async_copy = is_load;
  at_site(emit(Opcode::copy_bulk, {.a = to, .b = from, .c = barrier}, 0, static_cast<uint8_t>(way)), source);
}

// Does anything in the file make bulk copies, or count their bytes (library/include/ptx_barrier.inc)? Only then barriers look for what has come.
bool Lowering::makes_bulk_copies() const {
  const auto copies = [](const Expr& e) {
    return e.kind == ExprKind::builtin_call && (e.builtin == Builtin::bulk_load || e.builtin == Builtin::bulk_store || e.builtin == Builtin::bulk_reduce);
  };
  const auto counts = [&](const Function& f) { return f.name.starts_with("mbarrier_expect") && m_.sources->is_library(f.span.file); };
  if (!makes_bulk_copies_) makes_bulk_copies_ = std::ranges::any_of(m_.exprs, copies) || std::ranges::any_of(m_.functions, counts);
  return *makes_bulk_copies_;
}

void Lowering::bulk_order(ExprId id, const Expr& e) {
  if (!makes_bulk_copies()) return;
  switch (e.builtin) {
    case Builtin::bulk_commit: emit(Opcode::bulk_commit); return;
    case Builtin::proxy_fence: emit(Opcode::proxy_fence); return;
    case Builtin::bulk_settle: {
      const uint32_t place = site(id, e.span, AccessKind::load);
      program_->sites[place].is_barrier_word = true;
      program_->has_fences = true;
      at_site(emit(Opcode::bulk_settle, {.a = value(e.args[0])}), place);
      return;
    }
    default: at_site(emit(Opcode::bulk_wait, {.a = value(e.args[0])}, 0, e.builtin == Builtin::bulk_wait_read), site(id, e.span, AccessKind::load));
  }
}

uint32_t Lowering::two_sites(ExprId pointer, ExprId later, AccessKind kind) {
  const uint32_t first = site(pointer, m_[pointer].span, kind);
  site(later, m_[pointer].span, kind);  // made along with the first, and only here: the next one
  return first;
}

// Does anything in the file begin such copies? Barriers need not look for them where nothing does.
bool Lowering::copies_asynchronously() const {
  return std::any_of(m_.exprs.begin(), m_.exprs.end(), [](const Expr& e) {
    return e.kind == ExprKind::builtin_call && (e.builtin == Builtin::async_copy || e.builtin == Builtin::async_zeros);
  });
}

void Lowering::copy_order(ExprId id, const Expr& e) {
  if (!copies_asynchronously()) return;
  const auto wait = [&](Opcode op, Slot slot, uint8_t kind) { at_site(emit(op, {.a = slot}, 0, kind), site(id, e.span, AccessKind::load)); };
  switch (e.builtin) {
    case Builtin::copy_commit: emit(Opcode::copy_commit); break;
    case Builtin::copy_bind: emit(Opcode::copy_bind, {.a = value(e.args[0])}); break;
    case Builtin::copy_wait: wait(Opcode::copy_wait, value(e.args[0]), 0); break;
    case Builtin::copy_wait_all: wait(Opcode::copy_wait, constant32(0), 1); break;
    case Builtin::copy_arrive: wait(Opcode::copy_arrive, value(e.args[0]), 0); break;
    default: wait(Opcode::copy_arrive, value(e.args[0]), 1); break;
  }
}

Slot Lowering::memory_set(const Expr& e) {
  const auto count = constant_of(e.args[2]);
  const uint32_t step = copy_step(alignment_of_pointee(e.args[0]), count);
  const ScalarRep rep{step == 8 ? Rep::u64 : Rep::u32, static_cast<uint8_t>(step), false};
  note_store(e.args[0]);
  const Slot result = value_copy(e.args[0]);
  Slot filler = new_slot(false);
  emit(Opcode::zx8, {filler, value(e.args[1])});
  emit(Opcode::mul32, {filler, filler, constant32(0x01010101)});
  if (step == 8) {
    const Slot low = new_slot(true), both = new_slot(true);
    emit(Opcode::zx64, {low, filler});
    emit(Opcode::mul64, {both, low, constant64(0x100000001)});
    filler = both;
  }
  const uint32_t store_site = site(e.args[0], m_[e.args[0]].span, AccessKind::store);
  if (count && *count / step <= most_unrolled) {
    for (uint64_t at = 0; at < *count; at += step)
      emit_memory(store_opcode(rep), filler, no_slot, {.base = result, .displacement = static_cast<int64_t>(at)}, store_site, false);
    return result;
  }
  const Slot end = value_copy(e.args[2]), at = new_slot(true);
  move(at, constant64(0), true);
  Label again, done;
  bind(again);
  jump(Opcode::br_le_u64, {.a = end, .b = at}, done);
  emit_memory(store_opcode(rep), filler, no_slot, {.base = result, .index = at, .kind = IndexKind::i64}, store_site, false);
  emit(Opcode::add64, {at, at, constant64(step)});
  jump(Opcode::jump, {}, again);
  bind(done);
  return result;
}

// normf(n, p) and its kin: the squares are summed up in double, in order.
Slot Lowering::vector_length(const Expr& e) {
  const bool single = e.builtin == Builtin::norm_f32 || e.builtin == Builtin::rnorm_f32;
  const bool is_reciprocal = e.builtin == Builtin::rnorm_f32 || e.builtin == Builtin::rnorm_f64;
  const Slot result = new_slot(!single), end = value_copy(e.args[0]), pointer = value_copy(e.args[1]);
  const Slot at = new_slot(false), sum = new_slot(true), number = new_slot(true), narrow = new_slot(false);
  move(at, constant32(0), false);
  move(sum, constant64(0), true);
  Label again, done;
  bind(again);
  jump(Opcode::br_le_i32, {.a = end, .b = at}, done);
  const Address element{.base = pointer, .index = at, .kind = IndexKind::i32, .scale = single ? 4u : 8u};
  emit_memory(single ? Opcode::ld_32 : Opcode::ld_64, single ? narrow : number, no_slot, element, site(e.args[1], m_[e.args[1]].span, AccessKind::load), false);
  if (single) emit(Opcode::f32_to_f64, {number, narrow});
  emit(Opcode::fma_f64, {sum, number, number, sum});
  emit(Opcode::add32, {at, at, constant32(1)});
  jump(Opcode::jump, {}, again);
  bind(done);
  const Slot length = value_call(is_reciprocal ? Builtin::rsqrt_f64 : Builtin::sqrt_f64, {sum}, single ? sum : result, top_);
  if (single) emit(Opcode::f64_to_f32, {result, length});
  return result;
}

}  // namespace wb
