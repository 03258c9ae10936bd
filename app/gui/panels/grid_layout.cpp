#include "app/gui/panels/grid_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace wb {
namespace {

constexpr int32_t far_away = 1 << 20;      // cells beyond this are not drawn
constexpr uint64_t max_grid_cells = 1u << 23;
constexpr int terms = 7;                   // 1, bx, by, bz, tx, ty, tz
using Terms = std::array<int64_t, terms>;

Terms terms_of(const LaunchShape& shape, ThreadRef thread) {
  const Index3 b = shape.block_index(thread.block), t = shape.thread_index(thread.thread);
  return {1, b.x, b.y, b.z, t.x, t.y, t.z};
}

int64_t apply_rule(const std::vector<int64_t>& rule, const Terms& x) {
  int64_t element = 0;
  for (int k = 0; k < terms; ++k) element += rule[static_cast<size_t>(k)] * x[static_cast<size_t>(k)];
  return element;
}

std::array<uint32_t, terms> extents(const LaunchShape& s) { return {2, s.grid.x, s.grid.y, s.grid.z, s.block.x, s.block.y, s.block.z}; }

// Gaussian elimination on the samples that stored something. Terms of extent 1 are always 0 and get coefficient 0; a term that the
// samples leave open gets what a row-major neighbour would have.
std::optional<std::vector<int64_t>> fit_rule(const LaunchShape& shape, const std::vector<LayoutSample>& samples) {
  const auto extent = extents(shape);
  std::vector<std::array<double, terms + 1>> rows(terms);
  std::array<bool, terms> has_pivot{};
  for (const LayoutSample& sample : samples) {
    if (!sample.element) continue;
    std::array<double, terms + 1> row{};
    const Terms x = terms_of(shape, sample.thread);
    for (size_t k = 0; k < terms; ++k) row[k] = extent[k] > 1 ? static_cast<double>(x[k]) : 0;
    row[terms] = static_cast<double>(*sample.element);
    for (size_t k = 0; k < terms; ++k) {
      if (std::abs(row[k]) < 1e-9) continue;
      if (!has_pivot[k]) {
        for (size_t j = terms + 1; j-- > k;) row[j] /= row[k];
        rows[k] = row;
        has_pivot[k] = true;
        break;
      }
      const double factor = row[k];
      for (size_t j = k; j <= terms; ++j) row[j] -= factor * rows[k][j];
    }
  }
  if (!has_pivot[0]) return std::nullopt;
  std::vector<int64_t> rule(terms, 0);
  std::array<double, terms> solved{};
  for (size_t k = terms; k-- > 0;) {
    if (extent[k] <= 1) continue;
    if (!has_pivot[k]) {
      if (k >= 4) return std::nullopt;   // threads of a block that cannot be told apart
      solved[k] = solved[k + 3] * extent[k + 3];
    } else {
      solved[k] = rows[k][terms];
      for (size_t j = k + 1; j < terms; ++j) solved[k] -= rows[k][j] * solved[j];
    }
    rule[k] = static_cast<int64_t>(std::llround(solved[k]));
    if (std::abs(solved[k] - static_cast<double>(rule[k])) > 1e-3 || std::llabs(rule[k]) > int64_t{1} << 40) return std::nullopt;
  }
  return rule;
}

bool proves(const LaunchShape& shape, const std::vector<int64_t>& rule, const std::vector<LayoutSample>& samples) {
  for (const LayoutSample& s : samples)
    if (s.element && apply_rule(rule, terms_of(shape, s.thread)) != static_cast<int64_t>(*s.element)) return false;
  return true;
}

bool is_one_to_one(const std::vector<LayoutSample>& samples) {
  std::vector<uint64_t> elements;
  for (const LayoutSample& s : samples)
    if (s.element) elements.push_back(*s.element);
  const size_t asked = elements.size();
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return asked > 0 && elements.size() * 10 >= asked * 9;
}

ThreadRef thread_of(const LaunchShape& shape, uint64_t global) {
  const uint32_t per_block = std::max(1u, shape.threads_per_block());
  return {static_cast<uint32_t>(global / per_block), static_cast<uint32_t>(global % per_block)};
}

CellRect cover(CellRect a, Cell c) {
  if (a.columns == 0) return {c.column, c.row, 1, 1};
  const int32_t right = std::max(a.column + a.columns, c.column + 1), bottom = std::max(a.row + a.rows, c.row + 1);
  a.column = std::min(a.column, c.column);
  a.row = std::min(a.row, c.row);
  return {a.column, a.row, right - a.column, bottom - a.row};
}

// Does this term lead down the rows? A block leads where its threads lead: block 1 of 16 threads in a row starts at column 16, also
// when the picture is only 16 wide.
bool leads_down(const LaunchShape& shape, const std::vector<int64_t>& rule, size_t k, int64_t width) {
  if (width <= 1) return false;
  if (k <= 3 && rule[k + 3] != 0 && rule[k] == rule[k + 3] * extents(shape)[k + 3]) return leads_down(shape, rule, k + 3, width);
  return rule[k] >= width;
}

// Row parts and column parts of a coefficient: 16 * width is 16 rows down, 1 is one column to the right.
bool is_plane(const LaunchShape& shape, const std::vector<int64_t>& rule, int64_t width) {
  const bool has_rows = shape.grid.y > 1 || shape.block.y > 1 || shape.grid.z > 1 || shape.block.z > 1;
  if (!has_rows) return false;
  for (size_t k = 1; k < terms; ++k)
    if (rule[k] < 0 || (rule[k] > width && rule[k] % width != 0)) return false;
  return true;
}

}  // namespace

