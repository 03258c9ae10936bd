#include "app/gui/panels/findings_view.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/page_pen.h"
#include "app/gui/panels/wording.h"
#include "app/gui/text_layout.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

Colour severity_colour(const Theme& theme, Severity severity) {
  return severity == Severity::error ? theme.bad : severity == Severity::warning ? theme.current_line_edge : theme.quiet;
}

void draw_icon(Ui& ui, FindingIcon kind, float x, float y, float size, Colour colour) {
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

float draw_party(Ui& ui, const PartyWords& party, bool is_first, const Rect& area) {
  const Colour colour = is_first ? ui.theme.first_party : ui.theme.second_party;
  fill(ui, area, with_alpha(colour, 0.11f), ui.px(8));
  frame(ui, area, colour, ui.px(8), ui.px(1.4f));
  float x = area.x + ui.px(14), y = area.y + ui.px(10);
  const float row = ui.px(22);
  if (is_first) diamond(ui, x + ui.px(5), y + row / 2, ui.px(6), colour);
  else disc(ui, x + ui.px(5), y + row / 2, ui.px(5), colour);
  const Colour name = ui.theme.is_dark ? colour : mix(colour, ui.theme.ink, 0.45f);
  ui.widgets.begin_text_group();
  const float wide = text(ui, Type::text_bold, x + ui.px(16), y, row, name, party.who);
  text_cut(ui, Type::caption, x + ui.px(16) + wide + ui.px(10), y, row, area.right() - x - wide - ui.px(34), ui.theme.quiet, party.lane);
  y += row + ui.px(2);
  float at = x + text(ui, Type::caption, x, y, row, ui.theme.ink, party.verb) + ui.px(6);
  at += text(ui, Type::code_small, at, y, row, ui.theme.ink, party.element) + ui.px(8);
  if (!party.value.empty()) {
    // An arrow: a value comes out, or goes in.
    const float middle = y + row / 2, from = at, to = at + ui.px(14);
    line(ui, from, middle, to, middle, ui.theme.quiet, ui.px(1.3f));
    if (party.is_write) triangle(ui, from, middle, from + ui.px(5), middle - ui.px(3.5f), from + ui.px(5), middle + ui.px(3.5f), ui.theme.quiet);
    else triangle(ui, to, middle, to - ui.px(5), middle + ui.px(3.5f), to - ui.px(5), middle - ui.px(3.5f), ui.theme.quiet);
    text(ui, Type::code_bold, to + ui.px(8), y, row, ui.theme.ink, party.value);
  }
  y += row;
  text(ui, Type::caption, x, y, row, ui.theme.quiet, party.where);
  ui.widgets.end_text_group();
  return area.height;
}

// The order that is not there: a broken arrow between the two.
void draw_missing(Ui& ui, const std::string& words, const Rect& area) {
  const float y = area.y + area.height * 0.3f, middle = area.x + area.width / 2;
  for (float x = area.x + ui.px(8); x < area.right() - ui.px(14); x += ui.px(9))
    if (x + ui.px(5) < middle - ui.px(10) || x > middle + ui.px(10)) line(ui, x, y, x + ui.px(5), y, ui.theme.quiet, ui.px(1.3f));
  const float tip = area.right() - ui.px(8);
  triangle(ui, tip, y, tip - ui.px(6), y - ui.px(4), tip - ui.px(6), y + ui.px(4), ui.theme.quiet);
  cross_mark(ui, middle, y, ui.px(11), ui.theme.bad);
  const float wide = std::min(area.width - ui.px(8), ui.px(190));
  text_wrapped(ui, Type::caption, middle - std::min(wide, text_width(ui, Type::caption, words)) / 2, y + ui.px(12), ui.px(17), wide, ui.theme.quiet, words);
}

// A sentence with code in it, set in a measure.
LaidText set_sentence(const Ui& ui, const std::string& words, float width) {
  TextStyle style{.plain = Type::caption, .italic = Type::caption_italic, .bold = Type::caption_bold, .bold_italic = Type::caption_bold, .code = Type::code_small,
                  .line_height = ui.px(19), .code_padding = 0};
  return lay_out(with_code(words), style, width, [&](Type type, std::string_view part) { return ui.fonts.width(type, part); });
}

float draw_set(Ui& ui, const LaidText& laid, float x, float y, Colour colour) {
  ui.widgets.begin_text_group();
  for (const Fragment& f : laid.fragments) text(ui, f.type, x + f.x, y + f.y, ui.px(19), f.is_code ? ui.theme.ink : colour, f.shown());
  ui.widgets.end_text_group();
  return laid.height;
}

}  // namespace

