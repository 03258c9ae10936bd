// Finds one's way in host code: brackets, functions with bodies, templates' parameters.
#include "simulator/language/host_reader.h"

#include <algorithm>


namespace wb {

// The bracket that closes the one at `open`.
size_t HostReader::close_of(size_t open) {
  if (steps_ > most_steps) return open;
  const size_t behind = p_.skip_balanced(open);
  steps_ += (behind - open) / 8;
  return behind > open ? behind - 1 : open;
}

// Functions with bodies, wherever they stand: a `{` behind a `)` outside of any other function.
void HostReader::find_functions() {
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const bool is_operator = i > 2 && (kind(i - 2) == Tok::kw_operator || (kind(i - 3) == Tok::kw_operator && kind(i - 1) == Tok::greater)) && kind(i - 1) != Tok::left_paren;  // operator>>(
    if (kind(i) != Tok::left_paren || i == 0 || (kind(i - 1) != Tok::identifier && !is_operator)) continue;
    const size_t close = close_of(i);
    size_t behind = close + 1;
    while (kind(behind) == Tok::kw_const || kind(behind) == Tok::kw_noexcept) ++behind;
    if (kind(behind) == Tok::arrow) behind = behind_trailing_type(behind);
    if (close <= i || kind(behind) != Tok::left_brace) continue;
    const size_t end = close_of(behind);
    const auto [known, is_new] = function_by_name_.emplace(tokens_[i - 1].text, functions_.size());
    if (!is_new && is_kernel(functions_[known->second])) known->second = functions_.size();  // template <int N> __global__ void reduce(...), and reduce(...) that launches it
    functions_.push_back({tokens_[i - 1].text, {i + 1, close}, {behind + 1, end}, template_parameters_before(i - 1)});
    i = end;
  }
}

// -> std::pair<int, T>, -> decltype(a + b): up to what cannot be of a type, or as many tokens as a type may have. p->next ends there, too.
size_t HostReader::behind_trailing_type(size_t arrow) const {
  constexpr Tok of_types[] = {Tok::identifier, Tok::scope, Tok::star, Tok::amp, Tok::amp_amp, Tok::kw_const, Tok::kw_volatile, Tok::kw_unsigned, Tok::kw_signed, Tok::kw_int, Tok::kw_long,
                              Tok::kw_short, Tok::kw_char, Tok::kw_float, Tok::kw_double, Tok::kw_bool, Tok::kw_void, Tok::kw_auto, Tok::kw_typename, Tok::kw_struct, Tok::kw_class, Tok::kw_enum,
                              Tok::kw_decltype};
  constexpr size_t longest = 64;
  int inside = 0;  // angles, and the brackets of decltype
  size_t i = arrow + 1;
  for (; i < arrow + longest && kind(i) != Tok::end && kind(i) != Tok::semicolon; ++i) {
    const bool opens = kind(i) == Tok::less || (kind(i) == Tok::left_paren && (inside > 0 || kind(i - 1) == Tok::kw_decltype));
    const bool closes = inside > 0 && (kind(i) == Tok::greater || kind(i) == Tok::right_paren);
    if (!opens && !closes && inside == 0 && std::find(std::begin(of_types), std::end(of_types), kind(i)) == std::end(of_types)) break;
    inside += opens - closes;
  }
  return i;
}

bool HostReader::is_kernel(const HostFunction& f) {
  const size_t name = f.parameters.begin - 2;
  for (size_t i = start_of_expression(name, 0); i < name; ++i)
    if (kind(i) == Tok::kw_global) return true;
  return false;
}

// template <...> before the type of the function whose name stands at `name`
HostReader::Range HostReader::template_parameters_before(size_t name) {
  constexpr size_t longest = 120;
  size_t i = name;
  for (size_t looked = 0; i > 0 && looked < longest; --i, ++looked) {
    const Tok k = kind(i - 1);
    if (k == Tok::semicolon || k == Tok::left_brace || k == Tok::right_brace) break;
  }
  for (; i < name; ++i)
    if (kind(i) == Tok::kw_template && kind(i + 1) == Tok::less) return {i + 2, behind_angles(i + 1, name) - 1};
  return {};
}

