// For each kind of race the shortest order that makes it bite: the steps, and no more stops than it needs.
#include <doctest/doctest.h>

#include "simulator/explain/story_sentences.h"
#include "story_run.h"

using namespace wb;
using wb::test::StoryRun;
using Told = std::vector<std::string>;

TEST_CASE("an update is lost across blocks: one stop") {
  StoryRun run("__global__ void k(int* c) {\n  if (threadIdx.x == 0)\n    *c = *c + 1;\n}", {3, 1, 1}, {32, 1, 1});
  run.ints("c", 1, 7);
  CHECK(run.told() == Told{
      "race.raw update_lost 1: b0t0 reads c[0] 7; b0t0 stops; b1t0 reads c[0] 7; b0t0 writes c[0] 8 was 7; b1t0 writes c[0] 8 was 8",
      "race.waw update_lost 1: b0t0 reads c[0] 7; b0t0 stops; b1t0 reads c[0] 7; b1t0 writes c[0] 8 was 7; b0t0 writes c[0] 8 was 8"});
}

TEST_CASE("an update is lost in a grid that device code launches, behind others") {
  StoryRun run("__global__ void child(int* c, int by) {\n  if (threadIdx.x == 0)\n    *c = *c + by;\n}\n__global__ void k(int* c) {\n  if (threadIdx.x == 0) child<<<1, 32>>>(c + blockIdx.x, 1);\n"
               "  if (blockIdx.x == 1 && threadIdx.x == 5) child<<<2, 32>>>(c + 4, 10);\n}", {2, 1, 1}, {32, 1, 1});
  run.kernel = "k";
  run.ints("c", 5, 7);
  CHECK(run.told() == Told{
      "race.raw update_lost 1: b0t0 reads c[4] 7; b0t0 stops; b1t0 reads c[4] 7; b0t0 writes c[4] 17 was 7; b1t0 writes c[4] 17 was 17",
      "race.waw update_lost 1: b0t0 reads c[4] 7; b0t0 stops; b1t0 reads c[4] 7; b1t0 writes c[4] 17 was 7; b0t0 writes c[4] 17 was 17"});
}

TEST_CASE("two blocks of a child grid that are not its first ones, and shared memory there") {
  StoryRun run("__global__ void child(int* c) {\n  __shared__ int s;\n  if (threadIdx.x == 0) s = 0;\n  __syncthreads();\n  if (threadIdx.x % 32 == 0 && blockIdx.x == 2)\n    s += 5;\n  __syncthreads();\n  c[blockIdx.x] = s;\n}\n"
               "__global__ void k(int* c) {\n  if (threadIdx.x == 0) child<<<3, 64>>>(c);\n}", {2, 1, 1}, {32, 1, 1});
  run.kernel = "k";
  run.ints("c", 3);
  const std::vector<std::string> told = run.told();
  REQUIRE_FALSE(told.empty());
  CHECK(told[0] == "race.raw update_lost 1: t0 reads s 0; t0 stops; t32 reads s 0; t0 writes s 5 was 0; t32 writes s 5 was 5");
}

TEST_CASE("a race between a kernel and its child has no story: no order of them is replayed") {
  StoryRun run("__global__ void child(int* c) {\n  *c = 1;\n}\n__global__ void k(int* c) {\n  if (threadIdx.x == 0) child<<<1, 1>>>(c);\n  if (threadIdx.x == 0) *c = 2;\n}", {1, 1, 1}, {32, 1, 1});
  run.kernel = "k";
  run.ints("c", 1);
  CHECK(run.told() == Told{"race.waw child"});
}

