#include "app/gui/editor/code_lines.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/widgets/registry.h"

namespace wb {

void CodeColours::update(std::string_view text, uint64_t revision) {
  if (revision == revision_) return;
  revision_ = revision;
  std::vector<uint32_t> starts{0};
  for (uint32_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  lines_.assign(starts.size(), {});
  size_t line = 0;
  for (const HighlightSpan& span : highlight(text)) {
    uint32_t begin = span.begin;
    const uint32_t end = std::min<uint32_t>(span.end, static_cast<uint32_t>(text.size()));
    while (begin < end) {   // a comment may cover several lines
      while (line + 1 < starts.size() && starts[line + 1] <= begin) ++line;
      const uint32_t line_end = line + 1 < starts.size() ? starts[line + 1] - 1 : static_cast<uint32_t>(text.size());
      if (begin < std::min(end, line_end)) lines_[line].push_back({begin - starts[line], std::min(end, line_end) - starts[line], span.cls});
      begin = std::max(line_end, begin) + 1;
    }
  }
}

const std::vector<CodeColours::Run>& CodeColours::line(int line) const {
  static const std::vector<Run> none;
  return line >= 0 && static_cast<size_t>(line) < lines_.size() ? lines_[static_cast<size_t>(line)] : none;
}

Colour token_colour(const Theme& theme, TokenClass cls) {
  switch (cls) {
    case TokenClass::keyword: case TokenClass::cuda_keyword: return theme.code_keyword;
    case TokenClass::type: return theme.code_type;
    case TokenClass::cuda_variable: case TokenClass::builtin_function: return theme.code_builtin;
    case TokenClass::number: return theme.code_number;
    case TokenClass::string: return theme.code_string;
    case TokenClass::comment: return theme.code_comment;
    case TokenClass::preprocessor: return theme.code_preprocessor;
    case TokenClass::plain: case TokenClass::identifier: case TokenClass::operator_: break;
  }
  return theme.code_text;
}

std::string with_tabs_expanded(std::string_view line) {
  if (line.find('\t') == std::string_view::npos) return std::string(line);
  std::string text;
  for (char c : line) {
    if (c == '\t') text.append(4 - text.size() % 4, ' ');
    else text += c;
  }
  return text;
}

float code_x(const Ui& ui, std::string_view line, size_t byte) {
  return ui.fonts.width(Type::code, with_tabs_expanded(line.substr(0, std::min(byte, line.size()))));
}

size_t code_byte_at(const Ui& ui, std::string_view line, float x) {
  size_t best = 0;
  float best_distance = std::abs(x);
  for (size_t byte = 1; byte <= line.size(); ++byte) {
    if (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xC0) == 0x80) continue;
    const float distance = std::abs(code_x(ui, line, byte) - x);
    if (distance > best_distance) break;
    best = byte;
    best_distance = distance;
  }
  return best;
}

void draw_code(Ui& ui, float x, float y, std::string_view line, const std::vector<CodeColours::Run>& runs) {
  if (line.empty()) return;
  const float height = ui.theme.code_line;
  size_t drawn = 0;  // white space is drawn with what follows it, so that the line reads as one text
  const auto piece = [&](size_t begin, size_t end, Colour colour) {
    if (begin >= end || line.substr(begin, end - begin).find_first_not_of(" \t") == std::string_view::npos) return;
    const std::string lead = with_tabs_expanded(line.substr(0, drawn)), all = with_tabs_expanded(line.substr(0, end));
    text(ui, Type::code, x + ui.fonts.width(Type::code, lead), y, height, colour, std::string_view(all).substr(lead.size()));
    drawn = end;
  };
  ui.widgets.begin_text_group();
  size_t at = 0;
  for (const CodeColours::Run& run : runs) {
    const size_t begin = std::min<size_t>(run.begin, line.size()), end = std::min<size_t>(run.end, line.size());
    piece(at, begin, ui.theme.code_text);
    piece(begin, end, token_colour(ui.theme, run.cls));
    at = end;
  }
  piece(at, line.size(), ui.theme.code_text);
  ui.widgets.end_text_group();
}

void draw_squiggle(Ui& ui, float x0, float x1, float y, Colour colour) {
  const float step = ui.px(2.5f), high = ui.px(1.6f);
  x1 = std::max(x1, x0 + 3 * step);
  int phase = 0;
  for (float x = x0; x < x1; x += step, ++phase)
    line(ui, x, y + (phase % 2 ? -high : high), x + step, y + (phase % 2 ? high : -high), colour, ui.px(1.3f));
}

size_t code_end(std::string_view line, const std::vector<CodeColours::Run>& runs) {
  size_t end = line.size();
  if (!runs.empty() && runs.back().cls == TokenClass::comment && runs.back().end >= end) end = std::min<size_t>(runs.back().begin, end);
  while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t')) --end;
  return end;
}

float number_column(const Ui& ui, int line_count) {
  const size_t digits = std::to_string(std::max(10, line_count)).size();
  return ui.fonts.width(Type::code, std::string(digits, '8')) + ui.px(46);
}

}  // namespace wb
