#include "app/gui/panels/timeline_panel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/no_recording.h"
#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr const char* zoom_keys[] = {"timeline.zoom_run", "timeline.zoom_block", "timeline.zoom_moment"};
constexpr const char* zoom_ids[] = {"timeline/run", "timeline/block", "timeline/moment"};
constexpr size_t zoom_count = std::size(zoom_keys);
constexpr double moment_ticks = 48;
constexpr size_t listed_lines = 60;
const Colour tooltip_code = rgb(0xFFCE5C);

const char* kind_key(WarpStep::Kind kind) {
  constexpr const char* keys[] = {"warp.kind_plain", "warp.kind_load", "warp.kind_store", "warp.kind_atomic", "warp.kind_barrier"};
  return keys[static_cast<size_t>(kind)];
}

uint64_t row_of(const LaunchShape& shape, WarpRef warp) { return uint64_t{warp.block} * shape.warps_per_block() + warp.warp; }

// The ticks between which a block was at work.
std::pair<double, double> ticks_of_block(const Recording& recording, uint32_t block) {
  const ThreadRef thread{block, 0};
  const std::optional<Tick> first = recording.step(0, StepKind::block, Direction::forwards, thread);
  if (!first) return {0, static_cast<double>(recording.end())};
  const std::optional<Tick> second = recording.step(*first, StepKind::block, Direction::forwards, thread);   // none: it began with the run
  return {second ? static_cast<double>(*first) : 0.0, static_cast<double>(second.value_or(*first))};
}

// The warp of the followed thread; where nobody is followed, the one at work.
std::optional<WarpRef> followed_warp(const Session& session) {
  const auto& thread = session.selection().thread;
  if (thread) return warp_of(*thread);
  const auto& now = session.resolved().instruction;
  return now ? std::optional(WarpRef{now->block, now->warp}) : std::nullopt;
}

bool has_findings(const Session& session) {
  const Recording& recording = *session.recording();
  const auto all = recording.findings();
  return std::any_of(all.begin(), all.end(), [&](const Finding& f) { return f.severity != Severity::note && moment_of(recording, f); });
}

float names_width(const Ui& ui, const LaunchShape& shape, float room) {
  const std::string block = block_words(shape, static_cast<uint32_t>(shape.block_count() - 1)), warp = "warp " + std::to_string(shape.warps_per_block() - 1);
  const float wide = text_width(ui, Type::label, block) + ui.px(24) + (shape.warps_per_block() > 1 ? text_width(ui, Type::label, warp) + ui.px(10) : 0);
  return std::clamp(wide, ui.px(60), room * 0.4f);
}

std::string trimmed_line(const SourceMap& sources, uint32_t line) {
  if (line == 0 || sources.file_count() == 0 || line > sources.line_count(FileId{0})) return "";
  std::string_view text = sources.line_text(FileId{0}, line);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return std::string(text.substr(0, text.find("//")));
}

}  // namespace

void TimelinePanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  if (!has_recording(session)) {
    model_.clear();
    recording_.reset();
    return draw_no_recording(ui, area, session, ui.say("machine.empty_timeline"));
  }
  const LaunchShape& shape = session.recording()->shape();
  const uint64_t warps = shape.block_count() * shape.warps_per_block();
  const std::string size =
      ui.say(warps == 1 ? "timeline.title_one" : "timeline.title", {with_thousands(warps), with_thousands(session.recording()->end())});
  const std::string legend = size + ". " + ui.say("timeline.legend") + (has_findings(session) ? ui.say("timeline.legend_finding") : "") + ui.say("timeline.legend_shapes") + ui.say("timeline.legend_wheel");
  const float head = ui.px(36), ruler = ui.px(26), names = names_width(ui, shape, area.width);
  const float foot = wrapped_height(ui.fonts, Type::caption, ui.px(18), area.width - ui.px(28), legend) + ui.px(12);
  const Rect canvas{area.x + names, area.y + head + ruler, std::max(ui.px(40), area.width - names - ui.px(10)),
                    std::max(ui.px(40), area.height - head - ruler - foot)};
  take_run(session, canvas, ui);
  draw_head(session, {area.x, area.y, area.width, head}, ui);
  model_.update(recording_, static_cast<Tick>(std::max(0.0, view_.begin)), static_cast<Tick>(view_.begin + view_.ticks) + 1);
  if (model_.is_reading()) ui.widgets.request_frame();
  if (shows_list_) return draw_list(session, {area.x, area.y + head, area.width, area.height - head}, ui);
  const Rect ruler_rect{canvas.x, canvas.y - ruler, canvas.width, ruler};
  const Interaction scrubber = ui.widgets.add({.role = Role::slider, .label = ui.say("timeline.ruler"), .id = "timeline/ruler", .rect = ruler_rect,
                                               .value = ui.say("timeline.step", {with_thousands(session.selection().tick)})});
  const Interaction mouse = ui.widgets.add({.role = Role::image, .label = ui.say("machine.timeline"), .id = "timeline/canvas", .rect = canvas, .value = size});
  scrub(session, ui, canvas, scrubber);
  move_view(ui, canvas, mouse);
  const auto& pointed = session.selection().hover.thread;
  paint_timeline(ui, {.session = session,
                      .recording = *recording_,
                      .model = model_,
                      .view = view_,
                      .area = canvas,
                      .ruler = ruler_rect,
                      .names = names,
                      .followed = followed_warp(session),
                      .hovered = hovered_  ? hovered_
                                 : pointed ? std::optional(warp_of(*pointed))
                                           : std::nullopt,
                      .extent = extent_});
  point(session, ui, canvas, mouse);
  focus_ring(ui, canvas, "timeline/canvas", 0);
  focus_ring(ui, ruler_rect, "timeline/ruler", 0);
  text_wrapped(ui, Type::caption, area.x + ui.px(14), canvas.bottom() + ui.px(6), ui.px(18), area.width - ui.px(28), ui.theme.quiet, legend);
}

// A new run is shown whole; a moment out of sight is brought into it.
void TimelinePanel::take_run(const Session& session, const Rect& canvas, Ui& ui) {
  const auto recording = session.kept_recording();
  const bool is_resized = canvas.width != canvas_.width || canvas.height != canvas_.height;
  canvas_ = canvas;
  const LaunchShape& shape = recording->shape();
  if (recording != recording_) {
    recording_ = recording;
    extent_ = {std::max<uint64_t>(1, recording->end()), shape.block_count() * shape.warps_per_block()};
    view_ = fit_timeline(extent_, canvas, largest_row(ui));
    was_moved_ = false;
    seen_tick_ = session.selection().tick;
    seen_warp_.reset();
  } else if (is_resized) {
    if (!was_moved_) view_ = fit_timeline(extent_, canvas, largest_row(ui));
    else view_ = pan_timeline(view_, canvas, 0, 0, extent_);
  }
  const std::optional<WarpRef> warp = followed_warp(session);
  const bool has_moved = seen_tick_ != session.selection().tick || (warp && seen_warp_ != warp);
  if (has_moved && warp && !ui.widgets.input().down)
    view_ = bring_into_sight(view_, canvas, static_cast<double>(session.selection().tick), static_cast<double>(row_of(shape, *warp)), extent_);
  seen_tick_ = session.selection().tick;
  if (warp) seen_warp_ = warp;
}

float TimelinePanel::draw_head(const Session& session, const Rect& area, Ui& ui) {
  const float y = area.y + (area.height - button_height(ui)) / 2;
  const Button list{.label = ui.say("timeline.as_text"),
                    .id = "timeline/list",
                    .style = ButtonStyle::quiet,
                    .checked = shows_list_,
                    .tooltip = ui.say("timeline.as_text_help")};
  float x = area.right() - ui.px(8) - button_width(ui, list);
  if (button(ui, x, y, list)) shows_list_ = !shows_list_;
  for (size_t i = zoom_count; i-- > 0;) {
    const Button zoom{.label = ui.say(zoom_keys[i]), .id = zoom_ids[i], .style = ButtonStyle::quiet, .tooltip = ui.say("timeline.zoom_help")};
    x -= button_width(ui, zoom);
    if (button(ui, x, y, zoom)) zoom_to(session, canvas_, ui, i);
  }
  const float left = area.x + ui.px(14);
  if (model_.is_reading()) text_cut(ui, Type::caption, left, area.y, area.height, x - left - ui.px(6), ui.theme.quiet, ui.say("timeline.reading"));
  return area.height;
}

