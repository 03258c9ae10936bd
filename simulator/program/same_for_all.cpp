#include "simulator/program/same_for_all.h"

#include <algorithm>

#include "simulator/language/builtin_table.h"

namespace wb {
namespace {

bool changes(ExprKind kind) {
  return kind == ExprKind::assign || kind == ExprKind::compound_assign || kind == ExprKind::pre_increment || kind == ExprKind::pre_decrement ||
         kind == ExprKind::post_increment || kind == ExprKind::post_decrement;
}

bool is_own(const Variable& v) { return v.storage == Storage::local || v.storage == Storage::parameter; }

}  // namespace

// Starts from "all are the same" and takes away what is not, until nothing changes.
SameForAll::SameForAll(const Module& module) : m_(module), same_(module.variables.size()), sources_(module.variables.size()) {
  for (size_t i = 0; i < same_.size(); ++i) {
    const Variable& v = m_.variables[i];
    same_[i] = is_own(v) && !v.is_address_taken && m_.types[v.type].kind != TypeKind::reference && !m_.types.is_array(v.type);
    if (v.init) sources_[i].push_back(v.init);
    else if (v.storage == Storage::local) same_[i] = false;  // given a value later
  }
  for (const Expr& e : m_.exprs)
    if (e.kind == ExprKind::call) {
      const Function& callee = m_[e.function];
      for (size_t i = 0; i < callee.parameters.size() && i < e.args.size(); ++i) sources_[callee.parameters[i].v].push_back(e.args[i]);
    }
  // Changed: only as the counter of a loop, in its step, evenly.
  std::vector<uint32_t> steps(same_.size());
  for (const Stmt& s : m_.stmts)
    if (s.kind == StmtKind::for_ && s.step && changes(m_[s.step].kind) && m_[m_[s.step].a].kind == ExprKind::variable) {
      const Expr& step = m_[s.step];
      const bool is_counted = step.kind != ExprKind::assign && s.init && m_[s.init].kind == StmtKind::declaration && m_[s.init].var == m_[step.a].var;
      if (is_counted && (step.kind != ExprKind::compound_assign || m_[step.b].kind == ExprKind::constant)) ++steps[m_[step.a].var.v];
    }
  std::vector<uint32_t> all(same_.size());
  for (const Expr& e : m_.exprs)
    if (changes(e.kind)) {
      const Expr* target = &m_[e.a];
      while (target->kind == ExprKind::member) target = &m_[target->a];
      if (target->kind == ExprKind::variable) ++all[target->var.v];
    }
  for (size_t i = 0; i < same_.size(); ++i)
    if (all[i] != steps[i]) same_[i] = false;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < same_.size(); ++i)
      if (same_[i] && !std::ranges::all_of(sources_[i], [&](ExprId source) { return is(source); })) {
        same_[i] = false;
        is_changed = true;
      }
  }
}

bool SameForAll::is(ExprId id) const {
  const Expr& e = m_[id];
  switch (e.kind) {
    case ExprKind::constant: case ExprKind::string_literal: return true;
    case ExprKind::special: return e.special != Special::thread_idx_x && e.special != Special::thread_idx_y && e.special != Special::thread_idx_z;
    case ExprKind::load: return is_place(e.a);
    case ExprKind::decay: case ExprKind::address_of: return is_address(e.a);
    case ExprKind::unary: case ExprKind::cast: return is(e.a);
    case ExprKind::binary: case ExprKind::logical_and: case ExprKind::logical_or: case ExprKind::pointer_add: case ExprKind::pointer_subtract:
    case ExprKind::pointer_difference: return is(e.a) && is(e.b);
    case ExprKind::conditional: case ExprKind::fma: return is(e.a) && is(e.b) && is(e.c);
    case ExprKind::builtin_call: return is_pure(e.builtin) && std::ranges::all_of(e.args, [&](ExprId value) { return is(value); });
    default: return false;
  }
}

bool SameForAll::is_place(ExprId id) const {
  const Expr& e = m_[id];
  if (e.kind == ExprKind::variable) return m_[e.var].storage == Storage::constant || same_[e.var.v];
  if (e.kind == ExprKind::member) return is_place(e.a);
  return false;
}

bool SameForAll::is_address(ExprId id) const {
  const Expr& e = m_[id];
  switch (e.kind) {
    case ExprKind::variable: return !is_own(m_[e.var]);
    case ExprKind::dereference: return is(e.a);
    case ExprKind::subscript: return is(e.a) && is(e.b);
    case ExprKind::member: return is_address(e.a);
    default: return false;
  }
}

bool is_put_together(Opcode op, bool is_same_address, bool is_constant_operand, bool wants_result) {
  if (!is_same_address) return false;
  switch (op) {
    case Opcode::atom_add_32: case Opcode::atom_sub_32: return true;
    case Opcode::atom_min_i32: case Opcode::atom_max_i32: case Opcode::atom_min_u32: case Opcode::atom_max_u32:
    case Opcode::atom_and_32: case Opcode::atom_or_32: case Opcode::atom_xor_32: return !wants_result;
    case Opcode::atom_add_64: return is_constant_operand && !wants_result;
    default: return false;
  }
}

}  // namespace wb
