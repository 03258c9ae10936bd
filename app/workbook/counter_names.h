#pragma once
// Counters by the names that lessons and reports use, those worked out from others included, and what each of them means.
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

struct CounterDefinition {
  std::string_view name;
  std::string_view meaning;   // a clause without a full stop
  std::string_view hardware;  // the profiler's metric; empty: it has none that is the same
  bool is_model = false;      // else exact, see counters.h
  bool is_derived = false;    // worked out from others
};
const std::vector<CounterDefinition>& counter_definitions();  // in the order of the names

}  // namespace wb
