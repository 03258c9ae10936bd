#include "simulator/source/source_map.h"

#include <algorithm>

namespace wb {

FileId SourceMap::add(std::string name, std::string text, Span included_at) {
  File file{std::move(name), std::move(text), included_at, included_at.end > 0, {0}, {}};
  for (uint32_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  files_.push_back(std::move(file));
  return {static_cast<uint32_t>(files_.size() - 1)};
}

FileId SourceMap::add_library(std::string_view name, std::string_view text) {
  files_.push_back({std::string(name), {}, {}, false, {0}, text});
  return {static_cast<uint32_t>(files_.size() - 1)};
}

uint32_t SourceMap::add_expansion(Expansion expansion) {
  expansions_.push_back(std::move(expansion));
  return static_cast<uint32_t>(expansions_.size());
}

LineColumn SourceMap::line_column(FileId file, uint32_t offset) const {
  const auto& starts = files_[file.v].line_starts;
  auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  auto line = static_cast<uint32_t>(next - starts.begin());
  return {line, offset - starts[line - 1] + 1};
}

uint32_t SourceMap::line_count(FileId file) const { return static_cast<uint32_t>(files_[file.v].line_starts.size()); }

std::string_view SourceMap::line_text(FileId file, uint32_t line) const {
  const File& f = files_[file.v];
  if (line == 0 || line > f.line_starts.size()) return {};
  uint32_t begin = f.line_starts[line - 1];
  size_t end = line < f.line_starts.size() ? f.line_starts[line] - 1 : f.text.size();
  std::string_view text(f.text.data() + begin, end - begin);
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

std::string_view SourceMap::text(const Span& span) const {
  return text(span.file).substr(span.begin, span.end - span.begin);
}

Span SourceMap::outermost(Span span) const {
  while (span.expansion != 0) span = expansion(span.expansion).use;
  return span;
}

}  // namespace wb
