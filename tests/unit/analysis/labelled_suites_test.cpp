// Two families of labelled kernels, in the manner of the published suites: for each the label is known from how it was made, and the verdict
// must equal it. Every member differs from a clean one in one thing.
//
//   graph codes    pattern (push, pull, count, best of all, worklist, union-find)  x  who works on a vertex (thread, warp, block)
//                  x  type of the data  x  what is wrong (nothing, no atomic, an unguarded look, no barrier, a step too far)
//   handshakes     flags and locks: which fence, which scope, which kind of access on either side, within a block or across blocks
#include <doctest.h>

#include <numeric>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// ---- graph codes

constexpr int vertices = 150;

// Neighbours of each vertex in compressed rows: most have a few, some none, a few have forty.
struct Graph {
  std::vector<int32_t> begin{0}, neighbour;
  Graph() {
    uint32_t state = 12345;
    auto next = [&] { return state = state * 1664525 + 1013904223, state >> 8; };
    for (int v = 0; v < vertices; ++v) {
      const int count = v % 37 == 0 ? 40 : static_cast<int>(next() % 5);
      for (int i = 0; i < count; ++i) neighbour.push_back(static_cast<int32_t>(next() % vertices));
      begin.push_back(static_cast<int32_t>(neighbour.size()));
    }
  }
};

const std::string atomics_of_any_type = R"(
#include <cuda/atomic>
template <typename T> __device__ T atomicRead(T* at) { return ((cuda::atomic<T>*)at)->load(cuda::memory_order_relaxed); }
template <typename T> __device__ void atomicWrite(T* at, T v) { ((cuda::atomic<T>*)at)->store(v, cuda::memory_order_relaxed); }
template <typename T> __device__ void keepLarger(T* at, T v) {
  T old = atomicRead(at);
  while (old < v && !((cuda::atomic<T>*)at)->compare_exchange_weak(old, v, cuda::memory_order_relaxed)) {}
}
template <typename T> __device__ void countUp(T* at) {
  T old = atomicRead(at);
  while (!((cuda::atomic<T>*)at)->compare_exchange_weak(old, (T)(old + 1), cuda::memory_order_relaxed)) {}
}
template <typename T> __device__ T largestOfWarp(T v) {
  for (int d = 16; d > 0; d /= 2) { T other = __shfl_xor_sync(~0u, v, d); v = v < other ? other : v; }
  return v;
}
)";

// Who works on vertex v, and on which of its edges.
struct Mapping {
  const char* name;
  const char* head;  // up to the loop over the edges
  const char* edges;
  uint32_t blocks, threads;
};
constexpr Mapping mappings[] = {
    {"a thread a vertex", "int v = threadIdx.x + blockIdx.x * blockDim.x; if (v LAST n)", "int e = begin[v]; e < begin[v + 1]; e++", 3, 64},
    {"threads that stride over the vertices", "for (int v = threadIdx.x + blockIdx.x * blockDim.x; v LAST n; v += gridDim.x * blockDim.x)", "int e = begin[v]; e < begin[v + 1]; e++", 2, 64},
    {"a warp a vertex", "int lane = threadIdx.x % 32; int v = (threadIdx.x + blockIdx.x * blockDim.x) / 32; if (v LAST n)", "int e = begin[v] + lane; e < begin[v + 1]; e += 32", 40, 128},
    {"a block a vertex", "int v = blockIdx.x; if (v LAST n)", "int e = begin[v] + threadIdx.x; e < begin[v + 1]; e += blockDim.x", vertices + 2, 64},
};
bool gives_a_thread_whole_vertices(const Mapping& m) { return &m < mappings + 2; }

struct Pattern {
  const char* name;
  const char* before;
  const char* edge;
  const char* after;
  bool is_racy;
  bool wants_whole_vertices = false;
};
constexpr Pattern patterns[] = {
    {"push", "", "keepLarger(&mine[to], given[v]);", "", false},
    {"push without an atomic", "", "if (mine[to] < given[v]) mine[to] = given[v];", "", true},
    {"push with a plain look first", "", "if (mine[to] < given[v]) keepLarger(&mine[to], given[v]);", "", true},
    {"push with an atomic look first", "", "if (atomicRead(&mine[to]) < given[v]) keepLarger(&mine[to], given[v]);", "", false},
    {"count", "", "if (v < to) countUp(mine);", "", false},
    {"count without an atomic", "", "if (v < to) mine[0]++;", "", true},
    {"pull", "data_t best = 0;", "if (best < given[to]) best = given[to];", "mine[v] = best;", false, true},
    {"pull from what others write", "data_t best = given[v];", "if (best < mine[to]) best = mine[to];", "mine[v] = best;", true, true},
};

