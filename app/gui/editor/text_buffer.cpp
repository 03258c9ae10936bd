#include "app/gui/editor/text_buffer.h"

#include <algorithm>
#include <cctype>

namespace wb {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (static_cast<unsigned char>(c) & 0x80); }
bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Line ends become '\n' and bytes that are no text are dropped.
std::string cleaned(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\r') {
      if (i + 1 < text.size() && text[i + 1] == '\n') continue;
      out += '\n';
    } else if (c == '\t' || c == '\n' || static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

}  // namespace

TextBuffer::TextBuffer(std::string text) : text_(std::move(text)) { rebuild_lines(); }

void TextBuffer::set_text(std::string text) {
  text_ = std::move(text);
  undo_.clear();
  redo_.clear();
  ++revision_;
  rebuild_lines();
  cursor_ = anchor_ = snap(std::min(cursor_, text_.size()));
  wanted_column_ = -1;
}

std::pair<size_t, size_t> TextBuffer::selection() const { return std::minmax(cursor_, anchor_); }

std::string TextBuffer::selected_text() const {
  const auto [begin, end] = selection();
  return text_.substr(begin, end - begin);
}

void TextBuffer::set_cursor(size_t offset, bool extend) {
  cursor_ = snap(std::min(offset, text_.size()));
  if (!extend) anchor_ = cursor_;
  wanted_column_ = -1;
  if (!undo_.empty()) undo_.back().is_typing = false;
}

void TextBuffer::move(Motion motion, bool extend, int page_lines) {
  const int kept_column = wanted_column_ >= 0 ? wanted_column_ : column_of(cursor_);
  const auto [begin, end] = selection();
  const bool collapses = has_selection() && !extend;
  size_t to = cursor_;
  bool is_vertical = false;
  switch (motion) {
    case Motion::left: to = collapses ? begin : previous_char(cursor_); break;
    case Motion::right: to = collapses ? end : next_char(cursor_); break;
    case Motion::word_left: to = word_left(cursor_); break;
    case Motion::word_right: to = word_right(cursor_); break;
    case Motion::line_start: {
      const int line = line_of(cursor_);
      const size_t first = line_begin(line) + indent_of(line).size();
      to = cursor_ == first ? line_begin(line) : first;
      break;
    }
    case Motion::line_end: to = line_end(line_of(cursor_)); break;
    case Motion::text_start: to = 0; break;
    case Motion::text_end: to = text_.size(); break;
    case Motion::up: case Motion::down: case Motion::page_up: case Motion::page_down: {
      is_vertical = true;
      wanted_column_ = kept_column;
      const int lines = motion == Motion::up ? -1 : motion == Motion::down ? 1 : motion == Motion::page_up ? -page_lines : page_lines;
      to = vertical(lines);
      break;
    }
  }
  set_cursor(to, extend);
  if (is_vertical) wanted_column_ = kept_column;
}

void TextBuffer::select_all() {
  anchor_ = 0;
  cursor_ = text_.size();
}

void TextBuffer::select_word_at(size_t offset) {
  offset = snap(std::min(offset, text_.size()));
  size_t begin = offset, end = offset;
  while (begin > 0 && is_word(text_[begin - 1])) --begin;
  while (end < text_.size() && is_word(text_[end])) ++end;
  if (begin == end && end < text_.size() && text_[end] != '\n') end = next_char(end);
  anchor_ = begin;
  cursor_ = end;
}

void TextBuffer::select_line_at(size_t offset) {
  const int line = line_of(std::min(offset, text_.size()));
  anchor_ = line_begin(line);
  cursor_ = line + 1 < line_count() ? line_begin(line + 1) : text_.size();
}

void TextBuffer::insert(std::string_view typed) {
  const std::string clean = cleaned(typed);
  if (clean.empty()) return;
  const auto [begin, end] = selection();
  const int line = line_of(begin);
  const std::string_view before = std::string_view(text_).substr(line_begin(line), begin - line_begin(line));
  if (clean == "}" && !before.empty() && is_blank(before) && !has_selection()) {
    const size_t outer = before.size() - std::min<size_t>(before.size(), indent_width);
    return replace(line_begin(line) + outer, begin, "}");
  }
  replace(begin, end, clean, clean.size() <= 4 && clean != "\n" && begin == end);
}

