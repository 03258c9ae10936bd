// warpbook-bench: how long a simulated thread takes, against the same work as serial C++ at -O2.
//
// These machines are shared and noisy, so nothing here is a timed test: each round runs the twin, the plain simulation and the
// checked one right after each other, and what is reported is the median time and the median of the rounds' ratios. --compile: how long
// files take to compile. --time: how fast any moment of a recorded launch is reached. --frames: what a frame of the window costs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/bench/compile_times.h"
#include "tests/bench/frames.h"
#include "tests/bench/racy_twins.h"
#include "tests/bench/time_travel.h"
#include "tests/bench/workloads.h"

namespace wb::bench {
namespace {

double now_ns() {
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double element(const DeviceBuffer& buffer, uint64_t index) {
  const uint8_t* at = buffer.bytes.data() + index * buffer.element_bytes();
  if (buffer.scalar == ScalarKind::uchar) return *at;
  if (buffer.scalar == ScalarKind::float_) {
    float value;
    std::memcpy(&value, at, 4);
    return value;
  }
  int32_t value;
  std::memcpy(&value, at, 4);
  return value;
}

// The share of elements in which simulator and twin differ by more than the tolerance.
double mismatch(const Workload& workload, const DeviceBuffer& a, const DeviceBuffer& b) {
  uint64_t bad = 0;
  for (uint64_t i = 0; i < a.element_count(); ++i) bad += !(std::fabs(element(a, i) - element(b, i)) <= workload.tolerance);
  return static_cast<double>(bad) / static_cast<double>(a.element_count());
}

struct Row {
  std::string name;
  double serial_ns = 0, plain_ns = 0, checks_ns = 0;   // per simulated thread, medians
  double plain_ratio = 0, checks_ratio = 0;            // medians of the rounds' ratios to the twin
  double checks_over_plain = 0;
  bool agrees = true, is_racy = false;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Row measure(const Workload& workload, int rounds, uint32_t host_threads) {
  std::string file = workload.name + ".cu";
  CompileResult compiled = compile(file, read_file(WB_SOURCE_DIR "/tests/bench/workloads/" + file), workload.name);
  Row row{.name = workload.name, .is_racy = workload.is_racy};
  if (!compiled.ok()) {
    std::fprintf(stderr, "%s does not compile\n", file.c_str());
    row.agrees = false;
    return row;
  }
  LaunchShape shape{workload.launch.grid, workload.launch.block};
  auto threads = static_cast<double>(shape.thread_count());
  std::vector<double> serial, plain, checked, plain_ratio, checks_ratio, over;
  for (int round = -1; round < rounds; ++round) {  // round -1 warms up and is not counted
    std::vector<DeviceBuffer> twin = workload.launch.buffers;
    double t0 = now_ns();
    workload.serial(twin);
    double t1 = now_ns();
    SimulationResult without = simulate(compiled.program, workload.launch, {.checks = false, .host_threads = host_threads});
    double t2 = now_ns();
    SimulationResult with = simulate(compiled.program, workload.launch, {.checks = true, .host_threads = host_threads});
    double t3 = now_ns();
    if (round < 0) {
      auto out = static_cast<size_t>(workload.output);
      row.agrees = workload.is_racy || (mismatch(workload, without.buffers[out], twin[out]) <= workload.allowed_mismatches &&
                                        without.buffers[out].bytes == with.buffers[out].bytes);
      continue;
    }
    serial.push_back((t1 - t0) / threads);
    plain.push_back((t2 - t1) / threads);
    checked.push_back((t3 - t2) / threads);
    plain_ratio.push_back((t2 - t1) / (t1 - t0));
    checks_ratio.push_back((t3 - t2) / (t1 - t0));
    over.push_back((t3 - t2) / (t2 - t1));
  }
  row.serial_ns = median(serial), row.plain_ns = median(plain), row.checks_ns = median(checked);
  row.plain_ratio = median(plain_ratio), row.checks_ratio = median(checks_ratio), row.checks_over_plain = median(over);
  return row;
}

double geometric_mean(const std::vector<Row>& rows, double Row::* field) {
  double sum = 0;
  int n = 0;
  for (const Row& row : rows)
    if (!row.is_racy && row.*field > 0) sum += std::log(row.*field), ++n;
  return n ? std::exp(sum / n) : 0;
}

void print_table(const std::vector<Row>& rows) {
  std::printf("%-16s %12s %12s %12s %9s %9s %9s\n", "ns a thread", "serial -O2", "plain", "all checks", "plain/-O2", "checks/-O2", "checks/plain");
  for (const Row& row : rows)
    std::printf("%-16s %12.2f %12.2f %12.2f %8.2fx %9.2fx %11.2fx%s\n", row.name.c_str(), row.serial_ns, row.plain_ns, row.checks_ns,
                row.plain_ratio, row.checks_ratio, row.checks_over_plain, row.agrees ? "" : "   RESULT DIFFERS");
  std::printf("%-16s %12s %12s %12s %8.2fx %9.2fx %11.2fx   (racy ones left out)\n", "geometric mean", "", "", "", geometric_mean(rows, &Row::plain_ratio),
              geometric_mean(rows, &Row::checks_ratio), geometric_mean(rows, &Row::checks_over_plain));
}

void print_twins(const std::vector<RacyTwin>& twins) {
  if (twins.empty()) return;
  std::printf("\n%-16s %12s %12s %9s %12s\n", "all checks, ms", "clean twin", "racy", "ratio", "races");
  for (const RacyTwin& twin : twins)
    std::printf("%-16s %12.2f %12.2f %8.2fx %12llu%s\n", twin.name.c_str(), twin.clean_ms, twin.racy_ms, twin.ratio, static_cast<unsigned long long>(twin.races),
                twin.is_clean ? "" : "   NOT AS IT SHOULD BE");
}

void print_json(const std::vector<Row>& rows, const std::vector<RacyTwin>& twins, int rounds) {
  nlohmann::ordered_json report{{"rounds", rounds}, {"workloads", nlohmann::ordered_json::array()}};
  for (const Row& row : rows)
    report["workloads"].push_back({{"name", row.name}, {"serial_ns", row.serial_ns}, {"plain_ns", row.plain_ns}, {"checks_ns", row.checks_ns},
                                   {"plain", row.plain_ratio}, {"checks", row.checks_ratio}, {"checks_over_plain", row.checks_over_plain},
                                   {"racy", row.is_racy}, {"agrees", row.agrees}});
  report["racy_twins"] = nlohmann::ordered_json::array();
  for (const RacyTwin& twin : twins)
    report["racy_twins"].push_back(
        {{"name", twin.name}, {"clean_ms", twin.clean_ms}, {"racy_ms", twin.racy_ms}, {"ratio", twin.ratio}, {"races", twin.races}, {"agrees", twin.is_clean}});
  report["geomean"] = {{"plain", geometric_mean(rows, &Row::plain_ratio)}, {"checks", geometric_mean(rows, &Row::checks_ratio)},
                       {"checks_over_plain", geometric_mean(rows, &Row::checks_over_plain)}};
  std::printf("%s\n", report.dump(2).c_str());
}

int report_compile_times(int rounds, bool json) {
  const std::vector<CompileTime> times = compile_times(rounds);
  nlohmann::ordered_json report{{"rounds", rounds}, {"files", nlohmann::ordered_json::array()}};
  if (!json) std::printf("%-52s %6s %9s %9s\n", "compile, ms (median)", "lines", "ms", "target");
  for (const CompileTime& time : times)
    if (json) report["files"].push_back({{"name", time.name}, {"lines", time.lines}, {"ms", time.ms}, {"target_ms", time.target_ms}, {"compiles", time.compiles}});
    else std::printf("%-52s %6zu %9.3f %9.0f%s\n", time.name.c_str(), time.lines, time.ms, time.target_ms, time.compiles ? "" : "   DOES NOT COMPILE");
  if (json) std::printf("%s\n", report.dump(2).c_str());
  return std::all_of(times.begin(), times.end(), [](const CompileTime& time) { return time.compiles; }) ? 0 : 1;
}

int frame_table(int rounds, bool json) {
#if defined(WB_HAS_GUI)
  return report_frames(rounds, json);
#else
  (void)rounds, (void)json;
  std::fprintf(stderr, "error: this build has no window\n");
  return 2;
#endif
}

int usage() {
  std::fprintf(stderr, "usage: warpbook-bench --workloads [NAME] | --compile | --time [NAME] [--schedule NAME] [--ask TEXT] [--cluster BLOCKS] [--memory MIB] [--work-time] | --frames   [--rounds N] [--threads N] [--json]\n");
  return 2;
}

int run(int argc, char** argv) {
  bool json = false, counts_work = false, wanted = false, compiles = false, travels = false, frames = false;
  int rounds = 0;
  uint32_t host_threads = 1;
  std::string only;
  TravelFilter travel;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--json") json = true;
    else if (word == "--work-time") counts_work = true;
    else if (word == "--compile") compiles = true;
    else if (word == "--frames") frames = true;
    else if (word == "--workloads" || word == "--time") {
      (word == "--time" ? travels : wanted) = true;
      if (i + 1 < argc && argv[i + 1][0] != '-') only = argv[++i];
    } else if (word == "--schedule" && i + 1 < argc) travel.schedule = argv[++i];
    else if (word == "--ask" && i + 1 < argc) travel.question = argv[++i];
    else if (word == "--cluster" && i + 1 < argc && std::atoi(argv[i + 1]) > 0) travel.cluster_blocks = static_cast<uint32_t>(std::atoi(argv[++i]));
    else if (word == "--memory" && i + 1 < argc && std::atoi(argv[i + 1]) > 0) travel.memory_bytes = static_cast<size_t>(std::atoi(argv[++i])) << 20;
    else if (word == "--rounds" && i + 1 < argc && std::atoi(argv[i + 1]) > 0) rounds = std::atoi(argv[++i]);
    else if (word == "--threads" && i + 1 < argc && std::atoi(argv[i + 1]) > 0) host_threads = static_cast<uint32_t>(std::atoi(argv[++i]));
    else return usage();
  }
  if (wanted + compiles + travels + frames != 1) return usage();
  // A round of frames drives the window for some ten seconds where OpenGL is done in software, and has hundreds of frames to judge by.
  if (rounds == 0) rounds = frames ? 3 : 15;
  if (frames) return frame_table(rounds, json);
  travel.launch = only;
  if (travels) return report_time_travel(travel, rounds, counts_work, json);
  if (compiles) return report_compile_times(rounds, json);
  std::vector<Row> rows;
  for (const Workload& workload : workloads())
    if (only.empty() || workload.name == only) rows.push_back(measure(workload, rounds, host_threads));
  const std::vector<RacyTwin> twins = racy_twins(only, rounds, host_threads);
  if (rows.empty() && twins.empty()) {
    std::fprintf(stderr, "error: there is no workload `%s`\n", only.c_str());
    return 2;
  }
  const bool is_measured = std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.plain_ns > 0; }) &&
                           std::all_of(twins.begin(), twins.end(), [](const RacyTwin& twin) { return twin.clean_ms > 0; });
  if (!is_measured) {  // a mean of the others would pass for one of all
    std::fprintf(stderr, "error: not all workloads ran: no figures\n");
    return 1;
  }
  if (json) {
    print_json(rows, twins, rounds);
  } else {
    if (!rows.empty()) print_table(rows);
    print_twins(twins);
  }
  const bool agree = std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.agrees; });
  return agree && std::all_of(twins.begin(), twins.end(), [](const RacyTwin& twin) { return twin.is_clean; }) ? 0 : 1;
}

}  // namespace
}  // namespace wb::bench

int main(int argc, char** argv) { return wb::bench::run(argc, argv); }
