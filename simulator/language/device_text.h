#pragma once
// What a compiler of device code alone (NVRTC) is given of a file that holds a host program, too: the same text with blanks where the host's code stands, so
// that lines and columns stay.
//
//     #include <vector>                                     a header that the compiler does not have: blank
//     constexpr int n = 64;                                 named below: stays
//     std::vector<float> table;                             not named: blank
//     __global__ void k(float* p) { p[n - 1] = 0; }         stays, with whatever it names
//     struct Buffer { Buffer(int n) { cudaMalloc(...); }    a function of the host in a class that stays: blank
//                     __device__ float at(int i); };
//     int main() { ... }                                    a function of the host: blank
//
// By names: what is marked for the device stays, and of the rest what declares a name that something mentions which stays. Directives stay everywhere.
//
// Not covered: functions of the host that become device code without a mark, unless they are constexpr; a class of the host's that the device's code
// has as a member.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/language/front_end.h"

namespace wb {

// One text for each file of `sources`, of the library's an empty one. `kernel`: with its template arguments, which are named, too. `has_header`: does the compiler have a header of this name?
std::vector<std::string> device_text(std::shared_ptr<SourceMap> sources, FileId main, std::string_view kernel, const FrontEndOptions& options, const std::function<bool(std::string_view)>& has_header);

}  // namespace wb
