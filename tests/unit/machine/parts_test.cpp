// Several host threads give what one gives, to the last bit; and who cannot be cut into parts is run by one.
#include <optional>

#include "run_kernel.h"
#include "simulator/machine/parts.h"

using namespace wb;
using wb::test::Kernel;

namespace {

void check_same(const Finding& a, const Finding& b) {
  CHECK(a.message == b.message);
  CHECK(a.count == b.count);
  CHECK(a.tick == b.tick);
  CHECK(a.flat_element == b.flat_element);
  REQUIRE(a.places.size() == b.places.size());
  for (size_t i = 0; i < a.places.size(); ++i) {
    CHECK(a.places[i].span == b.places[i].span);
    CHECK(a.places[i].tick == b.places[i].tick);
    CHECK(a.places[i].value == b.places[i].value);
  }
}

enum class Expect { parts, one_thread };

// `count` threads in blocks of 64; in: count ints, out: count ints, sums: 16 ints, n: count.
// In reverse order plain runs may depend on other blocks than in order.
void check(const std::string& text, Expect expect_plain, Expect expect_checked, std::optional<Expect> expect_reverse = std::nullopt) {
  CAPTURE(text);
  const int blocks = 13, count = blocks * 64;
  Kernel kernel(text);
  std::vector<int32_t> numbers(static_cast<size_t>(count));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i * 2654435761u % 1009) - 300;
  kernel.shape({static_cast<uint32_t>(blocks), 1, 1}, {64, 1, 1}).in(numbers).out<int32_t>(static_cast<size_t>(count)).in(std::vector<int32_t>(16, 7)).value(int64_t{count});
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse})
    for (bool checks : {false, true}) {
      CAPTURE(checks);
      RunOptions options = kernel.options;
      options.schedule = schedule;
      options.checks = checks;
      options.count_by_warp = true;
      options.host_threads = 1;
      const SimulationResult one = simulate(kernel.compiled.program, kernel.launch, options);
      for (uint32_t threads : {2u, 3u, 8u}) {
        options.host_threads = threads;
        const Expect expected = checks ? expect_checked : schedule == Schedule::reverse ? expect_reverse.value_or(expect_plain) : expect_plain;
        CHECK(run_in_parts(kernel.compiled.program, kernel.launch, options, {}, {}).has_value() == (expected == Expect::parts));
        const SimulationResult many = simulate(kernel.compiled.program, kernel.launch, options);
        CHECK(one.status == many.status);
        REQUIRE(one.buffers.size() == many.buffers.size());
        for (size_t b = 0; b < one.buffers.size(); ++b) {
          CHECK(one.buffers[b].bytes == many.buffers[b].bytes);
          CHECK(one.buffers[b].written == many.buffers[b].written);
        }
        CHECK(one.counters == many.counters);
        CHECK(one.accesses == many.accesses);
        CHECK(one.warp_counters == many.warp_counters);
        REQUIRE(one.findings.size() == many.findings.size());
        for (size_t i = 0; i < one.findings.size(); ++i) check_same(one.findings[i], many.findings[i]);
      }
    }
}

std::string kernel(const std::string& body) {
  return "__device__ int counter;\n__global__ void k(const int* in, int* out, int* sums, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;\n" + body + "}\n";
}

}  // namespace

TEST_CASE("blocks that have nothing to do with each other run in parts") {
  check(kernel("  out[i] = in[i] * 3 + t;\n"), Expect::parts, Expect::parts);
  check(kernel("  if (i % 5) out[i] = in[n - 1 - i];\n"), Expect::parts, Expect::parts);
  check(kernel("  out[i] = in[i]; out[i] += 2; for (int k = 0; k < (t & 7); k++) out[i] ^= k << t;\n"), Expect::parts, Expect::parts);
  check(kernel("  __shared__ int s[64]; s[t] = in[i]; __syncthreads(); out[i] = s[63 - t] + s[0];\n"), Expect::parts, Expect::parts);
  // In place: each block its own.
  check(kernel("  sums[blockIdx.x] = 0; out[i] = in[i];\n  if (t == 0) for (int k = 0; k < 64; k++) sums[blockIdx.x] += in[i + k];\n"), Expect::parts, Expect::one_thread);
}

TEST_CASE("loads of 8 and 16 bytes are followed as others are") {
  check(kernel("  if (i < n / 4) { int4 v = ((const int4*)in)[i]; v.x += v.w; ((int4*)out)[i] = v; }\n"), Expect::parts, Expect::parts);
  check(kernel("  if (i % 2 == 0) ((int2*)out)[i / 2] = ((const int2*)in)[(n - 2 - i) / 2];\n"), Expect::parts, Expect::parts);
  check(kernel("  if (t == 9) ((int2*)out)[i / 2] = ((const int2*)in)[i / 2];\n"), Expect::parts, Expect::parts);
  // A later block loads what an earlier one stored.
  check(kernel("  if (t % 2 == 0) ((int2*)out)[i / 2] = i < 64 ? ((const int2*)in)[i / 2] : ((const int2*)out)[(i - 64) / 2];\n"), Expect::one_thread, Expect::one_thread,
        Expect::parts);
  check(kernel("  int4 v = make_int4(t, t, t, t); if (t < 16) { if (i >= 64) v = ((const int4*)out)[i / 4 - 16 + t]; ((int4*)out)[blockIdx.x * 16 + t] = v; }\n"),
        Expect::one_thread, Expect::one_thread, Expect::parts);
}

