// A recording of one grid of a family shows, tick for tick, what the run of the whole launch did.
#include <algorithm>
#include <set>

#include "simulator/machine/machine.h"
#include "simulator/recording/grid_family.h"
#include "simulator/recording/replay.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

// Children of several shapes, with what a run may depend on: memory, shared memory, atomics, barriers, shuffles, the clock, waiting, the heap, calls, printing.
const char* family = R"(
  struct Where { int* to; short first; };
  __device__ int total;
  __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  __global__ void leaf(Where where, int add) {
    extern __shared__ int tile[];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    tile[threadIdx.x] = where.to[(i + where.first) & 63];
    __syncthreads();
    int x = tile[(threadIdx.x + 1) % blockDim.x] + add;
    x += __shfl_xor_sync(__activemask(), x, 1);
    if (i % 3 == 0) atomicAdd(&total, fib(i & 3));
    where.to[i & 63] = x + (int)(clock64() & 7);
  }
  __global__ void middle(int* data, int depth) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, data[threadIdx.x & 63]);
    for (int i = 0; i < (threadIdx.x & 7); ++i) __nanosleep(100);
    __syncthreads();
    if (threadIdx.x == 1) {
      int* mine = (int*)malloc(8);
      mine[1] = sum;
      data[8 + depth] += mine[1] & 15;
      free(mine);
      printf("middle %d of depth %d: %d\n", blockIdx.x, depth, sum);
      Where where{data, (short)depth};
      leaf<<<2, 24, 24 * sizeof(int)>>>(where, depth);
      if (depth < 2) middle<<<1, 70>>>(data, depth + 1);
      leaf<<<1, 33, 33 * sizeof(int), cudaStreamTailLaunch>>>(where, 100);
    }
  }
  __global__ void k(int* data) {
    atomicAdd(&data[threadIdx.x], (int)blockIdx.x + 1);
    if (threadIdx.x == 3) middle<<<2, 40, 0, cudaStreamFireAndForget>>>(data, blockIdx.x);
  })";

Kernel recorded(const char* text, Schedule schedule, uint64_t seed) {
  Kernel k(text, "k");
  std::vector<int32_t> data(64);
  for (int i = 0; i < 64; ++i) data[static_cast<size_t>(i)] = i * 7 % 30;
  k.options.record = true;
  k.shape({3, 1, 1}, {40, 1, 1}).in(data).run(schedule, seed);
  return k;
}

}  // namespace

TEST_CASE("each grid of a family is shown as the run of the launch came by, at every tick, under every schedule") {
  for (const Schedule schedule : all_schedules) {
    CAPTURE(schedule_name(schedule));
    const Kernel k = recorded(family, schedule, 5);
    REQUIRE(k.result.family);
    const GridFamily& grids = *k.result.family;
    CHECK(grids.grids().size() > 20);
    MachineOptions options{schedule, 5, {}};
    Machine whole(k.compiled.program, k.launch, options, nullptr);
    std::shared_ptr<const Recording> recording = k.result.recording;
    std::set<uint32_t> seen;
    uint64_t ticks = 0;
    for (;; whole.run_until(whole.tick() + 1)) {
      std::optional<NextInstruction> next = whole.next();
      if (!next) {
        CHECK(recording->end() == whole.tick() - recording->first_tick());
        if (!whole.begin_next_grid()) break;
        recording = grids.record(whole.state().grid);
        REQUIRE(recording);
        CHECK(recording->grid() == whole.state().grid);
        seen.insert(recording->grid());
        next = whole.next();
        REQUIRE(next);
      }
      const Tick tick = whole.tick() - recording->first_tick();
      CAPTURE(recording->grid());
      CAPTURE(tick);
      const auto shown = recording->instruction(tick);
      REQUIRE(shown);
      CHECK(shown->block == next->block);
      CHECK(shown->warp == next->warp);
      CHECK(shown->active == next->lanes);
      CHECK(shown->text == disassemble(*k.compiled.program, next->pc));
      if (tick % 16 == 0) {
        CHECK(recording->memory(tick, 0, 0).bytes == whole.read_memory(0, 0).bytes);
        for (uint32_t a = 1; a < whole.allocations().size(); ++a)
          if (whole.allocations()[a].space == Space::shared) CHECK(recording->memory(tick, a, next->block).bytes == whole.read_memory(a, next->block).bytes);
        CHECK(recording->blocks(tick) == whole.block_states());
        CHECK(recording->console(tick) == whole.state().console);
      }
      ++ticks;
    }
    CHECK(ticks == k.result.counters.warp_instructions);
    CHECK(seen.size() + 1 == grids.grids().size());
  }
}

