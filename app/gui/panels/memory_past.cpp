// The past of a cell: who wrote it, who read it, and the moments at which its value changes.
#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/memory_panel.h"
#include "app/gui/panels/memory_words.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/element_names.h"

namespace wb {
namespace {

std::string thread_of(const Recording& recording, ThreadRef thread) { return format_index(recording.shape().thread_index(thread.thread), recording.shape().block); }
std::string block_of(const Recording& recording, ThreadRef thread) { return format_index(recording.shape().block_index(thread.block), recording.shape().grid); }

}  // namespace

void MemoryPanel::draw_history(const MemoryScene& s, Ui& ui) {
  const Rect& area = s.parts.history;
  const auto& element = s.session.selection().element;
  if (area.height < ui.px(50) || !element || element->allocation >= s.recording.allocations().size()) return;
  const AllocationInfo& allocation = s.recording.allocations()[element->allocation];
  // All of the run, and only where that is too much to show: what lies before the moment that is looked at.
  const HistoryAnswer* known = history_.answer();
  if (history_of_ != recording_ || !history_.answered() || !(history_.answered()->element == *element)) history_until_ = s.recording.end(), history_of_ = recording_;
  else if (known && known->has_more && (known->accesses.back().tick > tick_ || tick_ > history_until_)) history_until_ = std::max<Tick>(tick_, 1);
  history_.ask({recording_, *element, s.answer.thread, history_until_, tick_});

  fill(ui, area, ui.theme.ground);
  line(ui, area.x, area.y, area.right(), area.y, ui.theme.line);
  const float row = ui.px(30);
  const std::string name = accessed_name(allocation, static_cast<int64_t>(element->element * std::max(1u, allocation.element_bytes)), 1);
  text_cut(ui, Type::ui_bold, area.x + ui.px(14), area.y, row, area.width - ui.px(area.width < ui.px(500) ? 132 : 300), ui.theme.ink, ui.say("memory.past", {name}));
  draw_change_buttons(s, {area.x + ui.px(14), area.y, area.width - ui.px(26), row}, ui);
  draw_past(s, {area.x, area.y + row + ui.px(2), area.width, area.height - row - ui.px(4)}, ui);
}

void MemoryPanel::draw_change_buttons(const MemoryScene& s, const Rect& row, Ui& ui) {
  const auto& element = *s.session.selection().element;
  float right = row.right();
  const bool is_narrow = row.width < ui.px(470);
  const auto place = [&](Button made) {
    made.icon_only |= is_narrow;
    if (made.icon_only) made.icon_after = false;
    right -= button_width(ui, made) + ui.px(4);
    return button(ui, right, row.y, made);
  };
  if (place({.label = ui.say("memory.close"), .id = "memory/past/close", .style = ButtonStyle::quiet, .icon = Icon::cross, .icon_only = true})) ui.commands.send(SelectElement{std::nullopt});
  std::optional<Direction> asked;
  if (place({.label = ui.say("memory.change_next"), .id = "memory/change/next", .style = ButtonStyle::quiet, .icon = Icon::forward, .icon_after = true, .tooltip = ui.say("memory.change_next_tip")}))
    asked = Direction::forwards;
  if (place({.label = ui.say("memory.change_back"), .id = "memory/change/back", .style = ButtonStyle::quiet, .icon = Icon::back, .tooltip = ui.say("memory.change_back_tip")}))
    asked = Direction::backwards;
  if (!asked) return;
  no_further_change_ = false;
  change_.ask({recording_, s.recording.place_of(element, s.answer.thread), tick_, *asked, ++change_presses_});
  ui.widgets.request_frame();
}

// The answer to the last press takes the window to the moment at which the new value shows.
void MemoryPanel::take_change(Ui& ui) {
  if (!change_.answered() || change_.answered()->number == changes_taken_) return;
  changes_taken_ = change_.answered()->number;
  const std::optional<AccessRecord>& change = *change_.answer();
  no_further_change_ = !change;
  if (change) ui.commands.send(Seek{change->tick + 1});
}

void MemoryPanel::draw_past(const MemoryScene& s, const Rect& area, Ui& ui) {
  const HistoryAnswer* past = history_.answer();
  const float x = area.x + ui.px(14), width = area.width - ui.px(40), row = ui.px(20);
  const bool is_other = !history_.answered() || !(history_.answered()->element == *s.session.selection().element);
  if (!past || is_other) {
    text(ui, Type::caption, x, area.y, row, ui.theme.quiet, ui.say("memory.reading"));
    return;
  }
  std::vector<std::pair<std::string, const AccessRecord*>> lines;
  if (no_further_change_) lines.emplace_back(ui.say("memory.change_none"), nullptr);
  const std::optional<AccessRecord>& write = past->writer;
  if (write) lines.emplace_back(ui.say("memory.past_writer", {thread_of(s.recording, write->thread), block_of(s.recording, write->thread), with_thousands(write->tick)}), nullptr);
  else lines.emplace_back(ui.say(s.recording.allocations()[s.session.selection().element->allocation].starts_defined ? "memory.past_start" : "memory.past_unwritten"), nullptr);
  if (past->accesses.empty()) lines.emplace_back(ui.say("memory.past_none"), nullptr);
  for (const AccessRecord& access : past->accesses) lines.emplace_back(history_sentence(ui.catalogue, s.recording, access), &access);
  if (past->has_more) lines.emplace_back(ui.say("memory.past_more"), nullptr);

  ScrollView scroll(ui, "memory/past", area, history_scroll_, row * static_cast<float>(lines.size()));
  float y = area.y - history_scroll_;
  for (size_t i = 0; i < lines.size(); ++i, y += row) {
    const AccessRecord* access = lines[i].second;
    const Rect rect{area.x + ui.px(6), y, area.width - ui.px(24), row};
    if (y > area.bottom()) break;
    if (!access) {
      text_cut(ui, Type::caption, x, y, row, width, ui.theme.quiet, lines[i].first);
      continue;
    }
    const bool is_later = access->tick >= tick_;
    const Interaction use = ui.widgets.add({.role = Role::list_item, .label = lines[i].first, .id = "memory/past/" + std::to_string(i), .rect = rect,
                                            .value = is_later ? ui.say("memory.past_later") : std::string(), .focusable = false});
    if (use.hovered) fill(ui, rect, with_alpha(ui.theme.accent, 0.08f), ui.px(4));
    if (access->kind != AccessKind::load) diamond(ui, x + ui.px(4), y + row / 2, ui.px(4), with_alpha(ui.theme.current_line_edge, is_later ? 0.4f : 1));
    else ring(ui, x + ui.px(4), y + row / 2, ui.px(3.4f), with_alpha(ui.theme.accent, is_later ? 0.4f : 1), ui.px(1.5f));
    text_cut(ui, Type::caption, x + ui.px(14), y, row, width - ui.px(14), is_later ? ui.theme.quiet : ui.theme.ink, lines[i].first);
    if (!use.activated) continue;
    ui.commands.send(FollowThread{access->thread});
    ui.commands.send(Seek{access->tick});
  }
}

}  // namespace wb
