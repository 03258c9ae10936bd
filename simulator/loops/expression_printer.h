#pragma once
// Expressions, types and names of the typed tree as C++ again: what the compiler put in is left out, the student's names stay.
//
// Leaving out an implicit conversion is right because the printed text is C++ too and makes the same one. Two exceptions are written
// out: floating point to integer, which saturates on a GPU (a helper: `to_uchar(grey)`), and arguments of overloaded builtins.
#include <map>
#include <set>
#include <string>

#include "simulator/language/typed_tree.h"

namespace wb::loops {

struct Refusal {
  std::string reason;
  Span span;
};

class ExpressionPrinter {
 public:
  std::string field_name(uint32_t record, uint32_t field) const;
  explicit ExpressionPrinter(const Module& module);

  // How binding an expression stands inside another; higher binds tighter.
  enum Precedence { comma = 1, assignment, conditional, logical_or, logical_and, bit_or, bit_xor, bit_and, equality, relation, shift, sum,
                    product, unary, postfix, primary };

  std::string print(ExprId id, int at_least = comma);
  // What initialises a variable or parameter of type `target`: references bind to the lvalue itself, braces need no type.
  std::string print_for(ExprId id, TypeId target);
  // For what it does: nobody takes the value.
  std::string print_effect(ExprId id, int at_least = comma);

  std::string type(TypeId id) { return declaration(id, ""); }
  std::string declaration(TypeId id, std::string name);  // "float (*row)[16]"

  std::string name(VarId var);
  TypeTable& types() { return types_; }
  void rename(VarId var, std::string text) { renamed_[var.v] = std::move(text); }
  std::string function_name(FunctionId function) const { return function_names_[function.v]; }
  std::string record_name(uint32_t record) const { return record_names_[record]; }

  // threadIdx and the like that a device function reads, itself or through others: handed to it as parameters. Bits 0..3 stand for
  // threadIdx, blockIdx, blockDim, gridDim.
  uint32_t indices_of(FunctionId function) const { return function_indices_[function.v]; }
  static const char* index_name(int bit);

  // Names of the student's that stand for a number ("TILE"), with the declaration that gives it: found while printing.
  const std::map<std::string, std::string>& constants() const { return constants_; }
  Span called_at;               // where the student's text calls the library function that is being printed
  Span scope;                   // of the function that is being printed
  bool may_name_locals = true;  // a folded constant may be printed as the local variable that it came from

  const Refusal& refusal() const { return refusal_; }
  void refuse(std::string reason, Span span);

 private:
  std::string wanted_name(const Function& function) const;
  std::string signature_of(const Function& function) const;
  std::string print_referred(ExprId id, int at_least);
  std::string print_value(ExprId id);
  std::string call(const Expr& expr);
  bool changes_pointer(const Expr& expr);
  std::string binary(const Expr& expr, int at_least);
  std::string constant(const Expr& expr);
  std::string named_constant(const Expr& expr);
  bool is_whole_macro(Span span, const std::string& name) const;
  std::string literal(const Expr& expr) const;
  std::string cast(const Expr& expr, int at_least);
  std::string compound(const Expr& expr);
  std::string arguments(const Expr& expr);
  static std::string string_literal(std::string_view text);
  std::string builtin(const Expr& expr);
  bool leads_to_shared(ExprId pointer) const;
  std::string braces(const Expr& expr);
  std::string member(const Expr& expr);
  std::string operand(ExprId id, int parent, int at_least);
  std::string convert(const std::string& text, TypeId from, TypeId to);
  bool is_reference_value(ExprId id) const;
  bool is_repeatable(ExprId id) const;
  TypeId natural_type(ExprId id) const;
  uint32_t find_indices(FunctionId function, std::set<uint32_t>& visiting);

  const Module& m_;
  TypeTable types_;  // a copy: printing may need types that the module does not have
  Refusal refusal_;
  std::map<uint32_t, std::string> renamed_;
  std::vector<std::string> function_names_, record_names_;
  std::vector<uint32_t> function_indices_;
  std::map<std::string, std::string> constants_;
  std::set<std::string> names_;
  std::string self_name_;
};

// "matmul<16>" as an identifier: "matmul_16".
std::string identifier(std::string_view text);

}  // namespace wb::loops
