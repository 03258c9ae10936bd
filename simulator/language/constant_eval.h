#pragma once
// Evaluates constant expressions on the typed tree: literals, arithmetic, known constants, calls of constexpr functions with loops, locals,
// arrays and objects of class type. Values are what C++ says a constant expression may hold: numbers, aggregates of them, and while the
// evaluation runs pointers and references to objects that it made itself. Reading what was never written is no constant.
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/language/typed_tree.h"

namespace wb {

// A value: a number in its type's representation, or the elements of an array or fields of a record.
struct ConstantValue {
  uint64_t bits = 0;
  bool is_set = false;
  bool is_aggregate = false, is_pointer = false;
  std::vector<ConstantValue> parts;
  // is_pointer: to an object, or to an element of the array that is `target`.
  ConstantValue* target = nullptr;
  int64_t index = -1;
  bool is_writable = false;
};

// Values of variables that are constants: `const int n = 16;`, constexpr variables.
using KnownConstants = std::unordered_map<uint32_t, uint64_t>;      // by VarId::v
using KnownObjects = std::unordered_map<uint32_t, ConstantValue>;  // those of array and class type

class ConstantEvaluator {
 public:
  explicit ConstantEvaluator(const Module& module, const KnownConstants* known = nullptr, const KnownObjects* objects = nullptr)
      : module_(module), known_(known), objects_(objects) {}
  // The value in the expression's type's representation (for a comma or conditional too); none: it is not a constant.
  std::optional<uint64_t> evaluate(ExprId expr);
  // The same for arrays and records. None too where a part is unset or points somewhere.
  std::optional<ConstantValue> evaluate_object(ExprId expr);
  // Where evaluation gave up: the smallest part that is no constant.
  ExprId culprit() const { return culprit_; }
  // The expression wrote to temporaries, which what stands behind it may read: its value alone does not replace it.
  bool has_written() const { return has_written_; }

 private:
  using Value = ConstantValue;
  using Frame = std::unordered_map<uint32_t, Value>;  // local variables of the constexpr call
  enum class Flow { next, break_, continue_, return_, failed };

  std::optional<Value> value(ExprId expr);
  std::optional<Value> compute(const Expr& e);
  std::optional<uint64_t> number(ExprId expr);
  std::optional<Value> locate(ExprId lvalue);  // a pointer to the object
  Value* object(const Value& pointer);
  std::optional<Value> cast(const Expr& e);
  std::optional<Value> binary(const Expr& e);
  std::optional<Value> compare_pointers(const Expr& e, const Value& a, const Value& b);
  std::optional<Value> moved(const Expr& e);
  std::optional<Value> list(const Expr& e);
  std::optional<Value> call(const Expr& e);
  std::optional<Value> builtin(const Expr& e);
  std::optional<Value> change(const Expr& e);
  std::optional<Value> unset(TypeId type);
  std::optional<Value> zero(TypeId type);
  bool is_whole(const Value& v) const;
  static void assign(Value& to, const Value& from);
  Flow run(StmtId stmt);
  Flow run_switch(const Stmt& s);
  ScalarKind kind(ExprId expr) const { return module_.types[module_[expr].type].scalar; }

  const Module& module_;
  const KnownConstants* known_;
  const KnownObjects* objects_;
  std::deque<Frame> frames_;
  Frame* frame_ = nullptr;
  std::deque<Value> scratch_;  // objects that the expression itself makes
  Value result_;
  uint64_t steps_ = 0;
  int depth_ = 0, recursion_ = 0;
  bool has_written_ = false;
  ExprId culprit_;
};

}  // namespace wb
