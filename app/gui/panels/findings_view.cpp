#include "app/gui/panels/findings_view.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

// A line of code with its number: of the access, or of the call that leads to it.
float place_height(const PartyWords& party, const Ui& ui) {
  const int codes = (party.source.empty() ? 0 : 1) + (party.call_source.empty() ? 0 : 1);
  return ui.px(62) + static_cast<float>(codes) * ui.px(25);
}

}  // namespace

float FindingsView::draw_row(const FindingWords& words, bool is_selected, float x, float y, float width, Ui& ui) {
  const float inner = width - ui.px(36);
  std::string detail = words.kind;
  const auto add = [&](const std::string& more) { detail += more.empty() ? "" : (detail.empty() ? "" : ", ") + more; };
  add(detail.empty() ? capitalised(words.lines) : words.lines);
  add(words.short_count);
  if (!words.schedule.empty()) add(ui.say("race.only_under_short", {words.schedule}));
  const float title_height = wrapped_height(ui.fonts, Type::caption, ui.px(18), inner, words.title);
  const float height = title_height + (detail.empty() ? 0 : ui.px(18)) + ui.px(10);
  const Rect row{x, y, width, height};
  const std::string id = "findings/" + std::to_string(words.index);
  const Interaction press = ui.widgets.add({.role = Role::list_item, .label = words.title, .id = id, .rect = row, .checked = is_selected, .value = detail});
  if (is_selected) fill(ui, row, with_alpha(ui.theme.accent, 0.12f), ui.px(6));
  else if (press.hovered) fill(ui, row, with_alpha(ui.theme.accent, 0.06f), ui.px(6));
  draw_finding_icon(ui, words.icon, x + ui.px(14), y + ui.px(14), ui.px(14), severity_colour(ui.theme, words.severity));
  text_wrapped(ui, Type::caption, x + ui.px(28), y + ui.px(5), ui.px(18), inner, ui.theme.ink, words.title);
  if (!detail.empty()) text_cut(ui, Type::caption, x + ui.px(28), y + ui.px(5) + title_height, ui.px(18), inner, ui.theme.quiet, detail);
  focus_ring(ui, row, id);
  if (press.activated) ui.commands.send(SelectFinding{is_selected ? -1 : words.index});
  return height;
}

float FindingsView::draw_list(const Session& session, const RunResult& result, float x, float y, float width, Ui& ui) {
  const float top = y;
  const LaunchShape shape = session.recording() ? session.recording()->shape() : LaunchShape{};
  const bool has_any = !result.findings.empty();
  if (!has_any) {
    if (!result.ran()) return 0;
    const Tick steps = session.recording() && !session.family() ? session.recording()->end() : result.counters.warp_instructions;
    tick_mark(ui, x + ui.px(6), y + ui.px(11), ui.px(11), ui.theme.good);
    ui.widgets.begin_text_group();
    const float wide = text(ui, Type::caption_bold, x + ui.px(18), y, ui.px(22), ui.theme.good, ui.say("findings.none"));
    text_cut(ui, Type::caption, x + ui.px(18) + wide + ui.px(4), y, ui.px(22), width - wide - ui.px(22), ui.theme.ink, ui.say(steps == 1 ? "findings.none_step" : "findings.none_steps", {with_thousands(steps)}));
    ui.widgets.end_text_group();
    return ui.px(26);
  }
  const auto notes = static_cast<uint64_t>(std::count_if(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.severity == Severity::note; }));
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, count_words(ui, result.findings.size() - notes, notes));
  y += ui.px(26);
  // Grouped, in the order of their first member: the most severe stands first.
  std::vector<std::string> groups;
  for (const Finding& f : result.findings)
    if (std::find(groups.begin(), groups.end(), group_name(f.kind)) == groups.end()) groups.push_back(group_name(f.kind));
  for (const std::string& group : groups) {
    text(ui, Type::label, x, y, ui.px(18), ui.theme.quiet, ui.phrase(group));
    y += ui.px(20);
    for (size_t i = 0; i < result.findings.size(); ++i) {
      if (group_name(result.findings[i].kind) != group) continue;
      const FindingWords words = in_language(ui, finding_words(result.findings[i], static_cast<int>(i), session.family(), result.sources.get(), shape));
      y += draw_row(words, session.selection().finding == static_cast<int>(i), x, y, width, ui) + ui.px(2);
    }
    y += ui.px(6);
  }
  return y - top;
}

