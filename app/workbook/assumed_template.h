#pragma once
// Arguments for a kernel template that is launched without all of them: deduced from what the launch is given, else assumed.
#include <string>

#include "simulator/language/host_launches.h"

namespace wb {

// "float, 16"; empty for a kernel that is no template. `host` may be null.
std::string assumed_template_arguments(const KernelInfo& kernel, const HostLaunch* host);

}  // namespace wb
