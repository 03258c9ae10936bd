#include "simulator/program/element_members.h"

namespace wb {
namespace {

constexpr size_t most_members = 1024;  // a record of more is named by its index alone

void add_members(const TypeTable& types, TypeId id, uint64_t offset, const std::string& name, std::vector<ElementMembers::Member>& to) {
  if (to.size() > most_members) return;
  const Type& type = types[id];
  if (type.kind == TypeKind::record) {
    for (const Field& field : types.records[type.index].fields)
      add_members(types, field.type, offset + field.offset, field.name.empty() ? name : name.empty() ? field.name : name + "." + field.name, to);
  } else if (type.kind == TypeKind::array) {
    const uint64_t each = types.size_of(type.element);
    for (uint64_t i = 0; i < type.count && to.size() <= most_members; ++i) add_members(types, type.element, offset + i * each, name + "[" + std::to_string(i) + "]", to);
  } else {
    const bool is_number = type.kind == TypeKind::scalar || type.kind == TypeKind::enumeration;
    to.push_back({name, offset, types.size_of(id), is_number ? type.scalar : ScalarKind::void_, type.kind == TypeKind::pointer});
  }
}

}  // namespace

std::shared_ptr<const ElementMembers> members_of(const TypeTable& types, TypeId type, bool is_whole) {
  auto found = std::make_shared<ElementMembers>();
  found->is_single = is_whole && !types.is_array(type);
  while (types.is_array(type)) type = types[type].element;
  found->is_address = types.is_pointer(type);
  if (types[type].kind == TypeKind::record && types.size_of(type) > 0) {
    found->stride = types.size_of(type);
    found->type = types.records[types[type].index].name;
    add_members(types, type, 0, "", found->members);
    if (found->members.size() > most_members) found->members.clear();
  }
  return found->is_single || found->is_address || found->stride ? found : nullptr;
}

}  // namespace wb
