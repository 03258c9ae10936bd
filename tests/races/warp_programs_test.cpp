// What comes of programs of one warp, against a model that knows the rules alone (warp_programs.h): values, races by their lines, masks that are wrong, and
// undefined values that matter; under every schedule.
//
//   WB_WARP_PROGRAMS=20000 WB_WARP_SEED=1 wb_test_warp_programs   as many as one likes, from that seed on
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>

#include "simulator/simulator.h"
#include "warp_programs.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

struct Count {
  uint64_t programs = 0, fine = 0, racy = 0, undefined = 0, wrong_masks = 0;
};

// What the simulator found: lines of races by their places; the other kinds by name.
struct Found {
  std::set<std::pair<uint32_t, uint32_t>> races;
  std::set<std::string> others;
  std::vector<uint32_t> out;
};
Found simulated(const CompileResult& compiled, Schedule schedule, uint64_t seed) {
  KernelLaunch launch;
  launch.block = {64, 1, 1};
  DeviceBuffer out;
  out.name = "out";
  out.scalar = ScalarKind::uint;
  out.shape = {64};
  out.bytes.assign(64 * 4, 0xFF);
  launch.buffers.push_back(out);
  launch.arguments.push_back(BufferArgument{0});
  RunOptions options;
  options.schedule = schedule;
  options.seed = seed;
  options.instruction_budget = 200'000;
  const SimulationResult result = simulate(compiled.program, launch, options);
  Found found;
  found.out.resize(64);
  std::memcpy(found.out.data(), result.buffers[0].bytes.data(), 64 * 4);
  for (const Finding& f : result.findings) {
    const std::string name = finding_name(f.kind);
    if (name.substr(0, 4) != "race" || f.places.size() != 2) {
      found.others.insert(name);
      continue;
    }
    found.races.insert(std::minmax(compiled.sources->start(f.places[0].span).line, compiled.sources->start(f.places[1].span).line));
  }
  return found;
}

std::string text_of(const std::set<std::pair<uint32_t, uint32_t>>& lines) {
  std::string text;
  for (const auto& [a, b] : lines) text += " " + std::to_string(a) + "-" + std::to_string(b);
  return text;
}

std::string difference(const WarpOutcome& expected, const Found& found) {
  const std::set<std::string> others = expected.uses_undefined ? std::set<std::string>{"warp.source"} : std::set<std::string>{};
  switch (expected.end) {
    case WarpOutcome::End::foreign_caller: return found.others.count("warp.caller") || found.others.count("warp.mask") ? "" : "  a wrong mask was not told\n";
    case WarpOutcome::End::stuck: return found.others.count("warp.mask") ? "" : "  lanes that never come were not told\n";
    case WarpOutcome::End::fine: break;
  }
  std::string text;
  if (expected.races != found.races) text += "  races expected" + text_of(expected.races) + ", found" + text_of(found.races) + "\n";
  if (others != found.others) {
    text += std::string("  undefined values ") + (expected.uses_undefined ? "matter" : "do not matter") + ", found";
    for (const std::string& name : found.others) text += " " + name;
    text += "\n";
  }
  if (!expected.races.empty() || expected.uses_undefined) return text;
  for (uint32_t t = 0; t < 64; ++t)
    if (found.out[t] != expected.out[t % 32]) return text + "  out[" + std::to_string(t) + "] is " + std::to_string(found.out[t]) + ", not " + std::to_string(expected.out[t % 32]) + "\n";
  return text;
}

std::string mistakes(WarpProgram program, uint64_t seed, Count* count) {
  const CompileResult compiled = compile("k.cu", program.text(), "k");
  if (!compiled.ok()) return "  does not compile\n";
  const WarpOutcome expected = outcome_of(program);
  if (count) {
    ++count->programs;
    count->wrong_masks += expected.end != WarpOutcome::End::fine;
    count->racy += expected.end == WarpOutcome::End::fine && !expected.races.empty();
    count->undefined += expected.end == WarpOutcome::End::fine && expected.uses_undefined;
    count->fine += expected.end == WarpOutcome::End::fine && expected.races.empty() && !expected.uses_undefined;
  }
  for (Schedule schedule : schedules)
    if (std::string text = difference(expected, simulated(compiled, schedule, seed)); !text.empty()) return std::string("  ") + schedule_name(schedule) + "\n" + text;
  return {};
}

uint64_t number_from(const char* variable, uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST_CASE("programs of one warp come to what the rules say") {
  const uint64_t programs = number_from("WB_WARP_PROGRAMS", 400), first = number_from("WB_WARP_SEED", 1);
  Count count;
  uint64_t failures = 0;
  for (uint64_t seed = first; seed < first + programs && failures < 3; ++seed) {
    WarpProgram program = generate_warp_program(seed);
    std::string found = mistakes(program, seed, &count);
    if (found.empty()) continue;
    ++failures;
    for (bool has_shrunk = true; has_shrunk;) {
      has_shrunk = false;
      for (WarpProgram& candidate : smaller(program)) {
        std::string still = mistakes(candidate, seed, nullptr);
        if (still.empty() || still.find("compile") != std::string::npos) continue;
        program = std::move(candidate);
        found = std::move(still);
        has_shrunk = true;
        break;
      }
    }
    FAIL_CHECK("seed " << seed << "\n" << program.text() << found);
  }
  MESSAGE(count.programs << " programs: " << count.fine << " clean, " << count.racy << " racy, " << count.undefined << " with undefined values that matter, " << count.wrong_masks << " with wrong masks");
  if (programs < 100 || failures) return;
  CHECK(count.fine > count.programs / 20);
  CHECK(count.racy > count.programs / 20);
  CHECK(count.undefined > count.programs / 20);
  CHECK(count.wrong_masks > count.programs / 40);
}
