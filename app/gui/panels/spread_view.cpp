#include "app/gui/panels/spread_view.h"

#include <algorithm>
#include <cmath>

#include "app/backends/agreement.h"
#include "app/gui/paint.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

// What the explicit loops, one thread after the other, left in this element; none where they did not run.
std::optional<std::string> value_of_loops(const RunSlot* slot, const ScheduleSpread::Element& element) {
  const RunResult* loops = slot ? slot->result(EngineKind::loops) : nullptr;
  if (!loops || !loops->ran() || slot->is_stale) return std::nullopt;
  for (const DeviceBuffer& buffer : loops->buffers)
    if (buffer.name == element.buffer && element.flat < buffer.element_count()) return format_element(buffer, element.flat);
  return std::nullopt;
}

Colour bar_colour(const Theme& theme, const SpreadBar& bar) { return bar.is_reference ? theme.good : theme.accent; }

std::string bar_words(const SpreadChart& chart, const SpreadBar& bar, const Ui& ui) {
  return ui.say("spread.bar", {bar.values, with_thousands(bar.runs), with_thousands(chart.runs)});
}

void explain(const SpreadBar& bar, const std::string& words, const Rect& at, Ui& ui) {
  std::vector<TooltipLine> lines{{words, Type::caption_bold, {}}};
  if (bar.runs == 0) lines.push_back({ui.say("spread.nobody"), Type::caption, {}});
  else lines.push_back({ui.say("spread.first_with", {pick_words(bar.first)}), Type::caption, {}}), lines.push_back({ui.say("spread.press"), Type::caption, {}});
  tooltip(ui, at.x, at.bottom(), lines);
}

// A schedule that ended so, as the run that every view shows.
void run_under(const SpreadBar& bar, Ui& ui) {
  if (bar.runs) ui.commands.send(SetSchedule{bar.first.schedule, bar.first.seed});
}

void draw_bar(const SpreadChart& chart, size_t index, const Rect& column, const Rect& bar_area, bool has_label, Ui& ui) {
  const SpreadBar& bar = chart.bars[index];
  const std::string words = bar_words(chart, bar, ui), id = "spread/bar/" + std::to_string(index);
  const Rect place{column.x, column.y - ui.px(18), column.width, column.height + ui.px(38)};
  const Interaction use = ui.widgets.add({.role = Role::button, .label = words, .id = id, .rect = place, .enabled = bar.runs > 0});
  if (use.hovered) fill(ui, place, with_alpha(ui.theme.ink, 0.05f), ui.px(4));
  const Colour colour = bar_colour(ui.theme, bar);
  if (bar.runs) fill(ui, bar_area, use.hovered ? mix(colour, ui.theme.ink, 0.2f) : colour, ui.px(2));
  else hatch(ui, {bar_area.x, column.bottom() - ui.px(8), bar_area.width, ui.px(8)}, colour, ui.px(4));
  if (bar.is_reference && bar.runs) hatch(ui, bar_area, with_alpha(ui.theme.paper, 0.35f), ui.px(5));  // not by colour alone
  const std::string count = with_thousands(bar.runs);
  const float body = bar.runs ? bar_area.y : column.bottom() - ui.px(8);
  const Rect above{column.x, body - ui.px(18), column.width, ui.px(17)};
  if (text_width(ui, Type::label, count) <= column.width - 2) text_centred(ui, Type::label, above, ui.theme.ink, count);
  if (has_label) text_centred(ui, Type::label, {column.x, column.bottom() + ui.px(3), column.width, ui.px(16)}, bar.is_reference ? ui.theme.ink : ui.theme.quiet, bar.label);
  focus_ring(ui, place, id);
  if (use.hovered || (use.focused && ui.widgets.is_focus_visible())) explain(bar, words, place, ui);
  if (use.activated) run_under(bar, ui);
}

