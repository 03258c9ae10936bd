#include "app/gui/panels/image_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace wb {
namespace {

constexpr uint64_t most_pixels = 1u << 24;

double half_value(uint16_t bits) {
  const int sign = bits >> 15, exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 31) value = fraction ? std::nan("") : HUGE_VAL;
  return sign ? -value : value;
}

uint8_t to_byte(double value, ValueRange range) {
  if (std::isnan(value)) return 0;
  const double span = range.high - range.low;
  const double share = span > 0 ? (value - range.low) / span : 0;
  return static_cast<uint8_t>(std::clamp(share, 0.0, 1.0) * 255 + 0.5);
}

// Dark violet to pale yellow by way of red: brightness rises evenly, so it also reads in grey.
void heat_colour(uint8_t level, uint8_t* rgb) {
  static constexpr int stops[5][3] = {{20, 14, 54}, {106, 23, 110}, {196, 60, 78}, {246, 140, 42}, {252, 240, 164}};
  const int segment = std::min(level * 4 / 255, 3);
  const double share = level * 4 / 255.0 - segment;
  for (int c = 0; c < 3; ++c)
    rgb[c] = static_cast<uint8_t>(stops[segment][c] + (stops[segment + 1][c] - stops[segment][c]) * share + 0.5);
}

bool is_defined(const std::vector<bool>& defined, uint64_t begin, uint64_t count) {
  if (defined.empty()) return true;
  for (uint64_t i = begin; i < begin + count; ++i)
    if (i >= defined.size() || !defined[i]) return false;
  return true;
}

// The usual grey picture, at every step of a scrub: no branch a pixel.
void grey_bytes(const std::vector<uint8_t>& bytes, const std::vector<bool>& defined, std::vector<uint8_t>& rgba) {
  const size_t known = std::min({rgba.size() / 4, bytes.size(), defined.empty() ? bytes.size() : defined.size()});
  for (size_t pixel = 0; pixel < known; ++pixel) {
    const uint32_t mask = defined.empty() || defined[pixel] ? 0xffffffffu : 0u, grey = (bytes[pixel] * 0x010101u | 0xff000000u) & mask;
    std::memcpy(rgba.data() + pixel * 4, &grey, 4);
  }
  std::fill(rgba.begin() + static_cast<ptrdiff_t>(known * 4), rgba.end(), uint8_t{0});
}

}  // namespace

std::optional<PictureFormat> picture_format(ScalarKind scalar, uint32_t vector_lanes, const std::vector<uint64_t>& shape, const std::string& layout) {
  PictureFormat format;
  format.scalar = scalar;
  format.element_bytes = info(scalar).bytes;
  if (format.element_bytes == 0 || shape.empty() || shape.size() > 3) return std::nullopt;
  uint64_t width = shape.back(), height = shape.size() > 1 ? shape[shape.size() - 2] : 1, channels = std::max(1u, vector_lanes);
  if (shape.size() == 3) {
    const bool planar = layout == "planar" || (layout.empty() && shape[0] <= 4 && shape[2] > 4);
    if (planar) channels *= shape[0];
    else { channels *= shape[2]; width = shape[1]; height = shape[0]; }
    format.is_planar = planar;
  }
  if ((channels != 1 && channels != 3 && channels != 4) || width == 0 || height == 0 || width > most_pixels || height > most_pixels ||
      width * height > most_pixels)
    return std::nullopt;
  format.width = static_cast<uint32_t>(width);
  format.height = static_cast<uint32_t>(height);
  format.channels = static_cast<uint32_t>(channels);
  return format;
}

double element_value(ScalarKind scalar, const uint8_t* bytes) {
  const auto read = [bytes](auto value) {
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
  };
  switch (scalar) {
    case ScalarKind::bool_: case ScalarKind::uchar: return read(uint8_t{});
    case ScalarKind::char_: case ScalarKind::schar: return read(int8_t{});
    case ScalarKind::short_: return read(int16_t{});
    case ScalarKind::ushort: return read(uint16_t{});
    case ScalarKind::int_: return read(int32_t{});
    case ScalarKind::uint: return read(uint32_t{});
    case ScalarKind::long_: case ScalarKind::longlong: return read(int64_t{});
    case ScalarKind::ulong: case ScalarKind::ulonglong: return read(uint64_t{});
    case ScalarKind::float_: return read(float{});
    case ScalarKind::double_: return read(double{});
    case ScalarKind::bfloat16: {
      uint16_t bits;
      std::memcpy(&bits, bytes, 2);
      const uint32_t as_float = uint32_t{bits} << 16;
      float value;
      std::memcpy(&value, &as_float, 4);
      return value;
    }
    case ScalarKind::half: {
      uint16_t bits;
      std::memcpy(&bits, bytes, 2);
      return half_value(bits);
    }
    default: return 0;
  }
}

std::string element_text(ScalarKind scalar, const uint8_t* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, info(scalar).bytes);
  return format_scalar(scalar, bits);
}

