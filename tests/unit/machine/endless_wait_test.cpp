// A launch that can never end is known for it, soon; one that can is never taken for it.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

struct Plan {
  Schedule schedule;
  uint64_t seed;
};
constexpr Plan plans[] = {{Schedule::in_order, 0}, {Schedule::reverse, 0}, {Schedule::round_robin, 0}, {Schedule::random, 1}, {Schedule::adversarial, 2}};

struct Case {
  std::string name;
  uint32_t blocks, threads;
  std::string body;  // p: 256 zeros; q: the same as volatile; t, b: thread and block
  std::string before = "";
};

const std::string head = "#include <cuda/atomic>\n#include <cuda/barrier>\n#include <cuda/pipeline>\n"
                         "__device__ void wait_at(int n, int c) { asm volatile(\"bar.sync %0, %1;\" :: \"r\"(n), \"r\"(c) : \"memory\"); }\n"
                         "__device__ void arrive_at(int n, int c) { asm volatile(\"bar.arrive %0, %1;\" :: \"r\"(n), \"r\"(c) : \"memory\"); }\n";

SimulationResult run(const Case& c, const Plan& plan, uint64_t budget) {
  Kernel k(head + c.before + "__global__ void k(int* p) { volatile int* q = p; int t = threadIdx.x, b = blockIdx.x; (void)q; (void)t; (void)b; " + c.body + " }");
  k.options.instruction_budget = budget;
  k.options.checks = false;
  k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(256, 0)).run(plan.schedule, plan.seed);
  return k.result;
}

const Case endless[] = {
    {"an atomic looks at a flag that nobody sets", 2, 64, "while (atomicAdd(p, 0) == 0) {}"},
    {"a volatile flag", 1, 40, "while (q[t] == 0) ;"},
    {"a plain flag", 1, 32, "if (t == 5) q[9] = 1; while (p[0] == 0) ;"},
    {"a lock that its holder never releases", 20, 64, "if (t == 0) { while (atomicCAS(p, 0, 1)) {} q[1] = b; }"},
    {"taken by exchange", 3, 32, "if (t == 0) while (atomicExch(p, 1)) {}"},
    {"taken twice by one thread", 1, 1, "for (int i = 0; i < 2; i++) while (atomicCAS(p, 0, 1)) {}"},
    {"a pause that grows, and passes that are counted", 1, 32, "unsigned ns = 1; int passes = 0; while (atomicCAS(p, 1, 2) != 1) { __nanosleep(ns); ns += 3; passes++; } p[t + 1] = passes;"},
    {"more blocks than are at work at once", 3000, 32, "if (t == 0) while (atomicCAS(p, 0, 1)) {}"},
    {"some lanes of a warp, while others have ended", 1, 64, "if (t & 1) return; while (q[0] == 0) ;"},
    {"lanes in different loops", 1, 32, "if (t % 3 == 0) { while (q[0] == 0) ; } else if (t % 3 == 1) { while (atomicAdd(p + 1, 0) == 0) __nanosleep(9); } else { while (q[3] < 5) if (q[4]) break; }"},
    {"the flag would be set behind a barrier", 2, 64, "__shared__ int f; if (t == 0) f = 0; __syncthreads(); if (t < 32) { while (atomicAdd(&f, 0) == 0) {} } else { __syncthreads(); atomicExch(&f, 1); }"},
    {"a barrier in the loop", 2, 96, "__shared__ int f; do { if (t == 0) f = q[0]; __syncthreads(); } while (__syncthreads_or(f) == 0);"},
    {"one lane looks for the warp", 1, 64, "int v; do { v = t % 32 == 0 ? q[0] : 0; v = __shfl_sync(0xffffffff, v, 0); } while (v == 0);"},
    {"the warp votes", 2, 64, "while (!__any_sync(0xffffffff, q[t] == t + 1)) ;"},
    {"what is expected stands in local memory", 2, 32, "cuda::atomic_ref<int> a(*p); if (t == 0) { int none = 0; while (!a.compare_exchange_weak(none, 1, cuda::memory_order_acquire)) none = 0; }"},
    {"in a function that calls itself", 1, 32, "dive(q, 4);", "__device__ int dive(volatile int* q, int n) { if (n) return dive(q, n - 1) + q[n]; while (q[0] == 0) ; return 1; }"},
    {"wait() of a semaphore", 2, 32, "if (t == 0) { while (true) { int c = atomicAdd(p, 0); if (c > 0 && atomicCAS(p, c, c - 1) == c) break; } }"},
    {"each waits for what the other sets first", 2, 32, "if (t == 0) { while (q[b] == 0) ; __threadfence(); q[1 - b] = 1; }"},
    {"a cuda::barrier for one more than there are", 2, 64, "__shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, 65); __syncthreads(); bar.arrive_and_wait();"},
    {"a cuda::barrier at which one does not arrive", 2, 64, "__shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, 64); __syncthreads(); if (t == 9) return; bar.arrive_and_wait();"},
    {"a pipeline without its producer", 1, 64, "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto g = cooperative_groups::this_thread_block(); auto pipe = cuda::make_pipeline(g, &state, 32); if (t >= 32) pipe.consumer_wait();",
     "#include <cooperative_groups.h>\n"},
    {"some wait at a barrier with a number for a warp that looks at a flag", 2, 96, "if (t < 32) { while (atomicAdd(p, 0) == 0) {} arrive_at(1, 96); } else wait_at(1, 96);"},
    {"a producer and its consumer go round until somebody says stop", 2, 64, "if (t < 32) { do { arrive_at(1, 64); wait_at(2, 64); } while (q[0] == 0); } else { do { wait_at(1, 64); arrive_at(2, 64); } while (q[0] == 0); }"},
    {"two warps go round, and a third waits for more than will come", 1, 96, "if (t < 64) { do wait_at(1, 64); while (q[0] == 0); } else wait_at(2, 64);"},
    {"after a lot of work", 1, 64, "for (int i = 0; i < 3000; i++) q[t + 1] = i; while (q[0] == 0) ;"},
};

