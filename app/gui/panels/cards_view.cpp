#include "app/gui/panels/cards_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/editor/shown_marks.h"
#include "app/gui/paint.h"

namespace wb {
namespace {

std::string card_id(int card) { return "source/card/" + std::to_string(card); }

std::optional<size_t> place_of_card(const Arrangement& arrangement, int card) {
  const auto found = std::find(arrangement.begin(), arrangement.end(), card);
  return found == arrangement.end() ? std::nullopt : std::optional(static_cast<size_t>(found - arrangement.begin()));
}

constexpr float card_gap = 6, card_margin = 8, tray_margin = 14;

}  // namespace

struct CardsView::Frame {
  Ui& ui;
  const ParsonsStart& start;
  const Arrangement& kept;         // as the source has it
  const Arrangement& shown;        // with the lifted card where it would be put down
  const CodeMarks& marks;          // of what is shown
  SourceEdit edit = {};
  std::vector<int> order = {};     // of the cards, as the arrow keys go
  Rect program = {}, tray = {};
  float hole_top = 0;
};

CardsView::Shown CardsView::show(const ParsonsStart& start, const Arrangement& arrangement) {
  Shown shown{ShownText(text_of(start, arrangement)), {}, start.before.size(), 0};
  const std::vector<int> depths = depths_of(start, arrangement);
  size_t at = start.before.size();
  for (size_t i = 0; i < arrangement.size(); ++i) {
    const std::string& card = start.cards[static_cast<size_t>(arrangement[i])];
    const size_t code = at + start.margin.size() + static_cast<size_t>(depths[i] * parsons_indent);
    shown.cards.emplace_back(code, code + card.size());
    at = code + card.size() + start.line_end.size();
  }
  shown.text.keep_until(at);
  if (arrangement.size() < start.cards.size()) {
    shown.slot = at + start.margin.size();
    shown.text.replace_until(text_of(start, arrangement).size() - start.after.size(), start.margin + "\n");
  }
  shown.text.keep_until(SIZE_MAX);
  return shown;
}

void CardsView::take_arrangement(const ParsonsStart& start, const Arrangement& arrangement) {
  const std::string text = text_of(start, arrangement);
  if (shown_of_ == text && !buffer_.text().empty()) return;
  shown_of_ = text;
  shown_ = show(start, arrangement);
  buffer_.set_text(shown_.text.text());
}

SourceEdit CardsView::draw(Ui& ui, const Rect& area, const ParsonsStart& start, const std::string& text, const CodeMarks& marks, uint32_t reveal) {
  const Arrangement kept = arrangement_of(start, text).value_or(Arrangement());
  if (lift_ && (lift_->card >= static_cast<int>(start.cards.size()) || !(lift_->is_dragged || ui.widgets.has_focus(card_id(lift_->card))))) lift_.reset();
  const Arrangement shown = lift_ ? with_card_at(kept, lift_->card, lift_->place) : kept;
  take_arrangement(start, shown);
  reveal_change(shown);
  std::string cards;
  for (const std::string& card : start.cards) cards += card + "\n";
  if (cards != coloured_cards_) card_colours_.update(coloured_cards_ = cards, ++colour_revision_);
  // Marks are of the source's own lines: they fit as long as it is that text which is shown.
  CodeMarks here = shown_marks(shown_of_ == text ? marks : CodeMarks(), shown_.text);
  if (reveal && shown_of_ == text) editor_.reveal_line(shown_.text.shown_line(reveal));

  Frame f{.ui = ui, .start = start, .kept = kept, .shown = shown, .marks = here};
  const std::vector<int> tray = tray_of(start, shown);
  f.order = shown;
  f.order.insert(f.order.end(), tray.begin(), tray.end());
  const CardsAreas areas = divide_cards(area, editor_.content_height(ui, buffer_), tray_height(f, area.width, tray));
  f.program = areas.program;
  height_ = areas.tray.bottom() - area.y;
  f.tray = areas.tray;
  draw_program(f, areas.program);
  draw_tray(f, areas.tray, tray);
  if (lift_ && lift_->is_dragged) draw_dragged(f);
  take_keys(f);
  if (wants_keyboard_ && !f.order.empty()) ui.widgets.set_focus(card_id(tray.empty() ? f.order.front() : tray.front()));
  wants_keyboard_ = false;
  return f.edit;
}

// The line that is about to change, or has, is in view; when the exercise is opened, the hole.
void CardsView::reveal_change(const Arrangement& shown) {
  const bool is_opened = wants_keyboard_;
  if (shown == seen_ && !is_opened) return;
  const auto changed = std::mismatch(shown.begin(), shown.end(), seen_.begin(), seen_.end()).first;
  const size_t place = is_opened ? 0 : static_cast<size_t>(changed - shown.begin());
  const size_t at = place < shown_.cards.size() ? shown_.cards[place].first : shown_.slot ? shown_.slot : shown_.hole;
  if (!lift_ || !lift_->is_dragged) editor_.reveal_line(static_cast<uint32_t>(buffer_.line_of(at)) + 1);   // what is dragged over stays where it is
  seen_ = shown;
}

// ---- drawing

void CardsView::draw_program(Frame& f, const Rect& area) {
  f.edit.events = source_events(editor_.draw(f.ui, area, buffer_, false, f.marks), shown_.text);
  f.hole_top = editor_.place_of(f.ui, area, buffer_, shown_.hole, shown_.hole).y;
  editor_.draw_over(f.ui, area, buffer_, [&] { draw_program_cards(f); });
}

void CardsView::draw_program_cards(Frame& f) {
  for (size_t i = 0; i < f.shown.size(); ++i) {
    const auto [begin, end] = shown_.cards[i];
    const Rect code = editor_.place_of(f.ui, f.program, buffer_, begin, end);
    draw_card(f, f.shown[i], {code.x - f.ui.px(card_margin), code.y + 1, code.width + f.ui.px(2 * card_margin), code.height - 2}, i);
    draw_squiggles_in(f.ui, f.marks.squiggles, begin, end, code);
  }
  if (shown_.slot) draw_slot(f);
}

// Where the next card goes: behind the last line of the hole.
void CardsView::draw_slot(Frame& f) {
  Ui& ui = f.ui;
  const Rect line = editor_.place_of(ui, f.program, buffer_, shown_.slot, shown_.slot);
  const std::string& words = ui.say(f.shown.empty() ? "cards.hole" : "cards.more");
  const float wide = text_width(ui, Type::caption, words) + ui.px(2 * card_margin + 6);
  const Rect slot{line.x - ui.px(card_margin), line.y + 2, wide, line.height - 4};
  ui.widgets.add({.role = Role::region, .label = words, .id = "source/slot", .rect = slot, .focusable = false});
  frame(ui, slot, mix(ui.theme.line, ui.theme.quiet, 0.35f), ui.px(5));
  text_centred(ui, Type::caption, slot, ui.theme.quiet, words);
}

std::vector<Rect> CardsView::tray_cards(const Frame& f, const Rect& area, const std::vector<int>& tray) const {
  std::vector<float> widths;
  for (int card : tray) widths.push_back(text_width(f.ui, Type::code, with_tabs_expanded(f.start.cards[static_cast<size_t>(card)])) + f.ui.px(2 * card_margin));
  const float margin = f.ui.px(tray_margin);
  return rows_of_cards(area.x + margin, area.y + margin, area.width - 2 * margin, std::round(f.ui.theme.code_line + f.ui.px(4)), f.ui.px(card_gap), widths);
}

float CardsView::tray_height(const Frame& f, float width, const std::vector<int>& tray) const {
  const std::vector<Rect> cards = tray_cards(f, {0, 0, width, 0}, tray);
  const float margin = f.ui.px(tray_margin), words = f.ui.px(22);
  return words + (cards.empty() ? margin + f.ui.theme.code_line : cards.back().bottom()) + margin;
}

void CardsView::draw_tray(Frame& f, const Rect& area, const std::vector<int>& tray) {
  Ui& ui = f.ui;
  const Rect panel{area.x + ui.px(8), area.y + ui.px(4), area.width - ui.px(16), area.height - ui.px(8)};
  const bool takes_back = lift_ && lift_->is_dragged && !lift_->place;
  fill(ui, panel, takes_back ? mix(ui.theme.ground, ui.theme.accent, 0.08f) : ui.theme.ground, ui.px(8));
  ui.widgets.add({.role = Role::region, .label = ui.say("cards.tray"), .id = "source/tray", .rect = panel, .focusable = false});
  Clip clip(ui, panel);
  const float height = tray_height(f, area.width, tray), words = ui.px(22);
  ScrollView scroll(ui, "source/tray/scroll", panel, tray_scroll_, height - ui.px(8));
  const float y = panel.y - tray_scroll_;
  const std::string_view key = lift_ && !lift_->is_dragged ? "cards.lifted" : tray.empty() ? "cards.none_left" : "cards.how";
  text_cut(ui, Type::caption, panel.x + ui.px(7), y + ui.px(4), words, panel.width - ui.px(14), ui.theme.quiet, ui.say(key));
  const std::vector<Rect> places = tray_cards(f, {area.x, y + words - ui.px(6), area.width, 0}, tray);
  for (size_t i = 0; i < tray.size(); ++i) draw_card(f, tray[i], places[i], std::nullopt);
}

void CardsView::draw_card(Frame& f, int card, const Rect& place, const std::optional<size_t>& at) {
  Ui& ui = f.ui;
  const std::string id = card_id(card);
  const std::string& code = f.start.cards[static_cast<size_t>(card)];
  const bool is_lifted = lift_ && lift_->card == card, has_focus = ui.widgets.has_focus(id);
  const std::string where = at ? ui.say("cards.in_program", {std::to_string(*at + 1)}) : ui.say("cards.in_tray");
  const Interaction use = ui.widgets.add({.role = Role::card, .label = code, .id = id, .rect = place, .checked = is_lifted, .value = where});
  const Theme& t = ui.theme;
  const float radius = ui.px(5);
  if (is_lifted) soft_shadow(ui, place, radius);
  fill(ui, place, is_lifted ? mix(t.paper, t.accent, 0.14f) : use.hovered ? mix(t.paper, t.accent, 0.06f) : mix(t.paper, t.ground, at ? 0.5f : 0.0f), radius);
  frame(ui, place, is_lifted || has_focus ? t.accent : mix(t.line, t.quiet, use.hovered ? 0.5f : 0.25f), radius, is_lifted || has_focus ? 1.8f : 1.0f);
  {
    Clip clip(ui, place);
    draw_code(ui, place.x + ui.px(card_margin), place.y + (place.height - t.code_line) / 2, code, card_colours_.line(card));
  }
  follow_pointer(f, card, use);
}

// A dragged card follows the pointer; where it would go is shown in the program.
void CardsView::draw_dragged(Frame& f) {
  Overlay above(f.ui);
  const Input& input = f.ui.widgets.input();
  const std::string& code = f.start.cards[static_cast<size_t>(lift_->card)];
  const float wide = text_width(f.ui, Type::code, with_tabs_expanded(code)) + f.ui.px(2 * card_margin), high = std::round(f.ui.theme.code_line + f.ui.px(4));
  const Rect place{input.mouse_x - std::min(grip_x_, wide), input.mouse_y - grip_y_, wide, high};
  soft_shadow(f.ui, place, f.ui.px(5));
  fill(f.ui, place, with_alpha(f.ui.theme.paper, 0.92f), f.ui.px(5));
  frame(f.ui, place, f.ui.theme.accent, f.ui.px(5), 1.8f);
  draw_code(f.ui, place.x + f.ui.px(card_margin), place.y + (place.height - f.ui.theme.code_line) / 2, code, card_colours_.line(lift_->card));
}

// ---- doing

// The card goes to a place of the program, or back to the tray: one edit.
void CardsView::put(Frame& f, int card, std::optional<size_t> place) {
  lift_.reset();
  const Arrangement changed = with_card_at(f.kept, card, place);
  if (changed != f.kept) f.edit.text = text_of(f.start, changed);
  // Of equal lines the text does not say which is which: the keyboard stays with the one at that place.
  const Arrangement read = arrangement_of(f.start, text_of(f.start, changed)).value_or(changed);
  const std::optional<size_t> at = place_of_card(changed, card);
  f.ui.widgets.set_focus(card_id(at && *at < read.size() ? read[*at] : card));
  f.ui.widgets.request_frame();
}

void CardsView::follow_pointer(Frame& f, int card, const Interaction& use) {
  const Input& input = f.ui.widgets.input();
  if (use.pressed) {
    pressed_card_ = card;
    press_x_ = input.mouse_x;
    press_y_ = input.mouse_y;
    grip_x_ = f.ui.px(2 * card_margin);
    grip_y_ = f.ui.theme.code_line / 2;
    lift_.reset();
  }
  const bool has_moved = std::abs(input.mouse_x - press_x_) + std::abs(input.mouse_y - press_y_) > f.ui.px(5);
  if (use.held && pressed_card_ == card && (has_moved || (lift_ && lift_->is_dragged))) {
    std::optional<size_t> place = place_of_card(f.kept, card);
    const size_t others = f.kept.size() - (place ? 1 : 0);
    if (f.program.contains(input.mouse_x, input.mouse_y)) place = place_under(input.mouse_y, f.hole_top, f.ui.theme.code_line, others);
    else if (f.tray.contains(input.mouse_x, input.mouse_y)) place.reset();
    lift_ = Lift{card, place, true};
    f.ui.widgets.request_frame();
    return;
  }
  if (pressed_card_ == card && input.released) return drop(f);
  if (!use.activated || use.clicked) return;
  if (lift_ && lift_->card == card) return put(f, card, lift_->place);
  lift_ = Lift{card, place_of_card(f.kept, card), false};
  if (!lift_->place) lift_->place = f.kept.size();   // from the tray it comes behind the last line
  f.ui.widgets.request_frame();
}

// A card that was pressed and let go where it lay goes behind the last line, if it comes from the tray.
void CardsView::drop(Frame& f) {
  const int card = std::exchange(pressed_card_, -1);
  if (lift_ && lift_->is_dragged && lift_->card == card) return put(f, card, lift_->place);
  if (!place_of_card(f.kept, card)) put(f, card, f.kept.size());
}

void CardsView::take_lift_keys(Frame& f, const std::string& id) {
  WidgetRegistry& keys = f.ui.widgets;
  const int card = lift_->card;
  const size_t others = with_card_at(f.kept, card, std::nullopt).size();
  if (keys.take_key(Key::up, false, false, false, id)) {
    if (!lift_->place) lift_->place = others;
    else if (*lift_->place > 0) --*lift_->place;
  }
  if (keys.take_key(Key::down, false, false, false, id)) {
    if (lift_->place && *lift_->place < others) ++*lift_->place;
    else lift_->place.reset();
  }
  if (keys.take_key(Key::delete_, false, false, false, id) || keys.take_key(Key::backspace, false, false, false, id)) return put(f, card, std::nullopt);
  if (keys.take_key(Key::escape, false, false, false, id)) lift_.reset();
  keys.request_frame();
}

void CardsView::focus_card(Frame& f, int card) {
  f.ui.widgets.set_focus(card_id(card));
  if (const auto place = place_of_card(f.shown, card)) editor_.reveal_line(static_cast<uint32_t>(buffer_.line_of(shown_.cards[*place].first)) + 1);
}

void CardsView::take_keys(Frame& f) {
  WidgetRegistry& keys = f.ui.widgets;
  const std::string focus = keys.focus();
  if (focus == "source/code" || focus.starts_with("source/card/")) {
    f.edit.undoes = keys.take_key(Key::z, true, false, false, focus);
    f.edit.redoes = keys.take_key(Key::z, true, true, false, focus) || keys.take_key(Key::y, true, false, false, focus);
  }
  if (lift_ && !lift_->is_dragged) return take_lift_keys(f, card_id(lift_->card));
  const auto at = std::find_if(f.order.begin(), f.order.end(), [&](int card) { return card_id(card) == focus; });
  if (at == f.order.end()) return;
  if (at != f.order.begin() && (keys.take_key(Key::up, false, false, false, focus) || keys.take_key(Key::left, false, false, false, focus))) focus_card(f, *(at - 1));
  else if (at + 1 != f.order.end() && (keys.take_key(Key::down, false, false, false, focus) || keys.take_key(Key::right, false, false, false, focus))) focus_card(f, *(at + 1));
  else if (place_of_card(f.kept, *at) && (keys.take_key(Key::delete_, false, false, false, focus) || keys.take_key(Key::backspace, false, false, false, focus))) put(f, *at, std::nullopt);
}

}  // namespace wb
