#include "app/gui/panels/keys_help.h"

#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

struct Row {
  const char* keys;
  const char* says;   // key of the catalogue
};
constexpr Row rows[] = {{"F5", "keys.run"}, {"F9", "keys.breakpoint"}, {"Alt + F5", "keys.go_back"}, {"F10", "keys.line"}, {"F11", "keys.instruction"}, {"F6", "keys.access"}, {"F7", "keys.divergence"},
                        {"F8", "keys.finding"}, {"F4", "keys.barrier"}, {"F12", "keys.block"},
                        {"Shift + F4 \xE2\x80\xA6 F12", "keys.back"}, {"Ctrl + P", "keys.palette"}, {"Ctrl + comma", "keys.settings"}, {"Tab, Enter", "keys.focus"}, {"Ctrl + Tab", "keys.leave_editor"},
                        {"Ctrl + Z, Ctrl + F", "keys.editor"}, {"Ctrl + 1 \xE2\x80\xA6 4", "keys.machine"}, {"Ctrl + plus, minus, 0", "keys.size"}, {"?", "keys.help"}};

}  // namespace

void KeysHelp::draw(Ui& ui, bool asked) {
  const bool has_key = !ui.widgets.is_text_captured() && (ui.widgets.take_key(Key::slash, false, true) || ui.widgets.take_key(Key::question));
  if (asked || has_key) {
    is_open_ = !is_open_;
    ui.widgets.request_frame();
  }
  if (!is_open_) return;
  if (ui.widgets.take_key(Key::escape)) {
    is_open_ = false;
    return;
  }
  Overlay above(ui);
  ui.widgets.set_modal(ui.window);
  fill(ui, ui.window, with_alpha(rgb(0x000000), ui.theme.is_dark ? 0.5f : 0.25f));
  const float row = std::round(ui.px(30)), pad = std::round(ui.px(24)), width = std::round(ui.px(460));
  const Rect box{std::round((ui.window.width - width) / 2), std::round(ui.window.height * 0.16f), width, row * (std::size(rows) + 1) + 2 * pad};
  soft_shadow(ui, box, ui.px(10));
  fill(ui, box, ui.theme.paper, ui.px(10));
  frame(ui, box, ui.theme.line, ui.px(10));
  ui.widgets.add({.role = Role::card, .label = ui.say("keys.title"), .id = "keys", .rect = box, .focusable = false});
  float y = box.y + pad;
  text(ui, Type::heading, box.x + pad, y - ui.px(4), row, ui.theme.ink, ui.say("keys.title"));
  y += row;
  for (const Row& r : rows) {
    text(ui, Type::code_small, box.x + pad, y, row, ui.theme.ink, r.keys);
    text(ui, Type::ui, box.x + pad + ui.px(190), y, row, mix(ui.theme.quiet, ui.theme.ink, 0.4f), ui.say(r.says));
    y += row;
  }
  const Input& input = ui.widgets.input();
  if (input.pressed && !asked && !box.contains(input.mouse_x, input.mouse_y)) is_open_ = false;
}

}  // namespace wb
