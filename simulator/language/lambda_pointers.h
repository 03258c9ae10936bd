#pragma once
// Lambdas that capture nothing, as pointers to functions [expr.prim.lambda.closure]/7: the body is read once more as that of a function
// without an object.
#include "simulator/language/parser.h"

namespace wb {

// The function that a pointer of type `to` would hold; null: `from` is no lambda, or not of that type.
FunctionDecl* function_of_lambda(Parser& parser, TypeId from, TypeId to);

}  // namespace wb
