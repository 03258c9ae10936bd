// Bulk copies: every spelling of the programming guide brings the right values under every schedule and is silent; a ring goes round more often than a phase has
// bits; a run that is stopped in the middle of a copy goes on as if it had not been.
#include <doctest.h>

#include "simulator/machine/machine.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string head =
    "#include <cooperative_groups.h>\n#include <cuda/barrier>\n#include <cuda/pipeline>\n#include <cuda/ptx>\n"
    "using barrier = cuda::barrier<cuda::thread_scope_block>; namespace cde = cuda::device::experimental; namespace ptx = cuda::ptx;\n"
    "__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }\n"
    "__device__ void wait(const void* bar, int parity) {\n"
    "  asm volatile(\"{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra over; bra again; over: }\" :: \"r\"(place(bar)), \"r\"(parity) : \"memory\"); }\n"
    "__global__ void k(int* out, const int* in) { const int t = threadIdx.x; __shared__ alignas(128) int s[64];\n";

struct Spelling {
  const char* name;
  const char* body;  // out[t] = 2 * in[t]
};
constexpr const char* store =
    "s[t] *= 2; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) { cde::cp_async_bulk_shared_to_global(out, s, sizeof s); "
    "cde::cp_async_bulk_commit_group(); cde::cp_async_bulk_wait_group_read<0>(); } }";
constexpr const char* init_barrier = "__shared__ barrier bar; if (t == 0) { init(&bar, 64); cde::fence_proxy_async_shared_cta(); } __syncthreads(); barrier::arrival_token token; ";
constexpr const char* init_word =
    "__shared__ uint64_t bar; if (t == 0) { ptx::mbarrier_init(&bar, 64); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); } __syncthreads(); uint64_t token; ";
const std::string spellings[] = {
    std::string(init_barrier) +
        "if (t == 0) { cde::cp_async_bulk_global_to_shared(s, in, sizeof s, bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s); } else token = bar.arrive(); bar.wait(std::move(token)); ",
    std::string(init_barrier) +
        "if (t == 0) { cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar); cuda::device::barrier_expect_tx(bar, sizeof s); } token = bar.arrive(); bar.wait(std::move(token)); ",
    std::string(init_barrier) + "if (t == 0) cuda::memcpy_async(s, in, cuda::aligned_size_t<16>(sizeof s), bar); token = bar.arrive(); bar.wait(std::move(token)); ",
    std::string(init_word) +
        "if (t == 0) { ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, (uint32_t)sizeof s, &bar); "
        "token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof s); } else token = ptx::mbarrier_arrive(&bar); "
        "while (!ptx::mbarrier_try_wait(&bar, token)) { } ",
    "__shared__ alignas(8) unsigned long long bar; if (t == 0) { asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster; fence.proxy.async;\" :: \"r\"(place(&bar)) : \"memory\"); } "
    "__syncthreads(); if (t == 0) { asm volatile(\"{ .reg .b64 st; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 st, [%0], 256; }\" :: \"r\"(place(&bar)) : \"memory\"); "
    "for (int i = 0; i < 4; i++) asm volatile(\"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\" :: \"r\"(place(s + 16 * i)), \"l\"(in + 16 * i), \"r\"(64), \"r\"(place(&bar)) : "
    "\"memory\"); } wait(&bar, 0); ",
};

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::random, Schedule::adversarial};

std::vector<int32_t> numbers(int count, int factor) {
  std::vector<int32_t> all;
  for (int i = 0; i < count; ++i) all.push_back(factor * i);
  return all;
}

// Tiles go round in two stages; the producer is one thread, and waits for the readers of a stage before it fills it again.
const std::string ring = head +
    "__shared__ alignas(128) int stage[2][64]; __shared__ unsigned long long full[2], empty[2];\n"
    "if (t == 0) for (int i = 0; i < 2; i++) { asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1;\" :: \"r\"(place(full + i))); asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 64;\" :: \"r\"(place(empty + i))); }\n"
    "__syncthreads(); int sum = 0;\n"
    "for (int tile = 0; tile < 40; tile++) { const int i = tile & 1, round = tile >> 1;\n"
    "  if (t == 0) { if (round > 0) wait(empty + i, round - 1 & 1);\n"
    "    asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;\" :: \"r\"(place(full + i)) : \"memory\");\n"
    "    asm volatile(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];\" :: \"r\"(place(stage[i])), \"l\"(in + 64 * tile), \"r\"(place(full + i)) : \"memory\"); }\n"
    "  wait(full + i, round & 1); sum += stage[i][63 - t];\n"
    "  asm volatile(\"mbarrier.arrive.shared::cta.b64 _, [%0];\" :: \"r\"(place(empty + i)) : \"memory\"); }\n"
    "out[t] = sum; }";

int32_t ring_sum(int t) {
  int32_t sum = 0;
  for (int tile = 0; tile < 40; ++tile) sum += 64 * tile + 63 - t;
  return sum;
}

}  // namespace

TEST_CASE("every spelling of a bulk copy brings what it copies, and is silent") {
  for (const std::string& spelling : spellings)
    for (Schedule schedule : schedules) {
      CAPTURE(spelling);
      CAPTURE(schedule_name(schedule));
      Kernel k(head + spelling + store);
      k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(numbers(64, 1)).run(schedule, 5);
      CHECK(k.kinds() == "");
      CHECK(k.get<int32_t>(0) == numbers(64, 2));
      CHECK(k.result.counters.global_load_requests + k.result.counters.global_store_requests == 0);  // a unit of its own makes them
    }
}

