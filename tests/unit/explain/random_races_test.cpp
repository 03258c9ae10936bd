// Random small kernels with races: whatever story is told of them is true when it is replayed, and needs every one of its stops.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "story_run.h"

using namespace wb;
using wb::test::StoryRun;
using wb::test::has_steps;

namespace {

// Statements of two elements in shared or global memory, by all threads or by a few.
std::string racy_kernel(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto element = [&] { return std::string(pick(2) ? "s" : "g") + "[" + std::vector<const char*>{"0", "1", "t & 1", "(t + 1) & 3", "t / 32"}[static_cast<size_t>(pick(5))] + "]"; };
  const auto value = [&]() -> std::string { return std::vector<std::string>{"t", "v", "7", element(), "v + t", "(int)blockIdx.x"}[static_cast<size_t>(pick(6))]; };
  std::string text = "__global__ void k(int* g, int* out) {\n  __shared__ int s[4];\n  int t = threadIdx.x, v = 1;\n  if (t < 4) s[t] = t * 10;\n  __syncthreads();\n";
  for (int i = 0, n = 2 + pick(4); i < n; ++i) {
    const char* guards[] = {"", "if (t == 0) ", "if (t % 32 == 1) ", "if (t == 33) ", "if (v > 3) ", "for (int i = 0; i < (t & 1) + 1; i++) "};
    const std::string guard = guards[pick(6)];
    switch (pick(6)) {
      case 0: text += "  " + guard + element() + " = " + value() + ";\n"; break;
      case 1: text += "  " + guard + "v = " + element() + ";\n"; break;
      case 2: text += "  " + guard + element() + " += " + value() + ";\n"; break;
      case 3: text += "  " + guard + "atomicAdd(&" + element() + ", " + value() + ");\n"; break;
      case 4: text += pick(3) ? "  v += " + element() + ";\n" : "  __syncthreads();\n"; break;
      case 5: text += "  " + guard + "if (" + element() + " < 5) " + element() + " = v;\n"; break;
    }
  }
  return text + "  out[blockIdx.x * blockDim.x + t] = v;\n}\n";
}

// Without one of its holds the same steps do not come about.
bool holds_without(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RaceStory& story, size_t hold) {
  RunOptions options;
  options.told = story.schedule;
  options.told.holds.erase(options.told.holds.begin() + static_cast<std::ptrdiff_t>(hold));
  options.record = true;
  return has_steps(*simulate(program, launch, options).recording, story);
}

}  // namespace

TEST_CASE("every story of a random racy kernel is true, and stops nobody for nothing") {
  std::mt19937 random(2024);
  std::map<std::string, int> codes;
  int told = 0;
  for (int example = 0; example < 150; ++example) {
    const std::string source = racy_kernel(random);
    CAPTURE(source);
    StoryRun run(source, {1 + static_cast<uint32_t>(random() % 2), 1, 1}, {static_cast<uint32_t>(random() % 2 ? 64 : 40), 1, 1});
    run.ints("g", 4).ints("out", 128);
    const CompileResult compiled = compile("k.cu", source, "");
    for (const auto& [finding, story] : run.stories()) {
      if (std::getenv("WB_SHOW_STORIES") && story.code == "why.none" && finding.severity == Severity::error) std::printf("%s\n%s\n", source.c_str(), finding.message.c_str());
      ++codes[story.code];
      told += story.bites;
      CAPTURE(story.message);
      for (size_t i = 0; i < story.stops(); ++i) CHECK_FALSE(holds_without(compiled.program, run.launch, story, i));
      if (finding.severity == Severity::note) CHECK_FALSE(story.bites);  // always the same value
    }
  }
  for (const auto& [code, count] : codes) MESSAGE(code << " " << count);
  CHECK(told > 100);
}
