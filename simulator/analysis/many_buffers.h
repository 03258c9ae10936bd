#pragma once
// One mistake in a kernel that walks a table of rows, or a list, shows in every row and every node: each is a buffer of its own.
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

// Findings of the same kind at the same places in more than three of the launch's buffers become the first of them, with all their counts.
void join_over_buffers(std::vector<Finding>& findings);

}  // namespace wb