TEST_CASE("the recording of a grid knows when the first party of a race there was at work, and the launch's own that of a race with a child") {
  const char* racy = R"(
    __global__ void child(int* data) { data[0] = data[0] + blockIdx.x; }
    __global__ void k(int* data) {
      if (threadIdx.x == 0) child<<<3, 1>>>(data + 1);
      data[threadIdx.x] = 1;
    })";
  const Kernel k = recorded(racy, Schedule::in_order, 0);
  REQUIRE(k.result.family);
  size_t looked_at = 0;
  for (const uint32_t grid : {0u, 1u}) {
    const auto recording = k.result.family->record(grid);
    REQUIRE(recording);
    for (const Finding& finding : recording->findings()) {
      if (finding.places.size() != 2 || finding.places[0].grid != grid) continue;
      CAPTURE(finding.message);
      const FindingPlace& place = finding.places[0];
      const auto tick = recording->moment_of(place.tick);
      REQUIRE(tick);
      const std::vector<AccessRecord> accesses = recording->accesses(*tick);
      const auto is_it = [&](const AccessRecord& a) { return a.kind == place.access && a.thread.block == place.block.x && a.thread.thread == place.thread.x; };
      CHECK(std::any_of(accesses.begin(), accesses.end(), is_it));
      ++looked_at;
    }
  }
  CHECK(looked_at >= 2);
}

TEST_CASE("the recordings of a launch's own grid, of the one that is looked at and of the one that is made share what a recording may take") {
  const char* text = R"(
  __global__ void child(int* data, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = i, b = 1;
    for (int round = 0; round < rounds; ++round) {
      a = a * 747796405 + b;
      b ^= a >> 5;
      data[(a >> 8) & 16383] = a;
    }
  }
  __global__ void k(int* data, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = i, b = 1;
    for (int round = 0; round < rounds; ++round) {
      a = a * 747796405 + b;
      b ^= a >> 5;
      data[(a >> 8) & 16383] = a;
    }
    if (i < 2) child<<<4, 128>>>(data, rounds);
  })";
  Kernel k(text, "k");
  k.options.record = true;
  k.options.snapshot_bytes = 4 << 20;
  k.shape({4, 1, 1}, {128, 1, 1}).in(std::vector<int32_t>(16384)).value(int64_t{700}).run(Schedule::random, 5);
  REQUIRE(k.result.family);
  size_t together = 0;
  const auto look = [&](const Recording& recording) {
    for (Tick tick = 0; tick < recording.end(); tick += recording.end() / 20) recording.lanes(tick, 1);
    const Replay::Use use = dynamic_cast<const Replay&>(recording).use();
    CHECK(use.snapshots > 4);
    together += use.snapshot_bytes + use.index_bytes + use.near_bytes;
  };
  look(*k.result.recording);
  const auto shown = k.result.family->record(1), made = k.result.family->record(2);
  REQUIRE((shown && made));
  look(*shown);
  look(*made);
  CHECK(together > 2 << 20);
  CHECK(together <= 4 << 20);
}

TEST_CASE("the list of a family says who launched which grid where, and when each ran") {
  const Kernel k = recorded(family, Schedule::in_order, 0);
  REQUIRE(k.result.family);
  const GridFamily& grids = *k.result.family;
  CHECK(grids.grid(0).kernel == "k");
  CHECK(grids.grid(0).end == k.result.recording->end());
  for (const LaunchedGrid& grid : grids.grids().subspan(1)) {
    CAPTURE(grid.number);
    const LaunchedGrid& parent = grids.grid(grid.parent);
    CHECK(grid.depth == parent.depth + 1);
    CHECK(grid.has_begun);
    CHECK(grid.begin >= parent.end);
    const auto of_parent = grids.record(grid.parent);
    REQUIRE(of_parent);
    const auto launching = of_parent->instruction(grid.launched);
    REQUIRE(launching);
    CHECK(launching->text.starts_with("grid_launch"));
    CHECK(launching->block == grid.by.block);
    CHECK(launching->warp == grid.by.thread / 32);
    CHECK(launching->span == grid.span);
  }
  const LaunchedGrid& first = grids.grid(1);
  CHECK(first.kernel == "middle");
  CHECK(first.shape.grid == Index3{2, 1, 1});
  CHECK(first.shape.block == Index3{40, 1, 1});
  CHECK(first.by == ThreadRef{0, 3});
  for (const LaunchedGrid& grid : grids.grids().subspan(1)) CHECK(grid.is_tail == (grids.grid(grid.parent).kernel == "middle" && grid.shape.block.x == 33));
}

