#pragma once
// Reads tokens and builds the typed tree in one pass: recursive descent, types and conversions on the way. Templates are kept as ranges of
// tokens and read again with their parameters bound; so are the bodies of methods, which may use members that are declared further down.
// Internal to the front end; front_end.h is the door. The members are spread over files by idea:
//   parse_file.cpp        namespaces, globals, what is left to the host
//   parse_types.cpp       specifiers, declarators;  parse_records.cpp  struct, union, enum
//   parse_functions.cpp   functions, parameters, bodies
//   parse_statements.cpp  parse_expressions.cpp  parse_primary.cpp  initialisers.cpp
//   record_layout.cpp  bit_fields.cpp
//   special_members.cpp   copies, moves, destructors, temporaries
//   nodes.cpp             making nodes, loads, conversions;  operators.cpp  typed operators
//   overloads.cpp         choosing a function;  calls.cpp  calls and builtins
//   templates.cpp         declarations of templates;  instances.cpp  their instances;  deduction.cpp  matching;  packs.cpp  lambdas.cpp
//   special_forms.cpp     builtins that are written out on the spot;  lookup.cpp  names and suggestions
//   unsupported.cpp       refusals by name;  library_names.cpp  the device library's declarations
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/language/constant_eval.h"
#include "simulator/language/front_end.h"
#include "simulator/language/lexer.h"
#include "simulator/language/symbols.h"
#include "simulator/language/token.h"
#include "simulator/source/diagnostic_codes.h"

namespace wb {

struct PrintfConversion;  // builtins/printf_format.h

// decl-specifiers: the words before a declarator.
struct Specifiers {
  TypeId type;
  bool has_type = false;
  bool ok = true;  // false: reported
  bool is_auto = false, is_typedef = false, is_static = false, is_extern = false, is_constexpr = false, is_inline = false;
  bool is_const = false, says_const = false, is_volatile = false, is_friend = false, is_explicit = false;
  bool is_global = false, is_device = false, is_host = false, is_shared = false, is_constant = false;
  bool defines_type = false;  // struct X {...}: a declarator may be missing
  uint32_t max_threads = 0;
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
  Scope* qualifier = nullptr;  // Foo::bar
  std::optional<RecordId> qualifier_record;
  std::vector<ParameterDecl> parameters;
  TypeId function_result;
  std::string_view pack_name;  // of the parameters
  size_t pack_begin = 0, pack_count = 0;
  uint64_t pattern_count = 0;
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
  bool is_std = false;
  bool is_unknown = false;  // no function of this name is visible here: one may belong to the namespaces of the arguments
};

enum class Rank : uint8_t { exact, promotion, conversion, user, none };

// An object that is destroyed when its scope or full expression ends; with a flag, only if it was made.
struct Cleanup {
  VarId var{};
  VarId flag{};
  bool has_flag = false;
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
  int conditional_depth = 0;           // inside an operand that may not be evaluated
  std::string_view returned_name;      // the local variable that all returns name
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

// The overloads that CUDA declares for builtin functions; rows may share a Builtin (long and long long).
struct BuiltinRow {
  Builtin builtin = Builtin::none;
  struct Parameter {
    ScalarKind kind = ScalarKind::int_;
    bool is_pointer = false, is_const = false;  // is_const: of what it points to
    std::string_view record;  // a vector type instead: float2
    bool has_default = false;
    uint64_t default_value = 0;
  };
  Parameter result;
  std::vector<Parameter> parameters;
  bool takes(size_t arguments) const { return arguments <= parameters.size() && (arguments == parameters.size() || parameters[arguments].has_default); }
};
const std::vector<BuiltinRow>& builtin_rows();
const std::vector<int>* builtins_named(std::string_view spelling);  // null: no builtin
const std::vector<std::string_view>& builtin_names();
SpecialForm special_form(std::string_view spelling);  // of builtin_forms.h
// The warp function that took the place of one without a mask: "__shfl_sync" for "__shfl"; empty for any other name.
std::string_view masked_warp_function(std::string_view spelling);

class Parser {
 public:
  Parser(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options, DiagSink& diags);

  std::vector<Token> tokens;
  std::shared_ptr<Module> module;

  // --- parse_file.cpp
  void parse_file();
  void drop_template_words();
  void parse_top_level();
  bool parse_declaration();            // one declaration at namespace or record scope; false: nothing was read
  bool parse_outer_special_member(Specifiers& specs, size_t begin);
  void parse_namespace();
  void parse_namespace_used(std::string_view name);
  void parse_using();
  void parse_static_assert();
  void parse_extern_c();
  bool is_device_declaration(size_t begin, size_t& end);
  bool is_misspelt_space();
  bool skip_host_declaration(size_t begin, size_t end);
  void declare_host_names(size_t begin, size_t end);
  bool is_texture_reference(TypeId type) const;
  void note_texture_references(size_t begin, size_t end);
  void parse_rest_of_declaration(Specifiers& specs, size_t begin);
  void declare_global(const Specifiers& specs, const Declarator& d);
  void note_missing_global(std::string_view name, Span span, size_t begin, size_t end);
  void read_launches();
  void declare_broken(size_t begin, size_t end);
  size_t body_end_of(const FunctionDecl& f, size_t body) const;

