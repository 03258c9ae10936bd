#include "app/gui/panels/settings.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"

namespace wb {
namespace {

constexpr float row_height = 44;
constexpr int row_count = 5;
constexpr uint32_t memories[] = {128, 256, 512, 1024, 2048, 4096};  // MiB

// Buttons side by side from `x` on, the chosen one marked. Returns which was pressed, or -1.
struct Option {
  std::string label, id;
  bool is_on = false;
};
int choose(Ui& ui, float x, const Rect& row, const std::vector<Option>& options) {
  int pressed = -1;
  const float y = row.y + (row.height - button_height(ui)) / 2;
  for (size_t i = 0; i < options.size(); ++i) {
    const Button one{.label = options[i].label, .id = options[i].id, .checked = options[i].is_on};
    if (button(ui, x, y, one)) pressed = static_cast<int>(i);
    x += button_width(ui, one) + ui.px(6);
  }
  return pressed;
}

// The row's name; where its choices begin.
float name(Ui& ui, const Rect& row, std::string_view key) {
  text(ui, Type::ui, row.x, row.y, row.height, ui.theme.ink, ui.say(key));
  return row.x + ui.px(170);
}

}  // namespace

void Settings::draw(const Session& session, Ui& ui, bool asked) {
  if (asked || ui.widgets.take_key(Key::comma, true)) {
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
  const float pad = std::round(ui.px(24)), width = std::min(std::round(ui.px(600)), ui.window.width - 2 * pad);
  const Rect box{std::round((ui.window.width - width) / 2), std::round(ui.window.height * 0.16f), width, ui.px(row_height) * (row_count + 1) + ui.px(46) + 2 * pad};
  soft_shadow(ui, box, ui.px(10));
  fill(ui, box, ui.theme.paper, ui.px(10));
  frame(ui, box, ui.theme.line, ui.px(10));
  ui.widgets.add({.role = Role::card, .label = ui.say("settings.title"), .id = "settings", .rect = box, .focusable = false});
  draw_card(session, {box.x + pad, box.y + pad, box.width - 2 * pad, box.height - 2 * pad}, ui);
  const Input& input = ui.widgets.input();
  if (input.pressed && !asked && !memory_menu_.is_open && !box.contains(input.mouse_x, input.mouse_y)) is_open_ = false;
}

void Settings::draw_card(const Session& session, const Rect& box, Ui& ui) {
  Rect row{box.x, box.y, box.width, ui.px(row_height)};
  text(ui, Type::heading, row.x, row.y - ui.px(8), row.height, ui.theme.ink, ui.say("settings.title"));
  const auto next = [&]() -> const Rect& {
    row.y += row.height;
    return row;
  };
  draw_theme(session, next(), ui);
  draw_size(session, next(), ui);
  draw_language(session, next(), ui);
  draw_preset(session, next(), ui);
  draw_memory(session, next(), ui);
  text_wrapped(ui, Type::caption, row.x, row.bottom() + ui.px(4), ui.px(18), row.width, ui.theme.quiet, ui.say("settings.kept"));
}

void Settings::draw_theme(const Session& session, const Rect& row, Ui& ui) const {
  const bool is_dark = session.layout().is_dark;
  const int chosen = choose(ui, name(ui, row, "settings.theme"), row, {{ui.say("settings.light"), "settings/light", !is_dark}, {ui.say("settings.dark"), "settings/dark", is_dark}});
  if (chosen >= 0) ui.commands.send(SetTheme{chosen == 1});
}

void Settings::draw_language(const Session& session, const Rect& row, Ui& ui) const {
  const bool is_korean = session.layout().language == "ko";
  const int chosen = choose(ui, name(ui, row, "settings.language"), row, {{"English", "settings/en", !is_korean}, {"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", "settings/ko", is_korean}});
  if (chosen >= 0) ui.commands.send(SetLanguage{chosen == 1 ? "ko" : "en"});
}

void Settings::draw_size(const Session& session, const Rect& row, Ui& ui) const {
  constexpr int percents[] = {80, 100, 125, 150, 200};
  const int now = static_cast<int>(std::lround(session.layout().text_scale * 100));
  std::vector<Option> options;
  for (const int percent : percents) options.push_back({std::to_string(percent) + " %", "settings/size/" + std::to_string(percent), percent == now});
  const int chosen = choose(ui, name(ui, row, "settings.size"), row, options);
  if (chosen >= 0) ui.commands.send(SetTextScale{static_cast<float>(percents[chosen]) / 100});
}

void Settings::draw_preset(const Session& session, const Rect& row, Ui& ui) const {
  constexpr const char* presets[] = {"read", "watch", "results"};
  std::vector<Option> options;
  for (const std::string preset : presets) options.push_back({ui.say("top." + preset), "settings/" + preset, session.layout().preset == preset});
  const int chosen = choose(ui, name(ui, row, "settings.preset"), row, options);
  if (chosen >= 0) ui.commands.send(SetLayout{presets[chosen]});
}

void Settings::draw_memory(const Session& session, const Rect& row, Ui& ui) {
  const uint32_t now = session.layout().recording_mib;
  std::vector<std::string> entries;
  int current = -1;
  for (size_t i = 0; i < std::size(memories); ++i) {
    entries.push_back(std::to_string(memories[i]) + " MiB");
    if (memories[i] == now) current = static_cast<int>(i);
  }
  const float x = name(ui, row, "settings.memory");
  const float y = row.y + (row.height - button_height(ui)) / 2;
  if (const auto chosen = drop_down(ui, x, y, "settings/memory", std::to_string(now) + " MiB", entries, current, memory_menu_, ui.px(120)))
    ui.commands.send(SetRecordingMemory{memories[static_cast<size_t>(*chosen)]});
}

}  // namespace wb
