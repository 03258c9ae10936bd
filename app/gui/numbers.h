#pragma once
// Numbers as the window writes them: thousands with commas, no more digits than one reads.
#include <cstdint>
#include <string>

namespace wb {

std::string with_separators(uint64_t value);  // 393,216
std::string value_text(double value);       // 256, 0.5, 1,234.5

}  // namespace wb
