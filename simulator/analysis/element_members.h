#pragma once
// What an element of an allocation is made of, for those who name a part of it (`particles[3].position.x`) or show what it holds: a number of a
// type, or an address. And whether there are elements at all.
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/source/scalar_kind.h"

namespace wb {

struct ElementMembers {
  struct Member {
    std::string name;             // "position.x", "weights[2]"
    uint64_t offset = 0, bytes = 0;
    ScalarKind scalar{};          // void_: an address, or nothing to show
    bool is_address = false;
  };
  bool is_single = false;         // a variable, no array: `t`, not `t[0]`
  bool is_address = false;        // the element is a pointer
  std::string type;               // of a record: "Node"
  uint64_t stride = 0;            // of a record, in bytes; 0: the element is none
  std::vector<Member> members{};  // its scalars and pointers, in order of declaration

  // The member of a record that an access of so many bytes stays in; null: none. `within`: bytes from the record's start.
  const Member* member_at(uint64_t within, uint64_t bytes) const {
    for (const Member& member : members)
      if (bytes && within >= member.offset && within + bytes <= member.offset + member.bytes) return &member;
    return nullptr;
  }
};

}  // namespace wb