const Case ending[] = {
    {"passes are counted, and there are only so many", 1, 64, "for (int i = 0; i < 3000 && q[0] == 0; i++) ;"},
    {"a pause that grows until it is too long", 1, 32, "unsigned ns = 1; while (q[0] == 0 && ns < 60000) { __nanosleep(ns); ns += 7; }"},
    {"until the clock says so", 2, 32, "long long t0 = clock64(); while (q[0] == 0 && clock64() - t0 < 60000) ;"},
    {"the last lane sets the flag after a long time", 2, 64, "if (t == 63 && b == 1) { int x = 1; for (int i = 0; i < 9000; i++) x = x * 3 + i; q[1] = x; __threadfence(); q[0] = 1; } else while (q[0] == 0) ;"},
    {"a lock, one after the other", 12, 64, "if (t % 32 == 0) { while (atomicCAS(p, 0, 1)) __nanosleep(20); for (int i = 0; i < 300; i++) q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0); }"},
    {"inside of a warp", 1, 64, "while (atomicCAS(p, 0, 1)) ; for (int i = 0; i < 40; i++) q[1] = q[1] + 1; __threadfence(); atomicExch(p, 0);"},
    {"tickets", 2, 64, "int mine = atomicAdd(p, 1); while (q[2] != mine) ; for (int i = 0; i < 10; i++) q[1] = q[1] + 1; __threadfence(); q[2] = mine + 1;"},
    {"the block that has not begun sets the flag", 40, 32, "if (t == 0) { if (b == 39) { __threadfence(); q[0] = 1; } else while (q[0] == 0) ; }"},
    {"the flag comes behind a long loop over shared memory", 1, 64, "__shared__ int s[64]; __shared__ volatile int f; s[t] = t; if (t == 0) f = 0; __syncthreads(); if (t < 32) { while (f == 0) ; } else { for (int i = 0; i < 4000; i++) s[t] = s[t] * 5 + 1; __threadfence_block(); f = 1; } p[t] = s[t];"},
    {"a barrier in the loop, and the block counts", 2, 96, "__shared__ int f; if (t == 0) f = 0; __syncthreads(); while (true) { if (t == 0) f++; __syncthreads(); int now = f; __syncthreads(); if (now == 2000) break; }"},
    {"the warp counts together", 1, 64, "int n = t; do { n += 1; } while (!__all_sync(0xffffffff, n > 5000));"},
    {"one lane counts for the warp", 1, 32, "int v = 0, n = 0; do { if (t == 0) n++; v = __shfl_sync(0xffffffff, n, 0); } while (v < 6000);"},
    {"the counter stands in local memory", 1, 32, "int n[4] = {0, 0, 0, 0}; while (n[q[t] & 3] < 3000) n[q[0] & 3]++;"},
    {"the counter is an argument on the way down", 1, 32, "p[t] = dive(q, 60);", "__device__ int dive(volatile int* q, int n) { for (int i = 0; i < 30; i++) q[9] = i; return n ? dive(q, n - 1) + q[0] : 7; }"},
    {"phases of a cuda::barrier", 2, 64, "__shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, 64); __syncthreads(); for (int i = 0; i < 60; i++) bar.arrive_and_wait(); p[t] = 1;"},
    {"who only arrives lets others go on some time", 1, 128, "if (t < 32) { while (q[0] == 0) arrive_at(1, 128); } else if (t < 64) { wait_at(1, 128); q[0] = 1; }"},
    {"numbers in turns, and a long time", 1, 64, "for (int i = 0; i < 3000 && q[0] == 0; i++) wait_at(1 + i % 3, 64); q[0] = 1;"},
    {"the flag comes when a barrier with a number has been passed", 2, 96, "if (t < 32) { while (q[b] == 0) ; } else if (t < 64) { int x = 1; for (int i = 0; i < 9000; i++) x = x * 3 + i; p[t + 99] = x; arrive_at(3, 64); } else { wait_at(3, 64); q[b] = 1; }"},
    {"number 0, for all, is the block's own barrier", 1, 96, "if (t < 32) { int x = 1; for (int i = 0; i < 9000; i++) x = x * 3 + i; wait_at(0, 96 + (x & 0)); q[0] = 1; } else __syncthreads(); while (q[0] == 0) ;"},
    {"the last warp to leave lets go who waits for all", 1, 96, "if (t < 32) { asm volatile(\"bar.sync 5;\"); q[0] = 1; } else if (t < 64) { while (q[0] == 0) if (q[1] == 0) return; } else { int x = 1; for (int i = 0; i < 9000; i++) x = x * 3 + i; p[t] = x; }"},
    {"two 64-bit counters that go opposite ways", 1, 32, "unsigned long long a = 1ull << 33, c = 0; while (a != c) { a -= 1ull << 22; c += 1ull << 22; if (q[0]) break; }"},
};

}  // namespace

