// oob.shape: a column that leaves its row, at accesses whose index is written row * width + column (program/lower_shapes.cpp).
//
//   in[y * w + x], w = 8, x = -1:   in[y][-1] is in[y - 1][7]: the flat index is legal, the element is the wrong one
//
// The width counts if it is that of the memory itself: of the declared array, or the last dimension of the launch's buffer, seen in elements
// of the access's type. A pointer that does not start at the beginning of a row (a window into a larger picture) has no columns to check.
//
//   in[i + w], rgb[i + n], i = y * w + x, n = w * h: the same x in the row below, in the next plane. A part of the sum that is a number of
//   whole rows, the same for all lanes of the warp, is a step from row to row and belongs to no column; a block's place is none.
#include <algorithm>
#include <bit>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/wide_loops.h"
#include "simulator/machine/run_context.h"

namespace wb {
namespace {

int64_t value_of(const RunContext& c, const ShapeCheck::Term& term, uint32_t lane) {
  if (term.is_wide) return c.reg<int64_t>(term.slot)[lane];
  const int64_t value = term.is_unsigned ? int64_t{c.reg<uint32_t>(term.slot)[lane]} : int64_t{c.reg<int32_t>(term.slot)[lane]};
  return term.times == ShapeCheck::no_slot ? value : value * int64_t{c.reg<uint32_t>(term.times)[lane]};
}

// How many elements of `size` bytes make up exactly `bytes`; 0: none do. Sizes are mostly powers of two, and this is asked at each access.
uint64_t whole_elements(uint64_t bytes, uint32_t size) {
  if ((size & (size - 1)) == 0) return bytes & (size - 1) ? 0 : bytes >> std::countr_zero(size);
  return bytes % size ? 0 : bytes / size;
}

// Elements in a row of the memory, if the index speaks of rows of that width; 0: there is nothing to check.
uint64_t width_of(const RunContext& c, const ShapeCheck& check, const AllocationView& view, uint32_t lane) {
  if (check.is_declared) return static_cast<uint64_t>(check.width_constant);
  const uint64_t width = view.row_bytes ? whole_elements(view.row_bytes, check.element_bytes) : 0;
  bool is_width = check.width_constant > 0 && static_cast<uint64_t>(check.width_constant) == width;
  for (const ShapeCheck::Term& term : check.widths) is_width |= static_cast<uint64_t>(value_of(c, term, lane)) == width;
  return is_width ? width : 0;
}

// Does the pointer start where a row does?
bool starts_a_row(const RunContext& c, const Ins& ins, const ShapeCheck& check, const AllocationView& view, uint32_t lane) {
  return check.is_declared || static_cast<uint64_t>(pointer_offset(c.reg<uint64_t>(ins.a)[lane])) % view.row_bytes == 0;
}

// Does a lane at work (its word of `lanes` is -1) leave the row?
WB_WIDE uint32_t is_any_outside(const uint32_t* column, const int32_t* lanes, uint32_t constant, uint32_t end) {
  uint32_t found = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) found |= static_cast<uint32_t>(column[lane] + constant >= end) & static_cast<uint32_t>(lanes[lane]);
  return found;
}

WB_WIDE void add_product(int64_t* column, const int32_t* value, int32_t factor) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) column[lane] += int64_t{factor} * value[lane];
}

// Where no term has 64 bits the sum has 32: `x + i * 16 + j` of an unsigned x and a j below zero wraps round and comes back.
void wrap(const ShapeCheck& check, int64_t* column) {
  if (std::any_of(check.column.begin(), check.column.end(), [](const ShapeCheck::Term& term) { return term.is_wide; })) return;
  for (uint32_t lane = 0; lane < warp_size; ++lane) column[lane] = static_cast<int32_t>(static_cast<uint32_t>(column[lane]));
}

// What is added to the column of every lane.
void sums_of(const RunContext& c, const ShapeCheck& check, int64_t* column) {
  std::fill(column, column + warp_size, check.column_constant);
  for (const ShapeCheck::Term& term : check.column) {
    const bool is_plain = !term.is_wide && !term.is_unsigned && term.times == ShapeCheck::no_slot && term.factor == static_cast<int32_t>(term.factor);
    if (is_plain) add_product(column, c.reg<int32_t>(term.slot), static_cast<int32_t>(term.factor));
    else for (uint32_t lane = 0; lane < warp_size; ++lane) column[lane] += term.factor * value_of(c, term, lane);
  }
  wrap(check, column);
}

