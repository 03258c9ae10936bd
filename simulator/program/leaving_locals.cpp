#include "simulator/program/leaving_locals.h"

#include <algorithm>

namespace wb {

LeavingLocals::LeavingLocals(const Module& module, Provenance& provenance) : m_(module), provenance_(provenance) {
  for (const Function& function : m_.functions)
    if (function.is_kernel)
      for (VarId parameter : function.parameters) of_kernels_.insert(parameter.v);
  find_homes();
  for (const Expr& e : m_.exprs)
    if (e.kind == ExprKind::assign && m_.types.is_pointer(e.type)) see_assignment(e.b, e);
}

// Where the locals are declared; and what functions return of them.
void LeavingLocals::find_homes() {
  homes_.resize(m_.variables.size());
  struct Open {
    StmtId id;
    uint32_t depth;
  };
  std::vector<Open> todo;
  std::vector<std::pair<uint32_t, ExprId>> returned;
  for (uint32_t f = 0; f < m_.functions.size(); ++f) {
    todo.push_back({m_[FunctionId{f}].body, 0});
    while (!todo.empty()) {
      const auto [id, depth] = todo.back();
      todo.pop_back();
      if (!id) continue;
      const Stmt& s = m_[id];
      const uint32_t inner = depth + (s.kind == StmtKind::compound);
      if (s.kind == StmtKind::declaration) homes_[s.var.v] = {f + 1, depth};
      if (s.kind == StmtKind::return_ && s.a && m_.types.is_pointer(m_[s.a].type)) returned.emplace_back(f + 1, s.a);
      for (StmtId child : s.list) todo.push_back({child, inner});
      for (StmtId child : {s.init, s.body, s.otherwise}) todo.push_back({child, inner});
    }
  }
  for (const auto& [function, value] : returned)
    for (uint32_t var : locals_of(value))
      if (homes_[var].function == function) outlived_.insert(var);
}

void LeavingLocals::see_assignment(ExprId id, const Expr& e) {
  const std::vector<uint32_t> locals = locals_of(id);
  if (locals.empty()) return;
  const Expr& target = m_[e.a];
  const bool is_plain = target.kind == ExprKind::variable && m_[target.var].storage == Storage::local;
  for (uint32_t var : locals)
    if (is_plain && homes_[target.var.v].function == homes_[var].function && homes_[target.var.v].depth < homes_[var].depth) outlived_.insert(var);
  if (!is_plain && may_be_shared(e.a)) {
    handed_on_.insert(id.v);
    outlived_.insert(locals.begin(), locals.end());
  }
}

bool LeavingLocals::hands_on(const Expr& assignment) const { return handed_on_.contains(assignment.b.v); }

// The variables in local memory that a pointer may lead to.
std::vector<uint32_t> LeavingLocals::locals_of(ExprId pointer) {
  const Provenance::Roots roots = provenance_.of(pointer);
  std::vector<uint32_t> locals;
  for (uint32_t var : roots.variables) {
    const Variable& v = m_.variables[var];
    if (v.storage == Storage::local && !v.is_temporary && v.is_address_taken && homes_[var].function) locals.push_back(var);
  }
  return locals;
}

// The parameter of a function that is no kernel is known by what it is given.
bool LeavingLocals::may_be_shared(ExprId lvalue) {
  const Provenance::Roots roots = provenance_.of(lvalue);
  return roots.unknown || std::any_of(roots.variables.begin(), roots.variables.end(), [&](uint32_t var) {
    const Storage storage = m_.variables[var].storage;
    return storage == Storage::parameter ? of_kernels_.contains(var) : storage != Storage::local;
  });
}

}  // namespace wb
