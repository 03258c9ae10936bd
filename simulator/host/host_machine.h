#pragma once
// Runs the host program of a .cu file, as host_whole.h writes it.
#include <string>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// The launches that the program comes to in a moment's work: it ends early where it faults, asks for too much, or every site of `kernels` was seen.
// `source` is the file's text, `text` what stands behind it.
HostTrace run_host_program(const std::string& file_name, const std::string& source, const std::string& text, const std::map<size_t, std::string>& kernels, const CompileOptions& options);

}  // namespace wb