ValueRange value_range(const PictureFormat& format, const std::vector<uint8_t>& bytes) {
  if (format.scalar == ScalarKind::bool_) return {0, 1};
  if (format.element_bytes == 1) return {0, 255};
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t at = 0; at + format.element_bytes <= bytes.size(); at += format.element_bytes) {
    const double value = element_value(format.scalar, bytes.data() + at);
    if (!std::isfinite(value) || std::abs(value) > 1e30) continue;  // poison read as a number must not set the scale
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) return {0, 1};
  if (low >= 0 && high <= 1 && is_floating(format.scalar)) return {0, 1};
  if (low >= 0 && high <= 255 && high > 1) return {0, 255};
  return low == high ? ValueRange{low - 0.5, high + 0.5} : ValueRange{low, high};
}

std::vector<uint8_t> to_rgba(const PictureFormat& format, const std::vector<uint8_t>& bytes, const std::vector<bool>& defined, ValueRange range,
                             bool heat) {
  std::vector<uint8_t> rgba;
  to_rgba(format, bytes, defined, range, heat, rgba);
  return rgba;
}

void to_rgba(const PictureFormat& format, const std::vector<uint8_t>& bytes, const std::vector<bool>& defined, ValueRange range, bool heat,
             std::vector<uint8_t>& rgba) {
  rgba.resize(format.pixels() * 4);   // every pixel is written below
  const uint64_t size = format.element_bytes;
  const bool one_byte = size == 1 && format.channels == 1;
  const bool plain_bytes = format.scalar == ScalarKind::uchar && !heat && range.low == 0 && range.high == 255;
  if (plain_bytes && one_byte) return grey_bytes(bytes, defined, rgba);
  for (uint64_t pixel = 0; pixel < format.pixels(); ++pixel) {
    uint8_t* out = rgba.data() + pixel * 4;
    bool is_whole = true;
    for (uint32_t c = 0; c < format.channels && is_whole; ++c) {
      const uint64_t at = format.element(pixel, c) * size;
      is_whole = at + size <= bytes.size() && is_defined(defined, at, size);
      if (is_whole) out[c] = plain_bytes ? bytes[at] : to_byte(element_value(format.scalar, bytes.data() + at), range);
    }
    if (!is_whole) {
      std::memset(out, 0, 4);
      continue;
    }
    if (format.channels == 1 && heat) heat_colour(out[0], out);
    else if (format.channels == 1) out[1] = out[2] = out[0];
    out[3] = 255;
  }
}

std::string pixel_text(const PictureFormat& format, const std::vector<uint8_t>& bytes, uint64_t pixel) {
  std::string text;
  for (uint32_t c = 0; c < format.channels; ++c) {
    const uint64_t at = format.element(pixel, c) * format.element_bytes;
    if (at + format.element_bytes > bytes.size()) return "";
    text += (c ? ", " : "") + element_text(format.scalar, bytes.data() + at);
  }
  return format.channels > 1 ? "(" + text + ")" : text;
}

bool is_pixel_defined(const PictureFormat& format, const std::vector<bool>& defined, uint64_t pixel) {
  for (uint32_t c = 0; c < format.channels; ++c)
    if (!is_defined(defined, format.element(pixel, c) * format.element_bytes, format.element_bytes)) return false;
  return true;
}

PictureDifference difference(const PictureFormat& format, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b, const std::vector<bool>& defined_a,
                             const std::vector<bool>& defined_b) {
  PictureDifference result;
  std::vector<double> by_pixel(format.pixels(), 0);
  const uint64_t size = format.element_bytes, count = std::min(a.size(), b.size()) / size;
  for (uint64_t element = 0; element < count; ++element) {
    if (!is_defined(defined_a, element * size, size) && !is_defined(defined_b, element * size, size)) {
      ++result.left_out;
      continue;
    }
    ++result.compared;
    const uint8_t *first = a.data() + element * size, *second = b.data() + element * size;
    if (std::memcmp(first, second, size) == 0) continue;
    const double va = element_value(format.scalar, first), vb = element_value(format.scalar, second);
    if (std::isnan(va) && std::isnan(vb)) continue;
    double apart = std::abs(va - vb);
    if (apart == 0) continue;
    if (std::isnan(apart)) apart = HUGE_VAL;
    ++result.differing;
    const uint64_t pixel = format.pixel_of(element);
    if (pixel < by_pixel.size()) by_pixel[pixel] = std::max(by_pixel[pixel], apart);
    if (apart <= result.largest) continue;
    result.largest = apart;
    result.largest_element = element;
    result.first = element_text(format.scalar, first);
    result.second = element_text(format.scalar, second);
  }
  result.rgba.assign(format.pixels() * 4, 0);
  for (uint64_t pixel = 0; pixel < format.pixels(); ++pixel) {
    if (by_pixel[pixel] == 0) continue;
    const double share = std::isinf(result.largest) ? (std::isinf(by_pixel[pixel]) ? 1 : 0) : by_pixel[pixel] / result.largest;
    uint8_t* out = result.rgba.data() + pixel * 4;
    out[0] = static_cast<uint8_t>(240 - 27 * share);   // amber for little, the theme's red for the largest
    out[1] = static_cast<uint8_t>(166 - 96 * share);
    out[2] = static_cast<uint8_t>(58 - 15 * share);
    out[3] = 255;
  }
  return result;
}

}  // namespace wb
