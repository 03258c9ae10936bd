#pragma once
// The format of CUDA's printf, taken apart: what the compiler checks the arguments against and what the machine prints by.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace wb {

// % flags width .precision size type
struct PrintfConversion {
  size_t begin = 0, end = 0;  // in the format: [begin, end)
  std::string_view flags;     // of "-+ #0"
  std::string_view width;     // digits, or empty
  std::optional<std::string_view> precision;
  std::string_view size;      // "", "h", "hh", "l", "ll", "z", "j", "t"
  char type = 0;              // 0: the text after % is no conversion
  bool has_star = false;      // a `*`, which CUDA's printf does not know

  bool is_percent() const { return type == '%'; }
  bool is_integer() const { return type == 'd' || type == 'i' || type == 'o' || type == 'u' || type == 'x' || type == 'X' || type == 'c'; }
  bool is_real() const { return type && std::string_view("eEfFgGaA").find(type) != std::string_view::npos; }
  bool is_wide() const { return size == "l" || size == "ll" || size == "z" || size == "j" || size == "t"; }  // 64 bits
};
// The next conversion at or after `from`.
std::optional<PrintfConversion> next_conversion(std::string_view format, size_t from);

inline constexpr size_t most_printf_arguments = 32;  // further ones are left out, and their conversions printed as they stand

// Appends the text. Every argument is 64 bits: integers extended, reals as double, pointers as the machine has them.
// `text_at` gives the characters that a pointer leads to (%s).
void format_printf(std::string& out, std::string_view format, std::span<const uint64_t> arguments, const std::function<std::string(uint64_t)>& text_at);

}  // namespace wb
