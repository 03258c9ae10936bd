// Which statements of host code settle what a variable holds.
// Asked for an array at one place of a function (the copy to the device), the statements in front of that place are looked through, block by
// block from the outside in. One is taken if it may change a variable that is asked for; then every variable that it names is asked for too,
// until nothing new turns up:
//
//     int n = 64;                                       taken: n
//     std::vector<int> h(n), other(n);                  taken: h
//     printf("%d elements\n", n);                       a known reader
//     for (int i = 0; i < n; ++i) h[i] = (i * 7) % n;   taken: h, which needs n
//     cudaMemcpy(d, h.data(), n * sizeof(int), ...);    asked for: h, n
//
// Right because doubt always takes: only a mention that is known to read (an operand, an argument of printf, of a function of the file that
// takes it by value or as const) leaves a statement out. What is taken without need costs time, or does not compile; then nothing is known.
#include <algorithm>

#include "simulator/language/closing_brackets.h"
#include "simulator/language/host_reader.h"

namespace wb {
namespace {

bool is_any(std::string_view word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* w) { return word == w; });
}

// Functions that only read what they are given, by value or through a pointer.
bool only_reads(std::string_view f) {
  return is_any(f, {"printf", "fprintf", "puts", "assert", "exit", "free", "malloc", "calloc", "sizeof", "dim3", "vector", "min", "max", "abs", "fabs", "fabsf", "sqrt", "sqrtf", "ceil", "ceilf", "floor", "floorf", "pow",
                    "powf", "log2", "log2f", "sin", "sinf", "cos", "cosf", "exp", "expf", "log", "logf", "round", "int", "float", "double", "size_t", "unsigned"});
}

}  // namespace

// One behind the statement that begins at `at`; `end` where it does not end.
size_t HostReader::behind_statement(size_t at, size_t end) {
  if (at >= end || ++steps_ > most_steps || depth_ >= most_depth) return end;
  ++depth_;
  size_t next = end;
  switch (kind(at)) {
    case Tok::left_brace: next = close_of(at) + 1; break;
    case Tok::pragma_unroll: case Tok::kw_else: next = behind_statement(at + 1, end); break;
    case Tok::kw_if: {
      size_t head = at + 1;
      if (kind(head) == Tok::kw_constexpr) ++head;
      next = behind_statement(close_of(head) + 1, end);
      if (kind(next) == Tok::kw_else) next = behind_statement(next + 1, end);
      break;
    }
    case Tok::kw_for: case Tok::kw_while: case Tok::kw_switch: next = behind_statement(close_of(at + 1) + 1, end); break;
    case Tok::kw_do: next = behind_semicolon(behind_statement(at + 1, end), end); break;
    case Tok::kw_try:
      next = behind_statement(at + 1, end);
      while (kind(next) == Tok::kw_catch) next = behind_statement(close_of(next + 1) + 1, end);
      break;
    case Tok::kw_case: case Tok::kw_default:
      next = at;
      while (next < end && kind(next) != Tok::colon) ++next;
      ++next;
      break;
    default: next = behind_semicolon(at, end); break;
  }
  --depth_;
  return std::min(next, end);
}

size_t HostReader::behind_semicolon(size_t at, size_t end) {
  while (at < end && kind(at) != Tok::semicolon) at = is_opening(kind(at)) ? std::max(close_of(at), at) + 1 : at + 1;
  return std::min(at + 1, end);
}

// The statements in front of `point`, in order, from the outermost block inwards; an empty range opens a block.
void HostReader::statements_before(Range where, size_t point, std::vector<Range>& out) {
  for (size_t at = where.begin; at < where.end && at <= point && steps_ <= most_steps;) {
    const size_t next = behind_statement(at, where.end);
    if (point < next) return enter_statement({at, next}, point, out);
    out.push_back({at, next});
    at = next;
  }
}