TEST_CASE("stages go round more often than the phase of a barrier has numbers") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    Kernel k(ring);
    k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(numbers(64 * 40, 1)).run(schedule, 7);
    CHECK(k.kinds() == "");
    for (int t = 0; t < 64; ++t) CHECK(k.get<int32_t>(0)[static_cast<size_t>(t)] == ring_sum(t));
  }
}

TEST_CASE("a stage that is filled again before its readers are done is a race") {
  std::string text = ring;
  const std::string wait = "if (round > 0) wait(empty + i, round - 1 & 1);";
  text.erase(text.find(wait), wait.size());
  Kernel k(text);
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(numbers(64 * 40, 1)).run(Schedule::random, 7);
  CHECK(k.kinds().find("race.") != std::string::npos);
}

TEST_CASE("a block's pipeline beside bulk copies goes round, too") {
  Kernel k(head + std::string(init_word) +
           "__shared__ alignas(16) int ring[2][64]; __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto block = cooperative_groups::this_thread_block(); auto pipe = cuda::make_pipeline(block, &state);\n"
           "if (t == 0) { ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 256u, &bar); token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256u); } "
           "else token = ptx::mbarrier_arrive(&bar); while (!ptx::mbarrier_try_wait(&bar, token)) { }\n"
           "int sum = s[t]; for (int i = 0; i < 44; i++) { pipe.producer_acquire(); cuda::memcpy_async(&ring[i & 1][t], in + 64 * i + t, sizeof(int), pipe); pipe.producer_commit();\n"
           "  pipe.consumer_wait(); sum += ring[i & 1][63 - t]; pipe.consumer_release(); } out[t] = sum; }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(numbers(64 * 44, 1)).run(Schedule::random, 3);
  CHECK(k.kinds() == "");
  for (int t = 0; t < 64; ++t) CHECK(k.get<int32_t>(0)[static_cast<size_t>(t)] == t + 44 * (63 - t) + 64 * 43 * 22);
}

TEST_CASE("cp.reduce.async.bulk changes each element by an atomic") {
  struct Row {
    const char *operation, *type;
    int32_t expected;  // of element 3
  };
  for (const Row& row : {Row{"add", "s32", 100 + 12}, Row{"min", "s32", 3}, Row{"max", "s32", 100}, Row{"and", "b32", 100 & 3}, Row{"or", "b32", 103}, Row{"xor", "b32", 100}, Row{"add", "u32", 112}}) {
    Kernel k(head + "s[t] = t; asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\"); __syncthreads(); if (t == 0) { asm volatile(\"cp.reduce.async.bulk.global.shared::cta.bulk_group." +
             row.operation + "." + row.type + " [%0], [%1], %2;\" :: \"l\"(out), \"r\"(place(s)), \"r\"(256) : \"memory\"); cde::cp_async_bulk_commit_group(); "
             "asm volatile(\"cp.async.bulk.wait_group 0;\" ::: \"memory\"); } }");
    k.shape({4, 1, 1}, {64, 1, 1}).in(std::vector<int32_t>(64, 100)).in(numbers(64, 1)).run();
    CAPTURE(row.operation);
    CHECK(k.kinds() == "");
    CHECK(k.get<int32_t>(0)[3] == row.expected);
    CHECK(k.result.counters.atomic_requests + k.result.counters.shared_load_requests == 0);
  }
}

TEST_CASE("a run with bulk copies that is stopped and taken up again is the same run") {
  for (Schedule schedule : schedules) {
    CAPTURE(schedule_name(schedule));
    Kernel k(ring);
    k.shape({2, 1, 1}, {64, 1, 1}).out<int32_t>(64).in(numbers(64 * 40, 1));
    const MachineOptions options{schedule, 11, {}};
    Machine whole(k.compiled.program, k.launch, options, nullptr), stepped(k.compiled.program, k.launch, options, nullptr);
    whole.run_until(end_of_time);
    const auto out = [](Machine& machine) { return machine.read_memory(0, 0).bytes; };
    std::vector<MachineState> saved;
    while (!stepped.is_finished() && stepped.next()) {
      if (stepped.tick() % 997 == 0) saved.push_back(stepped.save());
      stepped.run_until(stepped.tick() + 1);
    }
    CHECK(saved.size() > 5);
    for (const MachineState& state : saved) {
      stepped.load(state);
      stepped.run_until(end_of_time);
      CHECK(stepped.tick() == whole.tick());
      CHECK(out(stepped) == out(whole));
    }
  }
}

TEST_CASE("what bulk copies cannot do here is refused by name") {
  for (const std::string body : {"asm volatile(\"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2}], [%0];\" :: \"r\"(b), \"l\"(p), \"r\"(0));",
                                 "asm volatile(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%0], %2;\" :: \"r\"(b), \"l\"(p), \"h\"((short)3));",
                                 "asm volatile(\"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%1], [%0], 256;\" :: \"r\"(b), \"l\"(p));"}) {
    CAPTURE(body);
    const CompileResult compiled = compile("k.cu", "__global__ void k(unsigned b, int* p) { " + body + " }", "");
    REQUIRE(!compiled.diagnostics.empty());
    CHECK(std::string(code_info(compiled.diagnostics[0].code).name) == "WB4002");
  }
}
