#include "app/gui/panels/settings.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

constexpr uint32_t memories[] = {128, 256, 512, 1024, 2048, 4096};  // MiB
constexpr float row_gap = 14, name_width = 170;                      // design pixels

}  // namespace

void Settings::draw(const Session& session, Ui& ui, bool asked) {
  const bool is_asked_for = ui.widgets.take_key(Key::comma, true) || asked;
  const ModalCard card{.id = "settings", .title = ui.say("settings.title"), .width = 600, .is_asked_for = is_asked_for, .holds_press = memory_menu_.is_open};
  modal_card(ui, card, card_, [&](const Rect& area) { return draw_rows(session, area, ui); });
}

float Settings::draw_rows(const Session& session, const Rect& area, Ui& ui) {
  const float gap = ui.px(row_gap);
  float y = area.y + ui.px(4);
  y += draw_theme(session, area, y, ui) + gap;
  y += draw_size(session, area, y, ui) + gap;
  y += draw_language(session, area, y, ui) + gap;
  y += draw_preset(session, area, y, ui) + gap;
  y += draw_memory(session, area, y, ui) + gap;
  y += text_wrapped(ui, Type::caption, area.x, y, ui.px(18), area.width, ui.theme.quiet, ui.say("settings.kept"));
  return y - area.y;
}

Rect Settings::draw_name(const Rect& area, float y, std::string_view key, Ui& ui) const {
  const float high = button_height(ui), wide = ui.px(name_width);
  text(ui, Type::ui, area.x, y, high, ui.theme.ink, ui.say(key));
  return {area.x + wide, y, area.width - wide, high};
}

float Settings::draw_choice(const Rect& area, float y, std::string_view key, const std::vector<Option>& options, int& pressed, Ui& ui) const {
  const Rect at = draw_name(area, y, key, ui);
  ButtonRow row(ui, at.x, at.y, at.width);
  pressed = -1;
  for (size_t i = 0; i < options.size(); ++i)
    if (row.add({.label = options[i].label, .id = options[i].id, .checked = options[i].is_on})) pressed = static_cast<int>(i);
  return row.bottom() - y;
}

float Settings::draw_theme(const Session& session, const Rect& area, float y, Ui& ui) const {
  const bool is_dark = session.layout().is_dark;
  int pressed = -1;
  const float height = draw_choice(area, y, "settings.theme", {{ui.say("settings.light"), "settings/light", !is_dark}, {ui.say("settings.dark"), "settings/dark", is_dark}}, pressed, ui);
  if (pressed >= 0) ui.commands.send(SetTheme{pressed == 1});
  return height;
}

float Settings::draw_language(const Session& session, const Rect& area, float y, Ui& ui) const {
  const bool is_korean = session.layout().language == "ko";
  int pressed = -1;
  const float height = draw_choice(area, y, "settings.language", {{"English", "settings/en", !is_korean}, {"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", "settings/ko", is_korean}}, pressed, ui);
  if (pressed >= 0) ui.commands.send(SetLanguage{pressed == 1 ? "ko" : "en"});
  return height;
}

float Settings::draw_size(const Session& session, const Rect& area, float y, Ui& ui) const {
  constexpr int percents[] = {80, 100, 125, 150, 200};
  const int now = static_cast<int>(std::lround(session.layout().text_scale * 100));
  std::vector<Option> options;
  for (const int percent : percents) options.push_back({std::to_string(percent) + " %", "settings/size/" + std::to_string(percent), percent == now});
  int pressed = -1;
  const float height = draw_choice(area, y, "settings.size", options, pressed, ui);
  if (pressed >= 0) ui.commands.send(SetTextScale{static_cast<float>(percents[pressed]) / 100});
  return height;
}

float Settings::draw_preset(const Session& session, const Rect& area, float y, Ui& ui) const {
  constexpr const char* presets[] = {"read", "watch", "results"};
  std::vector<Option> options;
  for (const std::string preset : presets) options.push_back({ui.say("top." + preset), "settings/" + preset, session.layout().preset == preset});
  int pressed = -1;
  const float height = draw_choice(area, y, "settings.preset", options, pressed, ui);
  if (pressed >= 0) ui.commands.send(SetLayout{presets[pressed]});
  return height;
}

float Settings::draw_memory(const Session& session, const Rect& area, float y, Ui& ui) {
  const uint32_t now = session.layout().recording_mib;
  std::vector<std::string> entries;
  int current = -1;
  for (size_t i = 0; i < std::size(memories); ++i) {
    entries.push_back(std::to_string(memories[i]) + " MiB");
    if (memories[i] == now) current = static_cast<int>(i);
  }
  const Rect at = draw_name(area, y, "settings.memory", ui);
  if (const auto chosen = drop_down(ui, at.x, y, "settings/memory", std::to_string(now) + " MiB", entries, current, memory_menu_, ui.px(120)))
    ui.commands.send(SetRecordingMemory{memories[static_cast<size_t>(*chosen)]});
  return at.height;
}

}  // namespace wb
