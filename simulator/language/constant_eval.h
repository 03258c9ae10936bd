#pragma once
// Evaluates constant expressions on the typed tree: literals, arithmetic, known constants, calls of constexpr functions.
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "simulator/language/typed_tree.h"

namespace wb {

// Values of variables that are constants: `const int n = 16;`, constexpr variables.
using KnownConstants = std::unordered_map<uint32_t, uint64_t>;  // by VarId::v

class ConstantEvaluator {
 public:
  explicit ConstantEvaluator(const Module& module, const KnownConstants* known = nullptr) : module_(module), known_(known) {}
  // The value in the expression's type's representation (for a comma or conditional too); none: it is not a constant.
  std::optional<uint64_t> evaluate(ExprId expr);
  // Where evaluation gave up: the smallest part that is no constant.
  ExprId culprit() const { return culprit_; }

 private:
  using Frame = std::unordered_map<uint32_t, uint64_t>;  // local variables of the constexpr call
  enum class Flow { next, break_, continue_, return_, failed };

  std::optional<uint64_t> value(ExprId expr);
  std::optional<uint64_t> compute(const Expr& e);
  std::optional<uint64_t> call(const Expr& e);
  std::optional<uint64_t> builtin(const Expr& e);
  std::optional<uint64_t> store(ExprId target, uint64_t bits);
  std::optional<uint64_t> change(const Expr& e);
  Flow run(StmtId stmt);
  Flow run_switch(const Stmt& s);
  ScalarKind kind(ExprId expr) const { return module_.types[module_[expr].type].scalar; }

  const Module& module_;
  const KnownConstants* known_;
  Frame* frame_ = nullptr;
  uint64_t result_ = 0;
  uint64_t steps_ = 0;
  int depth_ = 0, recursion_ = 0;
  ExprId culprit_;
};

}  // namespace wb
