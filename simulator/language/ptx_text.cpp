#include "simulator/language/ptx_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cctype>
#include <optional>

namespace wb {
namespace {

constexpr uint64_t most_registers = 256;  // that one .reg declares: r<256>

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front()))) return false;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$' || c == '.'; });
}

std::optional<uint64_t> digits_of(std::string_view text, int base) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<uint64_t> whole_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text = trimmed(text.substr(1));
  if (text.ends_with('U')) text.remove_suffix(1);
  const bool has_prefix = text.size() > 2 && text[0] == '0';
  std::optional<uint64_t> value;
  if (has_prefix && (text[1] == 'x' || text[1] == 'X')) value = digits_of(text.substr(2), 16);
  else if (has_prefix && (text[1] == 'b' || text[1] == 'B')) value = digits_of(text.substr(2), 2);
  else if (text.size() > 1 && text[0] == '0') value = digits_of(text.substr(1), 8);
  else value = digits_of(text, 10);
  if (value && is_negative) *value = 0 - *value;
  return value;
}

// 0f3F800000, 0d3FF0000000000000, 1.5: the last is a double in PTX.
bool read_real(std::string_view text, PtxValue& value) {
  if (text.size() == 10 && (text.starts_with("0f") || text.starts_with("0F"))) {
    const auto bits = digits_of(text.substr(2), 16);
    value.kind = PtxValue::Kind::real32;
    value.bits = bits.value_or(0);
    return bits.has_value();
  }
  if (text.size() == 18 && (text.starts_with("0d") || text.starts_with("0D"))) {
    const auto bits = digits_of(text.substr(2), 16);
    value.kind = PtxValue::Kind::real64;
    value.bits = bits.value_or(0);
    return bits.has_value();
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || text.find('.') == std::string_view::npos) return false;
  value.kind = PtxValue::Kind::real64;
  value.bits = std::bit_cast<uint64_t>(number);
  return true;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  PtxText run() {
    while (result_.problem.empty() && skip_space()) statement();
    return std::move(result_);
  }

 private:
  // Behind spaces, comments and the braces of scopes; false: the text is over.
  bool skip_space() {
    for (; pos_ < text_.size(); ++pos_) {
      if (text_.substr(pos_).starts_with("//")) pos_ = std::min(text_.find('\n', pos_), text_.size() - 1);
      else if (text_.substr(pos_).starts_with("/*")) pos_ = std::min(text_.find("*/", pos_), text_.size() - 2) + 1;
      else if (!is_space(text_[pos_]) && text_[pos_] != '{' && text_[pos_] != '}' && text_[pos_] != ';') return true;
    }
    return false;
  }

  void refuse(std::string what, size_t begin, size_t end) {
    result_.problem = std::move(what);
    result_.problem_begin = begin;
    result_.problem_end = end;
  }

  // Up to its semicolon. A brace that closes a scope ends it as well: the last semicolon may be missing.
  void statement() {
    const size_t begin = pos_;
    size_t end = begin;
    int depth = 0;
    for (; end < text_.size() && text_[end] != ';'; ++end) {
      if (text_[end] == '{') ++depth;
      if (text_[end] == '}' && --depth < 0) break;
    }
    pos_ = end;
    std::string_view all = text_.substr(begin, end - begin);
    if (const size_t comment = all.find("//"); comment != std::string_view::npos) all = all.substr(0, comment);
    all = trimmed(all);
    if (all.starts_with(".reg")) declare(all, begin);
    else if (is_label(all)) label(all, begin);
    else instruction(all, begin);
  }

  static bool is_label(std::string_view all) {
    const size_t colon = all.find(':');
    return colon != std::string_view::npos && all.substr(colon, 2) != "::" && is_name(trimmed(all.substr(0, colon)));
  }

  // The statement behind it comes next.
  void label(std::string_view all, size_t begin) {
    const size_t colon = all.find(':');
    PtxInstruction made;
    made.label = trimmed(all.substr(0, colon));
    made.begin = begin;
    made.end = pos_ = begin + colon + 1;
    result_.instructions.push_back(std::move(made));
  }

  // ".reg" ".v2"? type name ("<" count ">")? ("," ...)*
  void declare(std::string_view all, size_t begin) {
    std::string_view rest = trimmed(all.substr(4));
    const size_t type_end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
    const std::string_view type = rest.substr(0, type_end);
    rest = trimmed(rest.substr(type_end));
    while (!rest.empty() && result_.problem.empty()) {
      const size_t comma = std::min(rest.find(','), rest.size());
      std::string_view name = trimmed(rest.substr(0, comma));
      rest = rest.substr(std::min(comma + 1, rest.size()));
      while (name.starts_with('%')) name.remove_prefix(1);
      const size_t angle = name.find('<');
      if (angle == std::string_view::npos && is_name(name)) {
        result_.registers.push_back({std::string(name), type});
        continue;
      }
      const auto count = angle != std::string_view::npos && name.ends_with('>') ? digits_of(name.substr(angle + 1, name.size() - angle - 2), 10) : std::nullopt;
      if (!count || *count > most_registers || !is_name(name.substr(0, angle))) return refuse(std::string(all), begin, begin + all.size());
      for (uint64_t i = 0; i < *count; ++i) result_.registers.push_back({std::string(name.substr(0, angle)) + std::to_string(i), type});
    }
  }

  void instruction(std::string_view all, size_t begin) {
    PtxInstruction made;
    made.begin = begin;
    made.end = begin + all.size();
    std::string_view rest = all;
    if (rest.starts_with('@')) {
      rest.remove_prefix(1);
      made.is_guard_negated = rest.starts_with('!');
      if (made.is_guard_negated) rest.remove_prefix(1);
      const size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
      made.guard = rest.substr(0, end);
      while (made.guard.starts_with('%')) made.guard.remove_prefix(1);
      rest = trimmed(rest.substr(end));
    }
    const size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
    made.name = rest.substr(0, end);
    if (made.name.empty() || !read_operands(trimmed(rest.substr(end)), made)) return refuse(std::string(all), begin, begin + all.size());
    result_.instructions.push_back(std::move(made));
  }

  static bool read_operands(std::string_view rest, PtxInstruction& made) {
    while (!rest.empty()) {
      size_t comma = 0;
      for (int depth = 0; comma < rest.size() && (depth > 0 || rest[comma] != ','); ++comma) depth += (rest[comma] == '{' || rest[comma] == '[') - (rest[comma] == '}' || rest[comma] == ']');
      PtxOperand operand;
      if (!read_operand(trimmed(rest.substr(0, comma)), operand)) return false;
      made.operands.push_back(std::move(operand));
      if (comma + 1 == rest.size()) return false;  // nothing behind the comma
      rest = trimmed(rest.substr(std::min(comma + 1, rest.size())));
    }
    return true;
  }

  static bool read_operand(std::string_view text, PtxOperand& operand) {
    if (text.size() > 2 && text.front() == '[' && text.back() == ']') return read_place(trimmed(text.substr(1, text.size() - 2)), operand);
    operand.is_vector = text.size() > 2 && text.front() == '{' && text.back() == '}';
    if (operand.is_vector) text = trimmed(text.substr(1, text.size() - 2));
    const char between = operand.is_vector ? ',' : '|';
    for (bool more = true; more;) {
      const size_t cut = std::min(text.find(between), text.size());
      PtxValue value;
      if (!read_value(trimmed(text.substr(0, cut)), value)) return false;
      operand.values.push_back(value);
      more = cut < text.size();
      if (more) text = text.substr(cut + 1);
    }
    return operand.values.size() <= 8;
  }

  // [address + offset], or [map, {x, y}]: a box of a tensor, whose coordinates follow the address as further values.
  static bool read_place(std::string_view text, PtxOperand& operand) {
    const size_t comma = text.find(',');
    if (!read_address(trimmed(text.substr(0, comma)), operand)) return false;
    if (comma == std::string_view::npos) return true;
    PtxOperand box;
    if (!read_operand(trimmed(text.substr(comma + 1)), box) || !box.is_vector) return false;
    operand.values.insert(operand.values.end(), box.values.begin(), box.values.end());
    return true;
  }

  static bool read_address(std::string_view text, PtxOperand& operand) {
    operand.is_address = true;
    if (const size_t sign = text.find_first_of("+-", 1); sign != std::string_view::npos) {
      std::string_view number = trimmed(text.substr(sign + 1));
      const bool is_negative = (text[sign] == '-') != number.starts_with('-');
      if (number.starts_with('-')) number = trimmed(number.substr(1));
      const auto offset = whole_number(number);
      if (!offset || *offset >> 62) return false;
      operand.offset = is_negative ? -static_cast<int64_t>(*offset) : static_cast<int64_t>(*offset);
      text = trimmed(text.substr(0, sign));
    }
    operand.values.emplace_back();
    return read_value(text, operand.values.back()) && operand.values.back().kind != PtxValue::Kind::sink;
  }

  static bool read_value(std::string_view text, PtxValue& value) {
    value.text = text;
    if (text.starts_with('!')) {
      value.is_negated = true;
      text = trimmed(text.substr(1));
    }
    if (text == "_") {
      value.kind = PtxValue::Kind::sink;
      return true;
    }
    if (text.starts_with('%')) {
      while (text.starts_with('%')) text.remove_prefix(1);
      value.text = text;
      value.is_special = true;
      const auto number = digits_of(text, 10);
      if (number) {
        value.kind = PtxValue::Kind::argument;
        value.bits = *number;
        return true;
      }
      return is_name(text);
    }
    value.text = text;
    if (is_name(text)) return true;
    if (read_real(text, value)) return true;
    const auto number = whole_number(text);
    value.kind = PtxValue::Kind::number;
    value.bits = number.value_or(0);
    return number.has_value();
  }

  std::string_view text_;
  size_t pos_ = 0;
  PtxText result_;
};

}  // namespace

PtxText read_ptx(std::string_view text) { return Reader(text).run(); }

}  // namespace wb
