#include <doctest.h>

#include <algorithm>

#include "app/gui/panels/counters_model.h"

using namespace wb;

namespace {
const CounterRow* row_of(const std::vector<CounterRow>& rows, std::string_view name) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const CounterRow& r) { return r.name == name; });
  return at == rows.end() ? nullptr : &*at;
}
}  // namespace

TEST_CASE("the table of counters holds what was counted, kinds together, each with its definition") {
  Counters c;
  c.global_load_requests = 32768;
  c.global_load_sectors = 131072;
  c.global_load_bytes = 131072 * 32;
  c.shared_load_requests = 4;
  c.warp_instructions = 1000;
  c.thread_instructions = 30000;
  const std::vector<CounterRow> rows = counter_rows(c, 1 << 20);
  const CounterRow* sectors = row_of(rows, "global.load.sectors");
  REQUIRE(sectors);
  CHECK(sectors->label == "Global load sectors");
  CHECK(sectors->value == "131,072");
  CHECK(sectors->meaning == "Distinct aligned 32-byte sectors, summed over the loads.");
  CHECK(sectors->profiler.find("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") != std::string::npos);
  CHECK(sectors->truth.starts_with("Exact"));
  REQUIRE(row_of(rows, "lane_efficiency"));
  CHECK(row_of(rows, "lane_efficiency")->value == "93.8 %");
  CHECK(row_of(rows, "lane_efficiency")->truth.starts_with("A model"));
  CHECK(row_of(rows, "global.load.sectors_per_request")->value == "4");
  CHECK(row_of(rows, "global.load.efficiency")->value == "100 %");
  CHECK_FALSE(row_of(rows, "global.store.requests"));
  CHECK_FALSE(row_of(rows, "global.loads_per_thread"));
  // What belongs together stands together: the ratios of global loads before the first counter of shared memory.
  CHECK(row_of(rows, "global.load.efficiency") < row_of(rows, "shared.load.requests"));
  CHECK(counter_rows(Counters{}, 0).empty());
}

TEST_CASE("occupancy is worked out from the launch, and says that registers are open") {
  Launch launch;
  launch.device.block = {32, 4, 1};
  launch.device.dynamic_shared_bytes = 16 * 1024;
  RunResult result;
  result.static_shared_bytes = 16 * 1024;
  const OccupancyWords words = occupancy_words(launch, result);
  CHECK(words.heading == "compute capability 9.0");
  CHECK(words.sentence == "24 of 64 warps on an SM (37.5 %), limited by shared memory.");
  CHECK(words.remark.starts_with("Registers are not counted"));
  REQUIRE(words.charts.size() == 3);
  const OccupancyChart &threads = words.charts[0], &registers = words.charts[1], &shared = words.charts[2];
  CHECK((threads.of == "block_size" && threads.here == std::optional<uint64_t>(128)));
  CHECK((shared.of == "shared_bytes" && shared.here == std::optional<uint64_t>(32 * 1024)));
  CHECK((registers.of == "registers" && !registers.here));
  REQUIRE(registers.parts.size() > 2);
  CHECK(registers.parts.front().first == 16);
  CHECK(registers.parts.front().warps == 24);
  CHECK(registers.parts.back().last == 255);
  CHECK(part_words(registers, {33, 40, 48}) == Said{"occupancy.part_registers", {"33", "40", "48"}});
  CHECK(part_words(threads, {1024, 1024, 32}) == Said{"occupancy.part_block_size_one", {"1,024", "1,024", "32"}});
  CHECK(part_words(shared, {512, 2048, 0}) == Said{"occupancy.part_shared_bytes_none", {"512", "2 KiB"}});
  CHECK(std::any_of(words.ways.begin(), words.ways.end(), [](const std::string& way) { return way.starts_with("With at most ") && way.find("bytes of shared memory a block") != std::string::npos; }));
  launch.device.dynamic_shared_bytes = 250 * 1024;
  CHECK(occupancy_words(launch, result).sentence.starts_with("Does not launch"));
  CHECK(occupancy_words(launch, result).charts.empty());
}
