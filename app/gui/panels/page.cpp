#include "app/gui/panels/page.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/page_pen.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

constexpr float widest_measure = 560;  // design pixels: about 75 characters of the page's text

bool is_in_course(const Session& session) {
  for (const PartSummary& part : session.parts())
    for (const LessonSummary& row : part.lessons)
      if (row.id == session.lesson_id()) return true;
  return false;
}

const LessonSummary* next_lesson(const Session& session) {
  bool is_next = false;
  for (const PartSummary& part : session.parts())
    for (const LessonSummary& row : part.lessons) {
      if (is_next) return &row;
      is_next = row.id == session.lesson_id();
    }
  return nullptr;
}

}  // namespace

PagePanel::PagePanel() : memory_(std::make_unique<PageMemory>()) {}
PagePanel::~PagePanel() = default;

void PagePanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  if (session.lesson()) return draw_lesson(session, area, ui);
  const bool is_trace = session.trace().has_value();
  if (session.complaints().empty()) {
    if (is_trace) empty_state(ui, area, {.title = ui.say("trace.opening", {session.trace()->file}), .sentence = ui.say("trace.opening_how")});
    else if (session.is_reading_file()) empty_state(ui, area, {.title = ui.say("page.reading_file", {session.lesson_id()}), .sentence = ui.say("page.reading_file_how")});
    else empty_state(ui, area, {.title = ui.say("page.empty_title"), .sentence = ui.say("page.empty")});
    return;
  }
  // What cannot be read at all: its complaints stand where the page would.
  const float margin = ui.px(34);
  Pen pen{session, ui, *memory_, area.x + margin, area.y + margin, std::min(area.width - 2 * margin, ui.px(widest_measure)), area.y, area.bottom()};
  Clip clip(ui, area);
  const bool is_file = !is_trace && session.lesson_folder().empty();
  pen.plain(Type::heading, ui.px(28), ui.theme.ink, ui.say(is_trace ? "trace.broken_title" : is_file ? "page.broken_file_title" : "page.broken_title", {session.lesson_id()}));
  pen.gap(6);
  pen.plain(Type::text, ui.theme.text_line, ui.theme.quiet, ui.say(is_trace ? "trace.broken" : is_file ? "page.broken_file" : "page.broken"));
  pen.gap(16);
  draw_complaints(session, pen);
}

void PagePanel::draw_complaints(const Session& session, Pen& pen) {
  if (session.complaints().empty()) return;
  CardFrame card(pen, {.background = mix(pen.ui.theme.paper, pen.ui.theme.bad, 0.06f), .border = mix(pen.ui.theme.paper, pen.ui.theme.bad, 0.6f)});
  icon(pen.ui, Icon::warning, pen.x + pen.px(7), pen.y + pen.px(10), pen.px(13), pen.ui.theme.bad);
  const float indent = std::round(pen.px(22));
  pen.x += indent, pen.width -= indent;
  pen.plain(Type::ui_bold, pen.px(21), pen.ui.theme.ink, pen.ui.say(session.lesson() ? "page.complaints_kept" : "page.complaints"));
  pen.x -= indent, pen.width += indent;
  pen.gap(7);
  const size_t most = 8;
  for (size_t i = 0; i < std::min(most, session.complaints().size()); ++i) {
    pen.plain(Type::code_small, pen.px(19), pen.ui.theme.ink, session.complaints()[i]);
    pen.gap(4);
  }
  if (session.complaints().size() > most) pen.plain(Type::caption, pen.px(19), pen.ui.theme.quiet, pen.ui.say("page.more_complaints", {std::to_string(session.complaints().size() - most)}));
  const std::string id = "page/reload";
  pen.gap(8);
  if (button(pen.ui, pen.x, pen.y, {.label = pen.ui.say("page.reload"), .id = id})) pen.ui.commands.send(ReloadLesson{});
  pen.y += button_height(pen.ui);
}

