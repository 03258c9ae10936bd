#include "simulator/machine/symbols.h"

#include <algorithm>

#include "simulator/analysis/launch_limits.h"

namespace wb {
namespace {

const ProgramAllocation* find_variable(const Program& program, const std::string& name) {
  const auto found = std::find_if(program.allocations.begin(), program.allocations.end(), [&](const ProgramAllocation& a) { return a.symbol == name; });
  return name.empty() || found == program.allocations.end() ? nullptr : &*found;
}

bool is_argument(const KernelLaunch& launch, uint32_t buffer) {
  return std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const Argument& argument) {
    if (const auto* place = std::get_if<BufferArgument>(&argument)) return place->index == buffer;
    const auto* record = std::get_if<RecordArgument>(&argument);
    return record && std::any_of(record->pointers.begin(), record->pointers.end(), [&](const RecordArgument::Pointer& p) { return p.buffer == buffer; });
  });
}

// Does the file declare it at all? A kernel need not use it.
bool is_in_file(const Module& module, const std::string& name) {
  const std::string last = name.substr(name.rfind(':') + 1);  // npos + 1 is 0
  return std::any_of(module.variables.begin(), module.variables.end(), [&](const Variable& v) {
    return (v.storage == Storage::device_global || v.storage == Storage::constant) && v.name == last;
  });
}

}  // namespace

std::optional<Finding> check_symbols(const Program& program, const KernelLaunch& launch) {
  for (size_t i = 0; i < launch.symbols.size(); ++i) {
    const SymbolContents& symbol = launch.symbols[i];
    const std::string name = "variable `" + symbol.name + "`";
    if (symbol.buffer >= launch.buffers.size()) return invalid_launch(name + " is given a buffer that the launch does not have", "name one of its buffers");
    const DeviceBuffer& buffer = launch.buffers[symbol.buffer];
    const auto shares = [&](const auto& other) { return other.buffer == symbol.buffer; };
    if (is_argument(launch, symbol.buffer) || std::any_of(launch.textures.begin(), launch.textures.end(), shares) || std::count_if(launch.symbols.begin(), launch.symbols.end(), shares) > 1)
      return invalid_launch("buffer `" + buffer.name + "` holds what " + name + " starts from, and is used for something else as well", "give each its own buffer");
    if (buffer.is_poisoned) return invalid_launch("buffer `" + buffer.name + "` has no values that " + name + " could start from", "fill it");
    const ProgramAllocation* variable = find_variable(program, symbol.name);
    if (!variable && !is_in_file(*program.module, symbol.name)) return invalid_launch("the file has no `__device__` or `__constant__` " + name, "use the name that the file declares");
    if (variable && (symbol.byte_offset > variable->bytes.size() || buffer.bytes.size() > variable->bytes.size() - symbol.byte_offset))
      return invalid_launch(name + " has " + std::to_string(variable->bytes.size()) + " bytes, and the launch sets " + std::to_string(buffer.bytes.size()) + " from byte " +
                                std::to_string(symbol.byte_offset) + " on", "set no more than it has");
  }
  return std::nullopt;
}

std::vector<uint8_t> bytes_set_by_host(const ProgramAllocation& allocation, const KernelLaunch& launch) {
  std::vector<uint8_t> bytes;
  for (const SymbolContents& symbol : launch.symbols) {
    if (allocation.symbol.empty() || symbol.name != allocation.symbol) continue;
    if (bytes.empty()) bytes = allocation.bytes;
    const std::vector<uint8_t>& given = launch.buffers[symbol.buffer].bytes;
    std::copy(given.begin(), given.end(), bytes.begin() + static_cast<std::ptrdiff_t>(symbol.byte_offset));
  }
  return bytes;
}

bool is_symbol_buffer(const KernelLaunch& launch, uint32_t buffer) {
  return std::any_of(launch.symbols.begin(), launch.symbols.end(), [&](const SymbolContents& symbol) { return symbol.buffer == buffer; });
}

std::optional<uint32_t> whole_buffer_of(const ProgramAllocation& allocation, const KernelLaunch& launch) {
  for (const SymbolContents& symbol : launch.symbols)
    if (!allocation.symbol.empty() && symbol.name == allocation.symbol && launch.buffers[symbol.buffer].bytes.size() == allocation.bytes.size()) return symbol.buffer;
  return std::nullopt;
}

}  // namespace wb
