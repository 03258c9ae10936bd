#include "app/gui/panels/linked_view.h"

#include <algorithm>

namespace wb {
namespace {

double fit_cell(uint32_t width, uint32_t height, const Rect& tile) {
  return std::min<double>(tile.width / double(std::max(1u, width)), tile.height / double(std::max(1u, height)));
}

LinkedView kept_inside(LinkedView link, uint32_t width, uint32_t height, const Rect& tile) {
  const double cell = fit_cell(width, height, tile) * link.zoom;
  const auto keep = [](double share, double shown, double room) {
    if (shown <= room) return 0.5;
    const double half = room / 2 / shown;
    return std::clamp(share, half, 1 - half);
  };
  link.x = keep(link.x, cell * width, tile.width);
  link.y = keep(link.y, cell * height, tile.height);
  return link;
}

}  // namespace

GridView place_picture(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile) {
  GridView view;
  view.cell = fit_cell(width, height, tile) * link.zoom;
  view.x = tile.x + tile.width / 2 - link.x * width * view.cell;
  view.y = tile.y + tile.height / 2 - link.y * height * view.cell;
  return view;
}

LinkedView zoom_link(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile, double px, double py, double factor, double largest_cell) {
  const GridView before = place_picture(link, width, height, tile);
  const double fit = fit_cell(width, height, tile);
  LinkedView zoomed = link;
  zoomed.zoom = std::clamp(link.zoom * factor, 1.0, std::max(1.0, largest_cell / fit));
  const double cell = fit * zoomed.zoom;
  // What is under the pointer stays there.
  const double column = (px - before.x) / before.cell, row = (py - before.y) / before.cell;
  zoomed.x = (column - (px - tile.x - tile.width / 2) / cell) / width;
  zoomed.y = (row - (py - tile.y - tile.height / 2) / cell) / height;
  return kept_inside(zoomed, width, height, tile);
}

LinkedView pan_link(const LinkedView& link, uint32_t width, uint32_t height, const Rect& tile, double dx, double dy) {
  const double cell = fit_cell(width, height, tile) * link.zoom;
  LinkedView moved = link;
  moved.x -= dx / (cell * width);
  moved.y -= dy / (cell * height);
  return kept_inside(moved, width, height, tile);
}

float tile_height(uint32_t width, uint32_t height, float tile_width, float least, float most) {
  return std::clamp(tile_width * static_cast<float>(height) / static_cast<float>(std::max(1u, width)), least, most);
}

}  // namespace wb
