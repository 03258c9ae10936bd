#pragma once
// Strings: their bytes as a node, an array of const char with a 0 behind them; several that stand side by side.
#include <optional>
#include <string>

#include "simulator/language/parser.h"

namespace wb {

ExprId string_node(Parser& parser, std::string text, Span span);
// "ab" "cd": what they hold together. None: one cannot be read, which is reported.
std::optional<std::string> adjacent_strings(Parser& parser);

}  // namespace wb
