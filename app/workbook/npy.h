#pragma once
// NumPy's .npy files: format 1.0 to 3.0, C order, little-endian (or single bytes) in and out.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/source/scalar_kind.h"

namespace wb {

struct NpyArray {
  ScalarKind scalar = ScalarKind::float_;
  std::vector<uint64_t> shape;  // empty: one number
  std::vector<uint8_t> bytes;   // row-major
};

// Nothing with `why` in words when the bytes are no such file, or hold more than `limit_bytes`.
std::optional<NpyArray> parse_npy(std::string_view file, uint64_t limit_bytes, std::string& why);
// The whole file's bytes. A vector type's lanes are one dimension more: put them into the shape.
std::string format_npy(ScalarKind scalar, const std::vector<uint64_t>& shape, const uint8_t* bytes, size_t size);

}  // namespace wb
