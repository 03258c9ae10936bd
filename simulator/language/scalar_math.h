#pragma once
// C++ arithmetic on values kept as bits of a scalar type: what constant expressions and constant folding compute with.
// Integers wrap; conversions from floating point saturate as the hardware's do.
#include <cstdint>
#include <optional>

#include "simulator/language/typed_tree.h"

namespace wb {

uint64_t truncate_to(ScalarKind kind, uint64_t bits);   // the low bytes of the type; bool keeps 0 or 1
int64_t as_signed(ScalarKind kind, uint64_t bits);      // sign-extended if the type is signed
double as_double(ScalarKind kind, uint64_t bits);       // any arithmetic type
uint64_t bits_of(ScalarKind kind, double value);        // float and double
uint64_t convert_scalar(ScalarKind from, ScalarKind to, uint64_t bits);
// none: division by zero, or an operation that the type does not have. Comparisons give 0 or 1.
std::optional<uint64_t> apply_binary(Op op, ScalarKind kind, uint64_t a, uint64_t b);
std::optional<uint64_t> apply_unary(Op op, ScalarKind kind, uint64_t a);
uint64_t fused_multiply_add(ScalarKind kind, uint64_t a, uint64_t b, uint64_t c);

}  // namespace wb
