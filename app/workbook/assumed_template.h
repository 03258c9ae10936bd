#pragma once
// Arguments for a kernel template that is launched without all of them: deduced from what the launch is given, else assumed.
#include <string>
#include <string_view>

#include "simulator/language/host_launches.h"

namespace wb {

// "float, 16"; empty for a kernel that is no template. `host` may be null.
std::string assumed_template_arguments(const KernelInfo& kernel, const HostLaunch* host);

// "256" of `template __global__ void reduce<256>(const int*, int*);`: those of the first explicit instantiation, in code without comments. Empty: the file has none.
std::string instantiated_arguments(std::string_view code, std::string_view kernel);

}  // namespace wb
