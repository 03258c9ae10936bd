#pragma once
// Times as bars on a logarithmic axis, and what they mean in a sentence.
#include "app/gui/panel.h"
#include "app/gui/panels/timings_model.h"

namespace wb {
// Draws from (x, y) down; returns the height used, 0 when there is nothing to say.
float draw_timings(const TimeChart& chart, float x, float y, float width, Ui& ui);
}  // namespace wb