TEST_CASE("questions about a child grid's past are answered from its own recording") {
  Kernel k(R"(
    __global__ void child(int* data, int add) {
      int i = threadIdx.x;
      int old = data[i];
      data[i] = old + add;
    }
    __global__ void k(int* data) {
      data[threadIdx.x] = 10;
      __syncthreads();
      if (threadIdx.x == 0) { child<<<1, 8>>>(data, 1); child<<<1, 8>>>(data, 2); }
    })", "k");
  k.options.record = true;
  k.shape({1, 1, 1}, {8, 1, 1}).in(std::vector<int32_t>(8)).run();
  CHECK(k.kinds() == "");
  REQUIRE(k.result.family);
  const auto second = k.result.family->record(2);
  REQUIRE(second);
  CHECK(second->shape().block == Index3{8, 1, 1});
  const MemoryView start = second->memory(0, 0, 0);
  CHECK(start.bytes[12] == 11);
  const auto written = second->who_wrote(second->place_of({0, 3, 0}), second->end());
  REQUIRE(written);
  CHECK(written->thread == ThreadRef{0, 3});
  CHECK(written->old_value == 11);
  CHECK(written->value == 13);
  CHECK(second->history({0, 3, 0}, second->end(), 10).size() == 2);
  CHECK(second->accesses_of({0, 3}, 0, 10).size() == 2);
  const auto at_store = second->variables(written->tick, {0, 3});
  const auto old = std::find_if(at_store.begin(), at_store.end(), [](const VariableView& v) { return v.name == "old"; });
  REQUIRE(old != at_store.end());
  CHECK(old->value == "11");
  const auto add = std::find_if(at_store.begin(), at_store.end(), [](const VariableView& v) { return v.name == "add"; });
  REQUIRE(add != at_store.end());
  CHECK(add->value == "2");
  // Backwards from the end to the line before, and to the start.
  const auto back = second->step(second->end(), StepKind::line, Direction::backwards, ThreadRef{0, 3});
  REQUIRE(back);
  CHECK(*back < second->end());
  CHECK(second->step(*back, StepKind::finish, Direction::backwards, std::nullopt) == Tick{0});
}

TEST_CASE("a launch without children has no family; a run that is stopped has grids that never began, and records none of those") {
  Kernel plain("__global__ void k(int* p) { p[0] = 1; }");
  plain.options.record = true;
  plain.in(std::vector<int32_t>(1)).run();
  CHECK(!plain.result.family);
  Kernel endless(R"(
    __global__ void child(volatile int* p) { while (p[0] == 0) p[1] += 1; }
    __global__ void k(int* p) { child<<<1, 1>>>(p); child<<<1, 1>>>(p); })", "k");
  endless.options.record = true;
  endless.options.instruction_budget = 5000;
  endless.in(std::vector<int32_t>(2)).run();
  REQUIRE(endless.result.family);
  CHECK(endless.result.family->grid(1).has_begun);
  CHECK(!endless.result.family->grid(2).has_begun);
  CHECK(!endless.result.family->record(2));
  const auto first = endless.result.family->record(1);
  REQUIRE(first);
  CHECK(first->end() == endless.result.counters.warp_instructions - first->first_tick());
}

TEST_CASE("each kernel of a family has room for its own shared variables alone") {
  const char* text = R"(
    __device__ int* of_all() { __shared__ int common[4]; return common; }
    __global__ void child(int* p) {
      __shared__ int big[10000];
      big[threadIdx.x] = p[0];
      of_all()[threadIdx.x] = big[0];
      __syncthreads();
      p[threadIdx.x] = of_all()[threadIdx.x] + 1;
    }
    __global__ void k(int* p) {
      __shared__ double also_big[5000];
      also_big[threadIdx.x] = p[0];
      of_all()[1] = 3;
      p[0] = (int)also_big[0] + of_all()[1];
      child<<<1, 1>>>(p);
    })";
  Kernel k(text, "k");
  k.options.record = true;
  k.in(std::vector<int32_t>{4}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[0] == 8);
  CHECK(k.compiled.static_shared_bytes == 40016);
  REQUIRE(k.result.family);
  const auto child = k.result.family->record(1);
  REQUIRE(child);
  const auto all = child->allocations();
  for (uint32_t a = 0; a < all.size(); ++a) {
    if (all[a].name == "also_big") CHECK(all[a].bytes == 0);
    if (all[a].name == "big") CHECK(child->memory(child->end() - 1, a, 0).bytes.size() == 40000);
  }
}
