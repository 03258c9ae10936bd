#pragma once
// Where pointers can come from: which parameters and globals the addresses of the program's stores can derive from. What nobody stores
// to needs no race checks and no snapshots.
#include <unordered_set>
#include <vector>

#include "simulator/language/typed_tree.h"

namespace wb {

// What is converted, without its conversions.
inline ExprId without_casts(const Module& m, ExprId e) {
  while (m[e].kind == ExprKind::cast) e = m[e].a;
  return e;
}

class Provenance {
 public:
  explicit Provenance(const Module& module);

  struct Roots {
    std::unordered_set<uint32_t> variables;  // VarId::v of kernel parameters and of variables that live in memory
    bool unknown = false;                    // may be anything
  };
  // What the address of this lvalue, or this pointer value, can derive from.
  Roots of(ExprId lvalue_or_pointer);
  // Is the variable given a value anywhere but in its declaration (assigned, counted up or down)?
  bool is_reassigned(VarId var) const { return reassigned_[var.v]; }
  // What it is initialised from, assigned, or bound to in calls.
  const std::vector<ExprId>& sources(VarId var) const { return sources_[var.v]; }

 private:
  void walk(ExprId id, Roots& roots);
  void walk_variable(VarId var, Roots& roots);

  const Module& m_;
  std::vector<bool> reassigned_;
  std::vector<std::vector<ExprId>> sources_;  // by variable
  std::vector<std::vector<ExprId>> returns_;  // by function
  std::unordered_set<uint32_t> visiting_variables_, visiting_functions_;
};

}  // namespace wb