void TimelinePanel::zoom_to(const Session& session, const Rect& canvas, Ui& ui, size_t which) {
  was_moved_ = which != 0;
  if (which == 0) {
    view_ = fit_timeline(extent_, canvas, largest_row(ui));
    return;
  }
  const LaunchShape& shape = recording_->shape();
  const WarpRef warp = seen_warp_.value_or(WarpRef{});
  const double tick = static_cast<double>(session.selection().tick), first = static_cast<double>(uint64_t{warp.block} * shape.warps_per_block());
  std::pair<double, double> ticks{tick - moment_ticks / 2, tick + moment_ticks / 2};
  if (which == 1) ticks = ticks_of_block(*recording_, warp.block);
  view_ = fit_part(extent_, canvas, ticks.first, ticks.second, first, first + shape.warps_per_block(), largest_row(ui));
  if (which == 2) view_ = bring_into_sight(view_, canvas, tick, static_cast<double>(row_of(shape, warp)), extent_);
}

void TimelinePanel::move_view(Ui& ui, const Rect& canvas, const Interaction& mouse) {
  const Input& input = ui.widgets.input();
  const Rect with_ruler{canvas.x, canvas.y - ui.px(26), canvas.width, canvas.height + ui.px(26)};
  if (ui.widgets.is_wheel_over(with_ruler) && input.wheel != 0) {
    was_moved_ = true;
    const double factor = std::pow(1.25, input.wheel);
    view_ = input.shift ? zoom_rows(view_, canvas, input.mouse_y, factor, extent_, largest_row(ui))
                        : zoom_time(view_, canvas, input.mouse_x, factor, extent_, widest_tick(ui));
  }
  if (ui.widgets.is_wheel_over(with_ruler) && input.wheel_x != 0) view_ = pan_timeline(view_, canvas, input.wheel_x * ui.px(60), 0, extent_);
  if (mouse.pressed) press_x_ = input.mouse_x, press_y_ = input.mouse_y, is_dragging_ = false;
  if (mouse.held && (is_dragging_ || std::abs(input.mouse_x - press_x_) + std::abs(input.mouse_y - press_y_) > ui.px(4))) {
    is_dragging_ = was_moved_ = true;
    view_ = pan_timeline(view_, canvas, input.mouse_x - press_x_, input.mouse_y - press_y_, extent_);
    press_x_ = input.mouse_x, press_y_ = input.mouse_y;
  }
  if (!mouse.focused) return;
  const auto key = [&](Key k, bool shift = false) { return ui.widgets.take_key(k, false, shift, false, "timeline/canvas"); };
  const double cx = x_of(view_, canvas, static_cast<double>(seen_tick_)), middle = cx >= canvas.x && cx <= canvas.right() ? cx : canvas.x + canvas.width / 2;
  if (key(Key::plus) || key(Key::plus, true)) view_ = zoom_time(view_, canvas, middle, 1.6, extent_, widest_tick(ui)), was_moved_ = true;
  if (key(Key::minus)) view_ = zoom_time(view_, canvas, middle, 1 / 1.6, extent_, widest_tick(ui)), was_moved_ = true;
  if (key(Key::left)) view_ = pan_timeline(view_, canvas, canvas.width * 0.15, 0, extent_);
  if (key(Key::right)) view_ = pan_timeline(view_, canvas, -canvas.width * 0.15, 0, extent_);
  if (key(Key::up)) view_ = pan_timeline(view_, canvas, 0, canvas.height * 0.15, extent_);
  if (key(Key::down)) view_ = pan_timeline(view_, canvas, 0, -canvas.height * 0.15, extent_);
  if (key(Key::home)) view_ = fit_timeline(extent_, canvas, largest_row(ui)), was_moved_ = false;
}

// The ruler: every place of the pointer is a moment, and all views go there.
void TimelinePanel::scrub(const Session& session, Ui& ui, const Rect& canvas, const Interaction& ruler) {
  const Tick tick = session.selection().tick, end = recording_->end();
  if (ruler.held || ruler.pressed) {
    const double at = std::clamp(tick_under(view_, canvas, ui.widgets.input().mouse_x), 0.0, static_cast<double>(end));
    if (static_cast<Tick>(at) != tick) ui.commands.send(Seek{static_cast<Tick>(at)});
  }
  if (ui.widgets.take_key(Key::left, false, false, false, "timeline/ruler") && tick > 0) ui.commands.send(Seek{tick - 1});
  if (ui.widgets.take_key(Key::right, false, false, false, "timeline/ruler") && tick < end) ui.commands.send(Seek{tick + 1});
}

