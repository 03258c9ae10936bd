// The words of a host program as the compiler gets them (host_whole.h): names of the standard library and of CUDA are those of
// simulator/library/include/host_program.h, functions and classes of the file those that were written for the program.
#include <algorithm>

#include "simulator/language/host_whole.h"
#include "simulator/library/library.h"

namespace wb {
namespace {

template <class Words> bool is_in(std::string_view word, const Words& words) {
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view w) { return word == w; });
}
// Of the C library, that are not called.
constexpr std::string_view words_of_c[] = {"CLOCK_REALTIME", "CLOCK_MONOTONIC", "CLOCKS_PER_SEC", "FILE", "SEEK_SET", "SEEK_CUR", "SEEK_END", "EOF", "optarg", "optind", "opterr", "no_argument", "required_argument", "optional_argument", "stdin", "stdout", "stderr"};
// Of the driver's functions those of tensor maps are known (host_cuda.inc).
bool is_of_the_driver(std::string_view word) { return word == "CUresult" || word == "CUDA_SUCCESS" || word.starts_with("CUDA_ERROR_") || word.starts_with("cuTensorMap") || word.starts_with("PFN_cuTensorMap"); }
bool is_of_a_c_library(std::string_view word) { return word.starts_with("curand") || word.starts_with("CURAND_") || word.starts_with("cublas") || word.starts_with("CUBLAS_") || word == "StopWatchInterface" || is_of_the_driver(word); }
// That neither move memory nor tell the program anything.
bool is_harmless(std::string_view f) {
  constexpr std::string_view names[] = {"cudaThreadExit", "cudaSetDeviceFlags", "cudaFuncSetAttribute",
                                        "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig", "cudaDeviceSetCacheConfig", "cudaDeviceSetSharedMemConfig", "cudaMemPrefetchAsync", "cudaMemAdvise", "cudaHostUnregister",
                                        "cudaProfilerStart", "cudaProfilerStop", "cudaCtxResetPersistingL2Cache", "cudaDeviceEnablePeerAccess", "cudaDeviceDisablePeerAccess", "cudaStreamAttachMemAsync", "cudaMemPoolSetAttribute", "cudaMemPoolTrimTo",
                                        "cudaMemPoolDestroy", "cudaInitDevice", "cudaSetValidDevices"};
  return is_in(f, names) || f.starts_with("cudaEvent");
}
constexpr std::pair<std::string_view, std::string_view> cuda_words[] = {
    {"cudaError_t", "int"},        {"cudaError", "int"}, {"cudaLimit", "int"},          {"cudaStream_t", "unsigned long long"}, {"cudaEvent_t", "unsigned long long"}, {"cudaMemcpyKind", "int"}, {"cudaGraph_t", "unsigned long long"}, {"cudaGraphExec_t", "unsigned long long"}, {"cudaGraphNode_t", "unsigned long long"}, {"cudaStreamCaptureMode", "int"}, {"cudaStreamCaptureStatus", "int"}, {"cudaGraphExecUpdateResult", "int"}, {"cudaGraphNodeType", "int"}, {"cudaMemPool_t", "unsigned long long"},
    {"cudaPitchedPtr", "cudaPitchedPtr"}, {"cudaExtent", "cudaExtent"}, {"cudaPos", "cudaPos"}, {"cudaTextureObject_t", "cudaTextureObject_t"}, {"cudaSurfaceObject_t", "cudaSurfaceObject_t"}, {"cudaMemcpyHostToHost", "0"}, {"cudaMemcpyHostToDevice", "1"}, {"cudaMemcpyDeviceToHost", "2"}, {"cudaMemcpyDeviceToDevice", "3"}, {"cudaMemcpyDefault", "4"}};

// std::unique_ptr<float, decltype(&cudaFree)> p(d, cudaFree);   std::shared_ptr<char> q(text, free);
bool is_function_as_value(std::string_view word) { return word == "cudaFree" || word == "cudaFreeHost" || word == "free"; }

