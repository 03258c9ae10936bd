#include "simulator/language/scalar_math.h"

#include <bit>
#include <cmath>

namespace wb {
namespace {

// Truncates towards zero; out of range gives the nearest end, NaN gives 0 for 32 bits and the top bit for 64.
uint64_t saturate(double value, int bytes, bool is_signed_target) {
  if (std::isnan(value)) return bytes == 8 ? uint64_t{1} << 63 : 0;
  double whole = std::trunc(value);
  int bits = bytes * 8;
  if (is_signed_target) {
    double limit = std::ldexp(1.0, bits - 1);
    if (whole >= limit) return (uint64_t{1} << (bits - 1)) - 1;
    if (whole < -limit) return uint64_t{1} << (bits - 1);
    return static_cast<uint64_t>(static_cast<int64_t>(whole));
  }
  if (whole <= 0) return 0;
  if (whole >= std::ldexp(1.0, bits)) return ~uint64_t{0};
  return static_cast<uint64_t>(whole);
}

template <typename T>
std::optional<uint64_t> compare(Op op, T a, T b) {
  switch (op) {
    case Op::equal: return a == b;
    case Op::not_equal: return a != b;
    case Op::less: return a < b;
    case Op::less_equal: return a <= b;
    case Op::greater: return a > b;
    case Op::greater_equal: return a >= b;
    default: return std::nullopt;
  }
}

template <typename T, typename Bits>
std::optional<uint64_t> floating(Op op, uint64_t abits, uint64_t bbits) {
  T a = std::bit_cast<T>(static_cast<Bits>(abits)), b = std::bit_cast<T>(static_cast<Bits>(bbits));
  T result;
  switch (op) {
    case Op::add: result = a + b; break;
    case Op::subtract: result = a - b; break;
    case Op::multiply: result = a * b; break;
    case Op::divide: result = a / b; break;
    default: return compare(op, a, b);
  }
  if (std::isnan(result)) return sizeof(T) == 4 ? uint64_t{0x7fffffff} : uint64_t{0x7fffffffffffffff};
  return std::bit_cast<Bits>(result);
}

}  // namespace

uint64_t truncate_to(ScalarKind kind, uint64_t bits) {
  if (kind == ScalarKind::bool_) return bits & 1;
  int bytes = info(kind).bytes;
  return bytes == 8 || bytes == 0 ? bits : bits & ((uint64_t{1} << (8 * bytes)) - 1);
}

int64_t as_signed(ScalarKind kind, uint64_t bits) {
  bits = truncate_to(kind, bits);
  int shift = 64 - 8 * info(kind).bytes;
  return is_signed(kind) ? static_cast<int64_t>(bits << shift) >> shift : static_cast<int64_t>(bits);
}

double as_double(ScalarKind kind, uint64_t bits) {
  if (kind == ScalarKind::float_) return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (kind == ScalarKind::double_) return std::bit_cast<double>(bits);
  return is_signed(kind) ? static_cast<double>(as_signed(kind, bits)) : static_cast<double>(truncate_to(kind, bits));
}

uint64_t bits_of(ScalarKind kind, double value) {
  return kind == ScalarKind::float_ ? std::bit_cast<uint32_t>(static_cast<float>(value)) : std::bit_cast<uint64_t>(value);
}

uint64_t convert_scalar(ScalarKind from, ScalarKind to, uint64_t bits) {
  if (to == ScalarKind::bool_) return is_floating(from) ? as_double(from, bits) != 0 : truncate_to(from, bits) != 0;
  if (is_floating(to)) {
    if (is_floating(from)) return bits_of(to, as_double(from, bits));
    // Straight from the integer: going through double would round twice.
    if (to == ScalarKind::float_)
      return std::bit_cast<uint32_t>(is_signed(from) ? static_cast<float>(as_signed(from, bits)) : static_cast<float>(truncate_to(from, bits)));
    return std::bit_cast<uint64_t>(is_signed(from) ? static_cast<double>(as_signed(from, bits)) : static_cast<double>(truncate_to(from, bits)));
  }
  if (!is_floating(from)) return truncate_to(to, static_cast<uint64_t>(as_signed(from, bits)));
  int bytes = info(to).bytes < 4 ? 4 : info(to).bytes;  // narrow targets go through 32 bits
  return truncate_to(to, saturate(as_double(from, bits), bytes, is_signed(to)));
}

std::optional<uint64_t> apply_binary(Op op, ScalarKind kind, uint64_t a, uint64_t b) {
  if (kind == ScalarKind::float_) return floating<float, uint32_t>(op, a, b);
  if (kind == ScalarKind::double_) return floating<double, uint64_t>(op, a, b);
  if (!is_integer(kind)) return std::nullopt;
  uint64_t width = 8u * info(kind).bytes;
  int64_t sa = as_signed(kind, a), sb = as_signed(kind, b);
  a = static_cast<uint64_t>(sa);
  b = static_cast<uint64_t>(sb);
  uint64_t result = 0;
  switch (op) {
    case Op::add: result = a + b; break;
    case Op::subtract: result = a - b; break;
    case Op::multiply: result = a * b; break;
    case Op::divide:
    case Op::remainder:
      if (b == 0) return std::nullopt;
      if (!is_signed(kind)) result = op == Op::divide ? a / b : a % b;
      else if (sb == -1) result = op == Op::divide ? 0 - a : 0;
      else result = static_cast<uint64_t>(op == Op::divide ? sa / sb : sa % sb);
      break;
    // The hardware clamps a shift count at the width.
    case Op::shift_left: result = b >= width ? 0 : a << b; break;
    case Op::shift_right:
      if (is_signed(kind)) result = static_cast<uint64_t>(sa >> (b >= width ? width - 1 : b));
      else result = b >= width ? 0 : a >> b;
      break;
    case Op::bit_and: result = a & b; break;
    case Op::bit_or: result = a | b; break;
    case Op::bit_xor: result = a ^ b; break;
    default: return is_signed(kind) ? compare(op, sa, sb) : compare(op, a, b);
  }
  return truncate_to(kind, result);
}

std::optional<uint64_t> apply_unary(Op op, ScalarKind kind, uint64_t a) {
  if (op == Op::logical_not) return (is_floating(kind) ? as_double(kind, a) != 0 : truncate_to(kind, a) != 0) ? 0 : 1;
  if (op == Op::negate && is_floating(kind)) return a ^ (kind == ScalarKind::float_ ? uint64_t{1} << 31 : uint64_t{1} << 63);
  if (!is_integer(kind)) return std::nullopt;
  if (op == Op::negate) return truncate_to(kind, 0 - a);
  if (op == Op::bit_not) return truncate_to(kind, ~a);
  return std::nullopt;
}

uint64_t fused_multiply_add(ScalarKind kind, uint64_t a, uint64_t b, uint64_t c) {
  if (kind == ScalarKind::float_)
    return std::bit_cast<uint32_t>(std::fma(std::bit_cast<float>(static_cast<uint32_t>(a)), std::bit_cast<float>(static_cast<uint32_t>(b)),
                                            std::bit_cast<float>(static_cast<uint32_t>(c))));
  return std::bit_cast<uint64_t>(std::fma(std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c)));
}

}  // namespace wb
