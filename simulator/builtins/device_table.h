#pragma once
// The device functions of the builtin table, callable by number on the lanes of a warp.
#include <cstdint>

namespace wb {

struct DeviceFunction {
  // As in the opcode table: result, then up to four parameters a b c q; capitals take two slots. q stands in the slot behind c.
  const char* operands;
  void (*run)(uint32_t lanes, void* d, const void* a, const void* b, const void* c, const void* q);
};
// `number` is Builtin - 1, below value_builtins.
const DeviceFunction& device_function(uint32_t number);

}  // namespace wb
