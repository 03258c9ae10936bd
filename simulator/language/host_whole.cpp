// The host program as one that can be run: main(), the functions that it calls and the file's variables, behind the file's own text.
//
//     int main(int argc, char** argv) {                   __device__ int wb_host_main(int argc, char** argv) {
//       int n = 1 << 10;                                    int n = 1 << 10;
//       auto t0 = std::chrono::steady_clock::now();  ->     (left out: not understood, and nothing hangs on it)
//       CHECK(cudaMalloc(&d, n * 4));                       { int err = wb_host::cudaMalloc(&d, n * 4); if (err != 0) { ... wb_machine::quit(); } }
//       for (int i = 0; i < 10; ++i)                        for (int i = 0; i < 10; ++i) {
//         step<<<n / 256, 256>>>(d, n);                       wb_machine::launch(712, dim3(n / 256), dim3(256), 0, d, n);
//       printf("%f\n", seconds(t0));                        (left out: talk)
//
// CUDA's functions and launches become calls of a library (simulator/library/include/host_program.h) that asks whoever runs the program to do them: the launch is known then
// with the sizes and pointers that it really gets, whatever way led to them, and its kernel runs before the program goes on.
//
// Each statement stands on a line of its own. One that the compiler does not understand is left out, if it may be: what it would have changed is not
// known from then on, nor is whatever is worked out from that, and those statements are left out too. A launch or a buffer that hangs on something
// unknown ends the attempt: then the single pieces of the program are read (host_buffers.cpp, host_content.cpp). But where a buffer is filled from
// something unknown, that alone is not known.
#include "simulator/language/host_whole.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "simulator/language/call_words.h"

namespace wb {

// ---- writing

HostProgramText HostWhole::program() {
  out_ = "#include <wb_host_program>\n\n";
  line_ = 1 + static_cast<size_t>(std::count(out_.begin(), out_.end(), '\n'));
  statement_of_line_.clear();
  written_.clear();
  open_.clear();
  declared_.clear();
  globals_.clear();
  objects_.clear();
  first_of_main_.clear();
  for (HostAlias& a : aliases_) a.is_written = false;
  used_cuda_.clear();
  kernel_values_.clear();
  kernel_values_text_.clear();
  symbols_.clear();
  for (HostClass& c : classes_) c.is_written = false;
  for (HostOperator& op : operators_) op.is_written = false;
  is_understood_ = true;
  nesting_ = 0;
  write_main();
  return {is_understood_ && r_.steps_ <= HostReader::most_steps ? out_ : std::string(), kernels(), symbols_, managed_, has_async_work_, places(), !left_out_.empty() || !unknown_copies_.empty()};
}

// Is there anything that somebody may have to wait for? Streams, memory that the program and its kernels both reach, launches that begin early.
bool HostWhole::has_async_work() const {
  constexpr std::string_view words[] = {"cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaHostRegister", "cudaStreamPerThread", "cudaGraphCreate", "programmaticStreamSerializationAllowed"};
  bool has = device_count() > 1;
  for (size_t i = 0; i < r_.tokens_.size() && !has; ++i)
    has = r_.is(i, "__managed__") || (r_.kind(i) == Tok::identifier && (r_.text(i).starts_with("cudaStreamCreate") || std::find(std::begin(words), std::end(words), r_.text(i)) != std::end(words)));
  return has;
}

// One, unless the program is written for more: it copies from one to another, sets a device by its number, or each in its turn (cudaSetDevice(i) where i is
// counted up).
uint32_t HostWhole::device_count() const {
  constexpr uint32_t most = 8;
  uint32_t count = 1;
  std::set<std::string_view> set, counted;
  for (size_t i = 1; i + 3 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) != Tok::identifier) continue;
    const std::string_view word = r_.text(i);
    if (r_.kind(i - 1) == Tok::plus_plus || r_.kind(i + 1) == Tok::plus_plus) counted.insert(word);
    if (word.starts_with("cudaMemcpyPeer") || word == "cudaDeviceEnablePeerAccess" || word == "cudaDeviceCanAccessPeer") count = std::max(count, 2u);
    if (word != "cudaSetDevice" || r_.kind(i + 1) != Tok::left_paren || r_.kind(i + 3) != Tok::right_paren) continue;
    if (r_.kind(i + 2) == Tok::identifier) set.insert(r_.text(i + 2));
    if (r_.kind(i + 2) == Tok::number && r_.text(i + 2).size() == 1 && r_.text(i + 2)[0] > '0') count = std::max(count, std::min<uint32_t>(most, static_cast<uint32_t>(r_.text(i + 2)[0] - '0') + 1));
  }
  const bool counts_up = std::any_of(set.begin(), set.end(), [&](std::string_view device) { return counted.contains(device); });
  return counts_up ? std::max(count, 2u) : count;
}

