// Clusters of blocks and their shared memory: values, under every schedule; the barrier; what a launch may ask for.
#include <doctest.h>

#include <algorithm>
#include <numeric>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule every_schedule[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

const std::string head = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";

bool has(const SimulationResult& result, FindingKind kind) {
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) { return f.kind == kind; });
}

}  // namespace

TEST_CASE("blocks of a cluster read each other's shared memory, under every schedule") {
  for (Schedule schedule : every_schedule) {
    CAPTURE(schedule_name(schedule));
    Kernel k(head +
             "__global__ void __cluster_dims__(4, 1, 1) ring(int* out) {\n"
             "  __shared__ int mine[32];\n"
             "  cg::cluster_group cluster = cg::this_cluster();\n"
             "  mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;\n"
             "  cluster.sync();\n"
             "  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks())[threadIdx.x];\n"
             "  cluster.sync();\n}\n");
    k.shape({12, 1, 1}, {32, 1, 1}).out<int32_t>(12 * 32).run(schedule, 3);
    CHECK(k.result.findings.empty());
    std::vector<int32_t> expected;
    for (int block = 0; block < 12; ++block)
      for (int t = 0; t < 32; ++t) expected.push_back((block / 4 * 4 + (block + 1) % 4) * 100 + t);
    CHECK(k.get<int32_t>(0) == expected);
  }
}

TEST_CASE("remote stores and atomics: the programming guide's histogram") {
  std::vector<int32_t> in(1024), bins(64);
  for (size_t i = 0; i < in.size(); ++i) ++bins[static_cast<size_t>(in[i] = static_cast<int32_t>(i * 7 % 64))];
  for (Schedule schedule : every_schedule) {
    CAPTURE(schedule_name(schedule));
    Kernel k(head +
             "__global__ void hist(int* bins, int per_block, const int* in, int n) {\n"
             "  extern __shared__ int smem[];\n"
             "  cg::cluster_group cluster = cg::this_cluster();\n"
             "  for (int i = threadIdx.x; i < per_block; i += blockDim.x) smem[i] = 0;\n"
             "  cluster.sync();\n"
             "  for (int i = cg::this_grid().thread_rank(); i < n; i += blockDim.x * gridDim.x) {\n"
             "    int* there = cluster.map_shared_rank(smem, in[i] / per_block);\n"
             "    atomicAdd(there + in[i] % per_block, 1);\n"
             "  }\n"
             "  cluster.sync();\n"
             "  int* own = bins + cluster.block_rank() * per_block;\n"
             "  for (int i = threadIdx.x; i < per_block; i += blockDim.x) atomicAdd(&own[i], smem[i]);\n}\n");
    k.shape({4, 1, 1}, {64, 1, 1}, 32 * 4).in<int32_t>(std::vector<int32_t>(64)).value(int64_t{32}).in<int32_t>(in).value(int64_t{1024});
    k.launch.cluster = {2, 1, 1};
    k.run(schedule, 5);
    CHECK(k.result.findings.empty());
    CHECK(k.get<int32_t>(0) == bins);
  }
}

TEST_CASE("what a thread knows of its cluster, in three dimensions") {
  Kernel k(head +
           "__global__ void __cluster_dims__(2, 3, 1) k(int* out) {\n"
           "  cg::cluster_group c = cg::this_cluster();\n"
           "  int* o = out + (blockIdx.y * gridDim.x + blockIdx.x) * 8;\n"
           "  if (threadIdx.x != 1) return;\n"
           "  o[0] = c.block_rank(); o[1] = c.thread_rank(); o[2] = c.num_threads(); o[3] = c.block_index().x * 10 + c.block_index().y;\n"
           "  o[4] = c.dim_blocks().x * 100 + c.dim_blocks().y * 10 + c.dim_blocks().z; o[5] = c.thread_index().x; o[6] = c.dim_threads().x;\n"
           "  o[7] = cg::this_grid().cluster_rank() * 100 + cg::this_grid().num_clusters();\n}\n");
  k.shape({4, 3, 1}, {4, 1, 1}).in<int32_t>(std::vector<int32_t>(12 * 8)).run();
  const std::vector<int32_t> out = k.get<int32_t>(0);
  const auto at = [&](size_t x, size_t y) { return std::vector<int32_t>(out.begin() + static_cast<std::ptrdiff_t>((y * 4 + x) * 8), out.begin() + static_cast<std::ptrdiff_t>((y * 4 + x) * 8 + 8)); };
  CHECK(at(0, 0) == std::vector<int32_t>{0, 1, 24, 0, 231, 1, 8, 2});
  CHECK(at(3, 2) == std::vector<int32_t>{5, 21, 24, 12, 231, 5, 8, 102});
}

