#include "app/workbook/counter_names.h"

namespace wb {

namespace {

double ratio(uint64_t over, uint64_t under) { return under ? static_cast<double>(over) / static_cast<double>(under) : 0.0; }

struct Derived {
  const char *name, *meaning, *hardware;
  bool is_model;
  double (*value)(const Counters&, uint64_t threads);
};
constexpr Derived derived[] = {
    {"lane_efficiency", "active lanes over 32 lanes of each instruction issued", "smsp__thread_inst_executed_per_inst_executed.ratio / 32", true,
     [](const Counters& c, uint64_t) { return c.lane_efficiency(); }},
    {"global.load.sectors_per_request", "sectors over requests: 4 for 32 neighbouring floats", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", false,
     [](const Counters& c, uint64_t) { return ratio(c.global_load_sectors, c.global_load_requests); }},
    {"global.store.sectors_per_request", "sectors over requests: 4 for 32 neighbouring floats", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", false,
     [](const Counters& c, uint64_t) { return ratio(c.global_store_sectors, c.global_store_requests); }},
    {"global.load.efficiency", "bytes the lanes asked for over bytes of the sectors; above 1 where lanes share them", "", false,
     [](const Counters& c, uint64_t) { return ratio(c.global_load_bytes, c.global_load_sectors * 32); }},
    {"global.store.efficiency", "bytes the lanes stored over bytes of the sectors", "", false,
     [](const Counters& c, uint64_t) { return ratio(c.global_store_bytes, c.global_store_sectors * 32); }},
    {"shared.load.conflicts_per_request", "bank conflicts over requests", "", false, [](const Counters& c, uint64_t) { return ratio(c.shared_load_conflicts, c.shared_load_requests); }},
    {"shared.store.conflicts_per_request", "bank conflicts over requests", "", false, [](const Counters& c, uint64_t) { return ratio(c.shared_store_conflicts, c.shared_store_requests); }},
    {"global.loads_per_thread", "loads from global memory over threads of the launch", "", false, [](const Counters& c, uint64_t threads) { return ratio(c.global_loads, threads); }},
    {"global.stores_per_thread", "stores to global memory over threads of the launch", "", false, [](const Counters& c, uint64_t threads) { return ratio(c.global_stores, threads); }},
    {"atomic.operations_per_thread", "atomic operations over threads of the launch", "", false, [](const Counters& c, uint64_t threads) { return ratio(c.atomic_operations, threads); }},
};

enum class Truth { exact, model };

}  // namespace

std::optional<double> counter_by_name(std::string_view name, const Counters& counters, uint64_t thread_count) {
#define WB_COUNTER_VALUE(field, counter_name, meaning, metric, truth) \
  if (name == counter_name) return static_cast<double>(counters.field);
  WB_COUNTERS(WB_COUNTER_VALUE)
#undef WB_COUNTER_VALUE
  for (const Derived& d : derived)
    if (name == d.name) return d.value(counters, thread_count);
  return std::nullopt;
}

std::vector<std::string> counter_names() {
  std::vector<std::string> names;
  for (const CounterDefinition& d : counter_definitions()) names.emplace_back(d.name);
  return names;
}

const std::vector<CounterDefinition>& counter_definitions() {
  static const std::vector<CounterDefinition> all = [] {
    std::vector<CounterDefinition> list;
#define WB_COUNTER_DEFINITION(field, counter_name, meaning, metric, truth) list.push_back({counter_name, meaning, metric, Truth::truth == Truth::model, false});
    WB_COUNTERS(WB_COUNTER_DEFINITION)
#undef WB_COUNTER_DEFINITION
    for (const Derived& d : derived) list.push_back({d.name, d.meaning, d.hardware, d.is_model, true});
    return list;
  }();
  return all;
}

}  // namespace wb