std::map<size_t, HostPlace> HostWhole::places() const {
  std::map<size_t, HostPlace> places;
  for (const auto& [line, statement] : statement_of_line_)
    if (const HostPlace place = place_of(statement.range); place.end > place.begin) places[line] = place;
  return places;
}
HostPlace HostWhole::place_of(Range statement) const {
  if (statement.empty()) return {};
  const Span first = r_.p_.sources->outermost(r_.tokens_[statement.begin].span), last = r_.p_.sources->outermost(r_.tokens_[statement.end - 1].span);
  if (first.file.v != 0 || last.file != first.file || last.end <= first.begin) return {};
  return {first.begin, behind_macro(last)};
}

// CHECK(cudaFree(p)): where the last word comes from a macro, its name stands for it, and what it is given belongs to the statement, too.
uint32_t HostWhole::behind_macro(const Span& last) const {
  const std::string_view text = r_.p_.sources->text(last.file);
  if (last.end >= text.size() || text[last.end] != '(') return last.end;
  size_t end = behind_bracket(text, last.end);
  if (end == std::string_view::npos) return last.end;
  if (end < text.size() && text[end] == ';') ++end;
  return static_cast<uint32_t>(end);
}

// __managed__ volatile int counts[64], total;
std::vector<std::string> HostWhole::managed_variables() {
  std::vector<std::string> names;
  for (size_t i = 0; i < r_.tokens_.size(); ++i) {
    if (!r_.is(i, "__managed__")) continue;
    const size_t end = r_.behind_semicolon(i, r_.tokens_.size());
    size_t type = i + 1;
    while (r_.kind(type) == Tok::kw_volatile || r_.kind(type) == Tok::kw_device) ++type;
    for (size_t k = type; k + 1 < end; ++k)
      if (r_.kind(k) == Tok::identifier && r_.declares(k, type)) names.emplace_back(r_.text(k));
    i = end - 1;
  }
  return names;
}

void HostWhole::write_line(const std::string& text, Statement statement) {
  if (statement.function) statement_of_line_[line_] = statement;
  out_ += text + '\n';
  ++line_;
}

void HostWhole::write_main() {
  const HostFunction* main = r_.function_named("main");
  if (!main) return void(is_understood_ = false);
  for (HostClass& c : classes_)
    if (c.is_hash) write_class(c);
  spells_variables_ = true;
  write_globals();
  spells_variables_ = false;
  write_function(*main);
  const size_t parameters = main->parameters.empty() || r_.kind(main->parameters.begin) == Tok::kw_void ? 0 : r_.split(main->parameters).size();
  const uint32_t devices = device_count();
  const std::string count = std::to_string(words_.size() + 1), names = has_const(main->parameters) ? "(const char**)wb_names" : "wb_names";
  write_line("__global__ void wb_host_program(unsigned char* wb_arena) { wb_machine::arena = (volatile unsigned long long*)wb_arena; " + std::string(has_async_work_ ? "wb_machine::is_ordered = true; " : "") + (devices > 1 ? "wb_machine::device_count = " + std::to_string(devices) + "; " : "") + command_line() + " wb_host_main(" +
                 (parameters == 0 ? "" : parameters == 1 ? count : count + ", " + names) + "); wb_machine::quit(); }", {});
  std::string first = kernel_values_text_;
  for (const std::string& f : used_cuda_)  // does nothing, and is content
    first += "namespace wb_host { template <class... WbA> __device__ int " + f + "(WbA... wb_a) { return 0; } } ";
  out_.insert(out_.find('\n') + 1, first);
}

// char wb_word0[] = "program"; char wb_word1[] = "1024"; char* wb_names[] = {wb_word0, wb_word1, nullptr};
std::string HostWhole::command_line() const {
  std::string words = "char wb_word0[] = \"program\"; ", names = "char* wb_names[] = {wb_word0, ";
  for (size_t i = 0; i < words_.size(); ++i) {
    const std::string name = "wb_word" + std::to_string(i + 1);
    words += "char " + name + "[] = \"";
    for (char c : words_[i]) words += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    words += "\"; ";
    names += name + ", ";
  }
  return words + names + "nullptr};";
}

bool HostWhole::has_const(Range range) const {
  for (size_t i = range.begin; i < range.end; ++i)
    if (r_.kind(i) == Tok::kw_const) return true;
  return false;
}