// One behind the `>` that closes the `<` at `open`, where it stands before `end`; else `end`.
size_t HostReader::behind_angles(size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (++steps_ > most_steps) break;
    if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace) i = close_of(i);
    if (kind(i) == Tok::semicolon) break;
    if (kind(i) == Tok::less) ++depth;
    if (kind(i) == Tok::greater && --depth == 0) return i + 1;
  }
  return end;
}

std::vector<HostReader::Range> HostReader::split_template(Range range) {
  std::vector<Range> parts;
  int depth = 0;
  size_t begin = range.begin;
  for (size_t i = range.begin; i < range.end; ++i) {
    if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace) i = std::max(i, close_of(i));
    if (kind(i) == Tok::less) ++depth;
    if (kind(i) == Tok::greater) --depth;
    if (kind(i) != Tok::comma || depth != 0) continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  if (begin < range.end) parts.push_back({begin, range.end});
  return parts;
}

HostReader::TemplateMeaning HostReader::template_meaning(size_t name) {
  const HostFunction* f = function_around(name);
  if (!f || f->template_parameters.empty()) return {};
  std::vector<Range> parameters = split_template(f->template_parameters);
  for (size_t k = 0; k < parameters.size(); ++k) {
    size_t own = parameters[k].begin, equal = parameters[k].end;
    for (size_t i = parameters[k].begin; i < equal; ++i)
      if (kind(i) == Tok::equal) equal = i;
    own = equal - 1;
    if (equal <= parameters[k].begin || kind(own) != Tok::identifier || text(own) != text(name)) continue;
    TemplateMeaning meaning{true, kind(parameters[k].begin) == Tok::kw_typename || kind(parameters[k].begin) == Tok::kw_class, {}};
    if (equal < parameters[k].end) meaning.argument = {equal + 1, parameters[k].end};
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (++steps_ > most_steps) break;
      if (text(i) != f->name || kind(i + 1) != Tok::less || function_around(i) == f) continue;
      std::vector<Range> given = split_template({i + 2, behind_angles(i + 1, tokens_.size()) - 1});
      if (k < given.size()) meaning.argument = given[k];
      if (k < given.size()) break;
    }
    return meaning;
  }
  return {};
}

const HostReader::HostFunction* HostReader::function_around(size_t at) const {
  const auto behind = std::upper_bound(functions_.begin(), functions_.end(), at, [](size_t place, const HostFunction& f) { return place < f.body.begin; });
  return behind != functions_.begin() && at < std::prev(behind)->body.end ? &*std::prev(behind) : nullptr;
}

const HostReader::HostFunction* HostReader::function_named(std::string_view name) const {
  const auto found = function_by_name_.find(name);
  return found == function_by_name_.end() ? nullptr : &functions_[found->second];
}

std::vector<HostReader::Range> HostReader::split(Range range) {
  std::vector<Range> parts;
  size_t begin = range.begin;
  for (size_t i = range.begin; i < range.end;) {
    if (kind(i) == Tok::left_paren || kind(i) == Tok::left_brace || kind(i) == Tok::left_bracket) {
      i = std::min(close_of(i) + 1, range.end);
    } else {
      if (kind(i) == Tok::comma) {
        parts.push_back({begin, i});
        begin = i + 1;
      }
      ++i;
    }
  }
  if (!range.empty()) parts.push_back({begin, range.end});
  return parts;
}

// `int n`, `int n = 5`, `float *rows[2]`: where the name stands.
size_t HostReader::name_of_parameter(Range parameter) const {
  size_t end = parameter.begin;
  while (end < parameter.end && kind(end) != Tok::equal && kind(end) != Tok::left_bracket) ++end;
  return end > parameter.begin ? end - 1 : parameter.begin;
}

std::string HostReader::words(Range range) const {
  std::string out;
  for (size_t i = range.begin; i < range.end; ++i) out += (i > range.begin && tokens_[i].space_before ? " " : "") + std::string(text(i));
  return out;
}

bool HostReader::mentions(Range range, std::string_view name) const {
  for (size_t i = range.begin; i < range.end; ++i)
    if (kind(i) == Tok::identifier && text(i) == name) return true;
  return false;
}

bool HostReader::is_parameter(const HostFunction& f, std::string_view name) {
  for (Range parameter : split(f.parameters))
    if (!parameter.empty() && text(name_of_parameter(parameter)) == name) return true;
  return false;
}

}  // namespace wb
