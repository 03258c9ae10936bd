#include "app/gui/numbers.h"

#include <cmath>
#include <cstdio>

namespace wb {

std::string with_separators(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string value_text(double value) {
  if (!std::isfinite(value)) return "?";
  const double size = std::abs(value);
  if (size == std::floor(size) && size < 1e15) return (value < 0 ? "-" : "") + with_separators(static_cast<uint64_t>(size));
  char text[40];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace wb
