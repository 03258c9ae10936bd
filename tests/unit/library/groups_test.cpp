// Cooperative groups: what the groups know of themselves, what their members do together, and grid.sync().
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

const std::string head =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\n#include <cooperative_groups/memcpy_async.h>\n"
    "namespace cg = cooperative_groups;\n";

// Runs `int* r` with one result a thread in one block of 64.
std::vector<int32_t> run(const std::string& body) {
  Kernel k(head + "__global__ void k(int* r) { auto block = cg::this_thread_block(); int t = threadIdx.x; " + body + " }");
  if (!k.compiled.ok()) return {};
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

std::string first_code(const std::string& body) {
  CompileResult compiled = compile("k.cu", head + "__global__ void k(int* r) { " + body + " }", "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

const std::string grid_sum =
    "__global__ void k(int* part, int* sum) {\n"
    "  cg::grid_group grid = cg::this_grid();\n"
    "  if (threadIdx.x == 0) part[blockIdx.x] = blockIdx.x + 1;\n"
    "  SYNC\n"
    "  if (blockIdx.x == 0 && threadIdx.x == 0) { int s = 0; for (int i = 0; i < gridDim.x; i++) s += part[i]; sum[0] = s; }\n"
    "}\n";

std::string with_sync(const std::string& sync) {
  std::string text = head + grid_sum;
  return text.replace(text.find("SYNC"), 4, sync);
}

std::string deadlock_of(const Kernel& k) {
  for (const Finding& f : k.result.findings)
    if (f.kind == FindingKind::deadlock) return f.message;
  return {};
}

}  // namespace

TEST_CASE("records go from lane to lane, and are reduced by functions of the program's own") {
  const std::string best = "struct Best { float value; short at; }; Best mine = {(float)((t * 7 + 3) % 32), (short)t};\n";
  const std::string tile = "auto tile = cg::tiled_partition<32>(block); ";
  auto r = run(best + tile + "auto larger = [](Best a, Best b) { return a.value > b.value ? a : b; };\n const Best all = cg::reduce(tile, mine, larger); r[t] = all.at * 100 + (int)all.value;");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == (t < 32 ? 4 : 36) * 100 + 31);
  r = run(best + tile + "r[t] = tile.shfl(mine, 5).at + 100 * tile.shfl_down(mine, 1).at + 10000 * tile.shfl_xor(mine, 3).at + 1000000 * tile.shfl_up(mine, 1).at;");
  REQUIRE(r.size() == 64);
  CHECK(r[9] == 5 + 1000 + 100000 + 8000000);
}

TEST_CASE("a tile's ranks and sizes") {
  auto r = run("auto w = cg::tiled_partition<32>(block); auto q = cg::tiled_partition<4>(w);"
               "r[t] = q.thread_rank() + 10 * q.meta_group_rank() + 1000 * q.meta_group_size() + 100000 * w.meta_group_rank();");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == t % 4 + 10 * (t % 32 / 4) + 8000 + 100000 * (t / 32));
}

TEST_CASE("reductions and scans of a tile") {
  auto r = run("auto q = cg::tiled_partition<8>(block); int s = cg::reduce(q, t, cg::plus<int>()), m = cg::reduce(q, t, cg::greater<int>());"
               "r[t] = s + 1000 * m + 100000 * cg::exclusive_scan(q, 1);");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) {
    const int first = t / 8 * 8;
    CHECK(r[static_cast<size_t>(t)] == 8 * first + 28 + 1000 * (first + 7) + 100000 * (t % 8));
  }
}

TEST_CASE("coalesced threads know each other") {
  auto r = run("r[t] = -1; if (t % 2) { auto g = cg::coalesced_threads(); r[t] = g.size() * 1000 + g.thread_rank() * 10 + (g.shfl(t, 0) == t / 32 * 32 + 1); }");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == (t % 2 ? 16000 + t % 32 / 2 * 10 + 1 : -1));
}

TEST_CASE("a plain group made of a block at run time") {
  auto r = run("cg::thread_group g = cg::tiled_partition(block, 16); r[t] = g.size() * 100 + g.thread_rank(); g.sync();");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == 1600 + t % 16);
}