// Of the statement around `point`: what it does before it comes there the first time.
void HostReader::enter_statement(Range s, size_t point, std::vector<Range>& out) {
  if (depth_ >= most_depth) return;
  ++depth_;
  const Tok first = kind(s.begin);
  const size_t close = close_of(s.begin + 1);
  if (first == Tok::left_brace) {
    out.push_back({});
    statements_before({s.begin + 1, s.end - 1}, point, out);
  } else if (first == Tok::kw_do || first == Tok::kw_try || first == Tok::kw_else || first == Tok::pragma_unroll) {
    statements_before({s.begin + 1, s.end}, point, out);
  } else if (first == Tok::kw_if && point > close) {
    const size_t otherwise = behind_statement(close + 1, s.end);
    statements_before(point < otherwise ? Range{close + 1, otherwise} : Range{otherwise + 1, s.end}, point, out);
  } else if (first == Tok::kw_for && point > close) {
    out.push_back({});
    if (const size_t behind = behind_semicolon(s.begin + 2, close); kind(behind - 1) == Tok::semicolon) out.push_back({s.begin + 2, behind});
    statements_before({close + 1, s.end}, point, out);
  } else if (first == Tok::kw_while && point > close) {
    statements_before({close + 1, s.end}, point, out);
  } else if (first == Tok::kw_switch && point > close) {
    size_t from = close + 2;  // behind the last label
    for (size_t i = from; i < point; i = is_opening(kind(i)) && close_of(i) < point ? close_of(i) + 1 : i + 1)
      if ((kind(i) == Tok::kw_case || kind(i) == Tok::kw_default)) from = i;
    out.push_back({});
    statements_before({from, s.end - 1}, point, out);
  }
  --depth_;
}

// Where the declaration or expression around `i` begins: behind a semicolon, a block's brace or the bracket around.
size_t HostReader::start_of_expression(size_t i, size_t least) {
  int depth = 0;
  for (; i > least && ++steps_ <= most_steps; --i) {
    const Tok k = kind(i - 1);
    if (depth == 0 && (k == Tok::semicolon || k == Tok::left_brace || k == Tok::right_brace || k == Tok::left_paren || k == Tok::left_bracket)) break;
    if (is_closing(k)) ++depth;
    if (is_opening(k)) --depth;
  }
  return i;
}

// int n = 5, *h; auto& row : rows; std::vector<int> v(n)
bool HostReader::declares(size_t i, size_t least) {
  const Tok before = i > least ? kind(i - 1) : Tok::end, next = kind(i + 1);
  const bool may_follow = before == Tok::identifier || before == Tok::greater || before == Tok::star || before == Tok::amp || before == Tok::amp_amp || before == Tok::comma || before == Tok::kw_auto ||
                          before == Tok::kw_restrict || before == Tok::kw_void || is_type_word(i - 1);
  const bool may_lead = next == Tok::semicolon || next == Tok::comma || next == Tok::equal || next == Tok::left_bracket || next == Tok::left_paren || next == Tok::left_brace || next == Tok::right_paren || next == Tok::colon;
  if (!may_follow || !may_lead) return false;
  size_t start = start_of_expression(i, least);
  while (start < i && (kind(start) == Tok::kw_static || kind(start) == Tok::kw_constexpr || kind(start) == Tok::kw_struct || kind(start) == Tok::kw_const)) ++start;
  if (start >= i) return false;
  const Tok second = kind(start + 1);
  const bool is_type = is_type_word(start) || kind(start) == Tok::kw_auto || kind(start) == Tok::kw_void ||
                       (kind(start) == Tok::identifier && (second == Tok::identifier || second == Tok::star || second == Tok::less || second == Tok::scope || second == Tok::amp || second == Tok::kw_const));
  if (!is_type) return false;
  int depth = 0;  // no initialiser is open: int a = b * i;
  bool is_initialised = false;
  for (size_t k = start; k < i; ++k) {
    if (is_opening(kind(k))) ++depth;
    if (is_closing(kind(k))) --depth;
    if (depth == 0 && kind(k) == Tok::equal) is_initialised = true;
    if (depth == 0 && kind(k) == Tok::comma) is_initialised = false;
    if (depth == 0 && (kind(k) == Tok::shift_left || kind(k) == Tok::plus || kind(k) == Tok::question)) return false;
  }
  return depth == 0 && !is_initialised;
}

