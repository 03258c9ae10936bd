#include "simulator/language/token_rewrites.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "simulator/language/closing_brackets.h"

namespace wb {
namespace {

constexpr std::string_view harmless[] = {"nodiscard", "maybe_unused", "likely", "unlikely", "fallthrough", "deprecated", "noreturn", "carries_dependency"};

// Behind the bracket that matches the one at `open`, if it is no more than so many tokens on.
size_t behind_bracket(const std::vector<Token>& tokens, size_t open, size_t longest = SIZE_MAX) {
  int depth = 0;
  for (size_t i = open; i < tokens.size() && i - open < longest; ++i) {
    if (is_opening(tokens[i].kind)) ++depth;
    if (is_closing(tokens[i].kind) && --depth <= 0) return i + 1;
  }
  return tokens.size();
}

// [[ name ]], [[ name(...) ]], [[ vendor::name ]], several with commas: behind its last bracket; `open` itself where none stands there.
size_t behind_attribute(const std::vector<Token>& tokens, size_t open) {
  if (open + 2 >= tokens.size() || tokens[open].kind != Tok::left_bracket || tokens[open + 1].kind != Tok::left_bracket) return open;
  const Token& name = tokens[open + 2];
  const bool is_vendor = name.kind == Tok::kw_using || (is_word(name) && open + 3 < tokens.size() && tokens[open + 3].kind == Tok::scope);
  const bool is_known = name.kind == Tok::right_bracket || std::find(std::begin(harmless), std::end(harmless), name.text) != std::end(harmless);
  if (!is_vendor && !is_known) return open;
  const size_t inner = behind_bracket(tokens, open + 1);
  return inner < tokens.size() && tokens[inner].kind == Tok::right_bracket ? inner + 1 : open;
}

}  // namespace

void drop_attributes(std::vector<Token>& tokens) {
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const size_t behind = behind_attribute(tokens, i);
    if (behind > i && behind < tokens.size()) {
      tokens[behind].line_start |= tokens[i].line_start;
      tokens[behind].space_before = true;
      i = behind - 1;
      continue;
    }
    if (kept != i) tokens[kept] = tokens[i];
    ++kept;
  }
  tokens.resize(kept);
}

namespace {

bool is_launch_open(const std::vector<Token>& tokens, size_t i) {
  return i + 1 < tokens.size() && tokens[i].kind == Tok::shift_left && tokens[i + 1].kind == Tok::less && !tokens[i + 1].space_before;
}

void drop(std::vector<Token>& tokens, const std::vector<bool>& is_dropped) {
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_dropped[i]) continue;
    if (kept != i) tokens[kept] = tokens[i];
    ++kept;
  }
  tokens.resize(kept);
}

}  // namespace

void drop_brackets_around_kernels(std::vector<Token>& tokens) {
  std::vector<bool> is_dropped(tokens.size());
  std::vector<size_t> open;  // brackets that are not closed yet
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_opening(tokens[i].kind)) open.push_back(i);
    if (!is_closing(tokens[i].kind) || open.empty()) continue;
    const size_t first = open.back();
    open.pop_back();
    const Tok before = first == 0 ? Tok::semicolon : tokens[first - 1].kind;
    const bool is_call = before == Tok::identifier || before == Tok::greater || before == Tok::right_bracket;  // what a function gives: f(x)<<<...>>>
    const bool follows = first + 2 < i && tokens[first + 1].kind == Tok::star;
    const size_t name = first + 1 + follows;
    if (tokens[i].kind != Tok::right_paren || tokens[first].kind != Tok::left_paren || !is_launch_open(tokens, i + 1) || name >= i || tokens[name].kind != Tok::identifier) continue;
    if (is_call) continue;
    is_dropped[first] = is_dropped[i] = true;
    if (follows) is_dropped[first + 1] = true;
    tokens[name].line_start |= tokens[first].line_start;
  }
  drop(tokens, is_dropped);
}

