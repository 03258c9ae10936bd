#pragma once
// Collects the complaints about one text; knows its name and its lines.
#include <string>
#include <vector>

#include "app/workbook/complaint.h"
#include "app/workbook/limits.h"
#include "simulator/source/source_map.h"

namespace wb {

class ComplaintSink {
 public:
  ComplaintSink(const SourceMap& text, std::vector<Complaint>& out) : text_(text), out_(out) {}

  void error(Span span, std::string message, std::string hint = {}) { add(Severity::error, span, std::move(message), std::move(hint)); }
  void warning(Span span, std::string message, std::string hint = {}) { add(Severity::warning, span, std::move(message), std::move(hint)); }
  const SourceMap& text() const { return text_; }
  size_t count() const { return out_.size(); }

 private:
  void add(Severity severity, Span span, std::string message, std::string hint) {
    if (out_.size() >= limits::complaints) return;
    if (out_.size() + 1 == limits::complaints) {
      message = "too many complaints: only the first " + std::to_string(limits::complaints) + " are shown";
      hint.clear();
    }
    LineColumn at = text_.start(span);
    out_.push_back({severity, std::string(text_.name(span.file)), at.line, at.column, std::move(message), std::move(hint)});
  }

  const SourceMap& text_;
  std::vector<Complaint>& out_;
};

}  // namespace wb
