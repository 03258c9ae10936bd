// Counters and occupancy in the report: definitions, warps, time, and the command that works occupancy out.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "doctest.h"
#include "program.h"

using namespace wb::test;
using nlohmann::json;

namespace {

// The sum of one counter over the rows of a table; 0 where it has no column.
uint64_t sum_of(const json& table, const std::string& name) {
  const json& columns = table.at("columns");
  const auto at = std::find(columns.begin(), columns.end(), name);
  uint64_t sum = 0;
  if (at != columns.end())
    for (const json& row : table.at("rows")) sum += row.at(static_cast<size_t>(at - columns.begin())).get<uint64_t>();
  return sum;
}

}  // namespace

TEST_CASE("each counter of the report has its definition") {
  Said said = warpbook("run 04-rgb-to-grey:photo --report json");
  CHECK(said.status == 0);
  const json sim = json::parse(said.out).at("engines").at("sim");
  for (const auto& [name, value] : sim.at("counters").items()) {
    CAPTURE(name);
    const json& definition = sim.at("definitions").at(name);
    CHECK_FALSE(definition.at("meaning").get<std::string>().empty());
    CHECK((definition.at("truth") == "exact" || definition.at("truth") == "model"));
  }
  CHECK(sim.at("definitions").at("global.load.sectors").at("profiler") == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  CHECK_FALSE(sim.contains("per_warp"));
  CHECK_FALSE(sim.contains("over_time"));
}

TEST_CASE("warps and time add up to the launch") {
  Said said = warpbook("run 04-rgb-to-grey:photo --report json --counters warps,time");
  CHECK(said.status == 0);
  const json sim = json::parse(said.out).at("engines").at("sim");
  const json &warps = sim.at("per_warp"), &time = sim.at("over_time");
  CHECK(warps.at("warps") == 12288);
  CHECK(warps.at("rows").size() == 12288);
  CHECK(time.at("rows").size() <= 512);
  for (const char* name : {"global.load.requests", "global.load.sectors", "global.stores"}) {
    CAPTURE(name);
    CHECK(sum_of(warps, name) == sim.at("counters").at(name));
    CHECK(sum_of(time, name) == sim.at("counters").at(name));
  }
  CHECK(sum_of(time, "warp_instructions") == sim.at("warp_instructions"));
  CHECK(warpbook("run 04-rgb-to-grey:photo --counters blocks").status == 2);
  CHECK(warpbook("run 04-rgb-to-grey:photo --counters warps --checks none").status == 2);
  CHECK(warpbook("run 04-rgb-to-grey:photo --counters warps,time").out.find("\nWarps\n") != std::string::npos);
}

TEST_CASE("a run says its occupancy, and that registers are open until they are told") {
  const auto occupancy_of = [](const std::string& options) {
    Said said = warpbook("run 04-rgb-to-grey:photo --report json " + options);
    CHECK(said.status == 0);
    return json::parse(said.out).at("engines").at("sim").at("occupancy");
  };
  const json open = occupancy_of("");
  CHECK(open.at("compute_capability") == "9.0");
  CHECK(open.at("registers_per_thread") == nullptr);
  CHECK(open.at("considered") == json{"warps", "blocks", "shared_memory"});
  CHECK(open.at("warps_per_sm") == 64);
  const json told = occupancy_of("--registers 40 --cc 8.6");
  CHECK(told.at("compute_capability") == "8.6");
  CHECK(told.at("limiters") == json{"warps", "registers"});
  CHECK(warpbook("run 04-rgb-to-grey:photo --cc 3.5").status == 2);
}

TEST_CASE("occupancy on the command line") {
  Said said = warpbook("occupancy --cc 9.0 --block 256 --registers 40 --shared 8192 --curves --report json");
  CHECK(said.status == 0);
  const json report = json::parse(said.out);
  CHECK(report.at("warps_per_sm") == 48);
  CHECK(report.at("limiters") == json{"registers"});
  CHECK(report.at("limits").at("warps_per_sm") == 64);
  CHECK(report.at("curves").at("registers").at("warps_per_sm").at(40 - 16) == 48);
  CHECK(report.at("curves").at("block_size").at("warps_per_sm").size() == 32);
  CHECK(warpbook("occupancy --block 32,32,2").status == 1);   // an answer: it does not launch
  CHECK(warpbook("occupancy --cc 4.2").status == 2);
  CHECK(warpbook("occupancy --registers many").status == 2);
  CHECK(warpbook("occupancy --block 256").out.find("64 of 64 warps") != std::string::npos);
}
