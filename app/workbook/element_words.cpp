#include "app/workbook/element_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/element_type.h"

namespace wb {
namespace {

// "double[4][20]": doubles, in rows of [4][20]. Nothing else has a `row`.
Element array_of(const std::string& type) {
  Element array;
  const size_t open = type.find('[');
  const auto known = open == std::string::npos ? std::nullopt : element_type_from_name(type.substr(0, open));
  if (!known) return array;
  array = {type.substr(0, open), uint64_t{info(known->scalar).bytes} * known->lanes};
  for (size_t at = open; at != std::string::npos; at = type.find('[', at + 1)) {
    const uint64_t side = std::strtoull(type.c_str() + at + 1, nullptr, 10);
    array.bytes *= side;
    array.row += ", " + std::to_string(side);
  }
  return array;
}

// Records of numbers of one type, `struct { float x, y, z; }`, are such numbers one behind the other: not in rows, which would be looked upon as
// bounds. None: it is no such record.
std::optional<Element> numbers_of_record(const KernelParameter& p) {
  if (p.members.size() < 2) return std::nullopt;
  const ScalarKind scalar = p.members.front().scalar;
  for (size_t i = 0; i < p.members.size(); ++i) {
    const RecordMember& member = p.members[i];
    if (member.is_pointer || member.scalar != scalar || member.bytes != info(scalar).bytes || member.offset != i * member.bytes) return std::nullopt;
  }
  if (p.members.size() * info(scalar).bytes != p.bytes || !element_type_from_name(info(scalar).lesson_name)) return std::nullopt;
  return Element{info(scalar).lesson_name, info(scalar).bytes};
}

}  // namespace

Element element_of(const KernelParameter& p) {
  std::string type = p.type;
  for (const char* word : {"const ", "volatile "})
    for (size_t at; (at = type.find(word)) != std::string::npos;) type.erase(at, std::string(word).size());
  const size_t star = type.find('*');
  if (star != std::string::npos && type.find('*', star + 1) == std::string::npos) {
    std::string name = type.substr(0, star);
    while (!name.empty() && name.back() == ' ') name.pop_back();
    if (auto known = element_type_from_name(name)) return {name, uint64_t{info(known->scalar).bytes} * known->lanes};
    if (const Element array = array_of(name); !array.row.empty()) return array;
    if (p.scalar != ScalarKind::void_) return {info(p.scalar).lesson_name, info(p.scalar).bytes};
    if (const auto numbers = numbers_of_record(p)) return *numbers;
  } else if (star != std::string::npos && p.scalar == ScalarKind::void_ && type.ends_with("*") && p.bytes == 8) {
    return {"ulonglong", 8};  // addresses
  }
  return {"uchar", 1};
}

std::string pointee(std::string type) {
  for (const char* word : {"const ", "volatile ", "const", "volatile"})
    for (size_t at; (at = type.find(word)) != std::string::npos;) type.erase(at, std::string(word).size());
  if (const size_t star = type.rfind('*'); star != std::string::npos) type.erase(star);
  while (!type.empty() && type.back() == ' ') type.pop_back();
  return type;
}

bool is_whole_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; }
bool is_number(std::string_view text) {
  double value = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && rest == text.data() + text.size() && std::isfinite(value);
}

std::string number_text(double value) {
  char text[40];
  if (value == std::floor(value) && std::fabs(value) < 9e15) return std::to_string(static_cast<int64_t>(value));
  auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc{} && std::isfinite(value) ? std::string(text, end) : "0";
}

uint64_t whole_number(const std::string& text) {
  constexpr uint64_t most = 1'000'000'000'000'000;
  return std::min<uint64_t>(std::strtoull(text.c_str(), nullptr, 10), most);
}

std::optional<std::string> number_at(ScalarKind kind, const uint8_t* bytes) {
  constexpr double exact = 9007199254740992.0;
  const double value = load_scalar(kind, bytes);
  if (!std::isfinite(value) || (is_integer(kind) && std::fabs(value) > exact)) return std::nullopt;
  if (kind != ScalarKind::float_ || value == std::floor(value)) return number_text(value);
  char text[40];
  auto [end, error] = std::to_chars(text, text + sizeof text, static_cast<float>(value));
  return error == std::errc{} ? std::optional(std::string(text, end)) : std::nullopt;
}

std::string in_range(double value, ScalarKind scalar, uint32_t bytes) {
  if (scalar == ScalarKind::bool_) return value != 0 ? "1" : "0";
  if (bytes == 1 && info(scalar).spelling != nullptr && (value > 127 || value < -128)) return "100";
  return number_text(value);
}

GivenContent content_of(const HostAllocation& a, uint64_t bytes) {
  GivenContent content{a.bytes, {}, {}};
  content.bytes.resize(bytes);
  if (a.filled.size() == 1 && a.filled[0].begin == 0 && a.filled[0].end >= bytes) return content;
  content.has_value.resize(bytes);
  for (const HostAllocation::Filled& range : a.filled)
    for (uint64_t byte = range.begin; byte < std::min(range.end, bytes); ++byte) content.has_value[byte] = true;
  return content;
}

}  // namespace wb
