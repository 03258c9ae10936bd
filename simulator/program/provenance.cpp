// Flow-insensitive: a pointer variable derives from everything that any expression of the module gives it. That is more than can
// happen, never less. A pointer that was loaded from memory (a pointer to pointers, a member of a record) is unknown.
#include "simulator/program/provenance.h"

namespace wb {

Provenance::Provenance(const Module& module) : m_(module) {
  reassigned_.resize(m_.variables.size());
  sources_.resize(m_.variables.size());
  returns_.resize(m_.functions.size());
  for (size_t i = 0; i < m_.variables.size(); ++i)
    if (m_.variables[i].init) sources_[i].push_back(m_.variables[i].init);
  for (const Expr& e : m_.exprs) {
    const bool assigns = e.kind == ExprKind::assign || e.kind == ExprKind::compound_assign || e.kind == ExprKind::pre_increment ||
                         e.kind == ExprKind::pre_decrement || e.kind == ExprKind::post_increment || e.kind == ExprKind::post_decrement;
    if (assigns) {
      const Expr* target = &m_[e.a];
      while (target->kind == ExprKind::member) target = &m_[target->a];
      if (target->kind == ExprKind::variable) {
        reassigned_[target->var.v] = true;
        if (e.kind == ExprKind::assign) sources_[target->var.v].push_back(e.b);
      }
    }
    if (e.kind == ExprKind::call_indirect) {  // of every function that such a pointer may point to
      const TypeId type = m_.types[m_[e.a].type].element;
      for (const Function& callee : m_.functions)
        if (callee.type == type)
          for (size_t i = 0; i < callee.parameters.size() && i < e.args.size(); ++i) sources_[callee.parameters[i].v].push_back(e.args[i]);
    }
    if (e.kind == ExprKind::call) {
      const Function& callee = m_[e.function];
      for (size_t i = 0; i < callee.parameters.size() && i < e.args.size(); ++i) sources_[callee.parameters[i].v].push_back(e.args[i]);
    }
  }
  std::vector<StmtId> todo;
  for (size_t f = 0; f < m_.functions.size(); ++f) {
    todo.push_back(m_.functions[f].body);
    while (!todo.empty()) {
      const StmtId id = todo.back();
      todo.pop_back();
      if (!id) continue;
      const Stmt& s = m_[id];
      if (s.kind == StmtKind::return_ && s.a) returns_[f].push_back(s.a);
      todo.insert(todo.end(), s.list.begin(), s.list.end());
      todo.insert(todo.end(), {s.init, s.body, s.otherwise});
    }
  }
}

Provenance::Roots Provenance::of(ExprId id) {
  Roots roots;
  visiting_variables_.clear();
  visiting_functions_.clear();
  walk(id, roots);
  return roots;
}

void Provenance::walk_variable(VarId var, Roots& roots) {
  const Variable& v = m_[var];
  const bool holds_pointer = m_.types.is_pointer(v.type) || m_.types[v.type].kind == TypeKind::reference;
  if (!holds_pointer || v.is_address_taken || (v.storage != Storage::local && v.storage != Storage::parameter)) {
    roots.unknown = true;  // a pointer that stands in memory
    return;
  }
  if (!visiting_variables_.insert(var.v).second) return;
  if (v.storage == Storage::parameter) roots.variables.insert(var.v);  // a kernel's: what the launch gave it, besides what it is assigned
  for (ExprId source : sources_[var.v]) walk(source, roots);
}

void Provenance::walk(ExprId id, Roots& roots) {
  if (roots.unknown || !id) return;
  const Expr& e = m_[id];
  switch (e.kind) {
    case ExprKind::variable:  // as an lvalue: the variable's own memory
      roots.variables.insert(e.var.v);
      return;
    case ExprKind::constant: return;  // null
    case ExprKind::string_literal: return;
    case ExprKind::load: {
      const Expr& from = m_[e.a];
      if (from.kind == ExprKind::variable) return walk_variable(from.var, roots);
      if (from.kind == ExprKind::assign) return walk(from.b, roots);
      if (from.kind == ExprKind::compound_assign || from.kind == ExprKind::pre_increment || from.kind == ExprKind::pre_decrement) {
        const Expr& target = m_[from.a];
        if (target.kind == ExprKind::variable) return walk_variable(target.var, roots);
      }
      roots.unknown = true;
      return;
    }
    case ExprKind::post_increment: case ExprKind::post_decrement: {
      const Expr& target = m_[e.a];
      if (target.kind == ExprKind::variable) return walk_variable(target.var, roots);
      roots.unknown = true;
      return;
    }
    case ExprKind::decay: case ExprKind::address_of: case ExprKind::dereference: case ExprKind::subscript: case ExprKind::member:
    case ExprKind::pointer_add: case ExprKind::pointer_subtract:
      return walk(e.a, roots);
    case ExprKind::assign: case ExprKind::compound_assign: case ExprKind::pre_increment: case ExprKind::pre_decrement:
      return walk(e.a, roots);  // lvalues
    case ExprKind::cast:
      if (e.cast == CastKind::pointer || e.cast == CastKind::same) return walk(e.a, roots);
      roots.unknown = true;
      return;
    case ExprKind::conditional:
      walk(e.b, roots);
      return walk(e.c, roots);
    case ExprKind::comma: return walk(e.b, roots);
    case ExprKind::builtin_call:
      if (e.builtin == Builtin::heap_open) return walk(e.args[0], roots);    // a block of it
      if (e.builtin == Builtin::cluster_map) return walk(e.args[0], roots);  // another block's
      roots.unknown = true;
      return;
    case ExprKind::call:
      if (!visiting_functions_.insert(e.function.v).second) return;
      for (ExprId returned : returns_[e.function.v]) walk(returned, roots);
      return;
    default: roots.unknown = true;
  }
}

}  // namespace wb
