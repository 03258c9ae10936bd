#include "app/workbook/counter_names.h"

namespace wb {

namespace {

double ratio(uint64_t over, uint64_t under) { return under ? static_cast<double>(over) / static_cast<double>(under) : 0.0; }

struct Derived {
  const char* name;
  double (*value)(const Counters&, uint64_t threads);
};
constexpr Derived derived[] = {
    {"lane_efficiency", [](const Counters& c, uint64_t) { return c.lane_efficiency(); }},
    {"global.load.sectors_per_request", [](const Counters& c, uint64_t) { return ratio(c.global_load_sectors, c.global_load_requests); }},
    {"global.store.sectors_per_request", [](const Counters& c, uint64_t) { return ratio(c.global_store_sectors, c.global_store_requests); }},
    {"global.load.efficiency", [](const Counters& c, uint64_t) { return ratio(c.global_load_bytes, c.global_load_sectors * 32); }},
    {"global.store.efficiency", [](const Counters& c, uint64_t) { return ratio(c.global_store_bytes, c.global_store_sectors * 32); }},
    {"shared.load.conflicts_per_request", [](const Counters& c, uint64_t) { return ratio(c.shared_load_conflicts, c.shared_load_requests); }},
    {"shared.store.conflicts_per_request", [](const Counters& c, uint64_t) { return ratio(c.shared_store_conflicts, c.shared_store_requests); }},
    {"global.loads_per_thread", [](const Counters& c, uint64_t threads) { return ratio(c.global_loads, threads); }},
    {"global.stores_per_thread", [](const Counters& c, uint64_t threads) { return ratio(c.global_stores, threads); }},
    {"atomic.operations_per_thread", [](const Counters& c, uint64_t threads) { return ratio(c.atomic_operations, threads); }},
};

}  // namespace

std::optional<double> counter_by_name(std::string_view name, const Counters& counters, uint64_t thread_count) {
#define WB_COUNTER_VALUE(field, counter_name, meaning) \
  if (name == counter_name) return static_cast<double>(counters.field);
  WB_COUNTERS(WB_COUNTER_VALUE)
#undef WB_COUNTER_VALUE
  for (const Derived& d : derived)
    if (name == d.name) return d.value(counters, thread_count);
  return std::nullopt;
}

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
#define WB_COUNTER_NAME(field, counter_name, meaning) names.emplace_back(counter_name);
  WB_COUNTERS(WB_COUNTER_NAME)
#undef WB_COUNTER_NAME
  for (const Derived& d : derived) names.emplace_back(d.name);
  return names;
}

}  // namespace wb
