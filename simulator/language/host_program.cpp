// Host code that is run: what a slice took (host_slice.cpp), as a kernel of one thread behind the file's own text.
//
//     int main() {                                      __global__ void wb_host_code(unsigned char* wb_out, unsigned long long wb_room) {
//       std::vector<int> h(64);                           wb_host::vector<int> h(64);
//       for (int i = 0; i < 64; ++i) h[i] = f(i);   ->    for (int i = 0; i < 64; ++i) h[i] = wb_host_f(i);
//       cudaMemcpy(d, h.data(), 256, ...);                const unsigned long long wb_bytes = (256);  ... copied from h.data() to wb_out
//
// The language is ours already, so the compiler says what of it is understood: functions of the file are copied as device functions, std::vector
// and a few algorithms stand in front, and rand(), files, streams and whatever else a run of the program would ask the machine for do not compile.
#include <algorithm>
#include <cstring>
#include <utility>

#include "simulator/language/closing_brackets.h"
#include "simulator/language/host_reader.h"

namespace wb {
namespace {

constexpr const char* names_of_library[] = {"vector", "iota", "fill", "fill_n", "copy", "reverse", "generate", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "calloc"};
constexpr const char* allocations[] = {"cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc"};
// Nobody runs the program: what the command line would give is assumed, what the machine would give is not known.
constexpr const char* of_the_command_line[] = {"argv", "argc", "atoi", "atol", "atoll", "atof", "strtol", "strtoul", "strtod", "stoi", "stol", "stoul", "stof", "stod"};
constexpr const char* of_the_machine[] = {"clock", "clock64", "wall_clock", "__nanosleep", "threadIdx", "blockIdx", "rand", "random", "time"};

template <size_t n> bool is_in(std::string_view word, const char* const (&words)[n]) {
  return std::any_of(std::begin(words), std::end(words), [&](const char* w) { return word == w; });
}

}  // namespace

// And not a function's type, `auto f() -> std::string {`.
bool HostReader::is_member_at(size_t i) const {
  if (i > 0 && kind(i - 1) == Tok::dot) return true;
  return i > 1 && kind(i - 1) == Tok::arrow && !(kind(i - 2) == Tok::right_paren && kind(behind_trailing_type(i - 1)) == Tok::left_brace);
}

// The tokens as text of the program; functions that they call are noted.
std::string HostReader::spelled(Range range, Program& program) {
  std::string out;
  for (size_t i = range.begin; i < range.end; ++i) {
    if (++steps_ > most_steps) break;
    const bool is_pair = kind(i) == Tok::greater && i > range.begin && kind(i - 1) == Tok::greater && !tokens_[i].space_before;
    if (!is_pair) out += ' ';
    if (kind(i) != Tok::identifier || is_member_at(i)) {
      out += text(i);
      continue;
    }
    if (is_in(text(i), of_the_machine)) program.is_understood = false;
    const bool is_of_std = i > range.begin + 1 && kind(i - 1) == Tok::scope && is(i - 2, "std");
    const bool is_qualified = i > range.begin && kind(i - 1) == Tok::scope;
    if (is(i, "std") && kind(i + 1) == Tok::scope && is_in(text(i + 2), names_of_library)) {
      ++i;
    } else if ((!is_qualified || is_of_std) && is_in(text(i), names_of_library) && (kind(i + 1) == Tok::left_paren || kind(i + 1) == Tok::less) && !function_named(text(i))) {
      out += "wb_host::" + std::string(text(i));
      if (is(i, "vector")) i = spell_list(i, range.end, out, [&](Range part) { return spelled(part, program); });
    } else if (!is_qualified && (kind(i + 1) == Tok::left_paren || kind(i + 1) == Tok::less) && is_host_function(text(i))) {
      out += "wb_host_" + std::string(text(i));
      program.functions.insert(std::string(text(i)));
    } else {
      out += text(i);
    }
  }
  return out;
}

// vector<int> h = {3, 2, 1}: there are no lists of any length in our language; an array has the same elements.
// The last token that was read is given back.
size_t HostReader::spell_list(size_t vector, size_t end, std::string& out, const std::function<std::string(Range)>& spelled_range) {
  const size_t name = behind_angles(vector + 1, end);
  const size_t open = kind(name + 1) == Tok::equal ? name + 2 : name + 1;
  if (name >= end || kind(name) != Tok::identifier || kind(open) != Tok::left_brace) return vector;
  const std::string type = spelled_range({vector + 2, name - 1}), list = "wb_list_of_" + std::string(text(name));
  const size_t at = out.rfind("wb_host::vector");
  out.insert(at, type + " " + list + "[] = {" + spelled_range({open + 1, close_of(open)}) + "}; ");
  out += "<" + type + "> " + std::string(text(name)) + "(" + list + ", sizeof(" + list + ") / sizeof(" + list + "[0]), 0)";
  return close_of(open);
}

bool HostReader::is_host_function(std::string_view name) {
  const HostFunction* f = function_named(name);
  if (!f) return false;
  const size_t own = f->parameters.begin - 2;
  for (size_t i = start_of_expression(own, 0); i < own; ++i)
    if (kind(i) == Tok::kw_device || kind(i) == Tok::kw_global) return false;
  return true;
}

// A function of the file as a device function of another name.
std::string HostReader::copied_function(const HostFunction& f, Program& program) {
  const size_t name = f.parameters.begin - 2;
  std::string out;
  size_t begin = start_of_expression(name, 0);
  if (kind(begin) == Tok::kw_template) {
    const size_t behind = behind_angles(begin + 1, name);
    out += spelled({begin, behind}, program) + " ";
    begin = behind;
  }
  out += "__device__";
  for (size_t i = begin; i < name; ++i)
    if (kind(i) != Tok::kw_static && kind(i) != Tok::kw_inline && kind(i) != Tok::kw_host && kind(i) != Tok::kw_extern && kind(i) != Tok::string && kind(i) != Tok::kw_constexpr) out += " " + spelled({i, i + 1}, program);
  return out + " wb_host_" + std::string(text(name)) + "(" + spelled(f.parameters, program) + ") {" + spelled(f.body, program) + "}\n";
}

// CHECK(cudaMallocManaged(&d, bytes)): of all that the macro becomes, the call.
std::optional<HostReader::Range> HostReader::allocation_in(Range s, const Slice& slice) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (kind(i) != Tok::identifier || !is_in(text(i), allocations) || kind(i + 1) != Tok::left_paren) continue;
    const Range call{i, close_of(i + 1) + 1};
    if (is_needed(slice, {s.begin, call.begin}) || is_needed(slice, {call.end, s.end})) return std::nullopt;
    return call;
  }
  return std::nullopt;
}

