#pragma once
// Lines of code in rows of so many characters: what is longer goes on below, indented, rather than being cut at the edge. Pure.
#include <string_view>
#include <vector>

namespace wb {

struct CodeRow {
  size_t line = 0;               // counted from 0
  size_t begin = 0, end = 0;     // bytes of the text
  size_t indent = 0;             // columns before it; 0 on the first row of a line, whose own spaces it has
};

std::vector<CodeRow> code_rows(std::string_view code, size_t columns);

}  // namespace wb
