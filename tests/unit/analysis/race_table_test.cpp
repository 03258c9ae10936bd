// Of very many racing places those that stand closest together are told, whoever came first, and the rest is counted.
#include "simulator/analysis/race_table.h"

#include <algorithm>
#include <random>
#include <set>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

constexpr RaceTable::Party store(uint32_t site) { return {site, AccessKind::store}; }

struct Raced {
  uint32_t a, b, allocation;
};

// `count` statements that all store other values to one word.
std::string stores_to_one_word(size_t count, const std::string& more = "") {
  std::string text = "__global__ void many(int* out) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" + more;
  for (size_t k = 0; k < count; ++k) text += "  out[0] = i + " + std::to_string(k) + ";\n";
  return text + "}\n";
}

struct Told {
  std::set<std::pair<uint32_t, uint32_t>> lines;
  std::vector<std::string> more;  // messages without places
};
Told told_of(const KernelRun& run) {
  Told told;
  for (const Finding& finding : run.run().findings) {
    if (finding.kind != FindingKind::race_waw) continue;
    if (finding.places.size() != 2) {
      CHECK(finding.severity == Severity::error);
      told.more.push_back(finding.message);
      continue;
    }
    const uint32_t a = run.sources->start(finding.places[0].span).line, b = run.sources->start(finding.places[1].span).line;
    told.lines.insert({std::min(a, b), std::max(a, b)});
  }
  return told;
}

}  // namespace

TEST_CASE("the closest pairs stay, in whatever order they came, and all of their races are counted") {
  std::vector<Raced> raced;
  for (uint32_t a = 0; a < 20; ++a)
    for (uint32_t b = a; b < 20; ++b)
      for (uint32_t times = 0; times < 1 + a % 3; ++times) raced.push_back({a, b, b % 2});
  std::mt19937 random(7);
  for (int order = 0; order < 20; ++order) {
    CAPTURE(order);
    RaceTable table(50);
    for (const Raced& race : raced)
      if (const uint32_t index = table.add(store(race.a), store(race.b), race.allocation); index != RaceTable::none) ++table[index].count;
    CHECK(table.pairs().size() == 50);
    CHECK(table.left_out().pairs == 210 - 50);
    for (const RacePair& pair : table.pairs()) {
      CHECK(pair.site[1] - pair.site[0] <= 2);  // 20 with themselves, 19 with the next one, and some
      CHECK(pair.count == 1 + pair.site[0] % 3);
      CHECK_FALSE(table.is_left_out(pair.site[0], pair.site[1], pair.allocation));
    }
    CHECK(table.is_left_out(19, 0, 1));
    CHECK_FALSE(table.is_left_out(19, 0, 0));
    std::shuffle(raced.begin(), raced.end(), random);
  }
}

TEST_CASE("those left out are known, page by page") {
  RaceTable table(3);
  for (uint32_t b = 0; b < 70; ++b) table.add({0, AccessKind::load}, store(b), 2);
  CHECK(table.left_out().pairs == 67);
  CHECK(table.left_out().has_load);
  CHECK(table.left_out().are_serious);
  CHECK(table.left_out().allocations == std::vector<bool>{false, false, true});
  const std::vector<RacePair> first = table.left_out_pairs(0, 60), rest = table.left_out_pairs(60, 60);
  CHECK(first.size() == 60);
  CHECK(rest.size() == 7);
  CHECK(first[0].site[1] == 3);
  CHECK(rest.back().site[1] == 69);
  CHECK(rest.back().access[0] == AccessKind::load);
  CHECK(rest.back().access[1] == AccessKind::store);
}

TEST_CASE("a kernel with very many racing stores: a bounded report that says how many it leaves out, the same under every schedule") {
  KernelRun run(stores_to_one_word(120), {2, 1, 1}, {32, 1, 1});
  run.ints("out", 4);
  const Told told = told_of(run);
  CHECK(told.lines.size() == RaceTable::most_pairs);
  const std::string more = std::to_string(120 * 121 / 2 - RaceTable::most_pairs) + " more pairs of places race; told are the 4096 whose places stand closest together";
  CHECK(told.more == std::vector<std::string>{more});
  for (uint32_t line = 3; line < 123; ++line) CHECK(told.lines.contains({line, line}));
  for (const Schedule schedule : {Schedule::reverse, Schedule::round_robin, Schedule::random}) {
    CAPTURE(schedule_name(schedule));
    run.options.schedule = schedule;
    const Told again = told_of(run);
    CHECK(again.lines == told.lines);
    CHECK(again.more == told.more);
  }
}

TEST_CASE("few racing stores are all told, and nothing is left out") {
  KernelRun run(stores_to_one_word(40), {2, 1, 1}, {32, 1, 1});
  run.ints("out", 4);
  const Told told = told_of(run);
  CHECK(told.lines.size() == 40 * 41 / 2);
  CHECK(told.more.empty());
}

TEST_CASE("very many stores of one value are notes, and what is left out is no error either") {
  std::string text = "__global__ void many(int* out) {\n";
  for (int k = 0; k < 100; ++k) text += "  out[0] = 7;\n";
  KernelRun run(text + "}\n", {2, 1, 1}, {32, 1, 1});
  run.ints("out", 4);
  for (const Finding& finding : run.run().findings) CHECK(finding.severity == Severity::note);
}

TEST_CASE("behind a lock very many stores are clean, and one without it is found") {
  const auto kernel = [](bool has_stray) {
    std::string text = "__device__ int lock = 0;\n__global__ void many(int* out) {\n  if (threadIdx.x) return;\n";
    if (has_stray) text += "  out[0] = blockIdx.x;\n";
    text += "  while (atomicCAS(&lock, 0, 1)) ;\n  __threadfence();\n";
    for (int k = 0; k < 100; ++k) text += "  out[0] = blockIdx.x + " + std::to_string(k) + ";\n";
    return text + "  __threadfence();\n  atomicExch(&lock, 0);\n}\n";
  };
  for (const bool has_stray : {false, true}) {
    CAPTURE(has_stray);
    KernelRun run(kernel(has_stray), {3, 1, 1}, {32, 1, 1});
    run.ints("out", 4);
    const Told told = told_of(run);
    CHECK(told.lines.size() == (has_stray ? 101 : 0));
    CHECK(told.more.empty());
  }
}