  // --- parse_types.cpp
  bool is_type_start();
  bool is_declaration_start();
  bool names_special_member(size_t i) const;
  Specifiers parse_specifiers(bool allow_storage);
  bool parse_type_word(Specifiers& specs, int& longs, bool& saw_signed, bool& saw_unsigned, std::optional<ScalarKind>& base);
  bool parse_named_type(Specifiers& specs);
  void parse_attribute_words(Specifiers& specs);
  Declarator parse_declarator(const Specifiers& specs, bool is_parameter = false);
  void parse_declarator_into(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter);
  void parse_declarator_suffixes(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter);
  TypeId without_constexpr(TypeId result);
  bool parse_declarator_name(Declarator& d);
  int type_depth(TypeId type) const;
  TypeId parse_pointer_operators(Declarator& d, TypeId base);
  std::vector<ParameterDecl> parse_parameters(bool& ok, Declarator* d = nullptr);  // d: gets the name of a parameter pack
  bool parse_pack_parameter(std::vector<ParameterDecl>& parameters, std::string_view name, Span span);
  void parse_bindings(const Specifiers& specs, std::vector<StmtId>& list);
  bool at_bindings(const Specifiers& specs) const;
  std::vector<Token> parse_binding_names();
  bool declare_bindings(const std::vector<Token>& names, VarId var);
  std::optional<TypeId> deduce_class(TemplateDecl& t);
  void note_constant_object(VarId var, TypeId type, ExprId init, bool reports);
  ExprId constant_node(const ConstantValue& value, TypeId type, Span span);
  ExprId host_constant(const Symbol& symbol, std::string_view name, Span span);
  ExprId binding_value(const Symbol& symbol, Span span);
  Scope* parameter_scope(const Declarator& d);
  void declare_parameters(const std::vector<ParameterDecl>& parameters, std::string_view pack_name, size_t pack_begin, size_t pack_count);
  std::optional<TypeId> parse_result_type();
  bool is_auto_type(TypeId type);
  std::optional<TypeId> parse_type_id();
  std::optional<uint64_t> parse_array_size(const Declarator& d, const Specifiers& specs);
  std::optional<TypeId> parse_decltype();
  std::optional<TypeId> named_scalar(std::string_view name);
  std::optional<TypeId> vector_type(std::string_view name);
  RecordId make_simple_record(std::string name, const std::vector<std::pair<const char*, TypeId>>& fields, uint64_t alignment);
  bool is_being_defined(TypeId type) const;
  Scope* member_scope(Scope* qualifier);
  bool opens_initialiser();
  bool check_object_type(TypeId type, const Declarator& d);

  // --- parse_records.cpp
  std::optional<TypeId> parse_record(Specifiers& specs);
  void parse_record_body(RecordId id);
  void parse_member(RecordId id);
  void parse_bases(RecordId id);
  void add_unnamed_field(RecordId id, TypeId type, Span span);
  void parse_conversion_operator(RecordId id, const Specifiers& specs, size_t begin);
  void parse_special_member(RecordId id, const Specifiers& specs, size_t begin, bool is_destructor);
  void parse_bit_field(RecordId id, const Specifiers& specs, const Declarator& d);
  uint64_t parse_attribute();
  std::optional<TypeId> parse_enum();
  RecordInfo& record_info(RecordId id);
  void parse_pending_bodies();
  uint64_t parse_alignment();

  // --- parse_functions.cpp
  FunctionDecl* declare_function(const Specifiers& specs, Declarator& d, size_t begin);
  FunctionDecl* find_same_function(std::vector<FunctionDecl*>& set, const FunctionDecl& like);
  void check_kernel_signature(const FunctionDecl& f, const Specifiers& specs);
  void parse_function_body(FunctionDecl& f);
  void parse_member_initialisers(FunctionDecl& f, std::vector<StmtId>& out);
  std::optional<uint32_t> initialised_member(RecordId owner, std::string_view name) const;
  ExprId parse_offsetof(Span begin);
  ExprId parse_new();
  ExprId parse_member_value(TypeId type, Span name_span);
  void initialise_array(ExprId target, ExprId list, std::vector<StmtId>& out, Span span);
  void skip_function_body(FunctionDecl& f);
  void need_body(FunctionDecl& f);
  void drain_queue();
  void create_function(FunctionDecl& f);
  bool always_leaves(StmtId stmt);

  // --- parse_statements.cpp
  void parse_statement_into(std::vector<StmtId>& list);
  StmtId parse_statement();
  StmtId parse_body(const char* of);
  StmtId parse_compound(bool own_scope);
  StmtId parse_if();
  StmtId parse_while();
  StmtId parse_do();
  StmtId parse_for();
  StmtId parse_switch();
  void parse_case(std::vector<StmtId>& list);
  StmtId parse_return();
  ExprId returned_value(ExprId e, TypeId result, Span span, std::optional<VarId>& result_variable);
  bool is_registered_default(TypeId type);
  void check_no_constructor(TypeId type, Span span, const char* where);
  StmtId parse_jump();
  StmtId parse_label();
  StmtId parse_goto();
  bool check_jump(const std::vector<VarId>& from, const std::vector<VarId>& to, Span span);
  void check_labels();
  StmtId parse_expression_statement();
  void parse_local_declaration(std::vector<StmtId>& list);
  void declare_local(Specifiers& specs, Declarator& d, std::vector<StmtId>& list);
  void declare_shared(const Specifiers& specs, Declarator& d);
  ExprId parse_condition(const char* of);
  void warn_no_effect(ExprId e);
  void skip_statement();
  void skip_dead_statement();
  void parse_condition_declaration(std::vector<StmtId>& list);
  bool has_three_parts(size_t behind);
  StmtId parse_range_for(Span begin, size_t behind);
  TypeId deduce_auto(TypeId pattern, ExprId value, const Specifiers& specs);
  TypeId replace_auto(TypeId pattern, TypeId by);
  void parse_typedef();
  StmtId make_stmt(Stmt stmt);