// ---- the pointer

std::optional<WarpRef> TimelinePanel::warp_under(const Rect& canvas, float y) const {
  const double row = row_under(view_, canvas, y);
  if (row < 0 || row >= static_cast<double>(extent_.rows)) return std::nullopt;
  const uint64_t at = static_cast<uint64_t>(row), per_block = recording_->shape().warps_per_block();
  return WarpRef{static_cast<uint32_t>(at / per_block), static_cast<uint32_t>(at % per_block)};
}

// Of this warp, the instruction under the pointer: within a few pixels where ticks are narrow.
const WarpStep* TimelinePanel::step_under(const Rect& canvas, const Input& input, WarpRef warp) const {
  const double tick = tick_under(view_, canvas, input.mouse_x), reach = 3 / pixels_a_tick(view_, canvas);
  const double begin = reach < 1 ? std::floor(tick) : tick - reach, end = reach < 1 ? begin + 1 : tick + reach + 1;
  if (tick < 0 || !model_.is_exact()) return nullptr;
  return model_.step_of(warp, static_cast<Tick>(std::max(0.0, begin)), static_cast<Tick>(std::max(0.0, end)), static_cast<Tick>(tick));
}

void TimelinePanel::point(const Session& session, Ui& ui, const Rect& canvas, const Interaction& mouse) {
  const Input& input = ui.widgets.input();
  hovered_ = mouse.hovered ? warp_under(canvas, input.mouse_y) : std::nullopt;
  const WarpStep* step = hovered_ ? step_under(canvas, input, *hovered_) : nullptr;
  tell_hover(session, ui, hovered_, step);
  if (!hovered_) return;
  if (mouse.clicked && !is_dragging_) {
    const Tick tick = step ? step->tick : static_cast<Tick>(std::clamp(tick_under(view_, canvas, input.mouse_x), 0.0, static_cast<double>(recording_->end())));
    ui.commands.send(FollowThread{thread_of(*hovered_, step ? static_cast<uint32_t>(std::countr_zero(step->active)) : 0)});
    ui.commands.send(Seek{tick});
  }
  if (!mouse.held) is_dragging_ = false;
  if (!is_dragging_ && !input.down) draw_tooltip(session, ui, canvas, *hovered_, step);
}

// Only a row that is high enough to be meant lights its warp elsewhere: resolving a thread costs time.
void TimelinePanel::tell_hover(const Session& session, Ui& ui, std::optional<WarpRef> warp, const WarpStep* step) {
  std::optional<ThreadRef> thread;
  if (warp && view_.row >= 4) thread = thread_of(*warp, step ? static_cast<uint32_t>(std::countr_zero(step->active)) : 0);
  if (thread == told_) return;
  if (thread || session.selection().hover.thread == told_) ui.commands.send(SetHover{{.thread = thread, .element = {}, .line = 0}});
  told_ = thread;
}

