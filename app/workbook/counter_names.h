#pragma once
// Counters by the names that lessons and reports use, those worked out from others included.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/analysis/counters.h"

namespace wb {

// "global.load.requests", "lane_efficiency", and worked out: "global.load.sectors_per_request", "global.store.sectors_per_request",
// "shared.load.conflicts_per_request", "shared.store.conflicts_per_request", "global.load.efficiency", "global.store.efficiency" (bytes
// asked for over bytes of the sectors), "global.loads_per_thread", "global.stores_per_thread", "atomic.operations_per_thread".
std::optional<double> counter_by_name(std::string_view name, const Counters& counters, uint64_t thread_count);
std::vector<std::string> counter_names();

}  // namespace wb
