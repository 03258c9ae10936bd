#pragma once
// How large the device's heap is, for malloc and new in kernels: cudaDeviceSetLimit(cudaLimitMallocHeapSize, n).
#include <cstdint>

namespace wb {

inline constexpr uint64_t usual_heap_bytes = 8ull << 20;                                 // CUDA's default
inline constexpr uint64_t least_heap_bytes = 4ull << 20, heap_step = 64ull << 10;        // as cards do it
inline constexpr uint64_t most_heap_bytes = 1ull << 30;                                  // this simulator's; an H200 gives 16 GiB

// That a program gets who asks for so many.
constexpr uint64_t heap_bytes_for(uint64_t asked) {
  return asked >= most_heap_bytes ? most_heap_bytes : asked <= least_heap_bytes ? least_heap_bytes : (asked + heap_step - 1) / heap_step * heap_step;
}

}  // namespace wb