TEST_CASE("threads that can never end are found soon, under every schedule") {
  for (const Case& c : endless)
    for (const Plan& plan : plans) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(plan.schedule));
      const SimulationResult result = run(c, plan, 20'000'000);
      CHECK(result.status == SimulationStatus::deadlock);
      CHECK(result.counters.warp_instructions <= 1 << 21);
    }
}

TEST_CASE("threads that end some time are left to it, under every schedule") {
  for (const Case& c : ending)
    for (const Plan& plan : plans) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(plan.schedule));
      CHECK(run(c, plan, 60'000'000).status == SimulationStatus::finished);
    }
}

TEST_CASE("who leaves while the others go round is missed by them some time") {
  for (int rounds = 1640; rounds < 1700; rounds += 3) {  // in the middle of a look ahead
    CAPTURE(rounds);
    const std::string leaves = "if (t == 0 && ++i == " + std::to_string(rounds) + ") return;";
    const std::string body = "int i = 0; for (;;) { int n = __syncthreads_count(1); if (n < 64) break; " + leaves + " } p[t] = 1;";
    CHECK(run({"", 1, 64, body}, plans[0], 1'000'000).status == SimulationStatus::finished);
  }
}

TEST_CASE("loops that look at nothing which others could change are no deadlock") {
  for (const char* body : {"while (true) ;", "int k = t; while (k >= 0) k = k % 7;", "for (int i = 0; i < 10; ) p[t] = 1;"}) {
    CAPTURE(body);
    const SimulationResult result = run({"", 2, 64, body}, plans[0], 20'000'000);
    CHECK(result.status == SimulationStatus::budget_spent);
    CHECK(result.counters.warp_instructions < 1'000'000);
  }
}

