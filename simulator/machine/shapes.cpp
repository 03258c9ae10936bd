// oob.shape: a column that leaves its row, at accesses whose index is written row * width + column (program/lower_shapes.cpp).
//
//   in[y * w + x], w = 8, x = -1:   in[y][-1] is in[y - 1][7]: the flat index is legal, the element is the wrong one
//
// The width counts if it is that of the memory itself: of the declared array, or the last dimension of the launch's buffer, seen in elements
// of the access's type. A pointer that does not start at the beginning of a row (a window into a larger picture) has no columns to check.
//
//   in[i + w], rgb[i + n], i = y * w + x, n = w * h: the same x in the row below, in the next plane. A part of the sum that is a number of
//   whole rows, the same for all lanes of the warp, is a step from row to row and belongs to no column; a block's place is none.
//
// How wide the memory's rows are is found out at the first access to an allocation; then the run loop compares a column that is a variable
// itself (ShapeTest), and comes here if a lane leaves its row, or where it cannot say.
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

// Elements in a row of the memory; 0: it has no rows, or none of whole elements.
uint64_t row_of(const ShapeCheck& check, const AllocationView& view) {
  if (check.is_declared) return static_cast<uint64_t>(check.width_constant);
  return view.row_bytes % check.element_bytes ? 0 : view.row_bytes / check.element_bytes;
}

// Does the index speak of rows of that width?
bool speaks_of(const RunContext& c, const ShapeCheck& check, uint64_t row, uint32_t lane) {
  const auto is_row = [&](const ShapeCheck::Term& term) { return static_cast<uint64_t>(value_of(c, term, lane)) == row; };
  return (check.width_constant > 0 && static_cast<uint64_t>(check.width_constant) == row) || std::any_of(check.widths.begin(), check.widths.end(), is_row);
}