float FindingsView::draw_row(const FindingWords& words, bool is_selected, float x, float y, float width, Ui& ui) {
  const float inner = width - ui.px(36);
  std::string detail = words.kind;
  const auto add = [&](const std::string& more) { detail += more.empty() ? "" : (detail.empty() ? "" : ", ") + more; };
  const uint32_t line_number = words.parties.empty() ? 0 : words.parties.front().line;
  if (line_number) add((detail.empty() ? "Line " : "line ") + std::to_string(line_number));
  add(words.short_count);
  const float title_height = wrapped_height(ui.fonts, Type::caption, ui.px(18), inner, words.title);
  const float height = title_height + (detail.empty() ? 0 : ui.px(18)) + ui.px(10);
  const Rect row{x, y, width, height};
  const std::string id = "findings/" + std::to_string(words.index);
  const Interaction press = ui.widgets.add({.role = Role::list_item, .label = words.title, .id = id, .rect = row, .checked = is_selected, .value = detail});
  if (is_selected) fill(ui, row, with_alpha(ui.theme.accent, 0.12f), ui.px(6));
  else if (press.hovered) fill(ui, row, with_alpha(ui.theme.accent, 0.06f), ui.px(6));
  draw_icon(ui, words.icon, x + ui.px(14), y + ui.px(14), ui.px(14), severity_colour(ui.theme, words.severity));
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
    const Tick steps = session.recording() ? session.recording()->end() : result.counters.warp_instructions;
    tick_mark(ui, x + ui.px(6), y + ui.px(11), ui.px(11), ui.theme.good);
    ui.widgets.begin_text_group();
    const float wide = text(ui, Type::caption_bold, x + ui.px(18), y, ui.px(22), ui.theme.good, "No hazard");
    text_cut(ui, Type::caption, x + ui.px(18) + wide + ui.px(4), y, ui.px(22), width - wide - ui.px(22), ui.theme.ink, "in " + plural(steps, "step") + ".");
    ui.widgets.end_text_group();
    return ui.px(26);
  }
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, plural(result.findings.size(), "finding"));
  y += ui.px(26);
  // Grouped, in the order of their first member: the most severe stands first.
  std::vector<std::string> groups;
  for (const Finding& f : result.findings)
    if (std::find(groups.begin(), groups.end(), group_name(f.kind)) == groups.end()) groups.push_back(group_name(f.kind));
  for (const std::string& group : groups) {
    text(ui, Type::label, x, y, ui.px(18), ui.theme.quiet, group);
    y += ui.px(20);
    for (size_t i = 0; i < result.findings.size(); ++i) {
      if (group_name(result.findings[i].kind) != group) continue;
      const FindingWords words = finding_words(result.findings[i], static_cast<int>(i), session.recording(), result.sources.get(), shape);
      y += draw_row(words, session.selection().finding == static_cast<int>(i), x, y, width, ui) + ui.px(2);
    }
    y += ui.px(6);
  }
  return y - top;
}

