#pragma once
// Drawing lines of source: colours, places of characters, squiggles. Shared by the editor and the explicit-loops view.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/panel.h"
#include "simulator/language/highlight.h"

namespace wb {

// Colours of a whole text, by line; made once for each text.
class CodeColours {
 public:
  struct Run { uint32_t begin = 0, end = 0; TokenClass cls = TokenClass::plain; };  // bytes within the line
  void update(std::string_view text, uint64_t revision);
  const std::vector<Run>& line(int line) const;  // 0-based
 private:
  std::vector<std::vector<Run>> lines_;
  uint64_t revision_ = UINT64_MAX;
};

Colour token_colour(const Theme& theme, TokenClass cls);

// Tabs are shown as spaces up to the next multiple of four.
std::string with_tabs_expanded(std::string_view line);
float code_x(const Ui& ui, std::string_view line, size_t byte);            // from the line's left edge
size_t code_byte_at(const Ui& ui, std::string_view line, float x);         // the character boundary nearest to x

// One line of code with its top left corner at (x, y).
void draw_code(Ui& ui, float x, float y, std::string_view line, const std::vector<CodeColours::Run>& runs);
void draw_squiggle(Ui& ui, float x0, float x1, float y, Colour colour);
// Where the code of a line ends: before a comment that ends the line, and the spaces before it.
size_t code_end(std::string_view line, const std::vector<CodeColours::Run>& runs);
// How wide the line numbers are, with the space after them: room for a count of lanes.
float number_column(const Ui& ui, int line_count);

}  // namespace wb