// Variables of the file that host functions use: float* d_x; static int n = 64;
void HostWhole::write_globals() {
  for (size_t i = 0; i + 1 < r_.tokens_.size(); ++i) {
    if (++r_.steps_ > HostReader::most_steps) return;
    const bool opens_namespace = r_.kind(i) == Tok::left_brace && i > 0 && (r_.kind(i - 1) == Tok::kw_namespace || r_.kind(i - 1) == Tok::string || (i > 1 && r_.kind(i - 2) == Tok::kw_namespace));
    if (is_opening_bracket(i) && !opens_namespace) {  // bodies, parameters
      const size_t open = i;
      i = std::max(r_.close_of(i), i);
      if (is_variable_of_record(open, i + 1)) i = write_variable_of_record(open, i + 1);
    }
    const Symbol* symbol = r_.kind(i) == Tok::identifier ? r_.p_.lookup_in(*r_.p_.namespace_at(namespace_around(i)), r_.text(i)) : nullptr;
    const bool looks_like_function = symbol && symbol->kind == SymbolKind::functions && r_.kind(i + 1) == Tok::left_paren && (r_.kind(i + 2) == Tok::number || r_.kind(i + 2) == Tok::string);  // std::mt19937 engine(42);
    const bool is_table = symbol && symbol->is_host_constant && r_.kind(i + 1) == Tok::left_bracket;  // constexpr int sizes[] = {1, 2}: by any index
    if (!symbol || (symbol->kind != SymbolKind::host && !looks_like_function && !is_table) || globals_.contains(std::string(r_.text(i))) || !r_.declares(i, 0)) continue;
    const size_t begin = r_.start_of_expression(i, 0), end = r_.behind_semicolon(i, r_.tokens_.size());
    for (size_t k = begin; k + 1 < end; ++k)
      if (r_.kind(k) == Tok::identifier && r_.declares(k, begin)) globals_.insert(std::string(r_.text(k)));
    if (left_out_.contains(begin)) continue;
    size_t from = begin;
    while (r_.kind(from) == Tok::kw_static || r_.kind(from) == Tok::kw_extern || r_.kind(from) == Tok::kw_inline) ++from;
    write_callees({from, end});
    if (is_object_of_host({from, i})) write_object(from, i, end);
    else if (late_globals_.contains(begin) && r_.split({from, end}).size() == 1) write_late(spelled({from, i}), i, end);
    else write_global("__device__ " + spelled({from, end}), {begin, end});
    i = end - 1;
  }
}
// One whose value the compiler does not work out is made late instead, by main(), before anything else (leave_out).
void HostWhole::write_global(const std::string& text, Range range) {
  early_globals_.insert(range.begin);
  write_line(text, {r_.function_named("main"), range});
}
// const char* names[] = {"a", "b"}; -> __device__ const char* (*wb_of_file_names)[2]; and, before main() goes on: const char* wb_made_names[] = {"a", "b"};
// wb_of_file_names = &wb_made_names; The name is then `(*wb_of_file_names)`.
void HostWhole::write_late(std::string type, size_t name, size_t end) {
  const std::string word(r_.text(name));
  if (const size_t at = type.find("constexpr"); at != std::string::npos) type.replace(at, 9, "const");
  globals_.erase(word);
  objects_.insert(word);
  const std::string made = type + " wb_made_" + word + spelled({name + 1, end});
  write_line("__device__ " + type + " (*wb_of_file_" + word + ")" + extents_of_list(name) + ";", {});
  first_of_main_.push_back({made + " wb_of_file_" + word + " = &wb_made_" + word + ";", {r_.function_named("main"), {name, end}}});
}

// struct { int n; float x; } conf = {1024, 2.f};   static const struct Case { ... } cases[] = {...};   The brace, and what stands behind the body.
bool HostWhole::is_variable_of_record(size_t brace, size_t name) const {
  if (r_.kind(brace) != Tok::left_brace || brace < 1 || r_.kind(name) != Tok::identifier || r_.function_around(brace)) return false;
  const size_t keyword = brace > 1 && r_.kind(brace - 1) == Tok::identifier ? brace - 2 : brace - 1;
  const Tok next = r_.kind(name + 1);
  return (r_.kind(keyword) == Tok::kw_struct || r_.kind(keyword) == Tok::kw_union) && (keyword == 0 || r_.kind(keyword - 1) != Tok::kw_typedef) && (next == Tok::equal || next == Tok::semicolon || next == Tok::left_bracket || next == Tok::left_brace);
}
// A record without a name gets one. Where the declaration ends is given back.
size_t HostWhole::write_variable_of_record(size_t brace, size_t name) {
  const bool has_name = r_.kind(brace - 1) == Tok::identifier;
  const std::string word(r_.text(name)), record = has_name ? std::string(r_.text(brace - 1)) : "wb_record_" + word;
  const size_t end = r_.behind_semicolon(name, r_.tokens_.size()), keyword = brace - (has_name ? 2 : 1);
  globals_.insert(word);
  if (left_out_.contains(brace)) return end - 1;
  write_callees({brace, end});
  if (!has_name) write_line(std::string(r_.text(keyword)) + " " + record + spelled({brace, name}) + ";", {});
  if (late_globals_.contains(brace)) write_late(record, name, end);
  else write_global("__device__ " + record + spelled({name, end}), {brace, end});
  return end - 1;
}

