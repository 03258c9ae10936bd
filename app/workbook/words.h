#pragma once
// Numbers and times as a person reads them; what makes a name.
#include <cstdint>
#include <string>
#include <string_view>

namespace wb {

std::string grouped(uint64_t value);                            // 393,216
std::string short_number(double value);                         // 2.5, 1e-07; six digits
std::string milliseconds(double ms);                            // "4.1 ms", "880 us", "12.3 s"
bool is_identifier(std::string_view name);                       // letters, digits and `_`, no digit in front
bool is_reached_name(std::string_view name);                     // of memory behind memory, by the way there: "rows[2]", "head->next", "Node 17"
std::string counted(uint64_t n, std::string_view one, std::string_view many);  // "1 race", "3 races"

}  // namespace wb
