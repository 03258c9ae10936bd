#pragma once
// The host program of a file as one that the simulator can run from main() on: behind host_launches.h.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/language/host_reader.h"
#include "simulator/language/host_trace.h"

namespace wb {

class HostWhole {
 public:
  explicit HostWhole(HostReader& reader) : r_(reader) {
    find_namespaces();
    find_outer_members();
    find_own_types();
    find_using();
    find_operators();
    find_classes();
    find_aliases();
    find_lambdas();
    has_async_work_ = has_async_work();
    managed_ = managed_variables();
    has_exceptions_ = std::any_of(reader.tokens_.begin(), reader.tokens_.end(), [](const Token& t) { return t.kind == Tok::kw_throw; });
  }
  // The command line's words, behind the program's name.
  void call_with(std::vector<std::string> words) { words_ = std::move(words); }

  // The text is empty: there is no main(), or it cannot be written.
  HostProgramText program();
  // The statement there is left out of the next text, with whatever hangs on it. False: launches or buffers hang on it.
  bool leave_out(const BadHostLine& bad);
  // The statement that could not be left out.
  const HostNotUnderstood& not_understood() const { return not_understood_; }

 private:
  using Range = HostReader::Range;
  using HostFunction = HostReader::HostFunction;
  struct HostMember {
    Range range;
    bool is_function = false, is_device = false;
    HostFunction function;  // with its body, if it is one
    size_t static_name = 0; // where the name of a variable stands that all objects share, and that changes; else 0
    bool is_defined_outside = false;
  };
  // int Buffer<T>::size() const { ... }
  struct OuterMember {
    std::string_view owner;
    Range head;             // up to the body
    size_t owner_name = 0;  // the class's name in it
    HostFunction function;
  };
  // A class with functions of the host.
  struct HostClass {
    std::string_view name;
    size_t keyword = 0;
    Range bases;            // "final : public A<T>"
    Range body;
    bool is_of_host = false, is_written = false;
    bool is_member_of_other = false;  // struct App::State { ... }
    bool is_specialisation = false;   // template <> struct Traits<float> { ... }
    bool is_hash = false;             // the same of std::hash: of wb_host's there
    std::vector<HostMember> members;
  };
  // Vec operator*(float k, Vec v) { ... }
  struct HostOperator {
    const HostFunction* function;
    Range head;  // up to `operator`
    bool is_written = false;
  };
  // using Buffer = std::unique_ptr<float[], Deleter>;   typedef std::vector<int> Ids;   of types that kernels do not have.
  struct HostAlias {
    std::string_view name;
    Range range;            // all of it, with its template's head
    bool is_written = false;
  };
  struct Namespace {
    std::string name;  // a::b
    Range body;
  };
  struct Statement {
    const HostFunction* function = nullptr;
    Range range;
  };

  void find_namespaces();
  void open_namespaces(size_t at);
  void close_namespaces(size_t at);

  // Classes.
  void find_operators();
  size_t operator_of(const HostFunction& f) const;
  bool takes(const HostOperator& op, std::string_view name) const;
  void write_operators(const HostClass& c);
  void find_classes();
  size_t brace_of_class(size_t keyword);
  size_t name_of_class(size_t keyword) const;
  bool names_class_defined_behind(Range member);
  void find_dependent_classes(std::deque<HostClass>& all) const;
  void find_lambdas();
  void find_outer_members();
  size_t body_behind(size_t parameters);
  bool is_defined_outside(const HostClass& c, std::string_view name) const;
  bool is_in_class(size_t at) const;
  void find_members(HostClass& c);
  HostClass* class_named(std::string_view name);
  bool is_member_of_class(std::string_view name) const;
  bool is_method(const HostFunction& f) const;
  void write_class(HostClass& c);
  void write_members(HostClass& c);
  bool write_nested(Range member);
  bool is_default_operator(Range member) const;
  std::string head_of_template(size_t keyword);
  void write_template_alone(const HostClass& c);
  bool specialises(size_t keyword) const;
  bool specialises_hash(size_t keyword) const;
  size_t name_of_unnamed(size_t keyword) const;
  void write_outer_members(const HostClass& c);

