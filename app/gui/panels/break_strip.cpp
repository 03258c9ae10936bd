#include "app/gui/panels/break_strip.h"

#include <algorithm>
#include <bit>

#include "app/gui/paint.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr float row = 34, words_row = 20;

const BreakHit* held_at(const Session& session, const SourceState& source, uint32_t line) {
  const BreakHit* hit = session.held_break();
  return hit && hit->arrival.line == line && session.selection().launch == source.name ? hit : nullptr;
}

// "thread 19 and 2 more of block 3": for whom the run is held.
std::string who(const Recording& recording, const LineArrival& at, const Ui& ui) {
  const uint32_t first = at.warp * warp_size + static_cast<uint32_t>(std::countr_zero(at.lanes));
  const int others = std::popcount(at.lanes) - 1;
  const std::string thread = thread_words(recording.shape(), first), block = block_words(recording.shape(), at.block);
  return others > 0 ? ui.say("break.who_and", {thread, std::to_string(others), block}) : ui.say("break.who", {thread, block});
}

}  // namespace

const Breakpoint* BreakStrip::shown(const Session& session, const SourceState& source) const {
  const Breakpoints& all = session.breakpoints(source.name);
  const BreakHit* hit = session.held_break();
  if (hit && session.selection().launch == source.name)
    if (const Breakpoint* held = breakpoint_at(all, hit->arrival.line)) return held;
  return breakpoint_at(all, asked_);
}

float BreakStrip::height(const Session& session, const SourceState& source, const Ui& ui) const {
  const Breakpoint* at = shown(session, source);
  if (!at) return 0;
  return ui.px(row) + (held_at(session, source, at->line) ? ui.px(words_row) : 0);
}

float BreakStrip::draw(const Session& session, const SourceState& source, const Rect& area, Ui& ui) {
  const Breakpoint* at = shown(session, source);
  if (!at) return 0;
  const std::string owner = source.name + ':' + std::to_string(at->line);
  const bool is_typing = ui.widgets.has_focus("break/condition");
  if (typed_of_ != owner || !is_typing) typed_ = at->condition, typed_of_ = owner;
  const float high = ui.px(row) - ui.px(6);
  const std::string line_words = ui.say("break.line", {std::to_string(at->line)});
  float x = area.x + text(ui, Type::caption_bold, area.x, area.y, high, ui.theme.bad, line_words) + ui.px(8);
  const std::string off = ui.say(at->is_on ? "break.turn_off" : "break.turn_on"), remove = ui.say("break.remove");
  const Button switch_button{.label = off, .id = "break/switch", .style = ButtonStyle::quiet}, remove_button{.label = remove, .id = "break/remove", .style = ButtonStyle::quiet};
  const float buttons = button_width(ui, switch_button) + button_width(ui, remove_button) + ui.px(12);
  const Rect box{x, area.y, std::clamp(area.right() - buttons - x, ui.px(60), ui.px(420)), high};
  const std::string label = ui.say("break.condition"), hint = ui.say("break.hint");
  bool is_done = false;
  if (text_box(ui, box, {.id = "break/condition", .label = label, .hint = hint, .type = Type::code_small, .line_height = ui.px(20)}, typed_, box_, &is_done))
    ui.commands.send(ChangeBreakpoint{source.name, at->line, typed_, at->is_on});
  x = box.right() + ui.px(6);
  if (button(ui, x, area.y, switch_button)) ui.commands.send(ChangeBreakpoint{source.name, at->line, at->condition, !at->is_on});
  x += button_width(ui, switch_button) + ui.px(6);
  if (button(ui, x, area.y, remove_button)) ui.commands.send(ToggleBreakpoint{source.name, at->line});
  const BreakHit* hit = held_at(session, source, at->line);
  if (!hit || !session.recording()) return ui.px(row);
  const bool has_problem = !hit->problem.empty();
  const std::string words = has_problem ? ui.say("break.problem", {ui.say(hit->problem, {as_sentence(hit->problem_detail)})})
                                        : ui.say("break.held", {who(*session.recording(), hit->arrival, ui)});
  text_cut(ui, Type::caption, area.x, area.y + ui.px(row) - ui.px(4), ui.px(words_row), area.width, has_problem ? ui.theme.bad : ui.theme.ink, words);
  return ui.px(row + words_row);
}

}  // namespace wb
