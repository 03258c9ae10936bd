// CUDA's vector types: float4, uchar3, dim3 ... are records that are made when a file names them.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

RecordId Parser::make_simple_record(std::string name, const std::vector<std::pair<const char*, TypeId>>& fields, uint64_t alignment) {
  RecordId id{static_cast<uint32_t>(module->types.records.size())};
  Record record;
  record.name = std::move(name);
  for (const auto& [field_name, type] : fields) {
    record.fields.push_back({field_name, type, record.size, {}});
    record.size += module->types.size_of(type);
  }
  record.alignment = alignment;
  record.size = (record.size + alignment - 1) / alignment * alignment;
  record.is_complete = true;
  module->types.records.push_back(std::move(record));
  record_info(id).scope = new_scope(Scope::Kind::record, global);
  RecordInfo& info = record_info(id);
  info.scope->record = id;
  for (uint32_t i = 0; i < fields.size(); ++i) {
    Symbol field;
    field.kind = SymbolKind::variable;
    field.is_field = true;
    field.field = i;
    field.owner = id;
    info.scope->names.emplace(fields[i].first, std::move(field));
  }
  return id;
}

// CUDA's vector types: float4, uchar3, dim3 ...: records that are made when a file names them.
std::optional<TypeId> Parser::vector_type(std::string_view name) {
  if (name.size() < 4) return std::nullopt;
  if (auto it = vector_types.find(name); it != vector_types.end()) return it->second;
  int count = name.back() - '0';
  std::string_view base = name.substr(0, name.size() - 1);
  static constexpr std::pair<std::string_view, ScalarKind> bases[] = {{"char", ScalarKind::schar},   {"uchar", ScalarKind::uchar},     {"short", ScalarKind::short_},
                                          {"ushort", ScalarKind::ushort}, {"int", ScalarKind::int_},        {"uint", ScalarKind::uint},
                                          {"long", ScalarKind::long_},    {"ulong", ScalarKind::ulong},     {"longlong", ScalarKind::longlong},
                                          {"ulonglong", ScalarKind::ulonglong}, {"float", ScalarKind::float_}, {"double", ScalarKind::double_}};
  uint64_t wide_alignment = 0;  // double4_16a, long4_32a ...
  for (auto [suffix, bytes] : {std::pair<std::string_view, uint64_t>{"4_16a", 16}, {"4_32a", 32}})
    if (name.ends_with(suffix) && (name.starts_with("double") || name.find("long") != std::string_view::npos)) {
      wide_alignment = bytes;
      count = 4;
      base = name.substr(0, name.size() - suffix.size());
    }
  ScalarKind element = ScalarKind::void_;
  if (name == "dim3") {
    element = ScalarKind::uint;
    count = 3;
  } else if (count >= 1 && count <= 4) {
    for (const auto& [spelling, kind_of_base] : bases)
      if (spelling == base) element = kind_of_base;
  }
  if (element == ScalarKind::void_) return std::nullopt;
  static constexpr const char* names[] = {"x", "y", "z", "w"};
  std::vector<std::pair<const char*, TypeId>> fields;
  for (int i = 0; i < count; ++i) fields.emplace_back(names[i], module->types.scalar(element));
  uint64_t size = info(element).bytes;
  uint64_t alignment = wide_alignment ? wide_alignment : count == 3 ? size : std::min<uint64_t>(size * static_cast<uint64_t>(count), 16);
  TypeId type = module->types.record(make_simple_record(std::string(name), fields, alignment));
  vector_types.emplace(name, type);
  return type;
}

}  // namespace wb
