#pragma once
// How the window is divided, as rectangles. Pure.
//
//   none   | list | page | source | machine |     right  | page | one of    |     all  | one of |
//          |      |      |   transport      |            |      | the others|          | them   |
//          |      |      |   results        |            |      | transport |          | transp.|
//
// What is small is measured in design pixels: a large text makes a window as small as few pixels do.
#include "app/gui/panel.h"

namespace wb {

// What is shown one at a time for want of room, chosen by tabs in the top bar: nothing; what stands right of the page; the page as well.
enum class Fold : uint8_t { none, right, all };
Fold fold_of(const Rect& window, float scale);

struct WindowAreas {
  Fold fold = Fold::none;
  Rect top, list, page, source, machine, transport, results;   // empty: not shown
  bool has_list = true;            // hidden where the window is narrow
  // Where the splits lie, and how far each may go (window pixels).
  struct Split { float at = 0, min = 0, max = 0; };
  Split list_split, page_split, source_split, lower_split;
};

WindowAreas divide(const Rect& window, const Layout& layout, float scale, float top_height, float transport_height);
// The layout after a split was dragged to a new place.
Layout with_splits(const WindowAreas& areas, const Rect& window, Layout layout, float scale);

}  // namespace wb