  // --- parse_expressions.cpp
  ExprId parse_expression();            // with commas
  ExprId parse_assignment();
  ExprId parse_conditional();
  ExprId parse_binary(int least);
  ExprId parse_unary();
  ExprId parse_cast_or_unary();
  Operand parse_postfix();
  ExprId parse_value();                 // parse_assignment
  std::optional<uint64_t> parse_constant(TypeId to, const char* what);  // a constant expression, converted
  bool parse_arguments(std::vector<ExprId>& arguments, std::vector<Span>* spans = nullptr);
  ExprId parse_member_access(Operand operand, bool is_arrow);
  ExprId parse_destructor_call(Operand operand, bool is_arrow);
  ExprId to_expr(Operand operand);

  // --- parse_primary.cpp
  Operand parse_primary();
  Operand parse_name();
  Operand name_operand(Symbol& symbol, std::string_view name, Span span);
  ExprId parse_number();
  ExprId parse_std_move(std::string_view name, Span begin);
  ExprId parse_printf(Span begin);
  ExprId parse_assert(Span begin);
  ExprId promote_variadic(ExprId e);
  void check_format(const std::string& format, const std::vector<ExprId>& arguments, Span format_span);
  void check_conversion(const PrintfConversion& conversion, const std::string& spelling, ExprId argument);
  ExprId parse_string();
  ExprId parse_sizeof(bool is_alignof);
  ExprId parse_named_cast(Tok kind);
  ExprId parse_functional_cast(TypeId type, Span begin);
  ExprId special_value(std::string_view name, Span span);
  Operand expr_operand(ExprId expr);
  bool parse_template_arguments(std::vector<TemplateArgument>& out, Span& last);
  bool looks_like_template_arguments();

  // --- initialisers.cpp
  ExprId parse_initialiser(TypeId& type, const Declarator& d, bool& failed);
  ExprId parse_braced(TypeId& type, Span name_span, bool check_narrowing = true);
  ExprId parse_list(TypeId type, bool has_braces, size_t& count, Span span);
  ExprId parse_list_element(TypeId type);
  ExprId string_list(TypeId& type);
  ExprId zero_value(TypeId type, Span span);
  ExprId construct(TypeId type, std::vector<ExprId> arguments, Span span, bool is_braced, bool is_implicit = false);
  bool is_aggregate(TypeId type);
  ExprId default_construct(TypeId type, Span span);
  bool is_dim3(TypeId type) const;
  ExprId fold_to_constants(ExprId e);

  // --- record_layout.cpp
  struct Layout {
    uint64_t bits = 0, size = 0, alignment = 1;
    std::vector<std::pair<uint64_t, uint32_t>> empty;  // offsets and types of empty parts
  };
  void finish_layout(RecordId id);
  void empty_parts(TypeId type, uint64_t offset, std::vector<std::pair<uint64_t, uint32_t>>& out);
  void place_field(RecordId id, uint32_t index, Layout& layout);
  void place_bit_field(RecordId id, RecordInfo::BitField& field, Layout& layout);
  void make_units(RecordId id);
  bool is_plain_layout(RecordId id);

  // --- bit_fields.cpp
  struct BitPiece {
    uint32_t unit = 0;
    uint64_t bit = 0, width = 0;  // in the unit
    uint64_t place = 0;           // of its lowest bit in the value
  };
  bool is_bit_field(ExprId e) const;
  ExprId for_effects(ExprId e);
  ExprId make_bit_field(ExprId object, uint32_t index, Span span);
  std::vector<BitPiece> pieces_of(RecordId id, uint32_t index);
  ExprId repeatable(ExprId object, ExprId& before);
  ExprId unit_value(ExprId object, uint32_t unit, Span span, bool is_partial);
  ExprId bits_op(Op op, ExprId a, uint64_t operand, Span span);
  ExprId bits_or(ExprId a, ExprId b, Span span);
  ExprId read_bit_field(ExprId e);
  ExprId placed_bits(ExprId value, const BitPiece& piece, Span span);
  ExprId write_bit_field(ExprId e, ExprId value, Span op_span);
  ExprId change_bit_field(Op op, ExprId a, ExprId b, bool keeps_old, Span op_span);
  ExprId promoted_bits(ExprId value);
  std::vector<ExprId> units_from(RecordId id, const std::vector<std::pair<uint32_t, ExprId>>& values, Span span);
  ExprId parse_record_list(TypeId type, bool has_braces, size_t& count, Span span);
  std::optional<size_t> designated_member(RecordId id, const std::vector<uint32_t>& order, std::string_view name) const;
  ExprId union_value(TypeId type, uint32_t member, ExprId value, Span span);

