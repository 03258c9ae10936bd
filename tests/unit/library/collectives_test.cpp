// cub's collectives of blocks and warps, and the function objects of cuda::std.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// One result a thread; every run is free of findings.
std::vector<int32_t> run(uint32_t threads, const std::string& body, Schedule schedule = Schedule::in_order) {
  Kernel k("#include <cub/cub.cuh>\n#include <cuda/functional>\n__global__ void k(int* r) { int t = threadIdx.x; " + body + " }");
  if (!k.compiled.ok()) return {};
  k.shape({1, 1, 1}, {threads, 1, 1}).out<int32_t>(threads).run(schedule);
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

}  // namespace

TEST_CASE("a block's sum and largest value, in whole and broken warps") {
  for (uint32_t threads : {32u, 64u, 100u, 20u, 128u}) {
    CAPTURE(threads);
    const std::string n = std::to_string(threads);
    const auto r = run(threads, "using R = cub::BlockReduce<int, " + n + ">; __shared__ typename R::TempStorage temp; int s = R(temp).Sum(t + 1); __syncthreads();"
                                "int m = R(temp).Reduce(t * 7 % 31, cuda::maximum<>{}); __syncthreads(); int f = R(temp).Sum(1, 10); r[t] = t == 0 ? s + 100000 * m + 10000000 * f : 0;");
    REQUIRE(r.size() == threads);
    int most = 0;
    for (int t = 0; t < static_cast<int>(threads); ++t) most = std::max(most, t * 7 % 31);
    CHECK(r[0] == static_cast<int>(threads * (threads + 1) / 2) + 100000 * most + 100000000);
  }
}

TEST_CASE("a block's scans, under any schedule") {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random, Schedule::adversarial}) {
    const auto r = run(100, "typedef cub::BlockScan<int, 100> S; __shared__ S::TempStorage temp; int e, all; S(temp).ExclusiveSum(t, e, all); __syncthreads();"
                            "int in[3] = {t, 1, 2}, out[3]; S(temp).InclusiveSum(in, out); r[t] = e == t * (t - 1) / 2 && all == 4950 && out[2] == t * (t + 1) / 2 + 3 * (t + 1) && out[0] == out[2] - 3;", schedule);
    CHECK(r == std::vector<int32_t>(100, 1));
  }
}

TEST_CASE("warps' reductions and scans") {
  const auto r = run(64, "__shared__ cub::WarpReduce<int>::TempStorage a[2]; __shared__ cub::WarpScan<int, 8>::TempStorage b[8];"
                         "int s = cub::WarpReduce<int>(a[t / 32]).Sum(t), e, i; cub::WarpScan<int, 8>(b[t / 8]).ExclusiveSum(t, e); cub::WarpScan<int, 8>(b[t / 8]).InclusiveScan(t ^ 3, i, cub::Max());"
                         "r[t] = (t % 32 == 0 ? s : 0) + 10000 * e + 10000000 * (i == (t | 3) || i == (t ^ 3) || i >= (t ^ 3));");
  REQUIRE(r.size() == 64);
  for (int t = 0; t < 64; ++t) {
    int before = 0;
    for (int i = t / 8 * 8; i < t; ++i) before += i;
    CHECK(r[static_cast<size_t>(t)] == (t == 0 ? 496 : t == 32 ? 1520 : 0) + 10000 * before + 10000000);
  }
}

TEST_CASE("items loaded and stored through shared memory come to the same threads") {
  for (const char* how : {"DIRECT", "TRANSPOSE", "WARP_TRANSPOSE", "VECTORIZE"}) {
    CAPTURE(how);
    Kernel k("#include <cub/block/block_load.cuh>\n#include <cub/block/block_store.cuh>\n__global__ void k(const int* a, int* r) {"
             "  using L = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_" + std::string(how) + ">; using S = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_" + how + ">;"
             "  __shared__ typename L::TempStorage l; __shared__ typename S::TempStorage s; int items[4]; L(l).Load(a, items, 250, -1);"
             "  for (int i = 0; i < 4; i++) items[i] += 1000 * threadIdx.x; S(s).Store(r, items); }");
    REQUIRE(k.compiled.ok());
    std::vector<int32_t> a(256);
    for (int i = 0; i < 256; ++i) a[static_cast<size_t>(i)] = i;
    k.shape({1, 1, 1}, {64, 1, 1}).in<int32_t>(a).out<int32_t>(256).run();
    CHECK(k.kinds() == "");
    const auto r = k.get<int32_t>(1);
    for (int i = 0; i < 256; ++i) CHECK(r[static_cast<size_t>(i)] == (i < 250 ? i : -1) + 1000 * (i / 4));
  }
}

