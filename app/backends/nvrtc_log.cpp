// Reads the log of NVRTC:
//
//     grey.cu(4): error: identifier "foo" is undefined
//       int i = foo;
//               ^
//
// File and line are told; the column is found by the caret, which points into the echoed source line.
#include <algorithm>
#include <charconv>

#include "app/backends/cuda_worker.h"
#include "simulator/source/diagnostic_codes.h"

namespace wb {
namespace {

struct Entry {
  std::string file;
  uint32_t line = 0;
  Severity severity = Severity::error;
  std::string message;
};

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "file(line): error: message" or "file(line): warning #177-D: message"
bool read_entry(std::string_view line, Entry& entry) {
  const size_t close = line.find("): ");
  if (close == std::string_view::npos) return false;
  const size_t open = line.rfind('(', close);
  if (open == std::string_view::npos || open == 0) return false;
  const auto digits = line.substr(open + 1, close - open - 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), entry.line);
  if (error != std::errc() || end != digits.data() + digits.size()) return false;
  std::string_view rest = line.substr(close + 3);
  if (rest.starts_with("catastrophic ")) rest.remove_prefix(13);
  const bool is_error = rest.starts_with("error"), is_warning = rest.starts_with("warning");
  const size_t colon = rest.find(": ");
  if ((!is_error && !is_warning) || colon == std::string_view::npos) return false;
  entry.file = std::string(line.substr(0, open));
  entry.severity = is_error ? Severity::error : Severity::warning;
  entry.message = std::string(rest.substr(colon + 2));
  return true;
}

std::optional<FileId> find_file(const SourceMap& sources, const std::string& name) {
  for (uint32_t i = 0; i < sources.file_count(); ++i)
    if (sources.name({i}) == name) return FileId{i};
  return std::nullopt;
}

uint32_t line_start(const SourceMap& sources, FileId file, uint32_t line) {
  const std::string_view text = sources.line_text(file, line);
  return text.data() ? static_cast<uint32_t>(text.data() - sources.text(file).data()) : 0;
}

bool is_word(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The span in the source: the word under the caret, or the whole line where there is none.
Span span_of(const SourceMap& sources, FileId file, uint32_t line, std::string_view echo, std::string_view caret) {
  const std::string_view text = sources.line_text(file, line);
  const uint32_t start = line_start(sources, file, line);
  const size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
  const size_t echo_indent = indent < text.size() ? echo.find(text.substr(indent)) : std::string_view::npos, at = caret.find('^');
  Span whole{file, start + static_cast<uint32_t>(indent), start + static_cast<uint32_t>(text.size()), 0};
  if (at == std::string_view::npos || echo_indent == std::string_view::npos || at < echo_indent || caret.find_first_not_of(" \t^") != std::string_view::npos) return whole;
  const size_t begin = indent + (at - echo_indent);
  if (begin >= text.size()) return whole;
  size_t end = begin + 1;
  if (is_word(text[begin]))
    while (end < text.size() && is_word(text[end])) ++end;
  return {file, start + static_cast<uint32_t>(begin), start + static_cast<uint32_t>(end), 0};
}

}  // namespace

std::vector<Diagnostic> diagnostics_from_log(const std::string& log, const SourceMap& sources) {
  std::vector<Diagnostic> diagnostics;
  const auto lines = split_lines(log);
  for (size_t i = 0; i < lines.size(); ++i) {
    Entry entry;
    if (!read_entry(lines[i], entry)) continue;
    const auto file = find_file(sources, entry.file);
    Diagnostic diagnostic;
    diagnostic.severity = entry.severity;
    diagnostic.code = entry.severity == Severity::error ? Code::WB5101 : Code::WB5102;
    diagnostic.arguments = {entry.message};
    if (file) diagnostic.span = span_of(sources, *file, entry.line, i + 1 < lines.size() ? lines[i + 1] : "", i + 2 < lines.size() ? lines[i + 2] : "");
    else diagnostic.arguments[0] += " (" + entry.file + ", line " + std::to_string(entry.line) + ")";
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace wb
