#include "app/gui/panels/top_bar.h"

#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/window_layout.h"
#include "app/workbook/lesson.h"

namespace wb {
namespace {

struct Place {
  std::string part, number, title;
};

Place place_of(const Session& session) {
  for (const PartSummary& part : session.parts())
    for (const LessonSummary& lesson : part.lessons)
      if (lesson.id == session.lesson_id()) return {part.title, lesson.number, lesson.title};
  return {"", "", session.lesson() ? session.lesson()->title : session.lesson_id()};
}

}  // namespace

// What is said of the GPU comes from the last result: what ran, what was recorded elsewhere, or that there is none.
float TopBarPanel::draw_gpu_chip(const Session& session, const Rect& area, float right, Ui& ui) const {
  const RunSlot* slot = session.shown_run();
  const RunResult* gpu = slot ? slot->result(EngineKind::cuda) : nullptr;
  if (!gpu) return right;
  std::string words;
  Colour dot = ui.theme.quiet;
  if (gpu->ran() && gpu->device) {
    words = gpu->device->device;
    dot = ui.theme.good;
  } else if (gpu->recorded) {
    words = ui.say("top.recorded", {gpu->recorded->where.device, gpu->recorded->where.date});
    dot = ui.theme.current_line_edge;
  } else {
    words = ui.say("top.no_gpu");
  }
  const Chip c{.label = words, .dot = dot, .id = "top/gpu", .tooltip = gpu->reason};
  const float width = chip_width(ui, c), height = ui.px(24);
  if (right - width < area.x + area.width * 0.42f) return right;
  chip(ui, right - width, area.y + (area.height - height) / 2, height, c);
  return right - width - ui.px(8);
}

float TopBarPanel::draw_switches(const Session& session, const Rect& area, Ui& ui) {
  const Layout& layout = session.layout();
  const float y = area.y + (area.height - button_height(ui)) / 2;
  float x = area.right() - ui.px(12);
  const Button theme{.label = ui.say(layout.is_dark ? "top.light" : "top.dark"), .id = "top/theme", .style = ButtonStyle::quiet,
                     .icon = layout.is_dark ? Icon::sun : Icon::moon, .icon_only = true};
  x -= button_width(ui, theme);
  if (button(ui, x, y, theme)) ui.commands.send(SetTheme{!layout.is_dark});
  const Button keys{.label = "?", .id = "top/keys", .style = ButtonStyle::quiet, .tooltip = ui.say("top.keys")};
  x -= button_width(ui, keys);
  asked_for_keys_ = button(ui, x, y, keys);
  const Button settings{.label = ui.say("top.settings"), .id = "top/settings", .style = ButtonStyle::quiet, .tooltip = ui.say("top.settings_tip")};
  x -= button_width(ui, settings);
  asked_for_settings_ = button(ui, x, y, settings);
  x -= ui.px(10);
  const Fold fold = fold_of(ui.window, ui.theme.scale);
  return (fold == Fold::none ? draw_presets(layout, x, y, ui) : draw_parts(layout, fold == Fold::all, x, y, ui)) - ui.px(10);
}

float TopBarPanel::draw_presets(const Layout& layout, float x, float y, Ui& ui) const {
  struct Preset { const char* name; const char* key; const char* id; };
  constexpr Preset presets[] = {{"results", "top.results", "top/results"}, {"watch", "top.watch", "top/watch"}, {"read", "top.read", "top/read"}};
  for (const Preset& preset : presets) {
    const bool is_on = layout.preset == preset.name;
    const Button b{.label = ui.say(preset.key), .id = preset.id, .style = ButtonStyle::quiet, .checked = is_on};
    x -= button_width(ui, b);
    if (button(ui, x, y, b)) ui.commands.send(SetLayout{preset.name});
    x -= ui.px(2);
  }
  return x;
}

// In a folded window, in place of the presets: what is shown of it.
float TopBarPanel::draw_parts(const Layout& layout, bool with_page, float x, float y, Ui& ui) const {
  const std::string shown = !with_page && layout.part == "page" ? "source" : layout.part;
  for (size_t i = window_parts.size(); i-- > (with_page ? 0u : 1u);) {
    const std::string part(window_parts[i]), id = "top/part/" + part;
    const Button b{.label = ui.say("part." + part), .id = id, .style = ButtonStyle::quiet, .checked = shown == part};
    x -= button_width(ui, b);
    if (button(ui, x, y, b)) ui.commands.send(ShowPart{part});
    x -= ui.px(2);
  }
  return x;
}

// The app's name and the lesson's part give way first; of the lesson's title what is cut off is said on hover.
void TopBarPanel::draw_place(const Session& session, const Rect& area, float right, Ui& ui) const {
  const Place place = place_of(session);
  const Colour quiet = mix(ui.theme.quiet, ui.theme.ink, 0.15f);
  float x = area.x + ui.px(18);
  if (right - x > ui.px(250)) x += text(ui, Type::subheading, x, area.y, area.height, ui.theme.ink, ui.say("app.name")) + ui.px(18);
  if (!place.part.empty() && right - x > ui.px(260)) {
    x += text_cut(ui, Type::ui, x, area.y, area.height, (right - x) * 0.45f, quiet, place.part) + ui.px(9);
    icon(ui, Icon::caret_right, x, area.y + area.height / 2 + 1, ui.px(8), quiet);
    x += ui.px(11);
  }
  if (!place.number.empty()) x += text(ui, Type::ui, x, area.y, area.height, quiet, place.number) + ui.px(9);
  const float room = right - x - ui.px(8);
  const Rect title{x, area.y, std::max(0.0f, room), area.height};
  const Interaction mouse = ui.widgets.add({.role = Role::heading, .label = place.title, .id = "top/title", .rect = title, .focusable = false});
  if (mouse.hovered && text_width(ui, Type::ui, place.title) > room) {
    const TooltipLine lines[] = {{.text = place.title}};
    tooltip(ui, title.x, title.bottom() - ui.px(8), lines);
  }
  x += text_cut(ui, Type::ui, x, area.y, area.height, room, ui.theme.ink, place.title) + ui.px(16);
  draw_notice(session, {x, area.y, right - x, area.height}, ui);
}

// What was done last, or what is wrong. Of a complaint about the lesson's files the whole stands at the top of the page: a press leads there.
void TopBarPanel::draw_notice(const Session& session, const Rect& area, Ui& ui) const {
  const bool is_notice = !session.notice().empty();
  const std::string& words = is_notice ? session.notice() : session.told();
  if (words.empty() || area.width < ui.px(80)) return;
  if (!is_notice || session.complaints().empty()) {
    text_cut(ui, Type::caption, area.x, area.y, area.height, area.width, is_notice ? ui.theme.bad : ui.theme.quiet, words);
    return;
  }
  const float high = button_height(ui), wide = std::min(area.width, text_width(ui, Type::caption, words) + ui.px(38));
  const Rect box{area.x, area.y + (area.height - high) / 2, wide, high};
  const Interaction press = ui.widgets.add({.role = Role::link, .label = words, .id = "top/notice", .rect = box});
  fill(ui, box, mix(ui.theme.paper, ui.theme.bad, press.hovered ? 0.16f : 0.08f), ui.px(6));
  icon(ui, Icon::warning, box.x + ui.px(14), box.y + high / 2, ui.px(12), ui.theme.bad);
  text_cut(ui, Type::caption, box.x + ui.px(27), box.y, high, box.width - ui.px(35), ui.theme.bad, words);
  focus_ring(ui, box, "top/notice", ui.px(6));
  if (press.hovered) {
    const std::string tip = ui.say("top.notice_tip");
    const TooltipLine lines[] = {{words, Type::caption, {}}, {tip, Type::caption, {}}};
    tooltip(ui, box.x, box.bottom() - ui.px(8), lines);
  }
  if (press.activated) ui.commands.send(ScrollToBlock{0});
}

void TopBarPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  line(ui, area.x, area.bottom() - 0.5f, area.right(), area.bottom() - 0.5f, ui.theme.line);
  float right = draw_switches(session, area, ui);
  right = draw_gpu_chip(session, area, right, ui);
  draw_place(session, area, right, ui);
}

}  // namespace wb
