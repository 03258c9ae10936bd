#include "simulator/source/scalar_kind.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace wb {
namespace {

std::string shortest(auto value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

// IEEE binary16, exactly.
double from_half(uint16_t bits) {
  int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                     : exponent == 0 ? std::ldexp(fraction, -24)
                                     : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

int64_t sign_extended(uint64_t bits, int bytes) {
  int shift = 64 - 8 * bytes;
  return static_cast<int64_t>(bits << shift) >> shift;
}

}  // namespace

std::string format_scalar(ScalarKind kind, uint64_t bits) {
  const ScalarInfo& scalar = info(kind);
  if (kind == ScalarKind::void_) return "";
  if (kind == ScalarKind::bool_) return bits & 0xff ? "true" : "false";
  if (kind == ScalarKind::half) return shortest(static_cast<float>(from_half(static_cast<uint16_t>(bits))));
  if (kind == ScalarKind::bfloat16) return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits) << 16));
  if (kind == ScalarKind::float_) return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (kind == ScalarKind::double_) return shortest(std::bit_cast<double>(bits));
  if (scalar.cls == ScalarClass::signed_) return std::to_string(sign_extended(bits, scalar.bytes));
  return std::to_string(scalar.bytes == 8 ? bits : bits & ((uint64_t{1} << (8 * scalar.bytes)) - 1));
}

}  // namespace wb
