#include "app/gui/panels/spread_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/gui/panels/transport_model.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Values that are numbers stand in their order, what is none behind them, the most frequent first.
bool comes_first(const SpreadBar& a, const SpreadBar& b) {
  const auto x = number_of(a.label), y = number_of(b.label);
  if (x && y) return *x < *y;
  return x.has_value() != y.has_value() ? x.has_value() : a.runs > b.runs;
}

void note_reference(std::vector<SpreadBar>& bars, const std::string& reference) {
  const auto value = number_of(reference);
  for (SpreadBar& bar : bars)
    if (bar.label == reference || (value && number_of(bar.label) == value)) bar.is_reference = true;
  if (std::any_of(bars.begin(), bars.end(), [](const SpreadBar& b) { return b.is_reference; })) return;
  bars.push_back({reference, reference, 0, {}, true});
}

// Neighbours share a bar, so many that all fit; the reference keeps one of its own.
void join_neighbours(std::vector<SpreadBar>& bars) {
  const size_t each = (bars.size() + most_bars - 1) / most_bars;
  std::vector<SpreadBar> joined;
  size_t in_last = each;
  for (const SpreadBar& bar : bars) {
    if (in_last >= each || bar.is_reference || joined.back().is_reference) {
      joined.push_back(bar);
      in_last = 1;
      continue;
    }
    SpreadBar& last = joined.back();
    if (last.runs == 0) last.first = bar.first;
    last.runs += bar.runs;
    last.values = last.label + " to " + bar.label;
    ++in_last;
  }
  bars = std::move(joined);
}

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : ", ") + words[i];
  return text;
}

Said same_result(const ScheduleSpread& spread) { return {"spread.same", {with_thousands(spread.runs)}}; }

// "97 of 100 schedules end with 8 in count[0]; the other three with 5, 6, 7."
Said how_it_spreads(const ScheduleSpread::Element& element, const std::string& name, uint64_t runs) {
  constexpr size_t most_named = 6;
  const ScheduleSpread::Value& often = element.values.front();
  std::vector<SpreadBar> others;
  for (size_t i = 1; i < element.values.size(); ++i) others.push_back({element.values[i].value, {}, element.values[i].runs, {}, false});
  std::stable_sort(others.begin(), others.end(), comes_first);
  std::vector<std::string> names;
  for (const SpreadBar& other : others) names.push_back(other.label);
  const std::string often_runs = with_thousands(often.runs), all = with_thousands(runs);
  if (others.size() == 1) return {"spread.two", {often_runs, all, often.value, name, with_thousands(others[0].runs), names[0]}};
  if (others.size() <= most_named) return {"spread.few", {often_runs, all, often.value, name, list_of(names)}};
  return {"spread.many", {often_runs, all, often.value, name, with_thousands(others.size()), names.front(), names.back()}};
}

void add_remarks(SpreadChart& chart, const ScheduleSpread& spread, const std::optional<std::string>& reference, uint64_t asked) {
  if (reference && !chart.element.empty()) {
    uint64_t equal = 0;
    for (const SpreadBar& bar : chart.bars) equal += bar.is_reference ? bar.runs : 0;
    chart.remarks.push_back({equal == 0 ? "spread.reference_never" : equal == chart.runs ? "spread.reference_always" : "spread.reference", {*reference, with_thousands(equal), with_thousands(chart.runs)}});
  }
  if (spread.differing > 1) chart.remarks.push_back({"spread.more_elements", {with_thousands(spread.differing)}});
  for (const ScheduleSpread::Result& result : spread.results)
    if (!result.reason.empty()) chart.remarks.push_back({result.runs == 1 ? "spread.unfinished_one" : "spread.unfinished", {with_thousands(result.runs), as_sentence(result.reason)}});
  if (spread.runs < asked) chart.remarks.push_back({"spread.stopped", {with_thousands(spread.runs), with_thousands(asked)}});
}

}  // namespace

std::string pick_words(const SchedulePick& pick) {
  return schedule_words(pick.schedule) + (has_seed(pick.schedule) ? ", seed " + std::to_string(pick.seed) : "");
}

size_t element_of_finding(const ScheduleSpread& spread, const Finding& finding) {
  for (size_t i = 0; i < spread.elements.size(); ++i)
    if (spread.elements[i].buffer == finding.buffer && spread.elements[i].flat == finding.flat_element) return i;
  return 0;
}

SpreadChart spread_chart(const ScheduleSpread& spread, size_t element, const std::optional<std::string>& reference, uint64_t asked) {
  SpreadChart chart;
  chart.runs = spread.runs;
  chart.elements = spread.elements.size();
  if (spread.runs == 0) chart.sentence = {"spread.none"};
  else if (spread.elements.empty()) chart.sentence = spread.results.size() > 1 ? Said{"spread.not_ended", {with_thousands(spread.runs)}} : same_result(spread);
  if (!spread.elements.empty()) {
    chart.shown = std::min(element, spread.elements.size() - 1);
    const ScheduleSpread::Element& shown = spread.elements[chart.shown];
    chart.element = shown.buffer;
    for (uint64_t i : shown.index) chart.element += "[" + with_thousands(i) + "]";
    chart.sentence = how_it_spreads(shown, chart.element, spread.runs);
    for (const ScheduleSpread::Value& value : shown.values) chart.bars.push_back({value.value, value.value, value.runs, value.first, false});
    chart.has_reference = reference.has_value();
    if (reference) note_reference(chart.bars, *reference);
    std::stable_sort(chart.bars.begin(), chart.bars.end(), comes_first);
    if (chart.bars.size() > most_bars) join_neighbours(chart.bars), chart.has_ranges = true;
  }
  for (const SpreadBar& bar : chart.bars) chart.most = std::max(chart.most, bar.runs);
  add_remarks(chart, spread, reference, asked);
  return chart;
}

SpreadGeometry spread_geometry(const SpreadChart& chart, const Rect& area, float widest, float label_width) {
  SpreadGeometry geometry;
  if (chart.bars.empty()) return geometry;
  const float column = std::min(widest, area.width / static_cast<float>(chart.bars.size())), gap = std::min(column * 0.25f, widest * 0.14f);
  for (size_t i = 0; i < chart.bars.size(); ++i) {
    const float left = area.x + column * static_cast<float>(i);
    const double share = chart.most ? static_cast<double>(chart.bars[i].runs) / static_cast<double>(chart.most) : 0;
    float high = area.height * static_cast<float>(share);
    if (chart.bars[i].runs) high = std::max(high, 2.0f);  // a single schedule among many is seen, too
    geometry.columns.push_back({left, area.y, column, area.height});
    geometry.bars.push_back({left + gap / 2, area.bottom() - high, column - gap, high});
  }
  geometry.label_every = static_cast<size_t>(std::max(1.0f, std::ceil(label_width / std::max(1.0f, column))));
  return geometry;
}

}  // namespace wb
