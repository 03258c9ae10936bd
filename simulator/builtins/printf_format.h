#pragma once
// The format of CUDA's printf, taken apart: what the compiler checks the arguments against and what the machine prints by.
// Reference: CUDA C++ Programming Guide, "Formatted Output", "Format Specifiers".
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
  std::string_view size;      // "", "h", "l", "ll"; of those that C knows and CUDA does not "hh", "z", "j", "t", "L"
  char type = 0;              // 0: the text after % is no conversion
  bool is_width_given = false;      // `*`: an argument before the value is the width
  bool is_precision_given = false;  // which CUDA's printf does not know

  bool is_percent() const { return type == '%'; }
  bool is_integer() const { return type == 'd' || type == 'i' || type == 'o' || type == 'u' || type == 'x' || type == 'X' || type == 'c'; }
  bool is_real() const { return type && std::string_view("eEfFgGaA").find(type) != std::string_view::npos; }
  bool is_wide() const { return size == "l" || size == "ll"; }  // 64 bits
  // Printed as it stands otherwise: an H200 does so (tests/conformance/programs/printed.cu). `hh` it prints, but loses the values behind it.
  bool is_printed() const { return type && !is_precision_given && (size.empty() || size == "h" || size == "hh" || is_wide()); }
};
// The next conversion at or after `from`.
std::optional<PrintfConversion> next_conversion(std::string_view format, size_t from);

inline constexpr size_t most_printf_arguments = 32;  // further ones are left out, and their conversions printed as they stand

// Appends the text. Every argument is 64 bits: integers extended, reals as double, pointers as the machine has them.
// `text_at` gives the characters that a pointer leads to (%s).
void format_printf(std::string& out, std::string_view format, std::span<const uint64_t> arguments, const std::function<std::string(uint64_t)>& text_at);

}  // namespace wb
