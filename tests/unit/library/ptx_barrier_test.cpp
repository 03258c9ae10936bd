// mbarrier in inline PTX: what one half of a block stores is the other's to read once the phase is over, and not before.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// Thread t stores, arrives, waits for WAIT, reads what its neighbour has stored, and does so again in the next phase.
std::string exchange(const std::string& wait) {
  return "__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }\n"
         "__global__ void k(unsigned* r, const unsigned* in) {\n"
         "  __shared__ unsigned long long bar; __shared__ __align__(16) unsigned s[64], copied[64]; const unsigned t = threadIdx.x, b = place(&bar); unsigned done = 0, sum = 0; unsigned long long state;\n"
         "  if (t == 0) asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1;\" :: \"r\"(b), \"r\"(64) : \"memory\");\n"
         "  __syncthreads();\n"
         "  for (unsigned phase = 0; phase < 2; phase++) {\n"
         "    s[t] = 10 * t + phase; asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(place(copied + t)), \"l\"(in + t) : \"memory\"); asm volatile(\"cp.async.mbarrier.arrive.shared.b64 [%0];\" :: \"r\"(b) : \"memory\");\n"
         "    asm volatile(\"mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1];\" : \"=l\"(state) : \"r\"(b) : \"memory\");\n"
         "    do { " + wait + " } while (!done);\n"
         "    sum += s[t ^ 37] + copied[t ^ 33];\n"
         "    asm volatile(\"mbarrier.arrive.shared.b64 _, [%0], 1;\" :: \"r\"(b) : \"memory\");\n"
         "    do { asm volatile(\"{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }\" : \"=r\"(done) : \"r\"(b) : \"memory\"); } while (!done);\n"
         "  }\n"
         "  r[t] = sum;\n"
         "}\n";
}

std::string kinds_of(const std::string& wait, Schedule schedule) {
  Kernel k(exchange(wait));
  REQUIRE(k.compiled.ok());
  std::vector<uint32_t> in(64);
  for (uint32_t i = 0; i < 64; ++i) in[i] = 1000 * i;
  k.shape({1, 1, 1}, {64, 1, 1}).out<uint32_t>(64).in(in).run(schedule, 3);
  const std::vector<uint32_t> got = k.get<uint32_t>(0);
  std::string kinds = k.kinds();
  if (!kinds.empty()) return kinds;
  for (uint32_t t = 0; t < 64; ++t) CHECK(got[t] == 2 * 10 * (t ^ 37u) + 1 + 2 * 1000 * (t ^ 33u));
  return kinds;
}

}  // namespace

TEST_CASE("mbarriers put both halves of an exchange in order, phase after phase") {
  for (const std::string wait : {"asm volatile(\"{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }\" : \"=r\"(done) : \"r\"(b), \"l\"(state) : \"memory\");",
                                 "done = 1; asm volatile(\"{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra over; bra again; over: }\" :: \"r\"(b), \"r\"(0) : \"memory\");",
                                 "asm volatile(\"{ .reg .pred p; mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2, 0x989680; selp.b32 %0, 1, 0, p; }\" : \"=r\"(done) : \"r\"(b), \"r\"(0) : \"memory\");"})
    for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random, Schedule::adversarial}) CHECK(kinds_of(wait, schedule) == "");
}

TEST_CASE("who does not wait for the phase races") {
  CHECK(kinds_of("done = state != 0;", Schedule::in_order).find("race.") != std::string::npos);
}
