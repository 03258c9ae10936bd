#include "app/gui/panels/timings_view.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/registry.h"

namespace wb {
namespace {

Colour bar_colour(const Theme& theme, const TimeBar& bar, size_t index) {
  if (bar.kind == TimeBar::Kind::gpu_kernel) return theme.good;
  if (bar.kind == TimeBar::Kind::gpu_copies) return with_alpha(theme.good, 0.55f);
  return index == 0 ? theme.accent : with_alpha(theme.accent, 0.72f);
}

void draw_bar(const TimeChart& chart, size_t index, float x, float label, float track, float y, Ui& ui) {
  const TimeBar& bar = chart.bars[index];
  const float high = ui.px(24), left = x + label, middle = y + high / 2;
  const float length = std::max(ui.px(3), track * static_cast<float>(share_on_axis(chart, bar.median_ms)));
  const Colour colour = bar_colour(ui.theme, bar, index);
  const Rect body{left, middle - ui.px(6.5f), length, ui.px(13)};
  fill(ui, body, colour, ui.px(2));
  if (bar.is_recorded) hatch(ui, body, with_alpha(ui.theme.paper, 0.45f), ui.px(5));   // measured elsewhere
  float after = left + length;
  if (bar.runs > 1 && bar.max_ms > bar.min_ms) {
    const float from = left + track * static_cast<float>(share_on_axis(chart, bar.min_ms)), to = left + track * static_cast<float>(share_on_axis(chart, bar.max_ms));
    line(ui, from, middle, to, middle, ui.theme.ink, ui.px(1.2f));
    for (float end : {from, to}) line(ui, end, middle - ui.px(4), end, middle + ui.px(4), ui.theme.ink, ui.px(1.2f));
    after = std::max(after, to);
  }
  ui.widgets.begin_text_group();
  text_cut(ui, Type::caption, x, y, high, label - ui.px(8), ui.theme.quiet, bar.label);
  text(ui, Type::caption, after + ui.px(8), y, high, ui.theme.ink, format_ms(bar.median_ms));
  ui.widgets.end_text_group();
}

std::string axis_label(double ms) {
  if (ms < 0.0005) return format_number(std::round(ms * 1e6)) + " ns";
  return format_number(ms) + " ms";
}

void draw_axis(const TimeChart& chart, float left, float track, float top, float bottom, Ui& ui) {
  const int decades = std::max(1, static_cast<int>(std::lround(std::log10(chart.axis_high / chart.axis_low))));
  const int room = std::max(1, static_cast<int>(track / ui.px(58)));   // labels that fit beside each other
  const int every = (decades + room - 1) / room;
  for (int d = 0; d <= decades; d += every) {
    const float x = left + track * static_cast<float>(d) / static_cast<float>(decades);
    line(ui, x, top, x, bottom, with_alpha(ui.theme.line, 0.9f));
    const double ms = chart.axis_low * std::pow(10, d);
    text_centred(ui, Type::label, {x - ui.px(40), bottom + ui.px(1), ui.px(80), ui.px(16)}, ui.theme.quiet, axis_label(ms));
  }
}

}  // namespace

float draw_timings(const TimeChart& chart, float x, float y, float width, Ui& ui) {
  const float top = y, row = ui.px(24);
  if (chart.is_empty() && chart.missing.empty() && chart.simulator.empty()) return 0;
  const float heading = text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.phrase("Time"));
  if (!chart.is_empty()) text_cut(ui, Type::caption, x + heading + ui.px(8), y, ui.px(22), width - heading - ui.px(8), ui.theme.quiet, chart.heading);
  y += ui.px(26);
  if (!chart.is_empty()) {
    float label = 0;
    for (const TimeBar& bar : chart.bars) label = std::max(label, text_width(ui, Type::caption, bar.label));
    label += ui.px(12);
    const float track = std::max(ui.px(40), width - label - ui.px(70));
    const float bottom = y + row * static_cast<float>(chart.bars.size());
    draw_axis(chart, x + label, track, y, bottom, ui);
    for (size_t i = 0; i < chart.bars.size(); ++i) draw_bar(chart, i, x, label, track, y + row * static_cast<float>(i), ui);
    y = bottom + ui.px(22);
  }
  const auto sentence = [&](const std::string& words, Colour colour) {
    if (!words.empty()) y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, colour, ui.phrase(words)) + ui.px(3);
  };
  sentence(chart.sentence, ui.theme.ink);
  sentence(chart.origin, ui.theme.quiet);
  sentence(chart.is_empty() ? "Nothing was timed: neither the loops nor a GPU ran." : chart.missing, ui.theme.quiet);
  sentence(chart.simulator, ui.theme.quiet);
  return y - top;
}

}  // namespace wb
