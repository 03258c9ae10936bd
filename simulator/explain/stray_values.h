#pragma once
// Values that a shuffle brings from a lane that takes no part in it are not defined. Does anything come of them?
//
//   if (lane < 16)
//     for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0x0000ffff, v, d);     lanes 8 to 15 get what lanes 16 to 23 do not give
//   if (lane == 0) *sum = v;                                                      lane 0 has nothing of it
//
// Published reductions do so, and are right. So a launch with such shuffles is run once more, and each undefined value is followed, lane by lane, from
// register to register, through local memory, calls and later shuffles. It is used when something that holds it is stored where other threads see it, decides
// a branch, is part of an address, an operand of an atomic, a vote, a match or a reduction, or is printed. What is used is told, what is not is nobody's concern.
//
// Where a warp holds none of them, as most do nearly always, the run goes on without a look to where it may come to a warp function next.
//
// Not followed, and so taken for used: shuffles that go on without lanes that never come, or give another mask (those have a finding of their own), and launches
// longer than `longest_followed`.
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <unordered_set>

#include "simulator/machine/machine.h"

namespace wb {

// Of these sites of shuffles, each of which brings some undefined value, those of which nothing comes. None: they were not followed. `end`: where the launch ended.
std::optional<std::unordered_set<uint32_t>> unused_stray_values(const std::unordered_set<uint32_t>& shuffles, const std::shared_ptr<const Program>& program, const KernelLaunch& launch,
                                                 const MachineOptions& options, uint64_t end, const std::stop_token& stop);

}  // namespace wb
