#pragma once
// C++'s rules for types of arithmetic, and what each operation does to the range of its operands. The generator asks these before it
// writes an operation down, so that no generated program overflows a signed type, shifts too far or divides by zero.
#include <algorithm>

#include "tests/fuzz/differential/tree.h"

namespace wb::fuzz {

constexpr int bits_of(ScalarKind kind) { return 8 * info(kind).bytes; }

inline Range range_of(ScalarKind kind) {
  if (kind == ScalarKind::bool_) return {0, 1};
  if (is_floating(kind)) return {};
  const int bits = bits_of(kind);
  if (is_signed(kind)) return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
  return {0, (Wide{1} << bits) - 1};
}

inline ScalarKind promote(ScalarKind kind) {
  if (kind == ScalarKind::half) return ScalarKind::float_;
  return is_floating(kind) || info(kind).bytes >= 4 ? kind : ScalarKind::int_;
}

inline ScalarKind unsigned_of(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::long_: return ScalarKind::ulong;
    case ScalarKind::longlong: return ScalarKind::ulonglong;
    case ScalarKind::int_: return ScalarKind::uint;
    default: return kind;
  }
}

// The usual arithmetic conversions.
inline ScalarKind common(ScalarKind a, ScalarKind b) {
  a = promote(a);
  b = promote(b);
  if (is_floating(a) || is_floating(b)) return a == ScalarKind::double_ || b == ScalarKind::double_ ? ScalarKind::double_ : ScalarKind::float_;
  if (is_signed(a) == is_signed(b)) return std::max(a, b);  // ScalarKind stands in order of rank
  const ScalarKind with_sign = is_signed(a) ? a : b, without = is_signed(a) ? b : a;
  if (unsigned_of(with_sign) <= without) return without;
  return bits_of(with_sign) > bits_of(without) ? with_sign : unsigned_of(with_sign);
}

// Of `c ? a : b`: operands of one type are not promoted.
inline ScalarKind conditional_type(ScalarKind a, ScalarKind b) { return a == b ? a : common(a, b); }

// The values after a conversion to `kind` that is known to be defined.
inline Range converted(Range range, ScalarKind kind) {
  if (kind == ScalarKind::bool_) return {0, 1};
  if (is_floating(kind)) {
    if (range.lo <= -Range::unbounded / 4 || range.hi >= Range::unbounded / 4) return {};
    const Wide exact = Wide{1} << (kind == ScalarKind::float_ ? 24 : 53);
    if (range.lo < -exact) range.lo *= 2;  // rounding may go beyond
    if (range.hi > exact) range.hi *= 2;
    return range;
  }
  const Range all = range_of(kind);
  return all.contains(range) ? range : all;
}

// `a op b` in exact arithmetic, for op one of + - *.
inline Range applied(char op, Range a, Range b) {
  if (op == '+') return {a.lo + b.lo, a.hi + b.hi};
  if (op == '-') return {a.lo - b.hi, a.hi - b.lo};
  const Wide products[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {*std::min_element(products, products + 4), *std::max_element(products, products + 4)};
}

inline Wide magnitude(Range range) { return std::max(range.hi, -range.lo); }

inline Range of_quotient(Range a, Range b) {
  if (a.lo >= 0 && b.lo >= 1) return {0, a.hi / b.lo};
  return {-magnitude(a), magnitude(a)};
}

inline Range of_remainder(Range a, Range b) {
  const Wide most = std::min(magnitude(b) - 1, magnitude(a));
  return a.lo >= 0 ? Range{0, most} : Range{-most, most};
}

inline Range of_right_shift(Range a, Range by) {
  if (a.lo >= 0) return {a.lo >> by.hi, a.hi >> by.lo};
  return {a.lo, std::max(a.hi, Wide{0})};
}

inline Range of_bits(char op, Range a, Range b, ScalarKind type) {
  if (a.lo < 0 || b.lo < 0) return range_of(type);
  if (op == '&') return {0, std::min(a.hi, b.hi)};
  Wide most = 1;
  while (most <= std::max(a.hi, b.hi)) most *= 2;
  return {0, most - 1};
}

inline Range joined(Range a, Range b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

}  // namespace wb::fuzz
