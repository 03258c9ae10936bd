#pragma once
// Runs the host program of a .cu file, as host_whole.h writes it.
#include <string>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// The launches that the program comes to in a moment's work: it ends early where it faults, asks for too much, or every launch line was seen, and some time after.
// `source` is the file's text, which `program` stands behind.
HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program, const CompileOptions& options);

}  // namespace wb
