#include "app/gui/panels/warp_panel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/no_recording.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr size_t shown_rows = 15;      // of the history
constexpr size_t most_chips = 24;
const Colour tooltip_code = rgb(0xFFCE5C);

std::string state_key(LaneState state) {
  switch (state) {
    case LaneState::absent: return "warp.state_absent";
    case LaneState::waiting: return "warp.state_waiting";
    case LaneState::ready: return "warp.state_ready";
    case LaneState::running: return "warp.state_running";
    case LaneState::masked: return "warp.state_masked";
    case LaneState::at_barrier: return "warp.state_barrier";
    case LaneState::done: return "warp.state_done";
  }
  return "warp.state_absent";
}

const char* kind_key(WarpStep::Kind kind) {
  switch (kind) {
    case WarpStep::Kind::plain: return "warp.kind_plain";
    case WarpStep::Kind::load: return "warp.kind_load";
    case WarpStep::Kind::store: return "warp.kind_store";
    case WarpStep::Kind::atomic: return "warp.kind_atomic";
    case WarpStep::Kind::barrier: return "warp.kind_barrier";
  }
  return "warp.kind_plain";
}

std::string code_of_line(const Recording& recording, uint32_t line) {
  const SourceMap& sources = recording.sources();
  if (line == 0 || sources.file_count() == 0 || line > sources.line_count(FileId{0})) return "";
  std::string_view text = sources.line_text(FileId{0}, line);
  if (const size_t comment = text.find("//"); comment != std::string_view::npos) text = text.substr(0, comment);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return std::string(text);
}

bool is_number_like(const VariableView& variable) {
  return variable.type.find('*') == std::string::npos && variable.type.find('[') == std::string::npos && variable.value.find('{') == std::string::npos;
}

// What stands under a bar or in a table: short numbers as they are, long ones cut.
std::string short_value(const std::string& text, size_t most) {
  return text.size() <= most ? text : text.substr(0, most - 1) + "\xE2\x80\xA6";
}

std::string status_words(const WarpModel& model, bool is_over, const Ui& ui) {
  const std::string line = std::to_string(model.line());
  if (model.is_at_work())
    return ui.say(model.line() ? "warp.at_work" : "warp.at_work_inside", {std::to_string(std::popcount(model.active())), std::to_string(model.count()), line});
  const auto& groups = model.groups();
  if (is_over && !groups.empty()) return ui.say(groups.size() == 1 ? "warp.stays" : "warp.stays_parted", {line, std::to_string(groups.size())});
  if (groups.empty()) return ui.say(model.lanes()[0].state == LaneState::done ? "warp.all_done" : "warp.not_started");
  const bool all_wait = std::all_of(groups.begin(), groups.end(), [](const LaneGroup& g) { return g.state == LaneState::at_barrier; });
  if (all_wait) return ui.say("warp.all_at_barrier", {line});
  return groups.size() == 1 ? ui.say("warp.not_its_turn", {line}) : ui.say("warp.not_its_turn_parted", {std::to_string(groups.size())});
}

}  // namespace

WarpRef WarpPanel::warp_to_show(const Session& session) const {
  const LaunchShape& shape = session.recording()->shape();
  const auto& thread = session.selection().thread;
  if (thread && lane_count(shape, warp_of(*thread)) > 0) return warp_of(*thread);
  if (const auto& now = session.resolved().instruction) return {now->block, now->warp};
  return lane_count(shape, model_.warp()) > 0 ? model_.warp() : WarpRef{};   // the run is over: the one that was shown
}

std::string WarpPanel::expression_to_show(const Session& session) const {
  if (!session.watched().empty()) return session.watched();
  // Else the innermost one that is a number: parameters, which are the same in all lanes, come first in scope.
  const std::vector<VariableView>& variables = model_.variables();
  const auto found = std::find_if(variables.rbegin(), variables.rend(), [](const VariableView& v) { return is_number_like(v) && !v.is_poisoned; });
  return found != variables.rend() ? found->name : "";
}

void WarpPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  if (!has_recording(session)) {
    model_.clear();
    return draw_no_recording(ui, area, session, ui.say("machine.empty_warp"));
  }
  const auto recording = session.kept_recording();
  const WarpRef warp = warp_to_show(session);
  model_.update(recording, session.selection().tick, warp);
  model_.watch(expression_to_show(session));
  if (model_.is_reading()) ui.widgets.request_frame();
  const float head = draw_head(session, area, ui);
  const Rect below{area.x, area.y + head, area.width, area.height - head};
  ScrollView scroll(ui, "warp", below, scroll_, content_height_);
  const Rect content{area.x + ui.px(14), below.y, area.width - ui.px(30), below.height};
  content_height_ = draw_content(session, content, below.y - scroll_, ui);
}

// ---- which warp

void WarpPanel::go_to(const Session& session, Ui& ui, WarpRef warp) const {
  const LaunchShape& shape = session.recording()->shape();
  const uint32_t lane = session.selection().thread ? session.selection().thread->thread % warp_size : 0;
  ui.commands.send(FollowThread{thread_of(warp, std::min(lane, std::max(1u, lane_count(shape, warp)) - 1))});
}

float WarpPanel::draw_head(const Session& session, const Rect& area, Ui& ui) {
  const LaunchShape& shape = session.recording()->shape();
  const WarpRef warp = model_.warp();
  const float row = ui.px(36), y = area.y + (row - button_height(ui)) / 2;
  const int64_t block = shape.warps_per_block();
  struct Move { const char* key; const char* id; Icon icon; int64_t distance; };
  const Move moves[] = {{"warp.previous_block", "warp/previous-block", Icon::to_start, -block}, {"warp.previous", "warp/previous", Icon::back, -1},
                        {"warp.next", "warp/next", Icon::forward, 1}, {"warp.next_block", "warp/next-block", Icon::to_end, block}};
  float x = area.right() - ui.px(12);
  for (size_t i = std::size(moves); i-- > 0;) {
    const Move& move = moves[i];
    const WarpRef to = warp_beside(shape, warp, move.distance);
    const Button one{.label = ui.say(move.key),
                     .id = move.id,
                     .style = ButtonStyle::quiet,
                     .icon = move.icon,
                     .icon_only = true,
                     .enabled = !(to == warp),
                     .tooltip = ui.say(move.key)};
    x -= button_width(ui, one);
    if (button(ui, x, y, one)) go_to(session, ui, to);
  }
  const std::string name = ui.say("warp.name", {std::to_string(warp.warp), block_words(shape, warp.block)});
  const float left = area.x + ui.px(14), wide = text_cut(ui, Type::ui_bold, left, area.y, row, x - left, ui.theme.ink, name) + ui.px(10);
  if (const auto& thread = session.selection().thread) {
    const std::string lane = ui.say("warp.followed", {std::to_string(thread->thread % warp_size)}), tip = ui.say("warp.let_go");
    const Chip followed{.label = lane, .id = "warp/let-go", .tooltip = tip};
    if (left + wide + chip_width(ui, followed) < x && chip(ui, left + wide, area.y + (row - ui.px(24)) / 2, ui.px(24), followed))
      ui.commands.send(FollowThread{std::nullopt});
  }
  return row;
}

float WarpPanel::draw_content(const Session& session, const Rect& area, float y, Ui& ui) {
  const float top = y;
  y += text_wrapped(ui, Type::caption, area.x, y, ui.px(19), area.width, ui.theme.ink, status_words(model_, session.selection().tick >= session.recording()->end(), ui)) + ui.px(4);
  y += draw_lanes(session, area, y, ui);
  y += draw_groups(session, area, y, ui) + ui.px(12);
  y += draw_values(session, area, y, ui) + ui.px(14);
  y += draw_history(session, area, y, ui) + ui.px(14);
  y += draw_table(area, y, ui);
  return y + ui.px(16) - top;
}

// ---- lanes

