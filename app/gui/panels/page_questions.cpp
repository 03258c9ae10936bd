// Questions: choices to press or a number to type, and what is said about the answer.
#include <algorithm>
#include <cmath>

#include "app/gui/numbers.h"
#include "app/gui/panels/page_pen.h"
#include "app/workbook/shuffle.h"

namespace wb {
namespace {

struct ChoiceLook {
  Colour background, border, mark;
  Icon icon = Icon::none;
  const char* note = nullptr;   // key: said in words, so that colour is never alone
};

ChoiceLook choice_look(const Theme& theme, const Choice& choice, const PredictState& state, bool is_chosen, bool is_tried, const Interaction& use) {
  if (is_tried) return {mix(theme.paper, theme.bad, 0.08f), mix(theme.paper, theme.bad, 0.8f), theme.bad, Icon::cross, "predict.not_this"};
  if (!state.is_answered) {
    const Colour back = use.hovered ? mix(theme.paper, theme.accent, 0.05f) : theme.paper;
    return {use.held ? mix(theme.paper, theme.accent, 0.12f) : back, use.hovered ? mix(theme.line, theme.accent, 0.7f) : theme.line, theme.quiet};
  }
  if (choice.is_right)
    return {mix(theme.paper, theme.good, 0.08f), mix(theme.paper, theme.good, 0.75f), theme.good, Icon::tick, is_chosen ? "predict.yours_right" : "predict.right"};
  if (is_chosen) return {mix(theme.paper, theme.bad, 0.08f), mix(theme.paper, theme.bad, 0.8f), theme.bad, Icon::cross, "predict.yours"};
  return {theme.paper, theme.line, theme.quiet};
}

// One choice: its text and, once answered, why it is right or tempting.
bool draw_choice(Pen& pen, const Question& q, int index) {
  const Choice& choice = q.predict.choices[static_cast<size_t>(index)];
  const bool is_chosen = q.state.choice == index;
  const bool is_tried = q.wrong_choices && q.wrong_choices->contains(index);
  const bool shows_why = (is_tried || (q.state.is_answered && (is_chosen || choice.is_right))) && !choice.feedback.empty();
  TextStyle style = pen.prose();
  style.line_height = std::round(pen.px(23));
  const TextStyle why = pen.small();
  const float pad_x = std::round(pen.px(12)), pad_y = std::round(pen.px(6)), mark_room = std::round(pen.px(26));
  const float measure = pen.width - 2 * pad_x - mark_room;
  float height = pen.rich_height(choice.text, style, measure) + 2 * pad_y;
  if (shows_why) height += pen.rich_height(choice.feedback, why, measure + mark_room) + pen.px(2);
  const Rect box{pen.x, pen.y, pen.width, std::round(height)};
  const std::string id = q.id + "/choice/" + std::to_string(index);
  const Interaction use = pen.ui.widgets.add({.role = Role::choice, .label = plain_text(choice.text), .id = id, .rect = box,
                                              .enabled = !q.state.is_answered && !is_tried, .checked = is_chosen || is_tried});
  const ChoiceLook look = choice_look(pen.ui.theme, choice, q.state, is_chosen, is_tried, use);
  fill(pen.ui, box, look.background, pen.px(7));
  frame(pen.ui, box, look.border, pen.px(7), look.icon == Icon::none ? 1.0f : 1.4f);
  const bool is_faded = q.state.is_answered && look.icon == Icon::none;
  pen.rich_at(choice.text, style, is_faded ? pen.ui.theme.quiet : pen.ui.theme.ink, box.x + pad_x, box.y + pad_y, measure);
  if (look.icon != Icon::none) {
    const float middle = box.y + pad_y + style.line_height / 2;
    icon(pen.ui, look.icon, box.right() - pad_x - pen.px(5), middle, pen.px(11), look.mark);
    const float words = text_width(pen.ui, Type::caption, pen.ui.say(look.note));
    const float text_end = box.x + pad_x + pen.memory.texts.get(choice.text, style, measure, pen.ui.fonts).width;
    if (text_end + words + pen.px(34) < box.right()) text_right(pen.ui, Type::caption, box.right() - pad_x - pen.px(16), box.y + pad_y, style.line_height, look.mark, pen.ui.say(look.note));
  }
  if (shows_why)
    pen.rich_at(choice.feedback, why, mix(pen.ui.theme.quiet, pen.ui.theme.ink, 0.35f), box.x + pad_x, box.bottom() - pad_y - pen.rich_height(choice.feedback, why, measure + mark_room), measure + mark_room);
  focus_ring(pen.ui, box, id, pen.px(7));
  pen.y = box.bottom() + std::round(pen.px(6));
  return use.activated;
}

// Why it is that number, for whoever was right as for whoever was not.
void draw_typed_feedback(Pen& pen, const Predict& predict) {
  if (predict.feedback.empty()) return;
  const float indent = std::round(pen.px(20));
  pen.x += indent, pen.width -= indent;
  pen.rich(predict.feedback, pen.small(), mix(pen.ui.theme.quiet, pen.ui.theme.ink, 0.35f));
  pen.x -= indent, pen.width += indent;
  pen.gap(6);
}

Answered draw_typed(Pen& pen, const Question& q) {
  Answered given;
  const float height = std::round(pen.px(34));
  if (q.state.is_answered) {
    const Colour colour = q.state.is_right ? pen.ui.theme.good : pen.ui.theme.bad;
    const std::string right = pen.ui.say("predict.the_number", {value_text(*q.predict.answer)});
    const std::string yours = q.state.typed.empty() ? pen.ui.say("predict.no_idea_given") : pen.ui.say("predict.you_typed", {q.state.typed});
    icon(pen.ui, q.state.is_right ? Icon::tick : Icon::cross, pen.x + pen.px(6), pen.y + pen.px(12), pen.px(11), colour);
    wb::text(pen.ui, Type::text, pen.x + pen.px(20), pen.y, pen.px(24), pen.ui.theme.ink, q.state.is_right ? right : yours + " " + right);
    pen.y += std::round(pen.px(26));
    draw_typed_feedback(pen, q.predict);
    return given;
  }
  std::string& typed = pen.memory.typed[q.id];
  bool submitted = false;
  const float box_width = std::round(pen.px(150));
  const TextBox box{.id = q.id, .label = pen.ui.say("predict.answer_box"), .hint = pen.ui.say("predict.number")};
  text_box(pen.ui, {pen.x, pen.y, box_width, height}, box, typed, pen.memory.boxes[q.id], &submitted);
  const std::string button_id = q.id + "/give";
  const Button give{.label = pen.ui.say("predict.give"), .id = button_id, .enabled = !typed.empty()};
  if (button(pen.ui, pen.x + box_width + pen.px(8), pen.y + pen.px(2), give)) submitted = true;
  pen.y += height + std::round(pen.px(8));
  if (submitted && !typed.empty()) given = {true, -1, typed};
  return given;
}

}  // namespace

std::vector<int> shown_order(const Predict& predict) { return shuffled(predict.choices.size(), predict.id + plain_text(predict.question)); }

Answered draw_question(Pen& pen, const Question& q) {
  TextStyle style = pen.prose();
  pen.rich(q.predict.question, style, pen.ui.theme.ink);
  pen.gap(8);
  if (q.predict.answer) {
    const Answered given = draw_typed(pen, q);
    if (given.is_given) return given;
  }
  Answered given;
  for (int index : shown_order(q.predict))
    if (draw_choice(pen, q, index)) given = {true, index, ""};
  if (q.wrong_choices) return given;   // an exercise has hints in place of giving up
  if (!q.state.is_answered) {
    const std::string id = q.id + "/no-idea";
    const Button no_idea{.label = pen.ui.say("predict.no_idea"), .id = id, .style = ButtonStyle::quiet};
    if (button(pen.ui, pen.x - pen.px(4), pen.y, no_idea)) given = {true, -1, ""};
    pen.y += button_height(pen.ui);
    return given;
  }
  if (q.state.choice < 0 && q.state.typed.empty()) pen.plain(Type::caption, pen.px(20), pen.ui.theme.quiet, pen.ui.say("predict.no_idea_given"));
  pen.y -= std::round(pen.px(6));
  return given;
}

void draw_predict(Pen& pen, const Predict& predict, int block) {
  const Theme& theme = pen.ui.theme;
  CardFrame card(pen, {.background = mix(theme.paper, theme.ground, 0.6f), .border = theme.line});
  pen.label(pen.ui.say(predict.recall.empty() ? "predict.label" : "predict.again"), theme.link);
  static const PredictState unanswered;
  const PredictState& state = block >= 0 ? pen.session.predict(block) : unanswered;
  const Answered given = draw_question(pen, {predict, state, "page/predict/" + predict.id});
  if (given.is_given && block >= 0) pen.ui.commands.send(AnswerPredict{block, given.choice, given.typed});
}

}  // namespace wb
