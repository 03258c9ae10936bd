#include "app/gui/panels/counters_view.h"

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

void explain(const CounterRow& row, const Rect& area, Ui& ui) {
  std::vector<TooltipLine> lines{{row.name, Type::code_small, {}}, {row.meaning, Type::caption, {}}};
  for (const std::string* more : {&row.truth, &row.profiler})
    if (!more->empty()) lines.push_back({*more, Type::caption, {}});
  tooltip(ui, area.x, area.bottom(), lines);
}

float draw_row(const CounterRow& row, float x, float y, float width, Ui& ui) {
  const Rect area{x, y, width, ui.px(20)};
  const Interaction pointed = ui.widgets.add({.role = Role::row, .label = row.label, .id = "counters/" + row.name, .rect = area, .value = row.value});
  if (pointed.hovered || pointed.focused) fill(ui, area, with_alpha(ui.theme.accent, 0.06f), ui.px(4));
  const float number = text_width(ui, Type::caption, row.value);
  ui.widgets.begin_text_group();
  text_cut(ui, Type::caption, x + ui.px(4), y, area.height, width - number - ui.px(16), ui.theme.quiet, row.label);
  text_right(ui, Type::caption, x + width - ui.px(4), y, area.height, ui.theme.ink, row.value);
  ui.widgets.end_text_group();
  if ((pointed.hovered && ui.widgets.has_rested(0.25)) || (pointed.focused && ui.widgets.is_focus_visible())) explain(row, area, ui);
  focus_ring(ui, area, "counters/" + row.name);
  return area.height;
}

// What if a thread takes more registers: steps down from left to right, each with its figures under the pointer.
float draw_registers(const OccupancyWords& occupancy, float x, float y, float width, Ui& ui) {
  if (occupancy.by_registers.empty() || !occupancy.most_warps) return 0;
  const float high = ui.px(44), top = y + ui.px(6), bottom = top + high;
  const uint64_t first = occupancy.by_registers.front().first, last = occupancy.by_registers.back().last;
  const auto at = [&](uint64_t registers) { return x + width * static_cast<float>(registers - first) / static_cast<float>(last + 1 - first); };
  for (const CurvePart& part : occupancy.by_registers) {
    const Rect place{at(part.first), top, at(part.last + 1) - at(part.first), high};
    const std::string words = register_words(part);
    const Interaction pointed = ui.widgets.add({.role = Role::cell, .label = words, .id = "occupancy/" + std::to_string(part.first), .rect = place, .focusable = false});
    const float step = high * static_cast<float>(part.warps) / static_cast<float>(occupancy.most_warps);
    fill(ui, {place.x, bottom - step, place.width - ui.px(1), step}, with_alpha(ui.theme.accent, pointed.hovered ? 0.75f : 0.45f));
    const TooltipLine lines[] = {{words, Type::caption, {}}};
    const bool has_room_below = bottom + ui.px(60) < ui.window.bottom();
    if (pointed.hovered) tooltip(ui, place.x, has_room_below ? bottom : top, lines);
  }
  line(ui, x, bottom, x + width, bottom, ui.theme.line);
  text(ui, Type::label, x, bottom + ui.px(1), ui.px(16), ui.theme.quiet, std::to_string(first));
  text_right(ui, Type::label, x + width, bottom + ui.px(1), ui.px(16), ui.theme.quiet, ui.say("counters.registers", {std::to_string(last)}));
  return bottom + ui.px(18) - y;
}

}  // namespace

float draw_counters(const std::vector<CounterRow>& rows, const OccupancyWords& occupancy, float x, float y, float width, Ui& ui) {
  if (rows.empty()) return 0;
  const float top = y;
  const float heading = text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("counters.title"));
  text_cut(ui, Type::caption, x + heading + ui.px(8), y, ui.px(22), width - heading - ui.px(8), ui.theme.quiet, ui.say("counters.hint"));
  y += ui.px(26);
  for (const CounterRow& row : rows) y += draw_row(row, x, y, width, ui);
  if (occupancy.sentence.empty()) return y - top;
  y += ui.px(10);
  const float title = text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("counters.occupancy"));
  text_cut(ui, Type::caption, x + title + ui.px(8), y, ui.px(22), width - title - ui.px(8), ui.theme.quiet, occupancy.heading);
  y += ui.px(26);
  y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, ui.theme.ink, occupancy.sentence);
  if (!occupancy.remark.empty()) y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, ui.theme.quiet, occupancy.remark);
  y += draw_registers(occupancy, x, y, width, ui);
  return y - top;
}

}  // namespace wb
