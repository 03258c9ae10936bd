#include "app/gui/panels/console_view.h"

#include <algorithm>

#include "app/gui/paint.h"
#include "app/gui/panels/wording.h"
#include "app/gui/widgets/registry.h"

namespace wb {

float draw_console(std::string_view printed, float x, float y, float width, Ui& ui) {
  if (printed.empty()) return 0;
  constexpr size_t most_lines = 200;
  std::vector<std::string_view> lines;
  size_t count = 0;
  while (!printed.empty()) {
    const size_t end = printed.find('\n');
    if (++count <= most_lines) lines.push_back(printed.substr(0, end));
    printed = end == std::string_view::npos ? std::string_view() : printed.substr(end + 1);
  }
  const float top = y, row = ui.px(20);
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, ui.phrase("Console"));
  y += ui.px(26);
  const Rect box{x, y, width, row * static_cast<float>(lines.size()) + ui.px(16)};
  fill(ui, box, ui.theme.ground, ui.px(6));
  ui.widgets.add({.role = Role::region, .label = "console", .id = "results/console", .rect = box, .focusable = false});
  Clip clip(ui, box);
  y += ui.px(8);
  for (std::string_view printed_line : lines) {
    text_cut(ui, Type::code_small, x + ui.px(12), y, row, width - ui.px(24), ui.theme.ink, printed_line);
    y += row;
  }
  y = box.bottom() + ui.px(4);
  if (count > most_lines) {
    text(ui, Type::caption, x, y, row, ui.theme.quiet, "and " + with_thousands(count - most_lines) + " more lines");
    y += row;
  }
  return y - top;
}

}  // namespace wb
