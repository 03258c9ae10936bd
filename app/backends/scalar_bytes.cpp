#include "app/backends/scalar_bytes.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace wb {

namespace {

double half_to_double(uint16_t h) {
  int sign = h >> 15, exponent = (h >> 10) & 31, fraction = h & 1023;
  double value = exponent == 31 ? (fraction ? NAN : INFINITY)
                 : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                : std::ldexp(fraction, -24);
  return sign ? -value : value;
}

uint16_t double_to_half(double value) {
  auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  double size = std::fabs(value);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | 0x7E00);
  if (size >= 65520.0) return static_cast<uint16_t>(sign | 0x7C00);
  if (size < std::ldexp(1.0, -14)) return static_cast<uint16_t>(sign | static_cast<uint16_t>(std::nearbyint(std::ldexp(size, 24))));
  int exponent = 0;
  double fraction = std::frexp(size, &exponent);  // size = fraction * 2^exponent, fraction in [0.5, 1)
  auto mantissa = static_cast<int>(std::nearbyint(std::ldexp(fraction, 11)));  // 1024 .. 2048; 2048 carries into the exponent by itself
  return static_cast<uint16_t>(sign | static_cast<uint16_t>(((exponent + 13) << 10) + mantissa));
}

template <class T>
T read(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
void write(uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof value);
}

}  // namespace

uint64_t load_bits(ScalarKind kind, const uint8_t* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, info(kind).bytes);
  return bits;
}

double load_scalar(ScalarKind kind, const uint8_t* bytes) {
  switch (kind) {
    case ScalarKind::half: return half_to_double(read<uint16_t>(bytes));
    case ScalarKind::float_: return static_cast<double>(read<float>(bytes));
    case ScalarKind::double_: return read<double>(bytes);
    case ScalarKind::bool_: return bytes[0] != 0;
    default: break;
  }
  uint64_t bits = load_bits(kind, bytes);
  if (!is_signed(kind)) return static_cast<double>(bits);
  int unused = 64 - 8 * info(kind).bytes;
  return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
}

void store_integer(ScalarKind kind, uint8_t* bytes, int64_t value) {
  if (kind == ScalarKind::bool_) value = value != 0;
  std::memcpy(bytes, &value, info(kind).bytes);
}

void store_scalar(ScalarKind kind, uint8_t* bytes, double value) {
  switch (kind) {
    case ScalarKind::half: return write(bytes, double_to_half(value));
    case ScalarKind::float_: return write(bytes, static_cast<float>(value));
    case ScalarKind::double_: return write(bytes, value);
    default: break;
  }
  if (!(std::fabs(value) < 1.8446744073709552e19)) return store_integer(kind, bytes, 0);
  store_integer(kind, bytes, value < 9.2e18 ? static_cast<int64_t>(value) : static_cast<int64_t>(static_cast<uint64_t>(value)));
}

}  // namespace wb
