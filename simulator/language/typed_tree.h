#pragma once
// The typed tree: what the front end hands to everything behind it (the bytecode, the printed loops, the editor).
//
//   source text -> lex -> preprocess -> parse + types -> THIS -> program (bytecode)
//                                                          \--> loops (explicit C++)
//
// What holds for every tree that is handed on without errors:
//   * Every expression has a type; every name is resolved to a variable, function, builtin, constant or special register.
//   * Every conversion is a node: lvalue-to-rvalue `load`, array `decay`, arithmetic `cast`. Nodes that the compiler put in carry
//     `implicit`, so a printer can leave them out.
//   * Templates are gone: each instantiation is a Function of its own. Overloads are chosen. Default arguments are filled in.
//   * Methods are functions whose first parameter is `this` (a pointer). Constructors likewise, returning void.
//   * References are addresses: a variable of reference type holds one; naming it is dereference(load(variable)), implicit. Binding is
//     address_of(lvalue), implicit. A call of a function that returns a reference is dereference(call).
//   * Range-for, lambdas (as records with a call operator), `if (int x = ...)` are already written out in terms of the rest.
//   * A fused multiply-add is a node (`fma`, or `fused` on a compound assignment); a plain product is never fused later on.
//   * Order of evaluation is the tree's order as C++17 demands (assignment: right side first).
//
// Nodes live in stores of the Module and point at each other by index. A store grows without moving what it has (`Nodes`): a reference to a node
// is good for as long as the Module, also while its children are made.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simulator/language/builtin_table.h"
#include "simulator/language/types.h"
#include "simulator/source/source_map.h"

