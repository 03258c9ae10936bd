#pragma once
// Reads host code that nobody compiles: the tokens of a file, functions found by their brackets, expressions worked out where they stand.
// Behind host_launches.h; one file for each idea:
//     host_text.cpp      brackets, functions, templates' parameters
//     host_numbers.cpp   expressions
//     host_names.cpp     what a name stands for
//     host_unknowns.cpp  values for names that nothing fixes
//     host_buffers.cpp   the launch's arguments
//     host_launches.cpp  the launch line itself
//     host_slice.cpp     the statements that settle what a variable holds
//     host_program.cpp   such statements as a kernel that can be run
//     host_content.cpp   what a buffer holds then
#include <set>
#include <string>
#include <unordered_map>

#include "simulator/language/host_launches.h"
#include "simulator/language/parser.h"

namespace wb {

class HostReader {
 public:
  HostReader(Parser& parser, HostUnknowns unknowns, const HostRun& run) : p_(parser), tokens_(parser.tokens), assumes_(unknowns == HostUnknowns::are_assumed), run_(run) { find_functions(); }
  HostLaunch read(const LaunchLine& line, size_t name, size_t open, size_t close);
  // cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes): the most that some such line gives the kernel, or a kernel that is not
  // named there; as much as can be had, where the number is not known.
  uint64_t shared_opt_in(std::string_view kernel);
  // cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes): the most that some such line says, where the number is known.
  uint64_t heap_bytes();
  // cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), likewise.
  bool allows_large_clusters(std::string_view kernel);
  // A guess for each word of the command line that the file names by its number (argv[2]): what was assumed for the variable that is made of it, else
  // what that variable's name says.
  std::vector<std::string> command_line_guesses(const std::map<std::string, HostNumber>& assumed);

 private:
  friend class HostWhole;
  static constexpr int most_depth = 40;            // of expressions, names and calls that lead to one another
  static constexpr size_t most_steps = 2'000'000;  // tokens looked at for one file

  struct Range {
    size_t begin = 0, end = 0;
    bool empty() const { return begin >= end; }
  };
  struct HostFunction {
    std::string_view name;
    Range parameters, body;     // between the brackets
    Range template_parameters;  // between the angles; empty: no template
  };
  // What a template's parameter that is named at `name` stands for: the argument in the first call or explicit instantiation of the
  // function around that writes it out, else its default.
  struct TemplateMeaning {
    bool is_parameter = false, is_type = false;
    Range argument;
  };
  struct Operator {
    Op op = Op::none;
    bool is_and = false, is_or = false;
    int strength = 0;
    size_t tokens = 1;
  };
  // The bytes of a type, and whether it is a whole number's; none when it is unknown here.
  struct Named {
    uint64_t bytes = 0;
    bool is_real = false;
  };
  // The statements of a function in front of a place, and those of them that settle the variables in `names` (true: a plain number).
  struct Slice {
    const HostFunction* function = nullptr;
    std::vector<Range> statements;  // empty: a block opens
    std::vector<bool> is_taken;
    std::map<std::string_view, bool> names;
    std::vector<size_t> parameters;  // mentions of the function's, one each
  };
  struct Program {
    bool is_understood = true;
    std::set<std::string> functions;  // of the file, that it calls
    std::string arguments, last;      // for the function that comes next; behind everything
    size_t open_blocks = 0;
    int passed = 0;
  };
  // What a mention does to a buffer.
  struct Touch {
    enum What : uint8_t { nothing, allocated, managed, copied, unknown } what = nothing;
    Range size{}, source{};  // of the allocation or the copy
    size_t call = 0;
  };

  Tok kind(size_t i) const { return i < tokens_.size() ? tokens_[i].kind : Tok::end; }
  std::string_view text(size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view{}; }
  bool is(size_t i, std::string_view word) const { return text(i) == word; }
  Tok peek(size_t ahead = 0) const { return at_ + ahead < end_ ? tokens_[at_ + ahead].kind : Tok::end; }
  bool is_launch_open(size_t i) const { return (kind(i) == Tok::shift_left && kind(i + 1) == Tok::less) || (kind(i) == Tok::less && kind(i + 1) == Tok::shift_left); }
  static std::optional<HostNumber> truncated(const HostNumber& n);
  static HostNumber whole(int64_t value) { return {true, value, 0}; }
  static HostNumber real(double value) { return {false, 0, value}; }
  static int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

