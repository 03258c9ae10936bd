#pragma once
// The order that breaks a race: the search for it while it goes on, its steps to press, what comes of it, and the way back to the normal run.
#include "app/gui/panel.h"

namespace wb {

// Of the shown run's finding. Draws from (x, y) down; returns the height used, 0 where nobody has asked for it.
float draw_story(const Session& session, int finding, float x, float y, float width, Ui& ui);

}  // namespace wb
