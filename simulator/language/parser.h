#pragma once
// Reads tokens and builds the typed tree in one pass: recursive descent, types and conversions on the way. Templates are kept as ranges of
// tokens and read again with their parameters bound; so are the bodies of methods, which may use members that are declared further down.
// Internal to the front end; front_end.h is the door. The members are spread over files by idea:
//   parse_file, host_code, parse_namespaces   namespace scope: globals, what is left to the host, using
//   parse_types, parse_specifiers, parse_declarators, parse_parameters, auto_types, vector_types
//   parse_records, parse_members, parse_enums, record_layout, bit_fields;  access   public, protected, private
//   parse_functions   functions and their bodies
//   parse_statements, parse_loops, range_loops, parse_switch, parse_jumps, parse_locals, parse_bindings;  parse_exceptions   of host programs
//   parse_expressions, parse_primary, parse_names, parse_member_access, parse_objects, initialisers, special_forms (builtins that are written out on the spot)
//   special_members   copies, moves, destructors;  object_making, constructor_bodies, cleanups   when they are called
//   nodes   making nodes, loads;  conversions, references, members_and_bases, constants;  operators   typed operators
//   overloads   choosing a function;  calls   calls and builtins;  function_values   functions as values
//   templates   declarations of templates;  template_parameters, specialisations;  deduction   matching
//   instances   instances of functions;  record_instances, template_arguments;  packs, lambdas
//   constraints   concepts and requires;  default_comparisons   operators that are `= default`;  token_rewrites   what is written otherwise before
//   lookup   names and suggestions;  unsupported   refusals by name;  library_names   the device library's declarations
#include <deque>
#include <functional>
#include <string>

#include "simulator/language/builtin_overloads.h"
#include "simulator/language/lexer.h"
#include "simulator/language/parser_state.h"
#include "simulator/language/parser_values.h"
#include "simulator/source/heap_form.h"

namespace wb {

struct PrintfConversion;  // builtins/printf_format.h

class Parser : public ParserState {
 public:
  Parser(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options, DiagSink& diags);

  // --- parse_file.cpp
  void parse_file();
  void drop_template_words();
  void parse_top_level();
  bool parse_declaration();            // one declaration at namespace or record scope; false: nothing was read
  bool parse_outer_special_member(Specifiers& specs, size_t begin);
  bool is_device_declaration(size_t begin, size_t& end);
  void parse_rest_of_declaration(Specifiers& specs, size_t begin);
  void declare_global(const Specifiers& specs, const Declarator& d);
  void declare_broken(size_t begin, size_t end);
  size_t body_end_of(const FunctionDecl& f, size_t body) const;

  // --- host_code.cpp
  bool is_misspelt_space();
  bool skip_host_declaration(size_t begin, size_t end);
  void declare_host_names(size_t begin, size_t end);
  bool report_host_name(const Symbol& symbol, std::string_view name, Span use, std::vector<DiagNote> notes = {});  // always false
  bool is_texture_reference(TypeId type) const;
  void note_texture_references(size_t begin, size_t end);
  void note_missing_global(std::string_view name, Span span, size_t begin, size_t end);
  void read_launches();

  // --- parse_namespaces.cpp
  void parse_namespace();
  void parse_namespace_used(std::string_view name);
  void parse_using();
  void parse_static_assert();
  void parse_extern_c();
  void parse_typedef();

  // --- parse_types.cpp
  bool is_type_start();
  bool is_declaration_start();
  bool names_special_member(size_t i) const;
  bool parse_named_type(Specifiers& specs);
  std::optional<TypeId> parse_type_id();
  std::optional<TypeId> parse_decltype();
  std::optional<TypeId> named_scalar(std::string_view name);

