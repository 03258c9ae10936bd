#pragma once
// Runs the host program of a .cu file, as host_whole.h writes it.
#include <stop_token>
#include <string>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// What a run may take, in instructions.
struct HostLimits {
  uint64_t host = 20'000'000;
  uint64_t kernels = 20'000'000;  // of all launches together
  uint64_t launch = 8'000'000;    // of one
  uint64_t looks = 2'000'000;     // of launches that are looked at with checks
  std::stop_token stop{};         // ends it early
};
// The launches that the program comes to in a moment's work: it ends early where it faults, asks for too much, or every launch line was seen, and some time after.
// `source` is the file's text, which `program` stands behind.
HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program, const CompileOptions& options, const HostLimits& limits = {});

}  // namespace wb