// Does the type have a constructor to run? std::vector<int> ids; Timer timer;
bool HostWhole::is_object_of_host(Range type) {
  bool is_object = false;
  for (size_t i = type.begin; i < type.end; ++i) {
    if (r_.kind(i) == Tok::star || r_.kind(i) == Tok::amp) return false;
    is_object |= r_.kind(i) == Tok::identifier && (class_named(r_.text(i)) || alias_named(r_.text(i)) || names_std(i));
  }
  return is_object;
}
// std::vector<int> ids(64); -> __device__ wb_host::vector<int>* wb_of_file_ids; and, before main() goes on: wb_host::vector<int> wb_made_ids(64);
// wb_of_file_ids = new wb_host::vector<int>(wb_made_ids); The name is then `(*wb_of_file_ids)`.
void HostWhole::write_object(size_t from, size_t name, size_t end) {
  const std::string word(r_.text(name));
  size_t plain = from;  // without `const`
  while (r_.kind(plain) == Tok::kw_const || r_.kind(plain) == Tok::kw_constexpr) ++plain;
  globals_.erase(word);
  const std::string type = spelled({plain, name});
  std::string made = spelled({plain, end});  // a copy of another name, and what stands there with its own
  size_t at = made.find(" " + word + " ", type.size());
  if (at == std::string::npos) at = made.find(" " + word + "(");  // behind a list
  if (at != std::string::npos) made.replace(at + 1, word.size(), "wb_made_" + word);
  objects_.insert(word);
  const std::string extents = extents_behind(name);
  const std::string pointer = extents.empty() ? type + "* wb_of_file_" + word : type + " (*wb_of_file_" + word + ")" + extents;
  const std::string value = extents.empty() ? "new" + type + "(wb_made_" + word + ")" : "&wb_made_" + word;  // main() lasts as long as the program
  write_line("__device__" + pointer + ";", {});
  first_of_main_.push_back({made + " wb_of_file_" + word + " = " + value + ";", {r_.function_named("main"), {from, end}}});
}
// Task tasks[2][4]: "[2][4]". Nothing where the list says how many there are.
std::string HostWhole::extents_behind(size_t name) {
  size_t end = name + 1;
  while (r_.kind(end) == Tok::left_bracket && r_.kind(end + 1) != Tok::right_bracket && r_.close_of(end) > end) end = r_.close_of(end) + 1;
  return end > name + 1 ? spelled({name + 1, end}) : "";
}

// As extents_behind(); of names[], as many as its list has.
std::string HostWhole::extents_of_list(size_t name) {
  if (r_.kind(name + 1) != Tok::left_bracket || r_.kind(name + 2) != Tok::right_bracket) return extents_behind(name);
  size_t open = name + 3;
  while (r_.kind(open) != Tok::left_brace && r_.kind(open) != Tok::semicolon && r_.kind(open) != Tok::end) open = is_opening_bracket(open) ? r_.close_of(open) + 1 : open + 1;
  const std::vector<Range> items = r_.kind(open) == Tok::left_brace ? r_.split({open + 1, r_.close_of(open)}) : std::vector<Range>{};
  const auto count = std::count_if(items.begin(), items.end(), [](Range item) { return !item.empty(); });
  return "[" + std::to_string(count) + "]" + extents_behind(name + 2);
}

void HostWhole::write_callees(Range range) {
  for (size_t i = range.begin; i < range.end && is_understood_ && r_.steps_ <= HostReader::most_steps; ++i) {
    if (HostClass* c = r_.kind(i) == Tok::identifier && !r_.is_member_at(i) ? class_named(r_.text(i)) : nullptr) write_class(*c);
    if (HostAlias* a = r_.kind(i) == Tok::identifier && !r_.is_member_at(i) ? alias_named(r_.text(i)) : nullptr) write_alias(*a);
    const bool is_launched = r_.is_launch_open(r_.kind(i + 1) == Tok::less && !r_.is_launch_open(i + 1) ? r_.behind_angles(i + 1, range.end) : i + 1);
    if (r_.kind(i) == Tok::identifier && !is_launched && !r_.is_member_at(i) && r_.is_host_function(r_.text(i))) {
      r_.steps_ += r_.functions_.size() / 64;
      for (const HostFunction& f : r_.functions_)
        if (f.name == r_.text(i) && !r_.is_kernel(f)) write_function(f);
    }
  }
}

