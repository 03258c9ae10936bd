#pragma once
// Copies of records. An unset member may come along, and is no mistake; a record of which nobody has written a single member is one: `Particle p = all[i];`
// reads memory that nobody has filled, as `float x = all[i]` does. Its members go one by one, by loads side by side in the program, and nobody looks at
// their values before they have become others; so the first of these loads looks at all of them.
//
//     Particle p = all[i];     all[i].mass has no value
//     near[t] = p;             nor has near[t].mass afterwards: who reads it is told of
//     weight[t] = p.mass;      a use of it: told at the copy
//
// Registers do not know whether they hold a value. So the program behind such a load is looked at, once for each: where a member's value goes by way of
// registers alone, up to the next place where control may go elsewhere. Conditions are worked out before it is known whether they count (`p.is_set && p.mass > 0`),
// so arithmetic is no use yet, but a store, an address or a branch that hangs on it is; what went through a selection or bits is lost from sight.
//
// Not followed: local memory, narrow members that go several to a register, what is used or stored behind a branch or a barrier.
#include <functional>

#include "simulator/machine/run_context.h"

namespace wb {

// Of the lanes of a load that copies a part of a record (Ins::is_copy), of which some byte has no value, those that are a mistake are told: whose whole record has none,
// once, by its first part; and those that use what has none. Where it is stored instead is kept for leave_unset(). `offset`: where each lane reads in the allocation.
// `tell`: lanes, and which bytes of those that the load reads.
using TellUnset = std::function<void(LaneMask lanes, uint32_t at, uint32_t bytes)>;
void tell_unset(RunContext& c, const AllocationView& view, const Ins& ins, LaneMask lanes, const int64_t* offset, const TellUnset& tell);

// Behind a store: what it has stored without a value counts as never written. `bit`: of each lane's first byte in the written map.
void leave_unset(RunContext& c, const AllocationView& view, LaneMask lanes, const uint64_t* bit);

}  // namespace wb
