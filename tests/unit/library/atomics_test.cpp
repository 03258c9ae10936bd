// <cuda/atomic>, <cuda/barrier>, <cuda/pipeline> and their neighbours: results under every schedule, and what is refused.
// The race analysis knows no order through atomics, so kernels that hand data over by one run with the checks off.
#include <doctest.h>

#include <algorithm>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

const std::string head = "#include <cuda/atomic>\n#include <cuda/barrier>\n#include <cuda/pipeline>\n#include <cuda/latch>\n#include <cuda/semaphore>\n"
                         "#include <cuda_pipeline.h>\n#include <cooperative_groups.h>\n";

// `int* r` with one result a thread, in one block of 64 threads unless said otherwise.
std::vector<int32_t> run(const std::string& text, Schedule schedule, bool checks, uint32_t blocks = 1, std::string* kinds = nullptr) {
  Kernel k(head + text);
  if (!k.compiled.ok()) return std::vector<int32_t>(64 * blocks, -1);
  k.options.checks = checks;
  k.options.instruction_budget = 5'000'000;
  k.shape({blocks, 1, 1}, {64, 1, 1}).out<int32_t>(64 * blocks).run(schedule, 7);
  CHECK(k.result.status == SimulationStatus::finished);
  if (kinds) *kinds = k.kinds();
  return k.get<int32_t>(0);
}