TEST_CASE("a plain group by the name of its type") {
  auto r = run("cg::thread_group g(block); r[t] = g.size() * 100 + cg::thread_group(cg::tiled_partition<8>(block)).size();");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == 6408);
}

TEST_CASE("a copy by the whole block is done behind wait()") {
  Kernel k(head + "__global__ void k(int* r, const int* from) { __shared__ int tile[64]; auto block = cg::this_thread_block();"
                  "cg::memcpy_async(block, tile, from, sizeof(int) * 64); cg::wait(block); r[threadIdx.x] = tile[63 - threadIdx.x]; }");
  std::vector<int32_t> from(64);
  for (int i = 0; i < 64; ++i) from[static_cast<size_t>(i)] = i;
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(from).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[5] == 58);
}

TEST_CASE("copies of elements of any size and place come whole") {
  const std::string types[] = {"char", "short", "int", "double", "float4", "float3", "Odd", "Pair"};
  for (const std::string& type : types)
    for (int beside : {0, 1, 3}) {
      CAPTURE(type);
      CAPTURE(beside);
      Kernel k(head + "struct Odd { char c[3]; }; struct Pair { short a, b, c; }; __device__ " + type + " from[80];\n"
               "__global__ void k(int* r) { auto block = cg::this_thread_block(); int t = threadIdx.x; __shared__ " + type + " to[80];\n"
               "char* all = (char*)from; for (int i = t; i < sizeof(from); i += 64) all[i] = (char)(i * 7); block.sync();\n"
               "cg::memcpy_async(block, to + 1, from + " + std::to_string(beside) + ", sizeof(from[0]) * 65); cg::wait(block);\n"
               "const char* here = (const char*)(to + 1); const char* there = (const char*)(from + " + std::to_string(beside) + "); int same = 1;\n"
               "for (int i = t; i < 65 * sizeof(from[0]); i += 64) same &= here[i] == there[i]; r[t] = same; }");
      REQUIRE(k.compiled.ok());
      k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
      CHECK(k.kinds() == "");
      CHECK(k.get<int32_t>(0) == std::vector<int32_t>(64, 1));
    }
}

TEST_CASE("without wait() the copy races with its readers") {
  Kernel k(head + "__global__ void k(int* r, const int* from) { __shared__ int tile[64]; auto block = cg::this_thread_block();"
                  "cg::memcpy_async(block, tile, from, sizeof(int) * 64); r[threadIdx.x] = tile[63 - threadIdx.x]; }");
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(std::vector<int32_t>(64)).run();
  CHECK(k.kinds().find("race") != std::string::npos);
}

TEST_CASE("all blocks pass grid.sync() together, under every schedule, and what they wrote is ordered by it") {
  for (Schedule schedule : all_schedules) {
    Kernel k(with_sync("grid.sync();"));
    k.shape({40, 1, 1}, {64, 1, 1}).out<int32_t>(40).out<int32_t>(1).run(schedule, 7);
    CHECK(k.kinds() == "");
    CHECK(k.result.status == SimulationStatus::finished);
    CHECK(k.get<int32_t>(1)[0] == 820);
  }
}

TEST_CASE("without grid.sync() the blocks race") {
  Kernel k(with_sync(""));
  k.shape({40, 1, 1}, {64, 1, 1}).out<int32_t>(40).out<int32_t>(1).run();
  CHECK(k.kinds().find("race") != std::string::npos);
}

TEST_CASE("grid.sync() that a block does not reach is a deadlock") {
  Kernel k(with_sync("if (blockIdx.x == 3) return; grid.sync();"));
  k.shape({8, 1, 1}, {64, 1, 1}).out<int32_t>(8).out<int32_t>(1).run();
  CHECK(k.result.status == SimulationStatus::deadlock);
  CHECK(k.kinds().find("deadlock") != std::string::npos);
  CHECK(deadlock_of(k).find("; block 3 has left without coming to it") != std::string::npos);
}

