#include "app/gui/panels/course_list.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

std::string capitals(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 128) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

// At the row's right end: a tick when all is passed, a part of a ring while under way.
void draw_done(Ui& ui, const LessonSummary& lesson, float x, float y) {
  if (lesson.is_broken) return icon(ui, Icon::warning, x, y, ui.px(11), ui.theme.bad);
  progress_mark(ui, x, y, lesson.is_passed ? 1 : lesson.done);
}

std::string progress_words(const Ui& ui, const LessonSummary& lesson) {
  if (lesson.is_broken) return ui.say("list.broken");
  if (lesson.is_passed || lesson.done >= 1) return ui.say("list.passed");
  if (lesson.done > 0) return ui.say("list.done", {std::to_string(static_cast<int>(lesson.done * 100 + 0.5))});
  return {};
}

float draw_row(Ui& ui, const Session& session, const LessonSummary& lesson, const Rect& area, float y) {
  const float margin = std::round(ui.px(10)), pad = std::round(ui.px(8)), row = std::round(ui.px(19));
  const bool is_open = session.lesson_id() == lesson.id;
  const Type type = is_open ? Type::ui_bold : Type::ui;
  const float number_width = lesson.number.empty() ? 0 : ui.fonts.width(Type::ui, "00") + ui.px(8);
  const float measure = area.width - 2 * margin - 2 * pad - number_width - ui.px(18);
  const float words = wrapped_height(ui.fonts, type, row, measure, lesson.title);
  const Rect rect{area.x + margin, y, area.width - 2 * margin, words + std::round(ui.px(9))};
  const std::string id = "list/" + lesson.id;
  const Interaction use = ui.widgets.add({.role = Role::list_item, .label = lesson.title, .id = id, .rect = rect, .checked = is_open, .value = progress_words(ui, lesson)});
  if (is_open) {
    fill(ui, rect, ui.theme.paper, ui.px(6));
    if (!ui.theme.is_dark) frame(ui, rect, with_alpha(ui.theme.line, 0.6f), ui.px(6));
  } else if (use.hovered) {
    fill(ui, rect, with_alpha(ui.theme.ink, 0.05f), ui.px(6));
  }
  const Colour ink = is_open ? ui.theme.ink : mix(ui.theme.quiet, ui.theme.ink, 0.55f);
  const float top = rect.y + std::round(ui.px(4.5f));
  if (number_width > 0) text(ui, type, rect.x + pad, top, row, is_open ? ink : ui.theme.quiet, lesson.number);
  text_wrapped(ui, type, rect.x + pad + number_width, top, row, measure, ink, lesson.title);
  draw_done(ui, lesson, rect.right() - pad - ui.px(4), top + row / 2);
  focus_ring(ui, rect, id);
  const std::string words_said = progress_words(ui, lesson);
  if (use.hovered && !words_said.empty()) {
    const TooltipLine lines[] = {{.text = words_said}};
    tooltip(ui, rect.x, rect.bottom() - ui.px(6), lines);
  }
  if (use.activated) ui.commands.send(OpenLesson{lesson.id});
  return rect.height + std::round(ui.px(1));
}

}  // namespace

void CourseListPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.side);
  if (session.parts().empty()) {
    const float margin = ui.px(18);
    text_wrapped(ui, Type::caption, area.x + margin, area.y + margin, ui.px(20), area.width - 2 * margin, ui.theme.quiet, ui.say("list.empty"));
    return;
  }
  ScrollView view(ui, "lessons", area, offset_, content_height_);
  float y = area.y - offset_ + ui.px(14);
  const float begun = y - ui.px(14), margin = std::round(ui.px(18));
  for (const PartSummary& part : session.parts()) {
    y += std::round(ui.px(8));
    const std::string title = capitals(part.title);
    y += text_wrapped(ui, Type::label, area.x + margin, y, ui.px(16), area.width - 2 * margin, ui.theme.quiet, title);
    y += std::round(ui.px(5));
    for (const LessonSummary& lesson : part.lessons) y += draw_row(ui, session, lesson, area, y);
    y += std::round(ui.px(8));
  }
  content_height_ = y - begun + ui.px(14);
}

}  // namespace wb
