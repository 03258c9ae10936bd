#include "app/workbook/blanks.h"

#include <algorithm>

#include "app/workbook/source_words.h"

namespace wb {

namespace {

constexpr std::string_view open_mark = "/*blank*/", close_mark = "/*end*/";

// Code alone, without any blank space.
std::string bare_code(std::string_view text) {
  std::string code = code_only(text);
  std::erase_if(code, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return code;
}

// What stands around the blanks: one piece more than there are blanks.
std::vector<std::string_view> around(std::string_view text, const std::vector<Blank>& blanks) {
  std::vector<std::string_view> pieces;
  size_t at = 0;
  for (const Blank& blank : blanks) {
    pieces.push_back(text.substr(at, blank.begin - at));
    at = blank.end;
  }
  pieces.push_back(text.substr(at));
  return pieces;
}

}  // namespace

std::optional<std::vector<Blank>> blanks_in(std::string_view text) {
  std::vector<Blank> blanks;
  for (size_t open = text.find(open_mark); open != std::string_view::npos; open = text.find(open_mark, blanks.back().end)) {
    const size_t inside = open + open_mark.size(), close = text.find(close_mark, inside);
    if (close == std::string_view::npos || text.substr(inside, close - inside).find(open_mark) != std::string_view::npos) return std::nullopt;
    size_t begin = inside, end = close;
    if (begin < end && text[begin] == ' ') ++begin;
    if (begin < end && text[end - 1] == ' ') --end;
    blanks.push_back({open, close + close_mark.size(), begin, std::string(text.substr(begin, end - begin))});
  }
  return blanks;
}

bool differ_in_blanks_only(std::string_view start, std::string_view text) {
  const auto of_start = blanks_in(start), of_text = blanks_in(text);
  if (!of_start || !of_text || of_start->empty() || of_start->size() != of_text->size()) return false;
  return around(start, *of_start) == around(text, *of_text);
}

std::optional<std::string> with_blank(std::string_view text, size_t blank, std::string_view content) {
  const auto blanks = blanks_in(text);
  if (!blanks || blank >= blanks->size()) return std::nullopt;
  const Blank& old = (*blanks)[blank];
  std::string changed(text.substr(0, old.begin));
  changed += std::string(open_mark) + " " + std::string(content) + " " + std::string(close_mark);
  changed += text.substr(old.end);
  const auto read = blanks_in(changed);
  if (!read || read->size() != blanks->size() || (*read)[blank].content != content) return std::nullopt;
  return changed;
}

bool blanks_lead_to(std::string_view start, std::string_view solution) {
  const auto blanks = blanks_in(start);
  if (!blanks) return false;
  const std::string wanted = bare_code(solution);
  std::vector<std::string> pieces;
  for (std::string_view piece : around(start, *blanks)) pieces.push_back(bare_code(piece));
  if (wanted.size() < pieces.front().size() + pieces.back().size() || !wanted.starts_with(pieces.front()) || !wanted.ends_with(pieces.back())) return false;
  size_t at = pieces.front().size();
  const size_t end = wanted.size() - pieces.back().size();
  for (size_t i = 1; i + 1 < pieces.size(); ++i) {
    const size_t found = wanted.find(pieces[i], at);
    if (found == std::string::npos || found + pieces[i].size() > end) return false;
    at = found + pieces[i].size();
  }
  return at <= end;
}

}  // namespace wb