  // --- parse_specifiers.cpp
  struct ArithmeticWords;
  Specifiers parse_specifiers(bool allow_storage);
  bool parse_plain_specifier(Specifiers& specs);
  bool parse_attribute_specifier(Specifiers& specs);
  static bool note_space(Specifiers& specs, const Token& t);
  bool parse_type_specifier(Specifiers& specs, ArithmeticWords& words);
  bool parse_arithmetic_word(Specifiers& specs, ArithmeticWords& words);
  void take_type(Specifiers& specs, std::optional<TypeId> type);
  void parse_auto(Specifiers& specs);
  std::optional<TypeId> parse_decltype_specifier(Specifiers& specs);
  void read_spaces_ahead(Specifiers& specs) const;
  void parse_attribute_words(Specifiers& specs);

  // --- vector_types.cpp
  std::optional<TypeId> vector_type(std::string_view name);
  RecordId make_simple_record(std::string name, const std::vector<std::pair<const char*, TypeId>>& fields, uint64_t alignment);

  // --- parse_declarators.cpp
  Declarator parse_declarator(const Specifiers& specs, bool is_parameter = false);
  void parse_declarator_into(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter);
  void parse_declarator_suffixes(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter);
  void parse_function_suffix(Declarator& d, TypeId result, const Specifiers& specs);
  bool parse_function_word(Declarator& d);
  struct ArrayBound;
  void parse_array_bounds(Declarator& d, const Specifiers& specs, bool is_parameter);
  ArrayBound parse_array_bound(Declarator& d, const Specifiers& specs);
  void make_array_type(Declarator& d, ArrayBound bound, bool decays);
  TypeId without_constexpr(TypeId result);
  bool parse_declarator_name(Declarator& d);
  int type_depth(TypeId type) const;
  size_t member_pointer_at(size_t i) const;
  TypeId parse_pointer_operators(Declarator& d, TypeId base);
  std::optional<uint64_t> parse_array_size(const Declarator& d, const Specifiers& specs);
  bool is_being_defined(TypeId type) const;
  Scope* member_scope(Scope* qualifier);
  bool opens_initialiser();
  bool check_object_type(TypeId type, const Declarator& d);

  // --- parse_parameters.cpp
  std::vector<ParameterDecl> parse_parameters(bool& ok, Declarator* d = nullptr);  // d: gets the name of a parameter pack
  size_t look_at_parameter(int& autos);
  bool parse_parameter(std::vector<ParameterDecl>& parameters);
  void skip_default();
  void refuse_parameter();
  bool parse_parameter_pack(std::vector<ParameterDecl>& parameters, size_t ellipsis, Declarator* declarator);
  bool parse_pack_parameter(std::vector<ParameterDecl>& parameters, std::string_view name, Span span);
  Scope* parameter_scope(const Declarator& d);
  void declare_parameters(const std::vector<ParameterDecl>& parameters, std::string_view pack_name, size_t pack_begin, size_t pack_count);

  // --- auto_types.cpp
  std::optional<TypeId> parse_result_type();
  bool is_auto_type(TypeId type);
  TypeId deduce_auto(TypeId pattern, ExprId value, const Specifiers& specs);
  TypeId replace_auto(TypeId pattern, TypeId by);

  // --- parse_records.cpp
  std::optional<TypeId> parse_record(Specifiers& specs);
  void parse_record_body(RecordId id);
  void parse_bases(RecordId id);
  Access parse_base_words(RecordId id);
  void add_unnamed_field(RecordId id, TypeId type, Span span);
  uint64_t parse_attribute();
  RecordInfo& record_info(RecordId id);
  uint64_t parse_alignment();

  // --- parse_members.cpp
  void parse_member(RecordId id);
  bool parse_constructor_or_destructor(RecordId id);
  void parse_friend(RecordId id, const Specifiers& specs, size_t begin);
  void define_friend(RecordId id, const Specifiers& specs, Declarator& d, size_t begin);
  void report_no_member_type(RecordId id, const Specifiers& specs, size_t begin);
  bool is_field(size_t begin, size_t end);
  void parse_method(RecordId id, const Specifiers& specs, Declarator& d, size_t begin);
  void parse_static_member(const Specifiers& specs, const Declarator& d);
  size_t skip_member_default();
  void parse_field(RecordId id, const Specifiers& specs, const Declarator& d);
  void parse_conversion_operator(RecordId id, const Specifiers& specs, size_t begin);
  void parse_special_member(RecordId id, const Specifiers& specs, size_t begin, bool is_destructor);
  void parse_bit_field(RecordId id, const Specifiers& specs, const Declarator& d);
  void parse_pending_bodies();

