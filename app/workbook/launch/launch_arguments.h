#pragma once
// What a launch passes to its kernel: the lesson's arguments matched, one by one, with the kernel's parameters. A pointer takes a place in a
// buffer, a number takes a value, a `cudaTextureObject_t` a texture, a record what stands in braces (record_argument.h). Buffers that the
// kernel takes as non-const are the launch's results.
#include "app/workbook/launch/launch_draft.h"

namespace wb {

void match_arguments(LaunchDraft& draft);

}  // namespace wb
