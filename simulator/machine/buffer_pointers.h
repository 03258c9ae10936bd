#pragma once
// Addresses that lie in a launch's memory before it begins: a table of rows, a tree that the host has built, a variable that names a buffer.
//
//     rows      [ &row_0 | &row_1 | ... ]         DeviceBuffer::pointers = {0, 8, ...}
//                   |         `----------> row_1 [ ........ ]
//                   `--------------------> row_0 [ ........ ]
#include <memory>
#include <optional>
#include <vector>

#include "simulator/program/element_members.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// What does not fit in DeviceBuffer::pointers: a place that is none in the buffer, or that names none.
std::optional<Finding> check_pointers(const KernelLaunch& launch);

// The records that each buffer holds, by buffer: found from the kernel's parameters on, along the pointers in records and in buffers. None
// where it holds something else, or where two pointers see two things there.
std::vector<std::shared_ptr<const ElementMembers>> members_of_buffers(const Program& program, const KernelLaunch& launch);

// The places in a launch's buffers as it left them where an element's type has a pointer, and one to a buffer or into the heap stands.
void find_pointers(std::vector<DeviceBuffer>& buffers, const Program& program, const KernelLaunch& launch, const DeviceHeap* heap);

}  // namespace wb