// "template <class T> __device__ T wb_host_sum(const T* x, int n)". A declaration has no default arguments: the definition behind it has them.
std::string HostWhole::head_of_function(const HostFunction& f, bool is_declaration) {
  const size_t name = f.parameters.begin - 2;
  size_t begin = r_.start_of_expression(name, 0);
  std::string head;
  if (r_.kind(begin) == Tok::kw_template) {
    const size_t behind = r_.behind_angles(begin + 1, name);
    head += spelled({begin, behind}) + " ";
    begin = behind;
  }
  head += "__device__" + spelled_specifiers({begin, name}) + " wb_host_" + std::string(f.name) + "(";
  const bool is_void = r_.kind(f.parameters.begin) == Tok::kw_void && f.parameters.end == f.parameters.begin + 1;
  const size_t behind = f.parameters.end + 1;
  const std::string result = r_.kind(behind) == Tok::arrow ? " ->" + spelled_specifiers({behind + 1, f.body.begin - 1}) : "";
  if (!is_declaration) return head + (is_void ? "" : spelled(f.parameters)) + ")" + result;
  std::string parameters;
  for (Range p : is_void ? std::vector<Range>{} : r_.split(f.parameters)) {
    size_t end = p.begin;
    while (end < p.end && r_.kind(end) != Tok::equal) ++end;
    parameters += (parameters.empty() ? "" : ", ") + spelled({p.begin, end});
  }
  return head + parameters + ")" + result;
}

// Those that it calls first: the language wants a function before its use. One that calls itself, by whatever way, is declared before that.
void HostWhole::write_function(const HostFunction& f) {
  if (written_.contains(&f) || !r_.is_host_function(f.name) || is_method(f)) return;
  const size_t name = f.parameters.begin - 2;
  if (open_.contains(&f)) {
    if (!declared_.insert(&f).second) return;
    open_namespaces(name);
    write_line(head_of_function(f, true) + ";", {});
    return close_namespaces(name);
  }
  if (open_.size() >= 40) return void(is_understood_ = false);
  open_.insert(&f);
  write_callees({r_.start_of_expression(name, 0), name});  // its type
  write_callees({f.parameters.end, f.body.begin});
  write_callees(f.parameters);
  write_callees(f.body);
  open_.erase(&f);
  written_.insert(&f);
  open_namespaces(name);
  write_line(head_of_function(f, false) + " {", {});
  if (f.name == "main")
    for (const auto& [text, statement] : first_of_main_) write_line(text, statement);
  write_noexcept(f);
  write_block(f.body, f);
  write_line("}", {});
  close_namespaces(name);
}

void HostWhole::write_block(Range where, const HostFunction& f) {
  for (size_t at = where.begin; at < where.end && r_.steps_ <= HostReader::most_steps;) {
    const size_t next = r_.behind_statement(at, where.end);
    write_statement({at, std::max(next, at + 1)}, f);
    at = std::max(next, at + 1);
  }
}

void HostWhole::write_statement(Range s, const HostFunction& f) {
  if (s.empty() || left_out_.contains(s.begin)) return;
  if (is_talk(s)) return write_talk(s, f);
  switch (r_.kind(s.begin)) {
    case Tok::left_brace: case Tok::kw_if: case Tok::kw_for: case Tok::kw_while: case Tok::kw_do: case Tok::kw_switch: case Tok::kw_try: case Tok::pragma_unroll: case Tok::kw_else: return write_compound(s, f);
    default: break;
  }
  if (r_.kind(s.begin) == Tok::kw_delete) return write_delete(s, f);
  if (r_.kind(s.begin) == Tok::kw_static)
    if (const std::optional<std::string> kept = spelled_static(s)) return write_line(*kept, {&f, s});
  if (r_.kind(s.begin) == Tok::kw_throw) return write_throw(s, f);
  if (unknown_copies_.contains(s.begin))
    for (size_t i = s.begin; i < s.end; ++i)
      if (r_.text(i).starts_with("cudaMemcpy") && r_.kind(i + 1) == Tok::left_paren) {
        const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
        return write_line("wb_machine::forget(" + spelled(given[0]) + ", " + spelled(given[2]) + ");", {&f, s});
      }
  if (const size_t equal = end_of_function_object(s)) return write_line(spelled({s.begin, equal}) + "; " + spelled({equal - 1, s.end}), {&f, s});
  write_line(spelled_through_pointer(s).value_or(spelled(s)), {&f, s});
}

// delete a, delete[] b;
void HostWhole::write_delete(Range s, const HostFunction& f) {
  for (Range part : r_.split({s.begin, s.end - 1})) {
    const bool is_delete = r_.kind(part.begin) == Tok::kw_delete;
    const size_t what = part.begin + (!is_delete ? 0 : r_.kind(part.begin + 1) == Tok::left_bracket ? 3 : 1);
    write_line((is_delete ? "wb_machine::drop(" : "(void)(") + spelled({what, part.end}) + ");", {&f, s});
  }
}

