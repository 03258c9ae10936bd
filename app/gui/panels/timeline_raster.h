#pragma once
// The timeline as an image, for views in which a tick is narrow: pixels of who was at work, parted, at a barrier. Pure.
#include <array>
#include <span>
#include <vector>

#include "app/gui/panels/timeline_geometry.h"
#include "simulator/recording/recording.h"

namespace wb {

struct TimelineColours {
  std::array<uint32_t, 8> blocks{};   // 0xAABBGGRR; alpha is set here
  uint32_t parted = 0, barrier = 0, waiting = 0;
};

struct TimelineImage {
  int width = 0, height = 0;
  std::vector<uint32_t> pixels;       // 0: nothing
  uint32_t at(int x, int y) const { return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)]; }
};

// Single instructions. A warp with lanes that are not active is paler; a barrier is a dark pixel, and the wait after it a line.
TimelineImage raster_steps(const std::vector<std::span<const WarpStep>>& steps, const LaunchShape& shape, const TimelineView& view, int width, int height,
                           const TimelineColours& colours);
// Stretches: who was at work in them at all.
TimelineImage raster_stretches(const std::vector<RunStretch>& stretches, const LaunchShape& shape, const TimelineView& view, int width, int height,
                               const TimelineColours& colours);

}  // namespace wb
