#include <doctest.h>

#include <functional>

#include "app/gui/panels/grid_layout.h"

using namespace wb;

namespace {
using Rule = std::function<std::optional<uint64_t>(Index3 block, Index3 thread)>;
GridLayout fitted(const LaunchShape& shape, PictureShape picture, const Rule& rule, uint64_t all_up_to = 2048) {
  std::vector<LayoutSample> samples;
  for (ThreadRef t : sample_threads(shape, all_up_to)) samples.push_back({t, rule(shape.block_index(t.block), shape.thread_index(t.thread))});
  return GridLayout::fit(shape, picture, samples);
}
}  // namespace

TEST_CASE("sixteen threads over a strip of sixteen") {
  const LaunchShape shape{{1, 1, 1}, {16, 1, 1}};
  const GridLayout g = fitted(shape, {16, 1}, [](Index3, Index3 t) { return std::optional<uint64_t>(t.x); });
  CHECK(g.placement() == Placement::wrapped);
  CHECK(g.bounds() == CellRect{0, 0, 16, 1});
  CHECK(g.cell_of({0, 7}) == std::optional(Cell{7, 0}));
  CHECK(g.thread_at({9, 0}) == std::optional(ThreadRef{0, 9}));
  CHECK_FALSE(g.has_overhang());
  CHECK(g.warp_rects(0, 0) == std::vector<CellRect>{{0, 0, 16, 1}});
}

TEST_CASE("a plane of blocks hangs over the picture's right and lower edge") {
  const LaunchShape shape{{6, 4, 1}, {16, 16, 1}};
  const GridLayout g = fitted(shape, {90, 60}, [](Index3 b, Index3 t) -> std::optional<uint64_t> {
    const uint64_t x = b.x * 16 + t.x, y = b.y * 16 + t.y;
    if (x >= 90 || y >= 60) return std::nullopt;
    return y * 90 + x;
  });
  CHECK(g.placement() == Placement::plane);
  CHECK(g.bounds() == CellRect{0, 0, 96, 64});
  CHECK(g.overhang() == 96 * 64 - 90 * 60);
  CHECK(g.thread_at({95, 63}) == std::optional(ThreadRef{23, 255}));
  CHECK(g.block_rects(8) == std::vector<CellRect>{{32, 16, 16, 16}});
  CHECK(g.warp_rects(8, 3) == std::vector<CellRect>{{32, 22, 16, 2}});
}

TEST_CASE("a flat launch over a photo is broken into its rows, without asking everyone") {
  const LaunchShape shape{{1536, 1, 1}, {256, 1, 1}};
  size_t asked = 0;
  const GridLayout g = fitted(shape, {768, 512}, [&](Index3 b, Index3 t) {
    ++asked;
    return std::optional<uint64_t>(b.x * 256 + t.x);
  });
  CHECK(asked < 64);
  CHECK(g.placement() == Placement::wrapped);
  CHECK(g.bounds() == CellRect{0, 0, 768, 512});
  CHECK(g.cell_of({1535, 255}) == std::optional(Cell{767, 511}));
  CHECK(g.block_rects(4) == std::vector<CellRect>{{256, 1, 256, 1}});
}

TEST_CASE("idle threads of a flat launch stand after the picture's end") {
  const LaunchShape shape{{4, 1, 1}, {256, 1, 1}};
  const GridLayout g = fitted(shape, picture_shape({1000}), [](Index3 b, Index3 t) -> std::optional<uint64_t> {
    const uint64_t i = b.x * 256 + t.x;
    return i < 1000 ? std::optional(i) : std::nullopt;
  });
  CHECK(g.picture() == PictureShape{64, 16});
  CHECK_FALSE(g.has_overhang());   // the last row has room for them
  CHECK(g.cell_of({3, 255}) == std::optional(Cell{63, 15}));
}

TEST_CASE("a transposed plane and a coarsened one follow their rule") {
  const LaunchShape shape{{2, 2, 1}, {8, 8, 1}};
  const GridLayout turned = fitted(shape, {16, 16}, [](Index3 b, Index3 t) { return std::optional<uint64_t>((b.x * 8 + t.x) * 16 + b.y * 8 + t.y); });
  CHECK(turned.placement() == Placement::plane);
  CHECK(turned.cell_of({1, 0}) == std::optional(Cell{0, 8}));
  const LaunchShape line{{2, 1, 1}, {8, 1, 1}};
  const GridLayout coarse = fitted(line, {64, 1}, [](Index3 b, Index3 t) { return std::optional<uint64_t>(4 * (b.x * 8 + t.x)); });
  CHECK(coarse.cell_of({1, 0}) == std::optional(Cell{32, 0}));
  CHECK_FALSE(coarse.thread_at({33, 0}));
}

