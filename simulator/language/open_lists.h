#pragma once
// Lists in braces that are read when the type of what takes them is known: f({1, 2}), cells[{row, column}], a list within a list.
#include "simulator/language/parser.h"

namespace wb {

ExprId open_list_here(Parser& p);

}  // namespace wb
