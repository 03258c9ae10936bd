// What a name in host code stands for: the last assignment before its use, what the first caller gives, a constant of the file.
#include "simulator/language/host_reader.h"

#include <bit>
#include <utility>

namespace wb {

std::optional<HostNumber> HostReader::value_of(size_t name) {
  const std::string_view word = text(name);
  if (word == "argc") return whole(1);
  for (const auto& [known, value] : branch_)
    if (known == word) return value;
  if (!bound_.empty())
    for (const auto& [known, value] : bound_.back())
      if (known == word) return value;
  if (depth_ >= most_depth || ++steps_ > most_steps) return std::nullopt;
  ++depth_;
  std::optional<HostNumber> value;
  if (is_counted(name) && !is_declared_real(word)) value = run_number({name, name + 1});
  if (!value) value = declared_value(name);
  if (!value) value = pitch(name);
  if (!value) value = assumed(name);
  --depth_;
  return value;
}

// By the one declaration or assignment that is taken to hold.
std::optional<HostNumber> HostReader::declared_value(size_t name) {
  std::optional<HostNumber> value;
  if (auto made = initialiser(name)) {
    value = number(*made);
    if (value && !value->is_whole && made->begin >= 2 && declared_whole(made->begin)) value = truncated(*value);
  } else if (auto argument = callers_argument(name)) {
    value = number(*argument);
  } else if (TemplateMeaning meaning = template_meaning(name); meaning.is_parameter) {
    if (!meaning.is_type && !meaning.argument.empty()) value = number(meaning.argument);
  } else if (Symbol* symbol = p_.lookup_in(*p_.global, text(name)); symbol && symbol->kind == SymbolKind::value) {
    if (p_.module->types.is_arithmetic(symbol->type)) value = constant(p_.module->types[symbol->type].scalar, symbol->bits);
  }
  return value;
}

HostNumber HostReader::constant(ScalarKind kind, uint64_t bits) {
  if (kind == ScalarKind::float_) return real(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (kind == ScalarKind::double_) return real(std::bit_cast<double>(bits));
  return whole(wrap(bits));
}

// int n = 1e6: the words before the name, where the initialiser begins two tokens behind it.
bool HostReader::declared_whole(size_t initialiser_begin) const {
  size_t type = initialiser_begin >= 3 ? initialiser_begin - 3 : 0;
  return is_type_word(type) && kind(type) != Tok::kw_float && kind(type) != Tok::kw_double && kind(type) != Tok::kw_const;
}

// Is the block around `inner` also around `at`?
bool HostReader::encloses(size_t inner, size_t at, const HostFunction& f) {
  int depth = 0;
  for (size_t i = inner; i < at && i < f.body.end; ++i) {
    if (++steps_ > most_steps) return false;
    if (kind(i) == Tok::left_brace) ++depth;
    if (kind(i) == Tok::right_brace && --depth < 0) return false;
  }
  return true;
}

// The last `name = ...` before the use whose block is still open, in the function and then outside of all.
std::optional<HostReader::Range> HostReader::initialiser(size_t name) {
  const HostFunction* f = function_around(name);
  if (f) {
    for (size_t i = name; i-- > f->body.begin;)
      if (is_assignment(i, text(name)) && encloses(i, name, *f))
        if (Range made = to_end_of_initialiser(i + 2); name >= made.end) return made;  // n = n + 1 speaks of an earlier n
    if (auto made = declaration_with_brackets(name)) return made;
    for (size_t i = f->body.begin; i < name; ++i)
      if (is_assignment(i, text(name)))
        if (Range made = to_end_of_initialiser(i + 2); name >= made.end) return made;
    for (Range parameter : split(f->parameters))
      if (!parameter.empty() && text(name_of_parameter(parameter)) == text(name)) return std::nullopt;
  }
  for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) break;
    if (is_assignment(i, text(name)) && !function_around(i)) return to_end_of_initialiser(i + 2);
  }
  return std::nullopt;
}

bool HostReader::is_assignment(size_t i, std::string_view name) const {
  return kind(i) == Tok::identifier && text(i) == name && kind(i + 1) == Tok::equal && i > 0 && kind(i - 1) != Tok::dot && kind(i - 1) != Tok::arrow;
}