  // --- special_members.cpp
  TypeId element_of(TypeId type) const;
  std::optional<SpecialMember> special_kind(const FunctionDecl& f) const;
  void declare_special(RecordId id, SpecialMember which, FunctionDecl* function, bool is_defaulted, bool is_deleted, Span span);
  RecordInfo& settled(RecordId id);
  void settle_from_members(RecordId id, SpecialMember which, RecordInfo::Special& s);
  const RecordInfo::Special& special_of(TypeId type, SpecialMember which);
  bool has_destructor(TypeId type);
  bool is_trivially_copied(TypeId type);
  bool is_trivially_made(TypeId type);
  bool does_nothing(TypeId type, SpecialMember which);
  bool report_deleted(TypeId type, SpecialMember which, Span span);
  FunctionDecl* special_function(RecordId id, SpecialMember which);
  void write_special(FunctionDecl& f, SpecialMember which);
  ExprId raw_member(ExprId object, uint32_t field, Span span);
  void append_expression(ExprId e, std::vector<StmtId>& out, Span span);
  void for_each_element(uint64_t count, bool backwards, Span span, std::vector<StmtId>& out, const std::function<void(ExprId, std::vector<StmtId>&)>& body);
  void copy_into(ExprId target, ExprId source, SpecialMember which, std::vector<StmtId>& out, Span span);
  ExprId redirect_construction(ExprId value, ExprId target, Span span);
  ExprId initialise_object(ExprId target, ExprId value, Span span);
  bool is_made_in_place(TypeId type);
  ExprId copied(ExprId e, Span span);
  ExprId construct_from(TypeId type, std::vector<ExprId> arguments, std::vector<FunctionDecl*> candidates, Span span);
  bool default_initialise(ExprId target, std::vector<StmtId>& out, Span span);
  ExprId value_initialised(TypeId type, Span span);
  void destroy(ExprId target, std::vector<StmtId>& out, Span span);
  ExprId destructor_call(ExprId object, Span span);
  bool destroys_members(RecordId id);
  bool is_passed_by_address(const FunctionDecl& f, TypeId parameter);
  void destroy_members(FunctionDecl& f, std::vector<StmtId>& out);
  void inherit_constructors(RecordId id, uint32_t base, Span span);
  void write_inherited(FunctionDecl& f);
  void default_members(FunctionDecl& f, const std::vector<bool>& done, std::vector<StmtId>& out);
  void default_member(FunctionDecl& f, uint32_t field, std::vector<StmtId>& out);
  ExprId member_initialiser(TypeId type, Span span);
  void add_cleanup(VarId var);
  void emit_cleanups(size_t mark, std::vector<StmtId>& out, Span span, std::optional<VarId> except = std::nullopt);
  void destroy_cleanup(const Cleanup& c, std::vector<StmtId>& out, Span span);
  bool leaves_scope(const std::vector<StmtId>& list) const;
  void leave_scope(size_t mark, std::vector<StmtId>& list, Span span);
  ExprId note_temporary(VarId var, ExprId made, Span span);
  ExprId set_flag(VarId flag, bool value, Span span);
  ExprId end_full_expression(ExprId e, bool keeps_value);
  void end_declaration(VarId var, std::vector<StmtId>& before, std::vector<StmtId>& after, Span span);
  StmtId leave_function(Stmt s, std::optional<VarId> result_variable);
  std::string_view returned_name(size_t body) const;

  // --- nodes.cpp
  ExprId make(Expr e);
  Expr node(ExprKind kind, TypeId type, Span span) const;
  ExprId make_constant(TypeId type, uint64_t bits, Span span);
  ExprId make_variable(VarId var, Span span);
  ExprId name_variable(VarId var, Span span);   // references are followed
  ExprId rvalue(ExprId e);
  ExprId address_of(ExprId lvalue, Span span, bool implicit, bool as_reference = false);
  ExprId dereference(ExprId pointer, Span span, bool implicit);
  ExprId make_member(ExprId object, uint32_t field, Span span);
  ExprId cast_to(ExprId e, TypeId to, CastKind kind, bool implicit, Span span);
  ExprId arithmetic_cast(ExprId e, TypeId to, bool implicit, Span span);
  ExprId to_bool(ExprId e, bool report_failure = true);
  ExprId promote(ExprId e);
  ExprId convert(ExprId e, TypeId to, Span at);           // implicit; reports
  ExprId explicit_cast(ExprId e, TypeId to, Span at, bool is_c_style);
  ExprId bind_reference(ExprId e, TypeId reference, Span at, bool reports = true);
  ExprId as_xvalue(ExprId e);
  ExprId materialise(ExprId value);                        // an lvalue that holds the value
  ExprId object_address(ExprId object);
  ExprId convert_argument(ExprId e, TypeId to, Span at);
  bool is_open_list(ExprId e) const;
  Rank list_rank(ExprId e, TypeId to);
  Rank conversion_rank(ExprId e, TypeId to);
  Rank value_rank(TypeId from, TypeId to, bool is_null);
  FunctionDecl* converting_constructor(TypeId from, bool is_lvalue, TypeId to);
  bool is_derived(TypeId from, TypeId to) const;
  bool is_null_constant(ExprId e) const;
  bool can_add_qualifiers(TypeId from, TypeId to) const;
  TypeId common_type(TypeId a, TypeId b);
  TypeId promoted(TypeId t);
  TypeId value_type(ExprId e);
  ExprId member_of(ExprId object, RecordId owner, uint32_t field, Span span);
  ExprId base_of(ExprId object, RecordId base, Span span);
  bool holds_record(TypeId type, RecordId wanted) const;
  int count_bases(TypeId type, RecordId wanted, uint64_t& offset) const;
  ExprId derived_of(ExprId address, TypeId to, uint64_t offset, bool may_be_null, Span span);
  FunctionDecl* conversion_function(TypeId from, TypeId to, bool allow_explicit = false);
  ExprId call_conversion(ExprId e, FunctionDecl& f, Span span);
  ExprId as_plain_value(ExprId e);
  VarId add_variable(std::string name, TypeId type, Storage storage, Span span);
  VarId add_temporary(TypeId type, Span span);
  const Expr& at(ExprId e) const { return (*module)[e]; }
  const Type& type_of(ExprId e) const { return module->types[(*module)[e].type]; }
  std::optional<uint64_t> evaluate(ExprId e);
  std::optional<uint64_t> evaluate_alone(ExprId e);  // where the value takes the expression's place
  void read_constant_bodies(ExprId e);
  std::optional<int64_t> evaluate_signed(ExprId e);
  Span why_not_constant(ExprId e, std::string& why);
  bool is_arithmetic_like(TypeId t) const;  // arithmetic or unscoped enumeration
  bool is_integer_like(TypeId t) const;
  std::string type_name(TypeId t) const;
  bool is_placeholder(TypeId t);

