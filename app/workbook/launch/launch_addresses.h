#pragma once
// Addresses in what a launch's buffers hold: tables of rows, lists, and what earlier launches of a program have left in the device's heap.
// They come from the lesson (`points_to`) or beside its text (GivenContent). Memory that is reached through an address is a result as well.
#include "app/workbook/launch/launch_draft.h"

namespace wb {

// After the arguments: what a launch is judged by is its first output, and that is one of those.
void put_addresses(LaunchDraft& draft);

}  // namespace wb
