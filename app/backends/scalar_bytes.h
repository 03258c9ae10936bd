#pragma once
// Numbers in and out of the bytes of a buffer.
#include <cstdint>

#include "simulator/source/scalar_kind.h"

namespace wb {

// The value at `bytes`, as a double (64-bit integers beyond 2^53 are rounded).
double load_scalar(ScalarKind kind, const uint8_t* bytes);
// Integers wrap and lose their fraction; half and float round to nearest even.
void store_scalar(ScalarKind kind, uint8_t* bytes, double value);
// Of an integer type, exactly: low bytes of `value`.
void store_integer(ScalarKind kind, uint8_t* bytes, int64_t value);
// The low bytes, zero-extended: what format_scalar takes.
uint64_t load_bits(ScalarKind kind, const uint8_t* bytes);

}  // namespace wb
