#include "app/workbook/kernel_text.h"

#include <algorithm>
#include <cctype>

namespace wb {
namespace {

constexpr size_t npos = std::string_view::npos;

size_t behind_string(std::string_view source, size_t quote) {
  size_t end = quote + 1;
  while (end < source.size() && source[end] != '"' && source[end] != '\n') end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

// Calls `take(begin, end, is_comment)` for each comment and string literal.
void for_each_aside(std::string_view source, auto&& take) {
  for (size_t i = 0; i < source.size();) {
    size_t end = i;
    const bool is_line = source.substr(i, 2) == "//", is_comment = is_line || source.substr(i, 2) == "/*";
    if (is_line) end = std::min(source.find('\n', i), source.size());
    else if (is_comment) end = std::min(source.find("*/", i + 2), source.size() - 2) + 2;
    else if (source[i] == '"') end = behind_string(source, i);
    if (end > i) take(i, end, is_comment);
    i = std::max(end, i + 1);
  }
}

}  // namespace

std::vector<Comment> comments_in(std::string_view source) {
  std::vector<Comment> all;
  for_each_aside(source, [&](size_t begin, size_t end, bool is_comment) {
    if (!is_comment) return;
    std::string_view text = source.substr(begin + 2, end - begin - 2);
    if (source[begin + 1] == '*' && text.ends_with("*/")) text.remove_suffix(2);
    all.push_back({begin, end, text});
  });
  return all;
}

std::string bare_code(std::string_view source) {
  std::string out(source);
  for_each_aside(source, [&](size_t begin, size_t end, bool) { std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(end), ' '); });
  return out;
}

bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t find_word(std::string_view code, std::string_view word, size_t from) {
  for (size_t at = code.find(word, from); at != npos; at = code.find(word, at + 1))
    if ((at == 0 || !is_word_letter(code[at - 1])) && (at + word.size() >= code.size() || !is_word_letter(code[at + word.size()]))) return at;
  return npos;
}

bool mentions(std::string_view code, std::string_view word) { return find_word(code, word, 0) != npos; }

size_t close_of(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t i = open; i < code.size(); ++i) {
    if (code[i] == '(' || code[i] == '{' || code[i] == '[') ++depth;
    if ((code[i] == ')' || code[i] == '}' || code[i] == ']') && --depth == 0) return i;
  }
  return npos;
}

std::optional<KernelText> find_kernel(std::string_view code, std::string_view kernel) {
  for (size_t at = find_word(code, kernel, 0); at != npos; at = find_word(code, kernel, at + 1)) {
    const size_t global = code.rfind("__global__", at), open = code.find_first_not_of(" \t\r\n", at + kernel.size());
    if (global == npos || open == npos || code[open] != '(' || code.substr(global, at - global).find_first_of(";}") != npos) continue;
    const size_t close = close_of(code, open);
    const size_t body = close == npos ? close : code.find_first_not_of(" \t\r\n", close + 1);
    if (body == npos || code[body] != '{') continue;
    return KernelText{global, body, std::min(close_of(code, body), code.size())};
  }
  return std::nullopt;
}

std::string_view body_of(std::string_view code, std::string_view kernel) {
  const auto found = find_kernel(code, kernel);
  return found ? code.substr(found->body, found->end - found->body) : std::string_view();
}

std::set<std::string, std::less<>> kernel_names(std::string_view code) {
  std::set<std::string, std::less<>> names;
  for (size_t at = find_word(code, "__global__", 0); at != std::string_view::npos; at = find_word(code, "__global__", at + 1)) {
    const std::string_view head = code.substr(at, code.find_first_of(";{", at) - at);
    // The last name in front of a bracket, but for those of its attributes: __launch_bounds__(256).
    for (size_t open = head.find('('); open != std::string_view::npos; open = close_of(head, open), open = open == std::string_view::npos ? open : head.find('(', open)) {
      size_t end = open;
      while (end > 0 && std::isspace(static_cast<unsigned char>(head[end - 1]))) --end;
      size_t begin = end;
      while (begin > 0 && is_word_letter(head[begin - 1])) --begin;
      if (const std::string_view name = head.substr(begin, end - begin); !name.empty() && !name.starts_with("__")) names.emplace(name);
    }
  }
  return names;
}

}  // namespace wb