float WarpPanel::draw_lanes(const Session& session, const Rect& area, float y, Ui& ui) {
  const LaneAxis lanes = axis(area, ui);
  const float numbers = ui.px(16), high = ui.px(26);
  text(ui, Type::caption, area.x, y + numbers, high, ui.theme.quiet, ui.say("warp.lanes"));
  for (const uint32_t lane : {0u, 8u, 16u, 24u, 31u}) {
    const Rect cell = lane_cell(lanes, lane, y, numbers);
    const std::string number = std::to_string(lane);
    text(ui, Type::label, cell.x + (cell.width - text_width(ui, Type::label, number)) / 2, y, numbers, ui.theme.quiet, number);
  }
  hovered_lane_.reset();
  const Recording& recording = *session.recording();
  const std::optional<ThreadRef> marked = session.resolved().thread;
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const Rect cell = lane_cell(lanes, lane, y + numbers, high);
    const WarpLane& at = model_.lanes()[lane];
    paint_lane_state(ui, cell, at);
    std::string value = ui.say(state_key(at.state));
    if (at.line) value += ", " + ui.say("warp.line", {std::to_string(at.line)});
    if (model_.values().has_value() && !model_.values().text[lane].empty()) value += ", " + model_.values().expression + " = " + model_.values().text[lane];
    const std::string id = "warp/lane/" + std::to_string(lane);
    const Interaction mouse = ui.widgets.add({.role = Role::cell, .label = ui.say("warp.lane", {std::to_string(lane)}), .id = id,
                                              .rect = {cell.x, cell.y, lanes.cell, cell.height}, .enabled = lane < model_.count(), .value = value});
    if (mouse.hovered) hovered_lane_ = lane;
    const bool is_marked = marked && warp_of(*marked) == model_.warp() && marked->thread % warp_size == lane;
    const bool is_on_line = at.line && at.line == session.selection().hover.line;
    if (is_marked) frame(ui, {cell.x - 2, cell.y - 2, cell.width + 4, cell.height + 4}, ui.theme.ink, ui.px(2), ui.px(2));
    else if (is_on_line) frame(ui, {cell.x - 1, cell.y - 1, cell.width + 2, cell.height + 2}, ui.theme.current_line_edge, ui.px(2), ui.px(1.5f));
    if (lane < model_.count()) point_at_lane(session, ui, lane, mouse);
    focus_ring(ui, cell, id, 2);
    if (!mouse.hovered || lane >= model_.count()) continue;
    std::vector<TooltipLine> lines{
        {ui.say("warp.lane", {std::to_string(lane)}) + ", " + thread_words(recording.shape(), thread_of(model_.warp(), lane).thread), Type::caption_bold, {}},
        {value, Type::caption, {}}};
    if (const std::string code = code_of_line(recording, at.line); !code.empty()) lines.push_back({code, Type::code_small, tooltip_code});
    tooltip(ui, cell.x + cell.width / 2, cell.bottom(), lines);
  }
  return numbers + high + ui.px(6);
}

void WarpPanel::point_at_lane(const Session& session, Ui& ui, uint32_t lane, const Interaction& mouse) {
  const ThreadRef thread = thread_of(model_.warp(), lane);
  const auto& hover = session.selection().hover;
  if (mouse.hovered && hover.thread != thread) ui.commands.send(SetHover{{.thread = thread, .element = {}, .line = 0}});
  if (mouse.hovered) pointed_ = thread;
  else if (pointed_ == thread) {
    pointed_.reset();
    if (hover.thread == thread) ui.commands.send(SetHover{{}});
  }
  if (!mouse.activated) return;
  ui.commands.send(FollowThread{session.selection().thread == thread ? std::nullopt : std::optional(thread)});
}

