#pragma once
// An order that looks shuffled and is the same on every machine and every day: choices and cards stay where a student saw them.
#include <string_view>
#include <vector>

namespace wb {

// The numbers below `count`, shuffled by what `seed` says.
std::vector<int> shuffled(size_t count, std::string_view seed);

}  // namespace wb
