#include "app/gui/panels/timeline_geometry.h"

#include <algorithm>
#include <cmath>

namespace wb {
namespace {

TimelineView keep_inside(TimelineView view, const Rect& area, const TimelineExtent& extent) {
  const double ticks = static_cast<double>(std::max<uint64_t>(1, extent.ticks)), rows = static_cast<double>(std::max<uint64_t>(1, extent.rows));
  view.ticks = std::min(view.ticks, ticks);
  view.begin = std::clamp(view.begin, 0.0, ticks - view.ticks);
  view.top = std::clamp(view.top, 0.0, std::max(0.0, rows - area.height / view.row));
  return view;
}

double smallest_row(const TimelineExtent& extent, const Rect& area) {
  return std::max(1e-6, static_cast<double>(area.height) / static_cast<double>(std::max<uint64_t>(1, extent.rows)));
}

}  // namespace

double pixels_a_tick(const TimelineView& view, const Rect& area) { return area.width / view.ticks; }
double x_of(const TimelineView& view, const Rect& area, double tick) { return area.x + (tick - view.begin) * pixels_a_tick(view, area); }
double y_of(const TimelineView& view, const Rect& area, double row) { return area.y + (row - view.top) * view.row; }
double tick_under(const TimelineView& view, const Rect& area, double x) { return view.begin + (x - area.x) / pixels_a_tick(view, area); }
double row_under(const TimelineView& view, const Rect& area, double y) { return view.top + (y - area.y) / view.row; }

TimelineView fit_timeline(const TimelineExtent& extent, const Rect& area, double largest_row) {
  return {0, static_cast<double>(std::max<uint64_t>(1, extent.ticks)), 0, std::min(largest_row, smallest_row(extent, area))};
}

TimelineView fit_part(const TimelineExtent& extent, const Rect& area, double begin, double end, double first, double last, double largest_row) {
  const double room = (end - begin) * 0.04;
  TimelineView view{begin - room, std::max(4.0, end - begin + 2 * room), first, area.height / std::max(1.0, last - first)};
  view.row = std::clamp(view.row, std::min(largest_row, smallest_row(extent, area)), largest_row);
  return keep_inside(view, area, extent);
}

TimelineView zoom_time(TimelineView view, const Rect& area, double x, double factor, const TimelineExtent& extent, double widest_tick) {
  const double at = tick_under(view, area, x), least = std::min<double>(static_cast<double>(std::max<uint64_t>(1, extent.ticks)), area.width / widest_tick);
  view.ticks = std::clamp(view.ticks / factor, least, static_cast<double>(std::max<uint64_t>(1, extent.ticks)));
  view.begin = at - (x - area.x) / area.width * view.ticks;
  return keep_inside(view, area, extent);
}

TimelineView zoom_rows(TimelineView view, const Rect& area, double y, double factor, const TimelineExtent& extent, double largest_row) {
  const double at = row_under(view, area, y);
  view.row = std::clamp(view.row * factor, std::min(largest_row, smallest_row(extent, area)), largest_row);
  view.top = at - (y - area.y) / view.row;
  return keep_inside(view, area, extent);
}

TimelineView pan_timeline(TimelineView view, const Rect& area, double dx, double dy, const TimelineExtent& extent) {
  view.begin -= dx / pixels_a_tick(view, area);
  view.top -= dy / view.row;
  return keep_inside(view, area, extent);
}

TimelineView bring_into_sight(TimelineView view, const Rect& area, double tick, double row, const TimelineExtent& extent) {
  const double margin = view.ticks * 0.12, rows = area.height / view.row;
  if (tick < view.begin || tick > view.begin + view.ticks) view.begin = tick < view.begin ? tick - margin : tick - view.ticks + margin;
  if (row < view.top || row + 1 > view.top + rows) view.top = row - rows / 2;
  return keep_inside(view, area, extent);
}

uint64_t ruler_distance(const TimelineView& view, const Rect& area, double apart) {
  const double least = apart / pixels_a_tick(view, area);
  for (uint64_t power = 1;; power *= 10)
    for (const uint64_t times : {1u, 2u, 5u})
      if (static_cast<double>(power * times) >= least) return power * times;
}

}  // namespace wb