std::string first_code(const std::string& text) {
  CompileResult compiled = compile("k.cu", text, "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

template <class T>
int64_t fetch_chain(T start, T operand) {
  T v = start;
  uint64_t h = 0;
  auto old = [&](T now) {
    h = h * 31 + static_cast<uint64_t>(v);
    v = now;
  };
  old(static_cast<T>(v + operand));
  old(static_cast<T>(v - 3));
  old(static_cast<T>(v & 0x7FFFFFF7));
  old(static_cast<T>(v | 0x1001));
  old(static_cast<T>(v ^ operand));
  old(std::min(v, start));
  old(std::max(v, operand));
  old(T{7});
  old(static_cast<T>(v + 1));
  return static_cast<int64_t>(h * 31 + static_cast<uint64_t>(v));
}

template <class T>
int64_t fetch_chain_on_device(const std::string& type, const std::string& scope, bool is_shared, T start, T operand) {
  Kernel k(head + "__global__ void k(long long* r, const long long* in) {\n"
           + (is_shared ? "__shared__ " : "") + "cuda::atomic<" + type + ", cuda::thread_scope_" + scope + "> x; using T = " + type + "; T s = (T)in[0], o = (T)in[1];\n"
           "x.store(s); unsigned long long h = x.fetch_add(o);\n"
           "h = h * 31 + (unsigned long long)x.fetch_sub(3, cuda::memory_order_relaxed); h = h * 31 + (unsigned long long)x.fetch_and((T)0x7FFFFFF7);\n"
           "h = h * 31 + (unsigned long long)x.fetch_or((T)0x1001); h = h * 31 + (unsigned long long)x.fetch_xor(o, cuda::std::memory_order_acq_rel);\n"
           "h = h * 31 + (unsigned long long)x.fetch_min(s); h = h * 31 + (unsigned long long)x.fetch_max(o); h = h * 31 + (unsigned long long)x.exchange(7);\n"
           "h = h * 31 + (unsigned long long)x++; r[0] = (long long)(h * 31 + (unsigned long long)x.load()); }");
  if (!k.compiled.ok()) return -1;
  k.shape({1, 1, 1}, {1, 1, 1}).out<int64_t>(1).in<int64_t>({static_cast<int64_t>(start), static_cast<int64_t>(operand)}).run();
  CHECK(k.kinds() == "");
  return k.get<int64_t>(0)[0];
}

const std::string ping_pong =
    "using barrier = cuda::barrier<cuda::thread_scope_block>;\n"
    "__global__ void k(int* r) {\n"
    "  __shared__ barrier filled[2], freed[2]; __shared__ int stage[2][32]; int t = threadIdx.x;\n"
    "  if (t == 0) for (int i = 0; i < 2; i++) { init(&filled[i], 64); init(&freed[i], 64); }\n"
    "  __syncthreads();\n"
    "  int sum = 0;\n"
    "  if (t >= 32) { auto a = freed[0].arrive(); auto b = freed[1].arrive(); }\n"
    "  for (int round = 0; round < 6; round++) {\n"
    "    int s = round % 2;\n"
    "    if (t < 32) { FREED stage[s][t] = 10 * round + t; auto token = filled[s].arrive(); }\n"
    "    else { FILLED sum = sum * 3 + stage[s][63 - t]; auto token = freed[s].arrive(); }\n"
    "  }\n"
    "  r[t] = sum;\n"
    "}\n";
std::string with(std::string text, const std::string& what, const std::string& by) { return text.replace(text.find(what), what.size(), by); }

}  // namespace

TEST_CASE("cuda::atomic: operations of every integer type and scope") {
  for (const char* scope : {"system", "device", "block", "thread"}) {
    CHECK(fetch_chain_on_device<int32_t>("int", scope, true, -77, 123456) == fetch_chain<int32_t>(-77, 123456));
    CHECK(fetch_chain_on_device<uint32_t>("unsigned int", scope, true, 0xFFFFFF00u, 0x1234567u) == fetch_chain<uint32_t>(0xFFFFFF00u, 0x1234567u));
    CHECK(fetch_chain_on_device<int64_t>("long long", scope, true, -5'000'000'000, 77) == fetch_chain<int64_t>(-5'000'000'000, 77));
    CHECK(fetch_chain_on_device<int64_t>("long", scope, true, 5'000'000'000, -77) == fetch_chain<int64_t>(5'000'000'000, -77));
    CHECK(fetch_chain_on_device<uint64_t>("unsigned long long", scope, true, 1ull << 40, 77) == fetch_chain<uint64_t>(1ull << 40, 77));
    CHECK(fetch_chain_on_device<int16_t>("short", scope, true, -7, 77) == fetch_chain<int16_t>(-7, 77));
    CHECK(fetch_chain_on_device<int8_t>("signed char", scope, true, -7, 77) == fetch_chain<int8_t>(-7, 77));
    CHECK(fetch_chain_on_device<uint8_t>("unsigned char", scope, true, 250, 77) == fetch_chain<uint8_t>(250, 77));
  }
  CHECK(fetch_chain_on_device<int32_t>("int", "thread", false, -77, 123456) == fetch_chain<int32_t>(-77, 123456));
}

TEST_CASE("cuda::atomic of one and two bytes is as large as its value: arrays of them, casts to them, references leave the neighbours alone") {
  const std::string kernel =
      "#define CAST(T, p) ((cuda::atomic<T>*)(p))\n"
      "__global__ void k(int* r) {\n"
      "  static_assert(sizeof(cuda::atomic<signed char>) == 1 && sizeof(cuda::atomic<unsigned short>) == 2 && sizeof(cuda::atomic<bool>) == 1, \"\");\n"
      "  __shared__ signed char c[4]; __shared__ unsigned short s[2]; __shared__ cuda::atomic<unsigned char, cuda::thread_scope_block> a[4]; int t = threadIdx.x;\n"
      "  if (t < 4) { CAST(signed char, &c[t])->store(-t); a[t].store(200, cuda::memory_order_relaxed); if (t < 2) s[t] = 65000; }\n"
      "  __syncthreads();\n"
      "  CAST(signed char, &c[t % 4])->fetch_max(t % 23, cuda::memory_order_relaxed); a[t % 3].fetch_add(1);\n"
      "  cuda::atomic_ref<unsigned short, cuda::thread_scope_block>(s[t & 1]).fetch_add(20);\n"
      "  __syncthreads();\n"
      "  r[t] = t < 4 ? CAST(signed char, &c[t])->load() : t < 8 ? a[t - 4].load() : t < 10 ? (int)s[t - 8] : 0;\n"
      "}\n";
  for (Schedule schedule : all_schedules) {
    std::string kinds;
    const auto r = run(kernel, schedule, true, 1, &kinds);
    CHECK(kinds == "");
    CHECK(std::vector<int32_t>(r.begin(), r.begin() + 10) == std::vector<int32_t>{21, 22, 22, 20, 222, 221, 221, 200, 104, 104});
  }
}

TEST_CASE("cuda::atomic: floating point, pointers, bool, enumerations, small structs, comparing and exchanging") {
  const auto r = run(
      "struct Pair { int a, b; }; enum class Colour { red, green, blue };\n"
      "__device__ cuda::atomic<float> total{0.0f}; __device__ cuda::atomic<int, cuda::thread_scope_device> start(41);\n"
      "__global__ void k(int* r) { int t = threadIdx.x; total.fetch_add(0.5f); __syncthreads(); r[t] = 0; if (t) return;\n"
      "  int i = 0; __shared__ cuda::atomic<double> d; __shared__ cuda::atomic<Pair> p; __shared__ cuda::atomic<Colour> c; __shared__ cuda::atomic<bool> f;\n"
      "  __shared__ cuda::atomic<int*> at; __shared__ cuda::std::atomic<int> n; __shared__ cuda::std::atomic_flag flag; int e;\n"
      "  d = 1.5; r[i++] = d.fetch_add(2.25) == 1.5 && d.load() == 3.75 && d.fetch_sub(1.0) == 3.75 && d.exchange(9.0) == 2.75;\n"
      "  p.store(Pair{3, 4}); Pair was = p.load(); r[i++] = p.compare_exchange_strong(was, Pair{5, 6}) && p.load().b == 6;\n"
      "  was = Pair{1, 1}; r[i++] = !p.compare_exchange_weak(was, Pair{7, 8}) && was.a == 5 && was.b == 6;\n"
      "  c.store(Colour::blue); r[i++] = c.exchange(Colour::red) == Colour::blue && c.load() == Colour::red;\n"
      "  f.store(true); r[i++] = f.exchange(false) && !f.load() && !f;\n"
      "  at.store(r); r[i++] = at.fetch_add(2) == r && at.load() == r + 2 && ++at == r + 3 && (at -= 3) == r;\n"
      "  n.store(10); r[i++] = (n += 5) == 15 && n-- == 15 && --n == 13 && (n |= 16) == 29 && (n &= 24) == 24 && (n ^= 1) == 25 && n == 25;\n"
      "  e = 25; r[i++] = n.compare_exchange_strong(e, 3, cuda::std::memory_order_acq_rel, cuda::std::memory_order_acquire) && !n.compare_exchange_strong(e, 4) && e == 3;\n"
      "  flag.clear(); r[i++] = !flag.test_and_set() && flag.test_and_set() && flag.test();\n"
      "  r[i++] = total.load() == 32.0f; r[i++] = start.fetch_add(1) == 41 && start == 42; r[i++] = n.is_lock_free();\n"
      "  cuda::atomic_ref<int, cuda::thread_scope_block> ref(r[50]); r[50] = 7; r[i++] = ref.fetch_max(9) == 7 && ref.load() == 9; r[50] = 0; }",
      Schedule::in_order, false);
  for (size_t i = 0; i < 13; ++i) CHECK_MESSAGE(r[i] == 1, i);
  CHECK(r[13] == 0);
}

TEST_CASE("a spin lock of cuda::atomic") {
  const std::string lock =
      "__device__ cuda::atomic<int, cuda::thread_scope_device> lock(0); __device__ int guarded;\n"
      "__global__ void k(int* r) {\n"
      "  for (bool done = false; !done;) { int free = 0;\n"
      "    if (TAKE) { guarded = guarded + 1; lock.store(0, cuda::memory_order_release); done = true; } }\n"
      "  r[blockIdx.x * 64 + threadIdx.x] = guarded; }";
  for (Schedule schedule : all_schedules) {
    auto r = run(with(lock, "TAKE", "lock.compare_exchange_strong(free, 1, cuda::memory_order_acquire)"), schedule, false, 3);
    CHECK(*std::max_element(r.begin(), r.end()) == 192);
    r = run(with(lock, "TAKE", "(free = lock.exchange(1, cuda::memory_order_acquire)) == 0"), schedule, false, 3);
    CHECK(*std::max_element(r.begin(), r.end()) == 192);
    r = run(with(lock, "TAKE", "true"), schedule, false, 3);  // nobody asks
    CHECK(*std::max_element(r.begin(), r.end()) < 192);
  }
}

TEST_CASE("the last block sums up") {
  const std::string text =
      "__device__ int parts[4]; __device__ unsigned int done;\n"
      "__global__ void k(int* r) { int i = blockIdx.x * 64 + threadIdx.x; r[i] = 0; if (threadIdx.x) return;\n"
      "  parts[blockIdx.x] = blockIdx.x + 1; cuda::atomic_ref<unsigned int, cuda::thread_scope_device> count(done);\n"
      "  if (count.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) { int s = 0; for (int b = 0; b < 4; b++) s += parts[b]; r[i] = s; } }";
  for (Schedule schedule : all_schedules) {
    const auto r = run(text, schedule, false, 4);
    CHECK(*std::max_element(r.begin(), r.end()) == 10);
  }
}

TEST_CASE("the checks see loads and stores of cuda::atomic as atomic accesses, and plain ones as what they are") {
  std::string kinds;
  const std::string text = "__global__ void k(int* r) { __shared__ cuda::atomic<int, cuda::thread_scope_block> x; __shared__ int y;\n"
                           "if (threadIdx.x == 0) { STORE } __syncthreads(); r[threadIdx.x] = x.load(); if (threadIdx.x == 40) x.store(3); USE }";
  run(with(with(text, "STORE", "x.store(1);"), "USE", ""), Schedule::in_order, true, 1, &kinds);
  CHECK(kinds == "");
  run(with(with(text, "STORE", "x.store(1); y = 1;"), "USE", "y = y + 1;"), Schedule::in_order, true, 1, &kinds);
  CHECK(kinds.find("race") != std::string::npos);
  run(with(with(text, "STORE", ""), "USE", ""), Schedule::in_order, true, 1, &kinds);
  CHECK(kinds.find("uninit.shared") != std::string::npos);
}

TEST_CASE("cuda::barrier between producer and consumer warps") {
  const std::string good = with(with(ping_pong, "FREED", "freed[s].arrive_and_wait();"), "FILLED", "filled[s].wait(filled[s].arrive());");
  const std::string open = with(with(ping_pong, "FREED", ""), "FILLED", "auto unused = filled[s].arrive();");  // nobody waits
  int wrong = 0;
  for (Schedule schedule : all_schedules) {
    const auto r = run(good, schedule, false);
    const auto bad = run(open, schedule, false);
    for (int t = 0; t < 32; ++t) {
      int sum = 0;
      for (int round = 0; round < 6; ++round) sum = sum * 3 + 10 * round + 31 - t;
      CHECK(r[static_cast<size_t>(t + 32)] == sum);
      wrong += bad[static_cast<size_t>(t + 32)] != sum;
    }
  }
  CHECK(wrong > 0);
}

TEST_CASE("barriers: dropping out, counts, latches, semaphores") {
  for (Schedule schedule : all_schedules) {
    auto r = run("__global__ void k(int* r) { __shared__ cuda::std::barrier<> bar; __shared__ int n; int t = threadIdx.x; if (t == 0) { n = 0; init(&bar, 64); } __syncthreads();\n"
                 "r[t] = 0; if (t % 2) { atomicAdd(&n, 1); bar.arrive_and_drop(); return; } bar.arrive_and_wait(); r[t] = n; for (int i = 0; i < 3; i++) bar.arrive_and_wait();\n"
                 "if (t % 4 == 0) { atomicAdd(&n, 1); auto w = bar.arrive(); return; } bar.arrive_and_wait(); r[t] = n; }",
                 schedule, false);
    for (size_t t = 0; t < 64; ++t) CHECK(r[t] == (t % 2 ? 0 : t % 4 ? 48 : 32));
    r = run("__device__ cuda::latch<cuda::thread_scope_device> gate(32); __device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> room(2); __device__ int inside, most;\n"
            "__device__ cuda::binary_semaphore<cuda::thread_scope_device> one(1); __device__ int n, sum;\n"
            "__global__ void k(int* r) { int t = threadIdx.x; if (t < 32) { atomicAdd(&n, 1); gate.count_down(); } else gate.wait(); r[t] = t < 32 ? 32 : n;\n"
            "for (bool done = false; !done;) if (room.try_acquire()) { atomicMax(&most, atomicAdd(&inside, 1) + 1); atomicSub(&inside, 1); room.release(); done = true; }\n"
            "for (bool done = false; !done;) if (one.try_acquire()) { sum = sum + 1; one.release(); done = true; }\n"
            "__syncthreads(); if (most > 2 || sum != 64) r[t] = -5; }",
            schedule, false);
    for (size_t t = 0; t < 64; ++t) CHECK(r[t] == 32);
  }
}

TEST_CASE("memcpy_async with a barrier, for a thread and for a group, in every size") {
  for (Schedule schedule : all_schedules) {
    const auto r = run("namespace cg = cooperative_groups; __device__ int from[64]; __device__ char letters[] = \"asynchronous\";\n"
                       "__global__ void k(int* r) { auto block = cg::this_thread_block(); __shared__ cuda::barrier<cuda::thread_scope_block> bar; alignas(16) __shared__ int tile[64]; __shared__ char text[13];\n"
                       "int t = block.thread_rank(); if (t == 0) init(&bar, block.size()); from[t] = 3 * t; block.sync(); int s;\n"
                       "cuda::memcpy_async(block, tile, from, cuda::aligned_size_t<16>(sizeof(int) * 64), bar); bar.arrive_and_wait(); s = tile[63 - t]; block.sync();\n"
                       "cuda::memcpy_async(tile + t, from + (t + 1) % 64, sizeof(int), bar); cuda::memcpy_async(block, text, letters, sizeof(text), bar); bar.arrive_and_wait();\n"
                       "r[t] = s * 1000 + tile[t ^ 1] + (text[4] == 'c' && text[11] == 's' ? 0 : 100000000); }",
                       schedule, false);
    for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == 3 * (63 - t) * 1000 + 3 * (((t ^ 1) + 1) % 64));
  }
}