  // --- parse_enums.cpp
  struct Enumerator;
  std::optional<TypeId> parse_enum();
  bool parse_enum_base(Enumeration& made);
  std::vector<Enumerator> parse_enumerators(ScalarKind kind);
  void declare_enumerator(const Enumerator& item, TypeId type, SymbolKind unknown);
  static ScalarKind kind_that_holds(const std::vector<Enumerator>& items);
  TypeId declare_enum(Enumeration made, std::string_view name, const std::vector<Enumerator>& items);

  // --- access.cpp
  static Access access_of(Tok word);
  void note_access(Scope& record_scope, std::string_view name);
  void note_friend(RecordId id, size_t begin);
  bool is_inside(RecordId record, Access access) const;
  struct Denial {
    RecordId record{};
    Access access = Access::public_;
  };
  std::optional<Denial> denied(RecordId record, std::string_view name, const FunctionDecl* method, int depth = 0);
  bool check_access(RecordId record, std::string_view name, const FunctionDecl* method, Span span);
  std::optional<RecordId> class_of_name(const Scope* where, const Symbol& symbol) const;

  // --- record_layout.cpp
  struct Layout {
    uint64_t bits = 0, size = 0, alignment = 1;
    std::vector<EmptyPart> empty;
  };
  void finish_layout(RecordId id);
  void empty_parts(TypeId type, uint64_t offset, std::vector<EmptyPart>& out);
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
  struct RecordList {  // as it is read
    TypeId type;
    RecordId id;
    std::vector<uint32_t> order;   // members, as they are declared
    std::vector<ExprId> values;    // by order; null: left out
    size_t room = 0, next = 0, count = 0;
    bool is_union = false, by_name = false;
  };
  ExprId parse_record_list(TypeId type, bool has_braces, size_t& count, Span span);
  TypeId member_type(RecordId id, uint32_t member);
  bool read_record_list(RecordList& list, bool has_braces);
  bool read_expanded_member(RecordList& list);
  bool read_member_value(RecordList& list);
  bool parse_designator(RecordList& list);
  ExprId record_from(const RecordList& read, Span span);
  ExprId left_out_member(const RecordList& read, uint32_t member, Span span);
  std::optional<size_t> designated_member(RecordId id, const std::vector<uint32_t>& order, std::string_view name) const;
  ExprId union_value(TypeId type, uint32_t member, ExprId value, Span span);

  // --- parse_functions.cpp
  FunctionDecl described_function(const Specifiers& specs, const Declarator& d, size_t begin);
  std::vector<FunctionDecl*>* overloads_of(const FunctionDecl& f);
  FunctionDecl* declare_function(const Specifiers& specs, Declarator& d, size_t begin);
  static FunctionDecl* declare_again(FunctionDecl& known, const FunctionDecl& again);
  void define_declared(FunctionDecl& known, FunctionDecl& definition);
  FunctionDecl* add_overload(std::vector<FunctionDecl*>& set, FunctionDecl f);
  FunctionDecl* find_same_function(std::vector<FunctionDecl*>& set, const FunctionDecl& like);
  void check_kernel_signature(const FunctionDecl& f, const Specifiers& specs);
  void parse_function_body(FunctionDecl& f);
  void parse_member_initialisers(FunctionDecl& f, std::vector<StmtId>& out);
  std::optional<uint32_t> initialised_member(RecordId owner, std::string_view name) const;
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
  StmtId parse_expression_statement();
  ExprId parse_condition(const char* of);
  void warn_no_effect(ExprId e);
  void skip_dead_statement();
  void parse_condition_declaration(std::vector<StmtId>& list);
  StmtId make_stmt(Stmt stmt);

