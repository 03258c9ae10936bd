#pragma once
// Generated kernels as plain C++ by the host's compiler, thread after thread: a judge for kernels without barriers and warp functions
// that needs no GPU. Wrapping arithmetic and no contraction, as on a GPU.
#include <optional>

#include "tests/fuzz/differential/generator.h"
#include "tests/fuzz/differential/launch.h"

namespace wb::fuzz {

Features without_host_gaps(Features features);   // leaves out what this judge cannot do

// The outputs of each kernel; none if the compiler refuses (its words are in `trouble`).
std::optional<std::vector<Outputs>> run_on_host(const std::vector<GeneratedKernel>& kernels, const std::string& compiler, const std::string& folder, std::string& trouble);

}  // namespace wb::fuzz