void TextBuffer::change_to(std::string_view text) {
  size_t begin = 0, same_end = 0;
  const size_t shorter = std::min(text.size(), text_.size());
  while (begin < shorter && text_[begin] == text[begin]) ++begin;
  while (same_end < shorter - begin && text_[text_.size() - 1 - same_end] == text[text.size() - 1 - same_end]) ++same_end;
  const auto is_inside = [](std::string_view s, size_t at) { return at < s.size() && (static_cast<unsigned char>(s[at]) & 0xC0) == 0x80; };
  while (begin > 0 && (is_inside(text_, begin) || is_inside(text, begin))) --begin;
  while (same_end > 0 && is_inside(text_, text_.size() - same_end)) --same_end;
  const std::string_view fresh = text.substr(begin, text.size() - same_end - begin);
  const size_t end = text_.size() - same_end;
  if (begin == end && fresh.empty()) return;
  replace(begin, end, fresh, begin == end && fresh.size() <= 4 && fresh != "\n");
}

void TextBuffer::new_line() {
  const auto [begin, end] = selection();
  std::string lead = indent_of(line_of(begin));
  lead.resize(std::min(lead.size(), begin - line_begin(line_of(begin))));
  size_t last = begin;
  while (last > 0 && (text_[last - 1] == ' ' || text_[last - 1] == '\t')) --last;
  const bool opens = last > 0 && text_[last - 1] == '{';
  const bool closes = end < text_.size() && text_[end] == '}';
  std::string text = "\n" + lead + (opens ? std::string(indent_width, ' ') : "");
  const size_t stop = begin + text.size();
  if (opens && closes) text += "\n" + lead;
  replace(begin, end, text);
  set_cursor(stop, false);
}

void TextBuffer::backspace(bool word) {
  if (has_selection()) return replace(selection().first, selection().second, "");
  if (cursor_ == 0) return;
  size_t begin = word ? word_left(cursor_) : previous_char(cursor_);
  // In front of the text of a line one key takes a whole step of the indent.
  const size_t start = line_begin(line_of(cursor_));
  const std::string_view before = std::string_view(text_).substr(start, cursor_ - start);
  if (!word && before.size() >= static_cast<size_t>(indent_width) && before.size() % indent_width == 0 &&
      before.find_first_not_of(' ') == std::string_view::npos)
    begin = cursor_ - indent_width;
  replace(begin, cursor_, "");
}

void TextBuffer::erase_forward(bool word) {
  if (has_selection()) return replace(selection().first, selection().second, "");
  if (cursor_ < text_.size()) replace(cursor_, word ? word_right(cursor_) : next_char(cursor_), "");
}

std::pair<int, int> TextBuffer::selected_lines() const {
  const auto [begin, end] = selection();
  const int first = line_of(begin);
  int last = line_of(end);
  if (last > first && end == line_begin(last)) --last;
  return {first, last};
}

void TextBuffer::edit_selected_lines(std::string (*change)(std::string_view line, int common), int common) {
  const auto [first, last] = selected_lines();
  std::string changed;
  for (int line = first; line <= last; ++line) {
    if (line > first) changed += '\n';
    changed += change(line_text(line), common);
  }
  const size_t begin = line_begin(first), end = line_end(last);
  if (changed == std::string_view(text_).substr(begin, end - begin)) return;
  const bool was_selected = has_selection();
  const size_t from_end = text_.size() - cursor_;
  replace(begin, end, changed);
  if (was_selected) {
    anchor_ = begin;
    cursor_ = begin + changed.size();
  } else {
    set_cursor(std::max(begin, text_.size() - std::min(from_end, text_.size())), false);
  }
}

