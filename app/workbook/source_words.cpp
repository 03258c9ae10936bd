#include "app/workbook/source_words.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace wb {

namespace {

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Calls `comment(begin, end)` for every // comment, and blanks out what is not code.
template <class OnComment>
std::string scan(std::string_view text, const OnComment& comment) {
  std::string code(text);
  auto blank = [&](size_t from, size_t to) {
    for (size_t i = from; i < to && i < code.size(); ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      size_t end = std::min(text.find('\n', i), text.size());
      comment(i, end);
      blank(i, end);
      i = end;
    } else if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i + 2);
      end = end == std::string_view::npos ? text.size() : end + 2;
      blank(i, end);
      i = end;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word_part(text[i - 1])))) {  // 1'000 is a number
      size_t end = i + 1;
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      blank(i + 1, end);
      i = end + 1;
    } else {
      ++i;
    }
  }
  return code;
}

}  // namespace

std::string code_only(std::string_view text) {
  return scan(text, [](size_t, size_t) {});
}

bool uses_word(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  std::string code = code_only(text);
  bool starts = is_word_part(word.front()), ends = is_word_part(word.back());
  for (size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
    bool joined_before = starts && at > 0 && is_word_part(code[at - 1]);
    bool joined_after = ends && at + word.size() < code.size() && is_word_part(code[at + word.size()]);
    if (!joined_before && !joined_after) return true;
  }
  return false;
}

std::vector<LineComment> line_comments(std::string_view text) {
  std::vector<LineComment> all;
  uint32_t line = 1;
  size_t line_start = 0, seen = 0;
  scan(text, [&](size_t begin, size_t end) {
    for (; seen < begin; ++seen)
      if (text[seen] == '\n') ++line, line_start = seen + 1;
    std::string_view before = text.substr(line_start, begin - line_start), inside = text.substr(begin + 2, end - begin - 2);
    while (!inside.empty() && std::isspace(static_cast<unsigned char>(inside.front()))) inside.remove_prefix(1);
    while (!inside.empty() && std::isspace(static_cast<unsigned char>(inside.back()))) inside.remove_suffix(1);
    bool behind = before.find_first_not_of(" \t") != std::string_view::npos;
    all.push_back({line, static_cast<uint32_t>(begin - line_start) + 1, std::string(inside), behind});
  });
  return all;
}

}  // namespace wb
