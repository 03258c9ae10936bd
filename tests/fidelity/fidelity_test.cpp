// Memory counters against a profiler's on a real card: kernels.cu as the profiler saw it (counters.csv), and single shared accesses of any lanes
// and addresses (patterns.txt). record.py reads the figures again; device.txt says where they come from.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "app/backends/engine.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"
#include "simulator/analysis/bank_conflicts.h"

using namespace wb;

namespace {

const std::string folder = std::string(WB_SOURCE_DIR) + "/tests/fidelity/";

// Where the compiler made something else of the source. Everything not named here must be equal.
struct Exception {
  const char *kernel, *counter, *why;
};
constexpr Exception exceptions[] = {
    {"sum_of_a_block", "shared_load_requests", "the loop is unrolled and its `if` became a predicate: warps without a lane at work still issue the load"},
    {"sum_of_a_block", "shared_store_requests", "the same for the store"},
    {"sum_with_conflicts", "shared_load_requests", "the same"},
    {"sum_with_conflicts", "shared_store_requests", "the same"},
    {"sum_with_conflicts", "shared_load_wavefronts", "in its first step `s[at]` and `s[at + 1]` are neighbours, read as one load of 8 bytes"},
    {"sum_with_conflicts", "shared_load_conflicts", "the same"},
    {"as_often_as_its_lane", "global_load_sectors", "the loop is unrolled by 4, 2 and 1: lanes of one request are at different passes (16 + 16 + 16 sectors a warp, not 28)"},
};
bool is_exception(const std::string& kernel, const std::string& counter) {
  for (const Exception& e : exceptions)
    if (kernel == e.kernel && counter == e.counter) return true;
  return false;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

std::map<std::string, uint64_t> counters_by_name(const Counters& c) {
  return {{"global_load_requests", c.global_load_requests}, {"global_load_sectors", c.global_load_sectors}, {"global_store_requests", c.global_store_requests},
          {"global_store_sectors", c.global_store_sectors}, {"shared_load_requests", c.shared_load_requests}, {"shared_load_wavefronts", c.shared_load_wavefronts},
          {"shared_load_conflicts", c.shared_load_conflicts}, {"shared_store_requests", c.shared_store_requests}, {"shared_store_wavefronts", c.shared_store_wavefronts},
          {"shared_store_conflicts", c.shared_store_conflicts}, {"atomic_requests", c.atomic_red_requests + c.atomic_atom_requests}};
}

}  // namespace

TEST_CASE("every counter of every kernel is the profiler's") {
  const BareFile file = open_bare_file(folder + "kernels.cu");
  REQUIRE(file.read.lesson);
  std::map<std::string, const LaunchSpec*> launches;
  for (const LaunchSpec& launch : file.read.lesson->launches) launches[launch.kernel] = &launch;

  std::ifstream table(folder + "counters.csv");
  std::string line;
  std::getline(table, line);
  const std::vector<std::string> names = fields_of(line);
  int kernels = 0, equal = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = fields_of(line);
    const std::string& kernel = row[0];
    CAPTURE(kernel);
    REQUIRE(launches.count(kernel) == 1);
    LaunchRequest request;
    request.name = launches[kernel]->name;
    const BuiltLaunch built = build_launch(*file.read.lesson, request);
    REQUIRE(built.ok());
    Progress progress;
    const RunResult result = make_simulated_engine()->run(*built.launch, progress, {});
    CHECK(result.ran());
    std::map<std::string, uint64_t> counters = counters_by_name(result.counters);
    ++kernels;
    for (size_t i = 1; i < row.size(); ++i) {
      CAPTURE(names[i]);
      REQUIRE(counters.count(names[i]) == 1);
      if (is_exception(kernel, names[i])) continue;
      CHECK(counters[names[i]] == std::stoull(row[i]));
      equal += counters[names[i]] == std::stoull(row[i]);
    }
  }
  MESSAGE(kernels << " kernels, " << equal << " counters equal");
  CHECK(kernels >= 50);
}

TEST_CASE("shared accesses of any lanes and addresses") {
  std::ifstream file(folder + "patterns.txt");
  int patterns = 0;
  for (std::string line; std::getline(file, line); ++patterns) {
    std::istringstream text(line);
    std::string kind, mask, colon;
    uint32_t bytes = 0, wavefronts = 0, conflicts = 0;
    std::array<uint32_t, warp_size> offset{};
    text >> kind >> bytes >> mask;
    for (uint32_t& o : offset) text >> o;
    text >> colon >> wavefronts >> conflicts;
    const BankUse use = bank_use(offset.data(), static_cast<LaneMask>(std::stoul(mask, nullptr, 16)), bytes, kind == "load" ? AccessKind::load : AccessKind::store);
    CAPTURE(line);
    CHECK(use == BankUse{wavefronts, conflicts});
  }
  MESSAGE(patterns << " patterns");
  CHECK(patterns >= 2000);
}
