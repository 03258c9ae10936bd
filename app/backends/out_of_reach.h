#pragma once
// What a program gives its kernel and should not: pointers to memory that it has freed, and to the host's own. The kernel is given null
// pointers for them, and its use of one is told by what the program did:
//
//     cudaFree(in);
//     residual<<<8, 128>>>(in, out);      in[i] in the kernel: no "pointer that points nowhere", but `in`, given back before the launch
#include <vector>

#include "app/backends/launch.h"
#include "simulator/analysis/finding.h"
#include "simulator/source/source_map.h"

namespace wb {

void tell_what_is_out_of_reach(const Launch& launch, const SourceMap& sources, std::vector<Finding>& findings);

}  // namespace wb
