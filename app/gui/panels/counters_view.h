#pragma once
// The table of counters, each with its definition under the pointer, and the occupancy of the launch.
#include "app/gui/panel.h"
#include "app/gui/panels/counters_model.h"

namespace wb {

// Returns the height used; 0 where nothing was counted.
float draw_counters(const std::vector<CounterRow>& rows, const OccupancyWords& occupancy, float x, float y, float width, Ui& ui);

}  // namespace wb