TEST_CASE("all blocks are begun, though some of them wait for others that never come") {
  for (Schedule schedule : all_schedules) {
    Kernel k("#include <cooperative_groups.h>\n__global__ void k(int* out) { out[blockIdx.x] = 1; if (blockIdx.x % 2) cooperative_groups::this_grid().sync(); }", "k");
    k.shape({7, 1, 1}, {32, 1, 1}).out<int32_t>(7).run(schedule, 7);
    CHECK(k.result.status == SimulationStatus::deadlock);
    CHECK(k.get<int32_t>(0) == std::vector<int32_t>(7, 1));
  }
}

TEST_CASE("of several blocks that do not reach grid.sync() the first is named") {
  Kernel k(with_sync("if (blockIdx.x % 2) return; grid.sync();"));
  k.shape({8, 1, 1}, {64, 1, 1}).out<int32_t>(8).out<int32_t>(1).run(Schedule::round_robin, 0);  // the first four blocks begin together
  CHECK(deadlock_of(k).find("; block 1 and 3 others have left without coming to it") != std::string::npos);
}

TEST_CASE("grid.sync() in a loop") {
  Kernel k(head + "__global__ void k(int* a, int* b) { auto grid = cg::this_grid(); int i = grid.thread_rank(), n = grid.size();"
                  "for (int step = 0; step < 10; step++) { b[i] = a[(i + 1) % n]; grid.sync(); a[i] = b[i]; grid.sync(); } }");
  std::vector<int32_t> a(256);
  for (int i = 0; i < 256; ++i) a[static_cast<size_t>(i)] = i;
  k.shape({4, 1, 1}, {64, 1, 1}).in(a).in(std::vector<int32_t>(256)).run(Schedule::random, 3);
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[250] == 4);
}

TEST_CASE("a tile of a size that is none is refused where it is asked for") {
  CHECK(first_code("auto t = cg::tiled_partition<24>(cg::this_thread_block()); r[0] = t.size();") != "");
  CHECK(first_code("auto t = cg::tiled_partition<16>(cg::this_thread_block()); r[0] = t.size();") == "");
}

TEST_CASE("the grid's barrier in two steps") {
  // The work between the two steps is each block's own; what was done before the first is there behind the second.
  for (Schedule schedule : all_schedules) {
    CAPTURE(schedule_name(schedule));
    Kernel k(head + "#include <utility>\n__global__ void k(int* part, int* own, int* sum) {\n"
                    "  cg::grid_group grid = cg::this_grid();\n"
                    "  for (int round = 1; round <= 3; round++) {\n"
                    "    part[grid.thread_rank()] = round * (int)grid.thread_rank();\n"
                    "    auto token = grid.barrier_arrive();\n"
                    "    own[grid.thread_rank()] = round;\n"
                    "    grid.barrier_wait(std::move(token));\n"
                    "    sum[grid.thread_rank()] = part[grid.num_threads() - 1 - grid.thread_rank()];\n"
                    "    grid.barrier_wait(grid.barrier_arrive());\n"
                    "  }\n}\n");
    k.shape({5, 1, 1}, {64, 1, 1}).out<int32_t>(320).out<int32_t>(320).out<int32_t>(320).run(schedule, 3);
    CHECK(k.kinds() == "");
    const auto sum = k.get<int32_t>(2);
    for (int i = 0; i < 320; ++i) CHECK(sum[static_cast<size_t>(i)] == 3 * (319 - i));
  }
}

TEST_CASE("between the two steps of the grid's barrier there is no order") {
  Kernel k(head + "__global__ void k(int* part, int* sum) { cg::grid_group grid = cg::this_grid(); auto token = grid.barrier_arrive(); part[grid.thread_rank()] = 1;\n"
                  "  grid.barrier_wait(static_cast<unsigned int&&>(token)); sum[grid.thread_rank()] = part[63 - grid.thread_rank()]; }\n");
  k.shape({2, 1, 1}, {32, 1, 1}).out<int32_t>(64).out<int32_t>(64).run();
  CHECK(k.kinds() == "race.raw");
}

TEST_CASE("the block's barrier in two steps, which waits in the second") {
  const auto r = run("__shared__ int s[64]; s[t] = t; auto token = block.barrier_arrive(); int v = 1; block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token)); r[t] = s[63 - t] + v;");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == 64 - t);
}