namespace wb {

struct ExprId {
  uint32_t v = 0;  // 0: none
  explicit operator bool() const { return v != 0; }
  friend bool operator==(ExprId, ExprId) = default;
};
struct StmtId {
  uint32_t v = 0;  // 0: none
  explicit operator bool() const { return v != 0; }
  friend bool operator==(StmtId, StmtId) = default;
};
struct VarId {
  uint32_t v = 0;
  friend bool operator==(VarId, VarId) = default;
};
struct FunctionId {
  uint32_t v = 0;
  friend bool operator==(FunctionId, FunctionId) = default;
};

// Pointers to functions: no allocation has their number.
inline constexpr uint64_t function_pointer_tag = uint64_t{0xFFFFFF} << 40;
inline uint64_t function_pointer(FunctionId function) { return function_pointer_tag | (uint64_t{function.v} + 1); }

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // gcc takes Special::warp_size for one that hides wb::warp_size
#endif
// Registers that the hardware fills: one per axis, all `unsigned int` but warp_size, an `int`.
enum class Special : uint8_t {
  thread_idx_x, thread_idx_y, thread_idx_z,
  block_idx_x, block_idx_y, block_idx_z,
  block_dim_x, block_dim_y, block_dim_z,
  grid_dim_x, grid_dim_y, grid_dim_z,
  warp_size
};
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum class ExprKind : uint8_t {
  constant,         // `bits`: an arithmetic, enumeration or null pointer constant in its type's representation (floats: IEEE bits)
  string_literal,   // `index` into Module::strings; type const char[n]; lvalue
  special,          // `special`; rvalue
  variable,         // `var`; lvalue
  load,             // a: lvalue -> its value
  decay,            // a: lvalue of array type -> pointer to its first element
  address_of,       // a: lvalue -> pointer (implicit: reference binding)
  dereference,      // a: pointer (or reference) value -> lvalue
  subscript,        // a: pointer value, b: integer value -> lvalue a[b]   (an array's subscript is subscript(decay(array), b))
  member,           // a: lvalue of record type, `index`: field -> lvalue.  p->x is member(dereference(p), x)
  member_value,     // a: rvalue of record type, `index`: field -> rvalue (f().x)
  unary,            // `op`: negate, bit_not, logical_not; a
  binary,           // `op`; a, b: both already of the common type (shifts: each promoted on its own)
  pointer_add,      // a: pointer, b: integer (any width and sign; negative goes back) -> pointer
  pointer_subtract, // a: pointer, b: integer -> pointer
  pointer_difference,  // a, b: pointers of one type -> long (in elements)
  logical_and, logical_or,  // a, b: bool; b evaluated only if needed
  conditional,      // a: bool, b, c: of the node's type (both rvalues, or both lvalues and then an lvalue)
  comma,            // a, then b; b's category and type
  assign,           // a: lvalue, b: value of a's type (records too) -> lvalue a.
  compound_assign,  // `op`; a: lvalue, b: value. Computed in `compute_type`: a = (T)((compute_type)a op b); a evaluated once -> lvalue a
                    //   with `fused` (op add or subtract): a = fma(b, c, a) or a = fma(-b, c, a); b and c are of compute_type
                    //   pointers: op add or subtract, b an integer
  pre_increment, pre_decrement,    // a: lvalue -> lvalue a
  post_increment, post_decrement,  // a: lvalue -> old value
  fma,              // fma(a, b, c), one rounding; negations stand in the operands
  cast,             // `cast`; a
  call,             // `function`; `args` (values; references as addresses) -> value
  function_address, // `function` -> pointer to it, rvalue
  call_indirect,    // a: pointer to a function; `args` -> value
  builtin_call,     // `builtin`; `args` -> value
  init_list,        // `args`: one per array element or record field in order, missing ones zero -> rvalue of array or record type
};

enum class Op : uint8_t {
  none, negate, bit_not, logical_not,
  add, subtract, multiply, divide, remainder, shift_left, shift_right, bit_and, bit_or, bit_xor,
  equal, not_equal, less, less_equal, greater, greater_equal
};

enum class CastKind : uint8_t {
  same,              // no change of representation (qualifiers, enum <-> its underlying type, derived views)
  integral,          // integer -> integer: truncate or extend by the source's sign
  integer_to_bool, float_to_bool, pointer_to_bool,
  integer_to_float,  // rounds to nearest
  float_to_integer,  // truncates; out-of-range as the hardware (language.md, "Semantics that real kernels rely on")
  float_to_float,
  pointer,           // pointer -> pointer of another type
  integer_to_pointer, pointer_to_integer,
  to_void,
};

struct Expr {
  ExprKind kind{};
  Op op = Op::none;
  CastKind cast{};
  Special special{};
  Builtin builtin{};
  bool is_lvalue = false;
  bool is_xvalue = false; // an lvalue whose object may be moved from: std::move(x), a function's T&&
  bool is_partial = false; // load: of a unit whose other bits are kept, of what a shuffle offers; unset bytes are no mistake
  bool is_bit_value = false;  // the value of a bit-field narrower than int, which is promoted to int
  bool implicit = false;  // put in by the compiler
  bool fused = false;     // compound_assign: see there
  TypeId type;
  TypeId compute_type;    // compound_assign
  Span span;
  Span op_span;           // the operator's own place: what a finding about the access or the division points at; else equal to span
  ExprId a, b, c;
  uint32_t index = 0;     // field, string
  uint32_t landing = 0;   // of a host program's calls, and leave_by_exception: where an exception goes (parse_exceptions.cpp); 0: nowhere
  VarId var{};
  FunctionId function{};
  uint64_t bits = 0;
  std::vector<ExprId> args;
};

enum class StmtKind : uint8_t {
  empty,
  expression,   // a
  declaration,  // `var`; its initialiser is Variable::init (none: starts poisoned, each time the statement is reached)
  compound,     // `list`
  if_,          // a: bool; body, otherwise
  while_,       // a: bool; body. Of loops: `bits` is 1 behind `#pragma unroll` with a number
  do_,          // body; a: bool
  for_,         // init (statement or none), a: bool (or none), step (expression or none), body
  switch_,      // a: integer value (promoted); body
  case_,        // label inside a switch, also deeper in its body (then the switch's `bits` is 1): `bits` is the value in the switch's type
  default_,
  break_, continue_,
  return_,      // a: value or none
  label_,       // `bits`: its number in the function
  goto_,        // `bits`: the label's number; to anywhere in the function, but not past a declaration with an initialiser
};

struct Stmt {
  StmtKind kind = StmtKind::empty;
  Span span;
  ExprId a, step;
  StmtId init, body, otherwise;
  VarId var{};
  uint64_t bits = 0;
  std::vector<StmtId> list;
  bool unroll_hint = false;
  bool is_compiler_fence = false;  // an `asm` that compilers move no access past, whatever it does
};

enum class Storage : uint8_t {
  local, parameter,
  shared,          // __shared__, static size
  dynamic_shared,  // extern __shared__ T name[]; all of them start at the same address
  device_global,   // __device__ T name
  constant,        // __constant__ T name, or a namespace-scope const that needs an address
};

struct Variable {
  std::string name;
  TypeId type;
  Storage storage = Storage::local;
  Span span;                      // its name in the declaration
  ExprId init;                    // value (init_list for aggregates), or none
  bool is_address_taken = false;  // must live in memory: its address escapes, or it is an array or a record indexed at run time
  bool is_temporary = false;      // made by the compiler; never shown
  bool is_restrict = false;
  uint64_t alignment = 0;         // alignas, __align__: at least so much; 0: the type's own
};

struct Function {
  std::string name;          // as declared: "matmul"
  std::string display_name;  // with template arguments: "matmul<16>"
  TypeId result;
  TypeId type;               // the function's type; what a pointer to it points to
  std::vector<VarId> parameters;
  StmtId body;               // none: declared only
  bool is_kernel = false;
  Span span;                 // name in the declaration
  Span extent;               // from the first specifier to the closing brace
  uint32_t max_threads = 0;  // __launch_bounds__; 0: not given
  std::array<uint32_t, 3> cluster{};  // __cluster_dims__; zeros: not given
};

// An exception that leaves the function, and not for a label of its own (whose number is one less).
inline constexpr uint32_t landing_outside = UINT32_MAX;

struct Module {
  std::shared_ptr<const SourceMap> sources;
  FileId main_file;
  TypeTable types;
  Nodes<Expr> exprs{1};  // index 0 is "none"
  Nodes<Stmt> stmts{1};
  Nodes<Variable> variables;
  Nodes<Function> functions;
  std::vector<std::string> strings;
  bool has_exceptions = false; // a host program that throws some
  std::vector<VarId> globals;  // shared, device_global and constant variables that reachable code names, in order of declaration

  const Expr& operator[](ExprId id) const { return exprs[id.v]; }
  const Stmt& operator[](StmtId id) const { return stmts[id.v]; }
  const Variable& operator[](VarId id) const { return variables[id.v]; }
  const Function& operator[](FunctionId id) const { return functions[id.v]; }
};

}  // namespace wb