// One statement that the slice took. What the command line would give is what is assumed everywhere (host_unknowns.cpp).
std::string HostReader::spelled_statement(Range s, const Slice& slice, Program& program) {
  if (auto call = allocation_in(s, slice)) return spelled(*call, program) + ";\n";
  const bool asks = std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(s.begin), tokens_.begin() + static_cast<std::ptrdiff_t>(s.end), [](const Token& t) { return t.kind == Tok::identifier && is_in(t.text, of_the_command_line); });
  if (!asks) return spelled(s, program) + "\n";
  size_t equal = s.begin;
  while (equal < s.end && kind(equal) != Tok::equal) equal = is_opening(kind(equal)) ? std::max(close_of(equal), equal) + 1 : equal + 1;
  const bool is_declaration = equal + 1 < s.end && equal > s.begin && declares(equal - 1, s.begin) && is_number_at(equal - 1, s.begin);
  const Range made = is_declaration ? to_end_of_initialiser(equal + 1) : Range{};
  std::optional<HostNumber> value;
  if (is_declaration && made.end + 1 == s.end) value = number(made);
  if (is_declaration && made.end + 1 == s.end && !value) value = assumed(equal - 1);
  if (value) return spelled({s.begin, equal}, program) + " = " + (value->is_whole ? std::to_string(value->whole) : std::to_string(value->real)) + ";\n";
  program.is_understood = false;
  return "";
}

// The taken statements in front of `point` with the blocks around them; in front of those, where a parameter is asked for, its caller's.
std::string HostReader::program_before(size_t point, const std::vector<Range>& seeds, Program& program) {
  const Slice slice = slice_before(point, seeds);
  if (!slice.function || steps_ > most_steps || ++depth_ > most_depth) return program.is_understood = false, "";
  std::string out;
  if (!slice.parameters.empty()) out += parameters_of(slice, program);
  out += "{\n";
  ++program.open_blocks;
  for (size_t k = 0; k < slice.statements.size(); ++k) {
    if (slice.statements[k].empty()) out += "{\n", ++program.open_blocks;
    else if (slice.is_taken[k]) out += spelled_statement(slice.statements[k], slice, program);
  }
  --depth_;
  return out;
}

// What the first caller gives; a number that nobody gives is assumed.
std::string HostReader::parameters_of(const Slice& slice, Program& program) {
  std::vector<Range> given;
  std::string behind;
  size_t point = 0;
  for (size_t mention : slice.parameters) {
    Range parameter{};
    for (Range p : split(slice.function->parameters))
      if (!p.empty() && text(name_of_parameter(p)) == text(mention)) parameter = p;
    const size_t name = name_of_parameter(parameter);
    const auto argument = callers_argument(mention);
    const bool is_array = kind(name + 1) == Tok::left_bracket;
    const std::string type = is_array ? " auto" : spelled({parameter.begin, name}, program);
    if (argument && function_around(argument->begin) && function_around(argument->begin) != slice.function) {
      const std::string passed = "wb_passed_" + std::to_string(program.passed++);
      given.push_back(*argument);
      point = argument->begin;
      program.arguments += " auto " + passed + " = (" + spelled(*argument, program) + ");\n";
      behind += type + " " + std::string(text(mention)) + " = " + passed + ";\n";
    } else if (auto value = is_type_word(name - 1) ? value_of(mention) : std::nullopt) {
      behind += type + " " + std::string(text(mention)) + " = " + (value->is_whole ? std::to_string(value->whole) : std::to_string(value->real)) + ";\n";
    } else {
      program.is_understood = false;
    }
  }
  const std::string passed = std::exchange(program.arguments, "");
  std::string out;
  if (!given.empty()) out += program_before(point, given, program) + passed;
  ++program.open_blocks;
  return out + "{\n" + behind;
}

