// The host program as one that can be run: main(), the functions that it calls and the file's variables, behind the file's own text.
//
//     int main(int argc, char** argv) {                   __device__ int wb_host_main(int argc, char** argv) {
//       int n = 1 << 10;                                    int n = 1 << 10;
//       auto t0 = std::chrono::steady_clock::now();  ->     (left out: not understood, and nothing hangs on it)
//       CHECK(cudaMalloc(&d, n * 4));                       { int err = wb_host::cudaMalloc(&d, n * 4); if (err != 0) { ... wb_host::quit(); } }
//       for (int i = 0; i < 10; ++i)                        for (int i = 0; i < 10; ++i) {
//         step<<<n / 256, 256>>>(d, n);                       wb_host::launch(712, dim3(n / 256), dim3(256), 0, d, n);
//       printf("%f\n", seconds(t0));                        (left out: talk)
//
// CUDA's functions and launches become calls of a library (host_library.h) that asks whoever runs the program to do them: the launch is known then
// with the sizes and pointers that it really gets, whatever way led to them, and its kernel runs before the program goes on.
//
// Each statement stands on a line of its own. One that the compiler does not understand is left out, if it may be: what it would have changed is not
// known from then on, nor is whatever is worked out from that, and those statements are left out too. A launch or a buffer that hangs on something
// unknown ends the attempt: then the single pieces of the program are read (host_buffers.cpp, host_content.cpp). But where a buffer is filled from
// something unknown, that alone is not known.
#include "simulator/language/host_whole.h"

#include <algorithm>
#include <utility>

#include "simulator/language/closure_names.h"
#include "simulator/language/host_library.h"

namespace wb {
namespace {

template <class Words> bool is_in(std::string_view word, const Words& words) {
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view w) { return word == w; });
}
constexpr std::string_view talking[] = {"printf", "fprintf", "puts", "fputs", "putchar", "fflush", "perror", "cout", "cerr", "clog", "system", "setbuf", "setvbuf"};
constexpr std::string_view standard[] = {"vector", "iota", "fill", "fill_n", "copy", "reverse", "generate", "calloc", "rand", "srand", "time", "clock", "gettimeofday", "clock_gettime", "realloc", "posix_memalign", "aligned_alloc", "memmove", "memcmp", "strncmp", "strcasecmp", "strncasecmp", "strcpy", "strncpy", "strcat", "strdup", "strchr", "strrchr", "strstr", "sprintf", "snprintf", "getenv", "getopt", "getopt_long", "strtok", "sscanf", "fscanf", "fread", "fgets", "fgetc", "getc", "ungetc", "getline", "feof", "ferror", "ftell", "fseek", "rewind", "qsort", "fopen", "fclose", "fwrite", "omp_get_wtime", "atoi", "drand48", "srand48", "exit", "abort", "random", "free", "malloc", "memset", "memcpy", "atof", "atol", "strlen", "strcmp", "strtol", "strtoul", "swap", "sort", "shuffle", "accumulate", "unique_ptr", "make_unique", "exchange", "array", "mt19937", "mt19937_64", "default_random_engine",
                                       "minstd_rand", "random_device", "uniform_real_distribution", "uniform_int_distribution", "normal_distribution"};
constexpr std::string_view of_thrust[] = {"device_vector", "host_vector", "device_ptr", "raw_pointer_cast", "device_pointer_cast", "sequence", "fill", "copy", "sort", "reduce"};
// Understood where std:: stands in front: without it a file's own things have such names.
constexpr std::string_view standard_qualified[] = {"pair", "make_pair", "map", "unordered_map", "set", "queue", "stack", "deque", "transform", "for_each", "stable_sort", "max_element", "min_element", "string", "to_string",
                                                   "stoi", "stol", "stof", "stod", "shared_ptr", "make_shared", "chrono", "milli", "micro", "nano", "less", "greater", "list", "priority_queue", "bitset", "min", "max", "clamp", "ostringstream", "stringstream", "ofstream", "thread", "mutex", "lock_guard", "function"};
