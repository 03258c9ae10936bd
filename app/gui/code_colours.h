#pragma once
// Syntax colours of a text, for the editor and for excerpts on the page.
#include <string_view>
#include <vector>

#include "app/gui/theme.h"

namespace wb {

struct CodeRun {
  uint32_t begin = 0, end = 0;  // bytes
  Colour colour = 0;
};
// In order, without overlap, covering all but white space.
std::vector<CodeRun> colour_code(const Theme& theme, std::string_view text);

}  // namespace wb
