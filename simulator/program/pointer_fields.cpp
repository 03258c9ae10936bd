#include "simulator/program/pointer_fields.h"

namespace wb {
namespace {

constexpr size_t most_fields = 4096;

void add_fields(const TypeTable& types, TypeId id, uint64_t offset, const std::string& path, std::vector<PointerField>& to) {
  const Type& type = types[id];
  if (type.kind == TypeKind::record) {
    for (const Field& field : types.records[type.index].fields)
      if (to.size() < most_fields) add_fields(types, field.type, offset + field.offset, field.name.empty() ? path : path.empty() ? field.name : path + "." + field.name, to);
  } else if (type.kind == TypeKind::array) {
    const uint64_t each = types.size_of(type.element);
    const size_t before = to.size();
    for (uint64_t i = 0; i < type.count && to.size() < most_fields; ++i) {
      add_fields(types, type.element, offset + i * each, path + "[" + std::to_string(i) + "]", to);
      if (to.size() == before) return;  // the others have none, either
    }
  } else if ((type.kind == TypeKind::pointer || type.kind == TypeKind::reference) && types[type.element].kind != TypeKind::function) {
    to.push_back({offset, path, type.element});
  } else if (type.kind == TypeKind::scalar && (type.scalar == ScalarKind::ulong || type.scalar == ScalarKind::ulonglong)) {
    to.push_back({offset, path, types.scalar(ScalarKind::void_)});
  }
}

}  // namespace

PointerFields pointer_fields(const TypeTable& types, TypeId element) {
  PointerFields found{types.size_of(element)};
  if (found.stride) add_fields(types, element, 0, "", found.fields);
  return found;
}

bool is_raw_memory(const TypeTable& types, TypeId element) {
  const Type& type = types[element];
  if (type.kind != TypeKind::scalar && type.kind != TypeKind::enumeration) return false;
  return type.scalar == ScalarKind::void_ || type.scalar == ScalarKind::char_ || type.scalar == ScalarKind::uchar || type.scalar == ScalarKind::schar;
}

}  // namespace wb