  // host_text.cpp
  size_t close_of(size_t open);
  void find_functions();
  Range template_parameters_before(size_t name);
  size_t behind_angles(size_t open, size_t end);
  std::vector<Range> split_template(Range range);
  TemplateMeaning template_meaning(size_t name);
  const HostFunction* function_around(size_t at) const;
  const HostFunction* function_named(std::string_view name) const;
  std::vector<Range> split(Range range);
  size_t name_of_parameter(Range parameter) const;
  std::string words(Range range) const;
  std::vector<Range> attribute_of(std::string_view kernel, std::string_view attribute);
  bool mentions(Range range, std::string_view name) const;
  bool is_parameter(const HostFunction& f, std::string_view name);

  // host_numbers.cpp
  std::optional<HostNumber> number(Range range);
  std::optional<HostNumber> conditional();
  Operator peek_operator() const;
  std::optional<HostNumber> binary(int least);
  static std::optional<HostNumber> apply(Op op, const HostNumber& a, const HostNumber& b);
  std::optional<HostNumber> unary();
  std::optional<HostNumber> primary();
  bool is_type_word(size_t i) const;
  std::optional<Named> type_in(Range range);
  std::optional<HostNumber> converted(std::optional<HostNumber> v, const Named& to);
  std::optional<HostNumber> parenthesis();
  std::optional<HostNumber> conversion();
  std::optional<HostNumber> size_of();
  std::optional<HostNumber> size_of_expression(Range range);
  std::optional<HostNumber> call(size_t name);
  std::optional<HostNumber> own_function(std::string_view name, const std::vector<HostNumber>& values);
  std::optional<HostNumber> member(size_t name);
  std::optional<HostNumber> element(size_t name);
  std::optional<HostNumber> vector_length(size_t name);
  static bool rounds_up(std::string_view helper);
  static bool is_multiple(std::string_view helper);
  static std::string lower_without_underscores(std::string_view name);

  // host_names.cpp
  std::optional<HostNumber> value_of(size_t name);
  std::optional<HostNumber> declared_value(size_t name);
  static HostNumber constant(ScalarKind kind, uint64_t bits);
  bool declared_whole(size_t initialiser_begin) const;
  bool encloses(size_t inner, size_t at, const HostFunction& f);
  std::optional<Range> initialiser(size_t name);
  bool is_assignment(size_t i, std::string_view name) const;
  Range to_end_of_initialiser(size_t begin);
  std::optional<Range> declaration_with_brackets(size_t name);
  std::optional<Range> declaration_outside(size_t name);
  std::optional<Range> callers_argument(size_t name);

  std::optional<HostNumber> assigned_member(size_t name);
  std::optional<Range> declared_type(size_t name);
  std::optional<HostNumber> first_element(size_t name);
  void find_branch(size_t launch);

  // host_unknowns.cpp
  std::optional<HostNumber> assumed(size_t name);
  std::optional<HostNumber> of_the_device(std::string_view property);
  bool is_declared_real(std::string_view name);
  std::optional<HostNumber> pitch(size_t name);

  // host_buffers.cpp
  HostArgument read_argument(Range range);
  bool is_allocated_here(size_t name) const;
  void read_members(HostLaunch& launch);
  std::string type_of_argument(Range range);
  void set_assumed_bytes(HostArgument& argument, Range size);
  void find_helpers_allocation(size_t name, HostArgument& argument);
  void find_buffer(Range range, HostArgument& argument, int hops);
  void find_allocation(size_t name, HostArgument& argument);
  void scan_allocations(Range where, std::string_view name, HostArgument& argument);
  void note_filled(std::string_view f, const std::vector<Range>& arguments, HostArgument& argument);
  bool is_plain_name(Range range);
  void read_allocation(std::string_view f, const std::vector<Range>& arguments, HostArgument& argument);
  bool may_fill(size_t name, size_t launch) const;
  bool is_filled_before(size_t launch, Range argument);
  bool is_known_otherwise(size_t name) const;
  bool shares_name(Range a, Range b) const;
  static void set_bytes(HostArgument& argument, std::optional<HostNumber> bytes);
  void read_device_vector(size_t i, std::string_view name, HostArgument& argument);