  // --- operators.cpp
  ExprId build_binary(Tok op, ExprId a, ExprId b, Span op_span);
  ExprId build_arithmetic(Op op, ExprId a, ExprId b, Span op_span, Span span);
  ExprId build_shift(Op op, ExprId a, ExprId b, Span op_span, Span span);
  ExprId build_pointer_arithmetic(Op op, ExprId a, ExprId b, Span op_span, Span span);
  ExprId build_comparison(Op op, ExprId a, ExprId b, Span op_span, Span span);
  ExprId build_unary(Tok op, ExprId a, Span op_span);
  ExprId build_increment(bool is_increment, bool is_prefix, ExprId a, Span op_span);
  ExprId build_assign(ExprId a, ExprId b, Span op_span);
  ExprId build_compound_assign(Op op, ExprId a, ExprId b, Span op_span);
  ExprId build_subscript(ExprId a, ExprId b, Span span);
  ExprId build_conditional(ExprId a, ExprId b, ExprId c, Span op_span);
  ExprId build_comma(ExprId a, ExprId b, Span op_span);
  ExprId build_address(ExprId a, Span op_span);
  ExprId build_dereference(ExprId a, Span op_span);
  bool member_operator_fits(const std::vector<FunctionDecl*>& members, const std::vector<ExprId>& operands);
  bool has_free_operator(std::string_view name, const std::vector<ExprId>& operands);
  bool check_modifiable(ExprId a, Span op_span);
  ExprId user_operator(const char* spelling, std::vector<ExprId> operands, Span op_span, bool& handled);
  ExprId bad_operands(const char* op, ExprId a, ExprId b, Span op_span);
  void warn_constant_operand(Op op, ExprId a, ExprId b, Span span);

  // --- half_types.cpp
  bool is_half(TypeId type) const;                    // half or bfloat16
  bool half_converts(TypeId from, TypeId to) const;   // as one of their constructors or conversion functions does
  ExprId half_convert(ExprId value, TypeId to, Span span);
  ExprId half_builtin(Builtin builtin, TypeId result, std::vector<ExprId> arguments, Span span, Span op_span);
  ExprId half_binary(Op op, ExprId a, ExprId b, Span op_span, Span span);
  ExprId half_unary(Tok op, ExprId value, Span op_span, Span span);
  ExprId half_compound_assign(Op op, ExprId place, ExprId value, Span op_span);
  ExprId half_increment(bool is_increment, bool is_prefix, ExprId place, Span op_span);
  ExprId half_ambiguous(const char* op, ExprId a, ExprId b, Span op_span);
  ExprId half_operation(Op op, ExprId a, ExprId b, Span span, Span op_span);
  ExprId name_once(ExprId place, std::vector<ExprId>& before);  // a place that may be named again without doing anything twice

  // --- overloads.cpp
  struct Candidate {
    FunctionDecl* function = nullptr;
    int builtin_row = -1;
    std::vector<Rank> ranks;
    std::vector<int> ties;     // reference binding and qualification, to break ties
    bool is_template = false;
  };
  ExprId resolve_call(Operand& callee, std::vector<ExprId> arguments, Span call_span);
  bool rank_arguments(const std::vector<TypeId>& parameters, const std::vector<ExprId>& arguments, Candidate& c);
  int compare(const Candidate& a, const Candidate& b);
  std::string describe(const FunctionDecl& f);
  std::string argument_types(const std::vector<ExprId>& arguments);
  ExprId report_no_fit(Operand& callee, const std::vector<ExprId>& arguments, Span call_span);
  bool is_more_specialised(const FunctionDecl& a, const FunctionDecl& b);

  // --- calls.cpp
  ExprId call_function(FunctionDecl& f, std::vector<ExprId> arguments, Span span, ExprId object, Span name_span);
  void add_warp_mask(Operand& callee, std::vector<ExprId>& arguments);
  ExprId call_builtin(int row, std::vector<ExprId> arguments, Span span);
  ExprId call_math(const std::string_view name, const std::vector<int>& rows, std::vector<ExprId>& arguments, Span span, bool& handled);
  bool check_callable(FunctionDecl& f, Span name_span);
  ExprId default_argument(FunctionDecl& f, size_t index);
  ExprId word_of_vector(ExprId e, TypeId word);
  TypeId builtin_type(const BuiltinRow::Parameter& p);
  ExprId arithmetic_result(ExprId e, TypeId type, Span span);
  bool makes_vector(const Operand& callee, size_t arguments);
  ExprId make_vector(std::string_view name, std::vector<ExprId> arguments, Span span);

