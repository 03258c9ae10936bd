#pragma once
// The window's last frame as a PNG.
#include <string>

struct GLFWwindow;

namespace wb {

bool save_screenshot(GLFWwindow* window, const std::string& file);

}  // namespace wb
