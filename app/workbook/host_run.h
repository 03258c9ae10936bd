#pragma once
// Runs host code of a .cu file: text that host_launches.h cuts out of it, compiled behind the file's own and simulated as one thread.
#include <string>

#include "simulator/host/host_machine.h"
#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

// What does not compile, faults, reads what nobody wrote or takes longer than a moment gives no bytes. `source` must outlive the result.
HostRun host_run_of(std::string file_name, const std::string& source, CompileOptions options);

// Runs the whole host program (simulator/host/host_machine.h).
HostProgramRun host_program_run_of(std::string file_name, const std::string& source, CompileOptions options, HostFiles files, HostLimits limits);

}  // namespace wb
