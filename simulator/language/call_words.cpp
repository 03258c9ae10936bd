#include "simulator/language/call_words.h"

#include <algorithm>
#include <cctype>

namespace wb {
namespace {

constexpr size_t longest_name = 40;

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}
// Behind a comment, a text or a character that begins there; else the next place.
size_t behind_piece(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) == "/*") return std::min(text.find("*/", at + 2), text.size() - 2) + 2;
  if (text[at] != '"' && text[at] != '\'') return at + 1;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[at])
      return i + 1;
  }
  return text.size();
}
// At commas that stand in no bracket.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  for (size_t i = 0; i < text.size();) {
    const size_t bracket = text[i] == '(' || text[i] == '[' || text[i] == '{' ? behind_bracket(text, i) : std::string_view::npos;
    if (text[i] == ',') parts.push_back(trimmed(text.substr(begin, i - begin))), begin = i + 1;
    i = bracket == std::string_view::npos ? behind_piece(text, i) : bracket;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}
// `(void**)&d_a` and `reinterpret_cast<void**>(&d_a)` are `d_a`, `&d_a` is too.
std::string_view without_casts(std::string_view text) {
  for (size_t before = text.size() + 1; text.size() < before;) {
    before = text.size();
    text = trimmed(text);
    while (!text.empty() && (text.front() == '&' || text.front() == '*')) text = trimmed(text.substr(1));
    if (text.starts_with("this->")) text.remove_prefix(6);
    const size_t open = text.find('(');
    if (text.find("_cast<") < open && open != std::string_view::npos && behind_bracket(text, open) == text.size())
      text = text.substr(open + 1, text.size() - open - 2);
    if (!text.starts_with('(')) continue;
    const size_t behind = behind_bracket(text, 0);
    if (behind == text.size())
      text = text.substr(1, behind - 2);
    else if (behind != std::string_view::npos)
      text.remove_prefix(behind);
  }
  return text;
}
// How much of it is a variable: `batch.rows[2]` of `batch.rows[2] + o`, without calls.
size_t length_of_variable(std::string_view text) {
  size_t i = 0;
  if (text.empty() || !(std::isalpha(static_cast<unsigned char>(text.front())) || text.front() == '_')) return 0;
  while (i < text.size()) {
    if (is_word_char(text[i]))
      ++i;
    else if (text.substr(i, 2) == "->" || text.substr(i, 2) == "::")
      i += 2;
    else if (text[i] == '.')
      ++i;
    else if (text[i] == '[' && behind_bracket(text, i) != std::string_view::npos)
      i = behind_bracket(text, i);
    else
      break;
  }
  return i;
}

}  // namespace

size_t behind_bracket(std::string_view text, size_t at) {
  int depth = 0;
  for (size_t i = at; i < text.size(); i = behind_piece(text, i)) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<CallWords> calls_of(std::string_view statement, std::string_view function) {
  std::vector<CallWords> calls;
  for (size_t at = statement.find(function); at != std::string_view::npos; at = statement.find(function, at + 1)) {
    if (at > 0 && is_word_char(statement[at - 1])) continue;
    size_t open = at;
    while (open < statement.size() && is_word_char(statement[open])) ++open;
    const std::string_view name = statement.substr(at, open - at);
    if (open < statement.size() && statement[open] == '<') open = std::min(statement.find('(', open), statement.size());
    const size_t behind = open < statement.size() && statement[open] == '(' ? behind_bracket(statement, open) : std::string_view::npos;
    if (behind == std::string_view::npos) continue;
    calls.push_back({at, behind, name, split(statement.substr(open + 1, behind - open - 2))});
    at = behind - 1;
  }
  return calls;
}
std::vector<std::string_view> arguments_of_call(std::string_view statement, std::string_view function) {
  const std::vector<CallWords> calls = calls_of(statement, function);
  return calls.empty() ? std::vector<std::string_view>{} : calls.front().arguments;
}

std::vector<std::string_view> shape_of_launch(std::string_view statement) {
  const size_t open = statement.find("<<<"), close = statement.find(">>>", open);
  return close == std::string_view::npos ? std::vector<std::string_view>{} : split(statement.substr(open + 3, close - open - 3));
}

std::string variable_in(std::string_view argument) {
  std::string_view text = without_casts(argument);
  text = text.substr(0, length_of_variable(text));
  if (const size_t bracket = text.find('['); bracket != std::string_view::npos && behind_bracket(text, bracket) == text.size())
    text = text.substr(0, bracket);
  for (std::string_view end : {".get", ".data", "->get", "->data"})
    if (text.ends_with(end)) text.remove_suffix(end.size());
  return text.size() > longest_name ? "" : std::string(text);
}

std::string variable_in(std::string_view argument, uint64_t index) {
  std::string_view text = without_casts(argument);
  text = text.substr(0, length_of_variable(text));
  const size_t bracket = text.rfind('[');
  if (bracket == std::string_view::npos || behind_bracket(text, bracket) != text.size()) return variable_in(argument);
  const std::string before(text.substr(0, bracket));
  if (index == 0 || before.size() > longest_name) return before.size() > longest_name ? "" : before;
  return before + "[" + std::to_string(index - 1) + "]";
}

}  // namespace wb