HostReader::Range HostReader::to_end_of_initialiser(size_t begin) {
  size_t end = begin;
  while (end < tokens_.size() && kind(end) != Tok::semicolon && kind(end) != Tok::comma && kind(end) != Tok::right_paren && kind(end) != Tok::end) {
    const Tok k = kind(end);
    end = k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket ? close_of(end) + 1 : end + 1;
  }
  return {begin, end};
}

// `dim3 name(...)`, `std::vector<float> name(...)`, `int name{...}`: what stands in the brackets.
std::optional<HostReader::Range> HostReader::declaration_with_brackets(size_t name) {
  const HostFunction* f = function_around(name);
  const size_t from = f ? f->body.begin : 1;
  for (size_t i = name; i-- > from;) {
    if (++steps_ > most_steps) break;
    if (kind(i) != Tok::identifier || text(i) != text(name) || (kind(i + 1) != Tok::left_paren && kind(i + 1) != Tok::left_brace)) continue;
    const Tok before = kind(i - 1);
    if (before == Tok::identifier || before == Tok::greater || before == Tok::comma || is_type_word(i - 1)) return Range{i + 2, close_of(i + 1)};
  }
  return std::nullopt;
}

// The same at the file's own level.
std::optional<HostReader::Range> HostReader::declaration_outside(size_t name) {
  for (size_t i = 1; i + 1 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) break;
    if (text(i) == text(name) && is(i - 1, "dim3") && (kind(i + 1) == Tok::left_paren || kind(i + 1) == Tok::left_brace) && !function_around(i)) return Range{i + 2, close_of(i + 1)};
  }
  return std::nullopt;
}

// A parameter of the function around: what the first caller gives, else its default.
std::optional<HostReader::Range> HostReader::callers_argument(size_t name) {
  const HostFunction* f = function_around(name);
  if (!f) return std::nullopt;
  std::vector<Range> parameters = split(f->parameters);
  for (size_t k = 0; k < parameters.size(); ++k) {
    if (parameters[k].empty() || text(name_of_parameter(parameters[k])) != text(name)) continue;
    for (size_t i = 1; i + 1 < tokens_.size(); ++i) {
      if (++steps_ > most_steps) return std::nullopt;
      if (text(i) != f->name) continue;
      const size_t open = kind(i + 1) == Tok::less ? behind_angles(i + 1, tokens_.size()) : i + 1;  // f(...), f<float>(...)
      if (kind(open) != Tok::left_paren || open + 1 == f->parameters.begin || function_around(i) == f || !function_around(i)) continue;
      std::vector<Range> arguments = split({open + 1, close_of(open)});
      if (k < arguments.size()) return arguments[k];
    }
    for (size_t i = parameters[k].begin; i < parameters[k].end; ++i)
      if (kind(i) == Tok::equal) return Range{i + 1, parameters[k].end};
  }
  return std::nullopt;
}

// float *a, *b; or a parameter `const T* in`: the words of the type in front, in the function around or outside of all.
std::optional<HostReader::Range> HostReader::declared_type(size_t name) {
  const HostFunction* f = function_around(name);
  for (Range where : {f ? Range{f->parameters.begin, name} : Range{}, Range{0, tokens_.size()}})
    for (size_t i = where.begin + 1; i < where.end; ++i) {
      if (++steps_ > most_steps) return std::nullopt;
      if (kind(i) != Tok::identifier || text(i) != text(name) || (!where.begin && function_around(i))) continue;
      size_t end = i;
      for (size_t before = i; before > where.begin && kind(before - 1) != Tok::semicolon && kind(before - 1) != Tok::left_paren && kind(before - 1) != Tok::left_brace && kind(before - 1) != Tok::right_brace; --before)
        if (kind(before - 1) == Tok::comma && f && before - 1 >= f->body.begin) end = before - 1;  // the first of the variables in this declaration
      if (end != i)
        while (end > where.begin && kind(end - 1) == Tok::identifier) --end;
      while (end > where.begin && (kind(end - 1) == Tok::star || kind(end - 1) == Tok::amp || kind(end - 1) == Tok::kw_restrict || kind(end - 1) == Tok::kw_const)) --end;
      size_t begin = end;
      while (begin > where.begin && (kind(begin - 1) == Tok::identifier || is_type_word(begin - 1)) && !is(begin - 1, "return")) --begin;
      while (begin < end && (is(begin, "static") || is(begin, "extern") || kind(begin) == Tok::kw_const)) ++begin;
      if (begin < end && (end < i || begin + 1 <= i) && type_in({begin, end})) return Range{begin, end};
    }
  return std::nullopt;
}