constexpr std::string_view standard_words[] = {"CLOCK_REALTIME", "CLOCK_MONOTONIC", "FILE", "SEEK_SET", "SEEK_CUR", "SEEK_END", "EOF", "stdin", "stdout", "stderr", "optarg", "optind", "no_argument", "required_argument", "optional_argument"};  // that are not called
// That move memory which kernels see, or launch. Copies to the host count too: what they bring is asked for by name.
bool is_of_memory(std::string_view f) {
  return f.starts_with("cudaMalloc") || f.starts_with("cudaHostAlloc") || f.starts_with("cudaHostRegister") || f.starts_with("cudaHostGetDevicePointer") || f.starts_with("cudaFree") || f.starts_with("cudaMemset") ||
         (f.starts_with("cudaMemcpy") && f != "cudaMemcpyKind") || f.starts_with("cudaGetSymbolAddress") || f.starts_with("cudaLaunch");
}
// That neither move memory nor tell the program anything.
bool is_harmless(std::string_view f) {
  constexpr std::string_view names[] = {"cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaThreadExit", "cudaGetLastError", "cudaPeekAtLastError", "cudaSetDevice", "cudaSetDeviceFlags", "cudaDeviceReset", "cudaFuncSetAttribute",
                                        "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig", "cudaDeviceSetLimit", "cudaDeviceSetCacheConfig", "cudaDeviceSetSharedMemConfig", "cudaMemPrefetchAsync", "cudaMemAdvise", "cudaHostUnregister",
                                        "cudaProfilerStart", "cudaProfilerStop", "cudaCtxResetPersistingL2Cache"};
  return is_in(f, names) || f.starts_with("cudaEvent") || f.starts_with("cudaStreamCreate") || f.starts_with("cudaStreamSynchronize") || f.starts_with("cudaStreamDestroy") || f.starts_with("cudaStreamWaitEvent") ||
         f == "cudaStreamQuery";
}
constexpr std::pair<std::string_view, std::string_view> cuda_words[] = {
    {"cudaError_t", "int"},        {"cudaError", "int"},          {"cudaStream_t", "unsigned long long"}, {"cudaEvent_t", "unsigned long long"}, {"cudaMemcpyKind", "int"},
    {"cudaPitchedPtr", "cudaPitchedPtr"}, {"cudaExtent", "cudaExtent"}, {"cudaPos", "cudaPos"}, {"cudaMemcpy3DParms", "wb_host::memcpy_3d"},
    {"cudaDeviceProp", "wb_host::device_prop"}, {"cudaMemcpyHostToHost", "0"}, {"cudaMemcpyHostToDevice", "1"}, {"cudaMemcpyDeviceToHost", "2"}, {"cudaMemcpyDeviceToDevice", "3"}, {"cudaMemcpyDefault", "4"}};

}  // namespace

// ---- writing

HostProgramText HostWhole::program() {
  out_ = std::string(host_api) + host_containers + host_collections + host_words + host_files;
  line_ = 1 + static_cast<size_t>(std::count(out_.begin(), out_.end(), '\n'));
  statement_of_line_.clear();
  written_.clear();
  open_.clear();
  declared_.clear();
  globals_.clear();
  used_cuda_.clear();
  symbols_.clear();
  for (HostClass& c : classes_) c.is_written = false;
  is_understood_ = true;
  nesting_ = 0;
  write_main();
  return {is_understood_ && r_.steps_ <= HostReader::most_steps ? out_ : std::string(), kernels(), symbols_, managed_variables()};
}

// __managed__ int counts[64], total;
std::vector<std::string> HostWhole::managed_variables() {
  std::vector<std::string> names;
  for (size_t i = 0; i < r_.tokens_.size(); ++i) {
    if (!r_.is(i, "__managed__")) continue;
    const size_t end = r_.behind_semicolon(i, r_.tokens_.size());
    for (size_t k = i + 1; k + 1 < end; ++k)
      if (r_.kind(k) == Tok::identifier && r_.declares(k, i + 1)) names.emplace_back(r_.text(k));
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
  write_globals();
  write_function(*main);
  const size_t parameters = main->parameters.empty() || r_.kind(main->parameters.begin) == Tok::kw_void ? 0 : r_.split(main->parameters).size();
  const std::string count = std::to_string(words_.size() + 1), names = has_const(main->parameters) ? "(const char**)wb_names" : "wb_names";
  write_line("__global__ void wb_host_program(unsigned char* wb_arena) { wb_host::arena = (volatile unsigned long long*)wb_arena; " + command_line() + " wb_host_main(" +
                 (parameters == 0 ? "" : parameters == 1 ? count : count + ", " + names) + "); wb_host::quit(); }", {});
  for (const std::string& f : used_cuda_)  // does nothing, and is content
    out_.insert(0, "namespace wb_host { template <class... WbA> __device__ int " + f + "(WbA... wb_a) { return 0; } } ");
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
    if (is_opening_bracket(i)) i = std::max(r_.close_of(i), i);  // bodies, parameters
    const Symbol* symbol = r_.kind(i) == Tok::identifier ? r_.p_.lookup_in(*r_.p_.global, r_.text(i)) : nullptr;
    if (!symbol || symbol->kind != SymbolKind::host || globals_.contains(std::string(r_.text(i))) || !r_.declares(i, 0)) continue;
    const size_t begin = r_.start_of_expression(i, 0), end = r_.behind_semicolon(i, r_.tokens_.size());
    for (size_t k = begin; k + 1 < end; ++k)
      if (r_.kind(k) == Tok::identifier && r_.declares(k, begin)) globals_.insert(std::string(r_.text(k)));
    if (left_out_.contains(begin)) continue;
    size_t from = begin;
    while (r_.kind(from) == Tok::kw_static || r_.kind(from) == Tok::kw_extern) ++from;
    write_line("__device__ " + spelled({from, end}), {r_.function_named("main"), {begin, end}});
    i = end - 1;
  }
}

