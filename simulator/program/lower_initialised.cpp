// Which lanes have assigned a variable that may be read before (definite_assignment.h): a mask for a scalar, and one for each leaf of a record,
// side by side. The masks of a record go where its leaves go: a copy, a parameter by value, a returned record has masks of its own, which are
// copied with the leaves; leaves that stand in for each other (a parameter that is never changed is its argument) share them.
//
// Not followed: through memory (copying an unset member is no mistake, and memory knows only whether a byte has been written) and through
// calls of functions out of line; what comes from there has a value.
#include <algorithm>

#include "simulator/program/init_set.h"
#include "simulator/program/lowering.h"

namespace wb {

void Lowering::check_initialised(int32_t mask, ExprId owner, Span span) {
  if (mask < 0) return;
  const Pc pc = emit(Opcode::init_check, {}, mask);
  at_site(pc, site(owner, span, AccessKind::load));
}

void Lowering::set_initialised(int32_t mask) { copy_initialised(mask, -1); }

// -1: from something that has a value.
void Lowering::copy_initialised(int32_t mask, int32_t from) {
  if (mask >= 0 && mask != from) emit(Opcode::init_set, {}, pack_init_set({static_cast<uint32_t>(mask), static_cast<uint32_t>(from + 1)}));
}

// -1 where there are too many: the variable counts as assigned.
int32_t Lowering::new_mask() {
  if (program_->init_mask_count >= most_init_masks) return -1;
  const int32_t mask = static_cast<int32_t>(program_->init_mask_count++);
  emit(Opcode::init_clear, {}, mask);
  return mask;
}

int32_t Lowering::leaf_mask(Slot leaf) const {
  const auto at = leaf_masks_.find(leaf);
  return at == leaf_masks_.end() ? -1 : at->second;
}

// The first of them.
int32_t Lowering::give_masks(const std::vector<Slot>& leaves) {
  if (leaves.empty() || program_->init_mask_count + leaves.size() > most_init_masks) return -1;
  for (Slot leaf : leaves) leaf_masks_[leaf] = new_mask();
  return leaf_mask(leaves[0]);
}

void Lowering::move_leaf(Slot to, Slot from, bool wide) {
  move(to, from, wide);
  copy_initialised(leaf_mask(to), leaf_mask(from));
}

bool Lowering::are_masked(const std::vector<Slot>& leaves) const {
  return std::any_of(leaves.begin(), leaves.end(), [&](Slot leaf) { return leaf_mask(leaf) >= 0; });
}

bool Lowering::are_masked_in_order(const std::vector<Slot>& leaves) const {
  for (size_t i = 1; i < leaves.size(); ++i)
    if (const int32_t first = leaf_mask(leaves[0]); leaf_mask(leaves[i]) != (first < 0 ? -1 : first + static_cast<int32_t>(i))) return false;
  return true;
}

std::vector<Slot> Lowering::own_leaves(const std::vector<Slot>& from, TypeId type, Span span) {
  const std::vector<Leaf> pieces = leaves(type, span);
  std::vector<Slot> own;
  for (size_t i = 0; i < from.size() && i < pieces.size(); ++i) own.push_back(new_slot(is_wide(pieces[i].rep.rep)));
  if (are_masked(from)) give_masks(own);
  for (size_t i = 0; i < own.size(); ++i) move_leaf(own[i], from[i], is_wide(pieces[i].rep.rep));
  return own;
}

// Before it is known which slots it comes to stand in.
bool Lowering::may_lack_members(ExprId record) const {
  const Expr& e = m_[record];
  switch (e.kind) {
    case ExprKind::variable: {
      const auto at = frames_.back()->variables.find(e.var.v);
      return at != frames_.back()->variables.end() && are_masked(at->second.leaves);
    }
    case ExprKind::load: case ExprKind::member: case ExprKind::member_value: case ExprKind::cast: case ExprKind::assign: return may_lack_members(e.a);
    case ExprKind::comma: return may_lack_members(e.b);
    case ExprKind::conditional: return may_lack_members(e.b) || may_lack_members(e.c);
    case ExprKind::init_list: return std::any_of(e.args.begin(), e.args.end(), [&](ExprId part) { return part && types_.is_record(m_[part].type) && may_lack_members(part); });
    case ExprKind::call: return m_[e.function].body && assignment_.of(e.function, true).returns_unset;
    default: return false;
  }
}

}  // namespace wb
