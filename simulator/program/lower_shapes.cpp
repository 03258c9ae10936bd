// Which accesses are written row * width + column, and what their column is: for the check that a column stays in its row (oob.shape).
//
//   in[(y + dy) * w + x + dx]     product with a candidate for the width: w;  column: x + dx
//   int i = y * w + x;  out[i]    the same, where i, x and w keep the values of their declarations
//   tile[r][c]                    a declared array: the type says the width, the column is c
//
// Nothing is computed for it in the program: the registers of the column's variables hold their values at the access, and the checked run
// adds them up there (machine/shapes.cpp), if the width is that of the buffer at launch. Of a declared array any column is checked: where it is
// no sum of variables (tile[r][c % 9], tile[r][index[t]]), by the register that the access itself uses. A flat index of another form has no
// check; so has one whose column calls or loads something (row * w + x % w comes back to its row on purpose), and one that adds two products by
// way of a variable: plane + i, where plane = channel * height * width.
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {

struct Lowering::IndexSum {
  ShapeCheck check;
  int products = 0;         // that may be row * width
  bool is_earlier = false;  // computed by a declaration: its variables must have kept their values since
};

namespace {

constexpr size_t most_terms = 4;

// Does it multiply two things that are no constants: rows of a picture, planes of a volume? A block's index times its size does not count.
template <class IsConstant>
bool multiplies(const Module& m, ExprId id, const IsConstant& is_constant) {
  const Expr& e = m[id];
  if (e.kind == ExprKind::cast) return multiplies(m, e.a, is_constant);
  if (e.kind != ExprKind::binary) return false;
  if (e.op == Op::add || e.op == Op::subtract) return multiplies(m, e.a, is_constant) || multiplies(m, e.b, is_constant);
  const auto is_special = [&](ExprId side) {
    while (m[side].kind == ExprKind::cast) side = m[side].a;
    return m[side].kind == ExprKind::special;
  };
  return e.op == Op::multiply && !is_constant(e.a) && !is_constant(e.b) && !(is_special(e.a) && is_special(e.b));
}

bool is_in_range(const ShapeCheck& check) { return check.column.empty() && check.column_constant >= 0 && check.column_constant < check.width_constant; }

}  // namespace

bool Lowering::keeps_its_value(VarId var) {
  if (changing_variables_.empty()) {
    changing_variables_.resize(m_.variables.size());
    for (const Expr& e : m_.exprs) {
      const bool changes = e.kind == ExprKind::assign || e.kind == ExprKind::compound_assign || e.kind == ExprKind::pre_increment || e.kind == ExprKind::pre_decrement ||
                           e.kind == ExprKind::post_increment || e.kind == ExprKind::post_decrement || e.kind == ExprKind::address_of;
      ExprId target = e.a;
      while (changes && target && m_[target].kind != ExprKind::variable && m_[target].a) target = m_[target].a;
      if (changes && target && m_[target].kind == ExprKind::variable) changing_variables_[m_[target].var.v] = true;
    }
  }
  const Variable& v = m_[var];
  return !changing_variables_[var.v] && !v.is_address_taken && (v.storage == Storage::parameter || v.init);
}

// A variable in a register, a thread's index: what a check can read at the access.
std::optional<ShapeCheck::Term> Lowering::term_of(ExprId id, bool is_earlier) {
  const Expr* e = &m_[id];
  while (e->kind == ExprKind::cast && (e->cast == CastKind::integral || e->cast == CastKind::same)) {
    const auto from = scalar_rep(types_, m_[e->a].type), to = scalar_rep(types_, e->type);
    if (!from || !to || is_float_rep(from->rep) || to->bytes < from->bytes || to->bytes < 4) return std::nullopt;
    e = &m_[e->a];
  }
  if (e->kind == ExprKind::special) return ShapeCheck::Term{.slot = special(e->special), .is_unsigned = true};
  if (e->kind != ExprKind::load || m_[e->a].kind != ExprKind::variable) return std::nullopt;
  if (is_earlier && !keeps_its_value(m_[e->a].var)) return std::nullopt;
  const auto rep = scalar_rep(types_, e->type);
  const auto found = frame().variables.find(m_[e->a].var.v);
  if (!rep || is_float_rep(rep->rep) || found == frame().variables.end() || found->second.leaves.size() != 1) return std::nullopt;
  return ShapeCheck::Term{.slot = found->second.leaves[0], .is_wide = is_wide(rep->rep), .is_unsigned = rep->rep == Rep::u32 || rep->rep == Rep::u64};
}

// row * width, or a part of the column: a thread's place is block index * block size + thread index.
bool Lowering::add_product(const Expr& product, int64_t factor, IndexSum& sum) {
  const auto is_special = [&](ExprId id) {
    const Expr* e = &m_[id];
    while (e->kind == ExprKind::cast) e = &m_[e->a];
    return e->kind == ExprKind::special;
  };
  if (is_special(product.a) && is_special(product.b)) {
    const auto a = term_of(product.a, false), b = term_of(product.b, false);
    if (!a || !b) return false;
    sum.check.column.push_back({a->slot, b->slot, false, true, factor});
    return true;
  }
  if (factor != 1 || ++sum.products > 1) return false;
  for (ExprId side : {product.a, product.b}) {
    if (auto known = constant_of(side)) {
      sum.check.width_constant = static_cast<int64_t>(*known);
      continue;
    }
    if (auto width = term_of(side, sum.is_earlier)) sum.check.widths.push_back(*width);
  }
  return sum.check.width_constant > 0 || !sum.check.widths.empty();
}

bool Lowering::add_terms(ExprId index, int64_t factor, IndexSum& sum, bool opens_variables) {
  const Expr& e = m_[index];
  const auto rep = scalar_rep(types_, e.type);
  if (!rep || is_float_rep(rep->rep) || rep->bytes < 4 || sum.check.column.size() > most_terms) return false;
  if (auto known = constant_of(index)) {
    sum.check.column_constant += factor * (rep->rep == Rep::i32 ? static_cast<int32_t>(*known) : static_cast<int64_t>(*known));
    return true;
  }
  if (e.kind == ExprKind::cast && e.cast == CastKind::integral) {
    const auto from = scalar_rep(types_, m_[e.a].type);
    if (from && from->bytes >= 4 && from->bytes <= rep->bytes) return add_terms(e.a, factor, sum, opens_variables);
  }
  if (e.kind == ExprKind::binary && (e.op == Op::add || e.op == Op::subtract))
    return add_terms(e.a, factor, sum, opens_variables) && add_terms(e.b, e.op == Op::add ? factor : -factor, sum, opens_variables);
  if (e.kind == ExprKind::binary && e.op == Op::multiply) return add_product(e, factor, sum);
  if (opens_variables && factor == 1 && sum.products == 0 && e.kind == ExprKind::load && m_[e.a].kind == ExprKind::variable) {
    const VarId var = m_[e.a].var;
    IndexSum inside = sum;
    inside.is_earlier = true;
    if (m_[var].storage == Storage::local && keeps_its_value(var) && add_terms(m_[var].init, 1, inside, false) && inside.products == 1) {
      sum = std::move(inside);
      sum.is_earlier = false;
      return true;
    }
  }
  if (opens_variables && e.kind == ExprKind::load && m_[e.a].kind == ExprKind::variable) {
    const VarId var = m_[e.a].var;
    const auto is_constant = [this](ExprId id) { return constant_of(id).has_value(); };
    if (sum.products && m_[var].storage == Storage::local && keeps_its_value(var) && multiplies(m_, m_[var].init, is_constant)) return false;
  }
  const auto term = term_of(index, sum.is_earlier);
  if (!term) return false;
  sum.check.column.push_back(*term);
  sum.check.column.back().factor = factor;
  return true;
}

// tile[r][c]: the array that is indexed is itself a part of something larger.
uint16_t Lowering::declared_shape_check(const Expr& subscript, TypeId array) {
  IndexSum sum;
  if (!add_terms(subscript.b, 1, sum, false) || sum.products) return 0;
  sum.check.width_constant = static_cast<int64_t>(types_[array].count);
  sum.check.is_declared = true;
  if (is_in_range(sum.check)) return 0;
  program_->shape_checks.push_back(std::move(sum.check));
  return static_cast<uint16_t>(program_->shape_checks.size());
}

std::optional<TypeId> Lowering::declared_row(const Expr& subscript) const {
  const Expr& base = m_[subscript.a];
  if (base.kind != ExprKind::decay) return std::nullopt;
  const Expr& array = m_[base.a];
  const bool is_part = array.kind == ExprKind::subscript || array.kind == ExprKind::member || array.kind == ExprKind::dereference;
  return is_part && types_.is_array(array.type) ? std::optional(array.type) : std::nullopt;
}

// tile[r][f(c) % 7]: not a sum, but the access's own register holds it.
uint16_t Lowering::column_check(const Expr& subscript, const IndexValue& column) {
  if (in_library_ || body_ || program_->shape_checks.size() >= UINT16_MAX || column.slot == no_slot) return 0;
  const auto row = declared_row(subscript);
  if (!row) return 0;
  const Rep rep = column.rep.rep;
  program_->shape_checks.push_back({.column = {{.slot = column.slot, .is_wide = is_wide(rep), .is_unsigned = rep == Rep::u32 || rep == Rep::u64}},
                                    .column_constant = column.constant,
                                    .widths = {},
                                    .width_constant = static_cast<int64_t>(types_[*row].count),
                                    .is_declared = true});
  return static_cast<uint16_t>(program_->shape_checks.size());
}

uint16_t Lowering::shape_check(const Expr& subscript) {
  if (in_library_ || body_ || program_->shape_checks.size() >= UINT16_MAX) return 0;
  if (const auto row = declared_row(subscript)) return declared_shape_check(subscript, *row);
  if (m_[subscript.a].kind == ExprKind::decay) return 0;
  IndexSum sum;
  if (!add_terms(subscript.b, 1, sum, false) || sum.products != 1) {
    sum = {};
    if (!add_terms(subscript.b, 1, sum, true) || sum.products != 1) return 0;
  }
  sum.check.element_bytes = static_cast<uint32_t>(types_.size_of(subscript.type));
  program_->shape_checks.push_back(std::move(sum.check));
  return static_cast<uint16_t>(program_->shape_checks.size());
}

void Lowering::place_shape_checks(const std::function<uint32_t(Slot)>& place) {
  for (ShapeCheck& check : program_->shape_checks)
    for (std::vector<ShapeCheck::Term>* terms : {&check.column, &check.widths})
      for (ShapeCheck::Term& term : *terms) {
        term.slot = place(term.slot);
        if (term.times != ShapeCheck::no_slot) term.times = place(term.times);
      }
}

}  // namespace wb