void TimelinePanel::draw_tooltip(const Session& session, Ui& ui, const Rect& canvas, WarpRef warp, const WarpStep* step) const {
  const LaunchShape& shape = recording_->shape();
  const Input& input = ui.widgets.input();
  const double at = tick_under(view_, canvas, input.mouse_x);
  const Tick tick = step ? step->tick : static_cast<Tick>(std::clamp(at, 0.0, static_cast<double>(recording_->end())));
  std::vector<TooltipLine> lines{
      {ui.say("warp.name", {std::to_string(warp.warp), block_words(shape, warp.block)}) + ", " + ui.say("timeline.step", {with_thousands(tick)}),
       Type::caption_bold,
       {}}};
  if (step) {
    const uint32_t line = main_line(recording_->sources(), step->span), lanes = lane_count(shape, warp);
    const std::string place = line ? ui.say("warp.line", {std::to_string(line)}) : ui.say("warp.inside");
    lines.push_back({place + ": " + ui.say("timeline.lanes", {std::to_string(std::popcount(step->active)), std::to_string(lanes)}), Type::caption, {}});
    if (const std::string code = trimmed_line(recording_->sources(), line); !code.empty()) lines.push_back({code, Type::code_small, tooltip_code});
    if (step->kind != WarpStep::Kind::plain) lines.push_back({ui.say(kind_key(step->kind)), Type::caption, {}});
  } else if (model_.is_exact()) {
    const Tick from = static_cast<Tick>(std::max(0.0, view_.begin));
    const WarpStep* before = model_.step_before(warp, from - std::min<Tick>(from, TimelineModel::tile_ticks), tick);
    const bool waits = before && before->kind == WarpStep::Kind::barrier && model_.step_of(warp, tick, tick + TimelineModel::tile_ticks, tick);
    lines.push_back({waits ? ui.say("timeline.waits", {with_thousands(before->tick)}) : ui.say("timeline.not_at_work"), Type::caption, {}});
  } else {
    lines.push_back({ui.say("timeline.zoom_in"), Type::caption, {}});
  }
  const double reach = 4 / pixels_a_tick(view_, canvas);
  for (const Finding& finding : session.recording()->findings()) {
    const std::optional<Tick> shows = moment_of(*recording_, finding);
    if (!shows || finding.severity == Severity::note || std::abs(static_cast<double>(*shows) - at) > std::max(0.6, reach)) continue;
    lines.push_back({as_sentence(finding.message), Type::caption, ui.theme.is_dark ? ui.theme.bad : rgb(0xFF9B85)});
    break;
  }
  tooltip(ui, input.mouse_x, input.mouse_y, lines);
}

// ---- in words

void TimelinePanel::draw_list(const Session&, const Rect& area, Ui& ui) {
  const Tick begin = static_cast<Tick>(std::max(0.0, view_.begin)), end = static_cast<Tick>(view_.begin + view_.ticks) + 1;
  const std::vector<TimelineLine> all = timeline_lines(model_, *recording_, begin, end, listed_lines);
  ScrollView scroll(ui, "timeline", area, list_scroll_, list_height_);
  const float row = ui.px(21), left = area.x + ui.px(14);
  float y = area.y - list_scroll_;
  const LaunchShape& shape = recording_->shape();
  for (size_t i = 0; i < all.size(); ++i, y += row) {
    const TimelineLine& l = all[i];
    std::string words;
    if (model_.is_exact()) {
      const std::string lines = l.first_line == l.last_line ? std::to_string(l.first_line) : std::to_string(l.first_line) + " - " + std::to_string(l.last_line);
      words = ui.say("timeline.list_turn",
                     {with_thousands(l.begin), with_thousands(l.end - 1), ui.say("warp.name", {std::to_string(l.warp.warp), block_words(shape, l.warp.block)}),
                      lines, std::to_string(std::popcount(l.active))});
    } else {
      words = ui.say("timeline.list_stretch",
                     {with_thousands(l.begin), with_thousands(l.end - 1), with_thousands(l.warps), with_thousands(l.parted), with_thousands(l.barriers)});
    }
    const std::string id = "timeline/line/" + std::to_string(i);
    const Rect rect{area.x + ui.px(6), y, area.width - ui.px(20), row};
    const Interaction mouse = ui.widgets.add({.role = Role::row, .label = words, .id = id, .rect = rect, .value = {}});
    if (mouse.hovered || mouse.focused) fill(ui, rect, with_alpha(ui.theme.accent, 0.07f), ui.px(4));
    text_cut(ui, Type::caption, left, y, row, area.width - ui.px(30), ui.theme.ink, words);
    focus_ring(ui, rect, id, 4);
    if (!mouse.activated) continue;
    ui.commands.send(FollowThread{thread_of(l.warp, 0)});
    ui.commands.send(Seek{l.begin});
  }
  if (all.empty())
    text_wrapped(ui, Type::caption, left, y, row, area.width - ui.px(28), ui.theme.quiet,
                 ui.say(model_.is_reading() ? "timeline.reading" : "timeline.nothing"));
  else if (all.size() == listed_lines)
    text_wrapped(ui, Type::caption, left, y, row, area.width - ui.px(28), ui.theme.quiet, ui.say("timeline.list_more")), y += row;
  list_height_ = y + row + list_scroll_ - area.y;
}

}  // namespace wb
