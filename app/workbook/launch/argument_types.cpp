#include "app/workbook/launch/argument_types.h"

#include <algorithm>
#include <string_view>

#include "app/workbook/element_type.h"

namespace wb {

namespace {

// The pointee's type by its words: "const float4* __restrict__" -> "float4".
std::string pointee_name(std::string type) {
  for (const char* noise : {"const ", "volatile ", "struct ", "__restrict__", "*"})
    for (size_t at; (at = type.find(noise)) != std::string::npos;) type.erase(at, std::string_view(noise).size());
  type.erase(std::remove(type.begin(), type.end(), ' '), type.end());
  return type;
}

}  // namespace

bool same_kind(ScalarKind a, ScalarKind b) {
  if (a == b) return true;
  return is_integer(a) && is_integer(b) && a != ScalarKind::bool_ && b != ScalarKind::bool_ && info(a).bytes == info(b).bytes && is_signed(a) == is_signed(b);
}

bool is_in_range(ScalarKind kind, int64_t value) {
  const int bits = info(kind).bytes * 8;
  const int64_t low = is_signed(kind) ? (bits == 64 ? INT64_MIN : -(int64_t{1} << (bits - 1))) : 0;
  const int64_t high = bits == 64 ? INT64_MAX : is_signed(kind) ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
  return value >= low && value <= high;
}

std::string buffer_type(const DeviceBuffer& buffer) {
  if (buffer.vector_lanes > 1) return std::string(info(buffer.scalar).lesson_name) + std::to_string(buffer.vector_lanes);
  return info(buffer.scalar).spelling;
}

std::string in_code(const KernelParameter& parameter) { return "`" + parameter.type + " " + parameter.name + "`"; }

bool fits(const DeviceBuffer& buffer, const KernelParameter& pointer) {
  if (pointer.scalar != ScalarKind::void_) return buffer.vector_lanes == 1 && same_kind(pointer.scalar, buffer.scalar);
  if (const auto vector = element_type_from_name(pointee_name(pointer.type)); vector && vector->lanes > 1) return vector->lanes == buffer.vector_lanes && same_kind(vector->scalar, buffer.scalar);
  return pointer.bytes == 0 || buffer.bytes.size() % pointer.bytes == 0;  // a struct, or void*: any bytes
}

bool is_named(const KernelParameter& pointer, const std::string& type) {
  if (pointee_name(type) == pointee_name(pointer.type)) return true;
  for (int i = 1; i < static_cast<int>(ScalarKind::count); ++i)
    if (const ScalarKind kind = static_cast<ScalarKind>(i); type == info(kind).spelling || type == info(kind).lesson_name) return pointer.scalar == kind;
  return false;
}

}  // namespace wb
