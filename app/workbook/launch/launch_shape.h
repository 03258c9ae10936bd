#pragma once
// How many threads a launch starts, and how much shared memory each block has: evaluated, and checked against what CUDA allows.
#include "app/workbook/launch/launch_draft.h"

namespace wb {

void set_shape(LaunchDraft& draft);

}  // namespace wb
