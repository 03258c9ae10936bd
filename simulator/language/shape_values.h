#pragma once
// dim3 and uint3 are two types for one thing: CUDA's headers convert each into the other without being asked (`uint3 g = gridDim;`, f(threadIdx) for a dim3).
#include "simulator/language/parser.h"

namespace wb {

// A dim3 to be made of a uint3, or the other way round.
bool is_other_shape(const Parser& p, TypeId from, TypeId to);
ExprId as_other_shape(Parser& p, ExprId e, TypeId to, Span span);

}  // namespace wb
