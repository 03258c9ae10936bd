#pragma once
// Buffers as pictures and numbers: bytes to pixels, one element as text, and the difference of two. Pure.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb {

// How a buffer is looked at: taken apart once from its shape, its type and the lesson's `layout`.
struct PictureFormat {
  uint32_t width = 0, height = 0;
  uint32_t channels = 1;          // 1, 3 or 4
  bool is_planar = false;
  ScalarKind scalar = ScalarKind::uchar;
  uint32_t element_bytes = 1;     // of one channel value
  uint64_t pixels() const { return uint64_t{width} * height; }
  // The flat element (channel value) of a pixel.
  uint64_t element(uint64_t pixel, uint32_t channel) const { return is_planar ? channel * pixels() + pixel : pixel * channels + channel; }
  uint64_t pixel_of(uint64_t element) const { return is_planar ? (pixels() ? element % pixels() : 0) : element / channels; }
  friend bool operator==(const PictureFormat&, const PictureFormat&) = default;
};
// `layout`: "planar", "interleaved" or empty (by the shape). None: it cannot be a picture.
std::optional<PictureFormat> picture_format(ScalarKind scalar, uint32_t vector_lanes, const std::vector<uint64_t>& shape, const std::string& layout);

// One number of a buffer.
double element_value(ScalarKind scalar, const uint8_t* bytes);
std::string element_text(ScalarKind scalar, const uint8_t* bytes);

struct ValueRange { double low = 0, high = 255; };
// What black and white mean: 0..255 for bytes, 0..1 for floats that stay in it, else the values' own range.
ValueRange value_range(const PictureFormat& format, const std::vector<uint8_t>& bytes);

// RGBA, width * height * 4. Pixels of which any byte is undefined get alpha 0. `heat`: one channel in a scale from dark to bright.
std::vector<uint8_t> to_rgba(const PictureFormat& format, const std::vector<uint8_t>& bytes, const std::vector<bool>& defined, ValueRange range,
                             bool heat = false);
// The same, into memory that is kept from picture to picture.
void to_rgba(const PictureFormat& format, const std::vector<uint8_t>& bytes, const std::vector<bool>& defined, ValueRange range, bool heat,
             std::vector<uint8_t>& rgba);
// "(128, 64, 32)" or "77"
std::string pixel_text(const PictureFormat& format, const std::vector<uint8_t>& bytes, uint64_t pixel);

struct PictureDifference {
  std::vector<uint8_t> rgba;      // paper-coloured where equal (alpha 0), from amber to red where not
  double largest = 0;
  uint64_t largest_element = 0;   // flat
  std::string first, second;      // the two values there
  uint64_t differing = 0;         // elements
  uint64_t compared = 0;
  uint64_t left_out = 0;          // undefined on both sides
};
// `defined_a`, `defined_b`: by byte; empty: all of them.
PictureDifference difference(const PictureFormat& format, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b,
                             const std::vector<bool>& defined_a = {}, const std::vector<bool>& defined_b = {});
// Are all channels of this pixel defined?
bool is_pixel_defined(const PictureFormat& format, const std::vector<bool>& defined, uint64_t pixel);

}  // namespace wb