// static struct option long_options[] = {{"size", 1, 0, 's'}, {0, 0, 0, 0}}; A list that nobody changes may as well be made each time.
bool HostWhole::is_table_of_texts(Range s) const {
  bool has_list = false, has_text = false;
  for (size_t i = s.begin; i < s.end; ++i) {
    has_list |= r_.kind(i) == Tok::left_brace && r_.kind(i - 1) == Tok::equal && r_.kind(i - 2) == Tok::right_bracket;
    has_text |= has_list && r_.kind(i) == Tok::string;
  }
  return has_text;
}

// static Pool* pool = new Pool(n);   static std::map<int, int> seen;   What is made when the program comes there first: our language has only constants there.
//
//     static Pool* pool; static bool wb_has_pool; if (!wb_has_pool) { wb_has_pool = true; pool = new Pool(n); }
//     static wb_host::map<int, int>* wb_kept_seen; if (!wb_kept_seen) wb_kept_seen = new wb_host::map<int, int>(); wb_host::map<int, int>& seen = *wb_kept_seen;
//     ... if (!wb_kept_table) { wb_host::map<int, int> wb_made_table = {{1, 2}}; wb_kept_table = new wb_host::map<int, int>(wb_made_table); } ...
//
// None: it is a constant, or nothing like that.
std::optional<std::string> HostWhole::spelled_static(Range s) {
  size_t at = s.begin + 1;
  while (at < s.end && (r_.kind(at) == Tok::identifier || r_.kind(at) == Tok::scope || r_.kind(at) == Tok::star || r_.kind(at) == Tok::kw_const || r_.is_type_word(at) || (r_.kind(at) == Tok::less && at > s.begin + 1)))
    at = r_.kind(at) == Tok::less ? r_.behind_angles(at, s.end) : at + 1;
  const size_t name = at - 1;
  const Tok behind = r_.kind(at);
  if (is_table_of_texts(s)) return spelled({s.begin + 1, s.end});
  if (at >= s.end || name <= s.begin + 1 || r_.kind(name) != Tok::identifier || r_.split({at, s.end - 1}).size() > 1) return std::nullopt;
  const bool is_pointer = r_.kind(name - 1) == Tok::star, is_plain = is_pointer || r_.is_type_word(name - 1);
  const bool is_list = behind == Tok::left_brace || (behind == Tok::equal && r_.kind(at + 1) == Tok::left_brace);
  if ((behind != Tok::equal && behind != Tok::left_paren && behind != Tok::semicolon && !is_list) || (is_list && is_plain)) return std::nullopt;
  const Range value{behind == Tok::semicolon ? at : at + 1, behind == Tok::equal || behind == Tok::semicolon ? s.end - 1 : r_.close_of(at)};
  const auto is_constant = [&](size_t i) { return r_.kind(i) != Tok::identifier && r_.kind(i) != Tok::kw_new && r_.kind(i) != Tok::left_paren; };
  bool is_known = true;
  for (size_t i = value.begin; i < value.end; ++i) is_known &= is_constant(i);
  if (is_plain && is_known) return std::nullopt;
  const size_t from = r_.kind(s.begin + 1) == Tok::kw_const && !is_pointer ? s.begin + 2 : s.begin + 1;
  const std::string type = spelled({from, name}), word(r_.text(name)), made = is_list ? "" : spelled(value);
  if (is_plain) return "static" + type + " " + word + "; static bool wb_has_" + word + "; if (!wb_has_" + word + ") { wb_has_" + word + " = true; " + word + " =" + made + "; }";
  const std::string kept = "wb_kept_" + word, list = "wb_made_" + word;
  const std::string making = is_list ? "{" + type + " " + list + spelled({at, s.end}) + " " + kept + " = new" + type + "(" + list + "); }" : kept + " = new" + type + "(" + made + ");";
  return "static" + type + "* " + kept + "; if (!" + kept + ") " + making + type + "& " + word + " = *" + kept + ";";
}

// std::function<int(int)> f = [&](int x) { return f(x - 1); }: the name is there before the value is. Where the `=` stands; 0: it is nothing like that.
size_t HostWhole::end_of_function_object(Range s) {
  const size_t name = r_.is(s.begin, "std") ? s.begin + 2 : s.begin;
  const size_t equal = r_.is(name, "function") && r_.kind(name + 1) == Tok::less ? r_.behind_angles(name + 1, s.end) + 1 : s.end;
  return equal < s.end && r_.kind(equal) == Tok::equal ? equal : 0;
}

// tests[i].run<<<...>>>(...), kernels[i]<<<...>>>(...): what is launched is no path of names. None: it is not that.
std::optional<std::string> HostWhole::spelled_through_pointer(Range s) {
  for (size_t i = s.begin; i < s.end; i = is_opening_bracket(i) ? std::max(r_.close_of(i), i) + 1 : i + 1) {
    if (!r_.is_launch_open(i)) continue;
    if (i < s.begin + 2 || (!r_.is_member_at(i - 1) && r_.kind(i - 1) != Tok::right_bracket)) return std::nullopt;
    size_t last = i;
    const std::string call = spelled_launch({s.begin, i}, i, last);
    return call + spelled({last + 1, s.end});
  }
  return std::nullopt;
}

