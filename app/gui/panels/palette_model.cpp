#include "app/gui/panels/palette_model.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace wb {
namespace {

using Kind = PaletteEntry::Kind;

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Bytes of other scripts count as letters, so that a Korean word is one word.
bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || (static_cast<unsigned char>(c) & 0x80); }

std::string initials(std::string_view label) {
  std::string out;
  for (size_t i = 0; i < label.size(); ++i)
    if (is_letter(label[i]) && (i == 0 || !is_letter(label[i - 1]))) out += label[i];
  return out;
}

int word_fit(const std::string& label, const std::string& word) {
  constexpr int at_begin = 8, at_word = 6, as_initials = 4, inside = 2;
  if (label.starts_with(word)) return at_begin;
  int best = 0;
  for (size_t at = label.find(word); at != std::string::npos; at = label.find(word, at + 1)) best = std::max(best, is_letter(label[at - 1]) ? inside : at_word);
  if (word.size() > 1 && initials(label).find(word) != std::string::npos) best = std::max(best, as_initials);
  return best;
}

std::vector<size_t> line_matches(const std::vector<PaletteEntry>& entries, std::string_view digits) {
  uint32_t wanted = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), wanted);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].kind != Kind::line) continue;
    for (const Command& command : entries[i].commands)
      if (const auto* line = std::get_if<SelectLine>(&command); line && line->line == wanted) return {i};
  }
  return {};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

int palette_fit(std::string_view label, std::string_view typed) {
  const std::string text = lowered(label), words = lowered(typed);
  int fit = 0;
  for (size_t at = 0; at < words.size();) {
    const size_t begin = words.find_first_not_of(' ', at);
    if (begin == std::string::npos) break;
    const size_t end = std::min(words.find(' ', begin), words.size());
    const int one = word_fit(text, words.substr(begin, end - begin));
    if (one == 0) return 0;
    fit += one;
    at = end;
  }
  return fit;
}

std::vector<size_t> palette_matches(const std::vector<PaletteEntry>& entries, std::string_view typed, size_t limit) {
  typed = trimmed(typed);
  if (typed.starts_with(':')) return line_matches(entries, typed.substr(1));
  struct Match { int fit; size_t index; };
  std::vector<Match> found;
  for (size_t i = 0; i < entries.size(); ++i) {
    const int fit = typed.empty() ? entries[i].kind != Kind::line : palette_fit(entries[i].label, typed);
    if (fit > 0) found.push_back({fit, i});
  }
  std::stable_sort(found.begin(), found.end(), [&](const Match& a, const Match& b) {
    const bool is_line_a = entries[a.index].kind == Kind::line, is_line_b = entries[b.index].kind == Kind::line;
    return is_line_a != is_line_b ? is_line_b : a.fit > b.fit;
  });
  std::vector<size_t> out;
  for (const Match& match : found)
    if (out.size() < limit) out.push_back(match.index);
  return out;
}

}  // namespace wb
