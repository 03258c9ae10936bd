#include <doctest.h>

#include "app/gui/panels/grid_geometry.h"
#include "app/gui/panels/linked_view.h"

using namespace wb;

TEST_CASE("zooming keeps what is under the pointer") {
  const GridView view{4, 100, 50};
  const GridView zoomed = zoom_about(view, 140, 90, 2, 0.1, 100);
  CHECK(zoomed.cell == doctest::Approx(8));
  CHECK(cell_under(zoomed, 140, 90) == cell_under(view, 140, 90));
  CHECK(zoom_about(view, 0, 0, 1000, 0.1, 64).cell == doctest::Approx(64));
}

TEST_CASE("a fitted view shows everything, and small grids get large cells") {
  const Rect area{10, 20, 400, 300};
  const GridView wide = fit_view({0, 0, 768, 512}, area, 10, 56);
  const Rect shown = on_screen(wide, {0, 0, 768, 512});
  CHECK(shown.x >= 19.9f);
  CHECK(shown.right() <= 400.1f);
  CHECK(shown.bottom() <= 310.1f);
  CHECK(fit_view({0, 0, 4, 1}, area, 10, 56).cell == doctest::Approx(56));
}

TEST_CASE("only cells inside the area are visible") {
  const GridView view{10, 0, 0};
  CHECK(visible_cells(view, {0, 0, 100, 100}, {15, 25, 30, 10}) == CellRect{1, 2, 4, 2});
  CHECK(visible_cells(view, {0, 0, 2, 2}, {500, 500, 10, 10}) == CellRect{});
}

TEST_CASE("easing arrives, and passes the middle size half way") {
  const GridView from{2, 0, 0}, to{32, -300, -200};
  CHECK(ease(from, to, 0) == from);
  CHECK(ease(from, to, 0.5).cell == doctest::Approx(8));
  CHECK(is_close(ease(from, to, 1), to));
}

TEST_CASE("a picture cannot be dragged out of sight") {
  const Rect area{0, 0, 200, 100};
  const GridView kept = keep_in_sight({10, 5000, -5000}, {0, 0, 10, 10}, area);
  const Rect shown = on_screen(kept, {0, 0, 10, 10});
  CHECK(shown.x < area.right());
  CHECK(shown.bottom() > area.y);
}

TEST_CASE("linked pictures show the same place at the same zoom") {
  const Rect a{0, 0, 150, 100}, b{200, 0, 150, 100};
  LinkedView link = zoom_link({}, 768, 512, a, 30, 40, 16, 96);
  const GridView in_a = place_picture(link, 768, 512, a), in_b = place_picture(link, 768, 512, b);
  CHECK(in_a.cell == doctest::Approx(in_b.cell));
  CHECK(cell_under(in_a, 30, 40) == cell_under(in_b, 230, 40));
  CHECK(cell_under(in_a, 30, 40) == cell_under(place_picture({}, 768, 512, a), 30, 40));
  // Never smaller than the whole, and the whole stands in the middle.
  link = zoom_link(link, 768, 512, a, 0, 0, 1e-6, 96);
  CHECK(link == LinkedView{});
  link = pan_link({4, 0.5, 0.5}, 768, 512, a, 1e6, 0);
  CHECK(place_picture(link, 768, 512, a).x == doctest::Approx(0));
}
