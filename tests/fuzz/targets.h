#pragma once
// What is fuzzed: any bytes at all go in, nothing but a diagnostic may come out. Each target returns 0; a crash, a hang or runaway
// memory is the finding.
#include <cstddef>
#include <cstdint>

namespace wb::fuzz {

// The bytes as a .cu file: compiled (every kernel named in it), printed as loops; run as a tiny launch when it compiles.
int kernel(const uint8_t* data, size_t size);

}  // namespace wb::fuzz
