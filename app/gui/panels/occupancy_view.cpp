#include "app/gui/panels/occupancy_view.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

constexpr float chart_height = 96, least_chart = 170;   // design pixels

void draw_part(const OccupancyChart& chart, const CurvePart& part, const Rect& place, uint32_t most_warps, Ui& ui) {
  const std::string words = ui.say(part_words(chart, part));
  const bool is_here = chart.here && *chart.here >= part.first && *chart.here <= part.last;
  const Interaction pointed =
      ui.widgets.add({.role = Role::cell, .label = words, .id = "occupancy/" + chart.of + "/" + std::to_string(part.first), .rect = place, .checked = is_here, .focusable = false});
  const float step = place.height * static_cast<float>(part.warps) / static_cast<float>(most_warps), gap = place.width > ui.px(3) ? ui.px(1) : 0;
  fill(ui, {place.x, place.bottom() - step, place.width - gap, step}, with_alpha(ui.theme.accent, pointed.hovered ? 0.85f : is_here ? 0.75f : 0.42f));
  const TooltipLine lines[] = {{words, Type::caption, {}}};
  const bool has_room_below = place.bottom() + ui.px(60) < ui.window.bottom();
  if (pointed.hovered) tooltip(ui, place.x, has_room_below ? place.bottom() : place.y, lines);
}

// Steps from left to right, each with its figures under the pointer; a mark stands under the launch as it is.
void draw_chart(const OccupancyChart& chart, uint32_t most_warps, const Rect& area, Ui& ui) {
  const float title = ui.px(20), axis = ui.px(22);
  text_cut(ui, Type::caption, area.x, area.y, title, area.width, ui.theme.ink, ui.say("occupancy.by_" + chart.of));
  const Rect plot{area.x, area.y + title + ui.px(4), area.width, area.height - title - axis - ui.px(4)};
  const uint64_t first = chart.parts.front().first, last = chart.parts.back().last;
  const auto at = [&](uint64_t value) { return plot.x + plot.width * static_cast<float>(value - first) / static_cast<float>(last + chart.step - first); };
  for (const CurvePart& part : chart.parts) draw_part(chart, part, {at(part.first), plot.y, at(part.last + chart.step) - at(part.first), plot.height}, most_warps, ui);
  line(ui, plot.x, plot.bottom(), plot.right(), plot.bottom(), ui.theme.line);
  const std::string low = value_words(chart, first), high = value_words(chart, last);
  text(ui, Type::label, plot.x, plot.bottom() + ui.px(5), ui.px(16), ui.theme.quiet, low);
  text_right(ui, Type::label, plot.right(), plot.bottom() + ui.px(5), ui.px(16), ui.theme.quiet, high);
  if (!chart.here || *chart.here < first || *chart.here > last) return;
  const std::string here = value_words(chart, *chart.here);
  const float x = at(*chart.here) + (at(*chart.here + chart.step) - at(*chart.here)) / 2, wide = text_width(ui, Type::label, here);
  triangle(ui, x, plot.bottom() + ui.px(1), x - ui.px(4), plot.bottom() + ui.px(6), x + ui.px(4), plot.bottom() + ui.px(6), ui.theme.accent);
  const float from = std::clamp(x - wide / 2, plot.x, plot.right() - wide);
  const bool has_room = from > plot.x + text_width(ui, Type::label, low) + ui.px(6) && from + wide < plot.right() - text_width(ui, Type::label, high) - ui.px(6);
  if (has_room) text(ui, Type::label, from, plot.bottom() + ui.px(5), ui.px(16), mix(ui.theme.link, ui.theme.ink, 0.25f), here);
}

// Side by side where there is room.
float draw_charts(const OccupancyWords& occupancy, float x, float y, float width, Ui& ui) {
  const size_t count = occupancy.charts.size();
  if (!count || !occupancy.most_warps) return 0;
  const float gap = ui.px(22), high = ui.px(chart_height);
  const auto in_row = std::clamp<size_t>(static_cast<size_t>((width + gap) / (ui.px(least_chart) + gap)), 1, count);
  const float wide = std::min(ui.px(320), (width - gap * static_cast<float>(in_row - 1)) / static_cast<float>(in_row));
  for (size_t i = 0; i < count; ++i) {
    const Rect area{x + (wide + gap) * static_cast<float>(i % in_row), y + (high + ui.px(10)) * static_cast<float>(i / in_row), wide, high};
    draw_chart(occupancy.charts[i], occupancy.most_warps, area, ui);
  }
  return (high + ui.px(10)) * static_cast<float>((count + in_row - 1) / in_row);
}

}  // namespace

float draw_occupancy(const OccupancyWords& occupancy, float x, float y, float width, Ui& ui) {
  if (occupancy.sentence.empty()) return 0;
  const float top = y, measure = std::min(width, ui.px(620));
  const float title = text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.say("counters.occupancy"));
  text_cut(ui, Type::caption, x + title + ui.px(8), y, ui.px(22), width - title - ui.px(8), ui.theme.quiet, occupancy.heading);
  y += ui.px(26);
  y += text_wrapped(ui, Type::caption, x, y, ui.px(18), measure, ui.theme.ink, ui.phrase(occupancy.sentence));
  if (!occupancy.remark.empty()) y += text_wrapped(ui, Type::caption, x, y, ui.px(18), measure, ui.theme.quiet, ui.phrase(occupancy.remark));
  for (const std::string& way : occupancy.ways) y += text_wrapped(ui, Type::caption, x, y, ui.px(18), measure, ui.theme.quiet, ui.phrase(way));
  y += ui.px(10);
  y += draw_charts(occupancy, x, y, width, ui);
  return y - top;
}

}  // namespace wb