// params.n = 100; or the member's default: what is assigned to a member of this name before the use, else anywhere; else to a plain name,
// as its constructor does.
std::optional<HostNumber> HostReader::assigned_member(size_t name) {
  if (depth_ >= most_depth) return std::nullopt;
  std::optional<HostNumber> before, anywhere, plain;
  ++depth_;
  for (size_t i = 1; i + 1 < tokens_.size() && !(before && i > name); ++i) {
    if (++steps_ > most_steps) break;
    if (kind(i + 1) != Tok::equal || text(i) != text(name) || i == name) continue;
    const bool is_member = kind(i - 1) == Tok::dot || kind(i - 1) == Tok::arrow;
    const bool is_plain = !is_member && function_around(i);
    auto value = number(to_end_of_initialiser(i + 2));
    if (is_plain) plain = plain ? plain : value;
    else if (value && i < name) before = value;
    else if (value && !anywhere) anywhere = value;
  }
  --depth_;
  return before ? before : anywhere ? anywhere : plain;
}

// int sizes[] = {256, 512};
std::optional<HostNumber> HostReader::first_element(size_t name) {
  for (size_t i = 1; i + 3 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) break;
    if (kind(i) != Tok::identifier || text(i) != text(name) || kind(i + 1) != Tok::left_bracket) continue;
    const size_t equal = close_of(i + 1) + 1;
    if (kind(equal) != Tok::equal || kind(equal + 1) != Tok::left_brace) continue;
    std::vector<Range> parts = split({equal + 2, close_of(equal + 1)});
    return parts.empty() ? std::nullopt : number(parts[0]);
  }
  return std::nullopt;
}

// switch (threads) { case 512: k<512><<<...>>>(...): there `threads` is 512; if (threads == 512) likewise.
void HostReader::find_branch(size_t launch) {
  branch_.clear();
  const HostFunction* f = function_around(launch);
  if (!f) return;
  struct Open {
    std::string_view name;
    std::optional<HostNumber> value;
  };
  std::vector<Open> open;  // by brace
  Open next;
  bool is_statement = false;  // an `if` whose statement has no braces
  for (size_t i = f->body.begin; i < launch; ++i) {
    if (++steps_ > most_steps) return;
    if (kind(i) == Tok::left_brace) open.push_back(std::exchange(next, {})), is_statement = false;
    else if (kind(i) == Tok::right_brace && !open.empty()) open.pop_back();
    else if (kind(i) == Tok::semicolon) next = {}, is_statement = false;
    else if (kind(i) == Tok::kw_switch && kind(i + 2) == Tok::identifier && kind(i + 3) == Tok::right_paren) next = {text(i + 2), std::nullopt}, i += 3;
    else if (kind(i) == Tok::kw_if && kind(i + 2) == Tok::identifier && kind(i + 3) == Tok::equal_equal) {
      const size_t close = close_of(i + 1);
      if (auto value = number({i + 4, close})) next = {text(i + 2), value}, is_statement = true;
      i = std::max(i, close);
    } else if (kind(i) == Tok::kw_case && !open.empty() && !open.back().name.empty()) {
      size_t colon = i + 1;
      while (colon < launch && kind(colon) != Tok::colon) ++colon;
      open.back().value = number({i + 1, colon});
    }
  }
  if (is_statement) open.push_back(next);
  for (size_t i = open.size(); i-- > 0;)
    if (open[i].value) branch_.emplace_back(open[i].name, *open[i].value);
}

}  // namespace wb
