// Code on the page: fenced blocks and excerpts of the lesson's sources.
#include <algorithm>
#include <cmath>

#include "app/gui/code_colours.h"
#include "app/gui/panels/code_rows.h"
#include "app/gui/panels/page_pen.h"

namespace wb {
namespace {

// The part of a row that each colour has. `run` moves on with the rows.
void draw_row(Pen& pen, Type type, float x, float y, float height, std::string_view code, const CodeRow& row, const std::vector<CodeRun>& runs, size_t& run) {
  pen.ui.widgets.begin_text_group();
  const auto piece = [&](size_t from, size_t to, Colour colour) {
    if (from < to) x += wb::text(pen.ui, type, x, y, height, colour, code.substr(from, to - from));
  };
  size_t at = row.begin;
  while (run < runs.size() && runs[run].end <= at) ++run;
  for (; run < runs.size() && runs[run].begin < row.end; ++run) {
    const size_t from = std::max<size_t>(runs[run].begin, at), to = std::min<size_t>(runs[run].end, row.end);
    piece(at, from, pen.ui.theme.code_text);
    piece(from, to, runs[run].colour);
    at = std::max(at, to);
    if (runs[run].end > row.end) break;
  }
  piece(at, row.end, pen.ui.theme.code_text);
  pen.ui.widgets.end_text_group();
}

}  // namespace

// On quiet ground, with line numbers; the line where the followed thread stands is lit when this is the source that runs. A long line
// makes all of it a little smaller; one that is too long even so goes on below.
void draw_code(Pen& pen, std::string_view code, uint32_t first_line, const std::string& file) {
  while (!code.empty() && code.back() == '\n') code.remove_suffix(1);
  const float high = std::round(pen.ui.theme.code_line * 0.95f), pad = std::round(pen.px(12));
  const bool has_numbers = first_line > 0;
  const size_t line_count = static_cast<size_t>(std::count(code.begin(), code.end(), '\n')) + 1;
  const float gutter = has_numbers ? pen.ui.fonts.width(Type::code_small, std::to_string(first_line + line_count)) + pen.px(14) : 0;
  const float room = pen.width - 2 * pad - gutter;
  const auto columns = [&](Type type) { return static_cast<size_t>(room / pen.ui.fonts.width(type, "0")); };
  Type type = Type::code;
  std::vector<CodeRow> rows = code_rows(code, columns(type));
  if (rows.size() > line_count) rows = code_rows(code, columns(type = Type::code_small));

  const Rect box{pen.x, pen.y, pen.width, high * static_cast<float>(rows.size()) + 2 * pad};
  fill(pen.ui, box, pen.ui.theme.is_dark ? pen.ui.theme.ground : mix(pen.ui.theme.paper, pen.ui.theme.ground, 0.75f), pen.px(8));
  frame(pen.ui, box, pen.ui.theme.line, pen.px(8));
  Clip clip(pen.ui, {box.x + 1, box.y, box.width - 2, box.height});
  const SourceState* source = pen.session.source();
  const bool is_live = !file.empty() && source && source->file_name == file && pen.session.recording() && pen.session.selection().launch == source->name;
  const uint32_t current = is_live ? pen.session.resolved().current_line : 0;
  const std::vector<CodeRun> runs = colour_code(pen.ui.theme, code);
  size_t run = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint32_t number = first_line + static_cast<uint32_t>(rows[i].line);
    const float y = box.y + pad + high * static_cast<float>(i);
    const bool is_first = i == 0 || rows[i - 1].line != rows[i].line;
    if (has_numbers && number == current) {
      fill(pen.ui, {box.x, y, box.width, high}, pen.ui.theme.current_line);
      fill(pen.ui, {box.x, y, pen.px(3), high}, pen.ui.theme.current_line_edge);
    }
    if (has_numbers && is_first) text_right(pen.ui, Type::code_small, pen.x + pad + gutter - pen.px(12), y, high, mix(pen.ui.theme.quiet, pen.ui.theme.paper, 0.35f), std::to_string(number));
    const float indent = static_cast<float>(rows[i].indent) * pen.ui.fonts.width(type, "0");
    draw_row(pen, type, pen.x + pad + gutter + indent, y, high, code, rows[i], runs, run);
  }
  pen.y = box.bottom();
}

}  // namespace wb
