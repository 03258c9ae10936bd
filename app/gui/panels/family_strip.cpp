#include "app/gui/panels/family_strip.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/family_model.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr float row_height = 40;
constexpr double seconds_to_notice = 0.3;

float ways_width(const LaunchedGrid& shown, const Ui& ui) {
  if (shown.number == 0) return 0;
  return button_width(ui, {.label = ui.say("grids.back"), .style = ButtonStyle::quiet}) + button_width(ui, {.label = ui.say("grids.launch"), .style = ButtonStyle::quiet});
}

// A kernel's name may be of any length: where it has no room, the number alone.
std::string pick_label(const LaunchedGrid& shown, float room, const Ui& ui) {
  const std::string number = with_thousands(shown.number), full = ui.say("grids.row", {number, launch_words(shown)});
  const bool fits = button_width(ui, {.label = full, .icon = Icon::caret_down}) + ways_width(shown, ui) <= room;
  return fits ? full : ui.say("grids.row_short", {number});
}

float pick_width(const LaunchedGrid& shown, float room, const Ui& ui) { return button_width(ui, {.label = pick_label(shown, room, ui), .icon = Icon::caret_down}); }

// What the button does not say.
std::string words_of(const GridFamily& family, const LaunchedGrid& shown, float room, const SourceMap& sources, const Ui& ui) {
  const uint64_t others = family.grids().size() - 1;
  const bool names_kernel = pick_label(shown, room, ui).ends_with(launch_words(shown));
  if (shown.number != 0) return (names_kernel ? "" : launch_words(shown) + ", ") + launcher_sentence(family, shown, sources, ui);
  return ui.say(others == 1 ? "grids.own_one" : "grids.own_many", {with_thousands(others)});
}

}  // namespace

std::string launcher_sentence(const GridFamily& family, const LaunchedGrid& grid, const SourceMap& sources, const Ui& ui) {
  if (grid.number == 0) return ui.say("grids.own");
  const LauncherWords by = launcher_words(family, grid, sources);
  const bool has_line = by.line != "0";
  if (grid.is_tail) return ui.say(has_line ? "grids.tail_by_line" : "grids.tail_by", {by.thread, by.block, by.grid, by.line});
  return ui.say(has_line ? "grids.by_line" : "grids.by", {by.thread, by.block, by.grid, by.line});
}

float FamilyStrip::draw(const Session& session, const Rect& area, Ui& ui) {
  const GridFamily* family = session.family();
  if (!family || session.grid() >= family->grids().size()) return 0;
  const LaunchedGrid& shown = family->grid(session.grid());
  const auto& work = session.opening_grid();
  const bool is_opening = work && work->seconds >= seconds_to_notice;
  const float row = ui.px(row_height), left = area.x + ui.px(14), inner = area.width - ui.px(22);
  const std::string words = words_of(*family, shown, inner, session.recording()->sources(), ui);
  const bool is_beside = !is_opening && pick_width(shown, inner, ui) + ways_width(shown, ui) + text_width(ui, Type::caption, words) + ui.px(24) <= inner;
  const float below = is_beside ? 0 : is_opening ? ui.px(26) : wrapped_height(ui.fonts, Type::caption, ui.px(18), inner, words) + ui.px(6);
  const Rect strip{area.x, area.y, area.width, row + below};
  fill(ui, strip, ui.theme.side);
  line(ui, strip.x, strip.bottom() - 1, strip.right(), strip.bottom() - 1, ui.theme.line);
  const Rect head{left, area.y, inner, row};
  const float x = draw_pick(session, shown, head, ui);
  if (shown.number != 0) draw_ways_out(shown, head, ui);
  if (is_opening) draw_opening(*work, {left, area.y + row - ui.px(4), inner, below}, ui);
  else if (is_beside) text(ui, Type::caption, x, area.y, row, ui.theme.quiet, words);
  else text_wrapped(ui, Type::caption, left, area.y + row - ui.px(3), ui.px(18), inner, ui.theme.quiet, words);
  picker_.draw(session, ui);
  return strip.height;
}

// The grid's name, as the button that opens the list. Returns where it ends.
float FamilyStrip::draw_pick(const Session& session, const LaunchedGrid& shown, const Rect& head, Ui& ui) {
  const std::string label = pick_label(shown, head.width, ui), tip = ui.say("grids.pick_tip");
  const Button pick{.label = label, .id = "grids/pick", .icon = Icon::caret_down, .icon_after = true, .tooltip = tip};
  if (button(ui, head.x, head.y + (head.height - button_height(ui)) / 2, pick) || ui.widgets.take_key(Key::g, true)) picker_.open(session, ui);
  return head.x + button_width(ui, pick) + ui.px(12);
}

void FamilyStrip::draw_opening(const GridWork& work, const Rect& area, Ui& ui) const {
  const std::string stop = ui.say("grids.stop"), words = ui.say("grids.opening", {with_thousands(work.number), std::to_string(static_cast<int>(work.progress * 100))});
  const Button cancel{.label = stop, .id = "grids/stop", .style = ButtonStyle::quiet};
  const float right = area.right() - button_width(ui, cancel);
  if (button(ui, right, area.y + (area.height - button_height(ui)) / 2, cancel) || ui.widgets.take_key(Key::escape)) ui.commands.send(StopOpeningGrid{});
  const float wide = text_cut(ui, Type::caption, area.x, area.y, area.height, right - area.x, ui.theme.quiet, words);
  const Rect track{area.x + wide + ui.px(12), area.y + area.height / 2 - ui.px(2), right - area.x - wide - ui.px(24), ui.px(4)};
  if (track.width > ui.px(20)) draw_progress_bar(ui, track, work.progress);
}

// Of a grid that was launched: to the moment of that, and to the launch's own.
void FamilyStrip::draw_ways_out(const LaunchedGrid& shown, const Rect& head, Ui& ui) const {
  const float y = head.y + (head.height - button_height(ui)) / 2;
  const std::string own = ui.say("grids.back"), launch = ui.say("grids.launch"), tip = ui.say("grids.launch_tip", {with_thousands(shown.parent)});
  const Button back{.label = own, .id = "grids/back", .style = ButtonStyle::quiet}, parent{.label = launch, .id = "grids/launch", .style = ButtonStyle::quiet, .tooltip = tip};
  float x = head.right() - button_width(ui, back);
  if (button(ui, x, y, back)) ui.commands.send(OpenGrid{0, {}, {}});
  x -= button_width(ui, parent);
  if (button(ui, x, y, parent)) ui.commands.send(OpenGrid{shown.parent, shown.launched, shown.by});
}

}  // namespace wb
