#pragma once
// Does a kernel change a record that it was given by value? If not, all threads read the launch's own copy.
#include "simulator/language/typed_tree.h"

namespace wb {

// May the body of `function` write to `parameter`: assign a part of it, or hand out an address through which somebody could?
bool may_be_changed(const Module& module, FunctionId function, VarId parameter);

}  // namespace wb
