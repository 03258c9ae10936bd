#pragma once
// Copies of records. An unset member may come along, and is no mistake; a record of which nobody has written a single member is one: `Particle p = all[i];`
// reads memory that nobody has filled, as `float x = all[i]` does. Its members go one by one, by loads side by side in the program, and nobody looks at
// their values before they have become others; so the first of these loads looks at all of them.
#include "simulator/machine/run_context.h"

namespace wb {

// Of the lanes of a load that copies a part of a record (Ins::is_copy), those whose whole record has no value; none, unless it is the record's first part.
// `offset`: where each lane reads in the allocation.
LaneMask copies_nothing(const RunContext& c, const AllocationView& view, const Ins& ins, LaneMask lanes, const int64_t* offset);

}  // namespace wb
