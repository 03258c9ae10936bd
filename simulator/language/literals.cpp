#include "simulator/language/literals.h"

#include <vector>

#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>

namespace wb {
namespace {

Literal malformed(std::string detail) {
  Literal literal;
  literal.error = {LiteralError::Kind::malformed, std::move(detail)};
  return literal;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = static_cast<char>(c | 0x20);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

// The narrowest type of [lex.icon] that holds the value: decimal literals never become unsigned by themselves.
std::optional<ScalarKind> integer_kind(uint64_t value, bool is_unsigned, int longs, bool is_decimal) {
  struct Row {
    ScalarKind kind;
    uint64_t max;
    bool is_unsigned;
    int longs;
  };
  static constexpr Row rows[] = {
      {ScalarKind::int_, 0x7fffffff, false, 0},          {ScalarKind::uint, 0xffffffff, true, 0},
      {ScalarKind::long_, 0x7fffffffffffffff, false, 1}, {ScalarKind::ulong, ~uint64_t{0}, true, 1},
      {ScalarKind::longlong, 0x7fffffffffffffff, false, 2}, {ScalarKind::ulonglong, ~uint64_t{0}, true, 2}};
  for (const Row& row : rows) {
    if (row.longs < longs || value > row.max) continue;
    if (is_unsigned ? !row.is_unsigned : row.is_unsigned && is_decimal) continue;
    return row.kind;
  }
  return std::nullopt;
}

Literal read_integer(std::string_view digits, int base, std::string_view suffix) {
  Literal literal;
  bool is_unsigned = false;
  int longs = 0;
  for (size_t i = 0; i < suffix.size(); ++i) {
    char c = static_cast<char>(suffix[i] | 0x20);
    if (c == 'u' && !is_unsigned) {
      is_unsigned = true;
    } else if (c == 'l' && longs == 0) {
      longs = i + 1 < suffix.size() && suffix[i + 1] == suffix[i] ? 2 : 1;
      i += static_cast<size_t>(longs - 1);
    } else {
      return malformed("`" + std::string(suffix) + "` is no suffix of an integer");
    }
  }
  uint64_t value = 0;
  bool overflow = false;
  for (char c : digits) {
    int digit = digit_value(c);
    if (digit >= base) return malformed(base == 8 ? "a number that starts with 0 is octal: its digits go from 0 to 7" : std::string("`") + c + "` is no digit here");
    overflow |= value > (~uint64_t{0} - static_cast<uint64_t>(digit)) / static_cast<uint64_t>(base);
    value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
  }
  auto kind = integer_kind(value, is_unsigned, longs, base == 10);
  literal.kind = kind.value_or(ScalarKind::ulonglong);
  literal.bits = value;
  if (overflow || !kind) literal.error = {LiteralError::Kind::too_large, ""};
  return literal;
}

Literal read_floating(std::string_view digits, bool is_hex, std::string_view suffix) {
  Literal literal;
  bool is_float = suffix == "f" || suffix == "F";
  if (!suffix.empty() && !is_float && suffix != "l" && suffix != "L")
    return malformed("`" + std::string(suffix) + "` is no suffix of a floating-point number");
  const char* begin = digits.data() + (is_hex ? 2 : 0);
  const char* end = digits.data() + digits.size();
  auto format = is_hex ? std::chars_format::hex : std::chars_format::general;
  auto read = [&](auto& value) {
    auto [stop, error] = std::from_chars(begin, end, value, format);
    if (error == std::errc::result_out_of_range) {
      // Too large or too small: tell which by the exponent's sign.
      bool is_small = digits.find('-') != std::string_view::npos;
      value = is_small ? 0 : static_cast<std::decay_t<decltype(value)>>(INFINITY);
      return true;
    }
    return error == std::errc() && stop == end;
  };
  literal.kind = is_float ? ScalarKind::float_ : ScalarKind::double_;
  if (is_float) {
    float value = 0;
    if (!read(value)) return malformed("its digits do not form a number");
    literal.bits = std::bit_cast<uint32_t>(value);
  } else {
    double value = 0;
    if (!read(value)) return malformed("its digits do not form a number");
    literal.bits = std::bit_cast<uint64_t>(value);
  }
  return literal;
}

// One character of a quoted text at `i`, escapes included; moves `i` behind it.
std::optional<uint32_t> read_escaped(std::string_view text, size_t& i) {
  char c = text[i++];
  if (c != '\\' || i >= text.size()) return static_cast<unsigned char>(c);
  c = text[i++];
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    case '\\': case '\'': case '"': case '?': return static_cast<unsigned char>(c);
    case 'x': {
      uint32_t value = 0;
      size_t begin = i;
      while (i < text.size() && std::isxdigit(static_cast<unsigned char>(text[i]))) value = (value * 16 + static_cast<uint32_t>(digit_value(text[i++]))) & 0xff;
      return i == begin ? std::nullopt : std::optional(value);
    }
    default:
      if (c < '0' || c > '7') return std::nullopt;
      uint32_t value = static_cast<uint32_t>(c - '0');
      for (int n = 1; n < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++n) value = value * 8 + static_cast<uint32_t>(text[i++] - '0');
      return value & 0xff;
  }
}

// What lies between the quotes, without a prefix such as u8.
std::string_view inside_quotes(std::string_view text, char quote) {
  size_t open = text.find(quote);
  return open == std::string_view::npos || text.size() < open + 2 ? std::string_view{} : text.substr(open + 1, text.size() - open - 2);
}

}  // namespace

Literal read_number(std::string_view written) {
  std::string text;
  for (char c : written)
    if (c != '\'') text += c;
  std::string_view all = text;
  bool is_hex = all.size() > 1 && all[0] == '0' && (all[1] | 0x20) == 'x';
  bool is_binary = all.size() > 1 && all[0] == '0' && (all[1] | 0x20) == 'b';
  size_t end = is_hex || is_binary ? 2 : 0;
  bool is_floating = false;
  while (end < all.size()) {
    char c = all[end], lower = static_cast<char>(c | 0x20);
    bool is_exponent = is_hex ? lower == 'p' : lower == 'e' && !is_binary;
    if (c == '.' || is_exponent) {
      is_floating = true;
      if (is_exponent && end + 1 < all.size() && (all[end + 1] == '+' || all[end + 1] == '-')) ++end;
    } else if (is_hex && !(is_floating && all.find_first_of("pP") < end) ? digit_value(c) > 15 : !(c >= '0' && c <= '9')) {
      break;
    }
    ++end;
  }
  std::string_view digits = all.substr(0, end), suffix = all.substr(end);
  if (is_floating) return read_floating(digits, is_hex, suffix);
  if (is_hex) return digits.size() == 2 ? malformed("digits are missing after `0x`") : read_integer(digits.substr(2), 16, suffix);
  if (is_binary) return digits.size() == 2 ? malformed("digits are missing after `0b`") : read_integer(digits.substr(2), 2, suffix);
  if (suffix == "f" || suffix == "F") return malformed("a `float` needs a point: `" + std::string(digits) + ".0f`");
  return read_integer(digits, digits.size() > 1 && digits[0] == '0' ? 8 : 10, suffix);
}

// 'a' and u8'a' are char, L'a' is an int, u'a' 16 and U'a' 32 bits without a sign; several characters make an int, as the host's compiler has it.
Literal read_character(std::string_view text) {
  Literal literal;
  literal.kind = ScalarKind::char_;
  char prefix = text.starts_with("u8") ? '\'' : text.empty() ? '\'' : text[0];
  std::string_view inside = inside_quotes(text, '\'');
  if (inside.empty()) {
    literal.error.kind = LiteralError::Kind::empty_character;
    return literal;
  }
  std::vector<uint32_t> bytes;
  for (size_t i = 0; i < inside.size();) {
    auto value = read_escaped(inside, i);
    if (!value) {
      literal.error.kind = LiteralError::Kind::bad_escape;
      return literal;
    }
    bytes.push_back(static_cast<uint32_t>(*value));
  }
  if (prefix == 'L' || prefix == 'u' || prefix == 'U') {
    literal.kind = prefix == 'L' ? ScalarKind::int_ : prefix == 'u' ? ScalarKind::ushort : ScalarKind::uint;
    // A character that is written in UTF-8 is one number.
    uint32_t first = bytes[0], count = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (bytes.size() == 1) count = 0;
    uint32_t value = count == 0 ? first : first & (0x3fu >> count);
    for (size_t i = 1; i <= count && i < bytes.size(); ++i) value = value << 6 | (bytes[i] & 0x3f);
    if (bytes.size() != count + 1) literal.error.kind = LiteralError::Kind::long_character;
    literal.bits = prefix == 'u' ? value & 0xffff : value;
    return literal;
  }
  if (bytes.size() == 1) {
    literal.bits = bytes[0] & 0xff;
    return literal;
  }
  if (bytes.size() > 4 || text.starts_with("u8")) literal.error.kind = LiteralError::Kind::long_character;
  literal.kind = ScalarKind::int_;
  uint32_t value = 0;
  for (uint32_t byte : bytes) value = value << 8 | (byte & 0xff);
  literal.bits = value;
  return literal;
}

std::optional<std::string> read_string(std::string_view text) {
  size_t quote = text.find('"');
  if (quote != std::string_view::npos && quote > 0 && text[quote - 1] == 'R') {
    size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
    return std::string(text.substr(open + 1, close - open - 1));
  }
  std::string_view inside = inside_quotes(text, '"');
  std::string value;
  for (size_t i = 0; i < inside.size();) {
    auto c = read_escaped(inside, i);
    if (!c) return std::nullopt;
    value += static_cast<char>(*c);
  }
  return value;
}

}  // namespace wb