// Lanes that stand together, in words: the legend of the row above.
float WarpPanel::draw_groups(const Session& session, const Rect& area, float y, Ui& ui) {
  const float row = ui.px(22), top = y;
  for (size_t g = 0; g < model_.groups().size(); ++g) {
    const LaneGroup& group = model_.groups()[g];
    const std::string id = "warp/group/" + std::to_string(g);
    const std::string words = ui.say(std::popcount(group.lanes) == 1 ? "warp.group_one" : "warp.group", {ui.say(state_key(group.state)), std::to_string(std::popcount(group.lanes)), lane_list(group.lanes)});
    const std::string place = group.line ? ui.say("warp.line", {std::to_string(group.line)}) : ui.say("warp.inside");
    const Rect rect{area.x, y, area.width, row};
    const Interaction mouse = ui.widgets.add({.role = Role::row, .label = place + ": " + words, .id = id, .rect = rect, .value = mask_words(group.lanes)});
    if (mouse.hovered || mouse.focused) fill(ui, rect, with_alpha(ui.theme.accent, 0.06f), ui.px(4));
    WarpLane sample{group.state, group.line, static_cast<int>(g)};
    paint_lane_state(ui, {area.x + ui.px(2), y + ui.px(4), ui.px(14), row - ui.px(8)}, sample);
    ui.widgets.begin_text_group();
    float x = area.x + ui.px(24);
    x += text(ui, Type::caption_bold, x, y, row, ui.theme.ink, place) + ui.px(8);
    x += text_cut(ui, Type::caption, x, y, row, area.right() - x, ui.theme.ink, words) + ui.px(10);
    ui.widgets.end_text_group();
    const std::string code = code_of_line(*session.recording(), group.line);
    if (area.right() - x > ui.px(60)) text_cut(ui, Type::code_small, x, y, row, area.right() - x, ui.theme.quiet, code);
    if (mouse.activated && group.line) ui.commands.send(SelectLine{group.line});
    focus_ring(ui, rect, id, 4);
    y += row;
  }
  if (model_.is_at_work())
    y += text_wrapped(ui, Type::caption, area.x + ui.px(24), y, ui.px(18), area.width - ui.px(24), ui.theme.quiet,
                      ui.say("warp.mask", {mask_words(model_.active())}));
  return y - top;
}

// ---- a value in every lane

float WarpPanel::draw_values(const Session& session, const Rect& area, float y, Ui& ui) {
  const float top = y, row = ui.px(30), label = text(ui, Type::ui_bold, area.x, y, row, ui.theme.ink, ui.say("warp.value_of")) + ui.px(10);
  if (seen_watched_ != session.watched()) typed_ = seen_watched_ = session.watched();
  const std::string hint = typed_.empty() && model_.values().has_value() ? model_.values().expression : ui.say("warp.value_hint");
  const Rect box{area.x + label, y, std::max(ui.px(80), std::min(ui.px(340), area.width - label)), row};
  if (text_box(ui, box, {.id = "warp/expression", .label = ui.say("warp.value_of"), .hint = hint, .type = Type::code, .line_height = ui.px(22)}, typed_,
               box_)) {
    seen_watched_ = typed_;
    ui.commands.send(Watch{typed_});
  }
  y += row + ui.px(6);
  y += draw_chips(session, area, y, ui);
  const LaneValues& values = model_.values();
  if (!values.problem.empty()) {
    y += text_wrapped(ui, Type::caption, area.x, y, ui.px(19), area.width, ui.theme.bad, ui.say(values.problem, {as_sentence(values.problem_detail)}));
  } else if (values.has_value()) {
    y += draw_bars(area, y, ui);
    y += draw_numbers(area, y, ui);
    if (values.outside)
      y += text_wrapped(ui, Type::caption, area.x, y, ui.px(19), area.width, ui.theme.bad, ui.say("warp.outside", {lane_list(values.outside)}));
  }
  return y - top;
}

// The variables in scope: press one to see it in all lanes.
float WarpPanel::draw_chips(const Session& session, const Rect& area, float y, Ui& ui) {
  const float top = y, high = ui.px(24), gap = ui.px(5);
  float x = area.x;
  size_t drawn = 0;
  for (const VariableView& variable : model_.variables()) {
    const std::string id = "warp/variable/" + variable.name;
    const bool is_shown = variable.name == model_.values().expression;
    const Chip one{
        .label = variable.name, .background = is_shown ? std::optional(with_alpha(ui.theme.accent, 0.16f)) : std::nullopt, .id = id, .tooltip = variable.type};
    const float width = chip_width(ui, one);
    if (x > area.x && x + width > area.right()) x = area.x, y += high + gap;
    if (chip(ui, x, y, high, one) && session.watched() != variable.name) ui.commands.send(Watch{variable.name});
    x += width + gap;
    if (++drawn == most_chips) break;
  }
  return drawn ? y + high + ui.px(8) - top : 0;
}

