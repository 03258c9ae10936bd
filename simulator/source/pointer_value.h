#pragma once
// Pointers as values: the number of an allocation and a place in it. Null is 0.
//
//     63            40 39                               0
//    | allocation + 1 | offset + 2^39, so that it may be negative |
//
// A pointer into a heap is a number of its own, the same in every program, with more room: which block it was given for, and where it leads
// (machine/heap_marks.h). Read as above it has the number of no allocation that there can be. What the host program takes by `new` has a heap of its own.
//
//     63   59   58    57                              0
//    | 01000 | host? | tag of the block | place          |
#include <cstdint>

namespace wb {

inline constexpr uint64_t pointer_bias = 1ull << 39;
constexpr uint64_t make_pointer(uint32_t allocation, int64_t offset) {
  return (uint64_t{allocation} + 1) << 40 | (static_cast<uint64_t>(offset) + pointer_bias);
}
// 0xFFFFFFFF: null, or an integer that never was a pointer.
constexpr uint32_t pointer_allocation(uint64_t pointer) { return static_cast<uint32_t>(pointer >> 40) - 1; }
// A place in the shared memory of another block of the cluster (or of the own one, by its rank): the allocation's number has these marks, and so is beyond
// that of any plain one.
//
//     63      62..59   58            40
//    | 1 | rank | allocation + 1 |
inline constexpr uint32_t cluster_mark = 1u << 23, cluster_rank_shift = 19, cluster_view_mask = (1u << cluster_rank_shift) - 1;
constexpr uint64_t make_cluster_pointer(uint32_t allocation, uint32_t rank, int64_t offset) {
  return make_pointer((cluster_mark | rank << cluster_rank_shift) + allocation, offset);
}
struct ClusterPlace {
  uint32_t allocation = 0, rank = 0;
};
// Of a pointer's allocation that has the mark.
constexpr bool is_of_cluster(uint32_t allocation) { return allocation != 0xFFFFFFFFu && ((allocation + 1) & cluster_mark); }
constexpr ClusterPlace cluster_place(uint32_t allocation) {
  return {((allocation + 1) & cluster_view_mask) - 1, (allocation + 1) >> cluster_rank_shift & 15};
}
constexpr int64_t pointer_offset(uint64_t pointer) { return static_cast<int64_t>(pointer & ((1ull << 40) - 1)) - static_cast<int64_t>(pointer_bias); }

inline constexpr uint32_t heap_offset_bits = 58;
enum class HeapOf : uint8_t { device = 0b010000, host = 0b010001 };
constexpr bool is_heap_pointer(uint64_t pointer, HeapOf whose = HeapOf::device) { return pointer >> heap_offset_bits == static_cast<uint64_t>(whose); }
constexpr uint64_t make_heap_pointer(int64_t offset, HeapOf whose = HeapOf::device) { return static_cast<uint64_t>(whose) << heap_offset_bits | static_cast<uint64_t>(offset); }
constexpr int64_t heap_pointer_offset(uint64_t pointer) { return static_cast<int64_t>(pointer & ((1ull << heap_offset_bits) - 1)); }

}  // namespace wb