void TextBuffer::indent() {
  const auto [first, last] = selected_lines();
  if (first == last && !(has_selection() && selection().second - selection().first >= line_text(first).size() && has_selection())) {
    const int missing = indent_width - column_of(selection().first) % indent_width;
    return insert(std::string(static_cast<size_t>(missing), ' '));
  }
  edit_selected_lines([](std::string_view line, int) {
    return line.empty() ? std::string() : std::string(indent_width, ' ') + std::string(line);
  }, 0);
}

void TextBuffer::outdent() {
  edit_selected_lines([](std::string_view line, int) {
    size_t drop = 0;
    while (drop < static_cast<size_t>(indent_width) && drop < line.size() && line[drop] == ' ') ++drop;
    if (drop == 0 && !line.empty() && line[0] == '\t') drop = 1;
    return std::string(line.substr(drop));
  }, 0);
}

void TextBuffer::toggle_comment() {
  const auto [first, last] = selected_lines();
  bool all = true;
  size_t common = std::string::npos;
  for (int line = first; line <= last; ++line) {
    const std::string_view text = line_text(line);
    if (is_blank(text)) continue;
    const size_t lead = text.find_first_not_of(" \t");
    common = std::min(common, lead);
    all = all && text.substr(lead, 2) == "//";
  }
  if (common == std::string::npos) return;
  if (all)
    return edit_selected_lines([](std::string_view line, int) {
      if (is_blank(line)) return std::string(line);
      const size_t lead = line.find("//");
      const size_t drop = line.substr(lead + 2, 1) == " " ? 3 : 2;
      return std::string(line.substr(0, lead)) + std::string(line.substr(lead + drop));
    }, 0);
  edit_selected_lines([](std::string_view line, int at) {
    if (is_blank(line)) return std::string(line);
    return std::string(line.substr(0, static_cast<size_t>(at))) + "// " + std::string(line.substr(static_cast<size_t>(at)));
  }, static_cast<int>(common));
}

std::string TextBuffer::cut() {
  if (!has_selection()) select_line_at(cursor_);
  std::string text = selected_text();
  if (!text.empty()) replace(selection().first, selection().second, "");
  return text;
}

void TextBuffer::replace(size_t begin, size_t end, std::string_view with, bool is_typing) {
  if (text_.size() - (end - begin) + with.size() > max_bytes) return;
  Edit edit{begin, text_.substr(begin, end - begin), std::string(with), cursor_, anchor_, begin + with.size(), is_typing};
  const bool continues = is_typing && !undo_.empty() && undo_.back().is_typing && undo_.back().cursor_after == begin &&
                         !(with == " " && !undo_.back().inserted.empty() && undo_.back().inserted.back() != ' ');
  text_.replace(begin, end - begin, with);
  cursor_ = anchor_ = begin + with.size();
  redo_.clear();
  if (continues) {
    undo_.back().inserted += with;
    undo_.back().cursor_after = cursor_;
  } else {
    undo_.push_back(std::move(edit));
  }
  ++revision_;
  wanted_column_ = -1;
  rebuild_lines();
}

bool TextBuffer::undo() {
  if (undo_.empty()) return false;
  Edit edit = std::move(undo_.back());
  undo_.pop_back();
  text_.replace(edit.at, edit.inserted.size(), edit.removed);
  cursor_ = edit.cursor_before;
  anchor_ = edit.anchor_before;
  edit.is_typing = false;
  redo_.push_back(std::move(edit));
  ++revision_;
  rebuild_lines();
  return true;
}

bool TextBuffer::redo() {
  if (redo_.empty()) return false;
  Edit edit = std::move(redo_.back());
  redo_.pop_back();
  text_.replace(edit.at, edit.removed.size(), edit.inserted);
  cursor_ = anchor_ = edit.cursor_after;
  undo_.push_back(std::move(edit));
  ++revision_;
  rebuild_lines();
  return true;
}

