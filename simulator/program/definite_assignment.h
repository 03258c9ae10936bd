#pragma once
// Which local variables may be read before they have a value. C++ leaves that undefined; here such a read is reported, and only the
// variables found here pay for it at run time (a mask of the lanes that have assigned it).
#include <unordered_set>

#include "simulator/language/typed_tree.h"

namespace wb {

// Ids (VarId::v) of the variables of `function` that live in registers, have no initialiser, and are read on some path on which
// nobody has certainly assigned them. A record counts as assigned once any part of it is.
std::unordered_set<uint32_t> maybe_unassigned(const Module& module, FunctionId function);

}  // namespace wb
