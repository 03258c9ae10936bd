#include "app/gui/clipboard.h"

#include <GLFW/glfw3.h>

namespace wb {

void set_clipboard(const std::string& text) {
  if (GLFWwindow* window = glfwGetCurrentContext()) glfwSetClipboardString(window, text.c_str());
}

}  // namespace wb
