#include "simulator/language/types.h"

namespace wb {

TypeTable::TypeTable() {
  for (int i = 0; i < static_cast<int>(ScalarKind::count); ++i) intern({.scalar = static_cast<ScalarKind>(i)});
}

size_t TypeTable::Hash::operator()(const Type& t) const {
  size_t h = static_cast<size_t>(t.kind) | static_cast<size_t>(t.is_const) << 4 | static_cast<size_t>(t.is_volatile) << 5 | static_cast<size_t>(t.is_rvalue) << 16 |
             static_cast<size_t>(t.scalar) << 6;
  for (uint64_t part : {uint64_t{t.element.v}, t.count, uint64_t{t.index}}) h = (h ^ part) * 0x9e3779b97f4a7c15u + (h >> 29);
  return h;
}

TypeId TypeTable::intern(const Type& type) {
  auto [it, is_new] = ids_.try_emplace(type, static_cast<uint32_t>(types_.size()));
  if (is_new) types_.push_back(type);
  return {it->second};
}

TypeId TypeTable::function_of(TypeId result, std::vector<TypeId> parameters) {
  uint32_t index = 0;
  while (index < function_parameters.size() && function_parameters[index] != parameters) ++index;
  if (index == function_parameters.size()) function_parameters.push_back(std::move(parameters));
  return intern({.kind = TypeKind::function, .element = result, .index = index});
}

TypeId TypeTable::with(TypeId id, bool is_const, bool is_volatile) {
  Type type = types_[id.v];
  if (type.kind == TypeKind::reference || type.kind == TypeKind::function) return id;
  if (type.kind == TypeKind::array) {
    type.element = with(type.element, is_const, is_volatile);
  } else {
    type.is_const |= is_const;
    type.is_volatile |= is_volatile;
  }
  return intern(type);
}

TypeId TypeTable::unqualified(TypeId id) {
  Type type = types_[id.v];
  if (type.kind == TypeKind::array) {
    type.element = unqualified(type.element);
  } else {
    type.is_const = type.is_volatile = false;
  }
  return intern(type);
}

uint64_t TypeTable::size_of(TypeId id) const {
  const Type& type = types_[id.v];
  switch (type.kind) {
    case TypeKind::scalar:
    case TypeKind::enumeration: return info(type.scalar).bytes;
    case TypeKind::pointer:
    case TypeKind::reference: return 8;
    case TypeKind::array: return type.count * size_of(type.element);
    case TypeKind::record: return records[type.index].size;
    case TypeKind::function: return 0;
  }
  return 0;
}

uint64_t TypeTable::align_of(TypeId id) const {
  const Type& type = types_[id.v];
  if (type.kind == TypeKind::array) return align_of(type.element);
  if (type.kind == TypeKind::record) return records[type.index].alignment;
  uint64_t size = size_of(id);
  return size == 0 ? 1 : size;
}

std::string TypeTable::name(TypeId id) const {
  const Type& type = types_[id.v];
  std::string qualifiers = std::string(type.is_const ? "const " : "") + (type.is_volatile ? "volatile " : "");
  switch (type.kind) {
    case TypeKind::scalar: return qualifiers + info(type.scalar).spelling;
    case TypeKind::enumeration: return qualifiers + enums[type.index].name;
    case TypeKind::record: return qualifiers + (records[type.index].name.empty() ? "(unnamed)" : records[type.index].name);
    case TypeKind::pointer:
      if (types_[type.element.v].kind == TypeKind::function) {
        const std::string function = name(type.element);
        const size_t at = function.size() - parameter_text(types_[type.element.v]).size();
        return function.substr(0, at) + " (*" + (type.is_const ? "const" : "") + ")" + function.substr(at);
      }
      return name(type.element) + "*" + (type.is_const ? " const" : "") + (type.is_volatile ? " volatile" : "");
    case TypeKind::reference: return name(type.element) + (type.is_rvalue ? "&&" : "&");
    case TypeKind::array: {
      std::string bounds;
      TypeId element = id;
      for (; is_array(element); element = types_[element.v].element) {
        uint64_t count = types_[element.v].count;
        bounds += "[" + (count ? std::to_string(count) : "") + "]";
      }
      return name(element) + bounds;
    }
    case TypeKind::function: return name(type.element) + parameter_text(type);
  }
  return "";
}

std::string TypeTable::parameter_text(const Type& function) const {
  std::string text = "(";
  for (TypeId parameter : function_parameters[function.index]) text += (text.size() > 1 ? ", " : "") + name(parameter);
  return text + ")";
}

}  // namespace wb