void HostWhole::write_callees(Range range) {
  for (size_t i = range.begin; i < range.end && is_understood_ && r_.steps_ <= HostReader::most_steps; ++i) {
    if (HostClass* c = r_.kind(i) == Tok::identifier && !r_.is_member_at(i) ? class_named(r_.text(i)) : nullptr) write_class(*c);
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
  if (!is_declaration) return head + (is_void ? "" : spelled(f.parameters)) + ")";
  std::string parameters;
  for (Range p : is_void ? std::vector<Range>{} : r_.split(f.parameters)) {
    size_t end = p.begin;
    while (end < p.end && r_.kind(end) != Tok::equal) ++end;
    parameters += (parameters.empty() ? "" : ", ") + spelled({p.begin, end});
  }
  return head + parameters + ")";
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
  write_callees(f.parameters);
  write_callees(f.body);
  open_.erase(&f);
  written_.insert(&f);
  open_namespaces(name);
  write_line(head_of_function(f, false) + " {", {});
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
  if (r_.is(s.begin, "throw")) return write_line("wb_host::quit();", {&f, s});
  if (unknown_copies_.contains(s.begin))
    for (size_t i = s.begin; i < s.end; ++i)
      if (r_.text(i).starts_with("cudaMemcpy") && r_.kind(i + 1) == Tok::left_paren) {
        const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
        return write_line("wb_host::forget(" + spelled(given[0]) + ", " + spelled(given[2]) + ");", {&f, s});
      }
  write_line(spelled(s), {&f, s});
}

// printf("%f\n", reduce(d, n));   std::cout << reduce(d, n) << '\n';   What is printed matters to nobody, but reduce() launches.
void HostWhole::write_talk(Range s, const HostFunction& f) {
  if (!matters(s)) return;
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
  for (Range part : parts)
    if (!part.empty() && matters(part)) write_line("(void)(" + spelled(part) + ");", {&f, s});
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
    case Tok::kw_try: case Tok::kw_do: return {{s.begin + 1, r_.behind_statement(s.begin + 1, s.end)}};
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

// ---- words

std::string HostWhole::spelled(Range range) {
  std::string out;
  for (size_t i = range.begin; i < range.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) break;
    const bool is_pair = r_.kind(i) == Tok::greater && i > range.begin && r_.kind(i - 1) == Tok::greater && !r_.tokens_[i].space_before;
    if (!is_pair) out += ' ';
    const std::string word(r_.text(i));
    if (r_.kind(i) != Tok::identifier || r_.is_member_at(i)) {
      out += word;
      if (r_.kind(i) == Tok::right_bracket) out += number_of_lambda(range, i);
      continue;
    }
    const bool is_qualified = i > range.begin && r_.kind(i - 1) == Tok::scope;
    const bool is_used = r_.kind(i + 1) == Tok::left_paren || r_.kind(i + 1) == Tok::less;
    const size_t last = end_of_path(i, range.end);
    const size_t behind_path = r_.kind(last + 1) == Tok::less && !r_.is_launch_open(last + 1) ? r_.behind_angles(last + 1, range.end) : last + 1;
    if (r_.is_launch_open(behind_path) && behind_path < range.end) out += spelled_launch({i, last + 1}, behind_path, i);
    else if (word == "std" && r_.kind(i + 1) == Tok::scope && (is_in(r_.text(i + 2), standard) || is_in(r_.text(i + 2), standard_qualified))) i = spell_standard(i + 2, range.end, out);
    else if (word == "thrust" && r_.kind(i + 1) == Tok::scope && is_in(r_.text(i + 2), of_thrust)) out += "wb_host::thrust_" + std::string(r_.text(i + 2)), i += 2;
    else if (!is_qualified && is_of_std(i)) i = spell_standard(i, range.end, out);
    else if (!is_qualified && is_used && is_in(word, standard) && !r_.function_named(word) && !methods_.contains(word)) i = spell_standard(i, range.end, out);
    else if (class_named(word)) out += "wb_class_" + word;
    else if (r_.is_host_function(word) && (is_used || !is_local_name(i)) && !is_method(*r_.function_named(word)) && !(is_qualified && r_.is(i - 2, "std"))) out += "wb_host_" + word;
    else if (!is_qualified && (word.starts_with("cuda")) && r_.kind(i + 1) != Tok::scope && !r_.is_known_otherwise(i)) out += r_.text(i).find("Symbol") != std::string_view::npos ? spelled_symbol_copy(i, i) : spelled_cuda(i);
    else if (!is_qualified && is_kernel_as_value(i)) out += "0", i = std::max(behind_path, i + 1) - 1;
    else if (!is_qualified && is_in(word, standard_words)) out += "wb_host::" + word;
    else if (!is_qualified && globals_.contains(word)) out += "wb_of_file_" + word;
    else if (is_qualified && globals_.contains(word) && !(i > range.begin + 1 && r_.kind(i - 2) == Tok::identifier)) out += "wb_of_file_" + word;
    else out += word;
  }
  return out;
}

// Behind `using namespace std`: a type or a call, and nothing that the file itself has.
bool HostWhole::is_of_std(size_t i) const {
  constexpr std::string_view types[] = {"string", "thread", "mutex", "ostringstream", "stringstream", "ofstream"};
  const std::string_view word = r_.text(i);
  if (!uses_std_ || word == "min" || word == "max" || !is_in(word, standard_qualified) ||  // those two are CUDA's as well
      r_.function_named(word) || class_of_name_.contains(word) || methods_.contains(word)) return false;
  const Tok next = r_.kind(i + 1);
  const bool is_type = is_in(word, types) && (next == Tok::identifier || next == Tok::amp || next == Tok::star || next == Tok::greater || next == Tok::comma);
  return (is_type || next == Tok::left_paren || next == Tok::less) && !is_local_name(i);
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 256, 0)
bool HostWhole::is_kernel_as_value(size_t i) const {
  const HostFunction* f = r_.function_named(r_.text(i));
  return f && r_.is_kernel(*f) && r_.kind(i + 1) != Tok::left_paren && !is_local_name(i);
}

// The names that a function declares: behind a type, a name of one, or a star.
const std::set<std::string_view>& HostWhole::locals_of(const HostFunction& f) const {
  const auto [known, is_new] = locals_.try_emplace(&f);
  if (!is_new) return known->second;
  for (size_t i = f.parameters.begin; i < f.body.end; ++i) {
    const Tok before = r_.kind(i - 1);
    if (r_.kind(i) == Tok::identifier && (before == Tok::identifier || before == Tok::star || r_.is_type_word(i - 1))) known->second.insert(r_.text(i));
  }
  return known->second;
}
// Does the function around have a variable of that name?
bool HostWhole::is_local_name(size_t name) const {
  const HostFunction* f = r_.function_around(name);
  return !f || locals_of(*f).contains(r_.text(name));
}

// A function's type and the words in front of it, without those that say where it runs and how it is linked.
std::string HostWhole::spelled_specifiers(Range range) {
  constexpr std::string_view dropped[] = {"static", "inline", "extern", "constexpr", "__host__", "__forceinline__", "\"C\""};
  std::string out;
  for (size_t i = range.begin; i < range.end;) {
    size_t end = i;
    while (end < range.end && !is_in(r_.text(end), dropped) && r_.kind(end) != Tok::string) ++end;
    if (end > i) out += " " + spelled({i, end});
    i = end + 1;
  }
  return out;
}

// The last token that was read is given back.
size_t HostWhole::spell_standard(size_t i, size_t end, std::string& out) {
  out += "wb_host::" + std::string(r_.text(i));
  return r_.is(i, "vector") ? r_.spell_list(i, end, out, [&](Range part) { return spelled(part); }) : i;
}

std::string HostWhole::spelled_cuda(size_t i) {
  const std::string word(r_.text(i));
  for (const auto& [name, meaning] : cuda_words)
    if (word == name) return std::string(meaning);
  if (r_.kind(i + 1) != Tok::left_paren && r_.kind(i + 1) != Tok::less) return "0";  // cudaSuccess, and other words for numbers
  if (std::string_view(host_api).find(" " + word + "(") == std::string_view::npos) {
    if (!is_harmless(word)) return word;  // not understood
    used_cuda_.insert(word);
  }
  return "wb_host::" + word;
}

// cudaGetSymbolAddress((void**)&p, weights): memory that holds what the variable does, whoever changes one of them.
std::string HostWhole::spelled_symbol_address(size_t i, size_t& last) {
  const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
  std::string name;
  for (size_t k = given.size() == 2 ? given[1].begin : 0; given.size() == 2 && k < given[1].end; ++k)
    if (r_.kind(k) == Tok::identifier || r_.kind(k) == Tok::scope) name += r_.text(k);
  if (name.empty()) return spelled_cuda(i);
  symbols_.push_back(name);
  last = r_.close_of(i + 1);
  return "wb_host::symbol_address(" + spelled(given[0]) + ", " + std::to_string(symbols_.size() - 1) + "ull, (const void*)&" + name + ", sizeof(" + name + "))";
}

// cudaMemcpyToSymbol(weights, h, bytes): the variable by its number.
std::string HostWhole::spelled_symbol_copy(size_t i, size_t& last) {
  if (r_.is(i, "cudaGetSymbolAddress") && r_.kind(i + 1) == Tok::left_paren) return spelled_symbol_address(i, last);
  const bool is_copy = r_.text(i).starts_with("cudaMemcpyToSymbol") || r_.text(i).starts_with("cudaMemcpyFromSymbol");
  if (!is_copy || r_.kind(i + 1) != Tok::left_paren) return spelled_cuda(i);
  const bool goes_there = r_.text(i).starts_with("cudaMemcpyToSymbol");
  const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
  const size_t which = goes_there ? 0 : 1;
  std::string name;
  if (given.size() >= 3)
    for (size_t k = given[which].begin; k < given[which].end; ++k)
      if (r_.kind(k) == Tok::identifier || r_.kind(k) == Tok::scope) name += r_.text(k);
  if (name.empty()) return spelled_cuda(i);
  symbols_.push_back(name);
  std::string out = goes_there ? "wb_host::to_symbol(" : "wb_host::from_symbol(";
  for (size_t k = 0; k < given.size() && k < 4; ++k) out += (k ? ", " : "") + (k == which ? std::to_string(symbols_.size() - 1) + "ull" : spelled(given[k]));
  last = r_.close_of(i + 1);
  return out + ")";
}

// Where `a::b::k` ends that begins at `i`.
size_t HostWhole::end_of_path(size_t i, size_t end) const {
  while (i + 2 < end && r_.kind(i + 1) == Tok::scope && r_.kind(i + 2) == Tok::identifier) i += 2;
  return i;
}

// a::k<T><<<grid, block, bytes, stream>>>(a, b)
std::string HostWhole::spelled_launch(Range kernel, size_t open, size_t& next) {
  const size_t name = kernel.end - 1;
  size_t close = open + 2;
  for (; close < r_.tokens_.size() && r_.kind(close) != Tok::semicolon; close = is_opening_bracket(close) ? std::max(r_.close_of(close), close) + 1 : close + 1)
    if (r_.kind(close) == Tok::greater && r_.kind(close + 1) == Tok::greater && r_.kind(close + 2) == Tok::greater && r_.kind(close + 3) == Tok::left_paren) break;
  const size_t arguments = close + 3;
  if (r_.kind(arguments) != Tok::left_paren) return is_understood_ = false, "";
  const std::vector<Range> shape = r_.split({open + 2, close});
  const bool is_inner = std::exchange(is_in_launch_, true);  // a launch in a launch's arguments: its own are written once
  std::string given, handed;  // as they stand there, and as the kernel gets them
  size_t number = 0;
  for (Range argument : r_.split({arguments + 1, r_.close_of(arguments)})) {
    const std::string value = type_of_braces(name, number, argument) + spelled(argument);
    const bool may_become_pointer = takes_pointer(name, number++) && r_.kind(argument.begin) == Tok::identifier && argument.end == argument.begin + 1;
    given += (given.empty() ? "" : ", ") + value;
    handed += (may_become_pointer ? ", (const volatile void*)(" : ", ") + value + (may_become_pointer ? ")" : "");
  }
  std::string out = "(" + spelled_template_arguments(name, open) + (is_inner ? "" : spelled_instance({kernel.begin, open}, given)) + "wb_host::launch(" + std::to_string(name) + "ull, ";
  for (size_t k = 0; k < 2; ++k) out += "wb_host::shape(" + (k < shape.size() ? spelled(shape[k]) : std::string("1")) + "), ";
  out += "(unsigned long long)(" + (shape.size() > 2 ? spelled(shape[2]) : std::string("0")) + ")";
  is_in_launch_ = is_inner;
  next = r_.close_of(arguments);
  return out + handed + "))";
}

// Of a kernel template: which instance is launched, the compiler says. Its arguments are not worked out a second time there.
std::string HostWhole::spelled_instance(Range kernel, const std::string& arguments) {
  size_t name = kernel.begin;
  while (name + 2 < kernel.end && r_.kind(name + 1) == Tok::scope) name += 2;
  const auto is_it = [&](const FunctionDecl* f) { return f->tmpl && f->name == r_.text(name); };
  if (std::none_of(r_.p_.kernels.begin(), r_.p_.kernels.end(), is_it)) return "";
  std::string path;
  for (size_t i = kernel.begin; i <= name; ++i) path += std::string(r_.text(i)) + " ";
  return "wb_host::instance(" + std::string(instance_word) + "(" + path + spelled({name + 1, kernel.end}) + ")(" + arguments + ")), ";
}

void HostWhole::find_lambdas() { lambdas_ = lambda_introducers(r_.tokens_); }
// "[[3]]" behind the captures of a lambda, which close at `close`: the file's lambda of that number.
std::string HostWhole::number_of_lambda(Range range, size_t close) {
  size_t open = close;
  for (int depth = 0; open > range.begin; --open) {
    if (r_.kind(open) == Tok::right_bracket) ++depth;
    if (r_.kind(open) == Tok::left_bracket && --depth == 0) break;
  }
  const auto at = std::lower_bound(lambdas_.begin(), lambdas_.end(), open);
  return at != lambdas_.end() && *at == open ? " [[" + std::to_string(at - lambdas_.begin()) + "]]" : "";
}

// Is the kernel's parameter of this number a pointer? Then an object that stands for one becomes it (`operator T*()`).
bool HostWhole::takes_pointer(size_t kernel, size_t number) {
  const Range parameter = parameter_of(kernel, number);
  const auto has = [&](Tok wanted) {
    for (size_t i = parameter.begin; i < parameter.end; ++i)
      if (r_.kind(i) == wanted) return true;
    return false;
  };
  return has(Tok::star) && !has(Tok::left_paren) && !has(Tok::less) && !has(Tok::equal);
}
// As the kernel declares it; empty: there is none.
HostReader::Range HostWhole::parameter_of(size_t kernel, size_t number) {
  for (const HostFunction& f : r_.functions_) {
    if (f.name != r_.text(kernel) || !r_.is_kernel(f)) continue;
    const std::vector<Range> parameters = r_.split(f.parameters);
    return number < parameters.size() ? parameters[number] : Range{};
  }
  return {};
}
// k<<<1, 64>>>({n, d_x}): the type is the parameter's, without its name.
std::string HostWhole::type_of_braces(size_t kernel, size_t number, Range argument) {
  const Range parameter = parameter_of(kernel, number);
  if (r_.kind(argument.begin) != Tok::left_brace || parameter.end < parameter.begin + 2 || r_.kind(parameter.end - 1) != Tok::identifier) return "";
  return spelled({parameter.begin + (r_.kind(parameter.begin) == Tok::kw_const ? 1 : 0), parameter.end - 1});
}

// In a template the arguments of a launch are known when it is run: k<T, B * 2>
std::string HostWhole::spelled_template_arguments(size_t name, size_t open) {
  const HostFunction* f = r_.function_around(name);
  if (!f || f->template_parameters.empty() || r_.kind(name + 1) != Tok::less || name + 2 >= open) return "";
  std::string out;
  size_t k = 0;
  for (Range part : r_.split_template({name + 2, open - 1})) {
    const bool is_type = r_.type_in(part).has_value() || (part.end == part.begin + 1 && r_.template_meaning(part.begin).is_type);
    const std::string number = std::to_string(k++) + "ull";
    out += is_type ? "wb_host::named_type<" + spelled(part) + ">(" + number + "), " : "wb_host::named(" + number + ", " + spelled(part) + "), ";
  }
  return out;
}

bool HostWhole::is_opening_bracket(size_t i) const { return r_.kind(i) == Tok::left_paren || r_.kind(i) == Tok::left_brace || r_.kind(i) == Tok::left_bracket; }

// ---- what cannot be known

// printf(...); std::cout << ...;
bool HostWhole::is_talk(Range s) const {
  size_t i = s.begin;
  if (r_.is(i, "std") && r_.kind(i + 1) == Tok::scope) i += 2;
  if (r_.kind(i) == Tok::left_paren && r_.kind(i + 1) == Tok::kw_void) i += 3;
  return r_.kind(i) == Tok::identifier && is_in(r_.text(i), talking) && !r_.function_named(r_.text(i)) && (r_.kind(i + 1) == Tok::left_paren || r_.kind(i + 1) == Tok::shift_left);
}

// Do launches or buffers hang on it, or the way that the program takes?
bool HostWhole::matters(Range s) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) return true;
    if (r_.is_launch_open(i) || r_.kind(i) == Tok::kw_return || r_.kind(i) == Tok::kw_break || r_.kind(i) == Tok::kw_continue || r_.kind(i) == Tok::kw_goto) return true;
    if (r_.kind(i) == Tok::identifier && class_named(r_.text(i))) return true;  // what its functions do is not looked up
    if (r_.kind(i) == Tok::identifier && r_.is_member_at(i) && r_.kind(i + 1) == Tok::left_paren && is_member_of_class(r_.text(i))) return true;
    if (r_.kind(i) != Tok::identifier || r_.is_member_at(i) || r_.kind(i + 1) != Tok::left_paren) continue;
    if (is_local_name(i)) return true;  // a lambda's or a std::function's work is not looked up
    if (is_of_memory(r_.text(i)) || r_.is(i, "exit") || r_.is(i, "abort")) return true;
    if (const HostFunction* f = r_.is_host_function(r_.text(i)) ? r_.function_named(r_.text(i)) : nullptr; f && function_matters(*f)) return true;
  }
  return false;
}
// In the body of a class: of those that begin before it, one ends behind it.
bool HostWhole::is_method(const HostFunction& f) const {
  if (std::any_of(outer_members_.begin(), outer_members_.end(), [&](const OuterMember& m) { return m.function.body.begin == f.body.begin; })) return true;
  const auto behind = std::upper_bound(classes_.begin(), classes_.end(), f.body.begin, [](size_t at, const HostClass& c) { return at < c.body.begin; });
  return behind != classes_.begin() && end_of_classes_[static_cast<size_t>(behind - classes_.begin()) - 1] >= f.body.end;
}
bool HostWhole::is_member_of_class(std::string_view name) const { return methods_.contains(name); }
bool HostWhole::function_matters(const HostFunction& f) {
  if (auto known = matters_.find(&f); known != matters_.end()) return known->second;
  if (nesting_ >= most_nesting) return true;
  ++nesting_;
  matters_[&f] = false;  // for those that call themselves
  bool does = false;
  for (size_t i = f.body.begin; i < f.body.end && !does; ++i) {
    does = r_.is_launch_open(i) || (r_.kind(i) == Tok::identifier && r_.kind(i + 1) == Tok::left_paren && (is_of_memory(r_.text(i)) || r_.is(i, "exit")));
    const HostFunction* g = !does && r_.kind(i) == Tok::identifier && r_.is_host_function(r_.text(i)) ? r_.function_named(r_.text(i)) : nullptr;
    if (g && g != &f) does = function_matters(*g);
  }
  --nesting_;
  return matters_[&f] = does;
}