TEST_CASE("whoever waits at a barrier lets the others come, and the wait is no load from shared memory") {
  Kernel k("#include <cuda/barrier>\n__global__ void k(int* r) { __shared__ cuda::barrier<cuda::thread_scope_block> bar; int t = threadIdx.x; if (t == 0) init(&bar, blockDim.x); __syncthreads();\n"
           "for (int i = 0; i < 20; i++) bar.arrive_and_wait(); r[blockIdx.x * 256 + t] = 1; }");
  REQUIRE(k.compiled.ok());
  k.shape({4, 1, 1}, {256, 1, 1}).out<int32_t>(1024).run();
  CHECK(k.kinds() == "");
  CHECK(k.result.counters.warp_instructions < 100'000);  // alone with its turn a warp would look a thousand times at what cannot change
  CHECK(k.result.counters.shared_load_requests == 0);
  CHECK(k.result.counters.shared_store_requests == 0);
}

TEST_CASE("pipelines: a thread's own, the block's, and with producer threads; the primitives") {
  const std::string begin = "namespace cg = cooperative_groups; __device__ int from[8][64];\n__global__ void k(int* r) { auto block = cg::this_thread_block(); int t = threadIdx.x;\n"
                            "for (int i = 0; i < 8; i++) from[i][t] = i * 100 + t; block.sync(); __shared__ int tile[2][64]; int s = 0;\n";
  const auto expected = [](int t) {
    int s = 0;
    for (int i = 0; i < 8; ++i) s = s * 3 + i * 100 + 63 - t;
    return s;
  };
  const std::string kernels[] = {
      "auto pipe = cuda::make_pipeline(); pipe.producer_acquire(); cuda::memcpy_async(block, tile[0], from[0], cuda::aligned_size_t<4>(256), pipe); pipe.producer_commit();\n"
      "for (int i = 0; i < 8; i++) { pipe.producer_acquire(); if (i < 7) cuda::memcpy_async(&tile[(i + 1) % 2][t], &from[i + 1][t], sizeof(int), pipe); pipe.producer_commit();\n"
      "cuda::pipeline_consumer_wait_prior<1>(pipe); block.sync(); s = s * 3 + tile[i % 2][63 - t]; block.sync(); pipe.consumer_release(); }",
      "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto pipe = cuda::make_pipeline(block, &state);\n"
      "for (int i = 0, f = 0; i < 8; i++) { for (; f < 8 && f < i + 2; f++) { pipe.producer_acquire(); cuda::memcpy_async(block, tile[f % 2], from[f], sizeof(int) * 64, pipe); pipe.producer_commit(); }\n"
      "pipe.consumer_wait(); s = s * 3 + tile[i % 2][63 - t]; pipe.consumer_release(); }",
      "__pipeline_memcpy_async(&tile[0][t], &from[0][t], sizeof(int)); __pipeline_commit();\n"
      "for (int i = 0; i < 8; i++) { if (i < 7) __pipeline_memcpy_async(&tile[(i + 1) % 2][t], &from[i + 1][t], 4, 0); __pipeline_commit(); __pipeline_wait_prior(1);\n"
      "block.sync(); s = s * 3 + tile[i % 2][63 - t]; block.sync(); }"};
  for (Schedule schedule : all_schedules) {
    for (const std::string& kernel : kernels) {
      const auto r = run(begin + kernel + " r[t] = s; }", schedule, false);
      for (int t = 0; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == expected(t));
    }
    for (const char* role : {"32", "t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer"}) {
      const auto r = run(begin + "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto pipe = cuda::make_pipeline(block, &state, " + role + ");\n"
                         "for (int i = 0; i < 8; i++) if (t < 32) { pipe.producer_acquire(); cuda::memcpy_async(&tile[i % 2][2 * t], &from[i][2 * t], 8, pipe); pipe.producer_commit(); }\n"
                         "else { pipe.consumer_wait(); s = s * 3 + tile[i % 2][63 - t]; pipe.consumer_release(); } r[t] = s; }",
                         schedule, false);
      for (int t = 32; t < 64; ++t) CHECK(r[static_cast<size_t>(t)] == expected(t));
    }
  }
  std::string kinds;
  run(begin + kernels[0] + " r[t] = s; }", Schedule::in_order, true, 1, &kinds);
  CHECK(kinds == "");
  run(begin + with(kernels[0], "block.sync();", "") + " r[t] = s; }", Schedule::in_order, true, 1, &kinds);  // a thread's pipeline waits for its own copies alone
  CHECK(kinds.find("race") != std::string::npos);
}

TEST_CASE("what is refused: references to odd sizes, a header that is not included") {
  CHECK(first_code(head + "struct Three { char c[3]; }; __global__ void k(Three* r) { cuda::atomic_ref<Three> a(r[0]); }") == "WB3039");
  CHECK(first_code(head + "__global__ void k(int* r) { cuda::atomic_ref<int> a(r[0]); a.store(1); }") == "");
  CHECK(first_code("__global__ void k(int* r) { cuda::atomic_ref<int> a(r[0]); a.store(1); }") == "WB3201");
  CHECK(first_code("#include <cuda/atomic>\n__global__ void k(int* r) { cuda::barrier<cuda::thread_scope_block>* b; }") == "WB3201");
}
