#pragma once
// Types of a buffer's elements and of texels, in the words of lessons: "uchar", "float4".
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/source/scalar_kind.h"

namespace wb {

// "uchar4" -> uchar, 4 lanes.
struct ElementType {
  ScalarKind scalar = ScalarKind::uchar;
  uint32_t lanes = 1;
};
std::optional<ElementType> element_type_from_name(std::string_view name);
std::vector<std::string> element_type_names();  // for "did you mean": scalars, and the vectors that are used most

}  // namespace wb
