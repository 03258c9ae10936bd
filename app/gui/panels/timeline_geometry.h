#pragma once
// Where ticks and warps stand on the timeline: columns are ticks, rows are warps, block after block. Zoom and pan as pure functions.
#include <cstdint>
#include <optional>

#include "app/gui/panel.h"

namespace wb {

struct TimelineView {
  double begin = 0;        // tick at the left edge
  double ticks = 1;        // across the width
  double top = 0;          // row at the upper edge
  double row = 1;          // pixels a row; less than one where there are many
  friend bool operator==(const TimelineView&, const TimelineView&) = default;
};

struct TimelineExtent {
  uint64_t ticks = 0, rows = 0;
};

double x_of(const TimelineView& view, const Rect& area, double tick);
double y_of(const TimelineView& view, const Rect& area, double row);
double tick_under(const TimelineView& view, const Rect& area, double x);
double row_under(const TimelineView& view, const Rect& area, double y);
double pixels_a_tick(const TimelineView& view, const Rect& area);

// Everything in sight; rows grow to at most `largest_row` pixels.
TimelineView fit_timeline(const TimelineExtent& extent, const Rect& area, double largest_row);
// Ticks [begin, end) and rows [first, last) in sight, with a little room round them.
TimelineView fit_part(const TimelineExtent& extent, const Rect& area, double begin, double end, double first, double last, double largest_row);
// What is under (x, y) stays there. A tick is at most `widest_tick` pixels wide.
TimelineView zoom_time(TimelineView view, const Rect& area, double x, double factor, const TimelineExtent& extent, double widest_tick);
TimelineView zoom_rows(TimelineView view, const Rect& area, double y, double factor, const TimelineExtent& extent, double largest_row);
TimelineView pan_timeline(TimelineView view, const Rect& area, double dx, double dy, const TimelineExtent& extent);
// Moves just as far as is needed for the tick to be in sight.
TimelineView bring_into_sight(TimelineView view, const Rect& area, double tick, double row, const TimelineExtent& extent);

// The distance of a ruler's marks: 1, 2 or 5 times a power of ten ticks, at least `apart` pixels.
uint64_t ruler_distance(const TimelineView& view, const Rect& area, double apart);

}  // namespace wb
