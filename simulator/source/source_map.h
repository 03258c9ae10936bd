#pragma once
// All source text of one compilation: files, who included them, and the macro expansions that tokens came from.
// Read-only once a compilation is over; results share it, so a span stays readable after the text was edited.
#include <string>
#include <string_view>
#include <vector>

#include "simulator/source/span.h"

namespace wb {

struct LineColumn {
  uint32_t line = 1;    // 1-based
  uint32_t column = 1;  // 1-based, in bytes
  friend bool operator==(LineColumn, LineColumn) = default;
};

struct Expansion {
  std::string macro;  // its name
  Span use;           // where the macro was used (may itself lie in an expansion)
};

class SourceMap {
 public:
  // Adds a file; `name` is what diagnostics print. `included_at` is the #include line, or an empty span for the main file.
  FileId add(std::string name, std::string text, Span included_at = {});
  // A header of the device library: its text lives as long as the program. Nobody shows it (see simulator/library/library.h).
  FileId add_library(std::string_view name, std::string_view text);
  bool is_library(FileId file) const { return !files_[file.v].library_text.empty(); }
  uint32_t add_expansion(Expansion expansion);  // the value for Span::expansion, never 0

  size_t file_count() const { return files_.size(); }
  std::string_view name(FileId file) const { return files_[file.v].name; }
  std::string_view text(FileId file) const { return is_library(file) ? files_[file.v].library_text : std::string_view(files_[file.v].text); }
  Span included_at(FileId file) const { return files_[file.v].included_at; }
  bool is_included(FileId file) const { return files_[file.v].is_included; }
  const Expansion& expansion(uint32_t id) const { return expansions_[id - 1]; }

  LineColumn line_column(FileId file, uint32_t offset) const;  // O(log lines)
  LineColumn start(const Span& span) const { return line_column(span.file, span.begin); }
  LineColumn end(const Span& span) const { return line_column(span.file, span.end); }
  uint32_t line_count(FileId file) const;
  std::string_view line_text(FileId file, uint32_t line) const;  // without its newline; empty when there is no such line
  std::string_view text(const Span& span) const;
  // Where a person looks for it: the outermost macro use for text that a macro produced, else the span itself.
  Span outermost(Span span) const;

 private:
  struct File {
    std::string name, text;
    Span included_at;
    bool is_included = false;
    std::vector<uint32_t> line_starts;
    std::string_view library_text = {};
  };
  std::vector<File> files_;
  std::vector<Expansion> expansions_;
};

}  // namespace wb
