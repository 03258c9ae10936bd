#pragma once
// What the host program's work does to each other (async_work.h), as findings of a launch: `host.async`.
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/language/host_trace.h"
#include "simulator/source/source_map.h"

namespace wb {

// `sources`: of the launch; its first file is the .cu file that the hazards' places are of.
std::vector<Finding> host_findings(const std::vector<HostHazard>& hazards, const SourceMap& sources);

// What it does wrong with its memory (host_mistakes.h): `host.copy`, `host.free`, `host.memory`. Of codes that have no sentence, nothing.
std::vector<Finding> mistake_findings(const std::vector<HostMistake>& mistakes);

}  // namespace wb
