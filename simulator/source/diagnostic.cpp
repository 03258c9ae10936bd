#include "simulator/source/diagnostic.h"

#include <iterator>

#include "simulator/source/diagnostic_codes.h"

namespace wb {
namespace {

#define WB_DIAGNOSTIC_ROW(code, severity, message, label, hint) {#code, Severity::severity, message, label, hint},
constexpr CodeInfo rows[] = {WB_DIAGNOSTICS(WB_DIAGNOSTIC_ROW)};
static_assert(std::size(rows) == static_cast<size_t>(Code::count), "every code needs a row");

constexpr size_t kept_warnings = 100;

}  // namespace

const CodeInfo& code_info(Code code) { return rows[static_cast<size_t>(code)]; }

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "";
}

void DiagSink::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) {
    if (is_full()) return;
    ++errors_;
    if (is_full()) diagnostic.notes.push_back({std::nullopt, "too many errors: the rest is not shown"});
  } else if (all_.size() >= limit_ + kept_warnings) {
    return;
  }
  all_.push_back(std::move(diagnostic));
}

}  // namespace wb
