#pragma once
// What the machine views show while there is no run to draw from.
#include <string_view>

#include "app/gui/panel.h"

namespace wb {

bool has_recording(const Session& session);   // of the shown run
// Says that the simulator is at work, or why there is no recording, or (`before_any_run`) what will stand here.
void draw_no_recording(Ui& ui, const Rect& area, const Session& session, std::string_view before_any_run);

}  // namespace wb