void drop_brackets_around_functions(std::vector<Token>& tokens) {
  constexpr size_t longest_parameters = 512;
  std::vector<bool> is_dropped(tokens.size());
  for (size_t i = 1; i + 4 < tokens.size(); ++i) {
    const bool is_name = tokens[i].kind == Tok::left_paren && tokens[i + 1].kind == Tok::identifier && tokens[i + 2].kind == Tok::right_paren && tokens[i + 3].kind == Tok::left_paren;
    const bool follows_type = is_word(tokens[i - 1]) || tokens[i - 1].kind == Tok::star || tokens[i - 1].kind == Tok::greater;
    if (!is_name || !follows_type) continue;
    const size_t behind = behind_bracket(tokens, i + 3, longest_parameters);
    if (behind < tokens.size() && tokens[behind].kind == Tok::left_brace) is_dropped[i] = is_dropped[i + 2] = true;
  }
  drop(tokens, is_dropped);
}

namespace {

constexpr size_t most_functions = 4096;  // of one file

class AbbreviatedTemplates {
 public:
  AbbreviatedTemplates(std::vector<Token>& tokens, TextArena& arena) : t_(tokens), arena_(arena) {}

  void run() {
    const std::vector<size_t> lists = parameter_lists();
    for (size_t i = lists.size(); i-- > 0;) write_out(lists[i]);  // from the back: what stands in front keeps its place
  }

 private:
  struct Place {  // of an `auto` parameter
    size_t constraint = 0, word = 0;  // Number auto: tokens [constraint, word) say what the type must be
    bool is_pack = false;
  };

  // The parentheses behind a function's name that hold an `auto` of their own.
  std::vector<size_t> parameter_lists() const {
    std::vector<size_t> open, found;
    for (size_t i = 0; i < t_.size() && found.size() < most_functions; ++i) {
      if (is_opening(t_[i].kind)) open.push_back(i);
      else if (is_closing(t_[i].kind) && !open.empty()) open.pop_back();
      else if (t_[i].kind == Tok::kw_auto && !open.empty() && t_[open.back()].kind == Tok::left_paren && function_name(open.back()) && (found.empty() || found.back() != open.back()))
        found.push_back(open.back());
    }
    return found;
  }

  // Where the function's name begins that stands in front of the parenthesis: f( and operator+( and operator()(, not if( and not ](
  std::optional<size_t> function_name(size_t open) const {
    if (open > 0 && t_[open - 1].kind == Tok::identifier) return open - 1;
    for (size_t back = 2; back <= 3 && back <= open; ++back)
      if (t_[open - back].kind == Tok::kw_operator) return open - back;
    return std::nullopt;
  }

  void write_out(size_t open) {
    const std::vector<Place> places = auto_parameters(open);
    if (places.empty()) return;
    const std::optional<size_t> start = declaration_start(open);
    if (!start) return;
    size_t list = *start;  // where the parameters of a template<...> that is there already end
    for (size_t i = *start; t_[i].kind == Tok::kw_template && t_[i + 1].kind == Tok::less;) {
      list = behind_angles(i + 1) - 1;
      i = list + 1;
    }
    const bool has_list = list > *start;
    std::vector<Token> parameters = parameters_for(places, open);
    const Token like = t_[places[0].word];
    if (!has_list) {
      parameters.insert(parameters.begin(), {made(Tok::kw_template, "template", like), made(Tok::less, "<", like)});
      parameters.push_back(made(Tok::greater, ">", like));
      parameters.front().line_start = t_[*start].line_start;
    } else if (t_[list - 1].kind != Tok::less) {
      parameters.insert(parameters.begin(), made(Tok::comma, ",", like));
    }
    name_types(places);
    t_.insert(t_.begin() + static_cast<std::ptrdiff_t>(list), parameters.begin(), parameters.end());
  }

  // The parameters at this level that begin with `auto`, behind const, volatile and a concept's name.
  std::vector<Place> auto_parameters(size_t open) const {
    std::vector<Place> places;
    const size_t close = behind_bracket(t_, open) - 1;
    size_t begin = open + 1;
    for (size_t i = begin; i < close; ++i) {
      const Tok k = t_[i].kind;
      if (is_opening(k)) i = behind_bracket(t_, i) - 1;
      else if (k == Tok::comma) begin = i + 1;
      else if (k == Tok::less && t_[i - 1].kind == Tok::identifier) i = std::max(behind_angles(i), i + 1) - 1;
      else if (k == Tok::kw_auto && leads_to(begin, i)) places.push_back(place(begin, i, close));
    }
    return places;
  }

