#pragma once
// Why a run went no further: who of the block at work stands where, which barriers lack whom.
#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"

namespace wb {

// `kind`: deadlock or budget.
void report_stop(Machine& machine, Checks& checks, FindingKind kind);
// The instructions are spent; of a thread that looks at one element again and again, which.
void report_budget(Machine& machine, Checks& checks);

}  // namespace wb
