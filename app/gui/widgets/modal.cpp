#include "app/gui/widgets/modal.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"

namespace wb {
namespace {

Rect place_of(const Ui& ui, const ModalCard& card, const ModalState& state, float pad) {
  const float edge = ui.px(16);
  const float width = std::min(std::round(ui.px(card.width)), ui.window.width - 2 * edge);
  const float height = std::min(std::round(state.content_height) + 2 * pad, ui.window.height - 2 * edge);
  const float y = std::min(ui.window.height * 0.16f, (ui.window.height - height) / 2);
  return {std::round((ui.window.width - width) / 2), std::round(y), width, height};
}

}  // namespace

void modal_card(Ui& ui, const ModalCard& card, ModalState& state, const std::function<float(const Rect&)>& draw) {
  if (card.is_asked_for) {
    state = {.is_open = !state.is_open};
    ui.widgets.request_frame();
  }
  if (!state.is_open) return;
  if (ui.widgets.take_key(Key::escape)) {
    state.is_open = false;
    return;
  }
  Overlay above(ui);
  ui.widgets.set_modal(ui.window);
  fill(ui, ui.window, with_alpha(rgb(0x000000), ui.theme.is_dark ? 0.5f : 0.25f));
  const float pad = std::round(ui.px(24));
  const Rect box = place_of(ui, card, state, pad);
  soft_shadow(ui, box, ui.px(10));
  fill(ui, box, ui.theme.paper, ui.px(10));
  frame(ui, box, ui.theme.line, ui.px(10));
  ui.widgets.add({.role = Role::card, .label = card.title, .id = card.id, .rect = box, .focusable = false});
  const Rect inside{box.x, box.y + pad / 2, box.width, box.height - pad};
  const float before = state.content_height;
  {
    ScrollView scroll(ui, card.id + "/scroll", inside, state.scroll, state.content_height + pad);
    const Rect content{box.x + pad, box.y + pad - state.scroll, box.width - 2 * pad, 0};
    const float title = ui.px(38);
    text(ui, Type::heading, content.x, content.y - ui.px(4), ui.px(30), ui.theme.ink, card.title);
    state.content_height = title + draw({content.x, content.y + title, content.width, 0});
  }
  if (before != state.content_height) ui.widgets.request_frame();
  const Input& input = ui.widgets.input();
  if (input.pressed && !card.is_asked_for && !card.holds_press && !box.contains(input.mouse_x, input.mouse_y)) state.is_open = false;
}

}  // namespace wb
