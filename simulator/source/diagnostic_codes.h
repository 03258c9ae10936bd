#pragma once
// The one table of diagnostics: stable code, default severity, message, label under the caret, hint.
// {0}, {1}, ... are the diagnostic's arguments. Messages: plain words, lower case, no full stop, code in backticks, no blame; only the
// hint says what to do. An empty label or hint is left out. Codes are never renumbered: 1xxx text and preprocessor, 2xxx syntax,
// 3xxx names and types, 4xxx what the simulator does not support, 5xxx launches and limits.
#include "simulator/source/diagnostic.h"

#define WB_DIAGNOSTICS(D)                                                                                                       \
  D(WB1001, error, "`{0}` does not belong here", "this character has no meaning in CUDA C++", "")                               \
  D(WB2001, error, "expected `{0}` {1}", "", "")   \
  D(WB5101, error, "CUDA's own compiler: {0}", "", "")   \
  D(WB5102, warning, "CUDA's own compiler: {0}", "", "")

namespace wb {

#define WB_DIAGNOSTIC_ENUM(code, severity, message, label, hint) code,
enum class Code : uint16_t { WB_DIAGNOSTICS(WB_DIAGNOSTIC_ENUM) count };
#undef WB_DIAGNOSTIC_ENUM

struct CodeInfo {
  const char* name;  // "WB2001"
  Severity severity;
  const char* message;
  const char* label;
  const char* hint;
};
const CodeInfo& code_info(Code code);

}  // namespace wb