// Whole rows in one part of the sum, times its factor, if all lanes add the same; else 0.
int64_t whole_rows(const RunContext& c, const ShapeCheck::Term& term, LaneMask lanes, uint64_t width) {
  const int64_t value = value_of(c, term, static_cast<uint32_t>(std::countr_zero(lanes)));
  if (value % static_cast<int64_t>(width) || term.times != ShapeCheck::no_slot) return 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    if (value_of(c, term, static_cast<uint32_t>(std::countr_zero(rest))) != value) return 0;
  return term.factor * value;
}

// The column of every lane.
void columns_of(const RunContext& c, const ShapeCheck& check, LaneMask lanes, uint64_t width, int64_t* column) {
  sums_of(c, check, column);
  if (check.column.size() < 2) return;
  for (const ShapeCheck::Term& term : check.column)
    if (const int64_t rows = whole_rows(c, term, lanes, width))
      for (uint32_t lane = 0; lane < warp_size; ++lane) column[lane] -= rows;
  wrap(check, column);
}

LaneMask beyond(const int64_t* column, uint64_t width) {
  LaneMask outside = 0;
  for (uint32_t lane = 0; lane < warp_size; ++lane) outside |= static_cast<uint32_t>(static_cast<uint64_t>(column[lane]) >= width) << lane;
  return outside;
}

LaneMask lanes_outside(const RunContext& c, const ShapeCheck& check, LaneMask lanes, uint64_t width) {
  if (check.column.empty()) return static_cast<uint64_t>(check.column_constant) < width ? 0 : lanes;  // pixels[3 * i + 1]
  uint32_t outside = 0;
  if (check.column.size() == 1 && !check.column[0].is_wide && check.column[0].times == ShapeCheck::no_slot && check.column[0].factor == 1 && width < (1u << 30) &&
      check.column_constant > -(1 << 30) && check.column_constant < 1 << 30) {  // nearly always: a variable, and perhaps a constant
    const uint32_t* column = c.reg<uint32_t>(check.column[0].slot);
    const uint32_t constant = static_cast<uint32_t>(check.column_constant), end = static_cast<uint32_t>(width);
    if (!is_any_outside(column, c.lanes, constant, end)) return 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) outside |= static_cast<uint32_t>(column[lane] + constant >= end) << lane;
    return outside & lanes;
  }
  alignas(64) int64_t column[warp_size];
  sums_of(c, check, column);
  if (!(beyond(column, width) & lanes)) return 0;  // nearly always: whole rows need not be looked for
  columns_of(c, check, lanes, width, column);
  return beyond(column, width) & lanes;
}

}  // namespace

LaneMask lanes_off_their_rows(const RunContext& c, const Ins& ins, uint32_t allocation, LaneMask lanes) {
  if (!lanes || c.is_watched) return 0;
  const ShapeCheck& check = c.program->shape_checks[c.info[c.pc].shape_check - 1u];
  const AllocationView& view = c.views[allocation];
  const uint32_t first = static_cast<uint32_t>(std::countr_zero(lanes));
  const uint64_t width = width_of(c, check, view, first);
  const LaneMask outside = width ? lanes_outside(c, check, lanes, width) : 0;
  return outside && starts_a_row(c, ins, check, view, first) ? outside : 0;  // last, for it divides, and nearly always nobody is outside
}

void check_shape(RunContext& c, const Ins& ins, uint32_t allocation, AccessKind kind, uint8_t bytes, LaneMask lanes, const uint32_t* offsets) {
  const LaneMask outside = lanes_off_their_rows(c, ins, allocation, lanes);
  if (!outside) return;
  const ShapeCheck& check = c.program->shape_checks[c.info[c.pc].shape_check - 1u];
  int64_t at[warp_size], column[warp_size];
  uint64_t columns[warp_size];
  columns_of(c, check, lanes, width_of(c, check, c.views[allocation], static_cast<uint32_t>(std::countr_zero(lanes))), column);
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint32_t stride = c.views[allocation].lane_stride;  // local memory: as seen from the thread's own copy
    at[lane] = stride ? offsets[lane] % stride : offsets[lane];
    columns[lane] = static_cast<uint64_t>(column[lane]);
  }
  c.checks->fault({.kind = FindingKind::oob_shape, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = outside,
                   .access = kind, .bytes = bytes, .allocation = allocation, .offset = at, .value = columns});
}

}  // namespace wb
