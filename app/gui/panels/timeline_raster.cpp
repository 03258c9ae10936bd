#include "app/gui/panels/timeline_raster.h"

#include <algorithm>
#include <cmath>

namespace wb {
namespace {

constexpr uint32_t with_alpha_byte(uint32_t colour, uint32_t alpha) { return (colour & 0x00ffffff) | alpha << 24; }

// Pixels [x0, x1) x [y0, y1); what is stronger stays.
class Painter {
 public:
  Painter(TimelineImage& image, const TimelineView& view) : image_(image), view_(view), across_(image.width / view.ticks) {}

  void fill(double tick0, double tick1, double row0, double row1, uint32_t colour, bool keeps_gap) {
    const int x0 = column(tick0), x1 = std::max(x0 + 1, column(tick1)), y0 = line(row0), bottom = line(row1);
    const int y1 = std::max(y0 + 1, keeps_gap && view_.row >= 4 ? bottom - 1 : bottom);
    paint(x0, x1, y0, y1, colour);
  }
  // A thin line in the middle of a row.
  void wait(double tick0, double tick1, double row, uint32_t colour) {
    const int middle = line(row + 0.5);
    paint(column(tick0) + 1, column(tick1), middle, middle + (view_.row >= 10 ? 2 : 1), colour);
  }
  bool sees_row(double row) const { return row + 1 > view_.top && row < view_.top + image_.height / view_.row; }

 private:
  int column(double tick) const { return static_cast<int>(std::floor(std::clamp((tick - view_.begin) * across_, -2.0, image_.width + 2.0))); }
  int line(double row) const { return static_cast<int>(std::floor(std::clamp((row - view_.top) * view_.row, -2.0, image_.height + 2.0))); }
  void paint(int x0, int x1, int y0, int y1, uint32_t colour) {
    x0 = std::max(x0, 0), y0 = std::max(y0, 0), x1 = std::min(x1, image_.width), y1 = std::min(y1, image_.height);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        uint32_t& pixel = image_.pixels[static_cast<size_t>(y) * static_cast<size_t>(image_.width) + static_cast<size_t>(x)];
        if (pixel >> 24 <= colour >> 24) pixel = colour;
      }
  }

  TimelineImage& image_;
  const TimelineView& view_;
  double across_;
};

TimelineImage empty_image(int width, int height) { return {width, height, std::vector<uint32_t>(static_cast<size_t>(width) * static_cast<size_t>(height), 0)}; }

}  // namespace

TimelineImage raster_steps(const std::vector<std::span<const WarpStep>>& steps, const LaunchShape& shape, const TimelineView& view, int width, int height,
                           const TimelineColours& colours) {
  TimelineImage image = empty_image(width, height);
  Painter painter(image, view);
  const uint32_t per_block = shape.warps_per_block(), last_lanes = shape.threads_per_block() - (per_block - 1) * warp_size;
  constexpr Tick none = UINT64_MAX;
  std::vector<Tick> arrived(shape.block_count() * per_block, none);   // at a barrier, by warp
  for (const auto part : steps)
    for (const WarpStep& s : part) {
      const uint64_t row = uint64_t{s.block} * per_block + s.warp;
      if (row >= arrived.size() || !painter.sees_row(static_cast<double>(row))) continue;
      const double tick = static_cast<double>(s.tick), at = static_cast<double>(row);
      if (arrived[row] != none) painter.wait(static_cast<double>(arrived[row] + 1), tick, at, with_alpha_byte(colours.waiting, 120));
      arrived[row] = s.kind == WarpStep::Kind::barrier ? s.tick : none;
      const LaneMask whole = s.warp + 1 == per_block && last_lanes < warp_size ? (1u << last_lanes) - 1 : ~0u;
      const uint32_t hue = colours.blocks[s.block % colours.blocks.size()];
      const uint32_t colour = s.kind == WarpStep::Kind::barrier ? with_alpha_byte(colours.barrier, 255) : with_alpha_byte(hue, s.active == whole ? 225 : 125);
      painter.fill(tick, tick + 1, at, at + 1, colour, true);
    }
  return image;
}

TimelineImage raster_stretches(const std::vector<RunStretch>& stretches, const LaunchShape& shape, const TimelineView& view, int width, int height,
                               const TimelineColours& colours) {
  TimelineImage image = empty_image(width, height);
  Painter painter(image, view);
  const uint64_t per_block = shape.warps_per_block();
  const uint64_t first_row = static_cast<uint64_t>(view.top), end_row = static_cast<uint64_t>(view.top + height / view.row) + 2;
  const double last_tick = view.begin + view.ticks;
  for (const RunStretch& s : stretches) {
    const double begin = static_cast<double>(s.begin), end = static_cast<double>(s.end);
    if (end <= view.begin || begin >= last_tick) continue;
    const auto each = [&](const std::vector<IndexRange>& ranges, uint64_t scale, auto paint) {
      for (const IndexRange& range : ranges)
        if (range.end * scale > first_row && range.begin * scale < end_row)
          paint(std::max(range.begin * scale, first_row), std::min(range.end * scale, end_row));
    };
    each(s.at_work, 1, [&](uint64_t from, uint64_t to) {
      for (uint64_t row = from; row < to;) {   // block by block: each has its hue
        const uint64_t block = row / per_block, next = std::min(to, (block + 1) * per_block);
        painter.fill(begin, end, static_cast<double>(row), static_cast<double>(next), with_alpha_byte(colours.blocks[block % colours.blocks.size()], 200),
                     false);
        row = next;
      }
    });
    each(s.parted, 1, [&](uint64_t from, uint64_t to) {
      painter.fill(begin, end, static_cast<double>(from), static_cast<double>(to), with_alpha_byte(colours.parted, 220), false);
    });
    each(s.barriers, per_block, [&](uint64_t from, uint64_t to) {
      for (uint64_t row = from; row < to; row += per_block)   // a line along the block's upper edge
        painter.fill(begin, end, static_cast<double>(row), static_cast<double>(row) + std::min(0.2 * static_cast<double>(per_block), 2 / view.row),
                     with_alpha_byte(colours.barrier, 255), false);
    });
  }
  return image;
}

}  // namespace wb