// Of those that a program may get here; others are some number that none of these is.
std::string number_of_error(std::string_view name) {
  constexpr std::pair<std::string_view, const char*> errors[] = {{"cudaErrorInvalidValue", "1"}, {"cudaErrorMemoryAllocation", "2"}, {"cudaErrorInvalidConfiguration", "9"}, {"cudaErrorInvalidPitchValue", "12"}};
  const auto found = std::find_if(std::begin(errors), std::end(errors), [&](const auto& e) { return e.first == name; });
  return found == std::end(errors) ? "999" : found->second;
}

}  // namespace

// struct list { ... };   using map = ...;   typedef int pair[2];
void HostWhole::find_own_types() {
  for (size_t i = 0; i + 2 < r_.tokens_.size(); ++i) {
    const Tok k = r_.kind(i), next = r_.kind(i + 1);
    const bool is_record = (k == Tok::kw_struct || k == Tok::kw_class || k == Tok::kw_union || k == Tok::kw_enum) && next == Tok::identifier;
    const bool is_alias = k == Tok::kw_using && next == Tok::identifier && r_.kind(i + 2) == Tok::equal;
    if ((is_record && !specialises_hash(i)) || is_alias) own_types_.insert(r_.text(i + 1));
    if (k != Tok::kw_typedef) continue;
    const size_t end = r_.behind_semicolon(i, r_.tokens_.size());
    if (end > i + 2 && r_.kind(end - 2) == Tok::identifier) own_types_.insert(r_.text(end - 2));
  }
}
// using namespace std;   using std::vector, std::string;
void HostWhole::find_using() {
  for (size_t i = 0; i + 3 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) != Tok::kw_using) continue;
    uses_std_ |= r_.kind(i + 1) == Tok::kw_namespace && r_.is(i + 2, "std");
    uses_cub_ |= r_.kind(i + 1) == Tok::kw_namespace && r_.is(i + 2, "cub");
    for (size_t k = i + 1; r_.is(k, "std") && r_.kind(k + 1) == Tok::scope && r_.kind(k + 2) == Tok::identifier; k += r_.kind(k + 3) == Tok::comma ? 4 : 3) used_of_std_.insert(r_.text(k + 2));
  }
}

std::string HostWhole::spelled(Range range) {
  std::string out;
  for (size_t i = range.begin; i < range.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) break;
    const bool ends_pair = r_.kind(i) == Tok::greater || r_.kind(i) == Tok::greater_equal;  // >>, >>=
    const bool is_pair = ends_pair && i > range.begin && r_.kind(i - 1) == Tok::greater && !r_.tokens_[i].space_before;
    if (!is_pair) out += ' ';
    const bool is_elaborate = (r_.kind(i) == Tok::kw_struct || r_.kind(i) == Tok::kw_enum) && r_.text(i + 1).starts_with("cuda");  // struct cudaResourceDesc r;
    if (is_elaborate && host_name("wb_host", r_.text(i + 1)) == HostName::type) continue;
    if (r_.kind(i) == Tok::identifier && !r_.is_member_at(i)) {
      i = spell_name(i, range, out);
      continue;
    }
    if (r_.kind(i) == Tok::kw_new || r_.kind(i) == Tok::kw_operator) {
      i = r_.kind(i) == Tok::kw_new ? spell_new(i, range, out) : spell_operator(i, out);
      continue;
    }
    if (r_.kind(i) == Tok::kw_throw || r_.kind(i) == Tok::kw_catch) {
      i = r_.kind(i) == Tok::kw_throw ? spell_throw(i, range, out) : spell_catch(i, out);
      continue;
    }
    if (r_.kind(i) == Tok::kw_try && r_.kind(i + 1) == Tok::left_brace) {
      out += "try { wb_machine::Trying wb_trying;";
      ++i;
      continue;
    }
    if (noted_.contains(i)) {
      out += r_.kind(i) == Tok::left_bracket ? "[wb_machine::noted(" : ")]";
      continue;
    }
    out += stands_for_handle(i) ? "0" : r_.text(i);
    if (r_.kind(i) == Tok::right_bracket) out += number_of_lambda(range, i);
    if (r_.kind(i) == Tok::comma) i = spell_further_list(i, range, out);
  }
  return out;
}