  // Writing.
  bool has_const(Range range) const;
  std::string command_line() const;
  void write_function(const HostFunction& f);
  std::string head_of_function(const HostFunction& f, bool is_declaration);
  const std::set<std::string_view>& locals_of(const HostFunction& f) const;
  bool is_local_name(size_t name) const;
  bool is_operand(size_t i) const;
  bool is_of_std(size_t i) const;
  bool opens_std(size_t i) const;
  bool names_std(size_t i) const;
  bool is_type_of_cuda(size_t i) const;
  bool is_type_of_host(size_t i) const;
  bool is_kernel_as_value(size_t i) const;
  bool stands_behind_type(size_t i) const;
  void write_main();
  bool has_async_work() const;
  uint32_t device_count() const;
  uint32_t behind_macro(const Span& last) const;
  bool is_managed(size_t name) const;
  void note_index(Range argument);
  void note_indexes(size_t call);
  std::map<size_t, HostPlace> places() const;
  HostPlace place_of(Range statement) const;
  std::map<size_t, std::string> kernels();
  std::vector<std::string> managed_variables();
  std::string spelled_symbol_copy(size_t i, size_t& last);
  std::string spelled_symbol_place(size_t i, size_t& last);
  std::string symbol_named_in(Range argument) const;
  void write_globals();
  void write_block(Range where, const HostFunction& f);
  void write_delete(Range s, const HostFunction& f);

  // Exceptions.
  size_t spell_throw(size_t i, Range range, std::string& out);
  size_t name_of_caught(Range declared) const;
  size_t spell_catch(size_t i, std::string& out);
  void write_try(Range s, const HostFunction& f);
  void write_throw(Range s, const HostFunction& f);
  bool leave_out_of_exceptions(Range statement);
  void write_noexcept(const HostFunction& f);

  std::optional<std::string> spelled_static(Range s);
  bool is_table_of_texts(Range s) const;
  void write_statement(Range s, const HostFunction& f);
  bool waits_for_work(Range part) const;
  void write_talk(Range s, const HostFunction& f);
  bool reads_memory(Range part) const;
  void write_compound(Range s, const HostFunction& f);
  void write_line(const std::string& text, Statement statement);
  void find_own_types();
  void find_using();
  std::string spelled(Range range);
  size_t spell_name(size_t i, Range range, std::string& out);
  bool is_local_variable(size_t name) const;
  bool stands_behind_template(size_t name) const;
  bool is_member_variable(size_t name) const;
  bool is_member_function(size_t name) const;
  bool is_own_variable(size_t name) const;
  std::string spelled_specifiers(Range range);
  std::string spelled_launch(Range kernel, size_t open, size_t& next);
  std::optional<std::string> spelled_through_pointer(Range s);
  size_t end_of_function_object(Range s);
  bool is_kernel_name(size_t begin, size_t name) const;
  std::string kernel_value(size_t name);
  bool is_in_call_of_cuda(size_t name) const;
  size_t spell_new(size_t i, Range range, std::string& out);
  size_t spell_operator(size_t i, std::string& out);
  bool takes_own_memory(const HostClass& c);
  bool names_memory(size_t i) const;
  size_t name_of_static(Range member);
  const HostMember* static_member(const HostClass& c, std::string_view name) const;
  const HostClass* class_around(size_t at) const;
  void find_aliases();
  HostAlias* alias_named(std::string_view name);
  void write_alias(HostAlias& a);
  bool is_object_of_host(Range type);
  void write_object(size_t from, size_t name, size_t end);
  std::string extents_behind(size_t name);
  std::string extents_of_list(size_t name);
  void write_global(const std::string& text, Range range);
  void write_late(std::string type, size_t name, size_t end);
  bool is_variable_of_record(size_t brace, size_t name) const;
  size_t write_variable_of_record(size_t brace, size_t name);
  void write_static_member(const HostClass& c, const HostMember& member);
  std::string namespace_around(size_t at) const;
  bool takes_pointer(size_t kernel, size_t number);
  Range parameter_of(size_t kernel, size_t number);
  std::string type_of_braces(size_t kernel, size_t number, Range argument);
  size_t spell_standard(size_t i, size_t end, std::string& out);
  size_t spell_container_of_list(const std::string& word, size_t i, size_t end, std::string& out);
  bool stands_for_handle(size_t i);
  size_t spell_further_list(size_t comma, Range range, std::string& out);
  std::string spelled_cuda(size_t i);
  bool is_spelled_as_type(Range part);  // in a template: type or value?
  std::string spelled_template_arguments(size_t name, size_t open);
  std::string spelled_instance(Range kernel, const std::string& arguments);
  std::string number_of_lambda(Range range, size_t close);
  size_t end_of_path(size_t i, size_t end) const;
  void write_callees(Range range);
  bool is_opening_bracket(size_t i) const;

