#pragma once
// What is fuzzed: any bytes at all go in, nothing but a diagnostic may come out. Each target returns 0; a crash, a hang or runaway
// memory is the finding.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wb::fuzz {

// The bytes as a .cu file: compiled (every kernel named in it), printed as loops; run as a small launch when it compiles.
int kernel(const uint8_t* data, size_t size);
// The bytes as somebody's whole .cu file: its host code read, the launches that it proposes built and run for some steps.
int whole_file(const uint8_t* data, size_t size);
// The bytes as a lesson.md: front matter and page read, its launches built and run for some steps.
int lesson(const uint8_t* data, size_t size);

using Target = int (*)(const uint8_t*, size_t);
Target target_named(std::string_view name);  // "kernel", "whole_file", "lesson"; none: null

}  // namespace wb::fuzz
