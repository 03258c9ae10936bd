#pragma once
// What stands in an object's pointer to its class's table of virtual functions (language/virtual_functions.cpp), and in the table where there is no
// function to call. None is the address of anything.
#include <cstdint>

namespace wb {

inline constexpr uint64_t virtual_tag_mask = uint64_t{0xFFFFFF} << 40;
inline constexpr uint64_t device_table_tag = uint64_t{0xFFFFFE} << 40;  // with the place of the class's functions in the list of all
inline constexpr uint64_t host_table_tag = uint64_t{0xFFFFFD} << 40;    // the same, of an object that the host program has made
inline constexpr uint64_t pure_function = (uint64_t{0xFFFFFC} << 40) + 1;
inline constexpr uint64_t host_function = (uint64_t{0xFFFFFC} << 40) + 2;  // not marked __device__

}  // namespace wb
