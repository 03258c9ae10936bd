#pragma once
#include <memory>

#include "simulator/analysis/element_members.h"
#include "simulator/language/types.h"

namespace wb {

// Of memory that is declared with this type (`is_whole`), or of elements of this type behind a pointer. Null: it has nothing to name.
std::shared_ptr<const ElementMembers> members_of(const TypeTable& types, TypeId type, bool is_whole);

}  // namespace wb