bool HostWhole::is_managed(size_t name) const { return r_.kind(name) == Tok::identifier && std::find(managed_.begin(), managed_.end(), r_.text(name)) != managed_.end() && !is_local_variable(name); }

// b[i], *sum, p->x, and managed variables, without calls.
bool HostWhole::reads_memory(Range part) const {
  bool reads = r_.kind(part.begin) == Tok::star;
  for (size_t i = part.begin; i < part.end; ++i) {
    if (r_.kind(i) == Tok::left_paren || r_.kind(i) == Tok::left_brace || r_.kind(i) == Tok::string) return false;
    reads |= r_.kind(i) == Tok::left_bracket || r_.kind(i) == Tok::arrow || is_managed(i);
  }
  return reads;
}

// printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
bool HostWhole::waits_for_work(Range part) const {
  constexpr const char* calls[] = {"cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaStreamQuery", "cudaEventQuery"};
  return std::any_of(std::begin(calls), std::end(calls), [&](const char* call) { return r_.mentions(part, call); });
}

// printf("%f\n", reduce(d, n));   std::cout << reduce(d, n) << '\n';   What is printed matters to nobody, but reduce() launches, and printf("%f\n", b[0]) is
// a look at memory: of the device, or that nobody has written or waited for.
void HostWhole::write_talk(Range s, const HostFunction& f) {
  const bool may_launch = matters(s);
  std::vector<Range> parts;
  for (size_t i = s.begin, begin = s.begin; i <= s.end; i = is_opening_bracket(i) ? std::max(r_.close_of(i), i) + 1 : i + 1) {
    const bool is_end = i >= s.end || r_.kind(i) == Tok::shift_left || r_.kind(i) == Tok::semicolon;
    if (!is_end) continue;
    if (begin < i) parts.push_back({begin, i});
    begin = i + 1;
  }
  if (parts.size() == 1 && r_.kind(s.end - 2) == Tok::right_paren)  // a call
    for (size_t open = s.begin; open < s.end; ++open)
      if (r_.kind(open) == Tok::left_paren && r_.close_of(open) == s.end - 2) {
        parts = r_.split({open + 1, s.end - 2});
        break;
      }
  for (Range part : parts) {
    if (part.empty()) continue;
    if (waits_for_work(part) || (may_launch && matters(part))) write_line("(void)(" + spelled(part) + ");", {&f, s});
    else if (reads_memory(part)) write_line("wb_machine::look(" + spelled(part) + ");", {&f, s});
  }
}

// (...) of if, for, while, switch.
HostReader::Range HostWhole::head_of(Range s) {
  const size_t open = s.begin + (r_.kind(s.begin + 1) == Tok::kw_constexpr ? 2 : 1);
  return r_.kind(open) == Tok::left_paren ? Range{s.begin, r_.close_of(open) + 1} : Range{s.begin, s.begin + 1};
}
// The statements in a compound one.
std::vector<HostReader::Range> HostWhole::parts_of(Range s) {
  switch (r_.kind(s.begin)) {
    case Tok::left_brace: return {{s.begin + 1, s.end - 1}};
    case Tok::pragma_unroll: case Tok::kw_else: return {{s.begin + 1, s.end}};
    case Tok::kw_do: return {{s.begin + 1, r_.behind_statement(s.begin + 1, s.end)}};
    case Tok::kw_try: {
      std::vector<Range> parts{{s.begin + 1, r_.behind_statement(s.begin + 1, s.end)}};
      for (size_t at = parts.back().end; at < s.end && r_.kind(at) == Tok::kw_catch; at = parts.back().end) {
        const size_t body = r_.close_of(at + 1) + 1;
        parts.push_back({body, r_.behind_statement(body, s.end)});
      }
      return parts;
    }
    case Tok::kw_for: case Tok::kw_while: case Tok::kw_switch: return {{head_of(s).end, s.end}};
    case Tok::kw_if: {
      const size_t begin = head_of(s).end, middle = r_.behind_statement(begin, s.end);
      if (r_.kind(middle) != Tok::kw_else || middle >= s.end) return {{begin, middle}};
      return {{begin, middle}, {middle + 1, s.end}};
    }
    default: return {};
  }
}

void HostWhole::write_compound(Range s, const HostFunction& f) {
  if (nesting_ >= most_nesting) return void(is_understood_ = false);
  ++nesting_;
  const Tok first = r_.kind(s.begin);
  if (first == Tok::kw_try) return write_try(s, f), void(--nesting_);
  const bool has_head = first == Tok::kw_if || first == Tok::kw_for || first == Tok::kw_while || first == Tok::kw_switch;
  write_line((has_head ? spelled(head_of(s)) : first == Tok::kw_do ? "do" : "") + " {", {&f, s});
  const std::vector<Range> parts = parts_of(s);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) write_line("} else {", {});
    write_block(parts[i], f);
  }
  write_line(first == Tok::kw_do ? "} " + spelled({parts[0].end, s.end}) : "}", {&f, s});
  --nesting_;
}