std::string graph_kernel(const char* type, const Mapping& m, const Pattern& p, const char* last = "<") {
  std::string head = m.head;
  head.replace(head.find("LAST"), 4, last);
  return "typedef " + std::string(type) + " data_t;\n" + atomics_of_any_type +
         "__global__ void k(int n, const int* begin, const int* neighbour, data_t* mine, const data_t* given) {\n  " + head + " { " + p.before +
         "\n    for (" + m.edges + ") { int to = neighbour[e]; " + p.edge + " }\n    " + p.after + "\n  }\n}\n";
}

// The best neighbour of each block's vertices through shared memory; `vertex` is an if or a loop.
std::string best_by_block(const char* type, const std::string& vertex, const char* first, const char* second) {
  return "typedef " + std::string(type) + " data_t;\n" + atomics_of_any_type +
         "__global__ void k(int n, const int* begin, const int* neighbour, data_t* mine, const data_t* given) {\n"
         "  __shared__ data_t carry[32]; int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n  " + vertex + " {\n"
         "    data_t best = 0;\n    for (int e = begin[v] + threadIdx.x; e < begin[v + 1]; e += blockDim.x) if (best < given[neighbour[e]]) best = given[neighbour[e]];\n"
         "    best = largestOfWarp(best);\n    if (lane == 0) carry[warp] = best;\n    " + first + "\n"
         "    if (warp == 0) { best = largestOfWarp(lane < blockDim.x / 32 ? carry[lane] : (data_t)0); if (lane == 0) keepLarger(mine, best); }\n    " + second + "\n  }\n}\n";
}
std::string best_by_warp(const char* type, const char* sync) {
  return "typedef " + std::string(type) + " data_t;\n" + atomics_of_any_type +
         "__global__ void k(int n, const int* begin, const int* neighbour, data_t* mine, const data_t* given) {\n"
         "  __shared__ data_t s[128]; int t = threadIdx.x, v = (t + blockIdx.x * blockDim.x) / 32;\n  if (v < n) {\n"
         "    data_t best = 0;\n    for (int e = begin[v] + t % 32; e < begin[v + 1]; e += 32) if (best < given[neighbour[e]]) best = given[neighbour[e]];\n"
         "    s[t] = best; " + std::string(sync) + "\n    if (t % 32 == 0) { for (int i = 1; i < 32; i++) if (best < s[t + i]) best = s[t + i]; keepLarger(mine, best); }\n  }\n}\n";
}

struct Verdict {
  bool is_racy = false, is_outside = false;
};
Verdict verdict(const SimulationResult& result) {
  Verdict v;
  CHECK(result.status == SimulationStatus::finished);
  for (const Finding& f : result.findings) {
    if (f.severity == Severity::note) continue;
    const std::string name = finding_name(f.kind);
    v.is_racy |= name.starts_with("race");
    v.is_outside |= name.starts_with("oob");
    const bool is_expected = name.starts_with("race") || name.starts_with("oob") || name == "uninit.shared";  // the last beside a race alone
    CHECK_MESSAGE(is_expected, name);
  }
  return v;
}

template <class T>
void check_graph_code(const std::string& kernel, uint32_t blocks, uint32_t threads, Verdict wanted, bool starts_as_roots = false) {
  static const Graph graph;
  std::vector<T> mine(vertices), given(vertices);
  for (int i = 0; i < vertices; ++i) given[static_cast<size_t>(i)] = static_cast<T>(1 + i * 7 % 100);
  if (starts_as_roots) std::iota(mine.begin(), mine.end(), T{0});
  Kernel k(kernel);
  k.shape({blocks, 1, 1}, {threads, 1, 1}).value(int64_t{vertices}).in<int32_t>(graph.begin).in<int32_t>(graph.neighbour).template in<T>(mine).template in<T>(given).run();
  CAPTURE(kernel);
  const Verdict found = verdict(k.result);
  CHECK(found.is_racy == wanted.is_racy);
  CHECK(found.is_outside == wanted.is_outside);
}

