// Any moment by replay equals the same moment of a fresh run; steps and queries agree with what a walk through all ticks finds.
#include <algorithm>
#include <chrono>
#include <random>

#include "../analysis/kernel_run.h"
#include "simulator/machine/machine.h"
#include "simulator/recording/replay.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

const char* reduction = R"(__global__ void sum(const float* in, float* out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  int i = blockIdx.x * 64 + t;
  float v = 0;
  if (i < n)
    v = in[i];
  s[t] = v;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
})";

// Random statements over a few variables, a shared array and a buffer.
std::string generated_kernel(std::mt19937& random) {
  auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  auto value = [&]() -> std::string {
    const char* choices[] = {"a", "b", "c", "t", "(int)blockIdx.x", "7", "s[(a & 63)]", "buf[(t + 3) & 127]"};
    return choices[pick(8)];
  };
  std::string text =
      "__device__ int deep(const int* above, int n) {\n  int own[2] = {n, above ? above[0] : 1};\n  if (n == 0)\n    return own[1];\n"
      "  return deep(own, n - 1) + own[1] * 3;\n}\n";
  text += "__global__ void g(int* buf, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  int a = t, b = n, c = 1;\n  s[t] = t;\n  __syncthreads();\n";
  for (int i = 0; i < 12; ++i) {
    switch (pick(8)) {
      case 0: text += "  a = " + value() + " + " + value() + ";\n"; break;
      case 1: text += "  b = " + value() + " * 3 - " + value() + ";\n"; break;
      case 2: text += "  if ((" + value() + " & 1) == 0)\n    c = c + " + value() + ";\n  else\n    a = " + value() + ";\n"; break;
      case 3: text += "  for (int i = 0; i < (t & 3); i++)\n    b += " + value() + ";\n"; break;
      case 4: text += "  s[t] = " + value() + ";\n"; break;
      case 7: text += "  c += deep(0, " + value() + " & 3);\n"; break;
      case 5: text += "  __syncthreads();\n"; break;
      case 6: text += "  atomicAdd(&buf[" + value() + " & 127], 1);\n"; break;
    }
  }
  return text + "  buf[blockIdx.x * 64 + t] = a + b + c + s[t];\n}\n";
}

bool same(const VariableView& a, const VariableView& b) { return a.name == b.name && a.type == b.type && a.value == b.value && a.is_poisoned == b.is_poisoned; }
bool same(const LaneView& a, const LaneView& b) { return a.state == b.state && a.span == b.span; }

KernelRun sum_run() {
  KernelRun run(reduction, {4, 1, 1}, {64, 1, 1});
  run.floats("in", 250).output("out", 4).number(250);
  run.options.record = true;
  return run;
}

}  // namespace

TEST_CASE("at any tick, replay shows what a fresh run shows") {
  std::mt19937 random(7);
  for (int example = 0; example < 12; ++example) {
    Schedule schedule = schedules[example % 5];
    KernelRun run(generated_kernel(random), {2, 1, 1}, {64, 1, 1});
    run.ints("buf", 128, 5).number(11);
    run.options.schedule = schedule;
    run.options.seed = static_cast<uint64_t>(example);
    CAPTURE(run.source);
    CAPTURE(schedule_name(schedule));
    CompileResult compiled = compile("k.cu", run.source, "");
    REQUIRE(compiled.ok());
    // Snapshots close together, so that most moments are reached from one.
    MachineOptions options{schedule, run.options.seed, {}};
    Machine machine(compiled.program, run.launch, options, nullptr);
    Recorder recorder(64 << 20, 50);
    recorder.take(machine);
    while (machine.run_until(recorder.next_stop()) == MachineStatus::paused) recorder.take(machine);
    Tick end = machine.tick();
    Replay replay(RecordedRun{compiled.program, run.launch, options, recorder.finish(), end, {}});
    CHECK(replay.end() == end);

    for (int moment = 0; moment < 25; ++moment) {
      Tick tick = moment == 0 ? end : random() % (end + 1);
      CAPTURE(tick);
      // A recording without snapshots runs from the start each time.
      Replay fresh(RecordedRun{compiled.program, run.launch, options, {}, end, {}});
      ThreadRef thread{static_cast<uint32_t>(random() % 2), static_cast<uint32_t>(random() % 64)};
      CHECK(replay.memory(tick, 0, 0).bytes == fresh.memory(tick, 0, 0).bytes);
      CHECK(replay.memory(tick, 1, thread.block).bytes == fresh.memory(tick, 1, thread.block).bytes);
      CHECK(replay.memory(tick, 1, thread.block).defined == fresh.memory(tick, 1, thread.block).defined);
      auto a = replay.lanes(tick, thread.block), b = fresh.lanes(tick, thread.block);
      CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same(x, y); }));
      CHECK(replay.blocks(tick) == fresh.blocks(tick));
      auto v = replay.variables(tick, thread), w = fresh.variables(tick, thread);
      CHECK(std::equal(v.begin(), v.end(), w.begin(), w.end(), [](auto& x, auto& y) { return same(x, y); }));
      auto i = replay.instruction(tick), j = fresh.instruction(tick);
      REQUIRE(i.has_value() == j.has_value());
      if (i) {
        CHECK(i->text == j->text);
        CHECK(i->active == j->active);
      }
    }
  }
}

