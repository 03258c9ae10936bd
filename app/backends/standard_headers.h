#pragma once
// Headers that NVRTC is given under the names of the standard library's, which it does not have: what device code needs of them. It knows math functions,
// printf, memcpy, malloc and size_t by itself. Types and functions come from libcu++ (cuda::std) where the CUDA Toolkit's headers are beside NVRTC.
#include <map>
#include <string>
#include <string_view>

namespace wb {

// By the name that is written in #include. One of them is the protocol's prelude: `using namespace std;` names a namespace.
const std::map<std::string, std::string>& standard_headers();

// Does NVRTC have a header of this name, from here or from the CUDA Toolkit?
bool has_device_header(std::string_view name);

}  // namespace wb
