#pragma once
// One element of what a run left in its buffers, named as a lesson names it: "out[3]" or, in the buffer's shape, "out[2][7]".
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "simulator/simulator.h"

namespace wb {

// Nothing where there is no such element, or nobody has written it: `why` says which.
std::optional<double> result_element(std::span<const DeviceBuffer> buffers, std::string_view wanted, std::string& why);

}  // namespace wb
