#pragma once
// What the kernel printed.
#include <string_view>

#include "app/gui/panel.h"

namespace wb {
// Draws from (x, y) down; returns the height used, 0 when nothing was printed.
float draw_console(std::string_view printed, float x, float y, float width, Ui& ui);
}  // namespace wb