  // --- parse_loops.cpp
  StmtId parse_while();
  StmtId parse_do();
  StmtId parse_for();
  StmtId skip_malformed_for(size_t behind);
  bool is_range_for(size_t behind);
  bool parse_for_init(Stmt& s, size_t behind);       // false: reported
  bool parse_for_condition(Stmt& s);
  bool parse_for_step(Stmt& s, size_t behind);
  bool has_three_parts(size_t behind);

  // --- range_loops.cpp
  StmtId parse_range_for(Span begin, size_t behind);

  // --- parse_switch.cpp
  StmtId parse_switch();
  void parse_case(std::vector<StmtId>& list);

  // --- parse_jumps.cpp
  StmtId parse_return();
  ExprId returned_value(ExprId e, TypeId result, Span span, std::optional<VarId>& result_variable);
  StmtId parse_jump();
  StmtId parse_label();
  StmtId parse_goto();
  bool check_jump(const std::vector<VarId>& from, const std::vector<VarId>& to, Span span);
  void check_labels();

  // --- parse_locals.cpp
  bool is_registered_default(TypeId type);
  void check_no_constructor(TypeId type, Span span, const char* where);
  void parse_local_declaration(std::vector<StmtId>& list);
  void declare_local(Specifiers& specs, Declarator& d, std::vector<StmtId>& list);
  void fail_declaration(const Declarator& d);
  ExprId parse_auto_initialiser(const Specifiers& specs, const Declarator& d, TypeId& type, bool& failed);
  ExprId parse_local_initialiser(const Specifiers& specs, const Declarator& d, TypeId& type, bool& failed);
  std::optional<Code> why_initialiser_needed(TypeId type, bool is_constexpr) const;
  void note_constant(VarId var, TypeId type, ExprId init, bool is_constexpr);
  void make_declaration(const Specifiers& specs, VarId var, std::vector<StmtId>& list);
  void declare_shared(const Specifiers& specs, Declarator& d);

  // --- parse_bindings.cpp
  void parse_bindings(const Specifiers& specs, std::vector<StmtId>& list, bool is_statement = true);
  bool at_bindings(const Specifiers& specs) const;
  std::vector<Token> parse_binding_names();
  bool declare_bindings(const std::vector<Token>& names, VarId var);
  ExprId binding_value(const Symbol& symbol, Span span);

  // --- parse_expressions.cpp
  ExprId parse_expression();            // with commas
  ExprId parse_assignment();
  ExprId parse_conditional();
  ExprId parse_value_or(ExprId first, Span op);
  ExprId parse_binary(int least);
  ExprId parse_unary();
  ExprId parse_cast_or_unary();
  Operand parse_postfix();
  ExprId parse_value();                 // parse_assignment
  std::optional<uint64_t> parse_constant(TypeId to, const char* what);  // a constant expression, converted
  bool parse_arguments(std::vector<ExprId>& arguments, std::vector<Span>* spans = nullptr);
  ExprId parse_destructor_call(Operand operand, bool is_arrow);
  ExprId to_expr(Operand operand);
  Operand expr_operand(ExprId expr);

  // --- parse_member_access.cpp
  struct MemberName {
    std::string_view text;
    Span span;
  };
  ExprId parse_member_access(Operand operand, bool is_arrow);
  MemberName parse_member_name();
  ExprId coordinate(const Operand& variable, const MemberName& name);
  ExprId pointed_object(ExprId object, const MemberName& name);
  void report_wrong_access(const char* written, const char* meant, ExprId object, const MemberName& name);
  ExprId named_member(ExprId object, const MemberName& name, Span span);
  ExprId leave_method(ExprId object, const Symbol& symbol, const MemberName& name, RecordId named_in);
  void report_no_member(ExprId object, const MemberName& name);

  // --- parse_primary.cpp
  Operand parse_primary();
  ExprId parse_character();
  ExprId parse_this();
  Operand parse_parentheses();
  void skip_to_parenthesis();
  Operand parse_operator_name();
  Operand parse_type_operand();
  ExprId parse_number();
  ExprId parse_string();
  ExprId parse_sizeof(bool is_alignof);
  ExprId parse_named_cast(Tok kind);
  ExprId parse_functional_cast(TypeId type, Span begin);
  ExprId special_value(std::string_view name, Span span);

