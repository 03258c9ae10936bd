#pragma once
// On request: what floating-point arithmetic loses without a word.
//
//   num.absorb     2048 + 1 = 2048 in half: a sum that does not change
//   num.overflow   300 * 300 in half, (int)1e10f: the result is outside of what its type holds
//   num.widen      double arithmetic in a kernel whose data are float: 0.5 * x
//
// The launch runs once more, tick by tick, with nobody else looking on: operands are read before an instruction, results behind it. That is
// slow, and costs nothing to those who do not ask.
#include <memory>
#include <stop_token>
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/machine/machine.h"

namespace wb {

// Of the first `end` ticks. Grouped by kind and place, in the order of the text.
std::vector<Finding> check_numbers(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end, const std::stop_token& stop);

}  // namespace wb
