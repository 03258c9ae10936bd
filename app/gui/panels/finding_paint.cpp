#include "app/gui/panels/finding_paint.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/page_pen.h"
#include "app/gui/panels/wording.h"

namespace wb {

Colour severity_colour(const Theme& theme, Severity severity) {
  return severity == Severity::error ? theme.bad : severity == Severity::warning ? theme.current_line_edge : theme.quiet;
}

Colour party_colour(const Theme& theme, uint32_t party) { return party == 0 ? theme.first_party : theme.second_party; }

void draw_finding_icon(Ui& ui, FindingIcon kind, float x, float y, float size, Colour colour) {
  const float h = size / 2;
  switch (kind) {
    case FindingIcon::race:   // two that meet at one place
      diamond(ui, x - h * 0.55f, y, h * 0.7f, ui.theme.first_party);
      disc(ui, x + h * 0.6f, y, h * 0.55f, ui.theme.second_party);
      return;
    case FindingIcon::bounds:
      frame(ui, {x - h, y - h * 0.7f, size * 0.72f, size * 0.7f}, colour, 0, ui.px(1.4f));
      disc(ui, x + h * 0.85f, y, h * 0.34f, colour);
      return;
    case FindingIcon::poison:
      frame(ui, {x - h * 0.8f, y - h * 0.8f, size * 0.8f, size * 0.8f}, colour, 0, ui.px(1.4f));
      hatch(ui, {x - h * 0.8f, y - h * 0.8f, size * 0.8f, size * 0.8f}, colour, ui.px(3));
      return;
    case FindingIcon::barrier:
      fill(ui, {x - h * 0.5f, y - h * 0.8f, size * 0.16f, size * 0.8f}, colour);
      fill(ui, {x + h * 0.2f, y - h * 0.8f, size * 0.16f, size * 0.8f}, colour);
      return;
    case FindingIcon::coverage:
      ring(ui, x, y, h * 0.75f, colour, ui.px(1.5f));
      return;
    default:
      triangle(ui, x, y - h * 0.85f, x + h * 0.9f, y + h * 0.7f, x - h * 0.9f, y + h * 0.7f, colour);
  }
}

void draw_party_mark(Ui& ui, uint32_t party, float x, float y, float size) {
  if (party == 0) diamond(ui, x, y, size * 0.6f, ui.theme.first_party);
  else disc(ui, x, y, size * 0.5f, ui.theme.second_party);
}

namespace {

// The catalogue's own sentence, where it has one; else what the simulator says.
std::string sentence_of(const Ui& ui, const FindingWords& words, const char* part, const std::string& english) {
  const std::string key = "finding." + words.code + "." + part;
  if (words.code.empty() || !ui.catalogue.has(key)) return english;
  std::vector<std::string> arguments;
  for (const std::string& argument : words.arguments) arguments.push_back(ui.phrase(argument));
  return ui.catalogue.text(key, arguments);
}

}  // namespace

FindingWords in_language(const Ui& ui, FindingWords words) {
  if (ui.catalogue.speaks_english()) return words;
  const std::string message = sentence_of(ui, words, "message", words.message);
  const bool is_translated = message != words.message, is_titled_by_message = words.title == first_sentence_of(words);
  for (std::string* part : {&words.group, &words.chip, &words.kind, &words.lines, &words.short_count, &words.count, &words.schedule, &words.missing, &words.title}) *part = ui.phrase(*part);
  if (is_translated && is_titled_by_message) words.title = without_backticks(message);
  words.message = message;
  words.hint = sentence_of(ui, words, "hint", words.hint);
  for (PartyWords& party : words.parties)
    for (std::string* part : {&party.who, &party.lane, &party.verb, &party.where, &party.step}) *part = ui.phrase(*part);
  return words;
}

void draw_code_line(Ui& ui, uint32_t number, const std::string& code, const Rect& area, bool is_lit) {
  const float ink = is_lit ? 0.12f : ui.theme.is_dark ? 0.07f : 0.045f;
  fill(ui, area, with_alpha(ui.theme.ink, ink), ui.px(4));
  const float wide = text(ui, Type::code_small, area.x + ui.px(8), area.y, area.height, ui.theme.quiet, std::to_string(number)) + ui.px(18);
  text_cut(ui, Type::code_small, area.x + wide, area.y, area.height, area.width - wide - ui.px(6), ui.theme.ink, code);
}

float draw_sentence(Ui& ui, const std::string& words, float x, float y, float width, Colour colour, bool is_bold) {
  if (words.empty()) return 0;
  const TextStyle style{.plain = is_bold ? Type::caption_bold : Type::caption, .italic = Type::caption_italic, .bold = Type::caption_bold, .bold_italic = Type::caption_bold, .code = Type::code_small,
                        .line_height = ui.px(19), .code_padding = 0};
  const LaidText laid = lay_out(with_code(words), style, width, [&](Type type, std::string_view part) { return ui.fonts.width(type, part); });
  ui.widgets.begin_text_group();
  for (const Fragment& f : laid.fragments) text(ui, f.type, x + f.x, y + f.y, ui.px(19), f.is_code ? ui.theme.ink : colour, f.shown());
  ui.widgets.end_text_group();
  return laid.height;
}

std::string count_words(const Ui& ui, uint64_t findings, uint64_t notes) {
  std::string words = findings == 0 ? "" : findings == 1 ? ui.say("findings.one") : ui.say("findings.many", {with_thousands(findings)});
  if (notes) words += (words.empty() ? "" : ", ") + (notes == 1 ? ui.say("findings.one_note") : ui.say("findings.notes", {with_thousands(notes)}));
  return words;
}

void draw_progress_bar(Ui& ui, const Rect& track, double done) {
  fill(ui, track, ui.theme.line, track.height / 2);
  fill(ui, {track.x, track.y, track.width * static_cast<float>(std::clamp(done, 0.02, 1.0)), track.height}, ui.theme.accent, track.height / 2);
}

float draw_elsewhere(const Session& session, const FindingWords& words, float x, float y, float width, Ui& ui) {
  if (words.schedule.empty()) return 0;
  const ElsewhereWork* work = session.elsewhere(words.index);
  const auto& replay = session.replay();
  const bool is_shown = replay && replay->is_elsewhere && replay->finding == words.index;
  std::string text = ui.say("race.only_under", {words.schedule});
  if (work && work->state == WorkState::running) text += " " + ui.say("race.elsewhere_running", {std::to_string(static_cast<int>(work->seconds))});
  else if (is_shown) text += " " + ui.say("race.elsewhere_shown");
  return draw_sentence(ui, text, x, y, std::min(width, ui.px(640)), ui.theme.ink) + ui.px(10);
}

CardBehind::CardBehind(Ui& ui) : ui_(ui) {
  splitter_.Split(ui.draw, 2);
  splitter_.SetCurrentChannel(ui.draw, 1);
}

void CardBehind::finish(const Rect& card, Colour background, Colour border) {
  splitter_.SetCurrentChannel(ui_.draw, 0);
  fill(ui_, card, background, ui_.px(10));
  frame(ui_, card, border, ui_.px(10));
  splitter_.Merge(ui_.draw);
}

}  // namespace wb