// In clusters of two blocks; s and flag: shared; next: the flag of the other block.
static SimulationResult run_in_clusters(const std::string& body, uint32_t blocks, const Plan& plan) {
  Kernel k("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void __cluster_dims__(2) k(int* p) {\n  __shared__ int s[64];\n  __shared__ int flag;\n"
           "  auto cluster = cg::this_cluster();\n  int t = threadIdx.x, b = blockIdx.x, rank = cluster.block_rank();\n  int* next = cluster.map_shared_rank(&flag, rank ^ 1);\n"
           "  if (t == 0) flag = 0;\n  s[t] = t;\n  cluster.sync();\n  (void)b; (void)next;\n" + body + "\n}");
  k.options.instruction_budget = 3'000'000;
  k.shape({blocks, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(4096, 0)).run(plan.schedule, plan.seed);
  return k.result;
}

TEST_CASE("blocks of a cluster that wait for ever are found, soon") {
  const struct {
    std::string name;
    uint32_t blocks;
    const char* body;
  } all[] = {
      {"for a flag of the own block that the other one does not set", 2, "if (rank == 1) while (atomicAdd(&flag, 0) == 0) {} cluster.sync();"},
      {"for one in the other block", 4, "if (rank == 0 && t < 5) while (atomicAdd(next, 0) == 0) {} cluster.sync();"},
      {"the other block waits at the barrier of the cluster", 2, "if (rank == 0) { cluster.sync(); atomicExch(next, 1); } else { while (atomicAdd(&flag, 0) == 0) {} cluster.sync(); } cluster.sync();"},
      {"in the second half of a barrier in two halves", 2, "cluster.barrier_arrive(); if (rank == 0) while (*(volatile int*)&flag == 0) {} cluster.barrier_wait(); cluster.sync();"},
      {"each for the other", 6, "while (atomicAdd(&flag, 0) == 0) {} atomicExch(next, 1); cluster.sync();"},
      {"while the other has left", 2, "if (rank == 0) return; while (atomicAdd(&flag, 0) == 0) {}"},
      {"for global memory", 4, "if (t == 0 && b == 3) while (atomicAdd(p, 0) == 0) {} cluster.sync();"},
      {"in many clusters", 60, "if (t == 0 && rank) while (atomicAdd(&flag, 0) == 0) {} cluster.sync();"},
      {"through the barrier of the cluster, until somebody says so", 4, "volatile int* q = p; do cluster.sync(); while (q[0] == 0);"},
      {"the other one's word, and each has its own path", 2, "if (rank) { do { cluster.sync(); cluster.sync(); } while (atomicAdd(next, 0) == 0); } else { do cluster.sync(); while (atomicAdd(&flag, 0) == 0); }"},
      {"one thread looks, and tells the others of the block", 2, "__shared__ int now; volatile int* q = p; do { cluster.sync(); if (t == 0) now = q[0]; __syncthreads(); } while (now == 0);"},
      {"through a barrier in two halves", 2, "volatile int* q = p; do { cluster.barrier_arrive(); if (q[1]) s[t] = 1; cluster.barrier_wait(); } while (q[0] == 0);"},
      {"while the other block has left", 2, "if (rank) return; volatile int* q = p; do cluster.sync(); while (q[0] == 0);"},
      {"through barriers, for a cluster that has not begun, and waits as well", 4, "volatile int* q = p; if (b < 2) do cluster.sync(); while (q[0] == 0); else if (b == 2) while (q[0] == 0) {} else p[t + 1] = t;"},
      {"behind a lot of work", 2, "for (int i = 0; i < 1000; i++) { s[t] += i; cluster.sync(); } if (rank) while (atomicAdd(&flag, 0) == 0) {} cluster.sync();"},
  };
  for (const auto& one : all)
    for (const Plan& plan : plans) {
      CAPTURE(one.name);
      CAPTURE(schedule_name(plan.schedule));
      const SimulationResult result = run_in_clusters(one.body, one.blocks, plan);
      CHECK(result.status == SimulationStatus::deadlock);
      CHECK(result.counters.warp_instructions < 2'200'000);
    }
}

TEST_CASE("blocks of a cluster that go on in the end are not taken for it") {
  const struct {
    std::string name;
    const char* body;
  } all[] = {
      {"a flag that the other block sets after a long time", "if (rank == 0) { while (*(volatile int*)&flag == 0) {} } else { int x = t; for (int i = 0; i < 6000; i++) x = x * 3 + i; s[t] = x; __threadfence(); atomicExch(next, 1); } cluster.sync(); p[t] = s[t];"},
      {"behind its own shared memory", "if (rank == 0) { while (atomicAdd(&flag, 0) == 0) {} } else { for (int i = 0; i < 5000; i++) s[t] = s[t] * 5 + 1; __threadfence(); atomicExch(next, 1); } cluster.sync();"},
      {"behind barriers of the cluster", "cluster.barrier_arrive(); if (rank == 1) { for (int i = 0; i < 5000; i++) s[t] += i; __threadfence(); atomicExch(next, 1); } else while (atomicAdd(&flag, 0) == 0) {} cluster.barrier_wait(); cluster.sync();"},
      {"barriers of the cluster that are counted", "for (int i = 0; i < 3000; i++) cluster.sync();"},
      {"... by one thread, in shared memory", "do { if (t == 0 && rank == 0) ++flag; cluster.sync(); } while (*(volatile int*)(rank ? next : &flag) < 400); cluster.sync();"},
      {"... by one thread that leaves in the end and tells nobody", "int n = 0; for (;;) { cluster.sync(); int c = __syncthreads_count(1); if (c < 64) break; if (t == 0 && ++n == 900) return; }"},
      {"... in the registers of the other block", "volatile int* q = p; if (rank) { for (int i = 0; i < 3000; i++) cluster.sync(); q[b] = 1; cluster.sync(); } else do cluster.sync(); while (q[b + 1] == 0);"},
      {"a turn each", "for (int i = 0; i < 60; i++) { if (t == 0) { while (atomicAdd(&flag, 0) != 2 * i + rank) __nanosleep(20); atomicAdd(next, 1); atomicAdd(&flag, 1); } cluster.sync(); }"},
      {"through barriers, for a cluster that has not begun", "volatile int* q = p; if (b < 2) do cluster.sync(); while (q[0] == 0); else if (b == 2 && t == 0) atomicExch(p, 1);"},
      {"through barriers, for a block that has not begun", "volatile int* q = p; if (b < 2) do __syncthreads(); while (q[0] == 0); else if (b == 3 && t == 0) atomicExch(p, 1);"},
      {"a block that leaves, and counts as arrived", "if (rank == 0) { for (int i = 0; i < 4000; i++) s[t] += i; return; } cluster.sync();"},
  };
  for (const auto& one : all)
    for (const Plan& plan : plans) {
      CAPTURE(one.name);
      CAPTURE(schedule_name(plan.schedule));
      const SimulationResult result = run_in_clusters(one.body, 4, plan);
      CHECK(result.status == SimulationStatus::finished);
    }
}

TEST_CASE("a loop that has read on past its buffer gets a share of the budget") {
  const auto spent = [](const char* place) {
    Kernel k(std::string("__global__ void k(int* p) { unsigned i = 0; while (p[") + place + "] <= 0) i++; p[0] = i; }");
    k.options.instruction_budget = 2'000'000;
    k.shape({1, 1, 1}, {32, 1, 1}).in<int32_t>(std::vector<int32_t>(256, 0)).run();
    CHECK(k.result.status == SimulationStatus::budget_spent);
    return k.result.counters.warp_instructions;
  };
  CHECK(spent("i % 256") == 2'000'000);
  CHECK(spent("i") < 400'000);
}

TEST_CASE("who waits for the host program finds what it stores, in its order") {
  // Two rounds: a number for each thread, then the flag.
  Kernel k("__global__ void k(volatile int* flag, const int* in, int* out) {\n"
           "  for (int r = 1; r <= 2; ++r) { if (threadIdx.x == 0) while (flag[0] < r) {} __syncthreads(); out[threadIdx.x] += in[threadIdx.x]; __syncthreads(); } }");
  k.shape({1, 1, 1}, {64, 1, 1}).in<int32_t>({0, 0}).in<int32_t>(std::vector<int32_t>(64, 0)).in<int32_t>(std::vector<int32_t>(64, 0));
  for (uint32_t round = 1; round <= 2; ++round) {
    for (uint32_t i = 0; i < 64; ++i) k.launch.host_stores.push_back({.buffer = 1, .byte_offset = 4 * i, .value = 10 * round + i, .bytes = 4});
    k.launch.host_stores.push_back({.buffer = 0, .byte_offset = 0, .value = round, .bytes = 4});
  }
  k.run();
  CHECK(k.result.status == SimulationStatus::finished);
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(2)[5] == 15 + 25);

  k.options.record = true;  // a replay would not meet them
  k.run();
  CHECK(k.result.status == SimulationStatus::deadlock);
  CHECK(k.kinds() == "");
  REQUIRE(k.result.findings.size() == 1);
  CHECK(k.result.findings[0].code == "deadlock.host");
  k.options.record = false;

  k.launch.host_stores.resize(66);  // the second flag never comes
  k.run();
  CHECK(k.result.status == SimulationStatus::deadlock);
  CHECK(k.kinds() == "deadlock");
  REQUIRE(k.result.polled.size() == 1);
  CHECK((k.result.polled[0].buffer == 0 && k.result.polled[0].byte_offset == 0 && k.result.polled[0].bytes == 4));
  k.launch.host_stores = {{.buffer = 7, .byte_offset = 1 << 20, .value = 1, .bytes = 8}};  // of no buffer
  CHECK(k.run().result.status == SimulationStatus::deadlock);
}

TEST_CASE("who waits for a variable of the file finds what the host program stores there") {
  Kernel k("__managed__ volatile int go; __managed__ int sent[64];\n"
           "__global__ void k(int* out) { if (threadIdx.x == 0) while (go == 0) {} __syncthreads(); out[threadIdx.x] = sent[threadIdx.x]; }");
  k.shape({1, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(64, 0));
  const auto variable = [&](const std::string& name, uint64_t elements) {
    DeviceBuffer b{.name = "set_" + name, .scalar = ScalarKind::int_, .shape = {elements}, .bytes = std::vector<uint8_t>(4 * elements)};
    k.launch.symbols.push_back({name, static_cast<uint32_t>(k.launch.buffers.size())});
    k.launch.buffers.push_back(std::move(b));
  };
  variable("go", 1);
  variable("sent", 64);
  k.launch.host_stores = {{.buffer = 2, .byte_offset = 20, .value = 7, .bytes = 4}, {.buffer = 1, .byte_offset = 0, .value = 1, .bytes = 4}};
  k.run();
  CHECK(k.result.status == SimulationStatus::finished);
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[5] == 7);
  CHECK(k.get<int32_t>(2)[5] == 7);

  k.launch.host_stores.pop_back();  // the flag never comes
  k.run();
  CHECK(k.kinds() == "deadlock");
  REQUIRE(k.result.polled.size() == 1);
  CHECK((k.result.polled[0].buffer == 1 && k.result.polled[0].byte_offset == 0 && k.result.polled[0].bytes == 4));
}
