// Counters by warp and over time: their sums are the launch's, whatever the schedule, and nothing else of the run changes.
#include <doctest/doctest.h>

#include "kernel_run.h"
#include "simulator/analysis/counter_profile.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

Counters sum_of(const std::vector<Counters>& rows) {
  Counters sum;
  for (const Counters& row : rows) sum += row;
  return sum;
}

// A bit of everything: loads, shared memory, barriers, a divergent branch, atomics of both kinds, constants; warps that do more than others.
KernelRun busy() {
  KernelRun run(R"(
__constant__ int table[32];
__global__ void k(const int* in, int* out, int* sums) {
  __shared__ int s[96];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i] + table[t & 31];
  __syncthreads();
  int v = s[(t * 2) % 96];
  if (t & 1) v += 3;
  for (int k = 0; k < t / 32 * 4; k++) v += in[k];
  atomicAdd(&sums[t & 3], v);
  if (t == 0) out[blockIdx.x * 96] = atomicAdd(&sums[4], 1);
  __syncthreads();
  out[i] = v;
})", {5, 1, 1}, {96, 1, 1});
  run.ints("in", 480, 2).ints("out", 480).ints("sums", 8);
  return run;
}

}  // namespace

TEST_CASE("rows of warps add up to the launch's counters under every schedule") {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    CAPTURE(schedule_name(schedule));
    KernelRun run = busy();
    run.options.schedule = schedule;
    run.options.seed = 5;
    const SimulationResult plain = run.run();
    run.options.count_by_warp = run.options.count_over_time = true;
    const SimulationResult result = run.run();
    CHECK(plain.warp_counters.rows.empty());
    CHECK(plain.counters_over_time.buckets.empty());
    CHECK(result.counters == plain.counters);
    CHECK(result.accesses == plain.accesses);
    for (size_t b = 0; b < plain.buffers.size(); ++b) CHECK(result.buffers[b].bytes == plain.buffers[b].bytes);

    CHECK(result.warp_counters.warps == 15);
    CHECK(result.warp_counters.warps_per_block == 3);
    REQUIRE(result.warp_counters.rows.size() == 15);
    Counters warps = sum_of(result.warp_counters.rows);
    CHECK(warps.barriers == 0);
    warps.barriers = plain.counters.barriers;
    CHECK(warps == plain.counters);
    CHECK(sum_of(result.counters_over_time.buckets) == plain.counters);
  }
}

TEST_CASE("a row has what its own warp did") {
  KernelRun run = busy();
  run.options.count_by_warp = true;
  const WarpCounters warps = run.run().warp_counters;
  for (size_t w = 0; w < 15; ++w) {
    CAPTURE(w);
    CHECK(warps.rows[w].global_load_requests == 1 + w % 3 * 4);
    CHECK(warps.rows[w].global_loads == 32 * (1 + w % 3 * 4));
    CHECK(warps.rows[w].atomic_red_requests == 1);
    CHECK(warps.rows[w].atomic_atom_requests == (w % 3 == 0));
    CHECK(warps.rows[w].constant_load_requests == 32);
    CHECK(warps.rows[w].branch_divergent >= 1);
  }
}

TEST_CASE("buckets are of equal width but for the last") {
  KernelRun run("__global__ void k(int* out) { int t = threadIdx.x, v = 0; for (int i = 0; i < 5000; i++) v += i ^ t; out[t] = v; for (int i = 0; i < 100; i++) out[t] += i; }", {1, 1, 1}, {32, 1, 1});
  run.ints("out", 32);
  run.options.count_over_time = true;
  const SimulationResult result = run.run();
  const CountersOverTime& time = result.counters_over_time;
  REQUIRE(time.buckets.size() >= TimeBuckets::most_buckets / 2);
  REQUIRE(time.buckets.size() <= TimeBuckets::most_buckets);
  for (size_t i = 0; i + 1 < time.buckets.size(); ++i) REQUIRE(time.buckets[i].warp_instructions == time.ticks_per_bucket);
  CHECK(time.buckets.back().warp_instructions <= time.ticks_per_bucket);
  CHECK(sum_of(time.buckets) == result.counters);
  // All traffic is at the end.
  CHECK(time.buckets.front().global_loads == 0);
  CHECK(time.buckets[time.buckets.size() - 2].global_loads > 0);
}

TEST_CASE("a run that is cut short has buckets for what it did") {
  KernelRun run("__global__ void k(int* out) { while (true) out[threadIdx.x] += 1; }", {1, 1, 1}, {32, 1, 1});
  run.ints("out", 32);
  run.options.count_over_time = run.options.count_by_warp = true;
  run.options.instruction_budget = 12'345;
  const SimulationResult result = run.run();
  CHECK(result.status == SimulationStatus::budget_spent);
  CHECK(sum_of(result.counters_over_time.buckets) == result.counters);
  CHECK(sum_of(result.warp_counters.rows) == result.counters);
}

TEST_CASE("time buckets merge by neighbours, and stay within their bound") {
  TimeBuckets time;
  Counters so_far;
  for (uint64_t tick = 0; tick < 100'000;) {
    tick = time.end();
    so_far.warp_instructions = tick;
    so_far.barriers = tick / 7;
    time.take(tick, so_far);
    const CountersOverTime now = time.result();
    REQUIRE(now.buckets.size() < TimeBuckets::most_buckets);
    REQUIRE(sum_of(now.buckets) == so_far);
    if (tick > 600) REQUIRE(now.buckets.size() >= TimeBuckets::most_buckets / 2);
  }
}

TEST_CASE("launches of very many warps have rows of several") {
  const LaunchShape shape{{WarpTable::most_rows, 1, 1}, {96, 1, 1}};
  WarpTable table(shape), other(shape);
  Counters one;
  one.global_loads = 1;
  table.add(0, 2, one);
  other.add(0, 2, one);
  other.add(1, 0, one);
  other.add(static_cast<uint32_t>(WarpTable::most_rows - 1), 2, one);
  table.absorb(other);
  const WarpCounters result = table.result();
  CHECK(result.warps == 3 * WarpTable::most_rows);
  CHECK(result.warps_per_row == 4);
  REQUIRE(result.rows.size() == 3 * WarpTable::most_rows / 4);
  CHECK(result.rows[0].global_loads == 3);
  CHECK(result.rows.back().global_loads == 1);
  CHECK(sum_of(result.rows).global_loads == 4);
}