  // --- parse_names.cpp
  struct NamePath {
    Span begin;               // of its first token
    Scope* where = nullptr;   // what was named so far; null: nothing
    bool is_std = false;      // that is namespace std
  };
  Operand parse_name();
  std::optional<Operand> follow_path(NamePath& path, const Token& name, Symbol& symbol);  // nothing: the path goes on
  void enter(NamePath& path, Scope* inner);
  bool enter_instance(NamePath& path, TemplateDecl& tmpl, Span name);
  Operand parse_plain_enumerator(const NamePath& path, TypeId enumeration);
  bool is_local_variable(const Symbol& symbol) const;
  Operand outer_local(const Symbol& symbol, std::string_view name, Span span);
  Operand declared_name(const NamePath& path, const Token& name, Symbol& symbol);
  Operand parse_undeclared(const NamePath& path, const Token& name);
  void report_no_member(const Scope& where, const Token& name);
  Operand parse_std_name(const Token& name, Span span);
  Operand std_function(const Token& name, Span span);
  ExprId member_of_none(const Symbol& symbol, Span span);
  std::optional<Operand> parse_builtin_name(const Token& name);
  Operand functions_operand(std::string_view name, Span span);
  ExprId parse_std_move(std::string_view name, Span begin);
  Operand name_operand(Symbol& symbol, std::string_view name, Span span);
  bool looks_like_template_arguments();

  // --- parse_objects.cpp
  ExprId parse_offsetof(Span begin);
  ExprId parse_new();

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
  FunctionDecl* converting_constructor(TypeId from, bool is_lvalue, TypeId to);
  bool converting_template(ExprId e, TypeId to);

  // --- console_calls.cpp
  ExprId parse_printf(Span begin);
  ExprId parse_assert(Span begin);
  ExprId promote_variadic(ExprId e);
  void check_format(const std::string& format, const std::vector<ExprId>& arguments, Span format_span);
  void check_conversion(const PrintfConversion& conversion, const std::string& spelling, ExprId argument);

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
  bool is_passed_by_address(const FunctionDecl& f, TypeId parameter);

  // --- object_making.cpp
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

  // --- constructor_bodies.cpp
  bool destroys_members(RecordId id);
  void destroy_members(FunctionDecl& f, std::vector<StmtId>& out);
  void inherit_constructors(RecordId id, uint32_t base, Span span);
  void write_inherited(FunctionDecl& f);
  void default_members(FunctionDecl& f, const std::vector<bool>& done, std::vector<StmtId>& out);
  void default_member(FunctionDecl& f, uint32_t field, std::vector<StmtId>& out);
  ExprId member_initialiser(TypeId type, Span span);

  // --- cleanups.cpp
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

  // --- parse_exceptions.cpp
  StmtId parse_try();
  ExprId parse_throw();
  std::optional<ExprId> parse_thrown_type_query();
  uint32_t landing();
  uint32_t new_landing();
  void unwind_scope(size_t mark, std::vector<StmtId>& list, Span span);
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
  ExprId cast_to(ExprId e, TypeId to, CastKind kind, bool implicit, Span span);
  TypeId value_type(ExprId e);
  VarId add_variable(std::string name, TypeId type, Storage storage, Span span);
  VarId add_temporary(TypeId type, Span span);
  const Expr& at(ExprId e) const { return (*module)[e]; }
  const Type& type_of(ExprId e) const { return module->types[(*module)[e].type]; }
  std::string type_name(TypeId t) const;
  bool is_placeholder(TypeId t);

  // --- members_and_bases.cpp
  ExprId make_member(ExprId object, uint32_t field, Span span);
  bool is_derived(TypeId from, TypeId to) const;
  ExprId member_of(ExprId object, RecordId owner, uint32_t field, Span span);
  ExprId base_of(ExprId object, RecordId base, Span span);
  bool holds_record(TypeId type, RecordId wanted) const;
  int count_bases(TypeId type, RecordId wanted, uint64_t& offset) const;
  ExprId derived_of(ExprId address, TypeId to, uint64_t offset, bool may_be_null, Span span);

