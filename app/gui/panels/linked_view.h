#pragma once
// Zoom and place shared by pictures of possibly different sizes that stand side by side. Pure.
#include "app/gui/panels/grid_geometry.h"

namespace wb {

struct LinkedView {
  double zoom = 1;                  // 1: the whole picture fits its tile
  double x = 0.5, y = 0.5;          // share of the picture that stands in the middle of the tile
  friend bool operator==(const LinkedView&, const LinkedView&) = default;
};

// Where a picture of this size stands in a tile.
GridView place_picture(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile);
// Zooms about a screen place in a tile; never smaller than the whole, never larger than `largest_cell` pixels a pixel.
LinkedView zoom_link(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile, double px, double py, double factor, double largest_cell);
LinkedView pan_link(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile, double dx, double dy);
// The tile's height for a picture in a given width.
float tile_height(uint32_t width, uint32_t height, float tile_width, float least, float most);

}  // namespace wb
