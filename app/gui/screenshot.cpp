#include "app/gui/screenshot.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/workbook/picture.h"

namespace wb {

namespace {

// The part's pixels, within the picture.
Picture cut_out(const Picture& whole, const Rect& part) {
  const int x = std::clamp(static_cast<int>(part.x), 0, whole.width), y = std::clamp(static_cast<int>(part.y), 0, whole.height);
  const int width = std::clamp(static_cast<int>(part.width), 0, whole.width - x), height = std::clamp(static_cast<int>(part.height), 0, whole.height - y);
  Picture picture{width, height, whole.channels, {}};
  for (int row = 0; row < height; ++row) {
    const auto begin = whole.bytes.begin() + (static_cast<std::ptrdiff_t>(y + row) * whole.width + x) * whole.channels;
    picture.bytes.insert(picture.bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(width) * whole.channels);
  }
  return picture;
}

}  // namespace

bool save_screenshot(GLFWwindow* window, const std::string& file, const Rect& part) {
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
  return write_png(path, part.width > 0 && part.height > 0 ? cut_out(picture, part) : picture);
}

}  // namespace wb