TEST_CASE("a thread goes on between its arrival and its wait") {
  for (Schedule schedule : every_schedule) {
    CAPTURE(schedule_name(schedule));
    Kernel k(head +
             "__global__ void __cluster_dims__(2, 1, 1) k(const int* in, int* out) {\n"
             "  __shared__ int mine[64];\n"
             "  cg::cluster_group cluster = cg::this_cluster();\n"
             "  mine[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];\n"
             "  auto token = cluster.barrier_arrive();\n"
             "  int own = mine[threadIdx.x];\n"
             "  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));\n"
             "  own += cluster.map_shared_rank(mine, cluster.block_rank() ^ 1)[63 - threadIdx.x];\n"
             "  cluster.sync();\n"
             "  out[blockIdx.x * 64 + threadIdx.x] = own;\n}\n");
    std::vector<int32_t> in(128);
    std::iota(in.begin(), in.end(), 0);
    k.shape({2, 1, 1}, {64, 1, 1}).in<int32_t>(in).out<int32_t>(128).run(schedule, 7);
    CHECK(k.result.findings.empty());
    CHECK(k.get<int32_t>(1) == std::vector<int32_t>(128, 127));
  }
}

TEST_CASE("lanes of a warp come to the barrier of the cluster again while one of them is still on its way from the last time") {
  for (Schedule schedule : every_schedule) {
    CAPTURE(schedule_name(schedule));
    Kernel k(head +
             "__global__ void __cluster_dims__(2, 1, 1) turns(int* out) {\n"
             "  __shared__ int turn;\n"
             "  cg::cluster_group cluster = cg::this_cluster();\n"
             "  int rank = cluster.block_rank(), *theirs = cluster.map_shared_rank(&turn, rank ^ 1);\n"
             "  if (threadIdx.x == 0) turn = 0;\n"
             "  cluster.sync();\n"
             "  for (int i = 0; i < 20; i++) {\n"
             "    if (threadIdx.x == 0) {\n"
             "      while (atomicAdd(&turn, 0) != 2 * i + rank) {}\n"
             "      atomicAdd(theirs, 1);\n"
             "      atomicAdd(&turn, 1);\n"
             "    }\n"
             "    cluster.sync();\n"
             "  }\n"
             "  out[blockIdx.x * 64 + threadIdx.x] = turn;\n}\n");
    k.shape({2, 1, 1}, {64, 1, 1}).out<int32_t>(128).run(schedule, 3);
    CHECK(k.result.findings.empty());
    CHECK(k.get<int32_t>(0) == std::vector<int32_t>(128, 40));
  }
}

TEST_CASE("who has left counts as arrived") {
  Kernel k(head +
           "__global__ void __cluster_dims__(2, 1, 1) k(int* out) {\n"
           "  cg::cluster_group cluster = cg::this_cluster();\n"
           "  if (cluster.block_rank() == 1 || threadIdx.x >= 40) return;\n"
           "  cluster.sync();\n"
           "  out[threadIdx.x] = 1;\n}\n");
  k.shape({2, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(40)).run();
  CHECK(k.result.status == SimulationStatus::finished);
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>(40, 1));
}

TEST_CASE("a pointer that the own block hands on leads to its own memory") {
  Kernel k(head +
           "__global__ void __cluster_dims__(2, 1, 1) k(int* out) {\n"
           "  __shared__ int mine;\n"
           "  __shared__ int* of_first;\n"
           "  cg::cluster_group cluster = cg::this_cluster();\n"
           "  mine = blockIdx.x + 5;\n"
           "  cluster.sync();\n"
           "  if (cluster.block_rank() == 0) *cluster.map_shared_rank(&of_first, 1) = cluster.map_shared_rank(&mine, 0);\n"
           "  cluster.sync();\n"
           "  if (cluster.block_rank() == 1) { out[0] = *of_first; out[1] = cluster.query_shared_rank(of_first); }\n"
           "  cluster.sync();\n}\n");
  k.shape({2, 1, 1}, {1, 1, 1}).out<int32_t>(2).run();
  CHECK(k.result.findings.empty());
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{5, 0});
}

TEST_CASE("inline PTX: barrier.cluster, mapa, ld.shared::cluster") {
  Kernel k("__global__ void __cluster_dims__(2, 1, 1) k(int* out) {\n"
           "  __shared__ int mine[4];\n"
           "  unsigned rank;\n"
           "  asm volatile(\"mov.u32 %0, %%cluster_ctarank;\" : \"=r\"(rank));\n"
           "  mine[threadIdx.x] = rank * 10 + threadIdx.x;\n"
           "  asm volatile(\"barrier.cluster.arrive.release.aligned;\" ::: \"memory\");\n"
           "  asm volatile(\"barrier.cluster.wait.acquire.aligned;\" ::: \"memory\");\n"
           "  unsigned own = (unsigned)__cvta_generic_to_shared(&mine[threadIdx.x]), there;\n"
           "  int got;\n"
           "  asm volatile(\"mapa.shared::cluster.u32 %0, %1, %2;\" : \"=r\"(there) : \"r\"(own), \"r\"(rank ^ 1));\n"
           "  asm volatile(\"ld.shared::cluster.u32 %0, [%1];\" : \"=r\"(got) : \"r\"(there));\n"
           "  asm volatile(\"barrier.cluster.arrive.aligned;\\n barrier.cluster.wait.aligned;\" ::: \"memory\");\n"
           "  out[blockIdx.x * 4 + threadIdx.x] = got;\n}\n");
  k.shape({2, 1, 1}, {4, 1, 1}).out<int32_t>(8).run();
  CHECK(k.result.findings.empty());
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{10, 11, 12, 13, 0, 1, 2, 3});
}

