#pragma once
// Runs the host program of a .cu file, as host_whole.h writes it.
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// What a run may take, in instructions.
struct HostLimits {
  uint64_t host = 400'000'000;
  uint64_t kernels = 200'000'000;  // of all launches together
  uint64_t launch = 50'000'000;    // of one
  uint64_t looks = 2'000'000;      // of launches that are looked at with checks
  std::stop_token stop{};          // ends it early
};
// The bytes of a file that the program may read, by the name that it opens it with; none: it is not there, for the program.
using HostFiles = std::function<std::optional<std::string>(std::string_view name)>;

// The launches that the program comes to in a moment's work: it ends early where it faults, asks for too much, or every launch line was seen, and some time after.
// `source` is the file's text, which `program` stands behind.
HostTrace run_host_program(const std::string& file_name, const std::string& source, const HostProgramText& program, const CompileOptions& options, const HostFiles& files = {}, const HostLimits& limits = {});

}  // namespace wb
