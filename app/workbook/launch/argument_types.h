#pragma once
// Does what a launch gives suit what the kernel takes? A lesson names types in words of its own (a buffer of `uchar`), the kernel in C's
// ("const unsigned char*"), so types are alike where their bytes are laid out and read alike.
#include <cstdint>
#include <string>

#include "simulator/simulator.h"

namespace wb {

// long and long long, char and signed char are laid out alike.
bool same_kind(ScalarKind a, ScalarKind b);
bool is_in_range(ScalarKind kind, int64_t value);

std::string buffer_type(const DeviceBuffer& buffer);              // "float4", "unsigned char"
std::string in_code(const KernelParameter& parameter);            // "`const float* x`"
bool fits(const DeviceBuffer& buffer, const KernelParameter& pointer);
// Is `type` what the pointer points to, by its words or as the same kind of number?
bool is_named(const KernelParameter& pointer, const std::string& type);

}  // namespace wb