TEST_CASE("the end of the replay is the end of the run") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    REQUIRE(result.recording);
    const Recording& r = *result.recording;
    CHECK(r.memory(r.end(), 1, 0).bytes == result.buffers[1].bytes);
    CHECK(r.end() == result.counters.warp_instructions);
    CHECK(!r.instruction(r.end()));
    CHECK(r.blocks(r.end())[3] == LaneState::done);
    CHECK(r.lanes(r.end(), 0)[5].state == LaneState::done);
  }
}

TEST_CASE("steps backwards undo steps forwards, and both see the same stops") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    const Recording& r = *result.recording;
    for (StepKind kind : {StepKind::instruction, StepKind::access, StepKind::line, StepKind::warp, StepKind::barrier, StepKind::divergence})
      for (Follow follow : {Follow{}, Follow{ThreadRef{2, 20}}}) {
        CAPTURE(static_cast<int>(kind));
        CAPTURE(follow.has_value());
        std::vector<Tick> forwards, backwards;
        for (auto t = r.step(0, kind, Direction::forwards, follow); t; t = r.step(*t, kind, Direction::forwards, follow)) {
          REQUIRE((forwards.empty() || *t > forwards.back()));
          forwards.push_back(*t);
        }
        for (auto t = r.step(r.end(), kind, Direction::backwards, follow); t; t = r.step(*t, kind, Direction::backwards, follow)) backwards.push_back(*t);
        std::reverse(backwards.begin(), backwards.end());
        // The two ends belong to one direction each.
        std::erase(forwards, r.end());
        std::erase(backwards, 0);
        CHECK(forwards.size() > 0);
        CHECK(forwards == backwards);
      }
    CHECK(r.step(5, StepKind::finish, Direction::forwards, {}) == r.end());
    CHECK(r.step(5, StepKind::finish, Direction::backwards, {}) == 0);
    CHECK(!r.step(r.end(), StepKind::finish, Direction::forwards, {}));
    CHECK(!r.step(0, StepKind::instruction, Direction::backwards, {}));
  }
}

TEST_CASE("a followed thread is found where it stands; lines, variables and values are its own") {
  KernelRun run = sum_run();
  SimulationResult result = run.run();
  const Recording& r = *result.recording;
  ThreadRef thread{2, 40};
  auto at = r.find_line(0, thread, 8, 1);
  REQUIRE(at);
  auto instruction = r.instruction(*at);
  REQUIRE(instruction);
  CHECK(instruction->block == 2);
  CHECK(instruction->warp == 1);
  auto variables = r.variables(*at, thread);
  auto find = [&](const char* name) {
    auto v = std::find_if(variables.begin(), variables.end(), [&](const VariableView& x) { return x.name == name; });
    return v == variables.end() ? std::string("none") : v->value;
  };
  CHECK(find("t") == "40");
  CHECK(find("i") == "168");
  CHECK(find("v") == "168");
  CHECK(r.values(*at, thread, "i")[0] == "160");
  CHECK(r.values(*at, thread, "i")[31] == "191");
  CHECK(r.values(*at, thread, "threadIdx.x")[3] == "35");

  // Thread 3 takes the addition four times: k = 32, 16, 8, 4.
  ThreadRef low{0, 3};
  for (uint32_t pass = 1; pass <= 4; ++pass) CHECK(r.find_line(0, low, 12, pass));
  CHECK(!r.find_line(0, low, 12, 5));
}

