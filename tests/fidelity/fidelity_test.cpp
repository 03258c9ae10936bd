// Memory counters against a profiler's on a real card: the kernels of this folder as the profiler saw them (counters.csv), and single shared accesses of any
// lanes and addresses (patterns.txt). record.py reads the figures again; device.txt says where they come from.
//
// Every figure is the profiler's, in one of three ways: as it stands; with what the accesses say of the compiler, values that it keeps, loads and stores that it joins
// (foreseen.txt names these, WB_UPDATE_GOLDEN=1 writes it again); or not at all, and then exceptions.txt says why.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "app/backends/engine.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"
#include "simulator/analysis/bank_conflicts.h"

using namespace wb;

namespace {

const std::string folder = std::string(WB_SOURCE_DIR) + "/tests/fidelity/";

using Figures = std::set<std::pair<std::string, std::string>>;  // kernel and counter

Figures read_figures(const std::string& name) {
  Figures exceptions;
  std::ifstream file(folder + name);
  for (std::string line; std::getline(file, line);) {
    std::istringstream text(line);
    std::string kernel, counter;
    text >> kernel >> counter;
    exceptions.emplace(kernel, counter);
  }
  return exceptions;
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
          {"shared_store_conflicts", c.shared_store_conflicts}, {"constant_load_replays", c.constant_load_replays}, {"atomic_red_requests", c.atomic_red_requests}, {"atomic_atom_requests", c.atomic_atom_requests},
          {"atomic_sectors", c.atomic_sectors}, {"texture_requests", c.texture_requests}, {"texture_sectors", c.texture_sectors}, {"surface_load_requests", c.surface_load_requests},
          {"surface_load_sectors", c.surface_load_sectors}, {"surface_store_requests", c.surface_store_requests}, {"surface_store_sectors", c.surface_store_sectors}};
}

// With what the accesses say of the compiler.
Counters as_compiled(const RunResult& result) {
  Counters c = result.counters;
  for (const AccessCounters& a : result.accesses) {
    if (a.kept == Kept::no && !a.joined_bytes && !a.is_uneven) continue;
    const uint64_t requests = a.requests - a.left_requests, sectors = a.sectors - a.left_sectors;
    const bool is_store = a.kind == AccessKind::store;
    if (a.space == Space::global) {
      (is_store ? c.global_store_requests : c.global_load_requests) -= requests;
      (is_store ? c.global_store_sectors : c.global_load_sectors) -= sectors;
    }
    if (a.space != Space::shared) continue;
    (is_store ? c.shared_store_requests : c.shared_load_requests) -= requests;
    (is_store ? c.shared_store_wavefronts : c.shared_load_wavefronts) -= a.wavefronts - a.left_wavefronts;
    (is_store ? c.shared_store_conflicts : c.shared_load_conflicts) -= a.conflicts - a.left_conflicts;
  }
  return c;
}

}  // namespace

TEST_CASE("every counter of every kernel is the profiler's") {
  struct InLesson {
    const Lesson* lesson;
    std::string launch;
  };
  std::map<std::string, InLesson> launches;
  std::vector<BareFile> files;
  for (const char* name : {"kernels", "courses", "records", "constants", "textures", "surfaces", "sums", "tiles", "forms", "neighbours", "algebra", "grids", "lists", "models", "lectures", "samples", "suites", "networks", "lengths", "labs", "workbook", "uneven", "exercises", "coursework", "handbook", "tutorials", "guards"}) files.push_back(open_bare_file(folder + name + ".cu"));
  for (const BareFile& file : files) {
    REQUIRE(file.read.lesson);
    for (const LaunchSpec& launch : file.read.lesson->launches) {
      const std::string kernel = launch.kernel.substr(0, launch.kernel.find('<'));  // as the profiler names it
      CHECK_MESSAGE(launches.emplace(kernel, InLesson{&*file.read.lesson, launch.name}).second, kernel << " is there twice");
    }
  }

  std::ifstream table(folder + "counters.csv");
  std::string line;
  std::getline(table, line);
  const std::vector<std::string> names = fields_of(line);
  Figures exceptions = read_figures("exceptions.txt"), foreseen;
  const size_t unlike = exceptions.size();
  int kernels = 0, equal = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = fields_of(line);
    const std::string& kernel = row[0];
    CAPTURE(kernel);
    REQUIRE(launches.count(kernel) == 1);
    LaunchRequest request;
    request.name = launches[kernel].launch;
    const BuiltLaunch built = build_launch(*launches[kernel].lesson, request);
    REQUIRE(built.ok());
    Progress progress;
    const RunResult result = make_simulated_engine()->run(*built.launch, progress, {});
    CHECK(result.ran());
    std::map<std::string, uint64_t> counters = counters_by_name(result.counters), compiled = counters_by_name(as_compiled(result));
    ++kernels;
    for (size_t i = 1; i < row.size(); ++i) {
      CAPTURE(names[i]);
      REQUIRE(counters.count(names[i]) == 1);
      if (row[i].empty()) continue;  // not read for this kernel
      const uint64_t figure = std::stoull(row[i]);
      const bool is_equal = counters[names[i]] == figure, is_said = compiled[names[i]] == figure;
      equal += is_equal;
      if (exceptions.erase({kernel, names[i]})) {
        CHECK_MESSAGE((!is_equal && !is_said), "no exception any more");
        continue;
      }
      CHECK(compiled[names[i]] == figure);
      if (!is_equal && is_said) foreseen.emplace(kernel, names[i]);
    }
  }
  CHECK(exceptions.empty());  // none that names nothing
  if (std::getenv("WB_UPDATE_GOLDEN")) {
    std::ofstream file(folder + "foreseen.txt");
    for (const auto& [kernel, counter] : foreseen) file << kernel << ' ' << counter << '\n';
  }
  CHECK(foreseen == read_figures("foreseen.txt"));
  MESSAGE(kernels << " kernels, " << equal << " counters equal, " << foreseen.size() << " with what the accesses say, " << unlike << " changed by the compiler in another way");
  CHECK(kernels >= 1393);
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
