#pragma once
// How many warps an SM has room for: in a sentence, and what would change it as curves.
#include "app/gui/panel.h"
#include "app/gui/panels/counters_model.h"

namespace wb {

// Returns the height used; 0 where nothing is known.
float draw_occupancy(const OccupancyWords& occupancy, float x, float y, float width, Ui& ui);

}  // namespace wb
