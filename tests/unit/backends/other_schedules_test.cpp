// Races that hide in the order that atomics and flags happened to come in: a run finds them by itself, in other schedules.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/backends/engine.h"
#include "app/backends/other_schedules.h"

using namespace wb;

namespace {

struct OrderCase {
  const char* name;
  const char* racy;   // its body, clean in order
  const char* mended; // clean in every order
  uint32_t blocks = 2, threads = 1;
};

// int* data, int* flag, int* out: of 64 elements, all zero.
constexpr OrderCase cases[] = {
    {"a flag that is set before the data it tells of",
     R"(if (blockIdx.x == 0) { if (atomicAdd(flag, 0) == 1) out[0] = data[0]; }
        else { atomicExch(flag, 1); __threadfence(); data[0] = 42; })",
     R"(if (blockIdx.x == 0) { if (atomicAdd(flag, 0) == 1) out[0] = data[0]; }
        else { data[0] = 42; __threadfence(); atomicExch(flag, 1); })"},
    {"a lock that is let go before the last read",
     R"(while (atomicCAS(flag, 0, 1) != 0) {}
        if (blockIdx.x == 0) data[0] = 7;
        __threadfence(); atomicExch(flag, 0);
        if (blockIdx.x == 1) out[0] = data[0];)",
     R"(while (atomicCAS(flag, 0, 1) != 0) {}
        if (blockIdx.x == 0) data[0] = 7;
        if (blockIdx.x == 1) out[0] = data[0];
        __threadfence(); atomicExch(flag, 0);)"},
    {"a ticket: all blocks but the last one in order fence their part",
     R"(data[blockIdx.x] = blockIdx.x;
        if (blockIdx.x + 1 < gridDim.x) __threadfence();
        if (atomicAdd(flag, 1) == gridDim.x - 1) { int sum = 0; for (int i = 0; i < gridDim.x; ++i) sum += data[i]; out[0] = sum; })",
     R"(data[blockIdx.x] = blockIdx.x;
        __threadfence();
        if (atomicAdd(flag, 1) == gridDim.x - 1) { int sum = 0; for (int i = 0; i < gridDim.x; ++i) sum += data[i]; out[0] = sum; })",
     4},
    {"a work queue whose neighbouring items share an element",
     "for (int i = atomicAdd(flag, 1); i < 32; i = atomicAdd(flag, 1)) out[i / 2] += i;",
     "for (int i = atomicAdd(flag, 1); i < 32; i = atomicAdd(flag, 1)) out[i] += i;"},
    {"a volatile flag whose branch is not taken in order",
     R"(volatile int* ready = flag;
        if (blockIdx.x == 0) { if (*ready) out[0] = data[0]; }
        else { data[0] = 1; *ready = 1; __threadfence(); })",
     R"(volatile int* ready = flag;
        if (blockIdx.x == 0) { if (*ready) out[0] = data[0]; }
        else { data[0] = 1; __threadfence(); *ready = 1; })"},
    {"a slot claimed by atomicCAS: who comes too late writes all the same",
     R"(if (atomicCAS(flag, 0, 1 + blockIdx.x) == 0) out[0] = blockIdx.x;
        else if (blockIdx.x == 0) out[0] = 9;)",
     R"(if (atomicCAS(flag, 0, 1 + blockIdx.x) == 0) out[0] = blockIdx.x;
        else if (blockIdx.x == 0) out[1] = 9;)"},
    {"an early exit once something is found: two may find at the same time",
     R"(if (atomicAdd(flag, 0)) return;
        data[16 + blockIdx.x] = 1;
        out[0] = blockIdx.x; __threadfence();
        atomicExch(flag, 1);)",
     R"(if (atomicAdd(flag, 0)) return;
        data[16 + blockIdx.x] = 1;
        if (atomicExch(flag, 1) == 0) out[0] = blockIdx.x;)"},
    {"a try-lock whose other way is not synchronised",
     R"(if (atomicCAS(flag, 0, 1) == 0) { data[0] = data[0] + 1; __threadfence(); atomicExch(flag, 0); }
        else data[0] = data[0] + 1;)",
     R"(if (atomicCAS(flag, 0, 1) == 0) { data[0] = data[0] + 1; __threadfence(); atomicExch(flag, 0); }
        else atomicAdd(&data[1], 1);)",
     8},
    {"made once, when it is not there yet: two may look before it is there",
     R"(if (atomicAdd(flag, 0) == 0) { data[0] = 100 + blockIdx.x; __threadfence(); atomicExch(flag, 1); })",
     R"(if (atomicCAS(flag, 0, 1) == 0) data[0] = 100 + blockIdx.x;)"},
    {"the place of an entry through memory: a count kept under a lock",
     R"(while (atomicCAS(flag, 0, 1) != 0) {}
        int at = data[0]; data[0] = at + 1;
        __threadfence(); atomicExch(flag, 0);
        out[at == 0 ? blockIdx.x : 2 + at % 2] = 1;
        if (blockIdx.x == 2) out[2] += 2;)",
     R"(while (atomicCAS(flag, 0, 1) != 0) {}
        int at = data[0]; data[0] = at + 1;
        __threadfence(); atomicExch(flag, 0);
        out[at] = 1;)",
     3},
    {"the winner of a block through shared memory, and a write past it",
     R"(__shared__ int winner;
        if (threadIdx.x == 0) winner = atomicAdd(flag, 1);
        __syncthreads();
        if (winner == 0) out[threadIdx.x] = 1;
        if (blockIdx.x == 0 && winner == 1) out[threadIdx.x + 1] = 2;
        if (blockIdx.x == 0 && winner == 0) out[threadIdx.x] = 2;)",
     R"(__shared__ int winner;
        if (threadIdx.x == 0) winner = atomicAdd(flag, 1);
        __syncthreads();
        if (winner == 0) out[threadIdx.x] = 1;
        if (blockIdx.x == 0 && winner == 1) out[threadIdx.x + 32] = 2;)",
     2, 32},
};

