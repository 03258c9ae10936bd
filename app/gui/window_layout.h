#pragma once
// How the window is divided, as rectangles. Pure.
#include "app/gui/panel.h"

namespace wb {

struct WindowAreas {
  Rect top, list, page, source, machine, transport, results;
  bool has_list = true;            // hidden where the window is narrow, or reading takes all
  // Where the splits lie, and how far each may go (window pixels).
  struct Split { float at = 0, min = 0, max = 0; };
  Split list_split, page_split, source_split, lower_split;
};

WindowAreas divide(const Rect& window, const Layout& layout, float scale, float top_height, float transport_height);
// The layout after a split was dragged to a new place.
Layout with_splits(const WindowAreas& areas, const Rect& window, Layout layout, float scale);

}  // namespace wb
