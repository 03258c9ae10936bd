#pragma once
// What the host has put into the file's variables before the launch.
#include <optional>
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// A launch.invalid finding for the first variable that cannot be set so.
std::optional<Finding> check_symbols(const Program& program, const KernelLaunch& launch);

// What one of the program's allocations starts from: the file's initialiser, and over it what the host has set. Empty: the host sets nothing.
std::vector<uint8_t> bytes_set_by_host(const ProgramAllocation& allocation, const KernelLaunch& launch);

// Is this buffer a variable's contents?
bool is_symbol_buffer(const KernelLaunch& launch, uint32_t buffer);
// The buffer that holds the whole of a variable, from its first byte to its last.
std::optional<uint32_t> whole_buffer_of(const ProgramAllocation& allocation, const KernelLaunch& launch);

}  // namespace wb