float FindingsView::draw_card(const FindingWords& words, float x, float y, float width, Ui& ui) {
  const float top = y, left = x + ui.px(16), inner = width - ui.px(32);
  const bool two = words.parties.size() == 2;
  const float title_height = wrapped_height(ui.fonts, Type::text_bold, ui.px(24), inner, words.title);
  const bool says_more = as_sentence(words.message) != words.title;
  const LaidText message = set_sentence(ui, says_more ? words.message : "", inner), hint = set_sentence(ui, words.hint.empty() ? "" : "Hint: " + words.hint, inner);
  const float message_height = says_more ? message.height + ui.px(6) : 0, hint_height = words.hint.empty() ? 0 : hint.height + ui.px(4);
  const bool stacked = two && inner < ui.px(430);
  const float party_height = ui.px(86);
  const float parties_height = words.parties.empty() ? 0 : stacked ? 2 * party_height + ui.px(64) : party_height;
  const float height = ui.px(14 + 26 + 6) + title_height + ui.px(10) + parties_height + ui.px(10) + message_height + hint_height + button_height(ui) + ui.px(18);
  const Rect card{x, top, width, height};
  ui.widgets.add({.role = Role::card, .label = words.title, .id = "findings/card", .rect = card, .value = as_sentence(words.message), .focusable = false});
  fill(ui, card, ui.theme.is_dark ? mix(ui.theme.paper, ui.theme.ground, 0.3f) : ui.theme.paper, ui.px(10));
  frame(ui, card, ui.theme.line, ui.px(10));
  y += ui.px(14);
  const Colour tone = severity_colour(ui.theme, words.severity);
  const float chip_wide = chip_width(ui, {.label = words.chip});
  chip(ui, left, y, ui.px(24), {.label = words.chip, .background = with_alpha(tone, 0.18f), .ink = ui.theme.is_dark ? tone : mix(tone, ui.theme.ink, 0.3f)});
  text_cut(ui, Type::caption, left + chip_wide + ui.px(10), y, ui.px(24), inner - chip_wide - ui.px(10), ui.theme.quiet, words.count);
  y += ui.px(32);
  text_wrapped(ui, Type::text_bold, left, y, ui.px(24), inner, ui.theme.ink, words.title);
  y += title_height + ui.px(10);
  if (two && !stacked) {
    const float middle = std::clamp(inner * 0.24f, ui.px(120), ui.px(210)), side = (inner - middle) / 2;
    draw_party(ui, words.parties[0], true, {left, y, side, party_height});
    draw_missing(ui, words.missing, {left + side, y, middle, party_height});
    draw_party(ui, words.parties[1], false, {left + side + middle, y, side, party_height});
  } else if (two) {
    draw_party(ui, words.parties[0], true, {left, y, inner, party_height});
    draw_missing(ui, words.missing, {left, y + party_height, inner, ui.px(64)});
    draw_party(ui, words.parties[1], false, {left, y + party_height + ui.px(64), inner, party_height});
  } else if (!words.parties.empty()) {
    draw_party(ui, words.parties[0], true, {left, y, std::min(inner, ui.px(380)), party_height});
  }
  y += parties_height + ui.px(10);
  if (says_more) y += draw_set(ui, message, left, y, ui.theme.ink) + ui.px(6);
  if (!words.hint.empty()) y += draw_set(ui, hint, left, y, ui.theme.quiet) + ui.px(4);
  y += ui.px(4);
  float at = left;
  for (size_t p = 0; p < words.parties.size(); ++p) {
    const std::string id = "findings/party/" + std::to_string(p);
    const std::string label = !two ? "Go to its step" : p == 0 ? "Go to the first access" : "Go to the second access";
    const Button go{.label = label, .id = id, .style = p == 0 ? ButtonStyle::primary : ButtonStyle::plain, .icon = !two || p == 0 ? Icon::diamond : Icon::disc,
                    .tooltip = "Shows the moment before it, in every view"};
    if (button(ui, at, y, go)) ui.commands.send(Seek{words.parties[p].tick});
    at += button_width(ui, go) + ui.px(8);
  }
  if (button(ui, at, y, {.label = "Close", .id = "findings/close", .style = ButtonStyle::quiet})) ui.commands.send(SelectFinding{-1});
  return height;
}

}  // namespace wb
