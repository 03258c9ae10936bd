#pragma once
// Where the cells of memory, the lanes that ask for them and the passes through the banks stand. Pure.
//
//   lanes     | 0 | 1 | 2 | ...                    | 31 |      lane_rect
//                \   \                             arrows: from a lane's foot to its cell
//   rows      in[0]   | 12 | 7 | 9 | 4 |                       CellRows: which bytes stand in which row; CellPlan: where on screen
//             ... 96 bytes ...                                 a gap: rows that nobody touches are left out
//             in[32]  | 3 | 8 | 1 | 1 |
#include <optional>
#include <vector>

#include "app/gui/panel.h"
#include "app/gui/panels/memory_model.h"

namespace wb {

// Bytes of a row: the largest power of two, from one cell to 128 bytes (all 32 banks), whose cells are at least `smallest_cell` wide.
uint64_t row_bytes_for(double width, double smallest_cell, uint32_t cell_bytes);

class CellRows {
 public:
  CellRows() = default;
  static CellRows all(uint64_t allocation_bytes, uint64_t row_bytes);
  // Those of `ranges` alone (touched_ranges: ascending, apart), with a gap row between two of them.
  static CellRows some(uint64_t allocation_bytes, uint64_t row_bytes, std::vector<ByteRange> ranges);

  struct Row {
    uint64_t first = 0;     // its first byte; of a gap: the first that is left out
    uint64_t count = 0;     // bytes that it holds, or leaves out
    bool is_gap = false;
  };
  uint64_t count() const;
  Row row(uint64_t index) const;
  std::optional<uint64_t> row_of(uint64_t offset) const;
  uint64_t row_bytes() const { return row_bytes_; }
  // The bytes of rows [begin, end), gaps included.
  ByteRange bytes_of(uint64_t begin, uint64_t end) const;

 private:
  uint64_t bytes_ = 0, row_bytes_ = 32;
  bool is_all_ = true;
  std::vector<Row> rows_;          // of `some`
};

// The rows on screen. `top` is the first one, which is whole.
struct CellPlan {
  Rect area;                       // of the cells, without the names on the left
  float row_height = 24, cell_width = 40;
  uint32_t cell_bytes = 4;
  uint64_t top = 0;
  uint64_t rows_in_sight() const { return static_cast<uint64_t>(std::max(0.0f, area.height) / row_height + 0.999f); }
  uint64_t whole_rows() const { return static_cast<uint64_t>(std::max(0.0f, area.height) / row_height); }
};
// The largest `top` that leaves no empty space below.
uint64_t last_top(const CellRows& rows, const CellPlan& plan);
// The `top` that shows a row, moved as little as possible.
uint64_t reveal_row(const CellRows& rows, const CellPlan& plan, uint64_t row);
// None: not in sight, or not among the rows.
std::optional<Rect> cell_rect(const CellRows& rows, const CellPlan& plan, uint64_t offset);
// Where an arrow to this byte ends: its cell's upper edge, or the edge of the area beyond which it lies.
struct ArrowEnd {
  float x = 0, y = 0;
  bool is_in_sight = true;
};
std::optional<ArrowEnd> arrow_end(const CellRows& rows, const CellPlan& plan, uint64_t offset);
std::optional<uint64_t> offset_at(const CellRows& rows, const CellPlan& plan, float x, float y);

// Rectangles of a stretch of bytes, one for each row that it reaches into.
std::vector<Rect> stretch_rects(const CellRows& rows, const CellPlan& plan, uint64_t first, uint64_t count);

Rect lane_rect(const Rect& strip, int lane);
std::optional<int> lane_at(const Rect& strip, float x, float y);

// A word in its bank and pass; passes run downwards, at most `passes` of them.
Rect pass_rect(const Rect& chart, uint32_t bank, uint32_t pass, uint32_t passes, float tallest);

// The parts of the view, from the top. Parts that have nothing to show, or no room, are empty.
struct MemoryParts {
  Rect head, words, lanes, queue, cells, passes, legend, history;
};
struct MemoryNeeds {
  float head = 34, words = 40, lanes = 26, queue = 0, passes = 0, legend = 20, history = 0, least_cells = 72;
};
// History and passes give way first, down to what `least_cells` leaves.
MemoryParts divide_memory(const Rect& area, const MemoryNeeds& needs);

}  // namespace wb