  // --- function_values.cpp
  TypeId function_type(const FunctionDecl& f);
  ExprId function_address(FunctionDecl& f, Span span);
  std::vector<FunctionDecl*> functions_meant(const Operand& name);
  ExprId function_value(const Operand& name);
  bool is_function_set(ExprId e) const;
  FunctionDecl* choose_function(ExprId set, TypeId to);
  ExprId convert_function_set(ExprId set, TypeId to, Span place);
  ExprId callable_pointer(ExprId e);
  ExprId call_pointer(ExprId pointer, std::vector<ExprId> arguments, Span span);
  std::optional<TypeId> parse_function_type(TypeId result);

  // --- special_forms.cpp
  ExprId parse_special_form(const Token& name);
  ExprId cached_access(SpecialForm form, const Token& name, std::vector<ExprId>& arguments, Span span);
  bool has_one_access(TypeId type);

  // --- templates.cpp
  void parse_template();
  bool parse_template_parameters(TemplateDecl& t);
  void parse_template_declaration(TemplateDecl& t, size_t begin);
  void parse_explicit_specialisation(size_t begin);
  bool parse_partial_specialisation(TemplateDecl& t, Token name);
  bool parse_member_definition(TemplateDecl& t);
  void complete_member_template(TemplateDecl& t, const Specifiers& specs, const Declarator& d);
  bool parse_value_parameter(TemplateParameter& p);
  void parse_friend_template(TemplateDecl& t, size_t begin);
  bool parse_deduction_guide(TemplateDecl& t);
  bool add_partial(TemplateDecl& t, TemplateDecl& primary, Token name);
  void merge_defaults(TemplateDecl& to, const TemplateDecl& from);
  bool at_constructor(Specifiers& specs);
  void parse_signature(Specifiers& specs, Declarator& d);
  void specialise_function(const Specifiers& specs, const Declarator& d, size_t begin, size_t end);
  TemplateArgument type_argument(TypeId type, bool is_expansion);

  // --- instances.cpp
  void define_member(RecordId id, TemplateDecl& member);
  bool read_signature(const FunctionDecl& f, Scope* bound, Specifiers& specs, Declarator& d);
  size_t chosen_definition(TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Scope*& bound);
  std::optional<TypeId> named_instance(TemplateDecl& t, Span name, Span& last);  // the cursor is at `<`
  std::optional<TypeId> instantiate_alias(TemplateDecl& t, const std::vector<TemplateArgument>& arguments);
  Operand variable_instance(TemplateDecl& t, Span span);
  bool group_packs(TemplateDecl& t, std::vector<TemplateArgument>& arguments);
  bool too_many_instances(Span place);
  void queue_body(FunctionDecl& f, Span place);
  FunctionDecl* instantiate(FunctionDecl& f, std::vector<TemplateArgument> arguments, Span at);
  std::optional<TypeId> instantiate_record(TemplateDecl& t, std::vector<TemplateArgument> arguments, Span at);
  bool complete_arguments(TemplateDecl& t, std::vector<TemplateArgument>& arguments, Span at);
  bool deduce(FunctionDecl& f, const std::vector<TemplateArgument>& given, const std::vector<ExprId>& arguments,
              std::vector<TemplateArgument>& out, std::string& missing);
  bool is_forwarding_reference(TypeId pattern);
  bool deduce_type(TypeId pattern, TypeId actual, std::vector<TemplateArgument>& out, bool is_exact = false);
  bool deduce_argument(const TemplateArgument& pattern, const TemplateArgument& actual, std::vector<TemplateArgument>& out);
  bool deduce_list(const std::vector<TemplateArgument>& patterns, const std::vector<TemplateArgument>& actual, std::vector<TemplateArgument>& out);
  bool deduce_expansion(const TemplateArgument& pattern, const std::vector<TemplateArgument>& actual, size_t from, std::vector<TemplateArgument>& out);
  bool match_partial(const TemplateDecl::Partial& partial, const std::vector<TemplateArgument>& arguments, std::vector<TemplateArgument>& out);
  bool is_dependent(const TemplateArgument& a);
  void bind_arguments(Scope& scope, const TemplateDecl& t, const std::vector<TemplateArgument>& arguments);
  std::string argument_list(const std::vector<TemplateArgument>& arguments) const;
  TypeId placeholder_type(uint32_t index, std::string_view name);
  FunctionDecl* read_template_signature(TemplateDecl& t);
  FunctionDecl* add_template_function(TemplateDecl& t, FunctionDecl& f);
  void bind_argument(Scope& scope, const TemplateParameter& p, const TemplateArgument& a);
  Symbol symbol_of(const TemplateArgument& a, Span span) const;
  void adopt_definition(FunctionDecl& f, const Declarator& d, Scope* where, const Specifiers& specs, Span extent);
  std::string argument_text(const TemplateArgument& a) const;
  bool parse_template_argument(TemplateArgument& a);
  bool parse_value_argument(TemplateArgument& a);
  TemplateArgument dependent_argument(bool is_type);
  TemplateArgument stand_in(const TemplateDecl& t, uint32_t index);