bool HostWhole::is_number(std::string_view name, const HostFunction& f) {
  for (size_t i = f.body.begin; i < f.body.end; ++i)
    if (r_.kind(i) == Tok::identifier && r_.text(i) == name && r_.declares(i, f.body.begin)) return r_.is_number_at(i, f.body.begin);
  for (Range p : r_.split(f.parameters))
    if (!p.empty() && r_.text(r_.name_of_parameter(p)) == name) return r_.is_type_word(r_.name_of_parameter(p) - 1);
  return false;
}

bool HostWhole::names_unknown(Range range, const HostFunction& f) {
  const auto unknown = unknown_.find(&f);
  if (unknown == unknown_.end()) return false;
  for (size_t i = range.begin; i < range.end; ++i)
    if (r_.kind(i) == Tok::identifier && !r_.is_member_at(i) && unknown->second.contains(r_.text(i))) return true;
  return false;
}

// What the statement may change is not known any more. False: that is known outside of the function, too.
bool HostWhole::forget(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) return false;
    if (r_.kind(i) != Tok::identifier || r_.is_member_at(i) || r_.kind(i + 1) == Tok::scope || r_.kind(i + 1) == Tok::left_paren || (i > s.begin && r_.kind(i - 1) == Tok::scope)) continue;
    const bool is_own = r_.declares(i, s.begin);
    if (!is_own && (r_.is_known_otherwise(i) || !r_.may_change(i, s, is_number(r_.text(i), f)))) continue;
    if (!is_own && (globals_.contains(std::string(r_.text(i))) || (r_.is_parameter(f, r_.text(i)) && !is_number(r_.text(i), f)))) return false;
    if (is_in_class(s.begin) && !is_own) return false;
    unknown_[&f].insert(r_.text(i));
  }
  return true;
}