// The last token that was read is given back.
size_t HostWhole::spell_name(size_t i, Range range, std::string& out) {
  const std::string word(r_.text(i));
  const bool is_qualified = i > 1 && r_.kind(i - 1) == Tok::scope && (r_.kind(i - 2) == Tok::identifier || r_.kind(i - 2) == Tok::greater);
  const bool is_path = r_.kind(i + 1) == Tok::scope;
  const bool is_used = r_.kind(i + 1) == Tok::left_paren || r_.kind(i + 1) == Tok::less;
  const size_t last = end_of_path(i, range.end);
  const size_t behind_path = r_.kind(last + 1) == Tok::less && !r_.is_launch_open(last + 1) ? r_.behind_angles(last + 1, range.end) : last + 1;
  if (r_.is_launch_open(behind_path) && behind_path < range.end) return out += spelled_launch({i, last + 1}, behind_path, i), i;
  if (opens_std(i) && host_name("wb_host", r_.text(i + 2)) != HostName::none) return spell_standard(i + 2, range.end, out);
  if (word == "CUstream_st" || word == "CUevent_st") return out += "wb_host::" + word, i;
  if (word == "thrust" && is_path && host_name("wb_thrust", r_.text(i + 2)) != HostName::none) return out += "wb_thrust::" + std::string(r_.text(i + 2)), i + 2;
  if (word == "cub" && is_path && host_name("wb_cub", r_.text(i + 2)) != HostName::none) return out += "wb_cub::" + std::string(r_.text(i + 2)), i + 2;
  if (!is_qualified && uses_cub_ && host_name("wb_cub", word) == HostName::type && !own_types_.contains(word)) return out += "wb_cub::" + word, i;
  if (!is_qualified && is_of_std(i)) return spell_standard(i, range.end, out);
  if (const HostClass* c = is_path ? class_named(word) : !is_qualified ? class_around(i) : nullptr; c && static_member(*c, r_.text(is_path ? i + 2 : i)) && (is_path || !is_local_variable(i)))
    return out += "wb_static_" + std::string(c->name) + "_" + std::string(r_.text(is_path ? i + 2 : i)), is_path ? i + 2 : i;
  if (const HostClass* c = is_path && class_named(word) ? class_named(r_.text(last)) : nullptr; c && c->is_member_of_other) return out += "wb_class_" + std::string(c->name), last;
  if (alias_named(word)) return out += "wb_alias_" + word, i;
  if (!is_qualified && objects_.contains(std::string(r_.text(last))) && !is_local_variable(i)) return out += "(*wb_of_file_" + std::string(r_.text(last)) + ")", last;
  if (class_named(word)) return out += "wb_class_" + word, i;
  if (!is_qualified && r_.is_host_function(word) && is_member_function(i)) return out += word, i;
  if (r_.is_host_function(word) && (is_used || !is_local_name(i)) && !is_method(*r_.function_named(word)) && !(is_qualified && r_.is(i - 2, "std"))) return out += "wb_host_" + word, i;
  if (!is_qualified && word.starts_with("cuda") && !is_path && !is_own_variable(i) && !r_.is_known_otherwise(i)) return out += word.find("Symbol") != std::string::npos ? spelled_symbol_copy(i, i) : spelled_cuda(i), i;
  if (is_kernel_as_value(i)) {
    const std::string value = kernel_value(i);
    return out += value, value == "0" ? std::max(behind_path, i + 1) - 1 : i;
  }
  const bool is_variable = !is_qualified && globals_.contains(std::string(r_.text(last)));  // with namespaces in front
  out += is_variable ? "wb_of_file_" + std::string(r_.text(last)) : word;
  return is_variable ? last : i;
}

