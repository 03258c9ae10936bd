#pragma once
// Runs a launch once more where its first run cannot tell what a race, or a stray value, comes to. Why and when: closer_look.cpp.
#include <cstdint>
#include <memory>
#include <stop_token>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"

namespace wb {

// A run with checks that has come to `end`: all that it takes to run it again, tick for tick the same.
struct EndedRun {
  const std::shared_ptr<const Program>& program;
  const KernelLaunch& launch;
  const MachineOptions& options;
  uint64_t end = 0;
  const std::stop_token& stop;
};

// Leaves `checks` with the pairs of places that do race, and what there is to say of them: values, guesses, flags.
// True: some pair is in order, and some order came through memory. Another schedule may bring that pair together unordered.
bool look_closer_at_races(Checks& checks, const EndedRun& run);

// Of the values that shuffles have taken from lanes that take no part: does anything come of them?
void look_closer_at_strays(Checks& checks, const EndedRun& run);

}  // namespace wb