  // host_launches.cpp
  HostLaunch read_once(const LaunchLine& line, size_t name, size_t open, size_t close);
  std::optional<std::array<uint32_t, 3>> extent(Range range);
  std::optional<std::array<uint32_t, 3>> extent_inner(Range range);
  std::optional<std::array<uint32_t, 3>> named_extent(size_t name);
  std::optional<std::array<uint32_t, 3>> axes(const std::vector<Range>& parts);
  static std::optional<std::array<uint32_t, 3>> axis_values(const std::vector<HostNumber>& values);
  std::string template_arguments(size_t name, size_t open);
  std::string without_parameters(Range range);

  // host_slice.cpp
  size_t behind_statement(size_t at, size_t end);
  size_t behind_semicolon(size_t at, size_t end);
  void statements_before(Range where, size_t point, std::vector<Range>& out);
  void enter_statement(Range s, size_t point, std::vector<Range>& out);
  size_t start_of_expression(size_t i, size_t least);
  bool declares(size_t i, size_t least);
  bool is_own_of(Range s, size_t i);
  std::vector<size_t> brackets_around(size_t i, Range s);
  bool assigns(size_t i) const;
  std::optional<size_t> behind_members(size_t name);
  bool may_change(size_t i, Range s, bool is_number);
  std::optional<bool> call_may_change(size_t open, size_t i, Range s, bool is_value, bool is_address);
  bool is_spent_list(size_t open);
  bool is_word_token(size_t i) const;
  bool parameter_may_change(Range parameter, bool is_value) const;
  bool is_number_at(size_t declared, size_t least);
  std::optional<size_t> declared_in(const Slice& slice, std::string_view name);
  void ask_for(Slice& slice, Range range, Range inside);
  bool is_needed(const Slice& slice, Range s);
  Slice slice_before(size_t point, const std::vector<Range>& seeds);

  // host_program.cpp
  bool is_member_at(size_t i) const;
  std::string spelled(Range range, Program& program);
  size_t spell_list(size_t vector, size_t end, std::string& out, const std::function<std::string(Range)>& spelled_range);
  bool is_host_function(std::string_view name);
  size_t behind_trailing_type(size_t arrow) const;
  bool is_kernel(const HostFunction& f);
  std::string copied_function(const HostFunction& f, Program& program);
  std::optional<Range> allocation_in(Range s, const Slice& slice);
  std::string spelled_statement(Range s, const Slice& slice, Program& program);
  std::string program_before(size_t point, const std::vector<Range>& seeds, Program& program);
  std::string parameters_of(const Slice& slice, Program& program);
  std::optional<std::vector<uint8_t>> run_before(size_t point, const std::vector<Range>& seeds, const std::function<std::pair<std::string, std::string>(Program&)>& result);
  std::optional<HostNumber> run_number(Range expression);
  bool is_counted(size_t name);

  // host_content.cpp
  bool happens_once(size_t call, Range s);
  Touch touch_at(size_t i, Range s);
  Touch last_touch(size_t place);
  bool is_handed_on_untouched();
  void read_content(HostArgument& argument);
  std::optional<uint64_t> bytes_of_equal_size(const Touch& last, uint64_t bytes);

  Parser& p_;
  const std::vector<Token>& tokens_;
  std::vector<HostFunction> functions_;  // as they stand in the file, none in another
  std::unordered_map<std::string_view, size_t> function_by_name_;  // the first of each name that is no kernel, else the first
  std::vector<std::vector<std::pair<std::string_view, HostNumber>>> bound_;
  std::vector<std::pair<std::string_view, HostNumber>> branch_;  // what the `case` or `if` around the launch says
  const bool assumes_;
  const HostRun& run_;
  bool reads_content_ = false;   // sizes are chosen: what buffers hold is worth a run
  bool is_running_ = false;      // a program is being put together
  std::vector<size_t> places_;   // of the last argument that was read: its name at the launch, where that function is called, ..., where it is allocated
  int64_t usual_size_ = 1024;                   // of what is assumed
  bool is_flat_ = true;                         // no shape of several axes is being read
  std::map<std::string, HostNumber> unknowns_;  // by name
  std::vector<std::string>* said_ = nullptr;    // where assumptions are noted
  size_t at_ = 0, end_ = 0;  // the expression that is being worked out
  int depth_ = 0;
  size_t steps_ = 0;
};

}  // namespace wb
