#include "app/gui/panels/keys_help.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"

namespace wb {
namespace {

struct Row {
  const char* keys;
  const char* says;   // key of the catalogue
};
constexpr Row rows[] = {{"F5", "keys.run"}, {"F9", "keys.breakpoint"}, {"Alt + F5", "keys.go_back"}, {"F10", "keys.line"}, {"F11", "keys.instruction"}, {"F6", "keys.access"}, {"F7", "keys.divergence"},
                        {"F8", "keys.finding"}, {"F4", "keys.barrier"}, {"F12", "keys.block"},
                        {"Shift + F4 \xE2\x80\xA6 F12", "keys.back"}, {"Ctrl + P", "keys.palette"}, {"Ctrl + comma", "keys.settings"}, {"Tab, Enter", "keys.focus"}, {"Ctrl + Tab", "keys.leave_editor"},
                        {"Ctrl + Z, Ctrl + F", "keys.editor"}, {"Ctrl + 1 \xE2\x80\xA6 4", "keys.machine"}, {"Ctrl + G", "keys.grids"}, {"Ctrl + plus, minus, 0", "keys.size"}, {"?", "keys.help"}};

}  // namespace

void KeysHelp::draw(Ui& ui, bool asked) {
  const bool has_key = !ui.widgets.is_text_captured() && (ui.widgets.take_key(Key::slash, false, true) || ui.widgets.take_key(Key::question));
  modal_card(ui, {.id = "keys", .title = ui.say("keys.title"), .width = 520, .is_asked_for = asked || has_key}, card_, [&](const Rect& area) { return draw_rows(area, ui); });
}

float KeysHelp::draw_rows(const Rect& area, Ui& ui) const {
  const float least = std::round(ui.px(30)), line = ui.px(20), indent = ui.px(190), width = area.width - indent;
  float y = area.y;
  for (const Row& row : rows) {
    const std::string& words = ui.say(row.says);
    const float high = wrapped_height(ui.fonts, Type::ui, line, width, words);
    const float top = y + (least - line) / 2;
    text(ui, Type::code_small, area.x, top, line, ui.theme.ink, row.keys);
    text_wrapped(ui, Type::ui, area.x + indent, top, line, width, mix(ui.theme.quiet, ui.theme.ink, 0.4f), words);
    y += std::max(least, high + (least - line));
  }
  return y - area.y;
}

}  // namespace wb