// std::   and not cuda::std::, whose types kernels have as well.
bool HostWhole::opens_std(size_t i) const {
  return r_.is(i, "std") && r_.kind(i + 1) == Tok::scope && !(i > 1 && r_.kind(i - 1) == Tok::scope && r_.is(i - 2, "cuda"));
}
// std::vector, or vector
bool HostWhole::names_std(size_t i) const {
  const bool is_qualified = i > 0 && r_.kind(i - 1) == Tok::scope;
  return opens_std(i) || (!is_qualified && is_of_std(i));
}
// A name of the standard library's that stands there as it is: of C, or by `using`, or a call of nothing that the file itself has.
bool HostWhole::is_of_std(size_t i) const {
  const std::string_view word = r_.text(i);
  const HostName what = word == "min" || word == "max" ? HostName::none : host_name("wb_host", word);  // those two are CUDA's as well
  if (what == HostName::none || word.starts_with("cuda") || own_types_.contains(word) || is_local_variable(i)) return false;
  if (is_in(word, words_of_c) || is_of_a_c_library(word)) return true;
  if (const HostFunction* f = r_.function_named(word); f && (!is_method(*f) || is_in_class(i))) return false;
  if (methods_.contains(word) && is_in_class(i)) return false;
  const size_t next = r_.kind(i + 1) == Tok::less ? r_.behind_angles(i + 1, r_.tokens_.size()) : i + 1;
  if (what == HostName::function) return r_.kind(next) == Tok::left_paren || is_function_as_value(word);
  return uses_std_ || used_of_std_.contains(word);
}

// cudaEvent_t, cudaDeviceProp: types that only the host has.
bool HostWhole::is_type_of_cuda(size_t i) const {
  const std::string_view word = r_.text(i);
  if (!word.starts_with("cuda") || r_.is_member_at(i) || r_.is_known_otherwise(i)) return false;
  const auto renamed = std::find_if(std::begin(cuda_words), std::end(cuda_words), [&](const auto& w) { return w.first == word; });
  return renamed == std::end(cuda_words) ? host_name("wb_host", word) == HostName::type : r_.kind(i + 1) != Tok::left_paren && renamed->second.find_first_of("0123456789") == std::string_view::npos && renamed->second != word;
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 256, 0)
bool HostWhole::is_kernel_as_value(size_t i) const {
  const HostFunction* f = r_.function_named(r_.text(i));
  return f && r_.is_kernel(*f) && r_.kind(i + 1) != Tok::left_paren && !stands_behind_type(i) && !is_local_variable(i) && (spells_variables_ || r_.function_around(i)) && !is_member_variable(i);
}
// struct { float scale; } conf;   A member that is called like a kernel.
bool HostWhole::stands_behind_type(size_t i) const {
  while (i > 1 && r_.kind(i - 1) == Tok::star) --i;
  return i > 0 && (r_.kind(i - 1) == Tok::identifier || r_.is_type_word(i - 1));
}
// Has the class around a function of that name? It hides the file's.
bool HostWhole::is_member_function(size_t name) const {
  const HostClass* c = class_around(name);
  const auto is_it = [&](const HostMember& m) {
    const bool is_conversion = m.function.parameters.begin > 3 && r_.kind(m.function.parameters.begin - 3) == Tok::kw_operator;  // operator cudaStream_t()
    return !is_conversion && m.function.name == r_.text(name);
  };
  return c && std::any_of(c->members.begin(), c->members.end(), is_it);
}
// Has the class around one of that name?
bool HostWhole::is_member_variable(size_t name) const {
  const HostClass* c = class_around(name);
  const auto declares_it = [&](const HostMember& m) { return m.function.name.empty() && r_.mentions(m.range, r_.text(name)); };
  return c && std::any_of(c->members.begin(), c->members.end(), declares_it);
}

