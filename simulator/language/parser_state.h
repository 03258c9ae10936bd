#pragma once
// What the parser knows while it reads: where it is, what has been declared, what waits to be read.
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simulator/language/constant_eval.h"
#include "simulator/language/front_end.h"
#include "simulator/language/parser_values.h"
#include "simulator/source/diagnostic_codes.h"

namespace wb {

struct ParserState {
  ParserState(std::shared_ptr<SourceMap> source_map, FileId main, const FrontEndOptions& opts, DiagSink& sink)
      : module(std::make_shared<Module>()), sources(std::move(source_map)), main_file(main), options(opts), diags(sink) {}

  std::vector<Token> tokens;
  std::shared_ptr<Module> module;
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
  size_t launch_end = 0;              // the shape of a launch in device code is read: the `>>>` at this token ends it
  bool is_launching = false;          // ... and then the call of the kernel
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
  std::vector<Scope*> enum_homes;             // EnumId::v -> where it is declared
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
  std::vector<Diagnostic>* listener = nullptr;  // hears what is not reported while one Quiet is at work
  std::optional<Diagnostic> unheard_size;  // an object that is too large, of a declaration that is read quietly
  std::map<std::pair<uint32_t, uint32_t>, Diagnostic> too_large;  // by the place of its name, a class that could not be laid out: its member of that size
  mutable std::optional<bool> misses_header;  // an own header was not found

  bool is_host_program = false;   // host_whole.h's text stands behind the file's
  bool reads_kernel_name = false; // "transform<[2 float* x]>": closures have names there (closure_names.h)
  std::map<std::pair<uint32_t, uint32_t>, RecordId> member_pointers;       // by class and member's type
  std::map<std::pair<uint32_t, uint32_t>, VarId> virtual_tables;           // by class, and byte offset of the base that it is for
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
};

}  // namespace wb