  // --- conversions.cpp
  ExprId arithmetic_cast(ExprId e, TypeId to, bool implicit, Span span);
  ExprId to_bool(ExprId e, bool report_failure = true);
  ExprId promote(ExprId e);
  ExprId convert(ExprId e, TypeId to, Span at);           // implicit; reports
  ExprId explicit_cast(ExprId e, TypeId to, Span at, bool is_c_style);
  ExprId convert_argument(ExprId e, TypeId to, Span at);
  bool is_open_list(ExprId e) const;
  bool is_made_of_lists(TypeId type);
  Rank list_rank(ExprId e, TypeId to);
  Rank conversion_rank(ExprId e, TypeId to);
  Rank value_rank(TypeId from, TypeId to, bool is_null);
  bool is_null_constant(ExprId e) const;
  bool can_add_qualifiers(TypeId from, TypeId to) const;
  TypeId common_type(TypeId a, TypeId b);
  TypeId promoted(TypeId t);
  FunctionDecl* conversion_function(TypeId from, TypeId to, bool allow_explicit = false);
  ExprId call_conversion(ExprId e, FunctionDecl& f, Span span);
  ExprId as_plain_value(ExprId e);
  bool is_arithmetic_like(TypeId t) const;  // arithmetic or unscoped enumeration
  bool is_integer_like(TypeId t) const;

  // --- references.cpp
  ExprId bind_reference(ExprId e, TypeId reference, Span at, bool reports = true);
  ExprId as_xvalue(ExprId e);
  ExprId materialise(ExprId value);                        // an lvalue that holds the value
  ExprId object_address(ExprId object);

  // --- constants.cpp
  void note_constant_object(VarId var, TypeId type, ExprId init, bool reports);
  ExprId constant_node(const ConstantValue& value, TypeId type, Span span);
  ExprId host_constant(const Symbol& symbol, std::string_view name, Span span);
  std::optional<uint64_t> evaluate(ExprId e);
  std::optional<uint64_t> evaluate_alone(ExprId e);  // where the value takes the expression's place
  void read_constant_bodies(ExprId e);
  Span why_not_constant(ExprId e, std::string& why);

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
  std::optional<Candidate> candidate_of(FunctionDecl& f, const Operand& callee, const std::vector<ExprId>& arguments);
  void add_builtin_candidates(const std::vector<int>& rows, const std::vector<ExprId>& arguments, std::vector<Candidate>& viable);
  const Candidate* best_of(const std::vector<Candidate>& viable);
  void report_ambiguous(const Operand& callee, const std::vector<ExprId>& arguments, const std::vector<Candidate>& viable);
  bool rank_arguments(const std::vector<TypeId>& parameters, const std::vector<ExprId>& arguments, Candidate& c);
  int compare(const Candidate& a, const Candidate& b);
  std::string describe(const FunctionDecl& f);
  std::string argument_types(const std::vector<ExprId>& arguments);
  ExprId report_no_fit(Operand& callee, const std::vector<ExprId>& arguments, Span call_span);
  bool makes_vector(const Operand& callee, size_t arguments);

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
  bool at_function_type();
  std::optional<TypeId> parse_function_type(TypeId result);

  // --- inline_assembly.cpp
  struct AssemblyOperand {
    std::string constraint;  // "=r"
    ExprId value;
  };
  StmtId parse_assembly();
  bool changes_memory(size_t end) const;
  bool parse_assembly_operands(std::vector<AssemblyOperand>& out);
  StmtId assembly_statement(std::string_view text, std::vector<AssemblyOperand>& operands, size_t results, Span span, const std::function<Span(size_t, size_t)>& place);
  void refuse_assembly(const std::string& what, Span span);
  void refuse_instruction(std::string_view name, bool has_other_registers, Span span);

  // --- heap.cpp
  ExprId heap_way(HeapWay way, Span span);
  ExprId heap_form_of(TypeId type, HeapWay way, Span span);
  ExprId allocate(TypeId type, Span span);
  ExprId parse_new_array(TypeId type, Span begin);
  ExprId parse_delete();
  ExprId call_library(std::string_view path, std::string_view name, std::vector<TemplateArgument> given, std::vector<ExprId> arguments, Span span);