TEST_CASE("the block's barrier in two steps orders what came before the first with what comes behind the second, and nothing else") {
  const struct {
    std::string name, before, between, after, kinds;
  } all[] = {
      {"before and behind", "s[t] = t;", "", "r[t] = s[63 - t];", ""},
      {"own work between", "s[t] = t;", "q[t] = t;", "r[t] = s[63 - t] + q[t];", ""},
      {"stored between, read behind", "", "s[t] = t;", "r[t] = s[63 - t];", "race.raw"},
      {"stored before, read between", "s[t] = t;", "r[t] = s[63 - t];", "", "race.raw"},
      {"read between, stored behind", "s[t] = t; __syncthreads();", "r[t] = s[63 - t];", "s[t] = 1;", "race.war"},
      {"read before, stored behind", "s[t] = t; __syncthreads(); r[t] = s[63 - t];", "", "s[t] = 1;", ""},
      {"global memory", "r[t] = t;", "", "q[t] = r[63 - t];", ""},
      {"global memory, stored between", "", "r[t] = t;", "q[t] = r[63 - t];", "race.raw"},
      {"a barrier behind it", "", "s[t] = t;", "__syncthreads(); r[t] = s[63 - t];", ""},
      {"round after round", "for (int k = 0; k < 3; k++) { s[t] = t + k;", "q[t] = k;", "r[t] = s[63 - t]; block.sync(); }", ""},
      {"stored behind, read in the next round", "for (int k = 0; k < 3; k++) { r[t] = s[63 - t];", "", "s[t] = k; }", "race.raw"},
      {"stored behind, read in the next round, behind a barrier", "s[t] = t; for (int k = 0; k < 3; k++) { block.sync(); r[t] = s[63 - t];", "", "s[t] = k; }", ""},
      {"lanes that arrive on two ways", "s[t] = t; if (t & 1) block.barrier_arrive(); else", "", "r[t] = s[63 - t];", ""},
      {"threads that have left", "r[t] = 0; if (t >= 40) return; s[t] = t;", "", "r[t] = s[39 - t];", ""},
  };
  for (const auto& one : all)
    for (Schedule schedule : all_schedules) {
      CAPTURE(one.name);
      CAPTURE(schedule_name(schedule));
      Kernel k(head + "__global__ void k(int* r) { __shared__ int s[64], q[64]; auto block = cg::this_thread_block(); int t = threadIdx.x; " + one.before + " block.barrier_arrive(); " + one.between +
               " block.barrier_wait(cg::thread_block::arrival_token{}); " + one.after + " }");
      REQUIRE(k.compiled.ok());
      k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run(schedule, 3);
      CHECK(k.kinds() == one.kinds);
    }
}

TEST_CASE("in a cluster of several blocks the second step of a block's barrier is a barrier of the block") {
  Kernel k(head + "__global__ void __cluster_dims__(2) k(int* r) { __shared__ int s[64]; auto block = cg::this_thread_block(); int t = threadIdx.x; block.barrier_arrive(); s[t] = t;\n"
                  "  block.barrier_wait(cg::thread_block::arrival_token{}); r[blockIdx.x * 64 + t] = s[63 - t]; }");
  REQUIRE(k.compiled.ok());
  k.shape({2, 1, 1}, {64, 1, 1}).out<int32_t>(128).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[70] == 57);
}

