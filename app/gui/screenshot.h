#pragma once
// The frame that was drawn and not yet shown, as a PNG.
#include <string>

struct GLFWwindow;

namespace wb {

bool save_screenshot(GLFWwindow* window, const std::string& file);

}  // namespace wb
