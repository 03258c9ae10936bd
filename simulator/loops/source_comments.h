#pragma once
// The student's comments, found again in the source text by the places of statements.
#include <set>
#include <string>
#include <vector>

#include "simulator/source/source_map.h"

namespace wb::loops {

class SourceComments {
 public:
  SourceComments(const SourceMap& sources, FileId main_file) : sources_(sources), main_(main_file) {}

  // The line of the main file that `span` begins on (a macro's: where it was used), 0 for another file.
  uint32_t line_of(Span span) const;
  // Both ends of `span` stand on one line of the main file.
  bool is_on_one_line(Span span) const;
  // The end-of-line comment of the line that holds `offset`, if only closing marks stand between; each is given once.
  std::string take_after(Span span, uint32_t offset);
  // Lines that hold nothing but a comment, right above the line of `span`; each is given once.
  std::vector<std::string> take_above(Span span);

 private:
  const SourceMap& sources_;
  FileId main_;
  std::set<uint32_t> taken_;  // lines
};

}  // namespace wb::loops
