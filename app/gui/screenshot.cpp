#include "app/gui/screenshot.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/workbook/picture.h"

namespace wb {

bool save_screenshot(GLFWwindow* window, const std::string& file) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  if (width <= 0 || height <= 0) return false;
  std::vector<uint8_t> rows(static_cast<size_t>(width) * height * 3);
  glReadBuffer(GL_BACK);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rows.data());
  Picture picture{width, height, 3, std::vector<uint8_t>(rows.size())};
  const size_t pitch = static_cast<size_t>(width) * 3;
  for (int y = 0; y < height; ++y)  // OpenGL counts rows from below
    std::copy_n(rows.begin() + static_cast<long>(pitch * static_cast<size_t>(height - 1 - y)), pitch, picture.bytes.begin() + static_cast<long>(pitch * static_cast<size_t>(y)));
  std::error_code ignored;
  const std::filesystem::path path(file);
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
  return write_png(path, picture);
}

}  // namespace wb