// cudaError_t cudaStatus;   class Renderer { float *cudaPosition, *cudaColor; ... };   A variable of the file's, whatever its name begins with.
bool HostWhole::is_own_variable(size_t name) const {
  if (is_local_variable(name) || globals_.contains(std::string(r_.text(name)))) return true;
  const bool is_declared_here = name > 0 && (r_.kind(name - 1) == Tok::identifier || (r_.is_type_word(name - 1) && r_.kind(name - 1) != Tok::kw_const));  // int cudaTimes
  if (is_declared_here) return true;
  const HostClass* c = class_around(name);
  const auto declares_it = [&](const HostMember& m) {
    for (size_t i = m.range.begin + 1; m.function.name.empty() && i < m.range.end; ++i) {
      const Tok before = r_.kind(i - 1), next = r_.kind(i + 1);
      if (r_.text(i) == r_.text(name) && before != Tok::equal && before != Tok::left_paren && (next == Tok::semicolon || next == Tok::comma || next == Tok::equal || next == Tok::left_bracket || next == Tok::left_brace)) return true;
    }
    return false;
  };
  return c && std::any_of(c->members.begin(), c->members.end(), declares_it);
}

// In `2 * n * PI`, `return n * PI` and `error == cudaSuccess && cudaMalloc(...)` what stands in front of the star, or of `&&`, is no type.
bool HostWhole::is_operand(size_t i) const {
  switch (r_.kind(i - 1)) {
    case Tok::star: case Tok::plus: case Tok::minus: case Tok::slash: case Tok::percent: case Tok::equal: case Tok::plus_equal: case Tok::minus_equal: case Tok::star_equal: case Tok::kw_return: case Tok::dot: case Tok::arrow:
    case Tok::equal_equal: case Tok::bang_equal: case Tok::less_equal: case Tok::greater_equal: case Tok::amp_amp: case Tok::pipe_pipe: case Tok::bang: case Tok::question: return true;
    default: return false;
  }
}

// The names that a function declares: behind a type, a name of one, or a star.
// std::function<int(int)> find = ...: does the `>` in front of the name close the words of a type that begins a statement?
bool HostWhole::stands_behind_template(size_t name) const {
  constexpr size_t most_words = 64;
  size_t open = name - 1;
  for (int depth = 0; name - open < most_words && open > 1; --open) {
    const Tok kind = r_.kind(open);
    depth += (kind == Tok::greater) - (kind == Tok::less);
    if (depth <= 0 || kind == Tok::semicolon) break;
  }
  if (open + 1 >= name || r_.kind(open) != Tok::less || r_.kind(open - 1) != Tok::identifier) return false;
  size_t first = open - 1;
  while (first > 2 && r_.kind(first - 1) == Tok::scope) first -= 2;
  constexpr Tok fronts[] = {Tok::semicolon, Tok::left_brace, Tok::right_brace, Tok::left_paren, Tok::comma, Tok::kw_const, Tok::kw_static};
  return std::find(std::begin(fronts), std::end(fronts), r_.kind(first - 1)) != std::end(fronts);
}