Launch launch_of(const std::string& body, uint32_t blocks, uint32_t threads) {
  Launch launch;
  launch.file_name = "k.cu";
  launch.source = "__global__ void k(int* data, int* flag, int* out) {\n" + body + "\n}\n";
  launch.device.grid = {blocks, 1, 1};
  launch.device.block = {threads, 1, 1};
  for (const char* name : {"data", "flag", "out"}) {
    launch.device.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.device.buffers.size())});
    launch.device.buffers.push_back(DeviceBuffer{name, ScalarKind::int_, 1, {64}, std::vector<uint8_t>(256), false, {}});
  }
  return launch;
}

RunResult run(const Launch& launch) {
  Progress progress;
  return make_simulated_engine()->run(launch, progress, {});
}

bool is_problem(const Finding& finding) { return finding.severity != Severity::note; }

}  // namespace

TEST_CASE("a race that the run's own order hides is found under another schedule, which its finding names") {
  for (const OrderCase& c : cases) {
    CAPTURE(std::string(c.name));
    Launch launch = launch_of(c.racy, c.blocks, c.threads);
    launch.other_schedules = 0;
    CHECK(run(launch).status == RunStatus::clean);
    launch.other_schedules = Launch::where_it_matters;
    const RunResult result = run(launch);
    CHECK(result.diagnostics.empty());
    CHECK(result.status == RunStatus::findings);
    const auto found = std::find_if(result.findings.begin(), result.findings.end(), is_problem);
    if (found == result.findings.end()) continue;
    REQUIRE(found->only_under.has_value());
    CHECK(message_with_schedule(*found).starts_with("only under --schedule " + std::string(schedule_name(found->only_under->schedule))));
    // It can be seen there.
    launch.other_schedules = 0;
    launch.schedule = found->only_under->schedule;
    launch.seed = found->only_under->seed;
    const RunResult there = run(launch);
    CHECK(std::any_of(there.findings.begin(), there.findings.end(), [&](const Finding& f) { return f.message == found->message && f.tick == found->tick; }));
  }
}

