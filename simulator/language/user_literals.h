#pragma once
// 2_KB, 1.5_cm, 'a'_c, "text"_s: calls of `operator""_KB(2)` and the like [lex.ext]. A suffix of the user's begins with an underscore, which
// no other part of a number has.
#include "simulator/language/parser.h"

namespace wb {

ExprId parse_user_number(Parser& parser, const Token& number);          // the token, taken, holds a `_`
ExprId parse_literal_suffix(Parser& parser, ExprId value, size_t length);  // behind a character (length 0) or a text
bool at_literal_suffix(const Parser& parser);

}  // namespace wb
