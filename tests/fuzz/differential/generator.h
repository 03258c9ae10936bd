#pragma once
// Makes a CUDA kernel from a seed: a defined, deterministic program without races that uses as much of the language as it can.
//
// How it stays defined: every expression carries the range of its values (tree.h), and before an operation is written down its operands
// are narrowed until the result fits (a mask, a remainder, a detour through the unsigned type). Variables keep an invariant range, loops
// count, indices are masked, shared memory is written to a thread's own place and read by others after a barrier alone.
//
//   generate_expressions.cpp   operations on numbers
//   generate_statements.cpp    declarations, assignments, control flow
//   generate_idioms.cpp        what kernels do as a whole: exchange through shared memory, reduce, count with atomics, call, recurse ...
//   generate_newer.cpp         more of them: goto, packs, generic lambdas, pairs of halves, bfloat16, groups, cuda::atomic_ref
//   generate_bodies.cpp        kernels of another kind: sums for the contraction, calls of builtin functions, printf
//   generate_kernel.cpp        the file: tables, records, functions, the kernel, its results
#include <set>
#include <string>
#include <vector>

#include "simulator/analysis/finding.h"
#include "tests/fuzz/differential/arithmetic_types.h"
#include "tests/fuzz/differential/features.h"
#include "tests/fuzz/differential/random.h"
#include "tests/fuzz/differential/tree.h"

namespace wb::fuzz {

struct GeneratedKernel {
  uint64_t seed = 0;
  Index3 grid{1, 1, 1}, block{64, 1, 1};
  std::vector<uint8_t> ulps;                        // how far each column of `of` and `od` may be off, units in the last place; empty: not at all
  bool prints = false;
  Node file;                                        // its text holds `kernel_placeholder` where the kernel's name stands
};
inline constexpr std::string_view kernel_placeholder = "KERNEL_NAME";

// What fills a kernel.
enum class Body : uint8_t {
  statements,
  fused,      // sums for nvcc's default contraction: no product is used twice (see design.md, "Numbers")
  functions,  // each result is one call of a builtin function, held to the bound that CUDA's reference states
  printing,   // printf
};

struct GeneratorOptions {
  Features features;
  int statements = 9;      // of the kernel's body, about
  int depth = 3;           // of expressions
  Body body = Body::statements;
};

GeneratedKernel generate(uint64_t seed, const GeneratorOptions& options);
std::string text_of(const GeneratedKernel& kernel, std::string_view kernel_name);
// `@a` in a text becomes what stands for it.
std::string replaced(std::string text, std::initializer_list<std::pair<std::string, std::string>> names);

// A named number that expressions can use.
struct NamedValue {
  std::string name;
  ScalarKind kind = ScalarKind::int_;
  Range range;                 // holds as long as it lives
  bool is_assignable = true;
};

// Elements behind `name[...]`; a power of two of them.
struct NamedArray {
  std::string name;
  ScalarKind element = ScalarKind::int_;
  int length = 1;
  Range range;
  bool is_assignable = true;
  bool is_pointer = false;
};

struct NamedFunction {
  struct Parameter {
    ScalarKind kind;
    bool is_reference = false;   // a variable of just this type and of full range must be given
    int array_length = 0;        // not 0: a pointer to so many elements
  };
  std::string name;
  ScalarKind result = ScalarKind::int_;
  Range range;
  std::vector<Parameter> parameters;
};

class Generator {
 public:
  Generator(uint64_t seed, const GeneratorOptions& options) : random_(seed), options_(options) {}
  GeneratedKernel run(uint64_t seed);

 private:
  // What is visible; a block's end cuts it back.
  struct Scope {
    std::vector<NamedValue> values;
    std::vector<NamedArray> arrays;
    int loops = 0;           // around this place
    bool is_kernel_top = false;  // every thread of the block comes here, together
  };

