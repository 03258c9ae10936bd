#pragma once
// Where the compiled loops of a kernel are: among the shipped ones, in the user's cache, or nowhere, with the reason.
#include <functional>
#include <optional>
#include <string>

#include "app/backends/launch.h"
#include "cuda/protocol/result.h"

namespace wb {

struct LoopsLibrary {
  std::string serial, parallel;  // files to open; parallel is empty where this machine's compiler has no OpenMP
  std::string key;
};

// The library that was compiled with this program and has `key`, if there is one.
std::optional<LoopsLibrary> find_shipped_loops(const std::string& key);

// Compiles the kernel here, or takes what was compiled before from exactly the same text. The error says why there is none.
protocol::Result<LoopsLibrary> compile_loops(const Module& module, const std::string& kernel, const std::string& key,
                                             const std::function<bool()>& should_stop);

// The C++ compiler that run-time compilation uses; empty: none on this machine.
std::string find_cpp_compiler();

}  // namespace wb