// A dot before it, in whose place what has been done for it shows.
void PagePanel::draw_objective(const Session& session, size_t i, Pen& pen) {
  const Theme& theme = pen.ui.theme;
  const Objective& objective = session.lesson()->objectives[i];
  const ObjectiveProgress progress = i < session.objectives().size() ? session.objectives()[i] : ObjectiveProgress{};
  const float indent = std::round(pen.px(16)), top = pen.y;
  const std::string words = pen.ui.say("page.objective_done", {std::to_string(progress.done), std::to_string(progress.tasks)});
  if (progress.done > 0) progress_mark(pen.ui, pen.x + pen.px(4), pen.y + pen.px(10.5f), progress.part());
  else disc(pen.ui, pen.x + pen.px(4), pen.y + pen.px(10.5f), pen.px(1.8f), theme.quiet);
  pen.x += indent, pen.width -= indent;
  pen.rich(objective.text, pen.small(), mix(theme.quiet, theme.ink, 0.3f));
  pen.x -= indent, pen.width += indent;
  const Rect rect{pen.x, top, pen.width, pen.y - top};
  const Interaction mouse = pen.ui.widgets.add({.role = Role::list_item, .label = plain_text(objective.text), .id = "page/objective/" + objective.id, .rect = rect, .value = words, .focusable = false});
  if (mouse.hovered && progress.tasks > 0) {
    const TooltipLine lines[] = {{.text = words}};
    tooltip(pen.ui, rect.x, rect.bottom(), lines);
  }
  pen.gap(2);
}

void PagePanel::draw_title(const Session& session, Pen& pen) {
  const Lesson& lesson = *session.lesson();
  const Theme& theme = pen.ui.theme;
  pen.plain(Type::title, std::round(pen.px(34)), theme.ink, lesson.title);
  pen.gap(6);
  pen.ui.widgets.add({.role = Role::heading, .label = lesson.title, .id = "page/title", .rect = {pen.x, pen.y - pen.px(34), pen.width, pen.px(34)}, .focusable = false});
  if (lesson.minutes > 0) {
    text(pen.ui, Type::caption, pen.x, pen.y, pen.px(21), theme.quiet, pen.ui.say("page.minutes", {std::to_string(lesson.minutes)}));
    pen.y += std::round(pen.px(21));
  }
  if (lesson.objectives.empty()) return pen.gap(16);
  pen.gap(12);
  text(pen.ui, Type::caption_bold, pen.x, pen.y, pen.px(21), mix(theme.quiet, theme.ink, 0.3f), pen.ui.say("page.objectives"));
  pen.y += std::round(pen.px(23));
  for (size_t i = 0; i < lesson.objectives.size(); ++i) draw_objective(session, i, pen);
  pen.gap(20);
  line(pen.ui, pen.x, pen.y, pen.x + pen.width, pen.y, theme.line);
  pen.gap(22);
}

// A bare .cu file: its kernels, above the cards that run them.
void PagePanel::draw_bare_file(const Session& session, Pen& pen) {
  const Lesson& lesson = *session.lesson();
  draw_file_title(session, pen);
  pen.gap(10);
  pen.plain(Type::text, pen.ui.theme.text_line, pen.ui.theme.ink, pen.ui.say("page.bare_file"));
  pen.gap(14);
  ButtonRow row(pen.ui, pen.x, pen.y, pen.width);
  for (const LaunchSpec& launch : lesson.launches) {
    const std::string id = "page/kernel/" + launch.name;
    const bool is_open = session.source() && session.source()->name == launch.name;
    if (row.add({.label = launch.name, .id = id, .checked = is_open})) pen.ui.commands.send(OpenSource{launch.name});
  }
  pen.y = std::round(row.bottom());
  pen.gap(14);
  for (const char* key : {"page.bare_file_edit", "page.bare_file_how"}) {
    pen.plain(Type::caption, pen.px(20), pen.ui.theme.quiet, pen.ui.say(key));
    pen.gap(4);
  }
  pen.gap(18);
}

// A file's name may be of any length: where it is cut, and of where the file lies, the pointer shows the whole.
void PagePanel::draw_file_title(const Session& session, Pen& pen) {
  const std::string path = session.file_path();
  const Rect title{pen.x, pen.y, pen.width, std::round(pen.px(34))};
  const Interaction mouse = pen.ui.widgets.add({.role = Role::heading, .label = session.lesson()->title, .id = "page/title", .rect = title, .value = path, .focusable = false});
  pen.plain(Type::title, title.height, pen.ui.theme.ink, cut_in_middle(pen.ui, Type::title, session.lesson()->title, pen.width));
  const TooltipLine whole[] = {{path, Type::caption, {}}};
  if (mouse.hovered && !path.empty()) tooltip(pen.ui, title.x, title.bottom(), whole);
}