TEST_CASE("an update is lost across the warps of a block: one stop") {
  StoryRun run("__global__ void k(int* c) {\n  __shared__ int s;\n  if (threadIdx.x == 0) s = 0;\n  __syncthreads();\n  if (threadIdx.x % 32 == 0)\n    s += 5;\n  __syncthreads();\n  *c = s;\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("c", 1);
  CHECK(run.told() == Told{
      "race.raw update_lost 1: t0 reads s 0; t0 stops; t32 reads s 0; t0 writes s 5 was 0; t32 writes s 5 was 5",
      "race.waw update_lost 1: t0 reads s 0; t0 stops; t32 reads s 0; t32 writes s 5 was 0; t0 writes s 5 was 5",
      "race.waw none"});
}

TEST_CASE("an update is lost in a block of the device's heap, which is called by the line that took it") {
  StoryRun run("__global__ void k(int* c) {\n  __shared__ int* s;\n  if (threadIdx.x == 0) s = new int[2]();\n  __syncthreads();\n  if (threadIdx.x % 32 == 0)\n    s[1] += 5;\n  __syncthreads();\n  *c = s[1];\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("c", 1);
  const std::vector<std::string> told = run.told();
  REQUIRE(told.size() == 3);
  CHECK(told[0] == "race.raw update_lost 1: t0 reads heap block (line 3)[1] 0; t0 stops; t32 reads heap block (line 3)[1] 0; t0 writes heap block (line 3)[1] 5 was 0; "
                   "t32 writes heap block (line 3)[1] 5 was 5");
}

TEST_CASE("an update is lost within a warp: the plain order does it") {
  StoryRun run("__global__ void k(int* c) {\n  c[threadIdx.x / 2]++;\n}", {1, 1, 1}, {32, 1, 1});
  run.ints("c", 16);
  CHECK(run.told() == Told{
      "race.raw update_lost 0: t0 reads c[0] 0; t1 reads c[0] 0; t0 writes c[0] 1 was 0; t1 writes c[0] 1 was 1",
      "race.waw update_lost 0: t0 reads c[0] 0; t1 reads c[0] 0; t0 writes c[0] 1 was 0; t1 writes c[0] 1 was 1"});
}

TEST_CASE("neighbours read without a barrier") {
  StoryRun run("__global__ void k(const int* in, int* out) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  s[t] = in[t];\n  out[t] = s[63 - t];\n}", {1, 1, 1}, {64, 1, 1});
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i) values[static_cast<size_t>(i)] = 100 + i;
  run.buffer("in", ScalarKind::int_, values).ints("out", 64);
  CHECK(run.told() == Told{
      "race.raw unwritten 1: t0 stops; t63 reads s[0] ?; t0 writes s[0] 100 was ?"});
}

TEST_CASE("a reduction without a barrier in its loop") {
  StoryRun run("__global__ void k(int* out) {\n  __shared__ int s[128];\n  int t = threadIdx.x;\n  s[t] = t;\n  __syncthreads();\n  for (int d = 64; d > 0; d /= 2) {\n    if (t < d)\n      s[t] += s[t + d];\n  }\n  if (t == 0) *out = s[0];\n}", {1, 1, 1}, {128, 1, 1});
  run.ints("out", 1);
  CHECK(run.told() == Told{
      "race.war old_value 1: t1 stops; t0 reads s[1] 1128; t1 writes s[1] 2304 was 1128"});
}

TEST_CASE("a shared array is used again in a loop: the second barrier is missing") {
  StoryRun run("__global__ void k(const int* in, int* out, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x, sum = 0;\n  for (int i = 0; i < n; i++) {\n    s[t] = in[i * 64 + t];\n    __syncthreads();\n    sum += s[63 - t];\n  }\n  out[t] = sum;\n}", {1, 1, 1}, {64, 1, 1});
  std::vector<int> values(192);
  for (int i = 0; i < 192; ++i) values[static_cast<size_t>(i)] = i;
  run.buffer("in", ScalarKind::int_, values).ints("out", 64).number(3);
  CHECK(run.told() == Told{
      "race.war new_value 0: t0 writes s[0] 64 was 0; t63 reads s[0] 64"});
}

TEST_CASE("write after read: a shift in place") {
  StoryRun run("__global__ void k(int* a) {\n  int t = threadIdx.x;\n  if (t < 63) {\n    int v = a[t + 1];\n    a[t] = v;\n  }\n}", {1, 1, 1}, {64, 1, 1});
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i) values[static_cast<size_t>(i)] = 10 * i;
  run.buffer("a", ScalarKind::int_, values);
  CHECK(run.told() == Told{
      "race.war new_value 1: t0 stops; t1 writes a[1] 20 was 10; t0 reads a[1] 20"});
}

