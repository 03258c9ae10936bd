#pragma once
// The types of a module, interned: equal types have equal ids. Qualifiers are part of the type, as in C++ ("const int" is another id).
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/source/scalar_kind.h"
#include "simulator/source/span.h"

namespace wb {

struct TypeId {
  uint32_t v = 0;  // 0 is void
  friend bool operator==(TypeId, TypeId) = default;
};
struct RecordId {
  uint32_t v = 0;
  friend bool operator==(RecordId, RecordId) = default;
};
struct EnumId {
  uint32_t v = 0;
  friend bool operator==(EnumId, EnumId) = default;
};

enum class TypeKind : uint8_t { scalar, enumeration, pointer, reference, array, record, function };

struct Type {
  TypeKind kind = TypeKind::scalar;
  bool is_const = false;     // never set on arrays (their elements are const) and references
  bool is_volatile = false;
  bool is_rvalue = false;    // kind reference: T&&
  ScalarKind scalar = ScalarKind::void_;  // kind scalar; for an enumeration its underlying type
  TypeId element{};                       // pointer, reference, array: what it points to, refers to, consists of; function: result
  uint64_t count = 0;                     // array: number of elements; 0 for an array of unknown bound (extern __shared__ float s[])
  uint32_t index = 0;                     // record: RecordId; enumeration: EnumId; function: index into TypeTable::function_parameters
  friend bool operator==(const Type&, const Type&) = default;
};

struct Field {
  std::string name;
  TypeId type;
  uint64_t offset = 0;  // bytes
  Span span;
};

struct Record {
  std::string name;  // empty when anonymous
  std::vector<Field> fields;
  uint64_t size = 0, alignment = 1;
  bool is_union = false;
  bool is_complete = false;
  Span span;
};

struct Enumeration {
  std::string name;
  ScalarKind underlying = ScalarKind::uint;
  bool is_scoped = false;
  Span span;
};

// What a tree is made of, by number. It grows at its end without moving what it has: references stay good.
template <class T>
using Nodes = std::deque<T>;

class TypeTable {
 public:
  TypeTable();
  TypeId scalar(ScalarKind kind) const { return {static_cast<uint32_t>(kind)}; }  // void_ is TypeId{0}
  TypeId pointer_to(TypeId element) { return intern({.kind = TypeKind::pointer, .element = element}); }
  // T& or T&&. References to references collapse: a && to a T& is a T&.
  TypeId reference_to(TypeId element, bool is_rvalue = false) {
    if (types_[element.v].kind == TypeKind::reference) return is_rvalue || !types_[element.v].is_rvalue ? element : reference_to(types_[element.v].element);
    return intern({.kind = TypeKind::reference, .is_rvalue = is_rvalue, .element = element});
  }
  TypeId array_of(TypeId element, uint64_t count) { return intern({.kind = TypeKind::array, .element = element, .count = count}); }
  TypeId record(RecordId id) { return intern({.kind = TypeKind::record, .index = id.v}); }
  TypeId enumeration(EnumId id) { return intern({.kind = TypeKind::enumeration, .scalar = enums[id.v].underlying, .index = id.v}); }
  TypeId with(TypeId type, bool is_const, bool is_volatile);  // adds qualifiers (to the elements of an array)
  TypeId unqualified(TypeId type);                            // drops the outermost qualifiers
  TypeId function_of(TypeId result, std::vector<TypeId> parameters);
  TypeId intern(const Type& type);

  const Type& operator[](TypeId id) const { return types_[id.v]; }
  uint64_t size_of(TypeId type) const;   // bytes; 0 for void, functions and arrays of unknown bound
  uint64_t align_of(TypeId type) const;  // bytes
  std::string name(TypeId type) const;   // as in C++: "const unsigned char*", "float[16][17]"

  bool is_void(TypeId t) const { return types_[t.v].kind == TypeKind::scalar && types_[t.v].scalar == ScalarKind::void_; }
  bool is_arithmetic(TypeId t) const { return types_[t.v].kind == TypeKind::scalar && types_[t.v].scalar != ScalarKind::void_; }
  bool is_pointer(TypeId t) const { return types_[t.v].kind == TypeKind::pointer; }
  bool is_array(TypeId t) const { return types_[t.v].kind == TypeKind::array; }
  bool is_record(TypeId t) const { return types_[t.v].kind == TypeKind::record; }

  Nodes<Record> records;
  Nodes<Enumeration> enums;
  Nodes<std::vector<TypeId>> function_parameters;

 private:
  std::string parameter_text(const Type& function) const;
  struct Hash {
    size_t operator()(const Type& t) const;
  };
  Nodes<Type> types_;
  std::unordered_map<Type, uint32_t, Hash> ids_;
};

}  // namespace wb