TEST_CASE("blocks along z that land on the same pixels are layers over one picture") {
  const LaunchShape shape{{14, 10, 3}, {16, 16, 1}};
  GridLayout g = fitted(shape, {216, 150}, [](Index3 b, Index3 t) -> std::optional<uint64_t> {
    const uint64_t x = b.x * 16 + t.x, y = b.y * 16 + t.y;
    if (x >= 216 || y >= 150) return std::nullopt;
    return y * 216 + x;   // planar: the pixel of every channel
  });
  REQUIRE(g.layers() == 3);
  const Cell cell{100, 50};
  const uint32_t first = shape.linear_block({6, 3, 0}), last = shape.linear_block({6, 3, 2});
  REQUIRE(g.threads_at(cell).size() == 3);
  CHECK(g.threads_at(cell)[0] == ThreadRef{first, 36});
  CHECK(g.threads_at(cell)[2] == ThreadRef{last, 36});
  CHECK(g.thread_at(cell) == std::optional(ThreadRef{first, 36}));
  g.show_layer(2);
  CHECK(g.thread_at(cell) == std::optional(ThreadRef{last, 36}));
  CHECK(g.is_shown(last));
  CHECK_FALSE(g.is_shown(first));
  CHECK(g.layer_of({last, 0}) == 2);
  g.show_layer(7);
  CHECK(g.layer() == 2);
}

TEST_CASE("what differs along z but stands side by side has no layers") {
  const LaunchShape shape{{1, 1, 4}, {8, 1, 1}};
  const GridLayout g = fitted(shape, {8, 4}, [](Index3 b, Index3 t) { return std::optional<uint64_t>(b.z * 8 + t.x); });
  CHECK(g.layers() == 1);
  CHECK(g.threads_at({3, 2}) == std::vector<ThreadRef>{{2, 3}});
  CHECK(g.is_shown(3));
}

TEST_CASE("a block beyond a narrow picture hangs over to the right, not below") {
  const LaunchShape shape{{2, 1, 1}, {16, 16, 1}};
  const GridLayout g = fitted(shape, {16, 16}, [](Index3 b, Index3 t) -> std::optional<uint64_t> {
    return b.x == 0 ? std::optional<uint64_t>(t.y * 16 + t.x) : std::nullopt;
  });
  CHECK(g.bounds() == CellRect{0, 0, 32, 16});
  CHECK(g.overhang() == 256);
}

TEST_CASE("all threads on one counter stand in their own order") {
  const LaunchShape shape{{1, 1, 1}, {256, 1, 1}};
  const GridLayout g = fitted(shape, {1, 1}, [](Index3, Index3) { return std::optional<uint64_t>(0); });
  CHECK(g.placement() == Placement::own);
  CHECK(g.bounds() == CellRect{0, 0, 32, 8});
  CHECK(g.cell_of({0, 33}) == std::optional(Cell{1, 1}));
  CHECK_FALSE(g.element_at({0, 0}));
}

TEST_CASE("a scattered write is placed as recorded when all were asked") {
  const LaunchShape shape{{1, 1, 1}, {32, 1, 1}};
  const GridLayout g = fitted(shape, {32, 1}, [](Index3, Index3 t) { return std::optional<uint64_t>(t.x ^ 5); });
  CHECK(g.placement() == Placement::recorded);
  CHECK(g.thread_at({5, 0}) == std::optional(ThreadRef{0, 0}));
}

TEST_CASE("a rule that holds for some samples only is no rule") {
  const LaunchShape shape{{64, 1, 1}, {256, 1, 1}};
  const GridLayout g = fitted(shape, {128, 128}, [](Index3 b, Index3 t) { return std::optional<uint64_t>((b.x * 256 + t.x) * (b.x > 30 ? 7 : 1) % 16384); });
  CHECK(g.placement() == Placement::own);
}

TEST_CASE("an empty launch, one thread and three dimensions do no harm") {
  CHECK(GridLayout::fit({{0, 1, 1}, {1, 1, 1}}, {4, 4}, {}).bounds().columns == 0);
  const GridLayout one = fitted({{1, 1, 1}, {1, 1, 1}}, {1, 1}, [](Index3, Index3) { return std::optional<uint64_t>(0); });
  CHECK(one.cell_of({0, 0}) == std::optional(Cell{0, 0}));
  const LaunchShape space{{2, 2, 2}, {4, 4, 2}};
  const GridLayout g = fitted(space, {8, 32}, [](Index3 b, Index3 t) {
    return std::optional<uint64_t>(((b.z * 2 + t.z) * 8 + b.y * 4 + t.y) * 8 + b.x * 4 + t.x);
  });
  CHECK(g.placement() == Placement::plane);
  CHECK(g.bounds() == CellRect{0, 0, 8, 32});
}

TEST_CASE("cells are merged and outlined without inner lines") {
  const auto rects = merge_cells({{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 0}});
  CHECK(rects == std::vector<CellRect>{{0, 0, 2, 2}, {3, 0, 1, 1}});
  // Two rectangles that touch along a row: the shared part is no edge.
  int length = 0;
  for (const CellEdge& e : outline({{0, 0, 4, 1}, {0, 1, 2, 1}})) length += e.column1 - e.column0 + e.row1 - e.row0;
  CHECK(length == 4 + 2 + 2 + 1 + 1 + 1 + 1);
}