// A saved run: where it came from, and whether it is still the run that was saved.
void PagePanel::draw_trace(const Session& session, Pen& pen) {
  const TraceView& trace = *session.trace();
  const Ui& ui = pen.ui;
  pen.plain(Type::title, std::round(pen.px(34)), ui.theme.ink, session.lesson()->title);
  pen.gap(10);
  pen.plain(Type::text, ui.theme.text_line, ui.theme.ink, ui.say("trace.what", {trace.file}));
  pen.gap(12);
  const std::string schedule = ui.say(std::string("schedule.") + schedule_name(trace.schedule));
  const bool has_seed = trace.schedule == Schedule::random || trace.schedule == Schedule::adversarial;
  const std::pair<const char*, std::string> facts[] = {{"trace.lesson", trace.lesson}, {"trace.launch", trace.launch}, {"trace.kernel", trace.kernel},
                                                       {"trace.schedule", has_seed ? ui.say("trace.seeded", {schedule, std::to_string(trace.seed)}) : schedule}, {"trace.saved_by", trace.saved_by}};
  const float row = pen.px(22), values = pen.x + pen.px(110);
  for (const auto& [key, value] : facts) {
    if (value.empty()) continue;
    pen.ui.widgets.begin_text_group();
    text(pen.ui, Type::caption, pen.x, pen.y, row, ui.theme.quiet, ui.say(key));
    text_cut(pen.ui, Type::caption, values, pen.y, row, pen.x + pen.width - values, ui.theme.ink, value);
    pen.ui.widgets.end_text_group();
    pen.y += row;
  }
  pen.gap(14);
  draw_trace_verdict(trace, pen);
  pen.gap(20);
}

void PagePanel::draw_trace_verdict(const TraceView& trace, Pen& pen) {
  using State = TraceView::State;
  const Ui& ui = pen.ui;
  const bool is_other = trace.state == State::different;
  const Colour tone = trace.state == State::same ? ui.theme.good : is_other ? ui.theme.bad : ui.theme.quiet;
  const float indent = std::round(pen.px(20));
  if (trace.state == State::same || is_other) icon(pen.ui, is_other ? Icon::warning : Icon::tick, pen.x + pen.px(6), pen.y + pen.px(10), pen.px(11), tone);
  pen.x += indent, pen.width -= indent;
  const char* key = trace.state == State::same ? "trace.same" : is_other ? "trace.different" : trace.state == State::other_schedule ? "trace.other_schedule"
                    : trace.state == State::not_finished ? "trace.not_finished" : "trace.running";
  pen.plain(Type::caption, pen.px(20), mix(tone, ui.theme.ink, 0.35f), ui.say(key, {std::to_string(trace.compared)}));
  for (const std::string& difference : trace.differences) pen.plain(Type::caption, pen.px(20), ui.theme.ink, as_sentence(difference));
  pen.x -= indent, pen.width += indent;
}

// After the last block: the way on.
void PagePanel::draw_end(const Session& session, Pen& pen) {
  if (!is_in_course(session)) return pen.gap(60);
  pen.gap(10);
  line(pen.ui, pen.x, pen.y, pen.x + pen.width, pen.y, pen.ui.theme.line);
  pen.gap(18);
  if (const LessonSummary* next = next_lesson(session)) {
    const std::string label = pen.ui.say("page.next", {next->number.empty() ? next->title : next->number + "  " + next->title});
    if (button(pen.ui, pen.x, pen.y, {.label = label, .id = "page/next"})) pen.ui.commands.send(OpenLesson{next->id});
    pen.y += button_height(pen.ui);
  } else {
    pen.plain(Type::caption, pen.px(20), pen.ui.theme.quiet, pen.ui.say("page.last"));
  }
  pen.gap(60);
}

// Where the page stands for a block to be read.
float PagePanel::top_of(int block, const Rect& area) const { return block_tops_[static_cast<size_t>(block)] - area.height * 0.12f; }

