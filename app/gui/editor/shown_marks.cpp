#include "app/gui/editor/shown_marks.h"

#include <algorithm>

#include "app/gui/paint.h"

namespace wb {
namespace {

template <class Value>
std::map<uint32_t, Value> by_shown_line(const std::map<uint32_t, Value>& by_line, const ShownText& shown) {
  std::map<uint32_t, Value> result;
  for (const auto& [line, value] : by_line)
    if (const uint32_t at = shown.shown_line(line)) result.emplace(at, value);
  return result;
}

bool touches(const Squiggle& s, size_t begin, size_t end) { return s.begin < end && std::max(s.end, s.begin + 1) > begin; }

}  // namespace

CodeMarks shown_marks(const CodeMarks& marks, const ShownText& shown) {
  CodeMarks result = marks;
  result.current_first = shown.shown_line(marks.current_first);
  result.current_last = result.current_first ? std::max(result.current_first, shown.shown_line(marks.current_last)) : 0;
  result.pinned_line = shown.shown_line(marks.pinned_line);
  result.hovered_line = shown.shown_line(marks.hovered_line);
  result.lanes = by_shown_line(marks.lanes, shown);
  result.findings = by_shown_line(marks.findings, shown);
  result.notes = by_shown_line(marks.notes, shown);
  result.breakpoints = by_shown_line(marks.breakpoints, shown);
  for (Squiggle& s : result.squiggles) {
    const size_t end = s.end > s.begin ? shown.shown(s.end - 1) + 1 : shown.shown(s.begin);
    s.begin = shown.shown(s.begin);
    s.end = end;
  }
  result.numbers.clear();
  for (uint32_t line = 1; line <= shown.line_count(); ++line) result.numbers.push_back(shown.source_line(line));
  return result;
}

EditorEvents source_events(EditorEvents events, const ShownText& shown) {
  events.hovered_line = shown.source_line(events.hovered_line);
  events.clicked_number = shown.source_line(events.clicked_number);
  events.marked_number = shown.source_line(events.marked_number);
  return events;
}

const Squiggle* squiggle_in(const std::vector<Squiggle>& squiggles, size_t begin, size_t end) {
  const auto found = std::find_if(squiggles.begin(), squiggles.end(), [&](const Squiggle& s) { return touches(s, begin, end); });
  return found == squiggles.end() ? nullptr : &*found;
}

void draw_squiggles_in(Ui& ui, const std::vector<Squiggle>& squiggles, size_t begin, size_t end, const Rect& place) {
  const float per_letter = place.width / static_cast<float>(std::max<size_t>(1, end - begin));   // code is set in one width
  for (const Squiggle& s : squiggles) {
    if (!touches(s, begin, end)) continue;
    const float x0 = place.x + per_letter * static_cast<float>(std::max(s.begin, begin) - begin);
    const float x1 = place.x + per_letter * static_cast<float>(std::min(std::max(s.end, s.begin + 1), end) - begin);
    const Colour colour = s.severity == Severity::error ? ui.theme.bad : s.severity == Severity::warning ? ui.theme.current_line_edge : ui.theme.quiet;
    draw_squiggle(ui, x0, x1, place.bottom() - ui.px(3), colour);
  }
}

void squiggle_tooltip(Ui& ui, const Squiggle& s) {
  std::vector<TooltipLine> lines{{s.message, Type::caption_bold, {}}};
  if (!s.label.empty()) lines.push_back({s.label, Type::caption, {}});
  if (!s.hint.empty()) lines.push_back({"Hint: " + s.hint, Type::caption, {}});
  tooltip(ui, ui.widgets.input().mouse_x, ui.widgets.input().mouse_y, lines);
}

}  // namespace wb
