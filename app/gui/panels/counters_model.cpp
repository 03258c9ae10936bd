#include "app/gui/panels/counters_model.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/gui/panels/wording.h"
#include "app/workbook/counter_names.h"

namespace wb {
namespace {

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> ends) {
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return name.ends_with(end); });
}

std::string label_of(std::string_view name) {
  std::string label(name);
  std::replace_if(label.begin(), label.end(), [](char c) { return c == '.' || c == '_'; }, ' ');
  if (!label.empty()) label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return label;
}

std::string value_of(std::string_view name, double value) {
  if (ends_with_any(name, {"efficiency"})) return format_number(std::round(value * 1000) / 10) + " %";
  return value == std::floor(value) ? with_thousands(static_cast<uint64_t>(value)) : format_number(std::round(value * 100) / 100);
}

// "global.load" of "global.load.sectors".
std::string_view group_of(std::string_view name) { return name.substr(0, std::min(name.rfind('.'), name.size())); }

}  // namespace

std::vector<CounterRow> counter_rows(const Counters& counters, uint64_t threads) {
  std::vector<CounterRow> rows;
  std::vector<std::string_view> groups;
  for (const CounterDefinition& d : counter_definitions())
    if (std::find(groups.begin(), groups.end(), group_of(d.name)) == groups.end()) groups.push_back(group_of(d.name));
  for (std::string_view group : groups)
    for (const CounterDefinition& d : counter_definitions()) {
      if (group_of(d.name) != group || ends_with_any(d.name, {"_per_thread"})) continue;
      const double value = counter_by_name(d.name, counters, threads).value_or(0);
      const bool says_something = value != 0 && (d.name != "lane_efficiency" || counters.warp_instructions);
      if (!says_something) continue;
      rows.push_back({std::string(d.name), label_of(d.name), value_of(d.name, value), as_sentence(std::string(d.meaning)),
                      d.hardware.empty() ? "" : "On a GPU the profiler calls it " + std::string(d.hardware) + ".",
                      d.is_model ? "A model of the source: a compiler may make something else of it." : "Exact for the source as written."});
    }
  return rows;
}

namespace {

std::optional<uint64_t> figure_of(const BlockNeeds& needs, std::string_view of) {
  if (of == "block_size") return needs.threads;
  if (of == "shared_bytes") return needs.shared_bytes;
  return std::nullopt;   // registers are the compiler's choice
}

}  // namespace

std::string value_words(const OccupancyChart& chart, uint64_t value) {
  if (chart.of != "shared_bytes" || value < 1024) return with_thousands(value);
  return format_number(std::round(static_cast<double>(value) / 102.4) / 10) + " KiB";
}

Said part_words(const OccupancyChart& chart, const CurvePart& part) {
  const std::string first = value_words(chart, part.first), last = value_words(chart, part.last), warps = with_thousands(part.warps);
  const std::string key = "occupancy.part_" + chart.of;
  if (!part.warps) return {key + "_none", {first, last}};
  return {key + (first == last ? "_one" : ""), {first, last, warps}};
}

OccupancyWords occupancy_words(const Launch& launch, const RunResult& simulated) {
  const SmLimits* sm = find_sm_limits(default_capability);
  if (!sm) return {};
  const Index3& block = launch.device.block;
  const BlockNeeds needs{block.x * block.y * block.z, {}, uint64_t{simulated.static_shared_bytes} + launch.device.dynamic_shared_bytes, {}};
  const Occupancy o = occupancy(*sm, needs);
  OccupancyWords words{"compute capability " + to_string(sm->capability), as_sentence(occupancy_sentence(o)), as_sentence(occupancy_remark(o)), {}, {}, o.most_warps};
  if (!o.refusal.empty()) return words;
  if (o.warps < o.most_warps)
    for (const std::string& way : ways_to_more_warps(*sm, needs)) words.ways.push_back(as_sentence(way));
  for (const OccupancyCurve& curve : occupancy_curves(*sm, needs)) words.charts.push_back({curve.of, parts_of(curve), curve.step, figure_of(needs, curve.of)});
  return words;
}

}  // namespace wb