TEST_CASE("a cluster that cannot be is an invalid launch") {
  const std::string kernel = "__global__ void k(int* p) { p[blockIdx.x] = 1; }\n__global__ void __cluster_dims__(2, 1, 1) two(int* p) { p[blockIdx.x] = 1; }\n";
  const auto launched = [&](const char* name, uint32_t grid, Index3 cluster, bool allows_large) {
    Kernel k(kernel, name);
    k.shape({grid, 1, 1}, {1, 1, 1}).in<int32_t>(std::vector<int32_t>(64));
    k.launch.cluster = cluster;
    k.launch.allows_large_clusters = allows_large;
    return k.run().result;
  };
  CHECK(launched("k", 16, {4, 1, 1}, false).findings.empty());
  CHECK(has(launched("k", 15, {4, 1, 1}, false), FindingKind::launch_invalid));
  CHECK(has(launched("k", 16, {16, 1, 1}, false), FindingKind::launch_invalid));
  CHECK(launched("k", 16, {16, 1, 1}, true).findings.empty());
  CHECK(has(launched("k", 32, {32, 1, 1}, true), FindingKind::launch_invalid));
  CHECK(has(launched("two", 3, {}, false), FindingKind::launch_invalid));
  CHECK(has(launched("two", 4, {4, 1, 1}, false), FindingKind::launch_invalid));
  CHECK(launched("two", 4, {2, 1, 1}, false).findings.empty());
}

TEST_CASE("races in global memory: the barrier of a cluster orders its own blocks, and no others") {
  const std::string text = head +
                           "__global__ void __cluster_dims__(2, 1, 1) k(int* p, int far) {\n"
                           "  cg::cluster_group cluster = cg::this_cluster();\n"
                           "  p[blockIdx.x] = blockIdx.x;\n"
                           "  cluster.sync();\n"
                           "  p[4 + blockIdx.x] = p[blockIdx.x ^ far];\n}\n";
  for (Schedule schedule : every_schedule) {
    CAPTURE(schedule_name(schedule));
    for (int64_t far : {1, 2}) {
      CAPTURE(far);
      Kernel k(text);
      k.shape({4, 1, 1}, {1, 1, 1}).out<int32_t>(8).value(far).run(schedule, 11);
      CHECK(has(k.result, FindingKind::race_raw) == (far == 2));
    }
  }
}

TEST_CASE("a recorded run of a cluster can be looked at at any tick") {
  Kernel k(head +
           "__global__ void __cluster_dims__(2, 1, 1) k(int* out) {\n"
           "  __shared__ int mine[32];\n"
           "  cg::cluster_group cluster = cg::this_cluster();\n"
           "  mine[threadIdx.x] = 0;\n"
           "  cluster.sync();\n"
           "  for (int round = 0; round < 40; round++) atomicAdd(cluster.map_shared_rank(mine, cluster.block_rank() ^ 1) + threadIdx.x, 1);\n"
           "  cluster.sync();\n"
           "  out[blockIdx.x * 32 + threadIdx.x] = mine[threadIdx.x];\n}\n");
  k.shape({4, 1, 1}, {32, 1, 1}).out<int32_t>(128);
  k.options.record = true;
  k.run(Schedule::round_robin);
  CHECK(k.result.findings.empty());
  REQUIRE(k.result.recording);
  const Recording& recording = *k.result.recording;
  uint32_t mine = 0;
  while (recording.allocations()[mine].name != "mine") ++mine;
  const auto first_word = [&](Tick tick, uint32_t block) {
    const MemoryView view = recording.memory(tick, mine, block);
    int32_t value = -1;
    if (view.bytes.size() >= 4) std::memcpy(&value, view.bytes.data(), 4);
    return value;
  };
  // Backwards and forwards the same, and what the accesses' history says.
  const std::vector<AccessRecord> history = recording.history({mine, 0, 1}, k.result.counters.warp_instructions, 1000);
  REQUIRE(history.size() > 40);
  int remote = 0;
  for (const AccessRecord& access : history) remote += access.thread.block == 0;
  CHECK(remote == 40);
  for (size_t i = history.size(); i-- > 1;) {
    if (history[i].kind != AccessKind::atomic) continue;
    CHECK(first_word(history[i].tick, 1) == static_cast<int32_t>(history[i].old_value));
    CHECK(first_word(history[i].tick + 1, 1) == static_cast<int32_t>(history[i].value));
  }
}