// Is the name at `i` one that the statement itself declares, in a block or head of its own?
bool HostReader::is_own_of(Range s, size_t i) {
  for (size_t k = s.begin; k <= i; ++k) {
    if (kind(k) != Tok::identifier || text(k) != text(i) || !declares(k, s.begin)) continue;
    const auto around = brackets_around(k, s);
    if (around.empty()) continue;
    const size_t open = around.back();
    size_t end = close_of(open);
    if (kind(open) == Tok::left_paren) {
      const bool is_head = open > s.begin && (kind(open - 1) == Tok::kw_for || kind(open - 1) == Tok::kw_if || kind(open - 1) == Tok::kw_while);
      if (is_head) end = behind_statement(open - 1, s.end);
      else if (open > s.begin && kind(open - 1) == Tok::right_bracket && kind(end + 1) == Tok::left_brace) end = close_of(end + 1);  // a lambda's parameter
      else continue;
    } else if (kind(open) == Tok::left_bracket) {
      continue;
    }
    if (i < end) return true;
  }
  return false;
}

// The open brackets of the statement at `i`, the innermost last.
std::vector<size_t> HostReader::brackets_around(size_t i, Range s) {
  std::vector<size_t> open;
  for (size_t k = s.begin; k < i; ++k) {
    if (++steps_ > most_steps) break;
    if (is_opening(kind(k))) open.push_back(k);
    else if (is_closing(kind(k)) && !open.empty()) open.pop_back();
  }
  return open;
}

bool HostReader::assigns(size_t i) const {
  switch (kind(i)) {
    case Tok::equal: case Tok::plus_equal: case Tok::minus_equal: case Tok::star_equal: case Tok::slash_equal: case Tok::percent_equal: case Tok::amp_equal: case Tok::pipe_equal: case Tok::caret_equal:
    case Tok::shift_left_equal: case Tok::plus_plus: case Tok::minus_minus: return true;
    case Tok::greater: return kind(i + 1) == Tok::greater_equal && !tokens_[i + 1].space_before;
    default: return false;
  }
}

// One behind h[i][j].x, v.size(); none: something is called that may change it.
std::optional<size_t> HostReader::behind_members(size_t name) {
  size_t next = name + 1;
  while (true) {
    if (kind(next) == Tok::left_bracket) {
      next = close_of(next) + 1;
    } else if ((kind(next) == Tok::dot || kind(next) == Tok::arrow) && kind(next + 1) == Tok::identifier) {
      const bool is_call = kind(next + 2) == Tok::left_paren;
      if (is_call && !is_any(text(next + 1), {"size", "empty", "length", "capacity", "data", "get", "begin", "end", "cbegin", "cend"})) return std::nullopt;
      next = is_call ? close_of(next + 2) + 1 : next + 2;
    } else {
      return next;
    }
    if (++steps_ > most_steps) return std::nullopt;
  }
}

// May the mention of a variable at `i` in the statement change it? `is_number`: it is declared as a plain number.
bool HostReader::may_change(size_t i, Range s, bool is_number) {
  const auto behind = behind_members(i);
  if (!behind || assigns(*behind) || kind(*behind) == Tok::left_paren || declares(i, s.begin)) return true;
  const Tok before = i > s.begin ? kind(i - 1) : Tok::end;
  if (before == Tok::plus_plus || before == Tok::minus_minus) return true;
  if (before == Tok::greater && i >= s.begin + 2 && kind(i - 2) == Tok::greater) return true;  // in >> n
  for (size_t k = s.begin; k + 1 < s.end; ++k)  // int& r = n;
    if ((kind(k) == Tok::amp || kind(k) == Tok::amp_amp) && kind(k + 1) == Tok::identifier && (kind(k + 2) == Tok::equal || kind(k + 2) == Tok::colon)) return true;
  const bool is_address = before == Tok::amp && !(i >= s.begin + 2 && (kind(i - 2) == Tok::identifier || kind(i - 2) == Tok::number || kind(i - 2) == Tok::right_bracket || kind(i - 2) == Tok::right_paren));
  const bool is_compared = kind(*behind) == Tok::equal_equal || kind(*behind) == Tok::bang_equal || before == Tok::bang || before == Tok::equal_equal || before == Tok::bang_equal;
  bool is_pointer = *behind == i + 1;  // h, h.data(), not h[i] or h.size()
  for (size_t k = i + 1; k < *behind; ++k) is_pointer |= kind(k) == Tok::identifier && kind(k - 1) == Tok::dot && kind(k + 1) == Tok::left_paren && is_any(text(k), {"data", "get", "begin", "end", "cbegin", "cend"});
  const bool is_value = !is_address && (is_number || !is_pointer || is_compared);
  const std::vector<size_t> around = brackets_around(i, s);
  for (size_t level = around.size(); level-- > 0;) {
    const size_t open = around[level];
    if (kind(open) == Tok::left_brace) return !is_value && !(is_address && is_spent_list(open));
    if (kind(open) == Tok::left_bracket) return !is_value || (open > s.begin && kind(open - 1) != Tok::identifier && kind(open - 1) != Tok::right_bracket && kind(open - 1) != Tok::right_paren);
    if (auto known = call_may_change(open, i, s, is_value, is_address)) return *known;
  }
  return !is_value;
}

