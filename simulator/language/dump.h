#pragma once
// The typed tree as text, for tests and for people who debug the front end.
#include <string>

#include "simulator/language/typed_tree.h"

namespace wb {

std::string dump(const Module& module, ExprId expr);        // "(add int (load int i) 1)"
std::string dump(const Module& module, FunctionId function);  // one statement a line, indented
std::string dump(const Module& module);                     // globals, then every function with a body

}  // namespace wb