void TextBuffer::rebuild_lines() {
  line_starts_.assign(1, 0);
  for (size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

int TextBuffer::line_of(size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<int>(after - line_starts_.begin()) - 1;
}

size_t TextBuffer::line_begin(int line) const {
  if (line < 0) return 0;
  return line < line_count() ? line_starts_[static_cast<size_t>(line)] : text_.size();
}

size_t TextBuffer::line_end(int line) const {
  return line + 1 < line_count() ? line_starts_[static_cast<size_t>(line) + 1] - 1 : text_.size();
}

std::string_view TextBuffer::line_text(int line) const {
  return std::string_view(text_).substr(line_begin(line), line_end(line) - line_begin(line));
}

std::string TextBuffer::indent_of(int line) const {
  const std::string_view text = line_text(line);
  const size_t lead = std::min(text.find_first_not_of(" \t"), text.size());
  return std::string(text.substr(0, lead));
}

size_t TextBuffer::snap(size_t offset) const {
  while (offset > 0 && offset < text_.size() && is_continuation(text_[offset])) --offset;
  return offset;
}

size_t TextBuffer::previous_char(size_t offset) const { return offset == 0 ? 0 : snap(offset - 1); }

size_t TextBuffer::next_char(size_t offset) const {
  if (offset >= text_.size()) return text_.size();
  ++offset;
  while (offset < text_.size() && is_continuation(text_[offset])) ++offset;
  return offset;
}

size_t TextBuffer::word_left(size_t offset) const {
  while (offset > 0 && !is_word(text_[offset - 1])) --offset;
  while (offset > 0 && is_word(text_[offset - 1])) --offset;
  return offset;
}

size_t TextBuffer::word_right(size_t offset) const {
  while (offset < text_.size() && !is_word(text_[offset])) ++offset;
  while (offset < text_.size() && is_word(text_[offset])) ++offset;
  return offset;
}

int TextBuffer::column_of(size_t offset) const {
  int column = 0;
  for (size_t i = line_begin(line_of(offset)); i < offset; ++i) column += !is_continuation(text_[i]);
  return column;
}

size_t TextBuffer::vertical(int lines) const {
  const int line = line_of(cursor_) + lines;
  if (line < 0) return 0;
  if (line >= line_count()) return text_.size();
  size_t at = line_begin(line);
  const size_t end = line_end(line);
  for (int column = 0; column < wanted_column_ && at < end; ++column) at = next_char(at);
  return at;
}

std::optional<std::pair<size_t, size_t>> TextBuffer::bracket_pair(size_t offset) const {
  static constexpr std::string_view open = "([{", close = ")]}";
  for (size_t at : {offset, offset - 1}) {
    if (at >= text_.size()) continue;
    const size_t opens = open.find(text_[at]), closes = close.find(text_[at]);
    if (opens == std::string_view::npos && closes == std::string_view::npos) continue;
    const bool forwards = opens != std::string_view::npos;
    const char same = text_[at], partner = forwards ? close[opens] : open[closes];
    int depth = 0;
    for (size_t i = at; i < text_.size(); forwards ? ++i : --i) {  // --i past 0 wraps and ends the loop
      if (text_[i] == same) ++depth;
      if (text_[i] == partner && --depth == 0) return std::pair(at, i);
    }
  }
  return std::nullopt;
}

std::vector<size_t> TextBuffer::find_all(std::string_view needle, size_t limit) const {
  std::vector<size_t> places;
  if (needle.empty()) return places;
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  auto at = text_.begin();
  while (places.size() < limit) {
    at = std::search(at, text_.end(), needle.begin(), needle.end(), same);
    if (at == text_.end()) break;
    places.push_back(static_cast<size_t>(at - text_.begin()));
    at += static_cast<std::ptrdiff_t>(needle.size());
  }
  return places;
}

std::optional<size_t> TextBuffer::find(std::string_view needle, size_t from, bool backwards) const {
  const std::vector<size_t> places = find_all(needle);
  if (places.empty()) return std::nullopt;
  const auto at_or_after = std::lower_bound(places.begin(), places.end(), from);
  if (!backwards) return at_or_after == places.end() ? places.front() : *at_or_after;
  return at_or_after == places.begin() ? places.back() : *(at_or_after - 1);
}

}  // namespace wb