const std::set<std::string_view>& HostWhole::locals_of(const HostFunction& f) const {
  const auto [known, is_new] = locals_.try_emplace(&f);
  if (!is_new) return known->second;
  for (size_t i = f.parameters.begin; i < f.body.end; ++i) {
    const Tok before = r_.kind(i - 1);
    if (r_.kind(i) != Tok::identifier) continue;
    size_t type = i - 1;  // int** rows, vector<int>& rows, but not n * rows
    while (type > f.parameters.begin && (r_.kind(type) == Tok::star || r_.kind(type) == Tok::amp || r_.kind(type) == Tok::amp_amp || r_.kind(type) == Tok::kw_const)) --type;
    const bool is_pointer = (before == Tok::star || before == Tok::amp || before == Tok::amp_amp) && (r_.is_type_word(type) || r_.kind(type) == Tok::kw_auto || r_.kind(type) == Tok::kw_void || r_.kind(type) == Tok::greater ||
                                                    (r_.kind(type) == Tok::identifier && !known->second.contains(r_.text(type)) && !is_operand(type)) || (before == Tok::star && r_.kind(type) == Tok::comma));
    const bool is_function_pointer = before == Tok::star && r_.kind(i - 2) == Tok::left_paren && (r_.kind(i + 1) == Tok::right_paren || r_.kind(i + 1) == Tok::left_bracket);  // void (*f)(int*, int)
    const Tok next = r_.kind(i + 1);  // const string& s: not that type
    if (before == Tok::kw_const && (next == Tok::identifier || next == Tok::amp || next == Tok::star || next == Tok::less || next == Tok::scope)) continue;
    if (before == Tok::identifier || is_pointer || is_function_pointer || before == Tok::kw_auto || r_.is_type_word(i - 1) || stands_behind_template(i)) known->second.insert(r_.text(i));
  }
  return known->second;
}
// Does the function around have a variable of that name?
bool HostWhole::is_local_variable(size_t name) const {
  const HostFunction* f = r_.function_around(name);
  if (!f) {  // among a function's parameters
    const auto behind = std::upper_bound(r_.functions_.begin(), r_.functions_.end(), name, [](size_t at, const HostFunction& g) { return at < g.body.begin; });
    if (behind != r_.functions_.end() && behind->parameters.begin <= name && name < behind->parameters.end) f = &*behind;
  }
  return f && locals_of(*f).contains(r_.text(name));
}
bool HostWhole::is_local_name(size_t name) const { return !r_.function_around(name) || is_local_variable(name); }

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
  const std::string word(r_.text(i));
  out += "wb_host::" + word;
  for (; r_.kind(i + 1) == Tok::scope && r_.kind(i + 2) == Tok::identifier && i + 2 < end; i += 2) out += "::" + std::string(r_.text(i + 2));
  constexpr std::string_view of_lists[] = {"vector", "map", "unordered_map", "multimap", "unordered_multimap", "set", "unordered_set", "multiset", "unordered_multiset"};
  if (!is_in(word, of_lists) || r_.kind(i + 1) != Tok::less) return i;
  const size_t behind = r_.behind_angles(i + 1, end);
  if (r_.kind(behind) == Tok::identifier && r_.kind(behind + 1) == Tok::left_brace) return i;  // vector<int> v{from, to}: the compiler knows whether that is a list
  const size_t last = spell_container_of_list(word, i, end, out);
  return last != i || word != "vector" ? last : r_.spell_list(i, end, out, [&](Range part) { return spelled(part); });
}

// vector<int>{1, 2}, map<string, int> m = {{"a", 1}}: wb_host::vector<int>::of({1, 2}), m = wb_host::map<...>::of({{"a", 1}}). Our language has no lists of
// any length, but arrays whose length it counts. Lists in the list are containers where the elements are.
size_t HostWhole::spell_container_of_list(const std::string& word, size_t i, size_t end, std::string& out) {
  const size_t behind = r_.behind_angles(i + 1, end);
  if (behind >= end) return i;
  const bool has_name = r_.kind(behind) == Tok::identifier;
  const size_t open = has_name ? behind + (r_.kind(behind + 1) == Tok::equal ? 2 : 1) : behind;
  if (r_.kind(open) != Tok::left_brace || open >= end) return i;
  const Range list{open + 1, r_.close_of(open)};
  const std::string angles = spelled({i + 1, behind}), type = "wb_host::" + word + angles;
  const std::string inner(r_.text(r_.is(i + 2, "std") ? i + 4 : i + 2));
  const bool is_nested = word == "vector" && (inner == "vector" || inner == "map" || inner == "set");
  if (has_name && word == "vector" && !is_nested) return i;  // of elements that are no containers: an array beside it
  std::string items;
  for (Range item : r_.split(list)) {
    const bool is_list = is_nested && r_.kind(item.begin) == Tok::left_brace && item.end > item.begin + 2;
    items += (items.empty() ? "" : ", ") + (is_list ? spelled({i + 2, behind - 1}) + "::of(" + spelled(item) + ")" : spelled(item));
  }
  out += angles + (has_name ? " " + std::string(r_.text(behind)) + " = " + type : "") + (items.empty() ? "()" : "::of({" + items + "})");
  return list.end;
}

