// Lvalues: registers or addresses. An address is base + index * scale + displacement, so that an array element is one instruction:
// constant parts of the index go into the displacement, rows of a two-dimensional array into one multiply-add.
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {

std::vector<Leaf> Lowering::leaves(TypeId type, Span span) {
  auto found = leaves_of(types_, type);
  if (found) return *found;
  error(Code::WB4509, span, {types_.name(type)});
  return {};
}

bool Lowering::is_volatile(ExprId lvalue) const {
  const Type& t = types_[m_[lvalue].type];
  return t.is_volatile;
}

// ---- places and addresses

Lowering::Place Lowering::place(ExprId lvalue) {
  const Expr& e = m_[lvalue];
  if (e.kind == ExprKind::variable) {
    if (auto it = frame().variables.find(e.var.v); it != frame().variables.end())
      return {true, it->second.leaves, types_.is_record(m_[e.var].type) ? -1 : it->second.init_mask, {}};
  }
  if (e.kind == ExprKind::member) {
    Place whole = place(e.a);
    if (whole.in_registers) {
      const size_t first = first_leaf_of_field(types_, m_[e.a].type, e.index);
      const size_t count = leaves(e.type, e.span).size();
      if (first + count > whole.leaves.size()) return {};
      whole.leaves.assign(whole.leaves.begin() + static_cast<std::ptrdiff_t>(first), whole.leaves.begin() + static_cast<std::ptrdiff_t>(first + count));
      whole.init_mask = types_.is_record(e.type) || !count ? -1 : leaf_mask(whole.leaves[0]);
      return whole;
    }
    const Record& record = types_.records[types_[m_[e.a].type].index];
    whole.address.displacement += static_cast<int64_t>(record.fields[e.index].offset);
    return whole;
  }
  // `(x += 1) *= 2`, `++(++x)`: done first, then the place is that of its target.
  if (e.kind == ExprKind::assign) { assign(lvalue, e, false); return place(e.a); }
  if (e.kind == ExprKind::compound_assign) { compound_assign(lvalue, e); return place(e.a); }
  if (e.kind == ExprKind::pre_increment || e.kind == ExprKind::pre_decrement) { increment(lvalue, e, false); return place(e.a); }
  if (e.kind == ExprKind::comma) { discard(e.a); return place(e.b); }
  if (e.kind == ExprKind::cast && e.cast == CastKind::same) return place(e.a);
  Place result;
  result.address = address(lvalue);
  return result;
}

Lowering::Address Lowering::address(ExprId lvalue) {
  const Expr& e = m_[lvalue];
  switch (e.kind) {
    case ExprKind::variable:
      if (frame().variables.count(e.var.v)) {  // it has no address: the front end did not say that it needs one
        error(Code::WB4510, e.span, {"the address of `" + m_[e.var].name + "` here"});
        return {.base = constant64(0)};
      }
      {
        const uint32_t allocation = allocation_of(e.var);
        return {.base = failed_ ? constant64(0) : local_base(allocation)};
      }
    case ExprKind::string_literal: return {.base = address_preset(string_allocation(e.index), 0)};
    case ExprKind::dereference: return pointer_address(e.a);
    case ExprKind::subscript: {
      Address result = pointer_address(e.a);
      uint16_t check = shape_check(e);
      IndexValue column;
      add_index(result, e.b, types_.size_of(e.type), false, &column);
      if (!check) check = column_check(e, column);
      if (check) result.shape_check = check;
      return result;
    }
    case ExprKind::member: return place(lvalue).address;
    case ExprKind::comma: discard(e.a); return address(e.b);
    case ExprKind::assign: assign(lvalue, e, false); return address(e.a);
    case ExprKind::compound_assign: compound_assign(lvalue, e); return address(e.a);
    case ExprKind::pre_increment: case ExprKind::pre_decrement: increment(lvalue, e, false); return address(e.a);
    case ExprKind::cast: return address(e.a);
    case ExprKind::conditional: {
      const Slot result = new_slot(true);
      Label otherwise, end;
      branch(e.a, false, otherwise);
      { Temporaries t(*this); const Slot p = pointer_value(address(e.b), result); if (p != result) move(result, p, true); }
      jump(Opcode::jump, {}, end);
      bind(otherwise);
      { Temporaries t(*this); const Slot p = pointer_value(address(e.c), result); if (p != result) move(result, p, true); }
      bind(end);
      return {.base = result};
    }
    default: return materialise(lvalue).address;
  }
}

// An rvalue that something needs the address of (a temporary bound to a reference).
Lowering::Place Lowering::materialise(ExprId rvalue) {
  const Expr& e = m_[rvalue];
  const uint32_t id = static_cast<uint32_t>(program_->allocations.size());
  ProgramAllocation allocation;
  allocation.storage = Storage::local;
  Variable temporary;
  temporary.name = "temporary";
  temporary.type = e.type;
  allocation.info = describe(temporary, Space::local);
  place_local(allocation, 16, e.span, temporary.name);
  program_->allocations.push_back(std::move(allocation));
  Place result;
  result.address = {.base = local_base(id)};
  initialise(result.address, e.type, rvalue, e.span, rvalue);
  return result;
}

Lowering::Address Lowering::pointer_address(ExprId pointer) {
  const Expr& e = m_[pointer];
  const auto step = [&] { return types_.size_of(types_[e.type].element); };
  switch (e.kind) {
    case ExprKind::decay: case ExprKind::address_of: return address(e.a);
    case ExprKind::pointer_add: case ExprKind::pointer_subtract: {
      Address result = pointer_address(e.a);
      add_index(result, e.b, std::max<uint64_t>(step(), 1), e.kind == ExprKind::pointer_subtract);
      return result;
    }
    case ExprKind::cast:
      if (e.cast == CastKind::pointer || e.cast == CastKind::same) return pointer_address(e.a);
      break;
    default: break;
  }
  return {.base = value(pointer)};
}

void Lowering::add_index(Address& address, ExprId index, uint64_t step, bool negate, IndexValue* value_of) {
  const ScalarRep rep = rep_of(m_[index].type);
  const auto displace = [&](int64_t elements) {
    address.displacement += (negate ? -elements : elements) * static_cast<int64_t>(step);
    if (value_of) value_of->constant += elements;
  };
  if (auto known = constant_of(index)) {
    const bool narrow = !is_wide(rep.rep);
    return displace(narrow ? (rep.rep == Rep::u32 ? int64_t{static_cast<uint32_t>(*known)} : int64_t{static_cast<int32_t>(*known)}) : static_cast<int64_t>(*known));
  }
  // i + 1 and i - 1 on signed integers (whose overflow is undefined): the constant moves into the displacement.
  const Expr* e = &m_[index];
  while (e->kind == ExprKind::cast && e->cast == CastKind::integral && e->implicit && is_wide(rep.rep) && rep_of(m_[e->a].type).rep == Rep::i32) {
    index = e->a;  // long index made of an int: the instruction extends it itself
    return add_index(address, index, step, negate, value_of);
  }
  if (e->kind == ExprKind::binary && (e->op == Op::add || e->op == Op::subtract) && (rep.rep == Rep::i32 || rep.rep == Rep::i64) && rep.bytes >= 4) {
    if (auto known = constant_of(e->b)) {
      const int64_t k = rep.rep == Rep::i32 ? static_cast<int32_t>(*known) : static_cast<int64_t>(*known);
      displace(e->op == Op::add ? k : -k);
      return add_index(address, e->a, step, negate, value_of);
    }
    if (auto known = constant_of(e->a); known && e->op == Op::add) {
      displace(rep.rep == Rep::i32 ? static_cast<int32_t>(*known) : static_cast<int64_t>(*known));
      return add_index(address, e->b, step, negate, value_of);
    }
  }

  // A thread's index never has its top bit set: it counts as signed beside signed indices.
  const auto is_small = [&](ExprId id) {
    const Expr* x = &m_[id];
    while (x->kind == ExprKind::cast && x->cast == CastKind::integral) x = &m_[x->a];
    return x->kind == ExprKind::special;
  };
  IndexKind kind = rep.rep == Rep::i32 ? IndexKind::i32 : rep.rep == Rep::u32 ? (rep.bytes < 4 || is_small(index) ? IndexKind::i32 : IndexKind::u32) : IndexKind::i64;

  if (address.kind != IndexKind::none) {
    // Two indices. Rows and columns of one width become row * (row bytes / element bytes) + column.
    if (address.kind == kind && kind == IndexKind::i32 && !negate && step && address.scale % step == 0 && address.scale / step < (1u << 20)) {
      const uint32_t ratio = static_cast<uint32_t>(address.scale / step);
      const Slot column = value(index);
      if (value_of) *value_of = {column, rep, value_of->constant};
      const Slot combined = new_slot(false);
      if (ratio == 1) emit(Opcode::add32, {combined, address.index, column});
      else emit(Opcode::mad32, {combined, address.index, constant32(ratio), column});
      address.index = combined;
      address.scale = static_cast<uint32_t>(step);
      return;
    }
    const uint16_t check = address.shape_check;
    address = {.base = pointer_value(address, no_slot)};
    address.shape_check = check;
  }
  Slot slot = value(index);
  if (value_of) *value_of = {slot, rep, value_of->constant};
  if (negate) {
    if (kind != IndexKind::i64) {
      const Slot wide = new_slot(true);
      emit(kind == IndexKind::i32 ? Opcode::sx64 : Opcode::zx64, {wide, slot});
      slot = wide;
      kind = IndexKind::i64;
    }
    const Slot negated = new_slot(true);
    emit(Opcode::neg64, {negated, slot});
    slot = negated;
  }
  address.index = slot;
  address.kind = kind;
  address.scale = static_cast<uint32_t>(step);
}

void Lowering::settle(Address& address) {
  if (address.displacement != static_cast<int32_t>(address.displacement)) {
    const Slot base = new_slot(true);
    const Slot offset = constant64(static_cast<uint64_t>(address.displacement));
    const Pc pc = emit(Opcode::lea, {.d = base, .a = address.base, .b = offset}, 0, static_cast<uint8_t>(IndexKind::i64));
    (void)pc;
    address.base = base;
    address.displacement = 0;
  }
  if (address.kind == IndexKind::none || address.scale <= 255) return;
  Slot wide = address.index;
  if (address.kind != IndexKind::i64) {
    wide = new_slot(true);
    emit(address.kind == IndexKind::i32 ? Opcode::sx64 : Opcode::zx64, {wide, address.index});
  }
  const Slot scaled = new_slot(true);
  emit(Opcode::mul64, {scaled, wide, constant64(address.scale)});
  address.index = scaled;
  address.kind = IndexKind::i64;
  address.scale = 1;
}

Slot Lowering::pointer_value(Address address, Slot hint) {
  if (address.kind == IndexKind::none && address.displacement == 0) return address.base;
  if (address.kind == IndexKind::none && is_preset(address.base))
    for (size_t i = 0; i < presets_.size(); ++i)
      if (preset_slots_[i] == address.base && presets_[i].kind == Preset::Kind::address)
        return address_preset(presets_[i].index, static_cast<int64_t>(presets_[i].bits) + address.displacement);
  settle(address);
  const Slot result = hint != no_slot ? hint : new_slot(true);
  emit_memory(Opcode::lea, result, no_slot, address, no_site, false);
  return result;
}

Pc Lowering::emit_memory(Opcode op, Slot d, Slot c, Address address, uint32_t site, bool volatile_access) {
  settle(address);
  uint8_t kind = static_cast<uint8_t>(address.kind);
  if (is_uniform(address.base)) kind |= Ins::uniform_base;
  const Pc pc = emit(op, {d, address.base, address.index == no_slot ? 0 : address.index, c == no_slot ? 0 : c},
                     static_cast<int32_t>(address.displacement), kind);
  code_[pc].scale = static_cast<uint8_t>(address.scale);
  if (address.kind == IndexKind::none) code_[pc].scale = 1;
  info_[pc].site = site;
  info_[pc].is_volatile = volatile_access;
  info_[pc].shape_check = address.shape_check;
  return pc;
}

// (c ? x : y) op= v and ++(c ? x : y): the one or the other, each where it lives.
Slot Lowering::on_either(const Expr& e, const std::function<Slot(const Expr&)>& work) {
  const Expr& target = m_[e.a];
  const bool wide = is_wide(rep_of(e.type).rep);
  const Slot result = new_slot(wide);
  Label otherwise, end;
  branch(target.a, false, otherwise);
  const auto arm = [&](ExprId lvalue) {
    Temporaries temporaries(*this);
    Expr part = e;
    part.a = lvalue;
    move(result, work(part), wide);
  };
  arm(target.b);
  jump(Opcode::jump, {}, end);
  bind(otherwise);
  arm(target.c);
  bind(end);
  return result;
}

// ---- loads

Slot Lowering::load_from(Address address, ScalarRep rep, uint32_t site_id, bool volatile_access, Slot hint) {
  settle(address);
  const Slot result = hint != no_slot ? hint : new_slot(is_wide(rep.rep));
  emit_memory(load_opcode(rep), result, no_slot, address, site_id, volatile_access);
  return result;
}

Slot Lowering::load(ExprId id, const Expr& e, Slot hint) {
  const Expr& from = m_[e.a];
  switch (from.kind) {  // the value of an assignment is what was stored
    case ExprKind::assign:
      if (scalar_rep(types_, from.type)) return assign(e.a, from, true);
      break;
    case ExprKind::compound_assign: return compound_assign(e.a, from);
    case ExprKind::pre_increment: case ExprKind::pre_decrement: return increment(e.a, from, false);
    case ExprKind::comma: discard(from.a); break;
    case ExprKind::conditional:  // of variables that may have no address: the value of the one or the other
      return on_either(e, [&](const Expr& part) { return load(part.a, part, no_slot); });
    default: break;
  }
  const ExprId lvalue = from.kind == ExprKind::comma ? from.b : e.a;
  const Top mark = top_;
  Place source = place(lvalue);
  if (source.in_registers) {
    if (!e.is_partial) check_initialised(source.init_mask, id, from.span);
    return source.leaves.empty() ? constant32(0) : source.leaves[0];
  }
  const ScalarRep rep = rep_of(e.type);
  settle(source.address);
  Slot result = hint;
  if (result == no_slot) {  // may stand where the address did: a load reads all of its operands first
    top_ = mark;
    result = new_slot(is_wide(rep.rep));
  }
  const Pc pc = emit_memory(load_opcode(rep), result, no_slot, source.address, site(lvalue, from.span, AccessKind::load), is_volatile(lvalue));
  if (e.is_partial) code_[pc].kind |= Ins::is_copy;
  if (leaving_.are_handed_on() && types_.is_pointer(e.type)) emit(Opcode::local_pointer, {result, result}, 0, 1);
  return result;
}

// ---- stores

// The store keeps the low bytes alone: a cast that only cuts them off need not be executed.
ExprId Lowering::without_narrowing(ExprId id, TypeId type) const {
  const auto target = scalar_rep(types_, type);
  const Expr& e = m_[id];
  if (!target || target->bytes >= 4 || e.kind != ExprKind::cast || e.cast != CastKind::integral) return id;
  const auto source = scalar_rep(types_, m_[e.a].type);
  const auto own = scalar_rep(types_, e.type);
  const bool cuts_only = source && own && own->bytes == target->bytes && source->bytes <= 4 && source->bytes >= target->bytes;
  return cuts_only && types_[type].scalar != ScalarKind::bool_ ? e.a : id;
}

void Lowering::store(ExprId from, const Address& address, TypeId type, uint32_t site_id, bool volatile_access) {
  const ScalarRep rep = rep_of(type);
  const Slot slot = stored_value(from, type);
  emit_memory(store_opcode(rep), slot, no_slot, address, site_id, volatile_access);
}

void Lowering::zero(const Address& address, TypeId type, Span span, ExprId owner) {
  const uint32_t site_id = site(owner, span, AccessKind::store);
  const uint64_t size = types_.size_of(type);
  // Widest stores first; the object starts at its alignment.
  const uint64_t alignment = std::max<uint64_t>(types_.align_of(type), 1);
  uint64_t at = 0;
  while (at < size && !failed_) {
    uint8_t step = 8;
    while (step > 1 && (at + step > size || step > alignment)) step = static_cast<uint8_t>(step / 2);
    Address piece = address;
    piece.displacement += static_cast<int64_t>(at);
    const ScalarRep rep{step == 8 ? Rep::u64 : Rep::u32, step, false};
    emit_memory(store_opcode(rep), constant(rep, 0), no_slot, piece, site_id, false);
    at += step;
  }
}

void Lowering::initialise(const Address& address, TypeId type, ExprId init, Span span, ExprId owner) {
  const Expr& e = m_[init];
  const uint32_t site_id = site(owner, span, AccessKind::store);
  Temporaries temporaries(*this);
  if (e.kind == ExprKind::init_list && !scalar_rep(types_, type)) {
    const Type& t = types_[type];
    const uint64_t count = t.kind == TypeKind::array ? t.count : types_.records[t.index].fields.size();
    for (uint64_t i = 0; i < count && !failed_; ++i) {
      Address at = address;
      TypeId piece = t.element;
      if (t.kind == TypeKind::array) {
        at.displacement += static_cast<int64_t>(i * types_.size_of(t.element));
        if (i >= e.args.size()) {  // the rest at once
          for (uint64_t k = i; k < count && !failed_; ++k, at.displacement += static_cast<int64_t>(types_.size_of(t.element))) zero(at, t.element, span, owner);
          return;
        }
      } else {
        const Field& field = types_.records[t.index].fields[i];
        if (types_.records[t.index].is_union && i > 0) return;
        at.displacement += static_cast<int64_t>(field.offset);
        piece = field.type;
      }
      if (i < e.args.size() && e.args[i]) initialise(at, piece, e.args[i], span, owner);
      else zero(at, piece, span, owner);
    }
    return;
  }
  if (scalar_rep(types_, type)) {
    const ExprId from = e.kind == ExprKind::init_list && !e.args.empty() ? e.args[0] : init;
    if (e.kind == ExprKind::init_list && e.args.empty()) return zero(address, type, span, owner);
    return store(from, address, type, site_id, false);
  }
  if (e.kind == ExprKind::load && m_[e.a].kind == ExprKind::string_literal) {  // char text[] = "..."
    const std::string& text = m_.strings[m_[e.a].index];
    const uint64_t size = types_.size_of(type);
    for (uint64_t i = 0; i < size && !failed_; ++i) {
      Address at = address;
      at.displacement += static_cast<int64_t>(i);
      emit_memory(Opcode::st_8, constant32(i < text.size() ? static_cast<uint8_t>(text[i]) : 0), no_slot, at, site_id, false);
    }
    return;
  }
  store_leaves(address, type, record_value(init), site_id, false);
}

}  // namespace wb
