#pragma once
// Which kernels of a file are launched in its device code, by their plain names.
#include <memory>
#include <set>
#include <string>

#include "simulator/language/front_end.h"

namespace wb {

// One that launches itself is not launched by that alone.
std::set<std::string> launched_on_device(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options);

}  // namespace wb
