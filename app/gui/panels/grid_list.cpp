// The Grid in words: a line for each thread of the block at hand, with what it stands for in the picture and what it is doing.
#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/grid_panel.h"
#include "app/gui/panels/wording.h"

namespace wb {

// "thread 9, px[9]: 19, running"
std::string GridPanel::list_words(const LaunchShape& shape, ThreadRef thread, const Ui& ui) const {
  std::string words = thread_words(shape, thread.thread);
  const auto cell = model_.layout().cell_of(thread);
  const auto pixel = cell ? model_.layout().element_at(*cell) : std::nullopt;
  if (pixel && model_.format() && *pixel < model_.format()->pixels()) {
    const std::string value = model_.value_text(*pixel);
    words += ", " + flat_element_words(model_.buffer_name(), *pixel) + ": " + (value.empty() ? ui.say("grid.not_written") : value);
  }
  const std::vector<LaneView>& lanes = model_.lanes(thread.block);
  if (thread.thread < lanes.size()) words += std::string(", ") + lane_state_words(lanes[thread.thread].state);
  return words;
}

void GridPanel::draw_list(const Session& session, const Rect& area, Ui& ui) {
  const LaunchShape& shape = session.recording()->shape();
  const ThreadRef at = focus_thread(session);
  const float row = ui.px(21), left = area.x + ui.px(14), width = area.width - ui.px(30);
  const uint32_t count = static_cast<uint32_t>(shape.threads_per_block());
  ScrollView scroll(ui, "machine/grid/rows", area, list_scroll_, row * static_cast<float>(count + 2));
  const float top = area.y - list_scroll_;
  text_cut(ui, Type::caption_bold, left, top, row, width, ui.theme.ink, ui.say("grid.list_of", {block_words(shape, at.block), with_thousands(count)}));
  const uint32_t first = static_cast<uint32_t>(std::clamp((area.y - top) / row - 2, 0.0f, static_cast<float>(count)));
  const uint32_t last = std::min(count, first + static_cast<uint32_t>(area.height / row) + 4);   // of a block's 1,024, those in sight
  for (uint32_t t = first; t < last; ++t) {
    const ThreadRef thread{at.block, t};
    const std::string words = list_words(shape, thread, ui), id = "machine/grid/row/" + std::to_string(t);
    const Rect rect{area.x + ui.px(6), top + row * static_cast<float>(t + 1), area.width - ui.px(20), row};
    const bool is_followed = session.selection().thread == thread;
    const Interaction mouse = ui.widgets.add({.role = Role::row, .label = words, .id = id, .rect = rect, .checked = is_followed});
    if (is_followed || mouse.hovered || mouse.focused) fill(ui, rect, with_alpha(ui.theme.accent, is_followed ? 0.14f : 0.07f), ui.px(4));
    text_cut(ui, Type::caption, left, rect.y, row, width, ui.theme.ink, words);
    focus_ring(ui, rect, id, 4);
    if (mouse.activated) ui.commands.send(FollowThread{is_followed ? std::nullopt : std::optional(thread)});
  }
}

}  // namespace wb