template <class T>
void check_graph_codes(const char* type) {
  CAPTURE(type);
  for (const Mapping& m : mappings) {
    CAPTURE(m.name);
    for (const Pattern& p : patterns) {
      if (p.wants_whole_vertices && !gives_a_thread_whole_vertices(m)) continue;
      CAPTURE(p.name);
      check_graph_code<T>(graph_kernel(type, m, p), m.blocks, m.threads, {p.is_racy, false});
    }
    CAPTURE("a vertex too far");
    check_graph_code<T>(graph_kernel(type, m, patterns[0], "<="), m.blocks, m.threads, {false, true});
  }
  const char* sync = "__syncthreads();";
  const std::string once = "int v = blockIdx.x; if (v < n)", again = "for (int v = blockIdx.x; v < n; v += gridDim.x)";
  check_graph_code<T>(best_by_block(type, once, sync, ""), vertices, 128, {false, false});
  check_graph_code<T>(best_by_block(type, once, "", ""), vertices, 128, {true, false});
  check_graph_code<T>(best_by_block(type, again, sync, sync), 5, 128, {false, false});
  check_graph_code<T>(best_by_block(type, again, sync, ""), 5, 128, {true, false});
  check_graph_code<T>(best_by_warp(type, "__syncwarp();"), 38, 128, {false, false});
  check_graph_code<T>(best_by_warp(type, ""), 38, 128, {true, false});
}

// ---- handshakes

constexpr const char* fences[] = {"", "__threadfence_block();", "__threadfence();", "__threadfence_system();"};
bool reaches(const std::string& fence, bool across_blocks) { return !fence.empty() && !(across_blocks && fence == "__threadfence_block();"); }

// `data`, `flag` and `out` start at zero.
void check_handshake(const std::string& kernel, uint32_t blocks, bool is_racy) {
  CAPTURE(kernel);
  for (Schedule schedule : {Schedule::in_order, Schedule::round_robin, Schedule::random}) {
    Kernel k("__global__ void k(int* data, int* flag, int* out) {\n  int t = threadIdx.x, b = blockIdx.x;\n" + kernel + "}\n");
    k.shape({blocks, 1, 1}, {96, 1, 1}).in<int32_t>(std::vector<int32_t>(4)).in<int32_t>(std::vector<int32_t>(8)).in<int32_t>(std::vector<int32_t>(4)).run(schedule, 5);
    const Verdict found = verdict(k.result);
    CHECK(found.is_racy == is_racy);
    CHECK_FALSE(found.is_outside);
  }
}

}  // namespace

TEST_CASE("graph codes: the verdict is the label, for every type, mapping and bug") {
  check_graph_codes<int32_t>("int");
  check_graph_codes<int8_t>("signed char");
  check_graph_codes<uint16_t>("unsigned short");
  check_graph_codes<float>("float");
  check_graph_codes<double>("double");
  check_graph_codes<uint64_t>("unsigned long long");
}

TEST_CASE("graph codes: places in a worklist, and roots found while others shorten the way to them") {
  const std::string head = "__global__ void k(int n, const int* begin, const int* neighbour, int* mine, int* count) {\n  int v = threadIdx.x + blockIdx.x * blockDim.x;\n"
                           "  if (v < n) for (int e = begin[v]; e < begin[v + 1]; e++) if (v < neighbour[e]) { ";
  check_graph_code<int32_t>(head + "mine[atomicAdd(count, 1) % n] = v; }\n}\n", 3, 64, {true, false});  // more entries than places: they are taken twice
  check_graph_code<int32_t>(head + "int at = atomicAdd(count, 1); if (at < n) mine[at] = v; }\n}\n", 3, 64, {false, false});
  check_graph_code<int32_t>(head + "int at = count[0]; count[0] = at + 1; if (at < n) mine[at] = v; }\n}\n", 3, 64, {true, false});

  const std::string find = atomics_of_any_type +
      "__device__ int root(int v, int* up) {\n  int at = READ(&up[v]);\n"
      "  if (at != v) { int next, before = v; while (at > (next = READ(&up[at]))) { WRITE(&up[before], next); before = at; at = next; } }\n  return at;\n}\n"
      "__global__ void k(int n, const int* begin, const int* neighbour, int* up, int* given) {\n  int v = threadIdx.x + blockIdx.x * blockDim.x;\n  if (v >= n) return;\n"
      "  int a = root(v, up);\n  for (int e = begin[v]; e < begin[v + 1]; e++) if (v > neighbour[e]) {\n    int b = root(neighbour[e], up);\n"
      "    while (a != b) { int high = max(a, b), low = min(a, b), seen = atomicCAS(&up[high], high, low); if (seen == high) break; if (a == high) a = seen; else b = seen; }\n  }\n}\n";
  check_graph_code<int32_t>("#define READ(p) atomicRead(p)\n#define WRITE(p, v) atomicWrite(p, v)\n" + find, 3, 64, {false, false}, true);
  check_graph_code<int32_t>("#define READ(p) (*(p))\n#define WRITE(p, v) (*(p) = (v))\n" + find, 3, 64, {true, false}, true);
}

