#pragma once
// What people call a byte of an allocation: `tile[3][1]`, not an address.
#include <span>
#include <string>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/analysis/launch_shape.h"

namespace wb {

// The indices of a flat element in the allocation's shape (the first one goes on counting past the end); one number where it has no shape.
std::vector<uint64_t> element_index(const AllocationInfo& allocation, uint64_t flat_element);
// "tile[3][1]"; with `offset` negative or past the end: "out[-4]", "out[1024]". A single value without shape: "count".
std::string element_name(const AllocationInfo& allocation, int64_t byte_offset);
// The same for an access of so many bytes: "particles[3].position.x" where it stays within a member of a record, "particles[3]" for more.
std::string accessed_name(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes);
// Does an access of so many bytes reach the word of a cuda::barrier? It goes by the barrier's name; what it holds: library/include/cuda_barrier.h.
bool counts_arrivals(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes);
// Of what people count as an element: a record as one.
uint64_t counted_bytes(const AllocationInfo& allocation);
// A value of an access of that many bytes as what stands there: a member's or the allocation's scalar, an address by its place ("&nodes[4]",
// "nullptr"), in hexadecimal where the sizes differ. `all`: the launch's allocations.
std::string accessed_value(std::span<const AllocationInfo> all, const AllocationInfo& allocation, int64_t byte_offset, uint64_t bits, uint32_t bytes);
// Does an access of so many bytes take a whole address, a pointer's or a member's?
bool holds_address(const AllocationInfo& allocation, int64_t byte_offset, uint64_t bytes);
// "&nodes[4]", "&nodes[4].next", "nullptr"; of the device's heap and of no allocation at all in hexadecimal.
std::string address_words(std::span<const AllocationInfo> all, uint64_t address);

// "thread 33", "thread (1,2)": as many indices as the launch has dimensions.
std::string thread_name(const LaunchShape& shape, Index3 thread);
std::string block_name(const LaunchShape& shape, Index3 block);
// "0 to 31, 40 and others": of threads by their linear numbers.
std::string ranges_of(std::vector<uint32_t> threads);

}  // namespace wb