TEST_CASE("history of an element and of a thread") {
  for (Schedule schedule : schedules) {
    KernelRun run = sum_run();
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    const Recording& r = *result.recording;
    uint32_t s = 0;
    for (uint32_t a = 0; a < r.allocations().size(); ++a)
      if (r.allocations()[a].name == "s") s = a;
    auto all = r.history({s, 0, 1}, r.end(), 1000);
    // One store at first; six passes read and write it; the last read.
    CHECK(std::count_if(all.begin(), all.end(), [](auto& a) { return a.kind == AccessKind::store; }) == 7);
    CHECK(std::count_if(all.begin(), all.end(), [](auto& a) { return a.kind == AccessKind::load; }) == 7);
    CHECK(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.tick < b.tick; }));
    for (auto& a : all) CHECK(a.thread.block == 1);
    auto last = r.history({s, 0, 1}, r.end(), 3);
    REQUIRE(last.size() == 3);
    CHECK(last[2].tick == all.back().tick);
    float value = 0;
    std::memcpy(&value, &last[2].value, 4);
    CHECK(value == doctest::Approx(64 * 95.5));  // 64 + ... + 127
    auto mine = r.accesses_of({1, 0}, 0, 1000);
    CHECK(mine.size() == 1 + 1 + 6 * 3 + 1 + 1);
    auto at = r.accesses(last[2].tick);
    CHECK(std::any_of(at.begin(), at.end(), [&](auto& a) { return a.thread == ThreadRef{1, 0} && a.value == last[2].value; }));
  }
}

TEST_CASE("the timeline is whole and in order") {
  KernelRun run = sum_run();
  run.options.schedule = Schedule::round_robin;
  SimulationResult result = run.run();
  const Recording& r = *result.recording;
  auto slices = r.timeline(0, r.end(), 1'000'000);
  REQUIRE(!slices.empty());
  CHECK(slices.front().begin == 0);
  CHECK(slices.back().end == r.end());
  for (size_t i = 1; i < slices.size(); ++i) CHECK(slices[i].begin == slices[i - 1].end);
  CHECK(r.timeline(0, r.end(), 10).size() <= 10);
}

TEST_CASE("snapshots keep within their limit") {
  KernelRun run = sum_run();
  CompileResult compiled = compile("k.cu", run.source, "");
  REQUIRE(compiled.ok());
  Machine machine(compiled.program, run.launch, {}, nullptr);
  Recorder recorder(200'000, 4);
  recorder.take(machine);
  while (machine.run_until(recorder.next_stop()) == MachineStatus::paused) recorder.take(machine);
  CHECK(recorder.bytes() <= 200'000);
  CHECK(recorder.finish().size() > 2);
}

TEST_CASE("both parties of a race across blocks are found in the recording") {
  KernelRun run(R"(__global__ void k(int* x, int* y, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  x[i] = i + 1;
  __syncthreads();
  y[i] = x[(i + 64) % n];
})",
                {4, 1, 1}, {64, 1, 1});
  run.ints("x", 256).ints("y", 256).number(256);
  run.options.record = true;
  for (Schedule schedule : schedules) {
    run.options.schedule = schedule;
    SimulationResult result = run.run();
    REQUIRE(result.findings.size() == 1);
    const Finding& f = result.findings[0];
    REQUIRE(f.places.size() == 2);
    CHECK(f.places[0].tick < f.places[1].tick);
    CHECK(f.places[1].tick == f.tick);
    for (const FindingPlace& place : f.places) {
      ThreadRef thread{result.recording->shape().linear_block(place.block), result.recording->shape().linear_thread(place.thread)};
      auto accesses = result.recording->accesses(place.tick);
      CHECK(std::any_of(accesses.begin(), accesses.end(), [&](auto& a) { return a.thread == thread && a.kind == place.access && a.offset == 4 * f.flat_element; }));
      if (place.access == AccessKind::store) CHECK(place.value == std::to_string(f.flat_element + 1));
    }
    CHECK(result.recording->findings()[0].places[0].tick == f.places[0].tick);
  }
}