// void* args[] = {&a, &b}, where every launch that took it has become a launch line (launch_calls.h).
bool HostReader::is_spent_list(size_t open) {
  if (open < 4 || kind(open - 1) != Tok::equal || kind(open - 2) != Tok::right_bracket) return false;
  size_t name = open - 2;
  while (name > 2 && kind(name) != Tok::left_bracket) --name;
  --name;
  const HostFunction* f = function_around(name);
  if (!f || kind(name) != Tok::identifier || kind(name - 1) != Tok::star || kind(name - 2) != Tok::kw_void) return false;
  size_t mentions_of_it = 0;
  for (size_t i = f->body.begin; i < f->body.end; ++i) mentions_of_it += kind(i) == Tok::identifier && text(i) == text(name);
  steps_ += (f->body.end - f->body.begin) / 8;
  return mentions_of_it == 1;
}

// The variable is mentioned in the brackets at `open`. None: they only group.
std::optional<bool> HostReader::call_may_change(size_t open, size_t i, Range s, bool is_value, bool is_address) {
  if (open <= s.begin) return std::nullopt;
  size_t callee = open - 1;
  if (kind(callee) == Tok::kw_sizeof) return false;
  if (kind(callee) == Tok::greater) {  // k<<<grid, block>>>(...), f<float>(...)
    const size_t start = start_of_expression(callee, s.begin);
    size_t less = callee;
    while (less > start && kind(less) != Tok::less) --less;
    while (less > start && (kind(less - 1) == Tok::less || kind(less - 1) == Tok::shift_left)) --less;
    if (less == start) return true;
    callee = less - 1;
    if (kind(callee) == Tok::greater) return !is_value;  // k<16><<<...>>>(...): its parameters are not looked up
  }
  if (is_type_word(callee)) return std::nullopt;
  if (kind(callee) != Tok::identifier) return is_word_token(callee) ? std::optional(!is_value) : std::nullopt;
  const std::vector<Range> given = split({open + 1, close_of(open)});
  size_t k = 0;
  while (k < given.size() && i >= given[k].end) ++k;
  const std::string_view f = text(callee);
  if (const HostFunction* own = function_named(f)) return k >= split(own->parameters).size() || parameter_may_change(split(own->parameters)[k], is_value && !is_address);
  if (f.starts_with("cuda")) {
    const bool is_to_symbol = f.starts_with("cudaMemcpyToSymbol");
    if ((f.starts_with("cudaMem") && !f.starts_with("cudaMemPrefetch") && !f.starts_with("cudaMemAdvise")) || f.starts_with("cudaMalloc")) return !is_to_symbol && (k == 0 || (is_address && !f.starts_with("cudaMemcpy")));
    return is_address;
  }
  if (only_reads(f)) return false;
  const bool is_declared = callee > s.begin && declares(callee, s.begin) && (is(callee - 1, "dim3") || kind(callee - 1) == Tok::greater);  // dim3 grid(n), vector<int> v(n)
  return !is_declared || !is_value;
}

bool HostReader::is_word_token(size_t i) const { return i < tokens_.size() && is_word(tokens_[i]); }