TEST_CASE("the block's barrier in two steps, used wrongly") {
  const struct {
    std::string name, body, code;
  } all[] = {
      {"arrives twice", "block.barrier_arrive(); block.barrier_arrive(); block.barrier_wait(cg::thread_block::arrival_token{});", "barrier.halves"},
      {"waits without an arrival", "block.barrier_wait(cg::thread_block::arrival_token{});", "barrier.halves"},
      {"waits twice", "block.barrier_arrive(); block.barrier_wait(cg::thread_block::arrival_token{}); block.barrier_wait(cg::thread_block::arrival_token{});", "barrier.halves"},
      {"leaves between", "block.barrier_arrive(); if (t > 5) return; block.barrier_wait(cg::thread_block::arrival_token{});", "barrier.halves"},
      {"leaves before", "if (t > 5) return; block.barrier_arrive(); block.barrier_wait(cg::thread_block::arrival_token{});", ""},
  };
  for (const auto& one : all) {
    CAPTURE(one.name);
    Kernel k(head + "__global__ void k(int* r) { auto block = cg::this_thread_block(); int t = threadIdx.x; r[t] = t; " + one.body + " }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
    CHECK(k.kinds() == one.code);
  }
}

namespace {

// Of 256 threads, one result each.
std::vector<int32_t> run_wide(const std::string& body) {
  Kernel k(head + "__global__ void k(int* r) { int t = threadIdx.x; " + body + " }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {256, 1, 1}).out<int32_t>(256);
  for (Schedule schedule : all_schedules) {
    k.run(schedule, 3);
    CHECK(k.kinds() == "");
  }
  return k.get<int32_t>(0);
}

}  // namespace

TEST_CASE("tiles wider than a warp: ranks, one barrier each, votes, values handed on, sums") {
  const std::string tile = "__shared__ cg::block_tile_memory<256> memory; auto block = cg::this_thread_block(memory); auto tile = cg::tiled_partition<64>(block); ";
  std::vector<int32_t> all = run_wide(tile + "r[t] = tile.thread_rank() * 10000 + tile.meta_group_rank() * 1000 + tile.meta_group_size() * 100 + tile.size();");
  CHECK(all[70] == 61464 + 0);
  CHECK(all[255] == 633464);
  // Tiles come to their barriers as often as they like.
  all = run_wide(tile + "__shared__ int s[256]; int rounds = tile.meta_group_rank() + 1; s[t] = t; for (int i = 0; i < rounds; i++) { tile.sync(); int v = s[t ^ 63]; tile.sync(); s[t] = v + 1; } r[t] = s[t];");
  CHECK(all[5] == (5 ^ 63) + 1);
  CHECK(all[69] == 69 + 2);
  CHECK(all[255] == 255 + 4);
  all = run_wide(tile + "r[t] = tile.any(t == 70) * 10 + tile.all(t < 192);");
  CHECK(all[0] == 1);
  CHECK(all[64] == 11);
  CHECK(all[200] == 0);
  all = run_wide(tile + "r[t] = tile.shfl(t, 5) + tile.shfl(100 * t, 63);");
  CHECK(all[0] == 5 + 6300);
  CHECK(all[130] == 133 + 19100);
  all = run_wide(tile + "r[t] = cg::reduce(tile, t, cg::plus<int>()) + 100000 * cg::reduce(tile, t, cg::greater<int>());");
  CHECK(all[3] == 2016 + 6300000);
  CHECK(all[192] == 14304 + 25500000);
  const std::string widest = "__shared__ cg::experimental::block_tile_memory<4, 256> memory; auto block = cg::experimental::this_thread_block(memory); auto tile = cg::experimental::tiled_partition<128>(block); ";
  all = run_wide(widest + "r[t] = cg::reduce(tile, 1, cg::plus<int>()) + tile.meta_group_size();");
  CHECK(all[255] == 130);
}

TEST_CASE("tiles wider than a warp: what other tiles write is not in order, and a warp that stays away is missed") {
  Kernel race(head + "__global__ void k(int* r) { __shared__ int s[128]; auto tile = cg::tiled_partition<64>(cg::this_thread_block()); s[threadIdx.x] = 1; tile.sync(); r[threadIdx.x] = s[(threadIdx.x + 64) % 128]; }");
  race.shape({1, 1, 1}, {128, 1, 1}).out<int32_t>(128).run();
  CHECK(race.kinds().find("race.") != std::string::npos);
  Kernel hang(head + "__global__ void k(int* r) { auto tile = cg::tiled_partition<64>(cg::this_thread_block()); if (threadIdx.x < 32) tile.sync(); r[threadIdx.x] = 1; }");
  hang.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  REQUIRE(!hang.result.findings.empty());
  CHECK(hang.result.findings[0].message.find("the barrier of tile 0") != std::string::npos);
}
