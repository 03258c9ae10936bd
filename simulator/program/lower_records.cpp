// Records as values: one register for each leaf (a scalar member, however deep it lies), loaded and stored leaf by leaf.
#include "simulator/program/lowering.h"

namespace wb {

std::vector<Slot> Lowering::record_value(ExprId id) {
  const Expr& e = m_[id];
  SpanScope span(*this, e.span);
  switch (e.kind) {
    case ExprKind::load: {
      const Expr& from = m_[e.a];
      if (from.kind == ExprKind::assign) {
        assign_record(from.a, from.b);
        const Place to = place(from.a);
        return to.in_registers ? to.leaves : load_leaves(to.address, e.type, site(from.a, from.span, AccessKind::load), is_volatile(from.a));
      }
      Place source = place(e.a);
      if (source.in_registers) return source.leaves;
      settle(source.address);
      return load_leaves(source.address, e.type, site(e.a, from.span, AccessKind::load), is_volatile(e.a));
    }
    case ExprKind::call: case ExprKind::call_indirect: return inline_call(e, id, no_slot).leaves;
    case ExprKind::builtin_call: return atomic_record(id, e, true);
    case ExprKind::cast: return record_value(e.a);
    case ExprKind::comma: discard(e.a); return record_value(e.b);
    case ExprKind::member_value: {
      const std::vector<Slot> whole = record_value(e.a);
      const size_t first = first_leaf_of_field(types_, m_[e.a].type, e.index), count = leaves(e.type, e.span).size();
      if (first + count > whole.size()) return {};
      return {whole.begin() + static_cast<std::ptrdiff_t>(first), whole.begin() + static_cast<std::ptrdiff_t>(first + count)};
    }
    case ExprKind::conditional: {
      const std::vector<Leaf> pieces = leaves(e.type, e.span);
      std::vector<Slot> out;
      for (const Leaf& leaf : pieces) out.push_back(new_slot(is_wide(leaf.rep.rep)));
      if (may_lack_members(e.b) || may_lack_members(e.c)) give_masks(out);
      Label otherwise, end;
      branch(e.a, false, otherwise);
      const auto arm = [&](ExprId from) {
        Temporaries temporaries(*this);
        const std::vector<Slot> values = record_value(from);
        for (size_t i = 0; i < out.size() && i < values.size(); ++i) move_leaf(out[i], values[i], is_wide(pieces[i].rep.rep));
      };
      arm(e.b);
      jump(Opcode::jump, {}, end);
      bind(otherwise);
      arm(e.c);
      bind(end);
      return out;
    }
    case ExprKind::init_list: {
      const Type& t = types_[e.type];
      if (t.kind == TypeKind::record && types_.records[t.index].is_union) {
        const Place whole = materialise(id);
        return load_leaves(whole.address, e.type, site(id, e.span, AccessKind::load), false);
      }
      std::vector<Slot> out;
      const uint64_t count = t.kind == TypeKind::array ? t.count : types_.records[t.index].fields.size();
      for (uint64_t i = 0; i < count && !failed_; ++i) {
        const TypeId piece = t.kind == TypeKind::array ? t.element : types_.records[t.index].fields[i].type;
        if (i < e.args.size() && e.args[i]) {
          const std::vector<Slot> part = scalar_rep(types_, piece) ? std::vector<Slot>{value_copy(e.args[i])} : record_value(e.args[i]);
          out.insert(out.end(), part.begin(), part.end());
        } else {
          for (const Leaf& leaf : leaves(piece, e.span)) out.push_back(constant(leaf.rep, 0));
        }
      }
      return out;
    }
    default:
      if (scalar_rep(types_, e.type)) return {value(id)};
      if (e.is_lvalue) {
        const Place source = place(id);
        return source.in_registers ? source.leaves : load_leaves(source.address, e.type, site(id, e.span, AccessKind::load), is_volatile(id));
      }
      error(Code::WB4509, e.span, {types_.name(e.type)});
      return {};
  }
}

void Lowering::assign_record(ExprId target, ExprId source) {
  Temporaries temporaries(*this);
  const std::vector<Slot> from = record_value(source);
  const Expr& t = m_[target];
  const Place to = place(target);
  if (!to.in_registers) {
    note_store(target);
    Address at = to.address;
    settle(at);
    return store_leaves(at, t.type, from, site(target, t.span, AccessKind::store), is_volatile(target));
  }
  const std::vector<Leaf> pieces = leaves(t.type, t.span);
  // Through temporaries where the source has leaves of the target itself (p = {p.y, p.x}).
  std::vector<Slot> safe = from;
  for (size_t i = 0; i < safe.size(); ++i)
    if (std::find(to.leaves.begin(), to.leaves.end(), safe[i]) != to.leaves.end() && (i >= to.leaves.size() || to.leaves[i] != safe[i])) {
      const Slot copy = new_slot(is_wide(pieces[i].rep.rep));
      if (leaf_mask(safe[i]) >= 0) give_masks({copy});
      move_leaf(copy, safe[i], is_wide(pieces[i].rep.rep));
      safe[i] = copy;
    }
  for (size_t i = 0; i < pieces.size() && i < safe.size() && i < to.leaves.size(); ++i)
    if (safe[i] != to.leaves[i]) move_leaf(to.leaves[i], safe[i], is_wide(pieces[i].rep.rep));
  open_at_first_assignment(target);
}

}  // namespace wb
