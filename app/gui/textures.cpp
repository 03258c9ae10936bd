#include "app/gui/textures.h"

#define GL_GLEXT_PROTOTYPES
#include <GLFW/glfw3.h>

#include <iterator>

namespace wb {
namespace {

constexpr unsigned clamp_to_edge = 0x812F;
constexpr uint64_t frames_kept = 120;

void generate_mipmap() {
  using Function = void (*)(unsigned);
  static const Function function = reinterpret_cast<Function>(glfwGetProcAddress("glGenerateMipmap"));
  if (function) function(GL_TEXTURE_2D);
}

}  // namespace

Textures::~Textures() {
  if (!glfwGetCurrentContext()) return;
  for (auto& [key, entry] : entries_) glDeleteTextures(1, &entry.id);
}

bool Textures::is_missing(const std::string& key, uint64_t revision) {
  auto found = entries_.find(key);
  return found == entries_.end() || found->second.revision != revision;
}

TextureId Textures::get(const std::string& key) {
  auto found = entries_.find(key);
  if (found == entries_.end()) return 0;
  found->second.last_used = frame_;
  return found->second.id;
}

TextureId Textures::upload(const std::string& key, uint64_t revision, int width, int height, std::span<const uint8_t> rgba, Sampling sampling) {
  if (!is_missing(key, revision)) return get(key);
  if (!glfwGetCurrentContext() || width <= 0 || height <= 0 || rgba.size() < static_cast<size_t>(width) * height * 4) return 0;
  Entry& entry = entries_[key];
  if (entry.id == 0) glGenTextures(1, &entry.id);
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, entry.id);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const bool has_size = entry.width == width && entry.height == height;   // then the driver's memory is written again, not asked for again
  if (has_size) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  else glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  generate_mipmap();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, sampling == Sampling::sharp ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, clamp_to_edge);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, clamp_to_edge);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  entry.revision = revision;
  entry.width = width;
  entry.height = height;
  entry.last_used = frame_;
  return entry.id;
}

void Textures::end_frame() {
  ++frame_;
  for (auto it = entries_.begin(); it != entries_.end();) {
    if (frame_ - it->second.last_used < frames_kept) {
      ++it;
      continue;
    }
    glDeleteTextures(1, &it->second.id);
    it = entries_.erase(it);
  }
}

}  // namespace wb