  // --- packs.cpp
  size_t element_end(size_t from, bool is_angled) const;
  void collect_packs(size_t begin, size_t end, std::vector<std::string_view>& names);
  void collect_packs_of_elements(size_t begin, size_t end, std::vector<std::string_view>& names);
  bool expansion_here(bool is_angled, size_t& ellipsis);
  struct Expansion {  // the packs of a pattern; `scope_of(i)` binds them to their i-th elements
    bool is_known = false;
    size_t count = 0;
    std::vector<std::pair<std::string_view, Symbol>> packs;
  };
  bool find_packs(size_t begin, size_t end, Expansion& out);
  Scope* element_scope(const Expansion& e, size_t index);
  bool expand(size_t ellipsis, const std::function<bool()>& read);  // reads the pattern at the cursor once per element; the cursor ends behind the ellipsis
  bool parse_fold(Operand& out);
  ExprId fold_with(Tok op, bool is_shift_right, ExprId a, ExprId b, Span span);
  ExprId parse_pack_size(Span begin);

  // --- lambdas.cpp
  ExprId parse_lambda();
  struct Capture {
    std::string_view name;
    Symbol symbol;       // what the field's name stands for inside the lambda
    TypeId type;
    ExprId value;
    Span span;
  };
  struct LambdaParts;
  bool find_lambda_parts(LambdaParts& parts);
  bool parse_captures(LambdaParts& parts, std::vector<Capture>& captures, int& this_capture);
  bool add_capture(std::vector<Capture>& captures, std::string_view name, Symbol& symbol, bool by_reference, Span span);
  bool add_this_capture(std::vector<Capture>& captures, bool is_copy, Span span, int& this_capture);
  void capture_implicitly(const LambdaParts& parts, bool by_reference, std::vector<Capture>& captures, int& this_capture);
  ExprId copy_of(ExprId e);
  FunctionDecl* make_lambda_function(RecordId id, const LambdaParts& parts);
  bool read_lambda_signature(size_t parameters, Declarator& d, bool& has_result);
  ExprId this_value(Span span);
  ExprId this_object(Span span);
  static std::string_view auto_name(size_t index);

  // --- lookup.cpp
  Symbol* lookup(std::string_view name);  // sets lookup_left_function
  void add_associated_functions(Operand& callee, const std::vector<ExprId>& arguments);
  Symbol* lookup_in(Scope& scope, std::string_view name, int depth = 0);
  Symbol* declare(std::string_view name, Symbol symbol, bool may_repeat = false);
  std::string suggestion(std::string_view name, bool types_only);
  void report_unknown_name(std::string_view name, Span span);
  void report_unknown_type(std::string_view name, Span span);
  Scope* new_scope(Scope::Kind kind, Scope* parent);
  std::string best_match(std::string_view name, const std::vector<std::string_view>& candidates) const;

  // --- library_names.cpp
  void include_library(std::vector<std::string_view> headers);
  Scope* namespace_at(std::string_view path);
  void read_library_names(Scope& where, std::string_view name);
  void read_library_item(Scope& where, LibraryUse& use, uint32_t item);
  bool is_library(Span span) const { return sources->is_library(span.file); }
  Span user_place(Span span) const;             // where the user asked for what the library's text at `span` does
  bool report_missing_include(std::string_view name, Span span, std::string_view of);

  // --- unsupported.cpp
  bool refuse_name(std::string_view name, Span span, bool is_std);
  bool refuse_keyword(const Token& t);
  bool refuse_std(std::string_view name, Span span);

  // --- reports and tokens (parser.cpp)
  const Token& peek(size_t ahead = 0) const { return tokens[pos + ahead < tokens.size() ? pos + ahead : tokens.size() - 1]; }
  Tok kind(size_t ahead = 0) const { return peek(ahead).kind; }
  bool is(Tok k) const { return peek().kind == k; }
  Token take();
  bool eat(Tok k);
  bool expect(Tok k, const char* where);      // reports what is missing
  bool expect_semicolon(const char* after);
  bool expect_close(Tok close, const Token& open);
  Span here() const { return peek().span; }
  Span previous() const { return pos > 0 ? tokens[pos - 1].span : Span{}; }
  Span after_previous() const;
  size_t skip_balanced(size_t from) const;     // behind the bracket that matches the one at `from`
  size_t skip_template_list(size_t from) const;
  size_t skip_type_words(size_t from) const;
  bool is_nameless_declarator(size_t at_paren) const;
  bool report(Code code, Span span, std::vector<std::string> arguments = {}, std::vector<DiagNote> notes = {});  // always false
  void add_instance_notes(std::vector<DiagNote>& notes) const;
  bool is_full() const { return diags.is_full(); }
  std::string found() const;                   // the token at the cursor, for "found ..."
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
  Span span_from(Span begin) const { return cover(begin, previous()); }

