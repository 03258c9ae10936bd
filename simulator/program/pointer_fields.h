#pragma once
// Where addresses lie in memory of a type: by these, memory is found that is reached through memory.
#include <string>
#include <vector>

#include "simulator/language/types.h"

namespace wb {

struct PointerField {
  uint64_t offset = 0;  // in an element, bytes
  std::string path;     // "next", "rows[2]"; empty: the element is the pointer
  TypeId pointee;       // an element of what it points to
};
struct PointerFields {
  uint64_t stride = 0;                 // of an element, bytes; 0: its type has no size
  std::vector<PointerField> fields{};  // in order of declaration; the first 4096
};
// Of elements of this type. Pointers to functions are none. An unsigned number of 8 bytes may be an address of whatever, as for an atomicCAS.
PointerFields pointer_fields(const TypeTable& types, TypeId element);

// Memory that may be made into anything: void, char, unsigned char, std::byte.
bool is_raw_memory(const TypeTable& types, TypeId element);

}  // namespace wb
