#include "app/gui/panels/blanks_shown.h"

#include <algorithm>

#include "app/workbook/blanks.h"

namespace wb {
namespace {

constexpr size_t narrowest_field = 12, field_margin = 1, room_to_type = 2;   // characters

size_t characters(std::string_view s) {
  return static_cast<size_t>(std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// What stands behind a field in its line, with the gap before a comment made so that the comment stays in its column.
class LineEnds {
 public:
  LineEnds(const std::string& source, ShownText& shown) : source_(source), shown_(shown) {}
  // The field there is by so many characters wider than the marks it stands for.
  void add_field(ptrdiff_t wider) { wider_ += wider; }
  // Goes on behind the last field, up to `end`.
  void keep(size_t begin, size_t end) {
    const size_t line_end = std::min(source_.find('\n', begin), end), comment = source_.find("//", begin);
    if (wider_ != 0 && comment < line_end && comment > begin) {
      const size_t code_end = source_.find_last_not_of(' ', comment - 1) + 1, gap_begin = std::max(code_end, begin);
      const auto gap = static_cast<ptrdiff_t>(comment - gap_begin);
      if (gap > 0) {
        shown_.keep_until(gap_begin);
        shown_.replace_until(comment, std::string(static_cast<size_t>(std::max<ptrdiff_t>(1, gap - wider_)), ' '));
      }
    }
    shown_.keep_until(end);
    if (line_end < end || line_end == source_.size()) wider_ = 0;
  }

 private:
  const std::string& source_;
  ShownText& shown_;
  ptrdiff_t wider_ = 0;
};

}  // namespace

BlanksShown show_blanks(const std::string& text, const std::string& start) {
  BlanksShown result{ShownText(text), {}};
  const std::vector<Blank> blanks = blanks_in(text).value_or(std::vector<Blank>()), of_start = blanks_in(start).value_or(std::vector<Blank>());
  LineEnds ends(text, result.text);
  size_t at = 0;
  for (size_t i = 0; i < blanks.size(); ++i) {
    const Blank& blank = blanks[i];
    ends.keep(at, blank.begin);
    const size_t inside = characters(blank.content) + 2 * field_margin + room_to_type, width = std::max(narrowest_field, inside);
    const size_t begin = result.text.text().size();
    result.text.replace_until(blank.inside, std::string(field_margin, ' '));
    result.text.keep_until(blank.inside + blank.content.size());
    result.text.replace_until(blank.end, std::string(width - characters(blank.content) - field_margin, ' '));
    const auto line = static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(blank.begin), '\n')) + 1;
    result.fields.push_back({begin, result.text.text().size(), line, blank.content});
    // What was typed moves the comment on in the text; on screen it stays where the lesson has it.
    const Blank& was = i < of_start.size() ? of_start[i] : blank;
    const std::string_view marks = std::string_view(i < of_start.size() ? start : text).substr(was.begin, was.end - was.begin);
    ends.add_field(static_cast<ptrdiff_t>(width) - static_cast<ptrdiff_t>(characters(marks)));
    at = blank.end;
  }
  ends.keep(at, text.size());
  return result;
}

}  // namespace wb
