#pragma once
// The student's mistakes, as values. A diagnostic is a code and its arguments; its sentences come from the one table in
// diagnostic_codes.h (English) or from a translated catalogue. Rendered in one place only (render.h), so the command line, the
// editor's squiggles and the golden files agree.
//
//     grey.cu:7:16: error[WB2003]: `widht` is not declared                    <- message of the code, arguments filled in
//        7 |   int i = y * widht + x;
//          |               ^^^^^ did you mean `width`?                          <- primary span and label
//      note: ...                                                              <- notes, each with its own span if it has one
//      hint: ...                                                              <- one hint, what to do
#include <optional>
#include <string>
#include <vector>

#include "simulator/source/span.h"

namespace wb {

enum class Severity : uint8_t { note, warning, error };
const char* severity_name(Severity severity);

enum class Code : uint16_t;  // the enumerators stand in diagnostic_codes.h

struct DiagNote {
  std::optional<Span> span;
  std::string text;  // English, already filled in
};

struct Diagnostic {
  Severity severity = Severity::error;
  Code code{};
  Span span;
  std::vector<std::string> arguments;  // fill {0}, {1}, ... of the code's message, label and hint
  std::vector<DiagNote> notes;
};

// Collects diagnostics of one compilation. After `limit` errors it records one last "too many errors" and drops the rest.
class DiagSink {
 public:
  explicit DiagSink(size_t limit = 20) : limit_(limit) {}
  void add(Diagnostic diagnostic);
  bool has_errors() const { return errors_ > 0; }
  bool is_full() const { return errors_ >= limit_; }  // a parser may stop here
  size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  size_t limit_;
  size_t errors_ = 0;
  std::vector<Diagnostic> all_;
};

}  // namespace wb
