#pragma once
// Passes over finished function bodies: fused multiply-add, which variables need an address, which globals a kernel reaches.
#include "simulator/language/typed_tree.h"

namespace wb {

// Calls `visit(ExprId)` for every expression below, children before parents.
template <typename Visit>
void for_each_expr(const Module& module, ExprId expr, Visit&& visit) {
  if (!expr) return;
  const Expr e = module[expr];
  for (ExprId child : {e.a, e.b, e.c}) for_each_expr(module, child, visit);
  for (ExprId child : e.args) for_each_expr(module, child, visit);
  visit(expr);
}
template <typename Visit>
void for_each_expr(const Module& module, StmtId stmt, Visit&& visit) {
  if (!stmt) return;
  const Stmt s = module[stmt];
  for_each_expr(module, s.init, visit);
  for_each_expr(module, s.a, visit);
  if (s.kind == StmtKind::declaration) for_each_expr(module, module[s.var].init, visit);
  for (StmtId inner : s.list) for_each_expr(module, inner, visit);
  for_each_expr(module, s.body, visit);
  for_each_expr(module, s.step, visit);
  for_each_expr(module, s.otherwise, visit);
}

void contract_products(Module& module, StmtId body);
void mark_addresses(Module& module, StmtId body);
// The kernel and every function that its code calls, directly or not.
std::vector<FunctionId> reachable_functions(const Module& module, FunctionId kernel);
// The shared, device and constant variables that the code of these functions names, those of `in_order` first to last.
std::vector<VarId> reachable_globals(const Module& module, const std::vector<FunctionId>& functions, const std::vector<VarId>& in_order);

}  // namespace wb