bool HostWhole::leave_out(size_t line) {
  const auto statement = statement_of_line_.find(line);
  return statement != statement_of_line_.end() && leave_out(statement->second);
}

bool HostWhole::leave_out(Statement statement) {
  if (left_out_.contains(statement.range.begin)) return true;
  if (matters(statement.range)) return false;
  left_out_.insert(statement.range.begin);
  return forget(statement.range, *statement.function) && spread(*statement.function);
}

// Leaves out whatever hangs on something unknown.
bool HostWhole::spread(const HostFunction& f) {
  for (bool grows = true; grows;) {
    grows = false;
    if (!spread_over(f.body, f, grows) || r_.steps_ > HostReader::most_steps) return false;
  }
  return true;
}

bool HostWhole::spread_over(Range where, const HostFunction& f, bool& grows) {
  if (nesting_ >= most_nesting) return false;
  ++nesting_;
  const bool is_fine = spread_over_statements(where, f, grows);
  --nesting_;
  return is_fine;
}

bool HostWhole::spread_over_statements(Range where, const HostFunction& f, bool& grows) {
  for (size_t at = where.begin; at < where.end;) {
    const size_t next = std::max(r_.behind_statement(at, where.end), at + 1);
    const Range s{at, next};
    at = next;
    if (left_out_.contains(s.begin) || unknown_copies_.contains(s.begin) || is_talk(s) || !names_unknown(s, f)) continue;
    const std::vector<Range> parts = parts_of(s);
    const bool is_open = parts.empty() || names_unknown(head_of(s), f) || (r_.kind(s.begin) == Tok::kw_do && names_unknown({parts[0].end, s.end}, f));
    if (!is_open) {
      for (Range part : parts)
        if (!spread_over(part, f, grows)) return false;
      continue;
    }
    grows = true;
    if (parts.empty() && is_copy_of_unknown(s, f)) {
      unknown_copies_.insert(s.begin);
      continue;
    }
    if (matters(s) && !is_copy_to_unknown(s, f)) return false;
    left_out_.insert(s.begin);
    if (!forget(s, f)) return false;
  }
  return true;
}

