#include "app/workbook/parsons.h"

#include <algorithm>
#include <array>

#include "app/workbook/shuffle.h"
#include "app/workbook/source_words.h"

namespace wb {

namespace {

constexpr std::string_view card_mark = "//|";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// Whole lines, each with its newline.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

bool is_card(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with(card_mark);
}

std::string_view card_text(std::string_view line) { return trimmed(trimmed(line).substr(card_mark.size())); }

// The first card of this text that is still free.
std::optional<int> take_card(const ParsonsStart& start, std::string_view text, std::vector<bool>& is_taken) {
  for (size_t i = 0; i < start.cards.size(); ++i)
    if (!is_taken[i] && start.cards[i] == text) return is_taken[i] = true, static_cast<int>(i);
  return std::nullopt;
}

// Does a statement of its own have to follow, as after `for (...)` and `else`?
bool is_open_head(std::string_view code) {
  constexpr std::array<std::string_view, 5> heads{"for", "if", "while", "else", "do"};
  const auto begins = [&](std::string_view word) {
    if (!code.starts_with(word)) return false;
    const std::string_view rest = code.substr(word.size());
    return rest.empty() || rest[0] == ' ' || rest[0] == '(';
  };
  if (code.starts_with("} ")) code.remove_prefix(2);  // } else
  if (std::none_of(heads.begin(), heads.end(), begins)) return false;
  return code.back() == ')' || code == "else" || code == "do";
}

// How deep lines stand, one after the other.
class Indenter {
 public:
  int depth_of_next(std::string_view line) {
    const std::string all = code_only(line);
    const std::string_view code = trimmed(all);
    int depth = base() + pending_;
    if (code.starts_with('}')) depth = open_.empty() ? 0 : open_.back();
    else if (code.starts_with('{')) depth = base() + std::max(0, pending_ - 1);
    const bool is_open = is_open_head(code);
    for (char c : code) {
      if (c == '{') open_.push_back(depth);
      if (c == '}' && !open_.empty()) open_.pop_back();
    }
    pending_ = is_open ? pending_ + 1 : 0;
    return depth;
  }

 private:
  int base() const { return open_.empty() ? 0 : open_.back() + 1; }
  std::vector<int> open_;  // by open brace: how deep the line stands that opened it
  int pending_ = 0;        // heads that wait for their statement
};

// A line of code as it is written, and as it is compared: without comments and blank space.
struct CodeLine {
  std::string written, bare;
  bool operator==(const CodeLine& other) const { return bare == other.bare; }
};

std::vector<CodeLine> code_lines(std::string_view text) {
  std::vector<CodeLine> lines;
  const std::string code = code_only(text);  // of the whole: a comment may go over several lines
  for (std::string_view line : lines_of(code)) {
    CodeLine made{std::string(trimmed(line)), std::string(line)};
    std::erase_if(made.bare, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    if (!made.bare.empty()) lines.push_back(std::move(made));
  }
  return lines;
}

}  // namespace

bool has_cards(std::string_view text) {
  const auto lines = lines_of(text);
  return std::any_of(lines.begin(), lines.end(), is_card);
}

std::optional<ParsonsStart> parsons_of(std::string_view start, std::string& why) {
  ParsonsStart result;
  bool is_behind = false;
  for (std::string_view line : lines_of(start)) {
    if (!is_card(line)) {
      is_behind = !result.cards.empty();
      (is_behind ? result.after : result.before) += line;
      continue;
    }
    if (is_behind) return why = "its cards do not stand one under the other", std::nullopt;
    if (result.cards.empty()) result.margin = line.substr(0, line.find_first_not_of(" \t"));
    if (card_text(line).empty()) return why = "it has a card without a line", std::nullopt;
    result.cards.emplace_back(card_text(line));
    result.line_end = line.ends_with("\r\n") ? "\r\n" : "\n";
  }
  if (result.cards.empty()) return why = "it has no cards, which are lines `//| line`", std::nullopt;
  return result;
}

std::optional<Arrangement> arrangement_of(const ParsonsStart& start, std::string_view text) {
  if (text.size() < start.before.size() + start.after.size() || !text.starts_with(start.before) || !text.ends_with(start.after)) return std::nullopt;
  text = text.substr(start.before.size(), text.size() - start.before.size() - start.after.size());
  Arrangement arrangement;
  std::vector<bool> is_taken(start.cards.size(), false);
  for (std::string_view line : lines_of(text)) {
    const bool is_in_tray = is_card(line);
    const auto card = take_card(start, is_in_tray ? card_text(line) : trimmed(line), is_taken);
    if (!card) return std::nullopt;
    if (!is_in_tray) arrangement.push_back(*card);
  }
  // A card that is gone cannot be put back: then this is an ordinary text.
  return std::find(is_taken.begin(), is_taken.end(), false) == is_taken.end() ? std::optional(arrangement) : std::nullopt;
}

std::string text_of(const ParsonsStart& start, const Arrangement& arrangement) {
  std::string text = start.before;
  std::vector<bool> is_placed(start.cards.size(), false);
  const std::vector<int> depths = depths_of(start, arrangement);
  for (size_t i = 0; i < arrangement.size(); ++i) {
    const auto card = static_cast<size_t>(arrangement[i]);
    is_placed[card] = true;
    text += start.margin + std::string(static_cast<size_t>(depths[i] * parsons_indent), ' ') + start.cards[card] + start.line_end;
  }
  for (size_t card = 0; card < start.cards.size(); ++card)
    if (!is_placed[card]) text += start.margin + std::string(card_mark) + " " + start.cards[card] + start.line_end;
  return text + start.after;
}

std::vector<int> tray_of(const ParsonsStart& start, const Arrangement& arrangement) {
  std::vector<int> tray = shuffled(start.cards.size(), start.before + start.cards.front());
  std::erase_if(tray, [&](int card) { return std::find(arrangement.begin(), arrangement.end(), card) != arrangement.end(); });
  return tray;
}

Arrangement with_card_at(Arrangement arrangement, int card, std::optional<size_t> place) {
  std::erase(arrangement, card);
  if (place) arrangement.insert(arrangement.begin() + static_cast<ptrdiff_t>(std::min(*place, arrangement.size())), card);
  return arrangement;
}

std::vector<int> depths_of(const ParsonsStart& start, const Arrangement& arrangement) {
  Indenter indenter;
  std::vector<int> depths;
  for (int card : arrangement) depths.push_back(indenter.depth_of_next(start.cards[static_cast<size_t>(card)]));
  return depths;
}

std::optional<std::vector<std::string>> lines_without_card(const ParsonsStart& start, std::string_view solution) {
  const std::vector<CodeLine> wanted = code_lines(solution), before = code_lines(start.before), after = code_lines(start.after);
  const bool has_frame = wanted.size() >= before.size() + after.size() && std::equal(before.begin(), before.end(), wanted.begin()) &&
                         std::equal(after.begin(), after.end(), wanted.end() - static_cast<ptrdiff_t>(after.size()));
  if (!has_frame) return std::nullopt;
  std::vector<CodeLine> cards;
  std::vector<std::string> missing;
  for (const std::string& card : start.cards)
    for (CodeLine& line : code_lines(card)) cards.push_back(std::move(line));
  for (size_t i = before.size(); i < wanted.size() - after.size(); ++i) {
    const auto found = std::find(cards.begin(), cards.end(), wanted[i]);
    if (found == cards.end()) missing.push_back(wanted[i].written);
    else cards.erase(found);
  }
  return missing;
}

}  // namespace wb
