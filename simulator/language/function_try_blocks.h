#pragma once
// A function whose body is a `try` block gets braces around it, before anything is read:
//
//     int main() try { ... } catch (const std::exception& e) { ... }    ->    int main() { try { ... } catch (const std::exception& e) { ... } }
//
// It is no other program where the function returns in each of its handlers, or returns nothing (C++ standard, [except.handle]). A constructor's, with a list of
// members between `try` and the brace, stays as it is: what its object holds is not known.
#include <vector>

#include "simulator/language/token.h"

namespace wb {

void write_out_function_try_blocks(std::vector<Token>& tokens);

}  // namespace wb
