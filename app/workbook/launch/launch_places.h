#pragma once
// Places in a launch's buffers, which arguments, members of records and tables of addresses name: "pool + n / 2" (buffer_place.h). Here
// such a text becomes a buffer's index and an offset in bytes, checked against the buffer's size and the type of the pointer that takes it.
#include <optional>
#include <string>
#include <string_view>

#include "app/workbook/buffer_place.h"
#include "app/workbook/launch/launch_draft.h"

namespace wb {

// Among the launch's buffers; -1: there is none of this name, or it could not be made.
int buffer_index(const Launch& launch, std::string_view name);

// In bytes, from 0 to the buffer's end. `text`: what `place` was read from, which stands in quotes at `at`.
std::optional<uint64_t> offset_of(LaunchDraft& draft, const std::string& text, const BufferPlace& place, const DeviceBuffer& buffer, Span at);

// The place that a pointer of the kernel is given; none: what is wrong was said. `wanted`: "the member is `float* x`".
std::optional<BufferArgument> place_for(LaunchDraft& draft, const std::string& text, const KernelParameter& pointer, const std::string& wanted, Span at);

// The kernel may write the buffer: it is one of the launch's results.
void add_output(Launch& launch, uint32_t buffer);

}  // namespace wb