  // Nothing but cv-words and a concept's name stands in tokens [begin, word).
  bool leads_to(size_t begin, size_t word) const {
    for (size_t i = begin; i < word; ++i) {
      const Tok k = t_[i].kind;
      if (k == Tok::less) i = std::max(behind_angles(i), i + 1) - 1;
      else if (k != Tok::kw_const && k != Tok::kw_volatile && k != Tok::identifier && k != Tok::scope) return false;
    }
    return true;
  }

  Place place(size_t begin, size_t word, size_t close) const {
    Place p{begin, word};
    while (p.constraint < word && (t_[p.constraint].kind == Tok::kw_const || t_[p.constraint].kind == Tok::kw_volatile)) ++p.constraint;
    for (size_t i = word + 1; i < close && t_[i].kind != Tok::comma && t_[i].kind != Tok::identifier; ++i) p.is_pack |= t_[i].kind == Tok::ellipsis;
    return p;
  }

  // The first token of the declaration that the parameter list at `open` belongs to; none: it is an expression, whatever that means.
  std::optional<size_t> declaration_start(size_t open) const {
    int angles = 0;
    for (size_t i = function_name(open).value_or(open); i-- > 0;) {
      const Tok k = t_[i].kind;
      if (k == Tok::greater) ++angles;
      else if (k == Tok::less) --angles;
      else if ((k == Tok::equal && angles == 0) || k == Tok::kw_return) return std::nullopt;
      const bool is_access = k == Tok::colon && i > 0 && (t_[i - 1].kind == Tok::kw_public || t_[i - 1].kind == Tok::kw_private || t_[i - 1].kind == Tok::kw_protected);
      if (k == Tok::semicolon || k == Tok::left_brace || k == Tok::right_brace || is_access || k == Tok::pragma_unroll) return i + 1;
    }
    return 0;
  }

  // Behind the `>` that matches the `<` at `open`; `open` itself where there is none.
  size_t behind_angles(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < t_.size(); ++i) {
      const Tok k = t_[i].kind;
      if (is_opening(k)) i = behind_bracket(t_, i) - 1;
      else if (k == Tok::semicolon || is_closing(k)) return open;
      else if (k == Tok::less) ++depth;
      else if (k == Tok::greater && --depth == 0) return i + 1;
    }
    return open;
  }

  std::vector<Token> parameters_for(const std::vector<Place>& places, size_t open) {
    std::vector<Token> out;
    names_.clear();
    for (const Place& p : places) {
      const Token& word = t_[p.word];
      names_.push_back(arena_.keep("auto:" + std::to_string(open) + ":" + std::to_string(names_.size() + 1)));
      if (!out.empty()) out.push_back(made(Tok::comma, ",", word));
      if (p.constraint == p.word) out.push_back(made(Tok::kw_typename, "typename", word));
      for (size_t i = p.constraint; i < p.word; ++i) out.push_back(t_[i]);
      if (p.is_pack) out.push_back(made(Tok::ellipsis, "...", word));
      out.push_back(made(Tok::identifier, names_.back(), word));
    }
    return out;
  }

  // The `auto` words become the parameters' names, and the concepts in front of them go.
  void name_types(const std::vector<Place>& places) {
    for (size_t i = places.size(); i-- > 0;) {
      const Place& p = places[i];
      t_[p.word] = made(Tok::identifier, names_[i], t_[p.word]);
      t_.erase(t_.begin() + static_cast<std::ptrdiff_t>(p.constraint), t_.begin() + static_cast<std::ptrdiff_t>(p.word));
    }
  }

  static Token made(Tok kind, std::string_view text, const Token& like) {
    Token t = like;
    t.kind = kind;
    t.text = text;
    t.line_start = false;
    t.space_before = true;
    return t;
  }

  std::vector<Token>& t_;
  TextArena& arena_;
  std::vector<std::string_view> names_;
};

}  // namespace

void write_out_abbreviated_templates(std::vector<Token>& tokens, TextArena& arena) {
  AbbreviatedTemplates(tokens, arena).run();
}

}  // namespace wb
