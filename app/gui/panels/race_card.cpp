#include "app/gui/panels/race_card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/race_rule.h"
#include "app/gui/panels/story_view.h"
#include "app/gui/widgets/button_row.h"

namespace wb {
namespace {

constexpr int frames_to_settle = 4;

// A value comes out, or goes in.
float draw_value_arrow(Ui& ui, float x, float y, bool goes_in) {
  const float to = x + ui.px(14), tip = ui.px(5), half = ui.px(3.5f);
  line(ui, x, y, to, y, ui.theme.quiet, ui.px(1.3f));
  if (goes_in) triangle(ui, x, y, x + tip, y - half, x + tip, y + half, ui.theme.quiet);
  else triangle(ui, to, y, to - tip, y + half, to - tip, y - half, ui.theme.quiet);
  return ui.px(14);
}

float party_height(const Ui& ui) { return ui.px(114); }

void draw_what(Ui& ui, const PartyWords& party, float x, float y, float row, float right) {
  float at = x + text(ui, Type::caption, x, y, row, ui.theme.ink, party.verb) + ui.px(6);
  at += text_cut(ui, Type::code_small, at, y, row, right - at, ui.theme.ink, party.element) + ui.px(8);
  if (party.value.empty() || at + ui.px(40) > right) return;
  at += draw_value_arrow(ui, at, y + row / 2, party.is_write) + ui.px(8);
  text_cut(ui, Type::code_bold, at, y, row, right - at, ui.theme.ink, party.value);
}

// One access, as a card of its own in its party's colour. True: it was pressed.
bool draw_party(Ui& ui, const PartyWords& party, uint32_t index, const Rect& area) {
  const Colour colour = party_colour(ui.theme, index);
  const std::string id = "findings/party/" + std::to_string(index);
  const Interaction use = ui.widgets.add({.role = Role::button, .label = ui.say(index == 0 ? "race.first" : "race.second"), .id = id, .rect = area, .value = party.who + ", " + party.where});
  fill(ui, area, with_alpha(colour, use.hovered ? 0.2f : 0.11f), ui.px(8));
  frame(ui, area, colour, ui.px(8), ui.px(1.4f));
  const float x = area.x + ui.px(14), right = area.right() - ui.px(12), row = ui.px(22);
  float y = area.y + ui.px(10);
  ui.widgets.begin_text_group();
  draw_party_mark(ui, index, x + ui.px(5), y + row / 2, ui.px(10));
  const Colour name = ui.theme.is_dark ? colour : mix(colour, ui.theme.ink, 0.45f);
  const float wide = text_cut(ui, Type::text_bold, x + ui.px(17), y, row, right - x - ui.px(17), name, party.who);
  if (const float room = right - x - wide - ui.px(27); room > ui.px(24)) text_cut(ui, Type::caption, x + wide + ui.px(27), y, row, room, ui.theme.quiet, party.lane);
  y += row + ui.px(2);
  draw_what(ui, party, x, y, row, right);
  y += row + ui.px(2);
  if (party.line) draw_code_line(ui, party.line, party.source, {x - ui.px(4), y, right - x + ui.px(4), row});
  y += row + ui.px(3);
  text(ui, Type::caption, x, y, ui.px(20), mix(ui.theme.link, ui.theme.ink, 0.25f), party.step);
  ui.widgets.end_text_group();
  focus_ring(ui, area, id, 8);
  const TooltipLine tip[] = {{ui.say("race.go"), Type::caption, {}}};
  if (use.hovered && ui.widgets.has_rested(0.5)) tooltip(ui, area.x, area.bottom(), tip);
  return use.activated;
}

struct Stroke {
  float x0, y0, x1, y1;
};

// The order that is not there: an arrow in pieces from one access to the other, crossed out.
void draw_absent_arrow(Ui& ui, const Stroke& s) {
  const float length = std::hypot(s.x1 - s.x0, s.y1 - s.y0), dx = (s.x1 - s.x0) / length, dy = (s.y1 - s.y0) / length;
  const float piece = ui.px(5), step = ui.px(9), gap = ui.px(10), tip = ui.px(6), half = ui.px(4);
  for (float at = 0; at < length - tip; at += step)
    if (at + piece < length / 2 - gap || at > length / 2 + gap) line(ui, s.x0 + dx * at, s.y0 + dy * at, s.x0 + dx * (at + piece), s.y0 + dy * (at + piece), ui.theme.quiet, ui.px(1.3f));
  const float bx = s.x1 - dx * tip, by = s.y1 - dy * tip;
  triangle(ui, s.x1, s.y1, bx + dy * half, by - dx * half, bx - dy * half, by + dx * half, ui.theme.quiet);
  cross_mark(ui, (s.x0 + s.x1) / 2, (s.y0 + s.y1) / 2, ui.px(11), ui.theme.bad);
}

void draw_missing_beside(Ui& ui, const std::string& words, const Rect& area) {
  const float y = area.y + area.height * 0.28f, wide = std::min(area.width - ui.px(12), ui.px(190));
  draw_absent_arrow(ui, {area.x + ui.px(8), y, area.right() - ui.px(8), y});
  const float set = std::min(wide, text_width(ui, Type::caption, words));
  text_wrapped(ui, Type::caption, area.x + (area.width - set) / 2, y + ui.px(12), ui.px(17), wide, ui.theme.quiet, words);
}

void draw_missing_below(Ui& ui, const std::string& words, const Rect& area) {
  const float x = area.x + ui.px(19), left = x + ui.px(18);
  draw_absent_arrow(ui, {x, area.y + ui.px(4), x, area.bottom() - ui.px(4)});
  const float high = wrapped_height(ui.fonts, Type::caption, ui.px(17), area.right() - left, words);
  text_wrapped(ui, Type::caption, left, area.y + (area.height - high) / 2, ui.px(17), area.right() - left, ui.theme.quiet, words);
}

}  // namespace

float RaceCard::draw_head(const FindingWords& words, float x, float y, float width, Ui& ui) const {
  const float top = y;
  const Colour tone = severity_colour(ui.theme, words.severity);
  const Chip kind{.label = words.chip, .background = with_alpha(tone, 0.18f), .ink = ui.theme.is_dark ? tone : mix(tone, ui.theme.ink, 0.3f)};
  chip(ui, x, y, ui.px(24), kind);
  const float beside = x + chip_width(ui, kind) + ui.px(10), rest = x + width - beside;
  if (rest > ui.px(120)) text_cut(ui, Type::caption, beside, y, ui.px(24), rest, ui.theme.quiet, words.count);
  y += ui.px(32);
  y += text_wrapped(ui, Type::text_bold, x, y, ui.px(24), width, ui.theme.ink, words.title) + ui.px(10);
  return y - top;
}

float RaceCard::draw_parties(const FindingWords& words, float x, float y, float width, Ui& ui) const {
  const float high = party_height(ui);
  std::array<bool, 2> pressed{};
  float used = high;
  if (width < ui.px(500)) {
    const float between = ui.px(56);
    pressed[0] = draw_party(ui, words.parties[0], 0, {x, y, width, high});
    draw_missing_below(ui, words.missing, {x, y + high, width, between});
    pressed[1] = draw_party(ui, words.parties[1], 1, {x, y + high + between, width, high});
    used = 2 * high + between;
  } else {
    const float middle = std::clamp(width * 0.22f, ui.px(120), ui.px(220)), side = (width - middle) / 2;
    pressed[0] = draw_party(ui, words.parties[0], 0, {x, y, side, high});
    draw_missing_beside(ui, words.missing, {x + side, y, middle, high});
    pressed[1] = draw_party(ui, words.parties[1], 1, {x + side + middle, y, side, high});
  }
  for (size_t p = 0; p < pressed.size(); ++p)
    if (pressed[p]) ui.commands.send(SelectParty{words.index, static_cast<int>(p)});
  return used + ui.px(12);
}

float RaceCard::draw_buttons(const Session& session, int finding, float x, float y, float width, Ui& ui) {
  const StoryWork* story = session.story(finding);
  const SpreadWork* spread = session.spread();
  const RunSlot* run = session.normal_run();
  const bool can_ask = run && run->engine(EngineKind::simulated).state != EngineRun::State::running && !run->is_stale;
  const std::string explain = ui.say("race.explain"), schedules = ui.say("race.schedules"), why = ui.say("race.why"), close = ui.say("race.close");
  const bool story_is_open = story && !hides_story_, spread_is_open = spread && !hides_spread_;
  ButtonRow row(ui, x, y, width);
  if (row.add({.label = explain, .id = "race/explain", .style = story ? ButtonStyle::plain : ButtonStyle::primary, .enabled = story || can_ask, .checked = story_is_open})) {
    if (!story) ui.commands.send(ExplainFinding{finding});
    hides_story_ = story_is_open;
    reveal_frames_ = story_is_open ? 0 : frames_to_settle;
  }
  if (row.add({.label = schedules, .id = "race/schedules", .enabled = spread || can_ask, .checked = spread_is_open})) {
    if (!spread) ui.commands.send(RunSchedules{});
    hides_spread_ = spread_is_open;
    reveal_frames_ = spread_is_open ? 0 : frames_to_settle;
  }
  if (row.add({.label = why, .id = "race/why", .checked = shows_rule_})) {
    shows_rule_ = !shows_rule_;
    reveal_frames_ = shows_rule_ ? frames_to_settle : 0;
  }
  if (row.add({.label = close, .id = "findings/close", .style = ButtonStyle::quiet})) ui.commands.send(SelectFinding{-1});
  return row.bottom() + ui.px(6) - y;
}

// The rule in words, and how this pair fulfils it.
float RaceCard::draw_rule(const Session& session, const Finding& finding, const FindingWords& words, float x, float y, float width, Ui& ui) const {
  const RunSlot* run = session.normal_run();
  if (!shows_rule_ || !run || !run->launch) return 0;
  const std::vector<Said> points = race_rule(finding, {run->launch->device.grid, run->launch->device.block}, session.family());
  const float top = y, measure = std::min(width, ui.px(620)), indent = ui.px(22);
  y += ui.px(12);
  for (size_t i = 0; i < points.size(); ++i) {
    const bool is_point = i > 0 && i + 1 < points.size();
    if (is_point) text_right(ui, Type::caption_bold, x + ui.px(14), y, ui.px(19), ui.theme.quiet, std::to_string(i));
    const float in = is_point ? indent : 0;
    y += draw_sentence(ui, ui.say(points[i]), x + in, y, measure - in, ui.theme.ink) + ui.px(4);
  }
  y += ui.px(4);
  y += draw_sentence(ui, words.message, x, y, measure, ui.theme.quiet);
  return y - top;
}

// The story and the spread: side by side where both have room.
float RaceCard::draw_answers(const Session& session, const Finding& finding, int index, float x, float y, float width, Ui& ui) {
  const bool has_story = session.story(index) && !hides_story_, has_spread = session.spread() && !hides_spread_;
  if (!has_story && !has_spread) return 0;
  const float gap = ui.px(28), top = y + ui.px(18);
  const bool are_beside = has_story && has_spread && width > ui.px(700);
  const float share = are_beside ? (width - gap) / 2 : std::min(width, ui.px(640));
  line(ui, x, y + ui.px(8), x + width, y + ui.px(8), ui.theme.line);
  const float story = has_story ? draw_story(session, index, x, top, share, ui) : 0;
  const float spread_x = are_beside ? x + share + gap : x, spread_y = are_beside || !has_story ? top : top + story + ui.px(20);
  const float spread = has_spread ? spread_.draw(session, finding, spread_x, spread_y, share, ui) : 0;
  return std::max(top + story, spread_y + spread) - y;
}

// What was asked for comes into view, and stays there until it has come; whoever scrolls has the last word.
void RaceCard::follow_answers(const Session& session, int finding, float y, Ui& ui) {
  answers_y_ = y;
  if (ui.widgets.input().wheel != 0) reveal_frames_ = 0;
  if (reveal_frames_ == 0) return;
  const StoryWork* story = session.story(finding);
  const SpreadWork* spread = session.spread();
  const bool is_coming = (story && story->state == WorkState::running) || (spread && spread->state == WorkState::running);
  reveal_frames_ = is_coming ? frames_to_settle : reveal_frames_ - 1;
  ui.widgets.request_frame();
}

float RaceCard::draw(const Session& session, const Finding& finding, const FindingWords& words, float x, float y, float width, Ui& ui) {
  if (const std::string now = session.selection().launch + "/" + std::to_string(words.index); of_ != now) {
    of_ = now;
    shows_rule_ = hides_story_ = false;
  }
  const float top = y, left = x + ui.px(16), inner = width - ui.px(32);
  CardBehind behind(ui);
  // Before what stands on it, which would not be hit otherwise: so with the height of the frame before.
  ui.widgets.add({.role = Role::card, .label = words.title, .id = "findings/card", .rect = {x, top, width, height_}, .value = words.message, .focusable = false});
  y += ui.px(14);
  y += draw_head(words, left, y, inner, ui);
  y += draw_elsewhere(session, words, left, y, inner, ui);
  y += draw_parties(words, left, y, inner, ui);
  if (!words.hint.empty()) y += draw_sentence(ui, ui.say("race.hint", {words.hint}), left, y, std::min(inner, ui.px(640)), ui.theme.quiet) + ui.px(10);
  follow_answers(session, words.index, y, ui);
  y += draw_buttons(session, words.index, left, y, inner, ui);
  y += draw_rule(session, finding, words, left, y, inner, ui);
  y += draw_answers(session, finding, words.index, left, y, inner, ui);
  y += ui.px(12);
  const Rect card{x, top, width, y - top};
  behind.finish(card, ui.theme.is_dark ? mix(ui.theme.paper, ui.theme.ground, 0.3f) : ui.theme.paper, ui.theme.line);
  return height_ = y - top;
}

}  // namespace wb
