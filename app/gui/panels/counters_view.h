#pragma once
// The table of counters, each with its definition under the pointer.
#include "app/gui/panel.h"
#include "app/gui/panels/counters_model.h"

namespace wb {

// Returns the height used; 0 where nothing was counted. `has_compiled_away`: the compiler joins or keeps some loads (accesses_model.h).
float draw_counters(const std::vector<CounterRow>& rows, bool has_compiled_away, float x, float y, float width, Ui& ui);

}  // namespace wb