// What a function of the file may do to an argument: by value nothing, through a const pointer or reference neither.
bool HostReader::parameter_may_change(Range parameter, bool is_value) const {
  bool is_reference = false, is_pointer = false, is_const = false;
  for (size_t i = parameter.begin; i < parameter.end; ++i) {
    is_reference |= kind(i) == Tok::amp || kind(i) == Tok::amp_amp;
    is_pointer |= kind(i) == Tok::star || kind(i) == Tok::left_bracket;
    is_const |= kind(i) == Tok::kw_const && !is_pointer;
  }
  if (is_value) return is_reference && !is_const;
  return !is_const;
}

// ---- what is taken

// Declared as a plain number: `int n`, of `const unsigned int a = 1, n = 2`.
bool HostReader::is_number_at(size_t declared, size_t least) {
  if (kind(declared + 1) == Tok::left_bracket || declared == 0) return false;
  const Tok before = kind(declared - 1);
  size_t start = start_of_expression(declared, least);
  while (kind(start) == Tok::kw_static || kind(start) == Tok::kw_constexpr) ++start;
  return is_type_word(start) && (is_type_word(declared - 1) || before == Tok::comma);
}

// Where the slice declares the name, among its statements; none: it does not.
std::optional<size_t> HostReader::declared_in(const Slice& slice, std::string_view name) {
  for (size_t k = slice.statements.size(); k-- > 0;) {
    const Range s = slice.statements[k];
    for (size_t i = s.begin; i < s.end; i = is_opening(kind(i)) ? std::max(close_of(i), i) + 1 : i + 1)
      if (kind(i) == Tok::identifier && text(i) == name && declares(i, s.begin)) return i;
  }
  return std::nullopt;
}

// Every variable that the range names is asked for; `inside`: of what, else no statement.
void HostReader::ask_for(Slice& slice, Range range, Range inside) {
  for (size_t i = range.begin; i < range.end; ++i) {
    if (++steps_ > most_steps) return;
    if (kind(i) != Tok::identifier || (i > 0 && (kind(i - 1) == Tok::dot || kind(i - 1) == Tok::arrow || kind(i - 1) == Tok::scope)) || kind(i + 1) == Tok::scope || slice.names.contains(text(i))) continue;
    if (!inside.empty() && is_own_of(inside, i)) continue;
    if (auto declared = declared_in(slice, text(i))) {
      slice.names[text(i)] = is_number_at(*declared, slice.function->body.begin);
      continue;
    }
    for (Range parameter : split(slice.function->parameters)) {
      if (parameter.empty() || text(name_of_parameter(parameter)) != text(i)) continue;
      slice.names[text(i)] = is_type_word(name_of_parameter(parameter) - 1);
      slice.parameters.push_back(i);
    }
  }
}

bool HostReader::is_needed(const Slice& slice, Range s) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (++steps_ > most_steps) return true;
    if (kind(i) != Tok::identifier || (i > s.begin && (kind(i - 1) == Tok::dot || kind(i - 1) == Tok::arrow || kind(i - 1) == Tok::scope))) continue;
    const auto name = slice.names.find(text(i));
    if (name != slice.names.end() && may_change(i, s, name->second) && !is_own_of(s, i)) return true;
  }
  return false;
}

// The slice of the function around `point` for the variables in `seeds`.
HostReader::Slice HostReader::slice_before(size_t point, const std::vector<Range>& seeds) {
  Slice slice;
  slice.function = function_around(point);
  if (!slice.function) return slice;
  statements_before(slice.function->body, point, slice.statements);
  slice.is_taken.assign(slice.statements.size(), false);
  for (Range seed : seeds) ask_for(slice, seed, {});
  for (bool grows = true; grows && steps_ <= most_steps;) {
    grows = false;
    for (size_t k = 0; k < slice.statements.size(); ++k) {
      const Range s = slice.statements[k];
      if (s.empty() || slice.is_taken[k] || !is_needed(slice, s)) continue;
      slice.is_taken[k] = grows = true;
      ask_for(slice, s, s);
    }
  }
  return slice;
}

}  // namespace wb