void draw_row(const SpreadChart& chart, size_t index, const Rect& row, float second, float third, Ui& ui) {
  const SpreadBar& bar = chart.bars[index];
  const std::string id = "spread/row/" + std::to_string(index);
  const Interaction use = ui.widgets.add({.role = Role::row, .label = bar_words(chart, bar, ui), .id = id, .rect = row, .enabled = bar.runs > 0, .value = with_thousands(bar.runs)});
  if (use.hovered && bar.runs) fill(ui, row, with_alpha(ui.theme.accent, 0.07f), ui.px(4));
  ui.widgets.begin_text_group();
  fill(ui, {row.x + ui.px(4), row.y + row.height / 2 - ui.px(4), ui.px(8), ui.px(8)}, bar_colour(ui.theme, bar), ui.px(2));
  text(ui, Type::code_small, row.x + ui.px(18), row.y, row.height, ui.theme.ink, bar.values);
  text_right(ui, Type::caption, row.x + second, row.y, row.height, ui.theme.ink, with_thousands(bar.runs));
  text_cut(ui, Type::caption, row.x + third, row.y, row.height, row.width - third, ui.theme.quiet, bar.runs ? pick_words(bar.first) : ui.say("spread.nobody"));
  ui.widgets.end_text_group();
  focus_ring(ui, row, id);
  if (use.activated) run_under(bar, ui);
}

}  // namespace

float SpreadView::draw_running(const SpreadWork& work, float x, float y, float width, Ui& ui) const {
  const float top = y;
  const auto done = static_cast<uint64_t>(std::llround(work.progress * static_cast<double>(work.asked)));
  const std::string words = ui.say("spread.running", {with_thousands(done), with_thousands(work.asked), std::to_string(static_cast<int>(work.seconds))});
  text_cut(ui, Type::caption, x, y, ui.px(20), width, ui.theme.quiet, words);
  y += ui.px(24);
  draw_progress_bar(ui, {x, y, width, ui.px(4)}, work.progress);
  y += ui.px(12);
  const std::string label = ui.say("spread.stop");
  if (button(ui, x, y, {.label = label, .id = "spread/stop", .icon = Icon::stop})) ui.commands.send(StopSchedules{});
  return y + button_height(ui) - top;
}

// Which element, where several end differently.
float SpreadView::draw_elements(const SpreadChart& chart, float x, float y, float width, Ui& ui) {
  if (chart.elements < 2) return 0;
  const std::string previous = ui.say("spread.previous"), next = ui.say("spread.next");
  const Button back{.label = previous, .id = "spread/previous", .icon = Icon::back, .icon_only = true, .enabled = chart.shown > 0};
  const Button forward{.label = next, .id = "spread/next", .icon = Icon::forward, .icon_only = true, .enabled = chart.shown + 1 < chart.elements};
  if (button(ui, x, y, back)) --element_;
  const float at = x + button_width(ui, back) + ui.px(6);
  if (button(ui, at, y, forward)) ++element_;
  const float words = at + button_width(ui, forward) + ui.px(10);
  text_cut(ui, Type::caption, words, y, button_height(ui), x + width - words, ui.theme.quiet, ui.say("spread.which", {chart.element, with_thousands(chart.shown + 1), with_thousands(chart.elements)}));
  return button_height(ui) + ui.px(8);
}

float SpreadView::draw_bars(const SpreadChart& chart, float x, float y, float width, Ui& ui) const {
  const float top = y;
  y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, ui.theme.quiet, ui.say(chart.has_ranges ? "spread.axis_ranges" : "spread.axis", {chart.element})) + ui.px(22);
  const Rect area{x, y, width, ui.px(120)};
  float label = 0;
  for (const SpreadBar& bar : chart.bars) label = std::max(label, text_width(ui, Type::label, bar.label) + ui.px(6));
  const SpreadGeometry geometry = spread_geometry(chart, area, std::max(ui.px(44), std::min(label, ui.px(90))), label);
  const Rect& last = geometry.columns.back();
  line(ui, x, area.bottom(), last.right(), area.bottom(), ui.theme.line);
  for (size_t i = 0; i < chart.bars.size(); ++i)
    draw_bar(chart, i, geometry.columns[i], geometry.bars[i], i % geometry.label_every == 0 || chart.bars[i].is_reference, ui);
  return area.bottom() + ui.px(24) - top;
}