TEST_CASE("cuda::std::span looks at what others hold") {
  const auto r = run(1, "int a[6] = {1, 2, 3, 4, 5, 6}; cuda::std::span<int> all(a), s(a + 1, 4); int sum = 0; for (int x : s.subspan(1, 2)) sum += x; s[0] = 20; s.last(1).front() += 10;"
                        "cuda::std::span<const int> c(r, 1); r[t] = sum + 100 * (int)all.size() + 1000 * a[1] + 100000 * s.back() + (c.data() == r && !c.empty() && s.size_bytes() == 16 ? 10000000 : 0);");
  CHECK(r[0] == 10000000 + 1500000 + 20000 + 600 + 7);
}

TEST_CASE("cuda::std: functions as objects, pairs, moves") {
  const auto r = run(1, "cuda::std::pair<int, float> p(2, 3.5f); auto q = cuda::std::make_pair(1, 4); int old = cuda::std::exchange(q.first, 9);"
                        "r[t] = cuda::std::plus<int>{}(1, 2) + cuda::std::multiplies<>{}(p.first, 10) + (cuda::std::less<>{}(1, 2) ? 100 : 0) + 1000 * old + 10000 * q.first + 100000 * cuda::minimum<int>{}(4, 3)"
                        " + 1000000 * cuda::std::clamp(7, 1, 5) + 10000000 * (q < cuda::std::make_pair(9, 5));");
  CHECK(r == std::vector<int32_t>{3 + 20 + 100 + 1000 + 90000 + 300000 + 5000000 + 10000000});
}

TEST_CASE("a block's items in order, by bits and by comparing, with values and in stripes") {
  for (Schedule schedule : {Schedule::in_order, Schedule::random}) {
    const auto r = run(64, "using S = cub::BlockRadixSort<int, 64, 2>; __shared__ S::TempStorage s; int v[2] = {t * 37 % 64 - 32, (63 - t) * 5 % 64 - 32}; S(s).Sort(v);"
                           "using M = cub::BlockMergeSort<int, 64, 2>; __shared__ M::TempStorage m; int w[2] = {t * 37 % 64, 63 - t}; M(m).Sort(w, [](int a, int b) { return a > b; });"
                           "r[t] = v[0] == t - 32 && v[1] == t - 32 && w[0] == 63 - t && w[1] == 63 - t;", schedule);
    CHECK(r == std::vector<int32_t>(64, 1));
  }
  const auto falling = run(40, "using S = cub::BlockRadixSort<float, 40, 1, int>; __shared__ S::TempStorage s; float v[1] = {(t % 2 ? -1.0f : 1.0f) * t}; int who[1] = {t}; S(s).SortDescending(v, who); r[t] = who[0];");
  REQUIRE(falling.size() == 40);
  CHECK(std::vector<int32_t>(falling.begin(), falling.begin() + 3) == std::vector<int32_t>{38, 36, 34});
  CHECK(falling[39] == 39);
  CHECK(run(32, "using S = cub::BlockRadixSort<unsigned, 32, 2>; __shared__ S::TempStorage s; unsigned v[2] = {63u - t, (unsigned)t}; S(s).SortBlockedToStriped(v, 0, 6); r[t] = v[0] == t && v[1] == t + 32;") ==
        std::vector<int32_t>(32, 1));
}

TEST_CASE("a block's items traded, told apart from their neighbours, counted") {
  CHECK(run(32, "using E = cub::BlockExchange<int, 32, 2>; __shared__ E::TempStorage e; int v[2] = {t, t + 32}; E(e).StripedToBlocked(v); const bool is_blocked = v[0] == 2 * t && v[1] == 2 * t + 1; __syncthreads();"
                "E(e).BlockedToStriped(v); r[t] = is_blocked && v[0] == t && v[1] == t + 32;") == std::vector<int32_t>(32, 1));
  CHECK(run(32, "using D = cub::BlockDiscontinuity<int, 32>; __shared__ D::TempStorage d; int v[2] = {t / 2, t / 2}, heads[2], tails[2]; D(d).FlagHeads(heads, v, cub::Inequality()); __syncthreads();"
                "D(d).FlagTails(tails, v, cub::Inequality()); r[t] = heads[0] == (t % 2 == 0) && heads[1] == 0 && tails[0] == 0 && tails[1] == (t % 2 == 1);") == std::vector<int32_t>(32, 1));
  CHECK(run(32, "using H = cub::BlockHistogram<int, 32, 2, 4>; __shared__ H::TempStorage h; __shared__ unsigned counts[4]; int v[2] = {t % 4, t % 2}; H(h).Histogram(v, counts); __syncthreads();"
                "r[t] = counts[0] == 24 && counts[1] == 24 && counts[2] == 8 && counts[3] == 8;") == std::vector<int32_t>(32, 1));
}

TEST_CASE("storage that is used again without a barrier is a race") {
  Kernel k("#include <cub/cub.cuh>\n__global__ void k(int* r) { int t = threadIdx.x; using E = cub::BlockExchange<int, 64, 2>; __shared__ E::TempStorage e; int v[2] = {t, t + 64}; E(e).StripedToBlocked(v); E(e).StripedToBlocked(v); r[t] = v[0]; }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds().find("race") != std::string::npos);
}