float WarpPanel::draw_bars(const Rect& area, float y, Ui& ui) const {
  const LaneValues& values = model_.values();
  BarScale scale;
  bool has_number = false;
  for (const auto& number : values.number)
    if (number) scale.add(*number), has_number = true;
  if (!has_number || !(scale.high > scale.low)) return 0;
  const LaneAxis lanes = axis(area, ui);
  const float high = ui.px(44), zero = y + high * (1 - scale.share(0));
  text_right(ui, Type::label, lanes.x - ui.px(8), y - ui.px(4), ui.px(14), ui.theme.quiet, short_value(format_number(scale.high), 9));
  text_right(ui, Type::label, lanes.x - ui.px(8), y + high - ui.px(10), ui.px(14), ui.theme.quiet, short_value(format_number(scale.low), 9));
  line(ui, lanes.x, zero, lanes.right(), zero, ui.theme.line);
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!values.number[lane]) continue;
    const Rect cell = lane_cell(lanes, lane, y, high);
    const float at = y + high * (1 - scale.share(*values.number[lane]));
    const Rect bar{cell.x, std::min(at, zero), cell.width, std::max(1.5f, std::abs(zero - at))};
    const bool is_active = model_.active() >> lane & 1 || !model_.is_at_work();
    fill(ui, bar, with_alpha(ui.theme.accent, is_active ? 0.75f : 0.3f), ui.px(1));
    if (hovered_lane_ == lane) frame(ui, {cell.x - 1, y, cell.width + 2, high}, ui.theme.ink, ui.px(2), 1);
  }
  return high + ui.px(6);
}

float WarpPanel::draw_numbers(const Rect& area, float y, Ui& ui) const {
  const LaneValues& values = model_.values();
  float widest = 0;
  for (uint32_t lane = 0; lane < model_.count(); ++lane) widest = std::max(widest, text_width(ui, Type::code_small, short_value(values.text[lane], 24)));
  const float gutter = ui.px(70), room = area.width - gutter, row = ui.px(20);
  const uint32_t columns = value_columns(room, widest + ui.px(7));
  const float cell = std::floor(room / static_cast<float>(columns));
  for (uint32_t lane = 0; lane < model_.count(); ++lane) {
    const float top = y + row * static_cast<float>(lane / columns), x = area.x + gutter + cell * static_cast<float>(lane % columns);
    if (lane % columns == 0) {
      const uint32_t last = std::min(lane + columns, model_.count()) - 1;
      const std::string name = columns == 32 ? values.type : std::to_string(lane) + (last > lane ? "\xE2\x80\x93" + std::to_string(last) : "");
      text_cut(ui, Type::caption, area.x, top, row, gutter - ui.px(6), ui.theme.quiet, name);
    }
    const Rect box{x, top, cell - ui.px(3), row - ui.px(2)};
    const bool is_active = model_.active() >> lane & 1;
    fill(ui, box, is_active ? with_alpha(ui.theme.accent, 0.14f) : mix(ui.theme.paper, ui.theme.side, 0.55f), ui.px(2));
    if (hovered_lane_ == lane) frame(ui, box, ui.theme.ink, ui.px(2), 1);
    const std::string& text = values.text[lane];
    const Colour ink = text == "!" ? ui.theme.bad : is_active || !model_.is_at_work() ? ui.theme.ink : ui.theme.quiet;
    text_centred(ui, Type::code_small, box, ink, text.empty() ? "\xC2\xB7" : short_value(text, 24));
  }
  return row * static_cast<float>((model_.count() + columns - 1) / columns) + ui.px(4);
}

// ---- over time

