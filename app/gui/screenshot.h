#pragma once
// The frame that was drawn and not yet shown, as a PNG; or a part of it.
#include <string>

#include "app/gui/panel.h"

struct GLFWwindow;

namespace wb {

bool save_screenshot(GLFWwindow* window, const std::string& file, const Rect& part = {});  // an empty part: all of it

}  // namespace wb