PictureShape picture_shape(const std::vector<uint64_t>& shape) {
  uint64_t columns = 1, rows = 1;
  if (!shape.empty()) columns = std::max<uint64_t>(1, shape.back());
  for (size_t d = 0; d + 1 < shape.size(); ++d) rows *= std::max<uint64_t>(1, shape[d]);
  if (rows == 1 && columns > 64) {
    const uint64_t total = columns;
    uint64_t wide = 32;
    while (wide * wide < total * 2 && wide < 1024) wide *= 2;
    columns = wide;
    rows = (total + wide - 1) / wide;
  }
  constexpr uint64_t most = 1u << 20;
  return {static_cast<int32_t>(std::min(columns, most)), static_cast<int32_t>(std::min(rows, most))};
}

std::vector<ThreadRef> sample_threads(const LaunchShape& shape, uint64_t all_up_to) {
  std::vector<ThreadRef> threads;
  const uint64_t total = shape.thread_count();
  if (total == 0) return threads;
  if (total <= all_up_to) {
    for (uint64_t g = 0; g < total; ++g) threads.push_back(thread_of(shape, g));
    return threads;
  }
  const auto add = [&](Index3 b, Index3 t) { threads.push_back({shape.linear_block(b), shape.linear_thread(t)}); };
  const Index3 g = shape.grid, k = shape.block;
  // Neighbours in every direction, from the first thread of the first and of a middle block; corners; and a few anywhere.
  for (Index3 b : {Index3{0, 0, 0}, Index3{g.x / 2, g.y / 2, g.z / 2}}) {
    add(b, {0, 0, 0});
    if (k.x > 1) add(b, {1, 0, 0});
    if (k.y > 1) add(b, {0, 1, 0});
    if (k.z > 1) add(b, {0, 0, 1});
    add(b, {k.x - 1, 0, 0});
    add(b, {0, k.y - 1, 0});
    add(b, {k.x - 1, k.y - 1, k.z - 1});
  }
  if (g.x > 1) add({1, 0, 0}, {0, 0, 0});
  if (g.y > 1) add({0, 1, 0}, {0, 0, 0});
  if (g.z > 1) add({0, 0, 1}, {0, 0, 0});
  add({g.x - 1, 0, 0}, {0, 0, 0});
  add({0, g.y - 1, 0}, {0, 0, 0});
  add({g.x - 1, g.y - 1, g.z - 1}, {0, 0, 0});
  uint64_t state = 0x9E3779B97F4A7C15ull;  // fixed: the same launch is always asked the same
  for (int i = 0; i < 24; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    threads.push_back(thread_of(shape, state % total));
  }
  const auto place = [](ThreadRef t) { return std::pair(t.block, t.thread); };
  std::sort(threads.begin(), threads.end(), [&](ThreadRef a, ThreadRef b) { return place(a) < place(b); });
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

GridLayout GridLayout::fit(const LaunchShape& shape, PictureShape picture, const std::vector<LayoutSample>& samples) {
  if (picture.elements() == 0 || shape.thread_count() > max_grid_cells || picture.elements() > max_grid_cells) return in_own_order(shape);
  const auto rule = is_one_to_one(samples) ? fit_rule(shape, samples) : std::nullopt;
  GridLayout layout;
  layout.shape_ = shape;
  layout.threads_ = shape.thread_count();
  layout.picture_ = picture;
  if (rule && proves(shape, *rule, samples)) {
    layout.placement_ = is_plane(shape, *rule, picture.columns) ? Placement::plane : Placement::wrapped;
    layout.place_by_rule(*rule);
    layout.finish();
    return layout;
  }
  if (!is_one_to_one(samples) || samples.size() < shape.thread_count()) return in_own_order(shape);
  layout.placement_ = Placement::recorded;
  layout.cells_.assign(layout.threads_, Cell{nowhere, 0});
  uint64_t idle = 0;
  for (const LayoutSample& s : samples) {
    const uint64_t at = s.element ? *s.element : picture.elements() + picture.columns + idle++;  // a free row between
    const uint64_t columns = static_cast<uint64_t>(picture.columns);
    layout.cells_[uint64_t{s.thread.block} * shape.threads_per_block() + s.thread.thread] = {
        static_cast<int32_t>(at % columns), static_cast<int32_t>(at / columns)};
  }
  layout.finish();
  return layout;
}

void GridLayout::place_by_rule(const std::vector<int64_t>& rule) {
  const int64_t width = picture_.columns;
  cells_.resize(threads_);
  for (uint64_t g = 0; g < threads_; ++g) {
    const Terms x = terms_of(shape_, thread_of(shape_, g));
    int64_t column = 0, row = 0;
    if (placement_ == Placement::plane) {
      for (size_t k = 1; k < terms; ++k) {
        if (leads_down(shape_, rule, k, width)) row += rule[k] / width * x[k];
        else column += rule[k] * x[k];
      }
      column += rule[0] % width;
      row += rule[0] / width;
    } else {
      const int64_t element = apply_rule(rule, x);
      column = ((element % width) + width) % width;
      row = (element - column) / width;
    }
    const bool too_far = std::llabs(column) > far_away || std::llabs(row) > far_away;
    cells_[g] = too_far ? Cell{nowhere, 0} : Cell{static_cast<int32_t>(column), static_cast<int32_t>(row)};
  }
}

GridLayout GridLayout::in_own_order(const LaunchShape& shape) {
  GridLayout layout;
  layout.shape_ = shape;
  layout.threads_ = std::min<uint64_t>(shape.thread_count(), max_grid_cells);
  layout.placement_ = Placement::own;
  layout.cells_.resize(layout.threads_);
  // A flat block stands as rows of one warp each; blocks stand side by side, in about a square.
  const bool is_flat = shape.block.y == 1 && shape.block.z == 1;
  const int32_t wide = static_cast<int32_t>(is_flat ? std::min(shape.block.x, 32u) : shape.block.x);
  const int32_t high = static_cast<int32_t>(is_flat ? (shape.block.x + 31) / 32 : shape.block.y * shape.block.z);
  const bool is_line = shape.grid.y == 1 && shape.grid.z == 1;
  int32_t across = static_cast<int32_t>(shape.grid.x);
  if (is_line)
    across = std::max(1, static_cast<int32_t>(std::ceil(std::sqrt(static_cast<double>(shape.grid.x) * high / std::max(1, wide)))));
  for (uint64_t g = 0; g < layout.threads_; ++g) {
    const ThreadRef ref = thread_of(shape, g);
    const Index3 b = shape.block_index(ref.block), t = shape.thread_index(ref.thread);
    const int32_t bx = static_cast<int32_t>(is_line ? b.x % static_cast<uint32_t>(across) : b.x);
    const int32_t by = static_cast<int32_t>(is_line ? b.x / static_cast<uint32_t>(across) : b.z * shape.grid.y + b.y);
    const int32_t tx = static_cast<int32_t>(is_flat ? t.x % 32 : t.x), ty = static_cast<int32_t>(is_flat ? t.x / 32 : t.z * shape.block.y + t.y);
    layout.cells_[g] = {bx * wide + tx, by * high + ty};
  }
  layout.finish();
  layout.picture_ = {layout.bounds_.columns, layout.bounds_.rows};
  layout.overhang_ = 0;
  return layout;
}

void GridLayout::finish() {
  bounds_ = placement_ == Placement::own ? CellRect{} : CellRect{0, 0, picture_.columns, picture_.rows};
  overhang_ = 0;
  for (Cell c : cells_) {
    if (c.column == nowhere) continue;
    bounds_ = cover(bounds_, c);
    overhang_ += c.column < 0 || c.row < 0 || c.column >= picture_.columns || c.row >= picture_.rows;
  }
  const uint64_t area = uint64_t(bounds_.columns) * uint64_t(bounds_.rows);
  owners_.assign(area <= max_grid_cells * 2 ? area : 0, nobody);
  bool is_stacked = false;
  for (size_t g = cells_.size(); g-- > 0 && !owners_.empty();) {   // backwards: the first thread of a cell keeps it
    if (cells_[g].column == nowhere) continue;
    uint32_t& owner = owners_[slot_of(cells_[g])];
    if (owner != nobody) {
      if (next_.empty()) next_.assign(cells_.size(), nobody);
      next_[g] = owner;
      is_stacked = is_stacked || layer_of(thread_of(shape_, g)) != layer_of(thread_of(shape_, owner));
    }
    owner = static_cast<uint32_t>(g);
  }
  if (is_stacked) layers_ = shape_.grid.z * shape_.block.z;
  blocks_.assign(shape_.block_count() <= max_grid_cells ? shape_.block_count() : 0, {});
}

size_t GridLayout::slot_of(Cell c) const {
  return static_cast<size_t>(c.row - bounds_.row) * static_cast<size_t>(bounds_.columns) + static_cast<size_t>(c.column - bounds_.column);
}

std::optional<Cell> GridLayout::cell_of(ThreadRef thread) const {
  const uint64_t g = uint64_t{thread.block} * shape_.threads_per_block() + thread.thread;
  if (thread.thread >= shape_.threads_per_block() || g >= cells_.size() || cells_[g].column == nowhere) return std::nullopt;
  return cells_[g];
}

std::optional<ThreadRef> GridLayout::thread_at(Cell c) const {
  const bool inside = c.column >= bounds_.column && c.row >= bounds_.row && c.column < bounds_.column + bounds_.columns &&
                      c.row < bounds_.row + bounds_.rows;
  if (!inside || owners_.empty()) return std::nullopt;
  uint32_t g = owners_[slot_of(c)];
  while (layers_ > 1 && g != nobody && layer_of(thread_of(shape_, g)) != layer_) g = next_[g];
  if (g == nobody) return std::nullopt;
  return thread_of(shape_, g);
}

std::vector<ThreadRef> GridLayout::threads_at(Cell c) const {
  std::vector<ThreadRef> all;
  const bool inside = c.column >= bounds_.column && c.row >= bounds_.row && c.column < bounds_.column + bounds_.columns &&
                      c.row < bounds_.row + bounds_.rows;
  if (!inside || owners_.empty()) return all;
  for (uint32_t g = owners_[slot_of(c)]; g != nobody; g = next_.empty() ? nobody : next_[g]) all.push_back(thread_of(shape_, g));
  return all;
}

uint32_t GridLayout::layer_of(ThreadRef thread) const { return shape_.block_index(thread.block).z * shape_.block.z + shape_.thread_index(thread.thread).z; }

bool GridLayout::is_shown(uint32_t block) const { return layers_ == 1 || shape_.block_index(block).z == layer_ / std::max(1u, shape_.block.z); }

std::optional<uint64_t> GridLayout::element_at(Cell c) const {
  if (placement_ == Placement::own || c.column < 0 || c.row < 0 || c.column >= picture_.columns || c.row >= picture_.rows) return std::nullopt;
  return uint64_t(c.row) * uint64_t(picture_.columns) + uint64_t(c.column);
}

const std::vector<CellRect>& GridLayout::block_rects(uint32_t block) const {
  static const std::vector<CellRect> none;
  if (block >= blocks_.size()) return none;
  if (!blocks_[block].empty()) return blocks_[block];
  std::vector<Cell> cells;
  for (uint32_t t = 0; t < shape_.threads_per_block(); ++t)
    if (const auto cell = cell_of({block, t})) cells.push_back(*cell);
  return blocks_[block] = merge_cells(std::move(cells));
}

std::vector<CellRect> GridLayout::warp_rects(uint32_t block, uint32_t warp) const {
  std::vector<Cell> cells;
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (const auto cell = cell_of({block, warp * warp_size + lane})) cells.push_back(*cell);
  return merge_cells(std::move(cells));
}

std::vector<CellRect> merge_cells(std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end(), [](Cell a, Cell b) { return a.row != b.row ? a.row < b.row : a.column < b.column; });
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<CellRect> runs;
  for (Cell c : cells) {
    if (!runs.empty() && runs.back().row == c.row && runs.back().column + runs.back().columns == c.column) ++runs.back().columns;
    else runs.push_back({c.column, c.row, 1, 1});
  }
  std::vector<CellRect> rects;
  std::map<std::pair<int32_t, int32_t>, size_t> open;  // by column and columns: the rectangle that may still grow down
  for (const CellRect& run : runs) {
    const auto key = std::pair(run.column, run.columns);
    const auto found = open.find(key);
    if (found != open.end() && rects[found->second].row + rects[found->second].rows == run.row) {
      ++rects[found->second].rows;
    } else {
      open[key] = rects.size();
      rects.push_back(run);
    }
  }
  return rects;
}

