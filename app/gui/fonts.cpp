#include "app/gui/fonts.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>

#include "app/gui/font_cache.h"

namespace wb {
namespace {

constexpr int fineness = 3;  // horizontal samples a pixel

Face face_of(Type type) {
  switch (type) {
    case Type::text_italic:
    case Type::caption_italic: return Face::italic;
    case Type::text_bold:
    case Type::heading:
    case Type::subheading:
    case Type::ui_bold:
    case Type::caption_bold:
    case Type::label: return Face::semi_bold;
    case Type::text_bold_italic: return Face::semi_bold_italic;
    case Type::title: return Face::bold;
    case Type::code:
    case Type::code_text:
    case Type::code_small: return Face::code;
    case Type::code_bold: return Face::code_bold;
    case Type::code_italic: return Face::code_italic;
    default: return Face::regular;
  }
}

bool is_bold(Face face) { return face == Face::semi_bold || face == Face::semi_bold_italic || face == Face::bold || face == Face::code_bold; }

// The Korean face of a collection that holds several: Noto's order is JP, KR, SC, TC, HK.
FT_Long index_in_collection(const std::string& path) { return path.find("NotoSansCJK-") != std::string::npos ? 1 : 0; }

}  // namespace

struct FontCache::Library {
  FT_Library library = nullptr;
  std::array<FT_Face, static_cast<size_t>(Face::count)> faces{};
  std::array<bool, static_cast<size_t>(Face::count)> tried{};
  ~Library() {
    for (FT_Face face : faces)
      if (face) FT_Done_Face(face);
    if (library) FT_Done_FreeType(library);
  }
  FT_Face open(const FontFiles& files, Face which) {
    const size_t i = static_cast<size_t>(which);
    if (tried[i]) return faces[i];
    tried[i] = true;
    const std::string& path = files.of(which);
    if (path.empty() || FT_New_Face(library, path.c_str(), index_in_collection(path), &faces[i]) != 0) faces[i] = nullptr;
    return faces[i];
  }
};

FontCache::FontCache() : library_(std::make_unique<Library>()) {
  if (FT_Init_FreeType(&library_->library) != 0) library_->library = nullptr;
  clear();
}
FontCache::~FontCache() = default;

std::string FontCache::load_files() {
  if (!library_->library) return "the font library could not be started";
  if (files_.of(Face::regular).empty()) files_ = find_font_files(system_font_folders());
  if (!library_->open(files_, Face::regular)) return "no usable font was found on this machine: install fonts-inter or fonts-dejavu";
  return {};
}

void FontCache::set_sizes(const std::array<float, static_cast<size_t>(Type::count)>& em_pixels) {
  em_ = em_pixels;
  cap_height_ = {};
  clear();
}

void FontCache::clear() {
  pixels_.assign(static_cast<size_t>(size_) * size_, 0x00ffffffu);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) pixels_[static_cast<size_t>(y) * size_ + x] = 0xffffffffu;
  shelf_x_ = 6;
  shelf_y_ = 0;
  shelf_height_ = 6;
  for (auto& flags : has_ascii_) flags.fill(false);
  others_.clear();
  dirty_begin_ = 0;
  dirty_end_ = size_;
  is_overfull_ = false;
}

void FontCache::grow() {
  size_ = std::min(size_ * 2, 4096);
  clear();
}

std::pair<int, int> FontCache::take_dirty_rows() {
  const std::pair<int, int> rows{dirty_begin_, dirty_end_};
  dirty_begin_ = size_;
  dirty_end_ = 0;
  return rows;
}

// Glyphs stand on shelves, from left to right; a full texture is made larger, or started anew, before the next frame.
bool FontCache::place(int width, int height, int& x, int& y) {
  if (shelf_x_ + width + 1 > size_) {
    shelf_y_ += shelf_height_ + 1;
    shelf_x_ = 0;
    shelf_height_ = 0;
  }
  if (width + 1 > size_ || shelf_y_ + height + 1 > size_) {
    is_overfull_ = true;
    return false;
  }
  x = shelf_x_;
  y = shelf_y_;
  shelf_x_ += width + 1;
  shelf_height_ = std::max(shelf_height_, height);
  return true;
}

// The style's own face first, then Korean, then symbols, then whatever else has the character.
void* FontCache::face_for(Type type, uint32_t code_point, bool& embolden) {
  const Face own = face_of(type);
  embolden = false;
  const Face order[] = {own, is_bold(own) ? Face::korean_bold : Face::korean, Face::symbols, Face::regular, Face::code};
  for (Face which : order) {
    FT_Face face = library_->open(files_, which);
    if (face && FT_Get_Char_Index(face, code_point) != 0) return face;
  }
  return library_->open(files_, own);
}

