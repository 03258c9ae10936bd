// Locks that are taken in opposite order: told where it can end in a deadlock, and only there.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

struct Case {
  std::string name, body;  // l: 16 locks; d: 16 numbers; who: the thread's number, of one thread a warp
  bool closes = false;
  uint32_t blocks = 1, threads = 64;
};

const std::string before =
    "__device__ void take(int* l) { while (atomicCAS(l, 0, 1)) ; __threadfence(); }\n"
    "__device__ void release(int* l) { __threadfence(); atomicExch(l, 0); }\n"
    "__device__ bool tries(int* l) { return atomicCAS(l, 0, 1) == 0; }\n";

const std::string two = "int a = who % 2, b = 1 - a; ";

const Case cases[] = {
    {"two threads of a block", two + "take(l + a); take(l + b); d[0]++; release(l + b); release(l + a);", true},
    {"of two blocks", two + "take(l + a); take(l + b); d[0]++; release(l + b); release(l + a);", true, 2, 32},
    {"with a long way between them", two + "if (who == 1) for (int i = 0; i < 9000; i++) d[8] += i; take(l + a); take(l + b); d[0]++; release(l + a); release(l + b);", true},
    {"three in a ring", "int a = who, b = (who + 1) % 3; take(l + a); take(l + b); d[a]++; release(l + b); release(l + a);", true, 1, 96},
    {"by exchange", two + "while (atomicExch(l + a, 1)) ; while (atomicExch(l + b, 1)) ; __threadfence(); d[0]++; __threadfence(); atomicExch(l + b, 0); atomicExch(l + a, 0);", true},
    {"taken again and again", two + "for (int i = 0; i < 5; i++) { take(l + a); take(l + b); d[0]++; release(l + b); release(l + a); }", true},
    {"always the lower one first", "take(l); take(l + 1); d[0]++; release(l + 1); release(l);"},
    {"one lock around both", two + "take(l + 9); take(l + a); take(l + b); d[0]++; release(l + b); release(l + a); release(l + 9);"},
    {"one thread takes both ways, one after the other", "if (who == 0) for (int i = 0; i < 2; i++) { take(l + i); take(l + 1 - i); d[0]++; release(l + 1 - i); release(l + i); }"},
    {"the first is released before the second is taken", two + "take(l + a); d[a]++; release(l + a); take(l + b); d[b]++; release(l + b);"},
    {"who does not get the second gives the first back",
     two + "for (bool done = false; !done;) { take(l + a); if (tries(l + b)) { __threadfence(); d[0]++; release(l + b); done = true; } release(l + a); }"},
    {"a barrier between the one and the other", two + "if (who == 0) { take(l); take(l + 1); d[0]++; release(l + 1); release(l); } } __syncthreads(); if (t % 32 == 0) { if (who == 1) { take(l + 1); take(l); d[0]++; release(l); release(l + 1); }"},
};

}  // namespace

TEST_CASE("locks in opposite order are told where they can end in a deadlock, and only there") {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Kernel k(before + "__global__ void k(int* l, int* d) { int t = threadIdx.x; int who = (blockIdx.x * blockDim.x + t) / 32; if (t % 32 == 0) { " + c.body + " } }");
    k.options.instruction_budget = 30'000'000;
    k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(16, 0)).in<int32_t>(std::vector<int32_t>(16, 0)).run();
    CHECK(k.result.status == SimulationStatus::finished);
    size_t told = 0;
    for (const Finding& finding : k.result.findings) told += finding.code == "deadlock.order";
    CHECK(told == (c.closes ? 1 : 0));
    CHECK(k.kinds() == (c.closes ? "deadlock" : ""));
  }
}

// Each has its first lock before anybody looks for a second one: the run itself hangs.
TEST_CASE("a circle of locks in which a run hangs names the holders and the locks") {
  constexpr struct {
    const char *name, *body, *told;
    uint32_t blocks = 1, threads = 64;
  } closed[] = {
      {"two warps", "int a = who; take(l + a); __threadfence(); atomicAdd(d, 1); while (atomicAdd(d, 0) < 2) ; take(l + 1 - a); d[1]++; release(l + 1 - a); release(l + a);",
       "thread 0 of block 0 holds `l[0]`, which it took at line 1, called at line 4, and waits at line 1, called at line 4, for `l[1]`; thread 32 of block 0 holds `l[1]`, which it took at "
       "line 1, called at line 4, and waits at line 1, called at line 4, for `l[0]`"},
      {"two blocks", "int a = who; take(l + a); __threadfence(); atomicAdd(d, 1); while (atomicAdd(d, 0) < 2) ; take(l + 1 - a); d[1]++; release(l + 1 - a); release(l + a);",
       "thread 0 of block 0 holds `l[0]`", 2, 32},
      {"a ring of three", "take(l + who); __threadfence(); atomicAdd(d, 1); while (atomicAdd(d, 0) < 3) ; take(l + (who + 1) % 3); d[1]++; release(l + (who + 1) % 3); release(l + who);",
       "thread 64 of block 0 holds `l[2]`", 1, 96},
      {"others wait, too", "if (who < 2) take(l + who); __threadfence(); atomicAdd(d, 1); while (atomicAdd(d, 0) < 4) ; take(l + (who + 1) % 2); release(l + (who + 1) % 2);",
       "thread 32 of block 0 holds `l[1]`", 1, 128},
      {"a lock that its holder waits for itself is no circle", "take(l + who); take(l + who);", ""},
      {"nor is one whose holder has left", "take(l);", ""},
  };
  for (const auto& c : closed) {
    CAPTURE(c.name);
    Kernel k(before + "__global__ void k(int* l, int* d) { int t = threadIdx.x; int who = (blockIdx.x * blockDim.x + t) / 32; if (t % 32 == 0) { " + c.body + " } }");
    k.options.instruction_budget = 30'000'000;
    k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(16, 0)).in<int32_t>(std::vector<int32_t>(16, 0)).run();
    CHECK(k.result.status == SimulationStatus::deadlock);
    std::string code, message;
    for (const Finding& finding : k.result.findings)
      if (finding.kind == FindingKind::deadlock) code = finding.code, message = finding.message;
    CHECK(code == (*c.told ? "deadlock.circle" : "deadlock.poll"));
    CHECK(message.find(c.told) != std::string::npos);
  }
}