  // generate_expressions.cpp
  Node value(int depth);
  Node integer(int depth);
  Node floating(int depth);
  Node condition(int depth);
  Node integer_leaf();
  Node floating_leaf();
  Node integer_literal();
  Node integer_literal(Wide number);
  Node floating_literal();
  Node read(const NamedValue& value);
  Node element(const NamedArray& array, int depth);
  Node index(int length, int depth);
  Node arithmetic(char op, Node a, Node b);
  Node division(char op, Node a, Node b);
  Node divisor(int depth);
  Node bitwise(char op, Node a, Node b);
  Node shift(bool left, Node a, Node by);
  Node shift_amount(int width, int depth);
  Node comparison(Node a, Node b);
  Node ternary(Node c, Node a, Node b);
  Node integer_function(int depth);
  Node integer_intrinsic(int depth);
  Node floating_function(int depth);
  Node rounding_intrinsic(int depth);
  Node negated(Node a);
  Node complemented(Node a);
  Node call(const NamedFunction& function, int depth);
  Node cast(ScalarKind kind, Node node);
  Node as(ScalarKind kind, Node node);             // what may stand where a `kind` is initialised
  Node narrowed(Node node, Range wanted);
  Node clamped(Node node, Wide lo, Wide hi);
  bool is_available(const NamedFunction& function, bool alone = false) const;

  // generate_statements.cpp
  Node block(int statements);                      // in a scope of its own
  void statements_into(Node& into, int count);
  Node any_statement();
  Node declaration();
  Node array_declaration();
  Node assignment();
  Node compound_assignment();
  Node increment();
  Node if_statement();
  Node for_statement();
  Node while_statement();
  Node do_statement();
  Node switch_statement();
  Node leave_loop();
  Node pointer_walk();
  Node accumulate();
  Node reference();
  Node call_alone();
  Node store();
  Node initialised(ScalarKind kind, const std::string& spelling, Range range);
  NamedValue declare(ScalarKind kind, Range range, bool is_assignable = true);
  const NamedValue* assignable();
  std::string spelled(ScalarKind kind);
  Range invariant(ScalarKind kind);

  // generate_idioms.cpp
  Node idiom();
  Node exchange_through_shared();
  Node reduce_in_shared();
  Node scan_in_shared();
  Node shared_histogram();
  Node global_atomic();
  Node use_record();
  Node use_operators();
  Node use_inheritance();
  Node use_rows();
  Node use_vector();
  Node use_template();
  Node use_class_template();
  Node use_lambda();
  Node use_recursion();
  Node use_function_pointer();
  Node use_union();
  Node use_bit_fields();
  Node use_enum();
  Node use_macro();
  Node use_range_for();
  Node use_bit_cast();
  Node use_half();

  // generate_newer.cpp
  Node newer_idiom();                              // empty: none was at hand
  Node use_goto();
  Node use_pack();
  Node use_generic_lambda();
  Node use_half_pair();
  Node use_bfloat();
  Node use_groups();
  Node use_atomic_ref();
  Node warp_exchange();
  Node warp_vote();
  Node partial_warp();
  Node named_result(ScalarKind kind, Range range, std::string_view text, std::vector<Node> children);

  // generate_bodies.cpp
  Node fused_body();
  Node functions_body();
  Node function_result(std::string_view buffer, int column, int columns);
  Node function_argument(ScalarKind kind);
  Node printing_body();
  Node print_statement();

  // generate_kernel.cpp
  void parameters_into_scope();
  Node thread_index();
  Node constant_table();
  Node function();
  Node results();
  std::string fresh(std::string_view stem);
  ScalarKind any_integer_kind();
  ScalarKind any_kind();
  bool on(Feature f) const { return has(options_.features, f); }
  uint32_t threads_in_block() const { return kernel_.block.x * kernel_.block.y * kernel_.block.z; }

  Random random_;
  GeneratorOptions options_;
  GeneratedKernel kernel_;
  Scope scope_;
  std::vector<NamedFunction> functions_;
  Node declarations_ = list();      // before the kernel
  std::set<std::string> includes_;  // headers of the device library that it needs
  int names_ = 0;
  int nesting_ = 0;                 // of blocks
  int budget_ = 0;                  // expressions that may still be made
  bool in_function_ = false;
  bool may_leave_ = false;          // this place may be `break`, `continue`
};

}  // namespace wb::fuzz
