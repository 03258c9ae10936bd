#pragma once
// A place in source text: a file and a byte range, plus how the text got there (a macro's expansion).
#include <cstdint>

namespace wb {

struct FileId {
  uint32_t v = 0;
  friend bool operator==(FileId, FileId) = default;
};

struct Span {
  FileId file;
  uint32_t begin = 0;      // byte offset of the first character
  uint32_t end = 0;        // one past the last
  uint32_t expansion = 0;  // 0: written as is; else SourceMap::expansion(expansion) says which macro put it there
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both (same file and expansion; else the first one).
constexpr Span cover(Span a, Span b) {
  if (!(a.file == b.file) || a.expansion != b.expansion) return a;
  return {a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end, a.expansion};
}

}  // namespace wb
