#pragma once
// How the result of a launch spreads over many schedules: a chart of one element's values, and what it says in sentences. Pure.
#include <optional>
#include <string>
#include <vector>

#include "app/backends/schedule_spread.h"
#include "app/gui/catalogue.h"
#include "app/gui/panel.h"

namespace wb {

struct SpreadBar {
  std::string label;        // below the bar: the value, or the smallest one of its range
  std::string values;       // "8"; "16 to 31"
  uint64_t runs = 0;
  SchedulePick first;       // a schedule that ended so; meaningless where none did
  bool is_reference = false;  // what one thread after the other gives stands here
};

struct SpreadChart {
  std::string element;      // "count[0]"; empty: no element differs
  size_t shown = 0, elements = 0;  // which of the differing ones that are kept; how many those are
  uint64_t runs = 0;
  bool has_ranges = false;  // a bar stands for several values
  bool has_reference = false;
  std::vector<SpreadBar> bars;  // numbers in their order, anything else the most frequent first
  uint64_t most = 0;        // of the largest bar
  Said sentence;
  std::vector<Said> remarks;
};

// `element`: index into spread.elements. `reference`: its value where one thread runs after the other (the explicit loops), if that was measured.
SpreadChart spread_chart(const ScheduleSpread& spread, size_t element, const std::optional<std::string>& reference, uint64_t asked);
// The differing element that a finding speaks of, else the first.
size_t element_of_finding(const ScheduleSpread& spread, const Finding& finding);
std::string pick_words(const SchedulePick& pick);   // "random, seed 6": the schedule's name, with its seed where it has one

inline constexpr size_t most_bars = 24;

// Where the bars stand in `area`: one column each, as wide as is left, at most `widest`; `label_every`: labels that would touch are left out.
struct SpreadGeometry {
  std::vector<Rect> columns;  // of the whole height: what the pointer is over
  std::vector<Rect> bars;     // standing on the area's bottom; of no height where nothing ended so
  size_t label_every = 1;
};
SpreadGeometry spread_geometry(const SpreadChart& chart, const Rect& area, float widest, float label_width);

}  // namespace wb
