#pragma once
// What a constructor says between its parameters and its body: `: member(value), Base<T>{value}, Bases(values)...`
#include <cstddef>

#include "simulator/language/parser.h"

namespace wb {

// The place behind the list whose colon stands at `colon`: the body's brace, in a list without mistakes.
size_t behind_member_initialisers(const Parser& parser, size_t colon);

}  // namespace wb
