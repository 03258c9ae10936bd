#pragma once
// Names and what they stand for, while a file is being read.
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/language/token.h"
#include "simulator/language/typed_tree.h"
#include "simulator/library/library.h"

namespace wb {

struct Scope;
struct TemplateDecl;

// A template argument, or the stand-in for one while a template's signature is read for the first time.
struct TemplateArgument {
  bool is_type = true;
  TypeId type;        // the type itself, or a value's type
  uint64_t bits = 0;  // a value
  bool is_known = false;
  bool is_pack = false;              // the arguments of a parameter pack, in `pack`
  bool is_expansion = false;         // in a pattern: `Ts...`
  TemplateDecl* tmpl = nullptr;      // a template as the argument
  std::vector<TemplateArgument> pack;
  friend bool operator==(const TemplateArgument&, const TemplateArgument&) = default;
};

struct TemplateParameter {
  std::string_view name;
  bool is_type = true;
  TypeId type;                    // of a value parameter
  size_t type_begin = 0;          // its tokens: the type may depend on earlier parameters
  size_t default_begin = 0;       // 0: none
  bool is_pack = false, is_template = false, is_auto = false;
  size_t constraint_begin = 0;    // of a constrained type, `Number T`: the token of the concept's name; 0: none
  Span span;
  std::string kind_text, default_text;  // as written, for list_kernels
};

// What a template asks of its arguments (constraints.h): a concept in front of a parameter, or the expression of a requires-clause.
struct Constraint {
  size_t begin = 0, end = 0;   // its tokens
  std::string_view parameter;  // Number T, Same<int> T: the parameter, which is the concept's first argument; empty: an expression
  bool is_trailing = false;    // behind the function's parameters, which it may name
};

struct ParameterDecl {
  std::string_view name;
  TypeId type;  // with its own const; arrays are pointers already
  VarId var{};
  Span span;
  size_t default_begin = 0;  // token of the default argument's first token; 0: none
  bool is_restrict = false;
  bool is_pack = false;      // a pack in a template's signature; one of its elements in an instance
};

enum class Access : uint8_t { public_, protected_, private_ };

// A function, a function template, or an instance of one.
struct FunctionDecl {
  std::string_view name;
  Span span;
  bool is_device = false, is_host = false, is_kernel = false, is_constexpr = false, is_static_method = false, is_const_method = false;
  bool is_readable = true;  // false: its declaration holds things that only a host compiler knows
  bool is_auto = false, is_constructor = false, is_destructor = false, is_deleted = false, is_explicit = false;
  bool is_implicit = false;  // written by the compiler
  bool is_consteval = false;             // each call of it is a constant
  bool is_default_comparison = false;    // operator== that is `= default`: written when it is called
  bool is_virtual = false, is_pure = false, says_override = false, is_final = false;  // virtual_functions.h; is_virtual also where it overrides one
  int virtual_slot = -1;                 // in the table of its class
  Access access = Access::public_;
  FunctionDecl* inherited = nullptr;  // a constructor of a base, or the operator() of a lambda, that this one stands for
  uint32_t inherited_base = 0;        // that base's field
  bool is_conversion = false;
  bool is_in_template = false;            // a member of a class template's instance: its body is read when it is used
  std::string_view pack_name;             // an instance: its parameter pack, elements [pack_begin, pack_begin + pack_count) of the parameters
  size_t pack_begin = 0, pack_count = 0;
  Span asked_at;                          // an instance, or of the library: the use that made it
  const FunctionDecl* asked_by = nullptr;  // the function around that use
  FunctionId id{};
  TypeId result;
  std::vector<ParameterDecl> parameters;  // without `this`
  std::optional<RecordId> owner;          // methods and constructors
  Scope* scope = nullptr;                 // where its names are looked up
  size_t body_begin = 0;                  // token of `{` (or of `:` before member initialisers); 0: no body seen
  size_t declaration_begin = 0;           // first token of its declaration
  Span extent;
  bool has_failed = false;  // its body was wrong
  bool is_body_done = false, is_body_running = false, is_queued = false;
  int instantiation_depth = 0;
  TemplateDecl* tmpl = nullptr;            // a template: its parameters
  FunctionDecl* instance_of = nullptr;     // an instance: the template
  std::vector<TemplateArgument> arguments;  // an instance
  std::string display_name;
};

struct TemplateDecl {
  std::string_view name;
  std::vector<TemplateParameter> parameters;
  Scope* scope = nullptr;        // where it was declared
  size_t begin = 0, end = 0;     // tokens of the declaration behind template<...>
  Span span;
  bool is_record = false, is_alias = false, is_variable = false, is_lambda = false;
  bool is_concept = false;       // a variable template of a constraint; `begin` is the token of the constraint
  std::vector<Constraint> constraints;
  bool is_placeholder = false;   // stands for a template's template parameter
  uint32_t placeholder_index = 0;
  bool is_constructor = false, is_completed = false;  // the definition of a member outside its class
  size_t member_name = 0;                             // token of the class's name in front of `::`
  std::vector<std::string_view> nested;               // Outer<T>::Inner::f: the classes between the template and the member
  struct Guide {  // a deduction guide
    TemplateDecl* tmpl;
    size_t parameters, result;  // tokens of `(` and of the type behind `->`
  };
  std::vector<Guide> guides;
  // Record templates: instances and full specialisations.
  struct Instance {
    std::vector<TemplateArgument> arguments;
    TypeId type;
  };
  std::vector<Instance> instances;
  std::vector<std::pair<std::vector<TemplateArgument>, size_t>> specialisations;  // arguments, first token of the body's declaration
  struct FunctionInstance {
    std::vector<TemplateArgument> arguments;
    FunctionDecl* function;
  };
  std::vector<FunctionInstance> functions;
  std::vector<std::pair<std::vector<TemplateArgument>, FunctionDecl*>> function_specialisations;
  // Partial specialisations: a template of its own, and what it makes of its parameters as the arguments of the primary one.
  struct Partial {
    TemplateDecl* tmpl = nullptr;
    TemplateDecl* primary = nullptr;
    std::vector<TemplateArgument> pattern;
    size_t pattern_begin = 0;  // token of `<`
  };
  std::vector<Partial> partials;
  // Members defined outside the class: `template <class T> T Foo<T>::get() {...}`; one of a partial specialisation has that one's pattern.
  std::vector<TemplateDecl*> members;
  std::optional<Partial> member_of;
  struct VariableInstance {
    std::vector<TemplateArgument> arguments;
    TypeId type;
    uint64_t bits = 0;
    bool is_known = false;
  };
  std::vector<VariableInstance> variables;
};

enum class SymbolKind : uint8_t {
  variable,
  value,           // a constant: an enumerator, a constexpr or const scalar at namespace scope, a template's value argument
  functions,       // an overload set
  type,
  record_template,
  name_space,
  host,            // a host variable or host type that device code cannot use
  broken           // its declaration was reported: uses stay silent
};

struct Symbol {
  SymbolKind kind = SymbolKind::broken;
  VarId var{};
  TypeId type;
  uint64_t bits = 0;
  bool is_known = true;                 // value: false for a template parameter that has no value yet
  std::vector<FunctionDecl*> functions;
  TemplateDecl* tmpl = nullptr;
  Scope* scope = nullptr;
  Span span;
  int postponed = -1;                   // broken: the report that made it so, where that was postponed (Parser::postponed)
  bool is_field = false;
  uint32_t field = 0;
  RecordId owner{};  // is_field: the record that it is a field of
  bool is_pack = false;  // stands for all of `elements`; without elements in a template's signature that is read as a pattern
  std::shared_ptr<std::vector<Symbol>> elements;
  bool is_static_member = false;
  bool is_host_constant = false;  // a host constexpr array or object: its value may be used, there is no place in memory
  int binding = -1;      // a structured binding: that element or field of `var`
};

// A library header that the file includes, and what of it has been read.
struct LibraryUse {
  const LibraryHeader* header = nullptr;
  FileId file;
  bool has_file = false;
  std::vector<bool> is_read;  // of each item
};
// The names that a library header declares in one namespace.
struct LibraryPart {
  LibraryUse* use = nullptr;
  const LibraryNames* names = nullptr;
};

struct Scope {
  enum class Kind : uint8_t { name_space, record, template_, function, block } kind = Kind::block;
  Scope* parent = nullptr;
  std::string_view name;
  std::unordered_map<std::string_view, Symbol> names;
  std::vector<Scope*> used;  // using namespace
  RecordId record{};         // kind record
  std::vector<LibraryPart> library;  // namespaces
};

// Field numbers from here on are bit-fields: only the front end knows them.
inline constexpr uint32_t bit_field_mark = 0x40000000;

// What a class has even if it does not say so.
enum class SpecialMember : uint8_t { default_constructor, copy, move, copy_assignment, move_assignment, destructor };

using EmptyPart = std::pair<uint64_t, uint32_t>;  // offset in an object, record: of an empty class that stands there

// What the parser knows about a record beyond its layout.
struct RecordInfo {
  Scope* scope = nullptr;
  std::vector<FunctionDecl*> constructors;
  std::vector<FunctionDecl*> conversions;  // operator T()
  std::vector<FunctionDecl*> destructors;  // none or one
  FunctionDecl* whole_destructor = nullptr;  // calls that one, then those of the members
  struct BitField {
    std::string name;    // empty: only takes room
    TypeId type;
    uint64_t width = 0;  // bits; 0: the next one starts a unit of its type
    uint64_t bit = 0;    // its lowest bit, counted from the record's start
    uint32_t behind = 0; // as many plain members stand before it
    Span span;
  };
  std::vector<BitField> bit_fields;
  std::vector<uint32_t> units;             // fields that hold their bits
  std::vector<uint32_t> members;           // fields and bit-fields (with bit_field_mark) in order of declaration
  std::vector<uint64_t> field_alignments;  // alignas at the member
  uint32_t base_count = 0;                 // the first fields are bases
  uint64_t data_size = 0;                  // without tail padding
  bool is_empty = false, is_plain = true;  // no data; plain old data as the layout of derived classes sees it
  std::vector<EmptyPart> empty_parts;      // itself, if it is empty, and those in its bases and members
  Access access = Access::public_;         // of the members from here on
  bool has_hidden_members = false;
  bool has_unread_field = false;           // a class of the host: its layout is not known, so no kernel can use it
  std::unordered_map<std::string_view, Access> hidden;  // members that are no functions and not public
  std::vector<Access> base_access;
  std::unordered_set<std::string_view> friends;  // every name in the friend declarations: more than C++ means, never less
  std::vector<size_t> field_defaults;  // token of `= value`'s value per field; 0: none
  TemplateDecl* tmpl = nullptr;
  std::vector<TemplateArgument> arguments;
  struct Special {
    bool is_declared = false;   // also by `= default` and `= delete`
    bool is_user_made = false;  // with a body of its own
    bool is_deleted = false, is_absent = false;
    bool is_trivial = true;     // does nothing, or moves bytes
    FunctionDecl* function = nullptr;  // the user's, or the one that was made
    std::string why;            // is_deleted without being declared so
    Span span;
  };
  std::array<Special, 6> special;  // by SpecialMember
  bool is_settled = false;         // `special` is complete
  bool inherits_constructors = false;
  bool is_placeholder = false;  // stands for a template's type parameter
  uint32_t placeholder_index = 0;
  bool is_dependent = false;    // an instance with arguments that stand for a template's parameters
  bool has_failed_quietly = false;  // an instance whose members were wrong when nobody listened
  bool is_lambda = false;
  int lambda_number = -1;       // as its introducer says: the host program's copy of the file's lambda of that number (closure_names.h)
  int this_field = -1;          // a lambda: the field that holds the captured `this`, or the copy of `*this`
  std::vector<FunctionDecl*> virtuals;  // by slot: what a call through this class does in an object of exactly this class (virtual_functions.h)
  bool is_polymorphic = false, is_final = false;
  int table_field = -1;         // the pointer to the table; -1: none, or that of the base `primary_base`
  int primary_base = -1;
  bool is_member_pointer = false;  // stands for a pointer to a member (member_pointers.h) ...
  RecordId pointed_class{};        // ... of this class
  TypeId pointed_type;             // ... and of this type, a function's for methods
  Span asked_at;
};

}  // namespace wb
