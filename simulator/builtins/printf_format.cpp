#include "simulator/builtins/printf_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace wb {
namespace {

constexpr size_t widest_field = 4096;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view digits(std::string_view format, size_t& at) {
  const size_t begin = at;
  while (at < format.size() && is_digit(format[at])) ++at;
  return format.substr(begin, at - begin);
}

// At most four digits are read: what is longer is wider than any field.
std::string bounded(std::string_view number) {
  if (number.size() > 4) return std::to_string(widest_field);
  return number.empty() ? "" : std::to_string(std::min(std::stoul(std::string(number)), widest_field));
}

// The conversion as C's printf takes it, with `size` as its size.
std::string specification(const PrintfConversion& c, std::string_view size) {
  std::string text = "%" + std::string(c.flags) + std::string(bounded(c.width));
  if (c.precision) text += "." + std::string(bounded(*c.precision));
  return text + std::string(size) + c.type;
}

template <class T>
void append(std::string& out, const std::string& specification, T value) {
  char text[2 * widest_field];
  const int length = std::snprintf(text, sizeof text, specification.c_str(), value);
  if (length > 0) out.append(text, std::min<size_t>(static_cast<size_t>(length), sizeof text - 1));
}

void append_integer(std::string& out, const PrintfConversion& c, uint64_t bits) {
  if (c.type == 'c') return append(out, specification(c, ""), static_cast<int>(bits));
  const bool is_signed = c.type == 'd' || c.type == 'i';
  if (!c.is_wide()) {
    if (c.size == "h") bits = is_signed ? static_cast<uint64_t>(int64_t{static_cast<int16_t>(bits)}) : static_cast<uint16_t>(bits);
    else if (c.size == "hh") bits = is_signed ? static_cast<uint64_t>(int64_t{static_cast<int8_t>(bits)}) : static_cast<uint8_t>(bits);
    else bits = is_signed ? static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)}) : static_cast<uint32_t>(bits);
  }
  if (is_signed) append(out, specification(c, "ll"), static_cast<long long>(bits));
  else append(out, specification(c, "ll"), static_cast<unsigned long long>(bits));
}

void append_value(std::string& out, const PrintfConversion& c, uint64_t bits, const std::function<std::string(uint64_t)>& text_at) {
  if (c.is_integer()) return append_integer(out, c, bits);
  if (c.is_real()) {
    const double value = std::bit_cast<double>(bits);
    return append(out, specification(c, ""), std::isnan(value) ? std::copysign(value, 1.0) : value);  // the GPU's NaN has no sign
  }
  if (c.type == 'p') return append(out, specification(c, ""), reinterpret_cast<const void*>(bits));
  append(out, specification(c, ""), text_at(bits).c_str());
}

// With a width that an argument gives: a negative one sets to the left, as C's does.
void append_in_width(std::string& out, PrintfConversion c, uint64_t width_bits, uint64_t bits, const std::function<std::string(uint64_t)>& text_at) {
  const int64_t width = static_cast<int32_t>(width_bits);
  const std::string flags = std::string(c.flags) + (width < 0 ? "-" : ""), size = std::to_string(width < 0 ? -width : width);
  c.flags = flags;
  c.width = size;
  append_value(out, c, bits, text_at);
}

}  // namespace

std::optional<PrintfConversion> next_conversion(std::string_view format, size_t from) {
  const size_t percent = format.find('%', from);
  if (percent == std::string_view::npos) return std::nullopt;
  PrintfConversion c;
  c.begin = percent;
  size_t at = percent + 1;
  const auto is_next = [&](std::string_view any) { return at < format.size() && any.find(format[at]) != std::string_view::npos; };
  const auto star = [&](bool& is_given) {
    is_given = is_next("*");
    at += is_given;
  };
  while (is_next("-+ #0")) ++at;
  c.flags = format.substr(percent + 1, at - percent - 1);
  c.width = digits(format, at);
  star(c.is_width_given);
  if (is_next(".")) {
    ++at;
    c.precision = digits(format, at);
    star(c.is_precision_given);
  }
  const size_t size = at;
  while (is_next("hlzjtL")) ++at;
  c.size = format.substr(size, at - size);
  if (is_next("diouxXcpeEfFgGaAs%")) c.type = format[at++];
  c.end = at;
  return c;
}

void format_printf(std::string& out, std::string_view format, std::span<const uint64_t> arguments, const std::function<std::string(uint64_t)>& text_at) {
  size_t done = 0, used = 0;
  const size_t usable = std::min(arguments.size(), most_printf_arguments);
  while (const auto c = next_conversion(format, done)) {
    out += format.substr(done, c->begin - done);
    done = c->end;
    if (c->is_percent()) {
      out += '%';
      continue;
    }
    if (!c->is_printed() || used + c->is_width_given >= usable) {  // nothing to print: the text as it stands
      out += format.substr(c->begin, c->end - c->begin);
      continue;
    }
    if (!c->is_width_given) {
      append_value(out, *c, arguments[used++], text_at);
      continue;
    }
    append_in_width(out, *c, arguments[used], arguments[used + 1], text_at);
    used += 2;
  }
  out += format.substr(done);
}

}  // namespace wb