TEST_CASE("its mended twin stays clean under all of them") {
  for (const OrderCase& c : cases) {
    CAPTURE(std::string(c.name));
    Launch launch = launch_of(c.mended, c.blocks, c.threads);
    launch.other_schedules = 16;
    const RunResult result = run(launch);
    CHECK(result.others.tried.size() == 16);
    CHECK(result.status == RunStatus::clean);
    for (const Finding& f : result.findings)
      if (is_problem(f)) MESSAGE(message_with_schedule(f));
  }
}

TEST_CASE("where no value steers and no order comes through memory, one run is enough") {
  constexpr const char* bodies[] = {
      "atomicAdd(&out[data[threadIdx.x] & 7], 1);",
      "__shared__ int s[64]; s[threadIdx.x] = data[threadIdx.x]; __syncthreads(); if (threadIdx.x < 32) atomicAdd(out, s[threadIdx.x] + s[threadIdx.x + 32]);",
      "atomicMax(&out[1], data[threadIdx.x]); atomicAdd((float*)&out[2], 1.0f);",
      // An atomicAdd of one's own making: the branch leads to the same access again.
      "unsigned* p = (unsigned*)&out[3]; unsigned now = 0, was; do { was = now; now = atomicCAS(p, was, was + 3); } while (was != now);",
      // What came out is kept, and leads nowhere.
      "out[threadIdx.x + 64 * 0] = 0; __syncthreads(); if (blockIdx.x == 0) data[threadIdx.x] = atomicAdd(flag, 1);",
      "__shared__ int n; if (threadIdx.x == 0) n = 0; __syncthreads(); atomicAdd(&n, 1); __syncthreads(); if (threadIdx.x < n && blockIdx.x == 0) out[threadIdx.x] = n;",
  };
  for (const char* body : bodies) {
    CAPTURE(std::string(body));
    const RunResult result = run(launch_of(body, 1, 64));
    CHECK(result.ran());
    CHECK(result.others.tried.empty());
    CHECK(result.others.left_out == 0);
  }
}

TEST_CASE("where it can matter some are tried, and the shown result stays that of the run's own schedule") {
  Launch launch = launch_of("out[atomicAdd(flag, 1)] = blockIdx.x;", 8, 1);
  const RunResult result = run(launch);
  CHECK(result.status == RunStatus::clean);
  CHECK(result.others.tried.size() == 6);
  CHECK(std::none_of(result.others.tried.begin(), result.others.tried.end(), [](const auto& t) { return t.is_cut || t.pick == SchedulePick{}; }));
  CHECK(others_in_words(result.others) == "6 other schedules tried");
  launch.other_schedules = 0;
  const RunResult alone = run(launch);
  CHECK(alone.buffers[2].bytes == result.buffers[2].bytes);
  CHECK(alone.counters.warp_instructions == result.counters.warp_instructions);
  CHECK(alone.others.tried.empty());
}

TEST_CASE("a large launch is not tried many times over, and its result says what was left out") {
  const Launch launch = launch_of("int t = atomicAdd(flag, 1); for (int i = 0; i < 200000; ++i) out[t] = i;", 1, 1);
  const RunResult result = run(launch);
  CHECK(result.others.tried.size() == 4);
  CHECK(result.others.left_out == 2);
  CHECK(others_in_words(result.others) == "4 other schedules tried, 2 left out to save time (--schedules N runs N to their end)");
}

TEST_CASE("a finding that is worse under another schedule is told as that") {
  // In order both blocks store 1; in another order block 1 is first, and stores 2.
  const RunResult result = run(launch_of("int t = atomicAdd(flag, 1); out[0] = blockIdx.x == 1 && t == 0 ? 2 : 1;", 2, 1));
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].severity == Severity::error);
  CHECK(result.findings[0].only_under.has_value());
}
