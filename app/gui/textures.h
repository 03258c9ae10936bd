#pragma once
// Pictures on the graphics card, kept under a key. A changed `revision` uploads again; what was not asked for in 120 frames is freed.
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace wb {

using TextureId = uint32_t;  // OpenGL's name; 0: none

enum class Sampling : uint8_t { sharp, smooth };  // when magnified; shrinking is always smooth (mipmaps)

class Textures {
 public:
  Textures() = default;
  ~Textures();
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;
  // `rgba`: width * height * 4 bytes, read only when the key is new or its revision changed. 0 when there is no graphics context.
  TextureId upload(const std::string& key, uint64_t revision, int width, int height, std::span<const uint8_t> rgba,
                   Sampling sampling = Sampling::sharp);
  // True when upload() would read the pixels: lets the caller skip making them.
  bool is_missing(const std::string& key, uint64_t revision);
  TextureId get(const std::string& key);
  void end_frame();

 private:
  struct Entry { TextureId id = 0; uint64_t revision = 0; uint64_t last_used = 0; int width = 0, height = 0; };
  std::map<std::string, Entry> entries_;
  uint64_t frame_ = 0;
};

}  // namespace wb