  struct Nesting {  // counts how deep the reader is; `too_deep` has been reported
    Parser& parser;
    bool too_deep;
    explicit Nesting(Parser& p);
    ~Nesting() { --parser.nesting; }
  };
  struct Quiet {  // mistakes are counted, not reported
    Parser& parser;
    size_t before;
    explicit Quiet(Parser& p) : parser(p), before(p.quiet_errors) { ++parser.quiet; }
    ~Quiet() { --parser.quiet; }
    bool failed() const { return parser.quiet_errors > before; }
  };
  struct At {  // reads from another place, then comes back
    Parser& parser;
    size_t pos;
    Scope* scope;
    At(Parser& p, size_t where, Scope* in) : parser(p), pos(p.pos), scope(p.scope) {
      parser.pos = where;
      if (in) parser.scope = in;
    }
    ~At() {
      parser.pos = pos;
      parser.scope = scope;
    }
  };
  struct InScope {
    Parser& parser;
    Scope* saved;
    InScope(Parser& p, Scope* s) : parser(p), saved(p.scope) { parser.scope = s; }
    ~InScope() { parser.scope = saved; }
  };

  std::shared_ptr<SourceMap> sources;
  FileId main_file;
  const FrontEndOptions& options;
  DiagSink& diags;
  size_t pos = 0;
  Scope* scope = nullptr;
  Scope* global = nullptr;
  Scope* std_scope = nullptr;
  FunctionContext* fn = nullptr;
  SwitchContext* sw = nullptr;
  std::optional<RecordId> current_record;  // while a record's members are read
  int nesting = 0, quiet = 0;
  size_t quiet_errors = 0;
  bool stopped = false;
  int instantiation_depth = 0;
  size_t instantiations = 0;
  size_t initialiser_count = 0;
  size_t given_arguments = 0;  // deduce: that many template arguments were written out
  std::optional<ExprId> pending_element;  // a value that waits for the innermost list without braces
  bool unroll_next = false;
  bool is_reinterpreted = false;  // explicit_cast: no way from derived to base
  bool list_is_copied = false;  // the list that is read next stands behind `=`: explicit constructors do not count
  bool declaration_failed = false;  // set by declare_local: the initialiser was reported
  struct NamedInstance {
    TypeId type;
    size_t end;
  };
  std::map<std::pair<size_t, Scope*>, NamedInstance> named_instances;  // X<...> at a token, read in a scope: looking ahead reads it, too
  bool lookup_left_function = false;  // the last lookup found a name outside the function that is being read
  bool in_angles = false;             // a template's value argument is read: `>` ends it
  bool has_packs = false;             // a template with a parameter pack has been declared
  int unevaluated = 0;                // inside decltype or sizeof: what is called needs no body
  int auto_parameter = -1;            // the number of the `auto` parameter of a generic lambda that is being read
  const TemplateDecl* deducing = nullptr;  // whose parameters are matched
  Scope* friend_scope = nullptr;      // a friend's template: the class's scope, where its names are looked up
  std::vector<std::pair<std::string, Span>> being_made;  // instances of classes whose members are read
  bool in_template_pattern = false;  // a template's signature is read with stand-ins for its parameters
  std::vector<std::string_view> include_types_;
  std::deque<LibraryUse> library;
  Span asked_at;                     // the user's last place that made the library be read

  TextArena arena;
  KnownConstants known_constants;
  KnownObjects known_objects;
  std::unordered_set<uint32_t> read_for_constants;  // functions whose own calls have their bodies, too
  std::vector<uint16_t> depths;  // of each expression
  std::deque<Scope> scopes;
  std::deque<FunctionDecl> functions;
  std::deque<TemplateDecl> templates;
  std::deque<RecordInfo> records;
  std::vector<FunctionDecl*> kernels;        // and kernel templates, in order
  std::deque<FunctionDecl*> queue;          // instances whose bodies wait
  std::vector<FunctionDecl*> pending_methods;
  std::vector<FunctionDecl*> function_by_id;  // FunctionId::v -> declaration
  std::vector<VarId> global_variables;       // in order of declaration
  std::unordered_map<std::string_view, TypeId> vector_types;
  std::vector<TypeId> placeholders;
  std::unordered_map<uint32_t, Operand> function_sets;  // of function_address nodes whose type does not yet say which function is meant
  std::optional<Operand> pending_method;     // what parse_member_access found when it is a method
  // Reports that matter only to kernels that reach them: what the simulator does not support, and what a header that is not there would
  // have declared. They become errors where the chosen kernel reaches them and warnings elsewhere, so one exotic kernel does not keep the
  // rest of a file from running.
  struct Postponed {
    FunctionDecl* function = nullptr;  // whose body it stands in; null: outside of all
    Diagnostic diagnostic;
  };
  std::vector<Postponed> postponed;
  mutable std::optional<bool> misses_header;  // an own header was not found
  bool is_postponed(Code code) const;
  void note_broken_use(const Symbol& symbol);
  void report_postponed(const std::vector<FunctionId>* reached);  // null: all as errors

  bool names_kernel = false;  // "transform<1>": a kernel's display name, where enumerators stand as numbers
  std::vector<LaunchLine> launches;
  struct LaunchPlace {
    size_t name = 0, open = 0, close = 0;  // tokens: the kernel's name, `<<`, the first `>` of `>>>`
  };
  std::vector<LaunchPlace> launch_places;  // of `launches`
  std::set<std::tuple<uint16_t, uint32_t, uint32_t, uint32_t>> reported;  // code and place: an instance does not repeat its template's mistake
  struct MissingGlobal {
    std::string_view name, builtin;
    Span span;
  };
  std::vector<MissingGlobal> missing_global;
  std::vector<std::pair<FunctionDecl*, Span>> unfinished_calls;  // of functions without a body so far

 private:
  std::deque<std::string> kept_;
};

}  // namespace wb