void PagePanel::follow_scroll_requests(const Session& session, const Rect& area) {
  if (session.scroll_request() == seen_scroll_request_) return;
  const int block = session.scroll_to_block();
  if (block <= 0) offset_ = 0, target_ = -1;
  else if (block < static_cast<int>(block_tops_.size())) target_ = top_of(block, area), target_block_ = block;
  else return;  // not laid out yet: next frame
  seen_scroll_request_ = session.scroll_request();
}

// A stop that begins to hold is brought into view: the question is what comes next.
void PagePanel::follow_held_stop(const Session& session, const Rect& area) {
  const auto& held = session.held_stop();
  const std::pair<int, int> now = held ? std::pair{held->run_block, held->stop} : std::pair{-1, -1};
  if (now == held_seen_ || (held && memory_->held_bottom <= 0)) return;
  held_seen_ = now;
  if (!held) return;
  const float room = area.height * 0.04f + 24, below = memory_->held_bottom - (area.bottom() - room), above = memory_->held_top - (area.y + room);
  target_block_ = -1;
  if (below > 0) target_ = offset_ + std::min(below, std::max(0.0f, above));
  else if (above < 0) target_ = std::max(0.0f, offset_ + above);
}

void PagePanel::draw_lesson(const Session& session, const Rect& area, Ui& ui) {
  if (lesson_seen_ != session.lesson_revision() || scale_seen_ != ui.theme.scale) {
    memory_->texts.clear();
    memory_->headings.clear();
  }
  if (lesson_id_seen_ != session.lesson_id()) {
    memory_->typed.clear();
    memory_->boxes.clear();
    memory_->shows_model.clear();
    block_tops_.clear();
    offset_ = 0;
    target_ = -1;
  }
  lesson_seen_ = session.lesson_revision();
  lesson_id_seen_ = session.lesson_id();
  scale_seen_ = ui.theme.scale;
  follow_scroll_requests(session, area);
  if (ui.widgets.is_wheel_over(area) || (target_ >= 0 && offset_ != offset_seen_)) target_ = -1;  // whoever else scrolls has the last word
  if (target_ < 0) target_block_ = -1;
  if (target_ >= 0) {  // a short ease, then still
    // What comes into view for the first time may be taller than was thought, and moves what lies below.
    const float before = target_;
    if (target_block_ >= 0 && target_block_ < static_cast<int>(block_tops_.size())) target_ = std::max(0.0f, top_of(target_block_, area));
    const float most = std::max(0.0f, content_height_ - area.height), goal = std::round(std::clamp(target_, 0.0f, most));
    const float step = static_cast<float>(std::clamp(ui.widgets.input().time - last_time_, 0.0, 0.05)) * 14;
    offset_ += (goal - offset_) * std::min(1.0f, std::max(0.15f, step));
    offset_ = std::abs(goal - offset_) < 4 ? goal : std::round(offset_);   // pages stand at whole pixels, as the scroll view has them
    if (offset_ == goal && std::abs(target_ - before) < 0.5f) target_ = -1;
    ui.widgets.request_frame();
  }
  last_time_ = ui.widgets.input().time;
  offset_seen_ = offset_;

  ScrollView view(ui, "page", area, offset_, content_height_);
  const float margin = std::round(std::max(ui.px(22), std::min(ui.px(34), area.width * 0.08f)));
  const float measure = std::min(area.width - 2 * margin, ui.px(widest_measure));
  const float x = std::round(area.x + std::max(margin, (area.width - measure) / 2));
  const float top = area.y - offset_;
  Pen pen{session, ui, *memory_, x, std::round(top + ui.px(30)), std::round(measure), area.y, area.bottom()};
  if (!session.complaints().empty()) {
    draw_complaints(session, pen);
    pen.gap(20);
  }
  if (session.trace()) draw_trace(session, pen);
  else if (session.is_bare_file()) draw_bare_file(session, pen);
  else draw_title(session, pen);
  const std::vector<Block>& blocks = session.lesson()->blocks;
  block_tops_.resize(blocks.size());
  memory_->held_bottom = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    block_tops_[i] = pen.y - top;
    draw_block(pen, blocks[i], static_cast<int>(i), i ? &blocks[i - 1] : nullptr);
  }
  draw_end(session, pen);
  follow_held_stop(session, area);
  const float height = pen.y - top;
  if (std::abs(height - content_height_) > 0.5f) ui.widgets.request_frame();
  content_height_ = height;
}

}  // namespace wb