// cudaStream_t s = nullptr; if (s == nullptr): streams, events and graphs are numbers here.
bool HostWhole::stands_for_handle(size_t i) {
  if (r_.kind(i) != Tok::kw_nullptr || i < 2 || r_.kind(i - 2) != Tok::identifier) return false;
  constexpr Tok between[] = {Tok::equal, Tok::equal_equal, Tok::bang_equal, Tok::left_brace, Tok::left_paren, Tok::comma};
  if (std::find(std::begin(between), std::end(between), r_.kind(i - 1)) == std::end(between)) return false;
  constexpr std::string_view types[] = {"cudaStream_t", "cudaEvent_t", "cudaGraph_t", "cudaGraphExec_t", "cudaGraphNode_t"};
  if (handles_.empty())
    for (size_t k = 1; k < r_.tokens_.size(); ++k)
      if (r_.kind(k - 1) == Tok::identifier && is_in(r_.text(k - 1), types)) handles_.insert(r_.text(k));
  return handles_.contains(r_.text(i - 2));
}

// std::vector<int> seen(n, 0), next = {0}: behind the comma, `next = wb_host::vector<int>::of({0})`. The last token that was read is given back.
size_t HostWhole::spell_further_list(size_t comma, Range range, std::string& out) {
  const size_t name = comma + 1, open = comma + 3;
  if (r_.kind(name) != Tok::identifier || r_.kind(name + 1) != Tok::equal || r_.kind(open) != Tok::left_brace || open >= range.end) return comma;
  const size_t word = range.begin + (r_.kind(range.begin) == Tok::kw_const ? 1 : 0), vector = r_.is(word, "std") ? word + 2 : word;
  if (!r_.is(vector, "vector") || r_.kind(vector + 1) != Tok::less) return comma;
  const Range items{open + 1, r_.close_of(open)};
  out += " " + std::string(r_.text(name)) + " = wb_host::vector" + spelled({vector + 1, r_.behind_angles(vector + 1, range.end)}) + (items.empty() ? "()" : "::of({" + spelled(items) + "})");
  return items.end;
}

// streams[i]: the run remembers the index, for whoever names the stream (simulator/host/host_order.h).
void HostWhole::note_index(Range argument) {
  if (!has_async_work_ || argument.empty() || r_.kind(argument.end - 1) != Tok::right_bracket) return;
  const size_t close = argument.end - 1;
  size_t open = close;
  while (open > argument.begin && !(r_.kind(open) == Tok::left_bracket && r_.close_of(open) == close)) --open;
  if (open == argument.begin || open + 1 == close) return;
  noted_.insert(open);
  noted_.insert(close);
}
// cudaStreamCreate(&streams[i]), cudaMalloc(&rows[i], bytes), cudaMemcpyAsync(..., streams[i])
void HostWhole::note_indexes(size_t call) {
  const std::string_view word = r_.text(call);
  const bool makes = word.starts_with("cudaStreamCreate") || word.starts_with("cudaMalloc") || word == "cudaHostAlloc";
  if (r_.kind(call + 1) != Tok::left_paren || !(makes || ((word.starts_with("cudaMemcpy") || word.starts_with("cudaMemset")) && word.ends_with("Async")))) return;
  const std::vector<Range> given = r_.split({call + 2, r_.close_of(call + 1)});
  if (!given.empty()) note_index(makes ? given.front() : given.back());
}