TEST_CASE("two writes of different values") {
  StoryRun blocks("__global__ void k(int* a) {\n  if (threadIdx.x == 0) *a = blockIdx.x + 1;\n}", {2, 1, 1}, {32, 1, 1});
  blocks.ints("a", 1);
  CHECK(blocks.told() == Told{
      "race.waw last_write 1: b0t0 stops; b1t0 writes a[0] 2 was 0; b0t0 writes a[0] 1 was 2"});
  StoryRun lanes("__global__ void k(int* a) {\n  *a = threadIdx.x;\n}", {1, 1, 1}, {32, 1, 1});
  lanes.ints("a", 1);
  CHECK(lanes.told() == Told{
      "race.waw last_write 1: t0 stops; t1 writes a[0] 1 was 0; t0 writes a[0] 0 was 31"});
}

TEST_CASE("two writes of one value: nothing bites") {
  StoryRun run("__global__ void k(int* a) {\n  *a = 4;\n}", {2, 1, 1}, {64, 1, 1});
  run.ints("a", 1);
  CHECK(run.told() == Told{
      "race.waw none"});
}

TEST_CASE("a bit set by several: the same value, nothing bites") {
  StoryRun run("__global__ void k(int* a) {\n  if (threadIdx.x == 0) *a |= 4;\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("a", 1);
  CHECK(run.told() == Told{
      "race.raw none",
      "race.waw none"});
}

TEST_CASE("published without a fence: the write is seen late") {
  StoryRun run("__global__ void k(int* data, int* flag, int* out) {\n  if (threadIdx.x) return;\n  if (blockIdx.x == 0) {\n    data[5] = 42;\n    atomicExch(flag, 1);\n  } else {\n    while (atomicAdd(flag, 0) == 0) { }\n    out[0] = data[5];\n  }\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("data", 8).ints("flag", 1).ints("out", 1);
  CHECK(run.told() == Told{
      "race.raw late 1: b0t0 writes data[5] 42 was 0 late; b0t0 changes flag[0] 1 was 0; b1t0 changes flag[0] 1 was 1; b1t0 reads data[5] 0; b0t0 write arrives data[5] 42"});
}

TEST_CASE("published with a fence for the block alone: other blocks may still see the write late") {
  StoryRun run("__global__ void k(int* data, int* flag, int* out) {\n  if (threadIdx.x) return;\n  if (blockIdx.x == 0) {\n    data[5] = 42;\n    __threadfence_block();\n    atomicExch(flag, 1);\n  } else {\n    while (atomicAdd(flag, 0) == 0) { }\n    out[0] = data[5];\n  }\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("data", 8).ints("flag", 1).ints("out", 1);
  CHECK(run.told()[0].starts_with("race.raw late 1: "));
}

TEST_CASE("nobody waits for the flag") {
  StoryRun run("__global__ void k(int* data, int* out) {\n  if (threadIdx.x) return;\n  if (blockIdx.x == 0) data[5] = 42;\n  else out[0] = data[5];\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("data", 8).ints("out", 1);
  CHECK(run.told() == Told{
      "race.raw old_value 1: b0t0 stops; b1t0 reads data[5] 0; b0t0 writes data[5] 42 was 0"});
}

TEST_CASE("check, then act by an atomic") {
  StoryRun run("__global__ void k(int* p) {\n  if (threadIdx.x) return;\n  if (*p == 0)\n    atomicAdd(p, 1);\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("p", 1);
  CHECK(run.told() == Told{
      "race.mixed stale 1: b0t0 reads p[0] 0; b0t0 stops; b1t0 reads p[0] 0; b0t0 changes p[0] 1 was 0; b1t0 changes p[0] 2 was 1"});
  StoryRun lanes("__global__ void k(int* p) {\n  if (*p < 5)\n    atomicAdd(p, 1);\n}", {1, 1, 1}, {64, 1, 1});
  lanes.ints("p", 1);
  CHECK(lanes.told() == Told{
      "race.mixed stale 0: t0 reads p[0] 0; t1 reads p[0] 0; t0 changes p[0] 1 was 0; t1 changes p[0] 2 was 1"});
}

TEST_CASE("a counter is set to zero beside atomics") {
  StoryRun run("__global__ void k(int* out) {\n  __shared__ int n;\n  if (threadIdx.x == 32) n = 0;\n  atomicAdd(&n, 1);\n  __syncthreads();\n  *out = n;\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("out", 1);
  CHECK(run.told() == Told{
      "race.mixed overwritten 0: t0 changes n ? was ?; t32 writes n 0 was ?",
      "race.waw none"});
}

TEST_CASE("lanes of a warp exchange without __syncwarp") {
  StoryRun run("__global__ void k(int* out) {\n  __shared__ int s[32];\n  int t = threadIdx.x;\n  s[t] = t + 1;\n  out[t] = s[t ^ 1];\n}", {1, 1, 1}, {32, 1, 1});
  run.ints("out", 32);
  CHECK(run.told() == Told{
      "race.raw unwritten 1: t0 stops; t1 reads s[0] ?; t0 writes s[0] 1 was ?"});
}

TEST_CASE("an unlocked update beside a locked one") {
  StoryRun run("__global__ void k(int* data, int* lock) {\n  if (threadIdx.x) return;\n  if (blockIdx.x == 0) {\n    while (atomicCAS(lock, 0, 1) != 0) { }\n    data[0] += 1;\n    __threadfence();\n    atomicExch(lock, 0);\n  } else {\n    data[0] += 1;\n  }\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("data", 1).ints("lock", 1);
  CHECK(run.told() == Told{
      "race.raw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b0t0 writes data[0] 1 was 0; b1t0 writes data[0] 1 was 1",
      "race.waw update_lost 1: b0t0 reads data[0] 0; b0t0 stops; b1t0 reads data[0] 0; b1t0 writes data[0] 1 was 0; b0t0 writes data[0] 1 was 1"});
}

TEST_CASE("blocks in the middle of a large grid") {
  StoryRun run("__global__ void k(int* c) {\n  if (threadIdx.x == 0 && blockIdx.x >= 900 && blockIdx.x % 50 == 0) c[0] = c[0] * 2 + 1;\n}", {1000, 1, 1}, {64, 1, 1});
  run.ints("c", 1);
  CHECK(run.told() == Told{
      "race.raw update_lost 1: b900t0 reads c[0] 0; b900t0 stops; b950t0 reads c[0] 0; b900t0 writes c[0] 1 was 0; b950t0 writes c[0] 1 was 1",
      "race.waw update_lost 1: b900t0 reads c[0] 0; b900t0 stops; b950t0 reads c[0] 0; b950t0 writes c[0] 1 was 0; b900t0 writes c[0] 1 was 1"});
}

TEST_CASE("the last block reads what another wrote, without a fence for all") {
  StoryRun run("__global__ void k(int* part, int* n, int* out) {\n  part[blockIdx.x] = blockIdx.x + 1;\n  int mine = atomicAdd(n, 1);\n  if (mine == 4) {\n    int sum = 0;\n    for (int i = 0; i < 5; i++) sum += part[i];\n    *out = sum;\n  }\n}", {5, 1, 1}, {1, 1, 1});
  run.ints("part", 5).ints("n", 1).ints("out", 1);
  CHECK(run.told() == Told{
      "race.raw late 1: b0t0 writes part[0] 1 was 0 late; b0t0 changes n[0] 1 was 0; b4t0 changes n[0] 5 was 4; b4t0 reads part[0] 0; b0t0 write arrives part[0] 1"});
}

// In shared memory of a cluster, which blocks reach by its ranks.
const std::string in_cluster = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void __cluster_dims__(2, 1, 1) k(int* out) {\n"
                               "  __shared__ int s[32];\n  auto cluster = cg::this_cluster();\n  int t = threadIdx.x, rank = cluster.block_rank();\n  s[t] = 5;\n";

TEST_CASE("an update is lost in another block's shared memory") {
  StoryRun run(in_cluster + "  cluster.sync();\n  if (t == 0) {\n    int* p = cluster.map_shared_rank(s, 1);\n    *p = *p + 1;\n  }\n  cluster.sync();\n  out[blockIdx.x * 32 + t] = s[t];\n}", {4, 1, 1}, {32, 1, 1});
  run.ints("out", 128);
  const Told told = run.told();
  REQUIRE(told.size() == 2);
  CHECK(told[0] == "race.raw update_lost 1: b1t0 reads s[0] of block 1 5; b1t0 stops; b0t0 reads s[0] of block 1 5; b1t0 writes s[0] of block 1 6 was 5; b0t0 writes s[0] of block 1 6 was 6");
}

TEST_CASE("a neighbour of the cluster is read without its barrier, and written too early with it; also in the last cluster of several") {
  StoryRun early(in_cluster + "  if (rank == 0 && t == 3) cluster.map_shared_rank(s, 1)[9] = 7;\n  cluster.sync();\n  out[blockIdx.x * 32 + t] = s[t];\n}", {2, 1, 1}, {32, 1, 1});
  early.ints("out", 64);
  CHECK(early.told() == Told{"race.waw last_write 1: b0t3 stops; b1t9 writes s[9] of block 1 5 was ?; b0t3 writes s[9] of block 1 7 was 5"});
  StoryRun late(in_cluster + "  if (blockIdx.x >= 4) {\n    cluster.sync();\n    if (rank == 0 && t == 3) cluster.map_shared_rank(s, 1)[9] = 7;\n    if (rank == 1 && t == 9) out[t] = s[9];\n  }\n  cluster.sync();\n}", {6, 1, 1}, {32, 1, 1});
  late.ints("out", 64);
  CHECK(late.told() == Told{"race.raw old_value 0: b5t9 reads s[9] of block 5 5; b4t3 writes s[9] of block 5 7 was 5"});
}

TEST_CASE("a flag in the cluster's shared memory: a fence for the block alone lets the write come late, one for the cluster does not") {
  const std::string with = "  __shared__ int flag;\n  if (t == 0) flag = 0;\n  cluster.sync();\n  if (rank == 0 && t == 0) {\n    cluster.map_shared_rank(s, 1)[9] = 7;\n    @\n    atomicExch(cluster.map_shared_rank(&flag, 1), 1);\n  }\n"
                           "  if (rank == 1 && t == 0) {\n    while (atomicAdd(&flag, 0) == 0) {}\n    __threadfence();\n    out[0] = s[9];\n  }\n  cluster.sync();\n}";
  const auto fenced = [&](const char* fence) {
    std::string text = in_cluster + with;
    return text.replace(text.find('@'), 1, fence);
  };
  StoryRun block(fenced("__threadfence_block();"), {2, 1, 1}, {32, 1, 1});
  block.ints("out", 64);
  CHECK(block.told() == Told{"race.raw late 1: b0t0 writes s[9] of block 1 7 was 5 late; b0t0 changes flag of block 1 1 was 0; b1t0 changes flag of block 1 1 was 1; b1t0 reads s[9] of block 1 5; b0t0 write arrives s[9] of block 1 7"});
  StoryRun cluster(fenced("__threadfence_cluster();"), {2, 1, 1}, {32, 1, 1});
  cluster.ints("out", 64);
  CHECK(cluster.told().empty());
}

TEST_CASE("a reset beside an update") {
  StoryRun run("__global__ void k(int* c) {\n  if (threadIdx.x == 32) c[0] = 100;\n  if (threadIdx.x == 64) c[0] = c[0] + 1;\n}", {1, 1, 1}, {96, 1, 1});
  run.ints("c", 1);
  CHECK(run.told() == Told{
      "race.raw old_value 1: t32 stops; t64 reads c[0] 0; t32 writes c[0] 100 was 0",
      "race.waw last_write 1: t32 stops; t64 writes c[0] 1 was 0; t32 writes c[0] 100 was 1"});
}

TEST_CASE("a record is read half written") {
  StoryRun run("struct P { int x, y; };\n__global__ void k(P* p, int* out) {\n  if (threadIdx.x == 0) { p->x = 1; p->y = 2; }\n  if (threadIdx.x == 32) { out[0] = p->x; out[1] = p->y; }\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("p", 2).ints("out", 2);
  CHECK(run.told() == Told{
      "race.raw old_value 1: t0 stops; t32 reads p[0].x 0; t0 writes p[0].x 1 was 0",
      "race.raw old_value 1: t0 stops; t32 reads p[0].y 0; t0 writes p[0].y 2 was 0"});
}

TEST_CASE("where others overwrite what the example's two threads do, two others are found that matter") {
  StoryRun run("__global__ void k(int* last) {\n  *last = threadIdx.x;\n}", {1, 1, 1}, {128, 1, 1});
  run.ints("last", 1);
  CHECK(run.told() == Told{
      "race.waw last_write 1: t0 stops; t1 writes last[0] 1 was 0; t0 writes last[0] 0 was 127"});
  StoryRun act("__global__ void k(const int* v, int* best) {\n  int mine = v[threadIdx.x];\n  if (*best < mine)\n    atomicExch(best, mine);\n}", {1, 1, 1}, {64, 1, 1});
  std::vector<int> values(64, 5);
  values[40] = 90;
  values[50] = 60;
  act.buffer("v", ScalarKind::int_, values).ints("best", 1);
  CHECK(act.told() == Told{
      "race.mixed stale 1: t0 reads best[0] 0; t0 stops; t50 reads best[0] 0; t0 changes best[0] 5 was 0; t50 changes best[0] 60 was 5"});
}

TEST_CASE("a search keeps to its limits, and nothing but a race has a story") {
  StoryRun run("__global__ void k(int* a) {\n  if (threadIdx.x == 0) *a |= 4;\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("a", 1);
  ExplainLimits limits;
  limits.tries = 2;
  CHECK(run.told(limits)[0] == "race.raw budget");
  limits = {};
  limits.warp_instructions = 30;
  CHECK(run.stories(limits)[0].second.tries <= 4);

  const CompileResult compiled = compile("k.cu", run.source, "");
  Finding finding = run.run().findings[0];
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(explain_race(compiled.program, run.launch, finding, {}, stop.get_token()).bites);
  finding.code = "race.scope";
  CHECK(explain_race(compiled.program, run.launch, finding).code == "why.scope");
  finding.places[1] = finding.places[0];
  finding.code = "race.update";
  CHECK(explain_race(compiled.program, run.launch, finding).code == "why.not_met");
  finding.kind = FindingKind::oob_read;
  CHECK(explain_race(compiled.program, run.launch, finding).code.empty());
}

TEST_CASE("an order in which the launch never ends is shown all the same") {
  StoryRun run("__global__ void k(int* data, int* flag) {\n  if (threadIdx.x) return;\n  if (blockIdx.x == 0) {\n    data[0] = 1;\n    while (atomicAdd(flag, 0) == 0) { }\n  } else {\n"
               "    int v = data[0];\n    if (v == 1) atomicExch(flag, 1);\n  }\n}", {2, 1, 1}, {32, 1, 1});
  run.ints("data", 1).ints("flag", 1);
  const CompileResult compiled = compile("k.cu", run.source, "");
  const SimulationResult result = run.run();
  REQUIRE(result.status == SimulationStatus::finished);
  REQUIRE(result.findings.size() == 1);
  ExplainLimits limits;
  limits.warp_instructions = 3'000'000;
  const RaceStory story = explain_race(compiled.program, run.launch, result.findings[0], limits);
  CHECK(story.code == "why.old_value");
  CHECK(story.stops() == 1);
  CHECK_FALSE(story.effect.is_known);
}

TEST_CASE("a search does no more than it may, whatever it runs") {
  // Nobody is harmed, so everything is tried; then what the two leave is compared in whole launches.
  for (const char* body : {"data[0] = 1;", "for (int i = 0; i < 40; ++i) data[0] += 1;"}) {
    StoryRun run(std::string("__global__ void k(int* data, int* out) {\n  for (int i = 0; i < 2000; ++i) out[64 * blockIdx.x + threadIdx.x] += i;\n  ") + body + "\n}", {4, 1, 1}, {64, 1, 1});
    run.ints("data", 1).ints("out", 256);
    const CompileResult compiled = compile("k.cu", run.source, "");
    const SimulationResult result = run.run();
    REQUIRE(!result.findings.empty());
    for (uint64_t most : {10'000ull, 100'000ull, 400'000ull}) {
      CAPTURE(most);
      ExplainLimits limits;
      limits.warp_instructions = most;
      const RaceStory story = explain_race(compiled.program, run.launch, result.findings[0], limits);
      CHECK(story.work <= most + most / 10 + 10'000);  // a run's start, and its last turn, are not divided
      CHECK((story.bites || story.code == "why.budget" || (most > 100'000 && story.code == "why.none")));
      if (most == 10'000) CHECK(story.code == "why.budget");
    }
  }
}

TEST_CASE("every sentence has a code of its own") {
#define WB_CHECK_STORY(code, text) CHECK(story_sentence(code) == text);
  WB_STORY_SENTENCES(WB_CHECK_STORY)
#undef WB_CHECK_STORY
  CHECK(story_sentence("why.nothing").empty());
}
