#pragma once
// Which lines of a text another text lacks: the longest common subsequence of lines stays, the rest differs. Pure.
#include <string_view>
#include <vector>

namespace wb {

// Per line of `text` (as split at '\n'): true where `other` has no line for it. Space at both ends of a line and empty lines do not count.
// Texts whose lines would take more than 4 million comparisons are compared line by line from the top.
std::vector<bool> lines_that_differ(std::string_view text, std::string_view other);

}  // namespace wb
