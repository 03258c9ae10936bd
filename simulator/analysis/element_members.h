#pragma once
// What an element of an allocation is made of, for those who name a part of it: `particles[3].position.x`. And whether there are elements at all.
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

struct ElementMembers {
  struct Member {
    std::string name;             // "position.x", "weights[2]"
    uint64_t offset = 0, bytes = 0;
  };
  bool is_single = false;         // a variable, no array: `t`, not `t[0]`
  uint64_t stride = 0;            // of a record, in bytes; 0: the element is none
  std::vector<Member> members{};  // its scalars and pointers, in order of declaration
};

}  // namespace wb
