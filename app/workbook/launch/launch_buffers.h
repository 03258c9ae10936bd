#pragma once
// The buffers of a launch, each with the bytes it starts from: a picture, a file, what was given with the lesson, or a fill. Sizes come from
// launch_numbers.h; addresses that they hold follow when all of them are there (launch_addresses.h).
#include "app/workbook/launch/launch_draft.h"

namespace wb {

void make_buffers(LaunchDraft& draft);

}  // namespace wb
