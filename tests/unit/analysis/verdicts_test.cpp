// The verdict on a kernel whose order comes from barriers alone is the same under every schedule and seed.
#include <algorithm>
#include <random>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// Addresses and control flow follow from indices alone; values race as they like.
std::string generated_kernel(std::mt19937& random) {
  auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  auto place = [&]() -> std::string {
    const char* shared[] = {"s[t]", "s[t ^ 1]", "s[(t + 1) & 63]", "s[63 - t]", "s[0]", "s[t & 7]", "s[t / 2]"};
    const char* global[] = {"buf[i]", "buf[(i + 1) & 127]", "buf[t]", "buf[blockIdx.x]"};
    return pick(3) ? shared[pick(7)] : global[pick(4)];
  };
  auto statement = [&]() -> std::string {
    switch (pick(5)) {
      case 0: return place() + " = t + " + std::to_string(pick(9)) + ";";
      case 1: return "v += " + place() + ";";
      case 2: return place() + " += v;";
      case 3: return "atomicAdd(&" + place() + ", 1);";
      default: return place() + " = " + place() + " + 1;";
    }
  };
  std::string text = "__global__ void g(int* buf) {\n  __shared__ int s[64];\n  int t = threadIdx.x, i = blockIdx.x * 64 + t;\n  int v = 1;\n  s[t] = t;\n  __syncthreads();\n";
  for (int n = 2 + pick(5); n > 0; --n) {
    switch (pick(6)) {
      case 0: text += "  __syncthreads();\n"; break;
      case 1: text += "  if (t < " + std::to_string(1 << pick(7)) + ")\n    " + statement() + "\n"; break;
      case 2: text += "  if (t & 1)\n    " + statement() + "\n  else\n    " + statement() + "\n"; break;
      case 3: text += "  for (int k = 0; k < 3; k++) {\n    " + statement() + "\n    __syncthreads();\n    " + statement() + "\n" + (pick(2) ? "    __syncthreads();\n" : "") + "  }\n"; break;
      default: text += "  " + statement() + "\n"; break;
    }
  }
  return text + "  __syncthreads();\n  buf[i] = v;\n}\n";
}

std::vector<std::string> verdict(const KernelRun& run) {
  std::vector<std::string> all;
  SimulationResult result = run.run();
  REQUIRE(result.status == SimulationStatus::finished);
  for (const Finding& f : result.findings) {
    if (f.places.size() != 2) continue;
    std::vector<std::string> places;
    for (const FindingPlace& p : f.places) places.push_back(std::to_string(run.sources->start(p.span).line) + ":" + std::to_string(run.sources->start(p.span).column));
    std::sort(places.begin(), places.end());
    all.push_back(std::string(finding_name(f.kind)) + " " + std::to_string(static_cast<int>(f.severity)) + " " + f.buffer + " " + places[0] + " " + places[1] + " scope " +
                  std::to_string(static_cast<int>(f.scope)) + " element " + std::to_string(f.flat_element));
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("generated kernels: the same races under every schedule and seed") {
  std::mt19937 random(3);
  size_t racy = 0;
  for (int example = 0; example < 150; ++example) {
    KernelRun run(generated_kernel(random), {2, 1, 1}, {64, 1, 1});
    run.ints("buf", 128, 5);
    std::vector<std::string> expected = verdict(run);
    racy += !expected.empty();
    for (Schedule schedule : {Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
      for (uint64_t seed = 0; seed < (schedule == Schedule::random || schedule == Schedule::adversarial ? 3u : 1u); ++seed) {
        run.options.schedule = schedule;
        run.options.seed = seed;
        std::vector<std::string> found = verdict(run);
        if (found == expected) continue;
        CAPTURE(example);
        CAPTURE(run.source);
        std::string name = schedule_name(schedule);
        CAPTURE(name);
        std::string difference;
        for (auto& f : found)
          if (!std::count(expected.begin(), expected.end(), f)) difference += "\n  only here:     " + f;
        for (auto& f : expected)
          if (!std::count(found.begin(), found.end(), f)) difference += "\n  only in order: " + f;
        FAIL_CHECK(difference);
      }
  }
  CHECK(racy > 50);
}