float SpreadView::draw_table(const SpreadChart& chart, float x, float y, float width, Ui& ui) const {
  const float top = y, row = ui.px(22);
  float first = text_width(ui, Type::caption, ui.say("spread.value"));
  for (const SpreadBar& bar : chart.bars) first = std::max(first, text_width(ui, Type::code_small, bar.values));
  const float second = ui.px(18) + first + ui.px(24) + text_width(ui, Type::caption, ui.say("spread.count")), third = second + ui.px(24);
  text(ui, Type::caption, x + ui.px(18), y, row, ui.theme.quiet, ui.say("spread.value"));
  text_right(ui, Type::caption, x + second, y, row, ui.theme.quiet, ui.say("spread.count"));
  text_cut(ui, Type::caption, x + third, y, row, width - third, ui.theme.quiet, ui.say("spread.first"));
  y += row;
  line(ui, x, y, x + width, y, ui.theme.line);
  for (size_t i = 0; i < chart.bars.size(); ++i, y += row) draw_row(chart, i, {x, y, width, row}, second, third, ui);
  return y + ui.px(6) - top;
}

float SpreadView::draw_legend(const SpreadChart& chart, float x, float y, Ui& ui) const {
  const float high = ui.px(20), box = ui.px(10);
  const auto entry = [&](Colour colour, bool is_hatched, const std::string& words) {
    const Rect mark{x, y + (high - box) / 2, box, box};
    fill(ui, mark, colour, ui.px(2));
    if (is_hatched) hatch(ui, mark, with_alpha(ui.theme.paper, 0.35f), ui.px(5));
    x += box + ui.px(6);
    x += text(ui, Type::caption, x, y, high, ui.theme.quiet, words) + ui.px(18);
  };
  entry(ui.theme.accent, false, ui.say(chart.has_reference ? "spread.legend_other" : "spread.legend_plain"));
  if (chart.has_reference) entry(ui.theme.good, true, ui.say("spread.legend_reference"));
  return high + ui.px(6);
}

float SpreadView::draw_result(const SpreadChart& chart, const SpreadWork& work, float x, float y, float width, Ui& ui) {
  const float top = y;
  y += draw_sentence(ui, ui.say(chart.sentence), x, y, width, ui.theme.ink) + ui.px(3);
  for (const Said& remark : chart.remarks) y += draw_sentence(ui, ui.say(remark), x, y, width, ui.theme.quiet) + ui.px(3);
  y += ui.px(6);
  y += draw_elements(chart, x, y, width, ui);
  if (!chart.bars.empty()) {
    y += is_table_ ? draw_table(chart, x, y, width, ui) : draw_bars(chart, x, y, width, ui);
    y += draw_legend(chart, x, y, ui);
  }
  const std::string twin = ui.say(is_table_ ? "spread.as_chart" : "spread.as_table"), again = ui.say("spread.again");
  ButtonRow row(ui, x, y, width);
  const bool has_row = !chart.bars.empty() || work.state == WorkState::stopped;
  if (!chart.bars.empty() && row.add({.label = twin, .id = "spread/twin"})) is_table_ = !is_table_;
  if (work.state == WorkState::stopped && row.add({.label = again, .id = "spread/again"})) ui.commands.send(RunSchedules{work.asked});
  return (has_row ? row.bottom() : y) - top;
}

float SpreadView::draw(const Session& session, const Finding& finding, float x, float y, float width, Ui& ui) {
  const SpreadWork* work = session.spread();
  if (!work) return 0;
  const float top = y;
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("spread.title", {with_thousands(work->asked)}));
  y += ui.px(27);
  if (work->state == WorkState::running || !work->spread) return y + draw_running(*work, x, y, width, ui) - top;
  const ScheduleSpread& spread = *work->spread;
  if (of_ != &spread) {
    of_ = &spread;
    element_ = element_of_finding(spread, finding);
  }
  const auto reference = spread.elements.empty() ? std::nullopt : value_of_loops(session.normal_run(), spread.elements[std::min(element_, spread.elements.size() - 1)]);
  return y + draw_result(spread_chart(spread, element_, reference, work->asked), *work, x, y, width, ui) - top;
}

}  // namespace wb