TEST_CASE("handshakes: a flag tells what a fence of its scope let go, and a plain one nothing") {
  struct Flag { const char *raise, *look; bool is_of_the_block, is_plain; };
  constexpr Flag flags[] = {
      {"*(volatile int*)flag = 1;", "while (*(volatile int*)flag == 0) {}", false, false},
      {"atomicExch(flag, 1);", "while (atomicAdd(flag, 0) == 0) {}", false, false},
      {"atomicAdd(flag, 1);", "while (*(volatile int*)flag == 0) {}", false, false},
      {"*(volatile int*)flag = 1;", "while (atomicCAS(flag, 1, 1) == 0) {}", false, false},
      {"atomicExch_block(flag, 1);", "while (atomicAdd_block(flag, 0) == 0) {}", true, false},
      {"*flag = 1;", "while (*(volatile int*)flag == 0) {}", false, true},
      {"atomicExch(flag, 1);", "if (*flag == 0) return;", false, true},
  };
  for (bool across : {false, true})
    for (const std::string fence : fences)
      for (const Flag& f : flags) {
        const std::string giver = across ? "b == 0 && t == 0" : "t == 0", taker = across ? "b == 1 && t == 0" : "t == 32";
        const bool is_racy = !reaches(fence, across) || (across && f.is_of_the_block) || f.is_plain;
        check_handshake("  if (" + giver + ") { data[0] = 42; " + fence + " " + f.raise + " }\n  if (" + taker + ") { " + f.look + " out[0] = data[0]; }\n", across ? 2 : 1, is_racy);
      }
}

TEST_CASE("handshakes: a lock holds when it is released behind a fence, all in the scope of those who take it") {
  for (const std::string take : {"atomicCAS(flag, 0, 1)", "atomicCAS_block(flag, 0, 1)"})
    for (const std::string release : {"atomicExch(flag, 0);", "atomicExch_block(flag, 0);", "*(volatile int*)flag = 0;"})
      for (const std::string fence : fences)
        for (uint32_t blocks : {1u, 3u}) {
          const bool is_of_the_block = take.find("_block") != take.npos || release.find("_block") != release.npos;
          const bool is_racy = !reaches(fence, blocks > 1) || (blocks > 1 && is_of_the_block);
          check_handshake("  if (t % 32 == 0) { while (" + take + " != 0) {} data[0] = data[0] + 1; " + fence + " " + release + " }\n", blocks, is_racy);
        }
  check_handshake("  int* lock = flag + b % 2; if (t == 0) { while (atomicCAS(lock, 0, 1) != 0) {} data[0] += 1; __threadfence(); atomicExch(lock, 0); }\n", 4, true);
  check_handshake("  if (t == 0) { if (b == 0) data[0] += 1; else { while (atomicCAS(flag, 0, 1) != 0) {} data[0] += 1; __threadfence(); atomicExch(flag, 0); } }\n", 4, true);
  const std::string ticket = "  if (t == 0) { int me = atomicAdd(flag, 1); while (*(volatile int*)(flag + 1) != me) {} data[0] += 1; FENCE *(volatile int*)(flag + 1) = me + 1; }\n";
  for (const std::string fence : fences) check_handshake(std::string(ticket).replace(ticket.find("FENCE"), 5, fence), 5, !reaches(fence, true));
}

TEST_CASE("handshakes: a barrier of the whole grid out of a counter") {
  const std::string both = "  __shared__ int nothing; data[b % 4] = b; __syncthreads(); if (t == 0) { FENCE atomicAdd(flag, 1); while (LOOK < gridDim.x) {} } SYNC\n"
                           "  out[b % 4] = data[(b + 1) % 4];\n";
  auto barrier = [&](std::string fence, std::string look, std::string sync) {
    std::string text = both;
    text.replace(text.find("FENCE"), 5, fence).replace(text.find("LOOK"), 4, look).replace(text.find("SYNC"), 4, sync);
    return text.replace(text.find("data[b % 4] = b;"), 16, "if (t == 64) data[b % 4] = b;").replace(text.find("out[b % 4] ="), 12, "if (t == 33) out[b % 4] =");
  };
  for (const std::string look : {"*(volatile int*)flag", "atomicAdd(flag, 0)"}) {
    for (const std::string fence : fences) check_handshake(barrier(fence, look, "__syncthreads();"), 4, !reaches(fence, true));
    check_handshake(barrier("__threadfence();", look, ""), 4, true);
  }
}

