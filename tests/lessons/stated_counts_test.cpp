// Counts that the prose of lessons 09, 12 and 13 states about its runs: the cards and counters must say the same.
#include <nlohmann/json.hpp>
#include <string>

#include "doctest.h"
#include "program.h"

using namespace wb::test;
using nlohmann::json;

namespace {

// The simulator's part of the report of a run.
json simulated(const std::string& what) {
  const Said said = warpbook("run " + what + " --report json");
  CAPTURE(what);
  CAPTURE(said.err);
  CHECK(said.status <= 1);
  return json::parse(said.out).at("engines").at("sim");
}

struct StatedRun {
  const char* what;
  int steps, divergent;
  int lane_percent;
};

struct StatedAccess {
  const char* what;
  int load_requests, load_sectors;
};

}  // namespace

TEST_CASE("steps, parted warps and lane efficiency are those that the text states") {
  constexpr StatedRun runs[] = {
      {"12-warps-and-divergence:chess", 68352, 768, 57},
      {"12-warps-and-divergence:border", 37248, 0, 100},
      {"12-warps-and-divergence:border --set border=100", 42752, 128, 87},
      {"12-warps-and-divergence:tones", 47187, 309, 74},
      {"12-warps-and-divergence:rows", 367804, 3829, 65},
      {"12-warps-and-divergence:patches", 290981, 2163, 82},
  };
  for (const StatedRun& run : runs) {
    CAPTURE(std::string(run.what));
    const json sim = simulated(run.what);
    const json& counters = sim.at("counters");
    CHECK(sim.at("warp_instructions") == run.steps);
    CHECK(counters.at("branch.divergent") == run.divergent);
    CHECK(static_cast<int>(100 * counters.at("lane_efficiency").get<double>() + 0.5) == run.lane_percent);
  }
}

TEST_CASE("a long side costs twice where warps part") {
  const double chess = simulated("12-warps-and-divergence:chess --set passes=64").at("warp_instructions");
  const double border = simulated("12-warps-and-divergence:border --set passes=64").at("warp_instructions");
  CHECK(chess / border > 1.95);
  CHECK(chess / border < 2.0);
}

TEST_CASE("requests and sectors are those that the text states") {
  constexpr StatedAccess runs[] = {
      {"09-grid-stride-loops:scale", 32, 125},       {"09-grid-stride-loops:chunks", 32, 500},
      {"13-coalescing:row-sums", 512, 16384},        {"13-coalescing:column-sums", 512, 2048},
      {"13-coalescing:every-second", 8, 64},         {"13-coalescing:every-second --set stride=8", 8, 256},
      {"13-coalescing:every-second --set stride=32", 8, 256}, {"13-coalescing:one-off", 8, 40},
      {"13-coalescing:interleaved", 4608, 13824},    {"13-coalescing:planar", 4608, 4608},
      {"13-coalescing:matmul", 16384, 40960},        {"13-coalescing:rows-first", 16384, 270336},
  };
  for (const StatedAccess& run : runs) {
    CAPTURE(std::string(run.what));
    const json counters = simulated(run.what).at("counters");
    CHECK(counters.at("global.load.requests") == run.load_requests);
    CHECK(counters.at("global.load.sectors") == run.load_sectors);
  }
}

TEST_CASE("lesson 13: with x as the row, m costs 32 sectors a request and n one") {
  int m = 0, n = 0;
  const json sim = simulated("13-coalescing:rows-first");
  for (const json& access : sim.at("accesses")) {
    if (access.at("line") != 9) continue;
    (access.at("column") == 10 ? m : n) = access.at("sectors").get<int>() / access.at("requests").get<int>();
  }
  CHECK(m == 32);
  CHECK(n == 1);
}

TEST_CASE("lesson 09: with the stride of a block 808 elements are doubled four times") {
  Folder out;
  const Said said = warpbook("run 09-grid-stride-loops:block-stride --report json --out " + out.path.string());
  CHECK(said.status == 1);
  const json sim = json::parse(said.out).at("engines").at("sim");
  const std::string bytes = read_file(out.path / sim.at("buffers").at("x").get<std::string>());
  REQUIRE(bytes.size() > 4000);
  const auto* x = reinterpret_cast<const float*>(bytes.data() + bytes.size() - 4000);
  int four_times = 0;
  for (int i = 0; i < 1000; ++i) four_times += x[i] == 1600.0f;
  CHECK(four_times == 808);
  CHECK(x[500] == 1600.0f);
  CHECK(x[63] == 200.0f);
  CHECK(x[64] == 400.0f);
  CHECK(x[128] == 800.0f);
  CHECK(simulated("09-grid-stride-loops:one-block").at("status") == "clean");
}