std::string HostWhole::spelled_cuda(size_t i) {
  const std::string word(r_.text(i));
  note_indexes(i);
  for (const auto& [name, meaning] : cuda_words)
    if (word == name) return std::string(meaning);
  const HostName what = host_name("wb_host", word);
  if (what == HostName::type || what == HostName::value || (what == HostName::function && (r_.kind(i + 1) == Tok::left_paren || r_.kind(i + 1) == Tok::less))) return "wb_host::" + word;
  if (is_function_as_value(word)) return "wb_host::" + word;
  if (r_.kind(i + 1) != Tok::left_paren && r_.kind(i + 1) != Tok::less) return word.starts_with("cudaError") ? number_of_error(word) : "0";  // cudaSuccess, and other words for numbers
  if (!is_harmless(word)) return word;  // not understood
  used_cuda_.insert(word);
  return "wb_host::" + word;
}

// The variable that an argument names, with or without an `&` or a cast to const void*.
std::string HostWhole::symbol_named_in(Range argument) const {
  std::string name;
  for (size_t k = argument.begin; k < argument.end; ++k)
    if (r_.kind(k) == Tok::identifier || r_.kind(k) == Tok::scope) name += r_.text(k);
  return name;
}

// cudaGetSymbolAddress((void**)&p, weights): memory that holds what the variable does, whoever changes one of them.
// cudaGetSymbolSize(&bytes, weights).
std::string HostWhole::spelled_symbol_place(size_t i, size_t& last) {
  const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
  const std::string name = given.size() == 2 ? symbol_named_in(given[1]) : "";
  if (name.empty()) return spelled_cuda(i);
  if (r_.is(i, "cudaGetSymbolSize")) {
    last = r_.close_of(i + 1);
    return "wb_machine::symbol_size(" + spelled(given[0]) + ", sizeof(" + name + "))";
  }
  symbols_.push_back(name);
  last = r_.close_of(i + 1);
  return "wb_machine::symbol_address(" + spelled(given[0]) + ", " + std::to_string(symbols_.size() - 1) + "ull, (const void*)&" + name + ", sizeof(" + name + "))";
}

// cudaMemcpyToSymbol(weights, h, bytes): the variable by its number.
std::string HostWhole::spelled_symbol_copy(size_t i, size_t& last) {
  if ((r_.is(i, "cudaGetSymbolAddress") || r_.is(i, "cudaGetSymbolSize")) && r_.kind(i + 1) == Tok::left_paren) return spelled_symbol_place(i, last);
  const bool is_copy = r_.text(i).starts_with("cudaMemcpyToSymbol") || r_.text(i).starts_with("cudaMemcpyFromSymbol");
  if (!is_copy || r_.kind(i + 1) != Tok::left_paren) return spelled_cuda(i);
  const bool goes_there = r_.text(i).starts_with("cudaMemcpyToSymbol");
  const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
  const size_t which = goes_there ? 0 : 1;
  const std::string name = given.size() >= 3 ? symbol_named_in(given[which]) : "";
  if (name.empty()) return spelled_cuda(i);
  symbols_.push_back(name);
  std::string out = goes_there ? "wb_machine::to_symbol(" : "wb_machine::from_symbol(";
  for (size_t k = 0; k < given.size() && k < 4; ++k) out += (k ? ", " : "") + (k == which ? std::to_string(symbols_.size() - 1) + "ull" + (goes_there ? "" : ", (const void*)&" + name) + ", sizeof(" + name + ")" : spelled(given[k]));
  if (r_.text(i).ends_with("Async") && given.size() >= 4) out += ", true, (unsigned long long)(" + (given.size() > 5 ? spelled(given[5]) : "0") + ")";
  last = r_.close_of(i + 1);
  return out + ")";
}

// Where `a::b::k` ends that begins at `i`.
size_t HostWhole::end_of_path(size_t i, size_t end) const {
  while (i + 2 < end && r_.kind(i + 1) == Tok::scope && r_.kind(i + 2) == Tok::identifier) i += 2;
  return i;
}

}  // namespace wb