float WarpPanel::draw_history(const Session& session, const Rect& area, float y, Ui& ui) {
  const float top = y, head = ui.px(26), row = ui.px(16);
  const float title = text(ui, Type::ui_bold, area.x, y, head, ui.theme.ink, ui.say("warp.over_time")) + ui.px(8);
  text_cut(ui, Type::caption, area.x + title, y, head, area.width - title, ui.theme.quiet,
           ui.say(model_.is_reading() ? "warp.reading" : "warp.over_time_hint"));
  y += head;
  const std::vector<WarpRow>& rows = model_.rows();
  if (rows.empty()) {
    if (!model_.is_reading()) y += text_wrapped(ui, Type::caption, area.x, y, ui.px(19), area.width, ui.theme.quiet, ui.say("warp.no_steps"));
    return y - top;
  }
  const size_t now = std::min(model_.now(), rows.size()), count = std::min(shown_rows, rows.size()),
               first = first_shown_row(rows.size(), std::min(now, rows.size() - 1), count);
  const Rect box{area.x, y, area.width, row * static_cast<float>(count)};
  const std::string value = now < rows.size() ? ui.say("warp.row_now", {std::to_string(rows[now].line), lane_list(rows[now].active)}) : ui.say("warp.all_done");
  const Interaction mouse = ui.widgets.add({.role = Role::slider, .label = ui.say("warp.over_time"), .id = "warp/history", .rect = box, .value = value});
  const auto& thread = session.resolved().thread;
  const std::optional<uint32_t> lane = hovered_lane_                                 ? hovered_lane_
                                       : thread && warp_of(*thread) == model_.warp() ? std::optional(thread->thread % warp_size)
                                                                                     : std::nullopt;
  paint_history(ui, {.rows = rows,
                     .first = first,
                     .count = count,
                     .now = now,
                     .row = row,
                     .y = y,
                     .axis = axis(area, ui),
                     .area = box,
                     .lanes = model_.count(),
                     .lane = lane});
  scrub_history(session, ui, mouse, box, first, row);
  focus_ring(ui, box, "warp/history", 4);
  y += box.height + ui.px(6);
  y += text_wrapped(ui, Type::caption, area.x, y, ui.px(18), area.width, ui.theme.quiet, ui.say("warp.legend"));
  return y - top;
}

// Press a row to go there; drag to go on from where it was pressed; the arrow keys go row by row.
void WarpPanel::scrub_history(const Session& session, Ui& ui, const Interaction& mouse, const Rect& rows, size_t first, float row) {
  const std::vector<WarpRow>& all = model_.rows();
  const Input& input = ui.widgets.input();
  const auto seek = [&](size_t to) {
    const Tick tick = all[std::min(to, all.size() - 1)].begin;
    if (tick != session.selection().tick) ui.commands.send(Seek{tick});
    if (!session.selection().thread) go_to(session, ui, model_.warp());   // stays with this warp
  };
  const float at = (input.mouse_y - rows.y) / row;
  const size_t pointed = first + static_cast<size_t>(std::clamp(at, 0.0f, static_cast<float>(shown_rows - 1)));
  if (mouse.pressed) press_y_ = input.mouse_y, press_row_ = pointed, seek(pointed);
  else if (mouse.held && std::abs(input.mouse_y - press_y_) > row / 2) {
    const int64_t to = static_cast<int64_t>(press_row_) + static_cast<int64_t>(std::lround((input.mouse_y - press_y_) / row));
    seek(static_cast<size_t>(std::clamp<int64_t>(to, 0, static_cast<int64_t>(all.size()) - 1)));
  }
  const size_t now = std::min(model_.now(), all.size());
  if (ui.widgets.take_key(Key::up, false, false, false, "warp/history") && now > 0) seek(now - 1);
  if (ui.widgets.take_key(Key::down, false, false, false, "warp/history") && now + 1 < all.size()) seek(now + 1);
  if (mouse.hovered && !input.down && pointed < all.size()) explain_row(*session.recording(), all[pointed], ui);
}

void WarpPanel::explain_row(const Recording& recording, const WarpRow& shown, Ui& ui) const {
  const std::string place = shown.line ? ui.say("warp.line", {std::to_string(shown.line)}) : ui.say("warp.inside");
  std::vector<TooltipLine> lines{
      {place + ": " + ui.say("warp.row_lanes", {std::to_string(std::popcount(shown.active)), lane_list(shown.active)}), Type::caption_bold, {}}};
  if (const std::string code = code_of_line(recording, shown.line); !code.empty()) lines.push_back({code, Type::code_small, tooltip_code});
  lines.push_back(
      {ui.say("warp.row_steps", {with_thousands(shown.begin), with_thousands(shown.end - 1), std::to_string(shown.instructions)}), Type::caption, {}});
  if (shown.kind != WarpStep::Kind::plain) lines.push_back({ui.say(kind_key(shown.kind)), Type::caption, {}});
  if (shown.splits) lines.push_back({ui.say("warp.row_splits"), Type::caption, {}});
  if (shown.joins) lines.push_back({ui.say("warp.row_joins"), Type::caption, {}});
  tooltip(ui, ui.widgets.input().mouse_x, ui.widgets.input().mouse_y, lines);
}

