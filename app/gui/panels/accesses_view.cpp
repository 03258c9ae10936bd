#include "app/gui/panels/accesses_view.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"
#include "app/session/session.h"

namespace wb {
namespace {

constexpr float line_height = 19, row_padding = 6;   // design pixels

float measure(float width, const Ui& ui) { return width - ui.px(56); }

std::string words_of(const std::vector<Said>& pieces, const Ui& ui) {
  std::string words;
  for (const Said& piece : pieces) words += (words.empty() ? "" : ", ") + ui.say(piece);
  return words;
}

// Beside the kind: "shared load:" and then these.
float figures_left(const AccessRow& row, const Ui& ui) { return text_width(ui, Type::caption, ui.say(row.kind) + ":") + ui.px(5); }

float high_of(const AccessRow& row, float width, const Ui& ui) {
  float high = ui.px(line_height + row_padding) + wrapped_height(ui.fonts, Type::caption, ui.px(line_height), measure(width, ui) - figures_left(row, ui), words_of(row.figures, ui));
  for (const Said& note : row.notes) high += wrapped_height(ui.fonts, Type::caption, ui.px(line_height - 1), measure(width, ui), ui.say(note));
  return high;
}

}  // namespace

float AccessesView::draw(const Session& session, const RunResult& result, const Rect& area, const Rect& window, Ui& ui) {
  if (of_ != &result || id_ != result.id) rows_ = access_rows(result), of_ = &result, id_ = result.id;
  if (rows_.empty()) return 0;
  float y = area.y;
  const float heading = text(ui, Type::ui_bold, area.x, y, ui.px(22), ui.theme.ink, ui.say("access.title"));
  text_cut(ui, Type::caption, area.x + heading + ui.px(8), y, ui.px(22), area.width - heading - ui.px(8), ui.theme.quiet, ui.say("access.hint"));
  y += ui.px(27);
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Rect row{area.x, y, area.width, high_of(rows_[i], area.width, ui)};
    const bool is_in_sight = ui.widgets.is_listening() || (row.bottom() > window.y && row.y < window.bottom());
    if (is_in_sight) draw_row(rows_[i], i, rows_[i].line && session.selection().line == rows_[i].line, row, ui);
    y += row.height;
  }
  return y - area.y;
}

void AccessesView::draw_row(const AccessRow& row, size_t index, bool is_marked, const Rect& area, Ui& ui) const {
  const std::string id = "access/" + std::to_string(index), kind = ui.say(row.kind), figures = words_of(row.figures, ui);
  const Interaction use = ui.widgets.add({.role = Role::list_item, .label = row.code, .id = id, .rect = area, .enabled = row.line != 0, .checked = is_marked, .value = kind + ", " + figures});
  if (is_marked || use.hovered) fill(ui, area, with_alpha(ui.theme.accent, is_marked ? 0.1f : 0.06f), ui.px(4));
  const float left = area.x + ui.px(44), right = area.right() - ui.px(6), high = ui.px(line_height);
  float y = area.y + ui.px(row_padding / 2);
  ui.widgets.begin_text_group();
  text_right(ui, Type::code_small, left - ui.px(12), y, high, ui.theme.quiet, row.place);
  text_cut(ui, Type::code_small, left, y, high, right - left, ui.theme.ink, row.code);
  y += high;
  text(ui, Type::caption, left, y, high, ui.theme.quiet, kind + ":");
  const float beside = figures_left(row, ui);
  y += text_wrapped(ui, Type::caption, left + beside, y, high, measure(area.width, ui) - beside, row.is_costly ? mix(ui.theme.bad, ui.theme.ink, 0.25f) : ui.theme.ink, figures);
  for (const Said& note : row.notes) y += text_wrapped(ui, Type::caption, left, y, high - ui.px(1), measure(area.width, ui), ui.theme.quiet, ui.say(note));
  ui.widgets.end_text_group();
  focus_ring(ui, area, id, 4);
  if (use.activated) ui.commands.send(SelectLine{row.line, true});
}

}  // namespace wb
