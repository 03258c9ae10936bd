#pragma once
// Runs the host program of a .cu file, as host_whole.h writes it.
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/host/host_limits.h"
#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// The bytes of a file that the program may read, by the name that it opens it with; none: it is not there, for the program.
using HostFiles = std::function<std::optional<std::string>(std::string_view name)>;

// The launches that the program comes to in a moment's work: it ends early where it faults, asks for too much, or every launch line was
// seen, and some time after. `source` is the file's text, which `program` stands behind.
HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program,
                           const CompileOptions& options, const HostFiles& files = {}, const HostLimits& limits = {});

}  // namespace wb