// cudaMemcpy(d, h, bytes, ...) where h alone is unknown.
bool HostWhole::is_copy_of_unknown(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (!r_.text(i).starts_with("cudaMemcpy") || r_.kind(i + 1) != Tok::left_paren) continue;
    const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
    const bool is_plain = r_.is(i, "cudaMemcpy") || r_.is(i, "cudaMemcpyAsync");
    return is_plain && given.size() >= 3 && !names_unknown({s.begin, given[1].begin}, f) && !names_unknown({given[2].begin, s.end}, f);
  }
  return false;
}
// cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost), free(h): memory of the host alone.
bool HostWhole::is_copy_to_unknown(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (r_.is_launch_open(i)) return false;
    if (r_.text(i).starts_with("cudaMemcpy") && r_.kind(i + 1) == Tok::left_paren) {
      const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
      return given.size() >= 4 && r_.mentions(given[3], "cudaMemcpyDeviceToHost") && names_unknown(given[0], f);
    }
  }
  return false;
}

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
std::optional<HostTrace> trace_of(HostWhole& whole, const HostProgramRun& run) {
  constexpr int most_attempts = 12;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const HostProgramText program = whole.program();
    if (program.text.empty() || program.kernels.empty()) break;
    HostTrace trace = run(program);
    if (trace.bad_lines.empty()) return trace;
    if (!std::all_of(trace.bad_lines.begin(), trace.bad_lines.end(), [&](size_t line) { return whole.leave_out(line); })) break;
  }
  return std::nullopt;
}

}  // namespace

HostTrace trace_of_program(HostReader& reader, const HostProgramRun& run, const HostCall& call) {
  if (!run) return {};
  HostWhole whole(reader);
  for (size_t given = call.are_guesses ? 0 : call.words.size(); given <= call.words.size(); ++given) {
    const std::vector<std::string> words(call.words.begin(), call.words.begin() + static_cast<std::ptrdiff_t>(given));
    whole.call_with(words);
    std::optional<HostTrace> trace = trace_of(whole, run);
    if (!trace) break;
    if (call.are_guesses) trace->words = words;
    if (!trace->launches.empty() || trace->is_cut_short) return std::move(*trace);
  }
  return {};
}

}  // namespace wb
