#include "app/cli/profile_report.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/workbook/words.h"

namespace wb {

namespace {

using nlohmann::ordered_json;

struct Column {
  const char* name;
  uint64_t Counters::*field;
};
constexpr Column columns[] = {
#define WB_COLUMN(field, name, meaning, metric, truth) {name, &Counters::field},
    WB_COUNTERS(WB_COLUMN)
#undef WB_COLUMN
};

std::vector<Column> used_columns(const std::vector<Counters>& rows) {
  std::vector<Column> used;
  for (const Column& column : columns)
    if (std::any_of(rows.begin(), rows.end(), [&](const Counters& row) { return row.*column.field != 0; })) used.push_back(column);
  return used;
}

void add_table(ordered_json& json, const std::vector<Counters>& rows) {
  const std::vector<Column> used = used_columns(rows);
  ordered_json names = ordered_json::array(), values = ordered_json::array();
  for (const Column& column : used) names.push_back(column.name);
  for (const Counters& row : rows) {
    ordered_json line = ordered_json::array();
    for (const Column& column : used) line.push_back(row.*column.field);
    values.push_back(std::move(line));
  }
  json["columns"] = std::move(names);
  json["rows"] = std::move(values);
}

// Columns as people see them, filled up with spaces.
std::string left(std::string text, size_t width) { return text.size() < width ? text + std::string(width - text.size(), ' ') : text; }
std::string right(const std::string& text, size_t width) { return text.size() < width ? std::string(width - text.size(), ' ') + text : text; }

struct Figure {
  const char* what;
  double (*value)(const Counters&);
  bool is_share = false;  // 0 to 1
};
double number(uint64_t n) { return static_cast<double>(n); }
constexpr Figure warp_figures[] = {
    {"warp instructions", [](const Counters& c) { return number(c.warp_instructions); }},
    {"lane efficiency", [](const Counters& c) { return c.lane_efficiency(); }, true},
    {"global sectors", [](const Counters& c) { return number(c.global_load_sectors + c.global_store_sectors); }},
    {"bank conflicts", [](const Counters& c) { return number(c.shared_load_conflicts + c.shared_store_conflicts); }},
    {"atomic collisions", [](const Counters& c) { return number(c.atomic_collisions); }},
};
constexpr Figure time_figures[] = {
    {"lane efficiency", [](const Counters& c) { return c.lane_efficiency(); }, true},
    {"global load sectors", [](const Counters& c) { return number(c.global_load_sectors); }},
    {"global store sectors", [](const Counters& c) { return number(c.global_store_sectors); }},
    {"shared wavefronts", [](const Counters& c) { return number(c.shared_load_wavefronts + c.shared_store_wavefronts); }},
    {"bank conflicts", [](const Counters& c) { return number(c.shared_load_conflicts + c.shared_store_conflicts); }},
    {"atomic operations", [](const Counters& c) { return number(c.atomic_operations); }},
};

std::string in_words(const Figure& figure, double value) {
  return figure.is_share ? short_number(std::round(value * 1000) / 10) + " %" : grouped(static_cast<uint64_t>(value));
}

std::string warp_name(const WarpCounters& warps, const LaunchShape& shape, size_t row) {
  const uint64_t first = row * warps.warps_per_row;
  const Index3 block = shape.block_index(static_cast<uint32_t>(first / warps.warps_per_block));
  std::string at = std::to_string(block.x);
  if (shape.grid.y > 1 || shape.grid.z > 1) at = "(" + at + ", " + std::to_string(block.y) + (shape.grid.z > 1 ? ", " + std::to_string(block.z) : "") + ")";
  return (warps.warps_per_row > 1 ? std::to_string(warps.warps_per_row) + " warps from warp " : "warp ") + std::to_string(first % warps.warps_per_block) + " of block " + at + (warps.warps_per_row > 1 ? " on" : "");
}

// At most so many stretches of equal length (but for the last), for a line of text.
std::vector<Counters> joined(const std::vector<Counters>& buckets, size_t most) {
  const size_t each = (buckets.size() + most - 1) / most;
  std::vector<Counters> all;
  for (size_t i = 0; i < buckets.size(); ++i) {
    if (i % each == 0) all.emplace_back();
    all.back() += buckets[i];
  }
  return all;
}

std::string spark(const std::vector<double>& values, double highest) {
  constexpr const char* bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (double value : values) text += bars[value <= 0 ? 0 : std::clamp(static_cast<int>(std::ceil(value / highest * 8 - 1e-9)), 1, 8)];
  return text;
}

}  // namespace

ordered_json warp_counters_json(const WarpCounters& warps) {
  ordered_json json{{"warps", warps.warps}, {"warps_per_block", warps.warps_per_block}, {"warps_per_row", warps.warps_per_row}};
  add_table(json, warps.rows);
  return json;
}

ordered_json counters_over_time_json(const CountersOverTime& time) {
  ordered_json json{{"warp_instructions_per_row", time.ticks_per_bucket}};
  add_table(json, time.buckets);
  return json;
}

std::vector<std::string> warp_lines(const WarpCounters& warps, const LaunchShape& shape) {
  std::vector<std::string> lines;
  if (warps.rows.empty()) return lines;
  lines.push_back(left("", 20) + right("least", 12) + right("middle", 12) + right("most", 12));
  for (const Figure& figure : warp_figures) {
    std::vector<std::pair<double, size_t>> values;
    for (size_t row = 0; row < warps.rows.size(); ++row) values.emplace_back(figure.value(warps.rows[row]), row);
    std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (!figure.is_share && values.back().first == 0) continue;
    const double low = values.front().first, high = values.back().first, middle = values[values.size() / 2].first;
    std::string line = left(figure.what, 20) + right(in_words(figure, low), 12) + right(in_words(figure, middle), 12) + right(in_words(figure, high), 12);
    const double noted = figure.is_share ? low : high;  // of a share the lowest is worth a look
    const auto who = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == noted; });
    if (low != high) line += std::string("  ") + (figure.is_share ? "least" : "most") + " by " + warp_name(warps, shape, who->second);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> time_lines(const CountersOverTime& time) {
  std::vector<std::string> lines;
  const std::vector<Counters> stretches = joined(time.buckets, 64);
  for (const Figure& figure : time_figures) {
    std::vector<double> values;
    for (const Counters& c : stretches) values.push_back(figure.value(c));
    const double highest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    if (highest == 0) continue;
    lines.push_back(left(figure.what, 22) + spark(values, figure.is_share ? 1.0 : highest) + "  " + (figure.is_share ? "of 100 %" : "up to " + in_words(figure, highest) + " a mark"));
  }
  return lines;
}

}  // namespace wb
