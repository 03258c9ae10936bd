#include "app/gui/window_layout.h"

#include <algorithm>
#include <cmath>

namespace wb {
namespace {

// Least sizes in design pixels: a page of 40 characters a line beside code of as many; under it all, results that show more than a heading.
constexpr float least_width = 900, least_height = 540, least_folded_width = 760;

float clamp_split(float at, float min, float max) { return std::round(std::clamp(at, min, std::max(min, max))); }

// The part that is shown, over the transport; the page alone goes without it.
void show_one(WindowAreas& a, const Rect& room, const std::string& part, float transport_height) {
  Rect content = room;
  if (part != "page") {
    const float high = std::round(transport_height);
    a.transport = {room.x, room.bottom() - high, room.width, high};
    content.height -= high;
  }
  (part == "page" ? a.page : part == "machine" ? a.machine : part == "results" ? a.results : a.source) = content;
}

void divide_folded(WindowAreas& a, const Rect& below, const Layout& layout, float scale, float transport_height) {
  a.has_list = false;
  a.list = {below.x, below.y, 0, below.height};
  if (a.fold == Fold::all) return show_one(a, below, layout.part, transport_height);
  a.page_split.min = below.x + 280 * scale;
  a.page_split.max = below.right() - 420 * scale;
  a.page_split.at = clamp_split(below.x + below.width * layout.page_share, a.page_split.min, a.page_split.max);
  a.page = {below.x, below.y, a.page_split.at - below.x, below.height};
  show_one(a, {a.page.right(), below.y, below.right() - a.page.right(), below.height}, layout.part == "page" ? "source" : layout.part, transport_height);
}

}  // namespace

Fold fold_of(const Rect& window, float scale) {
  if (window.width >= least_width * scale && window.height >= least_height * scale) return Fold::none;
  return window.width >= least_folded_width * scale ? Fold::right : Fold::all;
}

WindowAreas divide(const Rect& window, const Layout& layout, float scale, float top_height, float transport_height) {
  WindowAreas a;
  const auto px = [&](float v) { return v * scale; };
  a.top = {window.x, window.y, window.width, std::round(top_height)};
  const float y = a.top.bottom(), height = window.bottom() - y;
  a.fold = fold_of(window, scale);
  if (a.fold != Fold::none) {
    divide_folded(a, {window.x, y, window.width, height}, layout, scale, transport_height);
    return a;
  }

  a.has_list = window.width > px(1000);
  a.list_split.min = window.x + px(140);
  a.list_split.max = window.x + px(360);
  a.list_split.at = a.has_list ? clamp_split(window.x + px(layout.list_width), a.list_split.min, a.list_split.max) : window.x;
  a.list = {window.x, y, a.list_split.at - window.x, height};

  const float rest = window.right() - a.list_split.at;
  a.page_split.min = a.list_split.at + px(280);
  a.page_split.max = window.right() - px(420);
  a.page_split.at = clamp_split(a.list_split.at + rest * layout.page_share, a.page_split.min, a.page_split.max);
  a.page = {a.list_split.at, y, a.page_split.at - a.list_split.at, height};

  const float right_x = a.page_split.at, right_width = window.right() - right_x;
  a.lower_split.min = y + px(150);
  a.lower_split.max = window.bottom() - transport_height - px(120);
  a.lower_split.at = clamp_split(window.bottom() - height * layout.lower_share, a.lower_split.min, a.lower_split.max);
  const float upper = a.lower_split.at - y;
  a.source_split.min = right_x + px(200);
  a.source_split.max = window.right() - px(200);
  a.source_split.at = clamp_split(right_x + right_width * layout.source_share, a.source_split.min, a.source_split.max);
  a.source = {right_x, y, a.source_split.at - right_x, upper};
  a.machine = {a.source_split.at, y, window.right() - a.source_split.at, upper};
  a.transport = {right_x, a.lower_split.at, right_width, std::round(transport_height)};
  a.results = {right_x, a.transport.bottom(), right_width, window.bottom() - a.transport.bottom()};
  return a;
}

Layout with_splits(const WindowAreas& areas, const Rect& window, Layout layout, float scale) {
  const float height = window.bottom() - areas.top.bottom();
  if (areas.has_list) layout.list_width = (areas.list_split.at - window.x) / scale;
  const float rest = std::max(1.0f, window.right() - areas.list.right());
  layout.page_share = (areas.page_split.at - areas.list.right()) / rest;
  if (areas.fold != Fold::none) return layout;
  layout.source_share = (areas.source_split.at - areas.page.right()) / std::max(1.0f, window.right() - areas.page.right());
  layout.lower_share = (window.bottom() - areas.lower_split.at) / std::max(1.0f, height);
  return layout;
}

}  // namespace wb
