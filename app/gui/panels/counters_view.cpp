#include "app/gui/panels/counters_view.h"

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

void explain(const CounterRow& row, const Rect& area, Ui& ui) {
  std::vector<TooltipLine> lines{{row.name, Type::code_small, {}}, {ui.phrase(row.meaning), Type::caption, {}}};
  for (const std::string* more : {&row.truth, &row.profiler})
    if (!more->empty()) lines.push_back({ui.phrase(*more), Type::caption, {}});
  tooltip(ui, area.x, area.bottom(), lines);
}

float draw_row(const CounterRow& row, float x, float y, float width, Ui& ui) {
  const Rect area{x, y, width, ui.px(20)};
  const std::string label = ui.phrase(row.label);
  const Interaction pointed = ui.widgets.add({.role = Role::row, .label = label, .id = "counters/" + row.name, .rect = area, .value = row.value});
  if (pointed.hovered || pointed.focused) fill(ui, area, with_alpha(ui.theme.accent, 0.06f), ui.px(4));
  const float number = text_width(ui, Type::caption, row.value);
  ui.widgets.begin_text_group();
  text_cut(ui, Type::caption, x + ui.px(4), y, area.height, width - number - ui.px(16), ui.theme.quiet, label);
  text_right(ui, Type::caption, x + width - ui.px(4), y, area.height, ui.theme.ink, row.value);
  ui.widgets.end_text_group();
  if ((pointed.hovered && ui.widgets.has_rested(0.25)) || (pointed.focused && ui.widgets.is_focus_visible())) explain(row, area, ui);
  focus_ring(ui, area, "counters/" + row.name);
  return area.height;
}

}  // namespace

float draw_counters(const std::vector<CounterRow>& rows, bool has_compiled_away, float x, float y, float width, Ui& ui) {
  if (rows.empty()) return 0;
  const float top = y;
  const float heading = text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("counters.title"));
  text_cut(ui, Type::caption, x + heading + ui.px(8), y, ui.px(22), width - heading - ui.px(8), ui.theme.quiet, ui.say("counters.hint"));
  y += ui.px(26);
  for (const CounterRow& row : rows) y += draw_row(row, x, y, width, ui);
  if (has_compiled_away) y += text_wrapped(ui, Type::caption, x + ui.px(4), y + ui.px(4), ui.px(18), width - ui.px(8), ui.theme.quiet, ui.say("counters.compiled_away")) + ui.px(4);
  return y - top;
}

}  // namespace wb
