#pragma once
// An access of a surface that leads outside of it: the surface functions (library/include/surface_functions.inc) then use an address that nothing has, whose
// offset says along which axis, and where:
//
//     bit 38: set | bits 36 and 37: the axis | bits 0 to 31: the coordinate (x in bytes)
#include <cstdint>
#include <optional>

namespace wb {

struct SurfaceFault {
  uint32_t axis = 0;
  int32_t coordinate = 0;
};
// Of a pointer's offset; none: it is an ordinary one.
inline std::optional<SurfaceFault> surface_fault(int64_t offset) {
  if (offset < 0 || offset >> 38 != 1) return std::nullopt;
  return SurfaceFault{static_cast<uint32_t>(offset >> 36 & 3), static_cast<int32_t>(static_cast<uint32_t>(offset))};
}

}  // namespace wb
