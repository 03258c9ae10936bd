#include "app/gui/panels/blanks_view.h"

#include <algorithm>

#include "app/gui/editor/shown_marks.h"
#include "app/gui/paint.h"
#include "app/workbook/blanks.h"

namespace wb {
namespace {

std::string field_id(size_t index) { return "source/blank/" + std::to_string(index); }

}  // namespace

void BlanksView::take_text(const std::string& start, const std::string& text) {
  if (text_ == text && !buffer_.text().empty()) return;
  text_ = text;
  shown_ = show_blanks(text, start);
  buffer_.set_text(shown_.text.text());
  boxes_.resize(shown_.fields.size());
}

SourceEdit BlanksView::draw(Ui& ui, const Rect& area, const std::string& start, const std::string& text, const CodeMarks& marks, uint32_t reveal) {
  take_text(start, text);
  if (wants_keyboard_ && !shown_.fields.empty()) editor_.reveal_line(shown_.fields.front().line);
  if (reveal) editor_.reveal_line(shown_.text.shown_line(reveal));
  const CodeMarks here = shown_marks(marks, shown_.text);
  SourceEdit edit;
  edit.events = source_events(editor_.draw(ui, area, buffer_, false, here), shown_.text);
  editor_.draw_over(ui, area, buffer_, [&] {
    for (size_t i = 0; i < shown_.fields.size(); ++i) draw_field(ui, area, i, here, edit);
  });
  if (wants_keyboard_ && !shown_.fields.empty()) ui.widgets.set_focus(field_id(0));
  wants_keyboard_ = false;
  return edit;
}

void BlanksView::draw_field(Ui& ui, const Rect& area, size_t index, const CodeMarks& marks, SourceEdit& edit) {
  const ShownField& field = shown_.fields[index];
  const Rect place = editor_.place_of(ui, area, buffer_, field.begin, field.end);
  const float letter = text_width(ui, Type::code, " ");
  const Rect box{place.x + letter - ui.px(10), place.y, place.width - letter + ui.px(8), place.height};
  const std::string id = field_id(index), label = ui.say("blanks.field", {std::to_string(index + 1), std::to_string(shown_.fields.size())});
  std::string content = field.content;
  bool submitted = false;
  const bool is_new = text_box(ui, box, {.id = id, .label = label, .hint = {}, .type = Type::code, .line_height = ui.theme.code_line}, content, boxes_[index], &submitted);
  const size_t begin = field.begin + 1, end = std::max(begin + 1, begin + field.content.size());
  const Squiggle* wrong = squiggle_in(marks.squiggles, field.begin, field.end);
  if (wrong) {
    draw_squiggles_in(ui, marks.squiggles, begin, end, {place.x + letter, place.y, letter * static_cast<float>(end - begin), place.height});
    frame(ui, box, ui.theme.bad, ui.px(6), 1.4f);
    if (box.contains(ui.widgets.input().mouse_x, ui.widgets.input().mouse_y) && !ui.widgets.input().down) squiggle_tooltip(ui, *wrong);
  }
  if (submitted) edit.checks = true;
  std::replace(content.begin(), content.end(), '\n', ' ');   // what was pasted stays on its line
  if (is_new)
    if (auto text = with_blank(text_, index, content)) edit.text = std::move(text);
  edit.undoes = edit.undoes || ui.widgets.take_key(Key::z, true, false, false, id);
  edit.redoes = edit.redoes || ui.widgets.take_key(Key::z, true, true, false, id) || ui.widgets.take_key(Key::y, true, false, false, id);
}

}  // namespace wb
