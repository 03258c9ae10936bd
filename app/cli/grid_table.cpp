#include "app/cli/grid_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/workbook/grid_words.h"
#include "app/workbook/words.h"

namespace wb {
namespace {

using Row = std::array<std::string, 4>;

std::string launcher(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources) {
  if (grid.number == 0) return "the launch's own";
  const std::string who = thread_words(family.grid(grid.parent).shape, grid.by) + " of grid " + std::to_string(grid.parent), place = place_words(sources, grid.span);
  return who + ", at its tick " + std::to_string(grid.launched) + (grid.is_tail ? ", tail launch" : "") + (place.empty() ? "" : "   " + place);
}

void add_row(std::string& text, const Row& row, const std::array<size_t, 3>& widths) {
  const auto pad = [](const std::string& cell, size_t width) { return std::string(width - std::min(width, cell.size()), ' '); };
  text += "  " + pad(row[0], widths[0]) + row[0] + "  " + row[1] + pad(row[1], widths[1]) + "  " + pad(row[2], widths[2]) + row[2] + "  " + row[3] + "\n";
}

}  // namespace

std::string index_words(Index3 index) { return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")"; }

std::string thread_words(const LaunchShape& shape, ThreadRef thread) {
  return "thread " + index_words(shape.thread_index(thread.thread)) + " of block " + index_words(shape.block_index(thread.block));
}

std::string place_words(const SourceMap& sources, Span span) {
  if (span.file.v >= sources.file_count()) return "";
  const Span outer = sources.outermost(span);
  const LineColumn at = sources.start(outer);
  return std::string(sources.name(outer.file)) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string grid_table(const GridFamily& family, const SourceMap& sources, uint64_t most) {
  const auto all = family.grids();
  const size_t shown = static_cast<size_t>(std::min<uint64_t>(all.size(), most));
  std::vector<Row> rows{{"grid", "kernel", "steps", "launched by"}};
  for (const LaunchedGrid& grid : all.first(shown))
    rows.push_back({std::to_string(grid.number), launch_words(grid), grid.has_begun ? grouped(grid.end - grid.begin) : "never begun", launcher(family, grid, sources)});
  std::array<size_t, 3> widths{};
  for (const Row& row : rows)
    for (size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string text;
  for (const Row& row : rows) add_row(text, row, widths);
  if (shown < all.size()) text += "  " + counted(all.size(), "grid", "grids") + " in all; --limit shows more\n";
  return text;
}

}  // namespace wb
