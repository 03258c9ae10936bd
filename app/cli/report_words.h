#pragma once
// Words and columns that the reports share.
#include <algorithm>
#include <string>
#include <string_view>

#include "app/backends/run_result.h"
#include "app/workbook/words.h"

namespace wb {

// Columns as people see them: bytes that continue a UTF-8 character take none.
inline size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; }));
}
inline std::string left(std::string_view text, size_t width) { return std::string(text) + std::string(width > width_of(text) ? width - width_of(text) : 0, ' '); }
inline std::string right(std::string_view text, size_t width) { return std::string(width > width_of(text) ? width - width_of(text) : 0, ' ') + std::string(text); }

inline std::string findings_in_words(const RunResult& result) {
  uint64_t errors = 0, warnings = 0;
  for (const Finding& f : result.findings) errors += f.severity == Severity::error, warnings += f.severity == Severity::warning;
  std::string text;
  if (errors) text = counted(errors, "error", "errors");
  if (warnings) text += (text.empty() ? "" : ", ") + counted(warnings, "warning", "warnings");
  return text;
}

}  // namespace wb
