#pragma once
// What the parser's functions hand to each other: the words of a declaration, a declarator, an operand before it is an expression, and what
// is known of the function and the switch around.
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/language/symbols.h"
#include "simulator/language/token.h"

namespace wb {

// Marks an array bound that is a template's value parameter while the template's signature is read.
inline constexpr uint64_t bound_marker = uint64_t{1} << 63;

// decl-specifiers: the words before a declarator.
struct Specifiers {
  TypeId type;
  bool has_type = false;
  bool ok = true;  // false: reported
  bool is_auto = false, is_typedef = false, is_static = false, is_extern = false, is_constexpr = false, is_inline = false;
  bool is_consteval = false, is_virtual = false, is_const = false, says_const = false, is_volatile = false, is_friend = false, is_explicit = false;
  bool is_global = false, is_device = false, is_host = false, is_shared = false, is_constant = false;
  bool defines_type = false;  // struct X {...}: a declarator may be missing
  uint32_t max_threads = 0;
  std::array<uint32_t, 3> cluster{};  // __cluster_dims__
  uint64_t alignment = 0;    // alignas, __align__
  Span begin;        // the first word
  Span type_span;    // the words that name the type
  Span space_span;   // __shared__ and the like
};

struct Declarator {
  std::string_view name;  // empty: abstract
  Span span;              // the name, or where it should be
  TypeId type;
  bool ok = true;
  bool is_function = false;
  bool is_restrict = false;
  bool is_const_method = false;
  bool is_constructor = false, is_destructor = false;
  bool is_deleted_or_default = false, is_defaulted = false;
  bool is_pure = false, says_override = false, is_final = false;  // virtual functions
  bool is_excluded = false;    // a member whose constraint this instance of its class does not meet
  Constraint constraint;       // behind the parameters; without tokens: none
  Scope* qualifier = nullptr;  // Foo::bar
  std::optional<RecordId> qualifier_record;
  std::vector<ParameterDecl> parameters;
  TypeId function_result;
  std::string_view pack_name;  // of the parameters
  size_t pack_begin = 0, pack_count = 0;
  uint64_t pattern_count = 0;
  std::array<uint32_t, 3> cluster{};  // __cluster_dims__ behind the type
  uint64_t alignment = 0;      // alignas, __align__
  size_t specialised_begin = 0;  // tokens of explicit template arguments: f<float>
};

// What an expression's text stands for before it is used.
struct Operand {
  enum class Kind : uint8_t { error, expr, functions, special } kind = Kind::error;
  ExprId expr;
  std::vector<FunctionDecl*> functions;  // and the builtins of this name
  std::string_view name;
  Span span;
  bool with_builtins = false;
  bool has_template_arguments = false;
  std::vector<TemplateArgument> template_arguments;
  ExprId object;  // methods: the address of the object, or none
  std::optional<RecordId> named_in;  // methods: the class in which the name was looked up
  bool is_std = false;
  bool is_qualified = false;  // p->Base::f(): that function, whatever the object overrides
  bool is_unknown = false;  // no function of this name is visible here: one may belong to the namespaces of the arguments
};

enum class Rank : uint8_t { exact, promotion, conversion, user, none };

// An object that is destroyed when its scope or full expression ends; with a flag, only if it was made.
struct Cleanup {
  VarId var{};
  VarId flag{};
  bool has_flag = false;
  uint32_t landing = 0;  // of exceptions that are thrown where this one is the last; 0: there are none
};

struct FunctionContext {
  FunctionDecl* decl = nullptr;
  TypeId result;
  bool is_auto = false, has_auto_result = false;
  TypeId auto_result;
  bool is_device = true;  // false: a host constexpr function, read for its value only
  int loops = 0, switches = 0;
  std::optional<RecordId> record;  // of a method
  VarId this_var{};
  std::vector<StmtId> temporaries;   // declarations of compiler-made variables, put at the body's start
  std::unordered_set<std::string_view> reported_names;
  int temporary_count = 0;
  std::vector<Cleanup> cleanups;       // objects of the scopes around, in order of declaration
  std::vector<Cleanup> pending;        // temporaries of the full expression that is being read
  std::vector<size_t> break_marks, continue_marks;  // cleanups that are older stay when a loop is left
  std::vector<VarId> declared;         // variables with initialisers of the scopes around: no jump enters behind one
  struct Label {
    uint64_t number = 0;
    bool is_defined = false;
    Span span{};
    std::vector<VarId> declared{};
    size_t cleanups = 0;
  };
  struct Goto {
    std::string_view name;
    Span span;
    std::vector<VarId> declared;
  };
  std::unordered_map<std::string_view, Label> labels;
  std::vector<Goto> gotos;             // to labels that came later
  struct Try {
    size_t mark = 0;                   // cleanups that are older stay
    uint32_t landing = 0;              // in front of the handlers
  };
  std::vector<Try> tries;              // around this place
  bool is_destroying = false;          // what a destructor throws goes nowhere
  int conditional_depth = 0;           // inside an operand that may not be evaluated
  std::string_view returned_name;      // the local variable that all returns name
  bool has_alloca_memory = false;
  VarId alloca_memory{}, alloca_used{};  // what alloca() hands out, and how much of it is (alloca.cpp)
  int constant_depth = 0;  // inside an array size, a template argument, ...: host constexpr functions may be called
};

struct SwitchContext {
  ScalarKind kind = ScalarKind::int_;
  TypeId type;
  std::unordered_set<uint64_t> values;
  bool has_default = false;
  const std::vector<StmtId>* list = nullptr;  // the body: labels stand in it and nowhere deeper
  bool is_broken = false, has_deep_labels = false;
  std::vector<VarId> declared;             // in front of it
};

}  // namespace wb
