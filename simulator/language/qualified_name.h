#pragma once
// The name by which a host names a variable of the file: "filters::weights".
#include <string>

#include "simulator/language/typed_tree.h"

namespace wb {

// Empty: the variable stands in a function or a record, or a library brings it.
std::string qualified_name(const Module& module, VarId var);

}  // namespace wb
