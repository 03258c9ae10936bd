// Short loops whose passes can be counted before the run are written out, one copy of the body after the other:
//
//   for (int k = 0; k < 4; k++) sum += a[k] * b[k][x];
//
//   k = 0 | sum += a[0] * b[0][x] | k = 1 | sum += a[1] * b[1][x] | k = 2 | ...
//
// In each copy the counter is a constant, so that it goes into displacements and costs nothing in an index; the test and the jump are
// gone. The counter's register is kept up to date by one move a pass, which stands where the step stood: who steps by line still comes by
// the head of the loop each time, and sees the counter go up.
//
// Written out are loops `for (int k = constant; k compared with a constant; k stepped by a constant)` whose body cannot leave them, waits
// for nobody but at barriers that each pass comes to, calls nothing of its own and leaves the counter alone. Everything else in them is
// lowered as usual, so accesses, their sites and their order are those of the loop. A loop inside counts as what it grows to; where that is
// too much, it stays a loop.
#include <algorithm>

#include "simulator/program/lowering.h"

namespace wb {
namespace {

constexpr size_t most_passes = 64;
constexpr int most_nodes = 1200;          // of the tree, over all passes
constexpr int nodes_of_function = 80;     // of one that nvcc has a subroutine for, which it puts into each pass
constexpr size_t most_code = 100'000;     // instructions so far: larger programs are left as they are

// As a register holds an integer of at least 32 bits.
uint64_t cut(ScalarRep rep, uint64_t bits) { return is_wide(rep.rep) ? bits : static_cast<uint32_t>(bits); }
bool is_signed(ScalarRep rep) { return rep.rep == Rep::i32 || rep.rep == Rep::i64; }
int64_t as_signed(ScalarRep rep, uint64_t bits) { return is_wide(rep.rep) ? static_cast<int64_t>(bits) : static_cast<int32_t>(bits); }

bool holds(Op op, ScalarRep rep, uint64_t a, uint64_t b) {
  const bool less = is_signed(rep) ? as_signed(rep, a) < as_signed(rep, b) : a < b;
  switch (op) {
    case Op::less: return less;
    case Op::less_equal: return less || a == b;
    case Op::greater: return !less && a != b;
    case Op::greater_equal: return !less;
    case Op::not_equal: return a != b;
    default: return false;
  }
}

// a op b, or nothing where it is not a plain step of a counter.
std::optional<uint64_t> stepped(Op op, ScalarRep rep, uint64_t a, uint64_t b) {
  const unsigned width = is_wide(rep.rep) ? 64 : 32;
  const int64_t left = as_signed(rep, a), right = as_signed(rep, b);
  switch (op) {
    case Op::add: return cut(rep, a + b);
    case Op::subtract: return cut(rep, a - b);
    case Op::multiply: return cut(rep, a * b);
    case Op::divide:
      if (right <= 0 || left < 0) return std::nullopt;
      return cut(rep, static_cast<uint64_t>(left / right));
    case Op::shift_left: return b < width ? std::optional(cut(rep, a << b)) : std::nullopt;
    case Op::shift_right: return b < width && left >= 0 ? std::optional(cut(rep, a >> b)) : std::nullopt;
    default: return std::nullopt;
  }
}

bool is_block_barrier(const Expr& e) { return e.kind == ExprKind::builtin_call && e.builtin == Builtin::syncthreads; }

}  // namespace

std::optional<uint64_t> Lowering::known_value(VarId var) const {
  if (frames_.empty()) return std::nullopt;
  const auto& known = frames_.back()->known_values;
  const auto it = known.find(var.v);
  return it == known.end() ? std::nullopt : std::optional(it->second);
}

// Every pass's value of the counter, and the one behind the last pass.
std::optional<std::vector<uint64_t>> Lowering::passes_of(const Stmt& loop, uint64_t first) {
  const VarId counter = m_[loop.init].var;
  const ScalarRep rep = *scalar_rep(types_, m_[counter].type);
  const Expr& test = m_[loop.a];
  const Expr& step = m_[loop.step];
  const Expr& target = m_[step.a];
  if (test.kind != ExprKind::binary || target.kind != ExprKind::variable || target.var != counter) return std::nullopt;
  Op op = Op::none;
  uint64_t by = 1;
  switch (step.kind) {
    case ExprKind::pre_increment: case ExprKind::post_increment: op = Op::add; break;
    case ExprKind::pre_decrement: case ExprKind::post_decrement: op = Op::subtract; break;
    case ExprKind::compound_assign: {
      const auto compute = scalar_rep(types_, step.compute_type);
      const auto constant = constant_of(step.b);
      if (!compute || compute->rep != rep.rep || !constant) return std::nullopt;
      op = step.op;
      by = *constant;
      break;
    }
    default: return std::nullopt;
  }

  const auto compared = scalar_rep(types_, m_[test.a].type);
  if (!compared || is_float_rep(compared->rep) || compared->bytes < 4) return std::nullopt;
  std::vector<uint64_t> values{first};
  uint64_t& known = frame().known_values[counter.v];
  bool is_counted = true;
  for (;;) {
    known = values.back();
    const auto a = constant_of(test.a), b = constant_of(test.b);
    is_counted = a && b && values.size() <= most_passes + 1;
    if (!is_counted || !holds(test.op, *compared, *a, *b)) break;
    const auto next = stepped(op, rep, known, by);
    is_counted = next.has_value();
    if (!is_counted) break;
    values.push_back(*next);
  }
  frame().known_values.erase(counter.v);
  return is_counted && values.size() > 1 ? std::optional(std::move(values)) : std::nullopt;
}

// Takes what a copy costs from the budget. False: too much, or it may not be repeated, or changes a counter.
bool Lowering::may_repeat(ExprId id, int& budget) const {
  if (!id) return true;
  const Expr& e = m_[id];
  if (--budget < 0) return false;
  switch (e.kind) {
    case ExprKind::constant: case ExprKind::string_literal: case ExprKind::special: case ExprKind::variable: case ExprKind::load:
    case ExprKind::decay: case ExprKind::address_of: case ExprKind::dereference: case ExprKind::subscript: case ExprKind::member:
    case ExprKind::member_value: case ExprKind::unary: case ExprKind::binary: case ExprKind::pointer_add: case ExprKind::pointer_subtract:
    case ExprKind::pointer_difference: case ExprKind::logical_and: case ExprKind::logical_or: case ExprKind::conditional:
    case ExprKind::comma: case ExprKind::fma: case ExprKind::cast: case ExprKind::init_list:
      break;
    case ExprKind::assign: case ExprKind::compound_assign: case ExprKind::pre_increment: case ExprKind::pre_decrement:
    case ExprKind::post_increment: case ExprKind::post_decrement:
      if (m_[e.a].kind == ExprKind::variable && known_value(m_[e.a].var)) return false;
      break;
    case ExprKind::builtin_call:
      switch (builtin_info(e.builtin).family) {
        case BuiltinFamily::barrier: case BuiltinFamily::fence: case BuiltinFamily::atomic: case BuiltinFamily::warp: return false;
        default: break;
      }
      if (builtin_info(e.builtin).cost == CostClass::software) budget -= nodes_of_function;
      break;
    default: return false;  // calls: who knows how long they are
  }
  for (ExprId argument : e.args)
    if (!may_repeat(argument, budget)) return false;
  return may_repeat(e.a, budget) && may_repeat(e.b, budget) && may_repeat(e.c, budget);
}

bool Lowering::may_repeat(StmtId id, int& budget, bool is_certain) {
  if (!id) return true;
  const Stmt& s = m_[id];
  switch (s.kind) {
    case StmtKind::empty: return true;
    case StmtKind::expression: return is_certain && is_block_barrier(m_[s.a]) ? --budget >= 0 : may_repeat(s.a, budget);
    case StmtKind::declaration: return may_repeat(m_[s.var].init, budget) && --budget >= 0;
    case StmtKind::if_:
      return may_repeat(s.a, budget) && may_repeat(s.body, budget, false) && may_repeat(s.otherwise, budget, false);
    case StmtKind::compound:
      for (StmtId child : s.list)
        if (!may_repeat(child, budget, is_certain)) return false;
      return true;
    case StmtKind::for_: {
      const auto passes = counted_passes(s);
      if (!passes) return false;
      const uint32_t inner = m_[s.init].var.v;
      int body = budget;
      frame().known_values[inner] = passes->front();
      const bool fits = may_repeat(s.body, body, is_certain && !s.bits);
      frame().known_values.erase(inner);
      const int64_t used = int64_t{budget - body + 2} * static_cast<int64_t>(passes->size() - 1);
      budget = static_cast<int>(std::max<int64_t>(budget - used, -1));
      return fits && budget >= 0;
    }
    default: return false;  // ways out of the loop, and loops that nobody has counted
  }
}

std::optional<std::vector<uint64_t>> Lowering::counted_passes(const Stmt& s) {
  if (s.kind != StmtKind::for_ || !s.init || !s.a || !s.step || m_[s.init].kind != StmtKind::declaration) return std::nullopt;
  const Variable& counter = m_[m_[s.init].var];
  const auto rep = scalar_rep(types_, counter.type);
  const Type& type = types_[counter.type];
  if (!rep || is_float_rep(rep->rep) || rep->bytes < 4 || type.kind != TypeKind::scalar || type.is_volatile || counter.is_address_taken ||
      counter.storage != Storage::local || !counter.init)
    return std::nullopt;
  const auto first = constant_of(counter.init);
  return first ? passes_of(s, *first) : std::nullopt;
}

bool Lowering::unroll(const Stmt& s) {
  if (code_.size() > most_code) return false;
  const auto passes = counted_passes(s);
  if (!passes) return false;
  // The loops inside are counted as they are in the first pass.
  int budget = static_cast<int>(most_nodes / (passes->size() - 1));
  frame().known_values[m_[s.init].var.v] = passes->front();
  const bool fits = may_repeat(s.body, budget, !s.bits);  // with a number in its #pragma unroll one with barriers is a loop to nvcc, too
  frame().known_values.erase(m_[s.init].var.v);
  if (!fits) return false;
  const VarId counter = m_[s.init].var;
  const size_t first_variable = variables_.size();
  statement(s.init);
  const bool wide = is_wide(scalar_rep(types_, m_[counter].type)->rep);
  const Slot slot = frame().variables[counter.v].leaves.at(0);
  const Pc begin = here();
  // A branch of the body is one branch in all of its copies: see Site::arms.
  const bool is_outermost = copies_++ == 0;
  for (size_t pass = 0; pass + 1 < passes->size(); ++pass) {
    frame().known_values[counter.v] = (*passes)[pass];
    if (s.bits) notes_.apart.push_back(here());
    statement(s.body);
    SpanScope span(*this, span_);
    begin_statement(m_[s.step].span);
    move(slot, wide ? constant64((*passes)[pass + 1]) : constant32(static_cast<uint32_t>((*passes)[pass + 1])), wide);
    starts_statement_ = false;
  }
  if (s.bits) notes_.apart.push_back(here());
  frame().known_values.erase(counter.v);
  --copies_;
  if (is_outermost) branch_numbers_.clear();
  program_->loops.push_back({begin, here()});
  for (size_t i = first_variable; i < variables_.size(); ++i)
    if (variables_[i].end == ~0u) variables_[i].end = here();
  return true;
}

// for (int k = first; k < what is the same for all lanes; ++k), of 32 bits: that nothing else changes `k` is what same_for_all_ asks.
void Lowering::note_even_loop(const Stmt& s) {
  if (s.kind != StmtKind::for_ || s.bits || !s.init || !s.a || !s.step || m_[s.init].kind != StmtKind::declaration) return;
  const VarId counter = m_[s.init].var;
  const auto rep = scalar_rep(types_, m_[counter].type);
  if (!rep || is_float_rep(rep->rep) || rep->bytes != 4 || !same_for_all_.is(s.a)) return;
  const auto is_counter = [&](const Expr& e) { return e.kind == ExprKind::variable && e.var == counter; };
  const Expr& step = m_[s.step];
  const Expr& test = m_[s.a];
  const bool steps_by_one = step.kind == ExprKind::pre_increment || step.kind == ExprKind::post_increment;
  if (!steps_by_one || !is_counter(m_[step.a]) || test.kind != ExprKind::binary) return;
  const Expr* compared = &m_[test.a];
  const auto as = scalar_rep(types_, compared->type);
  if (compared->kind == ExprKind::cast) compared = &m_[compared->a];
  if (compared->kind != ExprKind::load || !is_counter(m_[compared->a]) || !as || as->bytes != 4) return;
  const bool ends = test.op == Op::less || test.op == Op::not_equal || (test.op == Op::less_equal && as->is_signed);
  const auto first = constant_of(m_[counter].init), bound = constant_of(test.b);
  if (!ends || (first && bound && (*bound - *first + (test.op == Op::less_equal)) % passes_written_out)) return;
  notes_.even.push_back({here(), frame().variables[counter.v].leaves.at(0), first ? std::optional(as_signed(*rep, *first)) : std::nullopt, copies_ > 0,
                         first && bound});
}

uint32_t Lowering::number_branch(uint32_t node) {
  if (!copies_) return branch_count_++;
  auto [it, is_new] = branch_numbers_.try_emplace(node, branch_count_);
  if (is_new) ++branch_count_;
  return it->second;
}

}  // namespace wb
