// Stores that may be seen later than what their thread does next: told where threads race then, and only there.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

struct Case {
  std::string name, body;  // mine, theirs: words of this thread and of the other one; d: 16 numbers; who: 0 or 1, of one thread a block or a warp
  bool is_told = false;
  uint32_t blocks = 2, threads = 32;
};

const std::string before =
    "#include <cuda/atomic>\n"
    "using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;\n"
    "#define RELAXED cuda::memory_order_relaxed\n#define ACQUIRE cuda::memory_order_acquire\n#define RELEASE cuda::memory_order_release\n"
    "#define FENCE(order, scope) cuda::atomic_thread_fence(cuda::memory_order_##order, cuda::thread_scope_##scope)\n";

const std::string enters = " if (theirs.load(RELAXED) == 0) d[0] += who + 1;";

// Each marks its own node, puts it at the end of the queue and waits for the one before.
std::string joins(const std::string& order) {
  return "Word node(w[5 + who]); node.store(1, RELAXED); int last = Word(w[4]).exchange(who + 1, " + order + "); if (last) while (Word(w[4 + last]).load(ACQUIRE)) { } d[0] += who + 1; node.store(0, RELEASE);";
}

const Case cases[] = {
    {"no fence at all", "mine.store(1, RELAXED);" + enters, true},
    {"a fence that acquires and releases", "mine.store(1, RELAXED); FENCE(acq_rel, device);" + enters, true},
    {"a store that releases, a look that acquires", "mine.store(1, RELEASE); if (theirs.load(ACQUIRE) == 0) d[0] += who + 1;", true},
    {"a fence for too few", "mine.store(1, RELAXED); FENCE(seq_cst, block);" + enters, true},
    {"in PTX", "mine.store(1, RELAXED); asm volatile(\"fence.acq_rel.gpu;\" ::: \"memory\");" + enters, true},
    {"warps of one block", "mine.store(1, RELAXED); FENCE(acq_rel, block);" + enters, true, 1, 64},
    {"round after round", "for (int i = 0; i < 4; i++) { Word m(w[2 * i + who]), o(w[2 * i + 1 - who]); m.store(1, RELAXED); FENCE(acq_rel, device); if (o.load(RELAXED) == 0) d[i]++; }", true},
    {"a queue of marks, joined relaxed", joins("RELAXED"), true},
    {"joined by what releases and acquires", joins("cuda::memory_order_acq_rel")},
    {"by default", joins("cuda::memory_order_seq_cst")},
    {"a fence of sequential consistency", "mine.store(1, RELAXED); FENCE(seq_cst, device);" + enters},
    {"the old one", "mine.store(1, RELAXED); __threadfence();" + enters},
    {"of PTX", "mine.store(1, RELAXED); asm volatile(\"fence.sc.gpu;\" ::: \"memory\");" + enters},
    {"for the block, where they are of one", "mine.store(1, RELAXED); FENCE(seq_cst, block);" + enters, false, 1, 64},
    {"accesses of sequential consistency", "mine.store(1); if (theirs.load() == 0) d[0] += who + 1;"},
    {"a look that is", "mine.store(1, RELAXED); if (theirs.load() == 0) d[0] += who + 1;"},
    {"a barrier in between", "mine.store(1, RELAXED); } __syncthreads(); if (t % 32 == 0) {" + enters, false, 1, 64},
    {"told by a later store", "if (who == 0) { mine.store(1, RELAXED); d[1] = theirs.load(RELAXED); FENCE(acq_rel, device); Word(w[5]).store(1, RELAXED); } "
                              "else { while (Word(w[5]).load(ACQUIRE) == 0) { } if (theirs.load(RELAXED) == 0) d[1] = 7; }"},
    {"who waits comes later, not earlier", "d[who] = 1; mine.store(1, RELEASE); while (theirs.load(ACQUIRE) == 0) { } d[2 + who] = d[1 - who];"},
    {"changed by atomics", "mine.store(1, RELAXED); FENCE(acq_rel, device); if (theirs.load(RELAXED) == 0) atomicAdd(d, who + 1);"},
    {"each its own", "mine.store(1, RELAXED); FENCE(acq_rel, device); if (theirs.load(RELAXED) == 0) d[who]++;"},
};

}  // namespace

TEST_CASE("a store that is seen late is told where threads race then, and only there") {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Kernel k(before + "__global__ void k(int* w, int* d) {\n  int t = threadIdx.x, who = (blockIdx.x * blockDim.x + t) / 32;\n  Word mine(w[who]), theirs(w[1 - who]);\n  if (t % 32 == 0) { " + c.body + " }\n}\n");
    k.shape({c.blocks, 1, 1}, {c.threads, 1, 1}).in<int32_t>(std::vector<int32_t>(16, 0)).in<int32_t>(std::vector<int32_t>(16, 0)).run();
    CHECK(k.result.status == SimulationStatus::finished);
    CHECK(k.kinds() == (c.is_told ? "fence.missing" : ""));
    for (const Finding& finding : k.result.findings) {
      CHECK(finding.code.starts_with("fence.missing."));
      CHECK(finding.severity == Severity::error);
      CHECK(finding.places.size() == 2);
    }
  }
}