TEST_CASE("faults and coverage of all parts are put together") {
  check(kernel("  out[i + 5] = in[i];\n"), Expect::parts, Expect::parts);
  check(kernel("  int v; if (in[i] > 0) v = 1; out[i] = v / (t - 9);\n"), Expect::parts, Expect::parts);
  check(kernel("  __shared__ int s[64]; out[i] = s[t];\n"), Expect::parts, Expect::parts);
  check(kernel("  if (t < 32) __syncthreads(); out[i] = 1;\n"), Expect::parts, Expect::parts);
  check(kernel("  if (i > 2) ((char*)out)[4 * i + 1] = 1; else out[i] = 3;\n"), Expect::parts, Expect::parts);
}

TEST_CASE("integer atomics whose old value nobody wants are free of order") {
  check(kernel("  atomicAdd(&sums[in[i] & 15], i);\n"), Expect::parts, Expect::parts);
  check(kernel("  atomicMax(&sums[t & 15], in[i]); out[i] = 0;\n"), Expect::parts, Expect::parts);
  check(kernel("  atomicMin(&sums[t & 15], in[i]);\n"), Expect::parts, Expect::parts);
  check(kernel("  atomicXor(&sums[t & 15], in[i]);\n"), Expect::parts, Expect::parts);
  check(kernel("  atomicAnd(&sums[t & 15], in[i]);\n"), Expect::parts, Expect::parts);
  check(kernel("  atomicSub(&counter, in[i]); out[i] = t;\n"), Expect::parts, Expect::parts);
  check(kernel("  __shared__ int s; if (t == 0) s = 0; __syncthreads(); out[i] = atomicAdd(&s, 1);\n"), Expect::parts, Expect::parts);
  // Not where one looks, or other things are done there.
  check(kernel("  out[i] = atomicAdd(&counter, 1);\n"), Expect::one_thread, Expect::one_thread);
  check(kernel("  atomicAdd(&sums[0], 1); atomicMax(&sums[0], 50);\n"), Expect::one_thread, Expect::one_thread);
  check(kernel("  atomicAdd(&sums[0], 1); out[i] = sums[0];\n"), Expect::one_thread, Expect::one_thread);
  check(kernel("  atomicAdd((float*)&sums[0], 1e-3f * in[i]);\n"), Expect::one_thread, Expect::one_thread);
}

TEST_CASE("who depends on another block, or races, is run by one thread") {
  check(kernel("  out[i] = i < 64 ? in[i] : out[i - 64] + in[i];\n"), Expect::one_thread, Expect::one_thread, Expect::parts);
  check(kernel("  out[t] = i;\n"), Expect::parts, Expect::one_thread);
  check(kernel("  __shared__ int s[65]; s[t] = in[i]; out[i] = s[t + 1 & 63];\n"), Expect::parts, Expect::one_thread);
  check(kernel("  counter = i; out[i] = counter;\n"), Expect::one_thread, Expect::one_thread);
  // What a later block stores, an earlier one has not seen.
  check(kernel("  out[i] = i + 64 < n ? sums[0] : 0; if (i == n - 1) sums[0] = 3;\n"), Expect::parts, Expect::one_thread, Expect::one_thread);
}

TEST_CASE("a stop and a spent budget are those of one thread") {
  Kernel kernel("__global__ void k(int* out) { for (int i = 0; i < 1000; i++) out[blockIdx.x * 64 + threadIdx.x] = i * blockIdx.x; }");
  kernel.shape({40, 1, 1}, {64, 1, 1}).out<int32_t>(40 * 64);
  for (uint32_t threads : {1u, 4u}) {
    RunOptions options;
    options.host_threads = threads;
    options.instruction_budget = 50'000;
    const SimulationResult result = simulate(kernel.compiled.program, kernel.launch, options);
    CHECK(result.status == SimulationStatus::budget_spent);
    CHECK(result.counters.warp_instructions == 50'000);
    std::stop_source source;
    source.request_stop();
    options.instruction_budget = 2'000'000'000;
    CHECK(simulate(kernel.compiled.program, kernel.launch, options, {}, source.get_token()).status == SimulationStatus::cancelled);
  }
}

TEST_CASE("counting over time is left to one thread") {
  Kernel kernel("__global__ void k(int* out) { out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }");
  kernel.shape({40, 1, 1}, {64, 1, 1}).out<int32_t>(40 * 64);
  RunOptions options;
  options.host_threads = 4;
  CHECK(run_in_parts(kernel.compiled.program, kernel.launch, options, {}, {}).has_value());
  options.count_over_time = true;
  CHECK_FALSE(run_in_parts(kernel.compiled.program, kernel.launch, options, {}, {}).has_value());
  const CountersOverTime many = simulate(kernel.compiled.program, kernel.launch, options).counters_over_time;
  options.host_threads = 1;
  CHECK(simulate(kernel.compiled.program, kernel.launch, options).counters_over_time == many);
  CHECK_FALSE(many.buckets.empty());
}
