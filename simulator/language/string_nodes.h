#pragma once
// The node of a string's bytes: an array of const char with a 0 behind them.
#include <string>

#include "simulator/language/parser.h"

namespace wb {

ExprId string_node(Parser& parser, std::string text, Span span);

}  // namespace wb