  // --- special_forms.cpp
  ExprId parse_special_form(const Token& name);
  ExprId cached_access(SpecialForm form, const Token& name, std::vector<ExprId>& arguments, Span span);
  bool has_one_access(TypeId type);

  // --- templates.cpp
  void parse_template();
  void parse_template_declaration(TemplateDecl& t, size_t begin);
  bool parse_member_definition(TemplateDecl& t);
  bool declares_member(TemplateDecl& t, size_t name, size_t behind);
  void complete_member_template(TemplateDecl& t, const Specifiers& specs, const Declarator& d);
  void parse_friend_template(TemplateDecl& t, size_t begin);
  bool parse_deduction_guide(TemplateDecl& t);
  bool at_constructor(Specifiers& specs);
  void parse_signature(Specifiers& specs, Declarator& d);
  FunctionDecl* read_template_signature(TemplateDecl& t);
  FunctionDecl* add_template_function(TemplateDecl& t, FunctionDecl& f);

  // --- template_parameters.cpp
  bool parse_template_parameters(TemplateDecl& t);
  bool parse_value_parameter(TemplateParameter& p);
  void merge_defaults(TemplateDecl& to, const TemplateDecl& from);
  TemplateArgument type_argument(TypeId type, bool is_expansion);
  TypeId placeholder_type(uint32_t index, std::string_view name);

  // --- unused_templates.cpp
  struct Trial;
  void check_unused_templates();
  void check_unused_template(TemplateDecl& t, FunctionDecl* f);
  std::vector<Diagnostic> try_template(TemplateDecl& t, FunctionDecl* f, const std::vector<TemplateArgument>& arguments);
  std::vector<Diagnostic> own_mistakes(const TemplateDecl& t, const std::vector<Diagnostic>& heard) const;
  bool is_own_mistake(const TemplateDecl& t, const Diagnostic& d) const;
  bool names_dependent_members(const TemplateDecl& t) const;
  std::optional<std::vector<TemplateArgument>> trial_arguments(const TemplateDecl& t, ScalarKind type);

  // --- specialisations.cpp
  void parse_explicit_specialisation(size_t begin);
  bool parse_partial_specialisation(TemplateDecl& t, Token name);
  bool add_partial(TemplateDecl& t, TemplateDecl& primary, Token name);
  std::optional<TemplateDecl::Partial> read_partial(TemplateDecl& t, TemplateDecl& primary, const Token& name);
  void specialise_function(const Specifiers& specs, const Declarator& d, size_t begin, size_t end);

  // --- instances.cpp
  bool read_signature(const FunctionDecl& f, Scope* bound, Specifiers& specs, Declarator& d);
  std::optional<TypeId> named_instance(TemplateDecl& t, Span name, Span& last);  // the cursor is at `<`
  std::optional<TypeId> instantiate_alias(TemplateDecl& t, const std::vector<TemplateArgument>& arguments);
  Operand variable_instance(TemplateDecl& t, Span span);
  bool too_many_instances(Span place);
  void queue_body(FunctionDecl& f, Span place);
  FunctionDecl* instantiate(FunctionDecl& f, std::vector<TemplateArgument> arguments, Span at);

  // --- record_instances.cpp
  void define_member(RecordId id, TemplateDecl& member);
  size_t chosen_definition(TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Scope*& bound);
  std::optional<TypeId> instantiate_record(TemplateDecl& t, std::vector<TemplateArgument> arguments, Span at);
  std::optional<TypeId> known_instance(TemplateDecl& t, const std::vector<TemplateArgument>& arguments);
  RecordId add_instance(TemplateDecl& t, const std::vector<TemplateArgument>& arguments, Span at);
  void define_instance(TemplateDecl& t, RecordId id, size_t begin, Scope* bound, Span at);
  void parse_instance(RecordId id);
  void adopt_definition(FunctionDecl& f, const Declarator& d, Scope* where, const Specifiers& specs, Span extent);

