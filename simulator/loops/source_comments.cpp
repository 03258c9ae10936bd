#include "simulator/loops/source_comments.h"

#include <algorithm>

namespace wb::loops {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

uint32_t SourceComments::line_of(Span span) const {
  span = sources_.outermost(span);
  return span.file == main_ ? sources_.start(span).line : 0;
}

bool SourceComments::is_on_one_line(Span span) const {
  span = sources_.outermost(span);
  return span.file == main_ && sources_.start(span).line == sources_.end(span).line;
}

std::string SourceComments::take_after(Span span, uint32_t offset) {
  span = sources_.outermost(span);
  if (!(span.file == main_)) return {};
  const LineColumn place = sources_.line_column(main_, offset);
  std::string_view rest = sources_.line_text(main_, place.line);
  rest.remove_prefix(std::min<size_t>(place.column - 1, rest.size()));
  rest = trim(rest);
  while (!rest.empty() && (rest.front() == ';' || rest.front() == '{' || rest.front() == '}' || rest.front() == ')')) rest = trim(rest.substr(1));
  if (!rest.starts_with("//") || rest.starts_with("//|") || !taken_.insert(place.line).second) return {};
  return std::string(rest);
}

std::vector<std::string> SourceComments::take_above(Span span) {
  std::vector<std::string> lines;
  uint32_t line = line_of(span);
  while (line > 1) {
    const std::string_view text = trim(sources_.line_text(main_, --line));
    if (!text.starts_with("//") || text.starts_with("//|") || !taken_.insert(line).second) break;
    lines.insert(lines.begin(), std::string(text));
  }
  return lines;
}

}  // namespace wb::loops
