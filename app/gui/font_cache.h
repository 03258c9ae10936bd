#pragma once
// Rasterised glyphs in one texture. Kept apart from fonts.h so that only paint.cpp and the window see its insides.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/gui/font_files.h"
#include "app/gui/fonts.h"

namespace wb {

class FontCache {
 public:
  FontCache();
  ~FontCache();
  FontCache(const FontCache&) = delete;
  FontCache& operator=(const FontCache&) = delete;

  std::string load_files();                       // a sentence when there is no font at all
  void set_sizes(const std::array<float, static_cast<size_t>(Type::count)>& em_pixels);
  const Glyph& glyph(Type type, uint32_t code_point);
  float cap_height(Type type);
  const FontFiles& files() const { return files_; }

  // The texture: RGBA, white with coverage as alpha. (0,0)..(3,3) is solid, for shapes.
  int width() const { return size_; }
  int height() const { return size_; }
  const std::vector<uint32_t>& pixels() const { return pixels_; }
  // Rows [first, last) that changed since the last call; empty: none.
  std::pair<int, int> take_dirty_rows();
  bool is_overfull() const { return is_overfull_; }
  void clear();                                   // forget all glyphs (between frames)
  void grow();                                    // twice as large, up to 4096, and clear
  float white_u() const { return 2.0f / static_cast<float>(size_); }

 private:
  struct Library;
  void* face_for(Type type, uint32_t code_point, bool& embolden);
  Glyph rasterise(Type type, uint32_t code_point);
  bool place(int width, int height, int& x, int& y);

  std::unique_ptr<Library> library_;
  FontFiles files_;
  std::array<float, static_cast<size_t>(Type::count)> em_{};
  std::array<float, static_cast<size_t>(Type::count)> cap_height_{};
  std::array<std::array<Glyph, 128>, static_cast<size_t>(Type::count)> ascii_{};
  std::array<std::array<bool, 128>, static_cast<size_t>(Type::count)> has_ascii_{};
  std::unordered_map<uint64_t, Glyph> others_;
  int size_ = 1024;
  std::vector<uint32_t> pixels_;
  int shelf_x_ = 0, shelf_y_ = 0, shelf_height_ = 0;
  int dirty_begin_ = 0, dirty_end_ = 0;
  bool is_overfull_ = false;
};

}  // namespace wb
