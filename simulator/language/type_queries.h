#pragma once
// __is_enum(T), __is_base_of(B, D) ...: what <type_traits> asks the compiler. The names are those of gcc and clang.
#include "simulator/language/parser.h"

namespace wb {

bool is_type_query(std::string_view name);
ExprId parse_type_query(Parser& parser, std::string_view name, Span begin);  // the cursor is at `(`

}  // namespace wb