// Does the pointer start where a row does?
bool starts_a_row(const RunContext& c, const Ins& ins, const ShapeCheck& check, const AllocationView& view, uint32_t lane) {
  return check.is_declared || static_cast<uint64_t>(pointer_offset(c.reg<uint64_t>(ins.a)[lane])) % view.row_bytes == 0;
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

// Nearly always: a variable, and perhaps a constant.
bool is_variable(const ShapeCheck& check, uint64_t width) {
  constexpr int64_t far = 1 << 30;
  if (check.column.size() != 1 || width >= far || check.column_constant <= -far || check.column_constant >= far) return false;
  const ShapeCheck::Term& term = check.column[0];
  return !term.is_wide && term.times == ShapeCheck::no_slot && term.factor == 1;
}

LaneMask lanes_outside(const RunContext& c, const ShapeCheck& check, LaneMask lanes, uint64_t width) {
  if (check.column.empty()) return static_cast<uint64_t>(check.column_constant) < width ? 0 : lanes;  // pixels[3 * i + 1]
  uint32_t outside = 0;
  if (is_variable(check, width)) {  // as the run loop does it: an unsigned one may wrap around into its row
    const uint32_t* column = c.reg<uint32_t>(check.column[0].slot);
    for (uint32_t lane = 0; lane < warp_size; ++lane) outside |= static_cast<uint32_t>(column[lane] + static_cast<uint32_t>(check.column_constant) >= width) << lane;
    return outside & lanes;
  }
  alignas(64) int64_t column[warp_size];
  sums_of(c, check, column);
  if (!(beyond(column, width) & lanes)) return 0;  // nearly always: whole rows need not be looked for
  columns_of(c, check, lanes, width, column);
  return beyond(column, width) & lanes;
}

// A register that holds the same in all threads of a launch: a constant, a parameter that nobody changes, an extent of the block or grid.
bool is_launch_constant(const Program& program, uint32_t slot) {
  const auto preset = std::find_if(program.presets.begin(), program.presets.end(), [&](const Preset& p) { return p.slot == slot; });
  return preset != program.presets.end() && (preset->kind != Preset::Kind::special || preset->index > static_cast<uint32_t>(Special::block_idx_z));
}
bool is_launch_constant(const Program& program, const ShapeCheck::Term& term) {
  return is_launch_constant(program, term.slot) && (term.times == ShapeCheck::no_slot || is_launch_constant(program, term.times));
}

// What can be said at the first access to an allocation of those to come? Whether the index speaks of rows as wide as the memory's is left open
// where that may change: it only matters when somebody leaves one.
ShapeTest test_of(const RunContext& c, const ShapeCheck& check, uint32_t allocation) {
  const uint64_t row = row_of(check, c.views[allocation]);
  const auto is_known = [&](const ShapeCheck::Term& term) { return is_launch_constant(*c.program, term); };
  const bool never_speaks = std::all_of(check.widths.begin(), check.widths.end(), is_known) && !speaks_of(c, check, row, 0);
  ShapeTest test{.allocation = allocation};
  if (!row || never_speaks || (check.column.empty() && static_cast<uint64_t>(check.column_constant) < row)) {
    test.kind = ShapeTest::Kind::always;
  } else if (is_variable(check, row)) {
    test.kind = ShapeTest::Kind::variable;
    test.slot = check.column[0].slot;
    test.constant = static_cast<uint32_t>(check.column_constant);
    test.width = static_cast<uint32_t>(row);
  }
  return test;
}

// Which of the lanes have a column that leaves its row?
LaneMask lanes_off_their_rows(const RunContext& c, const Ins& ins, uint32_t allocation, LaneMask lanes) {
  if (!lanes || c.is_watched) return 0;
  const uint32_t number = c.info[c.pc].shape_check - 1u;
  const ShapeCheck& check = c.program->shape_checks[number];
  const AllocationView& view = c.views[allocation];
  if (c.shape_tests[number].allocation != allocation) c.shape_tests[number] = test_of(c, check, allocation);
  const uint32_t first = static_cast<uint32_t>(std::countr_zero(lanes));
  const uint64_t row = row_of(check, view);
  if (!row || !speaks_of(c, check, row, first)) return 0;
  const LaneMask outside = lanes_outside(c, check, lanes, row);
  return outside && starts_a_row(c, ins, check, view, first) ? outside : 0;
}

}  // namespace

void check_shape(RunContext& c, const Ins& ins, uint32_t allocation, AccessKind kind, uint8_t bytes, LaneMask lanes, const uint32_t* offsets) {
  const LaneMask outside = lanes_off_their_rows(c, ins, allocation, lanes);
  if (!outside) return;
  const ShapeCheck& check = c.program->shape_checks[c.info[c.pc].shape_check - 1u];
  int64_t at[warp_size], column[warp_size];
  uint64_t columns[warp_size];
  columns_of(c, check, lanes, row_of(check, c.views[allocation]), column);
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const uint32_t stride = c.views[allocation].lane_stride;  // local memory: as seen from the thread's own copy
    at[lane] = stride ? offsets[lane] % stride : offsets[lane];
    columns[lane] = static_cast<uint64_t>(column[lane]);
  }
  c.checks->fault({.kind = FindingKind::oob_shape, .tick = c.tick, .block = c.block, .warp = c.warp_index, .site = c.info[c.pc].site, .lanes = outside,
                   .access = kind, .bytes = bytes, .allocation = allocation, .offset = at, .value = columns});
}

void check_shape_of_rows(RunContext& c, const Ins& ins, uint32_t allocation, uint8_t bytes, uint32_t low, uint32_t high, int64_t step) {
  uint32_t offsets[warp_size];
  for (uint32_t lane = 0; lane < warp_size; ++lane) offsets[lane] = static_cast<uint32_t>((lane < 16 ? low : high) + (lane % 16) * step);
  check_shape(c, ins, allocation, AccessKind::load, bytes, ~LaneMask{0}, offsets);
}

}  // namespace wb