bool HostWhole::is_opening_bracket(size_t i) const { return r_.kind(i) == Tok::left_paren || r_.kind(i) == Tok::left_brace || r_.kind(i) == Tok::left_bracket; }

std::map<size_t, std::string> HostWhole::kernels() {
  std::map<size_t, std::string> names;
  for (size_t i = 0; i < r_.p_.launches.size(); ++i) {
    const Parser::LaunchPlace& place = r_.p_.launch_places[i];
    const std::string arguments = r_.template_arguments(place.name, place.open);
    names[place.name] = std::string(r_.text(place.name)) + (arguments.empty() ? "" : "<" + arguments + ">");
  }
  return names;
}

namespace {

// None: the program is not understood.
std::optional<HostTrace> trace_of(HostWhole& whole, const HostProgramRun& run, bool makes_up_files) {
  constexpr int most_attempts = 12;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    HostProgramText program = whole.program();
    program.makes_up_files = makes_up_files;
    if (program.text.empty() || program.kernels.empty()) break;
    HostTrace trace = run(program);
    if (trace.bad_lines.empty()) return trace;
    if (!std::all_of(trace.bad_lines.begin(), trace.bad_lines.end(), [&](const BadHostLine& bad) { return whole.leave_out(bad); })) break;
  }
  return std::nullopt;
}
// A file that is not there may be one that the program can do without: a cache, settings. It is made up only where more is launched with it.
std::optional<HostTrace> trace_with_files(HostWhole& whole, const HostProgramRun& run) {
  std::optional<HostTrace> without = trace_of(whole, run, false);
  if (!without || !without->misses_files) return without;
  std::optional<HostTrace> with = trace_of(whole, run, true);
  const bool is_needed = with && (!without->is_whole || with->launches.size() > without->launches.size());
  return is_needed ? with : without;
}

// Without those that may hang on what was guessed.
void leave_certain(std::vector<HostMistake>& mistakes) {
  std::erase_if(mistakes, [](const HostMistake& m) { return m.depends_on_sizes; });
}
// A program that is called without any words has numbers of its own; but a word that it looks at all the same is a null pointer.
void leave_without_words(std::vector<HostMistake>& mistakes) {
  std::erase_if(mistakes, [](const HostMistake& m) { return m.code == "host.memory.null"; });
}

// Sizes that nobody has said may be too large for the work that the program does on them before it launches: 1000 rows and columns to fill.
std::optional<HostTrace> with_smaller_numbers(HostWhole& whole, const HostProgramRun& run, std::vector<std::string> words) {
  constexpr int most_rounds = 2, least = 16, factor = 8;
  for (int round = 0; round < most_rounds; ++round) {
    for (std::string& word : words)
      if (const long number = std::strtol(word.c_str(), nullptr, 10); number >= least * factor) word = std::to_string(number / factor);
    whole.call_with(words);
    std::optional<HostTrace> trace = trace_with_files(whole, run);
    if (!trace || trace->launches.empty()) continue;
    trace->words = words;
    leave_certain(trace->mistakes);
    return trace;
  }
  return std::nullopt;
}

}  // namespace

HostTrace trace_of_program(HostReader& reader, const HostProgramRun& run, const HostCall& call) {
  if (!run) return {};
  HostWhole whole(reader);
  std::vector<HostMistake> mistakes;  // where nothing is launched
  std::string no_room;
  for (size_t given = call.are_guesses ? 0 : call.words.size(); given <= call.words.size(); ++given) {
    const std::vector<std::string> words(call.words.begin(), call.words.begin() + static_cast<std::ptrdiff_t>(given));
    whole.call_with(words);
    std::optional<HostTrace> trace = trace_with_files(whole, run);
    if (!trace) break;
    if (call.are_guesses) trace->words = words;
    const bool wants_words = call.are_guesses && !call.words.empty();
    if (wants_words && words.empty()) leave_without_words(trace->mistakes);
    else if (wants_words) leave_certain(trace->mistakes);
    if (!trace->launches.empty() || (trace->is_cut_short && !call.are_guesses)) return std::move(*trace);
    if (trace->is_cut_short) return with_smaller_numbers(whole, run, words).value_or(std::move(*trace));
    if (given == 0 || !call.are_guesses) mistakes = std::move(trace->mistakes), no_room = std::move(trace->no_room);
  }
  HostTrace none;
  none.not_understood = whole.not_understood();
  none.no_room = std::move(no_room);
  none.mistakes = std::move(mistakes);
  return none;
}

}  // namespace wb
