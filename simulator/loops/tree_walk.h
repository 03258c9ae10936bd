#pragma once
// Walks over the typed tree: every expression below one, every statement below one.
#include "simulator/language/typed_tree.h"

namespace wb::loops {

// Calls visit(ExprId) for `id` and every expression below it, parents first.
template <class Visit>
void for_each_expr(const Module& module, ExprId id, const Visit& visit) {
  if (!id) return;
  visit(id);
  const Expr& expr = module[id];
  for_each_expr(module, expr.a, visit);
  for_each_expr(module, expr.b, visit);
  for_each_expr(module, expr.c, visit);
  for (ExprId argument : expr.args) for_each_expr(module, argument, visit);
}

// Calls visit(StmtId) for `id` and every statement below it, parents first.
template <class Visit>
void for_each_stmt(const Module& module, StmtId id, const Visit& visit) {
  if (!id) return;
  visit(id);
  const Stmt& stmt = module[id];
  for_each_stmt(module, stmt.init, visit);
  for_each_stmt(module, stmt.body, visit);
  for_each_stmt(module, stmt.otherwise, visit);
  for (StmtId child : stmt.list) for_each_stmt(module, child, visit);
}

// Calls visit(ExprId) for every expression in `id` and below, initialisers of declared variables included.
template <class Visit>
void for_each_expr_in(const Module& module, StmtId id, const Visit& visit) {
  for_each_stmt(module, id, [&](StmtId each) {
    const Stmt& stmt = module[each];
    for_each_expr(module, stmt.a, visit);
    for_each_expr(module, stmt.step, visit);
    if (stmt.kind == StmtKind::declaration) for_each_expr(module, module[stmt.var].init, visit);
  });
}

// The variable whose storage an lvalue lies in (`v`, `v.x`, `v[3]` of an array), or false: behind a pointer.
inline bool root_variable(const Module& module, ExprId id, VarId& root) {
  while (id) {
    const Expr& expr = module[id];
    switch (expr.kind) {
      case ExprKind::variable: return root = expr.var, true;
      case ExprKind::member: case ExprKind::decay: id = expr.a; break;
      case ExprKind::subscript: id = expr.a; break;  // goes on only through decay: a pointer's value is a load
      default: return false;
    }
  }
  return false;
}

inline bool is_assignment(ExprKind kind) {
  switch (kind) {
    case ExprKind::assign: case ExprKind::compound_assign: case ExprKind::pre_increment: case ExprKind::pre_decrement:
    case ExprKind::post_increment: case ExprKind::post_decrement: return true;
    default: return false;
  }
}

inline bool is_loop(StmtKind kind) { return kind == StmtKind::for_ || kind == StmtKind::while_ || kind == StmtKind::do_; }

// The call of __syncthreads that is the whole of a statement.
inline bool is_barrier(const Module& module, const Stmt& stmt) {
  if (stmt.kind != StmtKind::expression) return false;
  ExprId id = stmt.a;
  while (module[id].kind == ExprKind::cast) id = module[id].a;
  return module[id].kind == ExprKind::builtin_call && builtin_info(module[id].builtin).family == BuiltinFamily::barrier;
}

}  // namespace wb::loops
