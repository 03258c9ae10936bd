#include "app/workbook/element_type.h"

namespace wb {

std::optional<ElementType> element_type_from_name(std::string_view name) {
  if (auto scalar = scalar_from_lesson_name(name)) return ElementType{*scalar, 1};
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return std::nullopt;
  auto scalar = scalar_from_lesson_name(name.substr(0, name.size() - 1));
  if (!scalar || *scalar == ScalarKind::bool_) return std::nullopt;
  return ElementType{*scalar, static_cast<uint32_t>(name.back() - '0')};
}

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  for (int i = 1; i < static_cast<int>(ScalarKind::count); ++i) names.emplace_back(scalar_infos[i].lesson_name);
  for (const char* vector : {"uchar4", "uchar3", "int2", "int4", "float2", "float3", "float4", "double2"}) names.emplace_back(vector);
  return names;
}

}  // namespace wb