  // --- template_arguments.cpp
  bool parse_template_arguments(std::vector<TemplateArgument>& out, Span& last);
  bool group_packs(TemplateDecl& t, std::vector<TemplateArgument>& arguments);
  bool complete_arguments(TemplateDecl& t, std::vector<TemplateArgument>& arguments, Span at);
  void bind_arguments(Scope& scope, const TemplateDecl& t, const std::vector<TemplateArgument>& arguments);
  std::string argument_list(const std::vector<TemplateArgument>& arguments) const;
  void bind_argument(Scope& scope, const TemplateParameter& p, const TemplateArgument& a);
  Symbol symbol_of(const TemplateArgument& a, Span span) const;
  std::string argument_text(const TemplateArgument& a) const;
  bool parse_template_argument(TemplateArgument& a);
  bool parse_value_argument(TemplateArgument& a);
  TemplateArgument dependent_argument(bool is_type);

  // --- deduction.cpp
  std::optional<TypeId> deduce_class(TemplateDecl& t);
  bool is_more_specialised(const FunctionDecl& a, const FunctionDecl& b);
  bool deduce(FunctionDecl& f, const std::vector<TemplateArgument>& given, const std::vector<ExprId>& arguments,
              std::vector<TemplateArgument>& out, std::string& missing);
  bool is_forwarding_reference(TypeId pattern);
  bool names_pack(TypeId pattern) const;
  bool deduce_type(TypeId pattern, TypeId actual, std::vector<TemplateArgument>& out, bool is_exact = false);
  bool deduce_placeholder(const Type& pattern, TypeId actual, std::vector<TemplateArgument>& out, bool is_exact);
  bool deduce_array(const Type& pattern, const Type& actual, std::vector<TemplateArgument>& out, bool is_exact);
  bool deduce_function_type(const Type& pattern, const Type& actual, std::vector<TemplateArgument>& out);
  bool deduce_record(TypeId pattern, const Type& actual, std::vector<TemplateArgument>& out, bool is_exact);
  bool deduce_instance(const RecordInfo& pattern, const RecordInfo& actual, std::vector<TemplateArgument>& out);
  bool deduce_argument(const TemplateArgument& pattern, const TemplateArgument& actual, std::vector<TemplateArgument>& out);
  bool deduce_list(const std::vector<TemplateArgument>& patterns, const std::vector<TemplateArgument>& actual, std::vector<TemplateArgument>& out);
  bool deduce_expansion(const TemplateArgument& pattern, const std::vector<TemplateArgument>& actual, size_t from, std::vector<TemplateArgument>& out);
  bool match_partial(const TemplateDecl::Partial& partial, const std::vector<TemplateArgument>& arguments, std::vector<TemplateArgument>& out);
  bool is_dependent(const TemplateArgument& a);
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
  bool read_lambda_template_list(TemplateDecl& t, size_t begin);
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

  // --- device_launches.cpp
  bool is_launch_here() const;
  ExprId parse_launch(Operand& kernel);
  std::vector<std::pair<size_t, size_t>> device_bodies() const;
  bool speaks_to_device_runtime() const;

  // --- unsupported.cpp
  bool refuse_name(std::string_view name, Span span, bool is_std);
  bool refuse_keyword(const Token& t);
  bool parse_cluster_dims(std::array<uint32_t, 3>& cluster);
  static void set_cluster(Function& function, const Specifiers& specs, const Declarator& d);
  bool refuse_std(std::string_view name, Span span);

  // --- reports and tokens (parser.cpp)
  void skip_statement();
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
  bool is_heard() const { return quiet == 0 || listener; }  // will anybody read what is reported?
  bool is_postponed(Code code) const;
  void note_broken_use(const Symbol& symbol);
  void report_postponed(const std::vector<FunctionId>* reached);  // null: all as errors
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

 private:
  std::deque<std::string> kept_;
};

// f(arguments), of functions by their name (parse_expressions.cpp).
Operand call_functions(Parser& p, Operand& operand, std::vector<ExprId> arguments);

}  // namespace wb