  // What cannot be known.
  bool is_talk(Range s) const;
  bool matters(Range s);
  bool leave_out(size_t line);
  bool leave_out(Statement statement);
  bool leave_out_streams(Range statement);
  bool spread(const HostFunction& f);
  bool spread_over(Range where, const HostFunction& f, bool& grows);
  bool spread_over_statements(Range where, const HostFunction& f, bool& grows);
  std::vector<Range> parts_of(Range s);
  Range head_of(Range s);
  bool names_unknown(Range range, const HostFunction& f);
  bool forget(Range s, const HostFunction& f);
  bool is_number(std::string_view name, const HostFunction& f);
  bool function_matters(const HostFunction& f);
  bool is_copy_of_unknown(Range s, const HostFunction& f);
  bool is_copy_to_unknown(Range s, const HostFunction& f);

  HostReader& r_;
  std::vector<std::string> words_;  // of the command line, behind the program's name
  std::vector<Namespace> namespaces_;      // the outer ones first
  std::deque<OuterMember> outer_members_;  // functions in these and
  std::deque<HostClass> classes_;          // those are pointed to
  std::unordered_map<std::string_view, HostClass*> class_of_name_;
  std::map<size_t, HostClass> nested_;     // in these, by where their bodies open
  std::deque<HostAlias> aliases_;
  std::vector<HostOperator> operators_;
  std::vector<size_t> end_of_classes_;  // of each class and those before it, the last end
  std::set<std::string_view> methods_;  // names
  std::vector<size_t> lambdas_;       // where they begin
  bool is_in_launch_ = false;         // its arguments are written
  bool spells_variables_ = false;     // the file's, with what they begin with
  std::string out_;
  size_t line_ = 1;
  static constexpr int most_nesting = 200;  // of statements, classes and calls
  int nesting_ = 0;
  bool is_understood_ = true;
  bool has_async_work_ = false;
  bool has_exceptions_ = false;
  std::vector<std::string> managed_;
  std::set<size_t> noted_;  // brackets around an index that the run remembers
  bool uses_std_ = false, uses_cub_ = false;                       // using namespace std;
  std::set<std::string_view> used_of_std_;      // using std::vector;
  std::set<std::string_view> own_types_;        // the file's own names of types
  std::map<size_t, Statement> statement_of_line_;
  std::set<const HostFunction*> written_, open_, declared_;
  std::set<std::string> globals_, used_cuda_;
  std::set<std::string> objects_;               // variables of the file that have a constructor
  std::vector<std::pair<std::string, Statement>> first_of_main_;  // that make them
  std::set<std::string> kernel_values_;         // kernels that stand as values
  std::string kernel_values_text_;              // the functions for them, on one line
  std::vector<std::string> symbols_;
  std::map<const HostFunction*, bool> matters_;
  mutable std::map<const HostFunction*, std::set<std::string_view>> locals_;
  HostNotUnderstood not_understood_;
  std::set<size_t> left_out_;       // statements, by their first token
  std::map<size_t, int> lesser_throws_;  // likewise: how much of the exception is left out
  std::set<size_t> early_globals_, late_globals_;  // where declarations begin of the file's variables: those with values that the compiler knows; those that main() makes
  std::set<size_t> unknown_copies_; // statements that copy what is not known to the device
  std::map<const HostFunction*, std::set<std::string_view>> unknown_;
  std::set<std::string_view> handles_;  // names of streams and events
  std::set<size_t> without_stream_;  // launches, by where <<< stands, whose stream the compiler does not understand
};

// What the program is called with, behind its name: as somebody says, or guesses for each `argv[i]` that it may want.
struct HostCall {
  std::vector<std::string> words;
  bool are_guesses = false;
};

// The program's launches, as a run of it comes to them; none where it cannot be run. A program that ends before its first launch ("usage: ...") is called
// again with one guess, with two and so on.
HostTrace trace_of_program(HostReader& reader, const HostProgramRun& run, const HostCall& call);

}  // namespace wb
