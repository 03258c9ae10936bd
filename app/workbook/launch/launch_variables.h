#pragma once
// Variables of the file that start from buffers, as by cudaMemcpyToSymbol. One that this kernel does not use keeps its buffer as it is.
#include "app/workbook/launch/launch_draft.h"

namespace wb {

// After the arguments: what a launch is judged by is its first output, and that is one of those.
void set_variables(LaunchDraft& draft);

}  // namespace wb
