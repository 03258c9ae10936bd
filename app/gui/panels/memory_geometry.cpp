#include "app/gui/panels/memory_geometry.h"

#include <algorithm>
#include <cmath>

namespace wb {

uint64_t row_bytes_for(double width, double smallest_cell, uint32_t cell_bytes) {
  uint64_t bytes = std::max(1u, cell_bytes);
  while (bytes < 128 && double(bytes * 2 / std::max(1u, cell_bytes)) * smallest_cell <= width) bytes *= 2;
  return bytes;
}

CellRows CellRows::all(uint64_t allocation_bytes, uint64_t row_bytes) {
  CellRows rows;
  rows.bytes_ = allocation_bytes;
  rows.row_bytes_ = std::max<uint64_t>(1, row_bytes);
  return rows;
}

CellRows CellRows::some(uint64_t allocation_bytes, uint64_t row_bytes, std::vector<ByteRange> ranges) {
  CellRows rows = all(allocation_bytes, row_bytes);
  rows.is_all_ = false;
  uint64_t shown_to = 0;
  for (const ByteRange& range : ranges) {
    if (range.first > shown_to) rows.rows_.push_back({shown_to, range.first - shown_to, true});
    for (uint64_t first = range.first; first < range.end(); first += rows.row_bytes_)
      rows.rows_.push_back({first, std::min(rows.row_bytes_, range.end() - first), false});
    shown_to = range.end();
  }
  if (shown_to < allocation_bytes) rows.rows_.push_back({shown_to, allocation_bytes - shown_to, true});
  return rows;
}

uint64_t CellRows::count() const { return is_all_ ? (bytes_ + row_bytes_ - 1) / row_bytes_ : rows_.size(); }

CellRows::Row CellRows::row(uint64_t index) const {
  if (index >= count()) return {};
  if (!is_all_) return rows_[index];
  return {index * row_bytes_, std::min(row_bytes_, bytes_ - index * row_bytes_), false};
}

std::optional<uint64_t> CellRows::row_of(uint64_t offset) const {
  if (offset >= bytes_) return std::nullopt;
  if (is_all_) return offset / row_bytes_;
  auto after = std::upper_bound(rows_.begin(), rows_.end(), offset, [](uint64_t at, const Row& r) { return at < r.first; });
  if (after == rows_.begin()) return std::nullopt;
  return static_cast<uint64_t>(after - rows_.begin() - 1);
}

ByteRange CellRows::bytes_of(uint64_t begin, uint64_t end) const {
  end = std::min(end, count());
  if (begin >= end) return {};
  const uint64_t first = row(begin).first;
  const Row last = row(end - 1);
  return {first, last.first + last.count - first};
}

uint64_t last_top(const CellRows& rows, const CellPlan& plan) {
  const uint64_t fit = std::max<uint64_t>(1, plan.whole_rows());
  return rows.count() > fit ? rows.count() - fit : 0;
}

uint64_t reveal_row(const CellRows& rows, const CellPlan& plan, uint64_t row) {
  const uint64_t fit = std::max<uint64_t>(1, plan.whole_rows());
  uint64_t top = plan.top;
  if (row < top) top = row;
  if (row >= top + fit) top = row - fit + 1;
  return std::min(top, last_top(rows, plan));
}

std::optional<Rect> cell_rect(const CellRows& rows, const CellPlan& plan, uint64_t offset) {
  const auto row = rows.row_of(offset);
  if (!row || *row < plan.top || *row >= plan.top + plan.rows_in_sight()) return std::nullopt;
  const CellRows::Row at = rows.row(*row);
  if (at.is_gap) return std::nullopt;
  const auto column = static_cast<float>((offset - at.first) / plan.cell_bytes);
  return Rect{plan.area.x + column * plan.cell_width, plan.area.y + static_cast<float>(*row - plan.top) * plan.row_height, plan.cell_width, plan.row_height};
}

std::optional<ArrowEnd> arrow_end(const CellRows& rows, const CellPlan& plan, uint64_t offset) {
  if (const auto rect = cell_rect(rows, plan, offset)) return ArrowEnd{rect->x + rect->width / 2, rect->y + rect->height * 0.2f, true};
  const auto row = rows.row_of(offset);
  if (!row) return std::nullopt;
  const CellRows::Row at = rows.row(*row);
  const auto column = static_cast<float>(at.is_gap ? 0 : (offset - at.first) / plan.cell_bytes);
  return ArrowEnd{plan.area.x + (column + 0.5f) * plan.cell_width, *row < plan.top ? plan.area.y : plan.area.bottom(), false};
}

std::optional<uint64_t> offset_at(const CellRows& rows, const CellPlan& plan, float x, float y) {
  if (!plan.area.contains(x, y) || plan.cell_width <= 0 || plan.row_height <= 0) return std::nullopt;
  const uint64_t index = plan.top + static_cast<uint64_t>((y - plan.area.y) / plan.row_height);
  if (index >= rows.count()) return std::nullopt;
  const CellRows::Row row = rows.row(index);
  const uint64_t offset = static_cast<uint64_t>((x - plan.area.x) / plan.cell_width) * plan.cell_bytes;
  if (row.is_gap || offset >= row.count) return std::nullopt;
  return row.first + offset;
}

std::vector<Rect> stretch_rects(const CellRows& rows, const CellPlan& plan, uint64_t first, uint64_t count) {
  std::vector<Rect> rects;
  const double byte = double(plan.cell_width) / plan.cell_bytes;
  for (uint64_t at = first; at < first + count;) {
    const auto row = rows.row_of(at);
    if (!row) break;
    const CellRows::Row r = rows.row(*row);
    const uint64_t end = std::min(first + count, r.first + r.count);
    const bool is_seen = *row >= plan.top && *row < plan.top + plan.rows_in_sight() && !r.is_gap;
    if (is_seen)
      rects.push_back({static_cast<float>(plan.area.x + double(at - r.first) * byte), plan.area.y + static_cast<float>(*row - plan.top) * plan.row_height,
                       static_cast<float>(double(end - at) * byte), plan.row_height});
    at = end;
  }
  return rects;
}

Rect lane_rect(const Rect& strip, int lane) {
  const float wide = strip.width / warp_size;
  return {strip.x + static_cast<float>(lane) * wide, strip.y, wide, strip.height};
}

std::optional<int> lane_at(const Rect& strip, float x, float y) {
  if (!strip.contains(x, y)) return std::nullopt;
  return std::clamp(static_cast<int>((x - strip.x) / strip.width * warp_size), 0, warp_size - 1);
}

Rect pass_rect(const Rect& chart, uint32_t bank, uint32_t pass, uint32_t passes, float tallest) {
  const float wide = chart.width / bank_count, high = std::min(tallest, chart.height / static_cast<float>(std::max(1u, passes)));
  return {chart.x + static_cast<float>(bank) * wide, chart.y + static_cast<float>(pass) * high, wide, high};
}

MemoryParts divide_memory(const Rect& area, const MemoryNeeds& needs) {
  MemoryParts parts;
  const float fixed = needs.head + needs.words + needs.lanes + needs.queue + needs.legend + needs.least_cells;
  float spare = std::max(0.0f, area.height - fixed);
  // What is asked about the past may take two thirds of what is left; passes what then remains.
  const float history = needs.history > 0 ? std::min(needs.history, std::max(spare * 0.66f, std::min(needs.history, area.height * 0.28f))) : 0;
  spare = std::max(0.0f, spare - history);
  const float passes = std::min(needs.passes, spare);
  float y = area.y;
  const auto take = [&](Rect& part, float height) {
    height = std::clamp(height, 0.0f, std::max(0.0f, area.bottom() - y));
    part = {area.x, y, area.width, height};
    y += height;
  };
  take(parts.head, needs.head);
  take(parts.words, needs.words);
  take(parts.lanes, needs.lanes);
  take(parts.queue, needs.queue);
  take(parts.cells, std::max(0.0f, area.bottom() - y - passes - needs.legend - history));
  take(parts.passes, passes);
  take(parts.legend, needs.legend);
  take(parts.history, history);
  return parts;
}

}  // namespace wb