// Runs the host code up to `point` and gives back `size` bytes from `source`, both expressions of the program's text that name what `seeds` do.
std::optional<std::vector<uint8_t>> HostReader::run_before(size_t point, const std::vector<Range>& seeds, const std::function<std::pair<std::string, std::string>(Program&)>& result) {
  if (!run_ || is_running_) return std::nullopt;
  const size_t steps = std::exchange(steps_, 0);
  is_running_ = true;
  Program program;
  std::string body = program_before(point, seeds, program);
  const auto [source, size] = result(program);
  std::string functions;
  for (std::set<std::string> done; done.size() < program.functions.size() && steps_ <= most_steps;) {
    functions.clear();
    done = program.functions;
    for (const HostFunction& f : functions_)
      if (done.contains(std::string(f.name)) && is_host_function(f.name)) functions += copied_function(f, program);
  }
  is_running_ = false;
  const bool is_read = program.is_understood && steps_ <= most_steps;
  steps_ = steps;
  if (!is_read) return std::nullopt;
  std::string code = "#include <wb_host_program>\n" + functions + "__global__ void wb_host_code(unsigned char* wb_out, unsigned long long wb_room) {\n" + body + program.last + " const unsigned long long wb_bytes = (" + size + ");\n const void* wb_source = (const void*)(" + source +
                     ");\n if (wb_bytes + 8 > wb_room) return;\n const unsigned long long wb_words = wb_bytes / 4;\n"
                     " for (unsigned long long wb_i = 0; wb_i < wb_words; ++wb_i) ((unsigned int*)wb_out)[wb_i + 2] = ((const unsigned int*)wb_source)[wb_i];\n"
                     " for (unsigned long long wb_i = 4 * wb_words; wb_i < wb_bytes; ++wb_i) wb_out[wb_i + 8] = ((const unsigned char*)wb_source)[wb_i];\n"
                     " *(unsigned long long*)wb_out = wb_bytes;\n";
  code.append(program.open_blocks, '}');
  std::optional<std::vector<uint8_t>> bytes = run_(code + "\n}\n");
  uint64_t length = 0;
  if (!bytes || bytes->size() < sizeof length) return std::nullopt;
  std::memcpy(&length, bytes->data(), sizeof length);
  if (length > bytes->size() - sizeof length) return std::nullopt;
  return std::vector<uint8_t>(bytes->begin() + sizeof length, bytes->begin() + static_cast<std::ptrdiff_t>(sizeof length + length));
}

// A whole number that host code comes to: n after a loop that counts it up, v.size(), row[n].
std::optional<HostNumber> HostReader::run_number(Range expression) {
  const auto bytes = run_before(expression.begin, {expression}, [&](Program& program) {
    program.last = " const long long wb_value = (long long)(" + spelled(expression, program) + ");\n";
    return std::pair<std::string, std::string>("&wb_value", "sizeof(wb_value)");
  });
  int64_t value = 0;
  if (!bytes || bytes->size() != sizeof value) return std::nullopt;
  std::memcpy(&value, bytes->data(), sizeof value);
  return whole(value);
}

// Is the variable changed before the mention at `name` other than by plain assignments and in the heads of loops: n += 3, v.push_back(x)?
bool HostReader::is_counted(size_t name) {
  const HostFunction* f = function_around(name);
  if (!run_ || is_running_ || !f) return false;
  for (size_t i = f->body.begin + 1; i < name; ++i) {
    if (++steps_ > most_steps) return false;
    if (kind(i) == Tok::kw_for) i = std::max(close_of(i + 1), i);
    if (i >= name || kind(i) != Tok::identifier || text(i) != text(name) || is_member_at(i)) continue;
    if ((assigns(i + 1) && kind(i + 1) != Tok::equal) || kind(i - 1) == Tok::plus_plus || kind(i - 1) == Tok::minus_minus) return true;
    if (kind(i + 1) == Tok::dot && kind(i + 3) == Tok::left_paren && !is(i + 2, "size") && !is(i + 2, "data") && !is(i + 2, "begin") && !is(i + 2, "end")) return true;
  }
  return false;
}

}  // namespace wb