namespace {

// `data`, `flag` and `out` start at zero; two blocks of 64 threads.
std::string kinds_of(const std::string& body, const std::string& before = "") {
  Kernel k("#include <cuda/atomic>\n#include <cooperative_groups.h>\n" + before +
           "__global__ void k(int* data, int* flag, int* out) {\n  int t = threadIdx.x, b = blockIdx.x;\n  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag), d(data[0]);\n" + body + "}\n");
  CAPTURE(body);
  if (!k.compiled.ok()) return "does not compile";
  k.shape({2, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(128)).in<int32_t>(std::vector<int32_t>(8)).in<int32_t>(std::vector<int32_t>(128)).run();
  return k.kinds();
}

}  // namespace

TEST_CASE("cuda::atomic: loads are loads, and two of them never race") {
  CHECK(kinds_of("out[b * 64 + t] = t & 1 ? d.load(cuda::memory_order_relaxed) : data[0];") == "");
  CHECK(kinds_of("cuda::atomic_ref<int, cuda::thread_scope_block> own(data[0]); out[b * 64 + t] = own.load();") == "");
  CHECK(kinds_of("if (t == 0 && b == 0) data[0] = 1; out[b * 64 + t] = d.load();") == "race.mixed");
  CHECK(kinds_of("if (t == 0 && b == 0) d.store(1); out[b * 64 + t] = data[0];") == "race.mixed");
  CHECK(kinds_of("if (t == 0 && b == 0) d.store(1); out[b * 64 + t] = d.load(cuda::memory_order_relaxed);") == "");
  CHECK(kinds_of("if (t == 0 && b == 0) d.fetch_add(1); out[b * 64 + t] = d.load(cuda::memory_order_relaxed);") == "");
}

TEST_CASE("what a group's shuffle offers need have no value") {
  const std::string count = "namespace cg = cooperative_groups;\n__device__ int next(int* p) { cg::coalesced_group g = cg::coalesced_threads(); int before; if (g.thread_rank() == 0) before = atomicAdd(p, g.size());\n"
                            "  before = g.thread_rank() + g.shfl(before, 0); return before; }\n";
  CHECK(kinds_of("if (t % 3 == 0) out[next(flag)] = t;", count) == "");
  CHECK(kinds_of("auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()); int v; if (t % 32 == 0) v = t; v = tile.shfl(v, 0); out[b * 64 + t] = v;") == "");
  CHECK(kinds_of("int v; if (t % 32 == 0) v = t; out[b * 64 + t] = v;") == "uninit.local");
}

TEST_CASE("a column of unsigned numbers that goes below zero and comes back is in its row") {
  const std::string row = "  __shared__ float s[4][64]; for (int y = 0; y < 4; y++) s[y][t] = t;\n  __syncthreads();\n  float sum = 0;\n";
  CHECK(kinds_of(row + "for (int i = 1; i < 3; i++) for (int j = -4; j <= 4; j++) sum += s[1][threadIdx.x % 16 + i * 16 + j];\n  out[b * 64 + t] = sum;") == "");
  CHECK(kinds_of(row + "for (int j = -4; j <= 4; j++) sum += s[1][threadIdx.x + j];\n  out[b * 64 + t] = sum;").find("oob.shape") != std::string::npos);
}

TEST_CASE("a sentence about two threads of one block does not speak of blocks") {
  Kernel k("__global__ void k(int* a) { a[(blockIdx.x * 64 + threadIdx.x) / 2] = threadIdx.x + blockIdx.x; }");
  k.shape({2, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(128)).run();
  REQUIRE(k.result.findings.size() == 1);
  const Finding& f = k.result.findings[0];
  CHECK(f.element == std::vector<uint64_t>{0});
  CHECK(f.message == "thread 0 and thread 1 of block 0 both write `a[0]` at line 1, and nothing says which value stays");
}

TEST_CASE("equal values are compared with those since the last grid barrier") {
  const std::string passes = "#include <cooperative_groups.h>\n__global__ void k(int* g) { for (int p = 0; p < 3; p++) { cooperative_groups::this_grid().sync(); STORE } }";
  const auto severity = [&](const std::string& store, uint32_t threads) {
    Kernel k(std::string(passes).replace(passes.find("STORE"), 5, store));
    k.shape({2, 1, 1}, {threads, 1, 1}).in<int32_t>(std::vector<int32_t>(128)).run();
    REQUIRE(k.result.findings.size() == 1);
    return k.result.findings[0].severity;
  };
  for (uint32_t threads : {2u, 64u}) {
    CHECK(severity("g[(threadIdx.x + p) % 128] = threadIdx.x;", threads) == Severity::note);  // the same by both blocks, another one in each pass
    CHECK(severity("g[(threadIdx.x + p) % 128] = threadIdx.x + blockIdx.x;", threads) == Severity::error);
  }
}