// ---- everything in every lane, as a table

std::vector<WarpPanel::Column> WarpPanel::columns(const Ui& ui) const {
  std::vector<Column> all{{ui.say("warp.column_line"), {}}, {ui.say("warp.column_state"), {}}};
  for (uint32_t lane = 0; lane < model_.count(); ++lane) {
    const WarpLane& at = model_.lanes()[lane];
    all[0].cells[lane] = at.line ? std::to_string(at.line) : "";
    all[1].cells[lane] = ui.say(state_key(at.state));
  }
  for (LaneVariable& variable : model_.table()) all.push_back({variable.name, variable.values});
  return all;
}

float WarpPanel::column_width(const Column& column, const Ui& ui) const {
  float width = text_width(ui, Type::caption_bold, column.name);
  for (uint32_t lane = 0; lane < model_.count(); ++lane) width = std::max(width, text_width(ui, Type::code_small, short_value(column.cells[lane], 20)));
  return width + ui.px(14);
}

float WarpPanel::draw_table(const Rect& area, float y, Ui& ui) {
  const float top = y;
  const Button toggle{.label = ui.say(shows_table_ ? "warp.hide_table" : "warp.show_table"), .id = "warp/table", .style = ButtonStyle::quiet,
                      .icon = shows_table_ ? Icon::caret_down : Icon::caret_right, .checked = shows_table_};
  if (button(ui, area.x - ui.px(8), y, toggle)) shows_table_ = !shows_table_;
  y += button_height(ui) + ui.px(4);
  if (!shows_table_) return y - top;
  const std::vector<Column> all = columns(ui);
  for (size_t first = 0; first < all.size();) {   // columns that do not fit stand in a further part below
    size_t last = first;
    float room = area.width - ui.px(40);
    while (last < all.size() && (last == first || column_width(all[last], ui) <= room)) room -= column_width(all[last++], ui);
    y += draw_table_part(std::span(all).subspan(first, last - first), first, {area.x, y, area.width, 0}, ui) + ui.px(10);
    first = last;
  }
  return y - top;
}

float WarpPanel::draw_table_part(std::span<const Column> part, size_t number, const Rect& area, Ui& ui) const {
  const float row = ui.px(19), left = area.x + ui.px(40);
  text(ui, Type::caption_bold, area.x, area.y, row, ui.theme.quiet, ui.say("warp.column_lane"));
  float x = left, y = area.y + row;
  for (const Column& column : part) {
    text(ui, Type::caption_bold, x, area.y, row, ui.theme.ink, column.name);
    x += column_width(column, ui);
  }
  line(ui, area.x, y, area.right(), y, ui.theme.line);
  for (uint32_t lane = 0; lane < model_.count(); ++lane, y += row) {
    std::string words;
    text(ui, Type::code_small, area.x, y, row, ui.theme.quiet, std::to_string(lane));
    x = left;
    for (const Column& column : part) {
      const std::string& cell = column.cells[lane];
      words += (words.empty() ? "" : ", ") + column.name + " " + (cell.empty() ? "-" : cell);
      text(ui, Type::code_small, x, y, row, cell == "?" ? ui.theme.quiet : ui.theme.ink, short_value(cell, 20));
      x += column_width(column, ui);
    }
    ui.widgets.add({.role = Role::row,
                    .label = ui.say("warp.lane", {std::to_string(lane)}),
                    .id = "warp/row/" + std::to_string(number) + "/" + std::to_string(lane),
                    .rect = {area.x, y, area.width, row},
                    .value = words,
                    .focusable = false});
  }
  return y - area.y;
}

}  // namespace wb
