// Each round runs the clean twin and the racy one right after each other, with all checks. What counts is the time that this process is at work, of all its threads
// together: as many as the other workloads have, one if nothing else is said. (A launch that may race is never cut in parts, so in time that passes a clean twin
// of several threads is faster by their number.)
//
// The bar: with 100,000 races at most four times the clean twin. What a twin lacks is told by its file's first line (tests/bench/racy_twins/). The strays
// race nowhere: there a second run is needed to see that the values of absent lanes lead nowhere.
#include "tests/bench/racy_twins.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>

#include "simulator/simulator.h"

namespace wb::bench {
namespace {

constexpr uint32_t blocks = 512, threads = 256;

KernelLaunch launch_of_twins() {
  KernelLaunch launch{.grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
  for (const char* name : {"out", "seen", "words"}) {
    DeviceBuffer buffer{.name = name, .scalar = ScalarKind::int_, .shape = {uint64_t{blocks} * threads}};
    buffer.bytes.assign(uint64_t{blocks} * threads * 4, 0);
    launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(buffer));
  }
  launch.arguments.push_back(int64_t{blocks} * threads);
  return launch;
}

struct Run {
  double ms = 0;
  uint64_t races = 0;
};
Run run_of(const CompileResult& compiled, const KernelLaunch& launch, uint32_t host_threads) {
  const std::clock_t begin = std::clock();
  const SimulationResult result = simulate(compiled.program, launch, {.checks = true, .host_threads = host_threads});
  Run run{1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 0};
  for (const Finding& finding : result.findings)
    if (std::string(finding_name(finding.kind)).starts_with("race")) run.races += finding.count;
  return run;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

RacyTwin measure(const std::string& name, int rounds, uint32_t host_threads) {
  const std::string path = WB_SOURCE_DIR "/tests/bench/racy_twins/" + name + ".cu";
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const CompileResult clean = compile(name + ".cu", text.str(), "clean"), racy = compile(name + ".cu", text.str(), "racy");
  RacyTwin twin{.name = name};
  if (!clean.ok() || !racy.ok()) {
    twin.is_clean = false;
    return twin;
  }
  const KernelLaunch launch = launch_of_twins();
  std::vector<double> clean_ms, racy_ms, ratios;
  for (int round = -1; round < rounds; ++round) {  // round -1 warms up and is not counted
    const Run one = run_of(clean, launch, host_threads), other = run_of(racy, launch, host_threads);
    twin.is_clean &= one.races == 0 && (other.races != 0) == (name != "strays");
    twin.races = other.races;
    if (round < 0) continue;
    clean_ms.push_back(one.ms);
    racy_ms.push_back(other.ms);
    ratios.push_back(other.ms / one.ms);
  }
  twin.clean_ms = median(clean_ms), twin.racy_ms = median(racy_ms), twin.ratio = median(ratios);
  return twin;
}

}  // namespace

std::vector<RacyTwin> racy_twins(const std::string& only, int rounds, uint32_t host_threads) {
  std::vector<RacyTwin> twins;
  for (const char* name : {"barrier", "fence", "one_word", "counter", "flags", "lock", "hints", "cas_loop", "warp", "strays"})
    if (only.empty() || only == name) twins.push_back(measure(name, rounds, host_threads));
  return twins;
}

}  // namespace wb::bench
