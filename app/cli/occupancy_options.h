#pragma once
// What the command line says about occupancy, for `occupancy` and `run`. What is wrong is printed.
#include <cstdint>
#include <optional>
#include <string>

#include "simulator/analysis/occupancy.h"

namespace wb {

const SmLimits* read_capability(const std::string& text);                                  // null: not known
bool read_registers(const std::string& text, std::optional<uint32_t>& registers);          // empty: none given
bool read_block_threads(const std::string& text, uint32_t& threads);                       // "256", "16,16,2"
bool read_count(const char* option, const std::string& text, uint64_t most, uint64_t& value);

}  // namespace wb
