#include "app/workbook/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace wb {

bool is_identifier(std::string_view name) {
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (name.empty() || !is_letter(name[0])) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

bool is_reached_name(std::string_view name) {
  const size_t first = name.find_first_of("[.- ");
  if (first == std::string_view::npos || !is_identifier(name.substr(0, first))) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(first), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_[].->+ :<>*&(),").find(c) != std::string_view::npos; });
}

std::string grouped(uint64_t value) {
  std::string digits = std::to_string(value), text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string short_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string milliseconds(double ms) {
  auto with = [](double value, const char* unit) {
    char text[40];
    std::snprintf(text, sizeof text, value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s", value, unit);
    return std::string(text);
  };
  if (ms < 1) return with(ms * 1000, "us");
  if (ms < 1000) return with(ms, "ms");
  return with(ms / 1000, "s");
}

std::string counted(uint64_t n, std::string_view one, std::string_view many) { return grouped(n) + " " + std::string(n == 1 ? one : many); }

}  // namespace wb