// Where it happened, as a line to press.
void FindingsView::draw_place(const PartyWords& party, size_t index, int finding, const Rect& area, Ui& ui) {
  const std::string id = "findings/party/" + std::to_string(index);
  const Colour colour = index == 1 ? ui.theme.second_party : ui.theme.first_party;
  const Interaction use = ui.widgets.add({.role = Role::button, .label = ui.say(party.step.empty() ? "findings.go_line" : "findings.go"), .id = id, .rect = area, .value = party.where});
  fill(ui, area, with_alpha(colour, use.hovered ? 0.2f : 0.11f), ui.px(8));
  frame(ui, area, colour, ui.px(8), ui.px(1.4f));
  const float row = ui.px(22), left = area.x + ui.px(14), right = area.right() - ui.px(12);
  float top = area.y + ui.px(8);
  ui.widgets.begin_text_group();
  draw_party_mark(ui, static_cast<uint32_t>(index == 1), left + ui.px(5), top + row / 2, ui.px(10));
  const Colour name = ui.theme.is_dark ? colour : mix(colour, ui.theme.ink, 0.45f);
  const float wide = text_cut(ui, Type::text_bold, left + ui.px(17), top, row, right - left - ui.px(17), name, party.who);
  if (const float room = right - left - wide - ui.px(27); room > ui.px(24)) text_cut(ui, Type::caption, left + wide + ui.px(27), top, row, room, ui.theme.quiet, party.lane);
  top += row + ui.px(2);
  text_cut(ui, Type::caption, left, top, row, right - left, ui.theme.ink, party.verb + " " + party.element + (party.value.empty() ? "" : ": " + party.value) + ", " + party.where);
  ui.widgets.end_text_group();
  top += row + ui.px(2);
  if (!party.source.empty()) draw_code_line(ui, party.line, party.source, {left - ui.px(4), top, right - left + ui.px(4), row}), top += ui.px(25);
  if (!party.call_source.empty()) draw_call(party, index, {left - ui.px(4), top, right - left + ui.px(4), row}, ui);
  focus_ring(ui, area, id, 8);
  if (use.activated) ui.commands.send(SelectParty{finding, static_cast<int>(index)});
}

// The launch that the access belongs to: what would have to wait stands there, and a press leads there.
void FindingsView::draw_call(const PartyWords& party, size_t index, const Rect& area, Ui& ui) {
  const std::string id = "findings/call/" + std::to_string(index);
  const Interaction use = ui.widgets.add({.role = Role::button, .label = ui.say("findings.go_call"), .id = id, .rect = area, .value = "line " + std::to_string(party.call_line)});
  draw_code_line(ui, party.call_line, party.call_source, area, use.hovered);
  focus_ring(ui, area, id, 4);
  if (use.activated) ui.commands.send(SelectLine{party.call_line, true});
}

// Two side by side where there is room.
float FindingsView::draw_places(const FindingWords& words, float x, float y, float width, Ui& ui) {
  const float gap = ui.px(10), least = ui.px(330);
  const bool is_beside = words.parties.size() == 2 && width >= 2 * least + gap;
  const float wide = std::min(is_beside ? (width - gap) / 2 : width, ui.px(380));
  float high = 0, used = 0;
  for (const PartyWords& party : words.parties) high = std::max(high, place_height(party, ui));
  for (size_t i = 0; i < words.parties.size(); ++i) {
    const Rect area{is_beside && i == 1 ? x + wide + gap : x, is_beside ? y : y + used, wide, high};
    draw_place(words.parties[i], i, words.index, area, ui);
    used = is_beside ? high + gap : used + high + gap;
  }
  return used;
}

float FindingsView::draw_card(const Session& session, const FindingWords& words, float x, float y, float width, Ui& ui) {
  const float top = y, left = x + ui.px(16), inner = width - ui.px(32);
  CardBehind behind(ui);
  // Before what stands on it, which would not be hit otherwise: so with the height of the frame before.
  ui.widgets.add({.role = Role::card, .label = words.title, .id = "findings/card", .rect = {x, top, width, card_height_}, .value = as_sentence(words.message), .focusable = false});
  y += ui.px(14);
  const Colour tone = severity_colour(ui.theme, words.severity);
  const float chip_wide = chip_width(ui, {.label = words.chip});
  chip(ui, left, y, ui.px(24), {.label = words.chip, .background = with_alpha(tone, 0.18f), .ink = ui.theme.is_dark ? tone : mix(tone, ui.theme.ink, 0.3f)});
  text_cut(ui, Type::caption, left + chip_wide + ui.px(10), y, ui.px(24), inner - chip_wide - ui.px(10), ui.theme.quiet, words.count);
  y += ui.px(32);
  y += text_wrapped(ui, Type::text_bold, left, y, ui.px(24), inner, ui.theme.ink, words.title) + ui.px(10);
  y += draw_elsewhere(session, words, left, y, inner, ui);
  y += draw_places(words, left, y, inner, ui);
  if (as_sentence(words.message) != words.title && without_backticks(words.message) != words.title) y += draw_sentence(ui, words.message, left, y, inner, ui.theme.ink) + ui.px(6);
  if (!words.hint.empty()) y += draw_sentence(ui, ui.say("race.hint", {words.hint}), left, y, inner, ui.theme.quiet) + ui.px(8);
  const std::string close = ui.say("race.close");
  if (button(ui, left, y, {.label = close, .id = "findings/close"})) ui.commands.send(SelectFinding{-1});
  y += button_height(ui) + ui.px(14);
  const Rect card{x, top, width, y - top};
  behind.finish(card, ui.theme.is_dark ? mix(ui.theme.paper, ui.theme.ground, 0.3f) : ui.theme.paper, ui.theme.line);
  return card_height_ = y - top;
}

}  // namespace wb
