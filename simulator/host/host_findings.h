#pragma once
// What the host program's work does to each other (async_work.h), as findings of a launch: `host.async`.
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/language/host_trace.h"
#include "simulator/source/source_map.h"

namespace wb {

// `sources`: of the launch; its first file is the .cu file that the hazards' places are of.
std::vector<Finding> host_findings(const std::vector<HostHazard>& hazards, const SourceMap& sources);

}  // namespace wb