std::vector<CellEdge> outline(const std::vector<CellRect>& rects) {
  const auto covered_columns = [&](const CellRect& edge_of, int32_t row) {
    // The parts of [column, column + columns) that no rectangle covers in `row`.
    std::vector<std::pair<int32_t, int32_t>> free{{edge_of.column, edge_of.column + edge_of.columns}};
    for (const CellRect& r : rects) {
      if (row < r.row || row >= r.row + r.rows) continue;
      std::vector<std::pair<int32_t, int32_t>> rest;
      for (auto [a, b] : free) {
        if (a < std::min(b, r.column)) rest.push_back({a, std::min(b, r.column)});
        if (std::max(a, r.column + r.columns) < b) rest.push_back({std::max(a, r.column + r.columns), b});
      }
      free = std::move(rest);
    }
    return free;
  };
  const auto covered_rows = [&](const CellRect& edge_of, int32_t column) {
    std::vector<std::pair<int32_t, int32_t>> free{{edge_of.row, edge_of.row + edge_of.rows}};
    for (const CellRect& r : rects) {
      if (column < r.column || column >= r.column + r.columns) continue;
      std::vector<std::pair<int32_t, int32_t>> rest;
      for (auto [a, b] : free) {
        if (a < std::min(b, r.row)) rest.push_back({a, std::min(b, r.row)});
        if (std::max(a, r.row + r.rows) < b) rest.push_back({std::max(a, r.row + r.rows), b});
      }
      free = std::move(rest);
    }
    return free;
  };
  std::vector<CellEdge> edges;
  for (const CellRect& r : rects) {
    for (auto [a, b] : covered_columns(r, r.row - 1)) edges.push_back({a, r.row, b, r.row});
    for (auto [a, b] : covered_columns(r, r.row + r.rows)) edges.push_back({a, r.row + r.rows, b, r.row + r.rows});
    for (auto [a, b] : covered_rows(r, r.column - 1)) edges.push_back({r.column, a, r.column, b});
    for (auto [a, b] : covered_rows(r, r.column + r.columns)) edges.push_back({r.column + r.columns, a, r.column + r.columns, b});
  }
  return edges;
}

}  // namespace wb
