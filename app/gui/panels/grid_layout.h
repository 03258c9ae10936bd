#pragma once
// Where each thread of a launch stands on the picture that it writes. The picture is laid out in cells, one an element of the shown
// buffer; a thread stands on the first element that it stored to, as the recording says.
//
// Asking the recording about a million threads would take too long, so a few are asked (sample_threads) and an integer rule
//     element = c + bx*Bx + by*By + bz*Bz + tx*Tx + ty*Ty + tz*Tz
// is fitted and proved on all others that were asked. Flat indices, planes, transposed planes and coarsened threads all follow such a
// rule. Where none fits: small launches are asked thread by thread (recorded); otherwise the threads stand in their own order (own).
// Threads that stored nothing stand where the rule puts them: usually past the picture's edge.
//
// Where blocks or threads that differ along z alone land on the same cells (the channels of a pixel, the slices of a volume), they are
// layers over one picture: one of them is shown at a time.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "simulator/recording/recording.h"

namespace wb {

struct Cell {
  int32_t column = 0, row = 0;
  friend bool operator==(Cell, Cell) = default;
};

struct CellRect {  // [column, column + columns) x [row, row + rows)
  int32_t column = 0, row = 0, columns = 0, rows = 0;
  friend bool operator==(CellRect, CellRect) = default;
};

struct PictureShape {
  int32_t columns = 0, rows = 0;
  uint64_t elements() const { return uint64_t(columns) * uint64_t(rows); }
  friend bool operator==(PictureShape, PictureShape) = default;
};
// How a buffer of this shape (row-major, without its channels) is laid out in cells. A long row is broken into several.
PictureShape picture_shape(const std::vector<uint64_t>& shape);

struct LayoutSample {
  ThreadRef thread;
  std::optional<uint64_t> element;  // the first of the shown buffer that this thread stored to
};

enum class Placement : uint8_t {
  plane,     // rows and columns follow the block's and the grid's
  wrapped,   // one flat index, broken into the picture's rows
  recorded,  // as each thread was asked
  own,       // no one-to-one picture: threads stand in their own order, blocks side by side
};

class GridLayout {
 public:
  GridLayout() = default;
  // `samples`: of sample_threads(shape).
  static GridLayout fit(const LaunchShape& shape, PictureShape picture, const std::vector<LayoutSample>& samples);
  static GridLayout in_own_order(const LaunchShape& shape);

  bool is_empty() const { return threads_ == 0; }
  Placement placement() const { return placement_; }
  const LaunchShape& shape() const { return shape_; }
  PictureShape picture() const { return picture_; }  // own: the cells of the arrangement
  CellRect bounds() const { return bounds_; }        // of all threads and the picture
  bool has_overhang() const { return overhang_ > 0; }
  uint64_t overhang() const { return overhang_; }    // threads that stand outside the picture

  std::optional<Cell> cell_of(ThreadRef thread) const;   // none: it stands nowhere (recorded, stored nothing)
  std::optional<ThreadRef> thread_at(Cell cell) const;
  std::vector<ThreadRef> threads_at(Cell cell) const;    // of all layers, in their order
  uint32_t layers() const { return layers_; }            // 1: nobody stands on somebody else along z
  uint32_t layer() const { return layer_; }              // the one that is shown: thread_at and is_shown speak of it
  void show_layer(uint32_t layer) { layer_ = std::min(layer, layers_ - 1); }
  uint32_t layer_of(ThreadRef thread) const;
  bool is_shown(uint32_t block) const;                   // some of its threads are in the shown layer
  std::optional<uint64_t> element_at(Cell cell) const;   // inside the picture; none in `own`
  // Calls `f` with the cell of each thread of a block that stands somewhere.
  template <class Each>
  void for_each_cell(uint32_t block, const Each& f) const {
    const size_t begin = size_t{block} * shape_.threads_per_block(), end = std::min(cells_.size(), begin + shape_.threads_per_block());
    for (size_t g = begin; g < end; ++g)
      if (cells_[g].column != nowhere) f(cells_[g]);
  }
  // The cells of a block, a warp: merged to few rectangles.
  const std::vector<CellRect>& block_rects(uint32_t block) const;
  std::vector<CellRect> warp_rects(uint32_t block, uint32_t warp) const;

 private:
  static constexpr int32_t nowhere = std::numeric_limits<int32_t>::min();
  static constexpr uint32_t nobody = 0xffffffffu;
  void place_by_rule(const std::vector<int64_t>& rule);
  void finish();
  size_t slot_of(Cell cell) const;

  LaunchShape shape_;
  uint64_t threads_ = 0;
  PictureShape picture_;
  Placement placement_ = Placement::own;
  CellRect bounds_;
  uint64_t overhang_ = 0;
  std::vector<Cell> cells_;                          // by global thread; column of nowhere = none
  std::vector<uint32_t> owners_;                     // by cell of bounds_: the first thread there
  std::vector<uint32_t> next_;                       // by global thread: the next one on its cell; empty where no cell has two
  uint32_t layers_ = 1, layer_ = 0;
  mutable std::vector<std::vector<CellRect>> blocks_;  // made when asked
};

// Which threads to ask. All of them up to `all_up_to`.
std::vector<ThreadRef> sample_threads(const LaunchShape& shape, uint64_t all_up_to = 2048);

// Few rectangles that cover exactly these cells. Cells of one row that touch are joined, then equal rows.
std::vector<CellRect> merge_cells(std::vector<Cell> cells);

// The outline of a set of cells: segments between a cell that is in and one that is not.
struct CellEdge {
  int32_t column0 = 0, row0 = 0, column1 = 0, row1 = 0;  // corner points
};
std::vector<CellEdge> outline(const std::vector<CellRect>& rects);

}  // namespace wb