Glyph FontCache::rasterise(Type type, uint32_t code_point) {
  bool embolden = false;
  FT_Face face = static_cast<FT_Face>(face_for(type, code_point, embolden));
  if (!face) face = library_->open(files_, Face::regular);
  Glyph glyph;
  if (!face) return glyph;
  const float em = em_[static_cast<size_t>(type)];
  FT_Set_Char_Size(face, static_cast<FT_F26Dot6>(em * 64 + 0.5f), static_cast<FT_F26Dot6>(em * 64 + 0.5f), 72 * fineness, 72);
  FT_UInt index = FT_Get_Char_Index(face, code_point);
  if (index == 0) index = FT_Get_Char_Index(face, 0xFFFD);
  if (FT_Load_Glyph(face, index, FT_LOAD_TARGET_LIGHT) != 0) return glyph;
  glyph.advance = static_cast<float>(face->glyph->linearHoriAdvance) / 65536.0f / fineness;
  if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0) return glyph;
  const FT_Bitmap& bitmap = face->glyph->bitmap;
  if (bitmap.width == 0 || bitmap.rows == 0) return glyph;

  // Each texel holds the mean over one pixel's width: a window of `fineness` samples, so the bitmap grows by one sample on either side.
  const int width = static_cast<int>(bitmap.width) + fineness - 1, height = static_cast<int>(bitmap.rows);
  int x = 0, y = 0;
  if (!place(width + 2, height, x, y)) return glyph;
  for (int row = 0; row < height; ++row) {
    const uint8_t* source = bitmap.buffer + row * bitmap.pitch;
    for (int column = 0; column < width; ++column) {
      int sum = 0;
      for (int k = 0; k < fineness; ++k) {
        const int from = column - k;
        if (from >= 0 && from < static_cast<int>(bitmap.width)) sum += source[from];
      }
      pixels_[static_cast<size_t>(y + row) * size_ + x + 1 + column] = static_cast<uint32_t>(sum / fineness) << 24 | 0x00ffffffu;
    }
  }
  dirty_begin_ = std::min(dirty_begin_, y);
  dirty_end_ = std::max(dirty_end_, y + height);
  glyph.is_visible = true;
  const float left = static_cast<float>(face->glyph->bitmap_left - (fineness - 1) / 2 - 1);
  glyph.x0 = left / fineness;
  glyph.x1 = (left + static_cast<float>(width + 2)) / fineness;
  glyph.y0 = static_cast<float>(-face->glyph->bitmap_top);
  glyph.y1 = glyph.y0 + static_cast<float>(height);
  const float scale = 1.0f / static_cast<float>(size_);
  glyph.u0 = static_cast<float>(x) * scale;
  glyph.u1 = static_cast<float>(x + width + 2) * scale;
  glyph.v0 = static_cast<float>(y) * scale;
  glyph.v1 = static_cast<float>(y + height) * scale;
  return glyph;
}

const Glyph& FontCache::glyph(Type type, uint32_t code_point) {
  const size_t t = static_cast<size_t>(type);
  if (code_point < 128) {
    if (!has_ascii_[t][code_point]) {
      ascii_[t][code_point] = rasterise(type, code_point < 32 ? ' ' : code_point);
      has_ascii_[t][code_point] = true;
    }
    return ascii_[t][code_point];
  }
  const uint64_t key = uint64_t{t} << 32 | code_point;
  auto found = others_.find(key);
  if (found == others_.end()) found = others_.emplace(key, rasterise(type, code_point)).first;
  return found->second;
}

float FontCache::cap_height(Type type) {
  float& height = cap_height_[static_cast<size_t>(type)];
  if (height == 0) height = -glyph(type, 'H').y0;
  return height;
}

// ---- Fonts

Fonts::Fonts() : cache_(std::make_unique<FontCache>()) {}
Fonts::~Fonts() = default;

std::string Fonts::build(const Theme& theme) {
  if (std::string problem = cache_->load_files(); !problem.empty()) return problem;
  auto set = [&](Type type, float size) { sizes_[static_cast<size_t>(type)] = size; };
  const float s = theme.scale;
  for (Type type : {Type::text, Type::text_italic, Type::text_bold, Type::text_bold_italic}) set(type, theme.text_size);
  set(Type::title, theme.title_size);
  set(Type::heading, theme.heading_size);
  set(Type::subheading, theme.text_size);
  for (Type type : {Type::ui, Type::ui_bold}) set(type, 13.5f * s);
  for (Type type : {Type::caption, Type::caption_bold, Type::caption_italic}) set(type, theme.caption_size);
  set(Type::label, 11.25f * s);
  for (Type type : {Type::code, Type::code_bold, Type::code_italic}) set(type, theme.code_size);
  set(Type::code_text, theme.text_size * 0.9f);
  set(Type::code_small, 12 * s);
  cache_->set_sizes(sizes_);
  return {};
}

bool Fonts::has_korean() const { return !cache_->files().of(Face::korean).empty(); }

std::string Fonts::summary() const {
  std::string all;
  for (const std::string& path : cache_->files().path)
    if (!path.empty() && all.find(path) == std::string::npos) all += (all.empty() ? "" : ", ") + path;
  return all;
}

const Glyph& Fonts::glyph(Type type, uint32_t code_point) const { return cache_->glyph(type, code_point); }

float Fonts::width(Type type, std::string_view text) const {
  float width = 0;
  for (size_t i = 0; i < text.size();) width += cache_->glyph(type, next_code_point(text, i)).advance;
  return width;
}

float Fonts::baseline(Type type, float line_height) const { return std::round((line_height + cache_->cap_height(type)) / 2); }

// ---- UTF-8

uint32_t next_code_point(std::string_view text, size_t& position) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(position);
  if (first < 0x80) return text[position++];
  const int more = first >= 0xF0 && first < 0xF8 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : 0;
  if (more == 0 || first >= 0xF8 || position + more >= text.size()) return ++position, 0xFFFD;
  uint32_t value = first & (0x3F >> more);
  for (int k = 1; k <= more; ++k) {
    if ((byte(position + k) & 0xC0) != 0x80) return ++position, 0xFFFD;
    value = value << 6 | (byte(position + k) & 0x3F);
  }
  position += more + 1;
  return value;
}

size_t previous_character(std::string_view text, size_t position) {
  if (position == 0) return 0;
  --position;
  while (position > 0 && (static_cast<uint8_t>(text[position]) & 0xC0) == 0x80) --position;
  return position;
}

size_t next_character(std::string_view text, size_t position) {
  if (position >= text.size()) return text.size();
  next_code_point(text, position);
  return position;
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

}  // namespace wb
