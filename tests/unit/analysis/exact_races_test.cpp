// Order through fences, atomics, flags and functions of a few lanes: idioms that are in order, each beside a twin that is not.
#include <algorithm>
#include <set>

#include "kernel_run.h"
#include "simulator/analysis/happens_before.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

struct Idiom {
  const char* name;
  Index3 grid, block;
  const char* source;
  const char* racy;  // "": in order; "data": `data` is raced on, under some schedule
};

// Every kernel takes data, flag and out: ints that start at zero, out with nothing in it.
KernelRun run_of(const Idiom& idiom) {
  KernelRun run(idiom.source, idiom.grid, idiom.block);
  run.ints("data", 1024).ints("flag", 64).ints("out", 1024);
  return run;
}

std::set<std::string> raced_buffers(const Idiom& idiom) {
  std::set<std::string> buffers;
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
    for (uint64_t seed = 0; seed < (schedule >= Schedule::random ? 3u : 1u); ++seed) {
      KernelRun run = run_of(idiom);
      run.options.schedule = schedule;
      run.options.seed = seed;
      const SimulationResult result = run.run();
      CAPTURE(schedule_name(schedule));
      CHECK(result.status == SimulationStatus::finished);
      for (const Finding& f : result.findings) {
        if (std::string(finding_name(f.kind)).substr(0, 4) != "race" || f.severity == Severity::note) continue;
        buffers.insert(f.buffer);
        CHECK(f.places.size() == 2);
      }
    }
  return buffers;
}

void check(const Idiom& idiom) {
  CAPTURE(idiom.name);
  const std::set<std::string> buffers = raced_buffers(idiom);
  std::string list;
  for (const std::string& b : buffers) list += b + " ";
  CAPTURE(list);
  if (!*idiom.racy) CHECK(buffers.empty());
  else CHECK(buffers.count(idiom.racy) == 1);
}

#define KERNEL "__global__ void k(int* data, int* flag, int* out) {\n  int t = threadIdx.x, b = blockIdx.x, i = b * blockDim.x + t;\n"

}  // namespace

TEST_CASE("the last block's turn") {
#define LAST_BLOCK(fence_by_one, fence_by_all)                                                                   \
  KERNEL "  __shared__ bool is_last;\n  data[i] = i;\n  " fence_by_all "\n  __syncthreads();\n"                   \
         "  if (t == 0) { " fence_by_one " is_last = atomicAdd(flag, 1) == gridDim.x - 1; }\n  __syncthreads();\n" \
         "  if (is_last) { int sum = 0; for (int j = t; j < gridDim.x * blockDim.x; j += blockDim.x) sum += data[j]; out[t] = sum; }\n}\n"
  check({"one thread fences for its block", {8, 1, 1}, {64, 1, 1}, LAST_BLOCK("__threadfence();", ""), ""});
  check({"every thread fences for itself", {8, 1, 1}, {64, 1, 1}, LAST_BLOCK("", "__threadfence();"), ""});
  check({"which sets the counter back", {8, 1, 1}, {64, 1, 1},
         KERNEL "  __shared__ bool is_last;\n  data[i] = i;\n  __threadfence();\n  __syncthreads();\n  if (t == 0) is_last = atomicAdd(flag, 1) == gridDim.x - 1;\n"
                "  __syncthreads();\n  if (is_last) { out[t] = data[t]; if (t == 5) *flag = 0; }\n}\n", ""});
  check({"any block sets it back", {8, 1, 1}, {64, 1, 1}, KERNEL "  __threadfence();\n  if (t == 0) { atomicAdd(flag, 1); *flag = 0; }\n}\n", "flag"});
  check({"no fence", {8, 1, 1}, {64, 1, 1}, LAST_BLOCK("", ""), "data"});
  check({"a fence for the block alone", {8, 1, 1}, {64, 1, 1}, LAST_BLOCK("__threadfence_block();", ""), "data"});
  check({"some other fence", {8, 1, 1}, {64, 1, 1}, LAST_BLOCK("", "if (t == 1) __threadfence();"), "data"});
}

TEST_CASE("locks") {
#define LOCK(cas, before_unlock, unlock)                                                                        \
  KERNEL "  if (t == 0) {\n    while (" cas "(flag, 0, 1) != 0) { }\n    data[0] = data[0] + 1;\n    " before_unlock \
         "\n    " unlock ";\n  }\n}\n"
  check({"a spin lock", {6, 1, 1}, {32, 1, 1}, LOCK("atomicCAS", "__threadfence();", "atomicExch(flag, 0)"), ""});
  check({"unlocked by a volatile store", {6, 1, 1}, {32, 1, 1}, LOCK("atomicCAS", "__threadfence();", "*(volatile int*)flag = 0"), ""});
  check({"without a fence", {6, 1, 1}, {32, 1, 1}, LOCK("atomicCAS", "", "atomicExch(flag, 0)"), "data"});
  check({"unlocked by a plain store", {6, 1, 1}, {32, 1, 1}, LOCK("atomicCAS", "__threadfence();", "*flag = 0"), "flag"});
  check({"a lock of the block, taken by several", {6, 1, 1}, {32, 1, 1}, LOCK("atomicCAS_block", "__threadfence();", "atomicExch_block(flag, 0)"), "data"});
  check({"every lane of a warp takes it in turn", {2, 1, 1}, {64, 1, 1},
         KERNEL "  bool done = false;\n  while (!done) {\n    if (atomicCAS(flag, 0, 1) == 0) {\n      data[0] += 1;\n      __threadfence();\n      atomicExch(flag, 0);\n"
                "      done = true;\n    }\n  }\n}\n", ""});
#define LANES_IN_TURN(fence)                                                                                                              \
  KERNEL "  volatile int* serving = flag + 1;\n  for (int lane = 0; lane < 32; ++lane)\n    if (t % 32 == lane) {\n"                       \
         "      int mine = atomicAdd(flag, 1);\n      while (*serving != mine) { }\n      data[0] += 1;\n      " fence "\n      *serving = mine + 1;\n    }\n}\n"
  check({"a ticket lock by volatile words, lane after lane", {2, 1, 1}, {64, 1, 1}, LANES_IN_TURN("__threadfence();"), ""});
  check({"the same without a fence", {2, 1, 1}, {64, 1, 1}, LANES_IN_TURN(""), "data"});
  check({"the update after the unlock", {6, 1, 1}, {32, 1, 1},
         KERNEL "  if (t == 0) {\n    while (atomicCAS(flag, 0, 1) != 0) { }\n    __threadfence();\n    atomicExch(flag, 0);\n    data[0] += 1;\n  }\n}\n", "data"});
  check({"a ticket lock", {6, 1, 1}, {32, 1, 1},
         KERNEL "  if (t == 0) {\n    int mine = atomicAdd(flag, 1);\n    while (atomicAdd(flag + 1, 0) != mine) { }\n    data[0] += 1;\n    __threadfence();\n    atomicAdd(flag + 1, 1);\n  }\n}\n", ""});
#define PLAIN_AT_THE_COUNTER(waiting, holding) \
  KERNEL "  if (t == 0) {\n    volatile int* serving = flag + 1;\n    int mine = atomicAdd(flag, 1);\n    " waiting "\n    while (*serving != mine) { }\n    data[0] += 1;\n    " holding "\n" \
         "    __threadfence();\n    *serving = mine + 1;\n  }\n}\n"
  check({"a ticket lock whose holder reads the counter plainly", {6, 1, 1}, {32, 1, 1}, PLAIN_AT_THE_COUNTER("", "out[b] = flag[1];"), ""});
  check({"who is not served yet does", {6, 1, 1}, {32, 1, 1}, PLAIN_AT_THE_COUNTER("out[b] = flag[1];", ""), "flag"});
#define LAST_SETS_BACK(wait) KERNEL "  if (t) return;\n  atomicAdd(flag, 1);\n  if (b == 0) {\n    " wait "\n    flag[0] = 0;\n  }\n}\n"
  check({"who has counted all of them sets the counter back", {6, 1, 1}, {32, 1, 1}, LAST_SETS_BACK("while (*(volatile int*)flag != gridDim.x) { }"), ""});
  check({"it is set back while they count", {6, 1, 1}, {32, 1, 1}, LAST_SETS_BACK(""), "flag"});
  check({"two locks for one datum", {6, 1, 1}, {32, 1, 1},
         KERNEL "  if (t == 0) {\n    int* lock = flag + b % 2;\n    while (atomicCAS(lock, 0, 1) != 0) { }\n    data[0] += 1;\n    __threadfence();\n    atomicExch(lock, 0);\n  }\n}\n", "data"});
}

TEST_CASE("flags between blocks") {
#define FLAG(declare, fence, store, wait) \
  KERNEL "  " declare "\n  if (t) return;\n  if (b == 0) { data[5] = 42; " fence " " store "; }\n  if (b == 1) { " wait " out[0] = data[5]; }\n}\n"
  check({"volatile", {2, 1, 1}, {32, 1, 1}, FLAG("volatile int* f = flag;", "__threadfence();", "*f = 1", "while (*f == 0) { }"), ""});
  check({"volatile, no fence", {2, 1, 1}, {32, 1, 1}, FLAG("volatile int* f = flag;", "", "*f = 1", "while (*f == 0) { }"), "data"});
  check({"volatile, a fence for the block", {2, 1, 1}, {32, 1, 1}, FLAG("volatile int* f = flag;", "__threadfence_block();", "*f = 1", "while (*f == 0) { }"), "data"});
  check({"atomic", {2, 1, 1}, {32, 1, 1}, FLAG("", "__threadfence();", "atomicExch(flag, 1)", "while (atomicAdd(flag, 0) == 0) { }"), ""});
  check({"set by an atomic, read as volatile", {2, 1, 1}, {32, 1, 1}, FLAG("volatile int* f = flag;", "__threadfence();", "atomicExch(flag, 1)", "while (*f == 0) { }"), ""});
  check({"nobody waits", {2, 1, 1}, {32, 1, 1}, FLAG("", "__threadfence();", "atomicExch(flag, 1)", ""), "data"});
  check({"another flag is waited for", {3, 1, 1}, {32, 1, 1}, FLAG("if (b == 2 && t == 0) atomicExch(flag + 1, 1);", "__threadfence();", "atomicExch(flag, 1)", "while (atomicAdd(flag + 1, 0) == 0) { }"), "data"});
  check({"told on by a third", {3, 1, 1}, {32, 1, 1},
         KERNEL "  if (t) return;\n  if (b == 0) { data[5] = 42; __threadfence(); atomicExch(flag, 1); }\n"
                "  if (b == 1) { while (atomicAdd(flag, 0) == 0) { } __threadfence(); atomicExch(flag + 1, 1); }\n"
                "  if (b == 2) { while (atomicAdd(flag + 1, 0) == 0) { } out[0] = data[5]; }\n}\n", ""});
  check({"told on without a fence", {3, 1, 1}, {32, 1, 1},
         KERNEL "  if (t) return;\n  if (b == 0) { data[5] = 42; __threadfence(); atomicExch(flag, 1); }\n"
                "  if (b == 1) { while (atomicAdd(flag, 0) == 0) { } atomicExch(flag + 1, 1); }\n"
                "  if (b == 2) { while (atomicAdd(flag + 1, 0) == 0) { } out[0] = data[5]; }\n}\n", "data"});
#define TOLD_ON(look, behind)                                                                                                                  \
  "#include <cuda/atomic>\n" KERNEL "  cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]), g(flag[1]);\n  if (t) return;\n"            \
  "  if (b == 0) { data[5] = 42; f.store(1, cuda::memory_order_release); }\n"                                                                  \
  "  if (b == 1) { while (f.load(cuda::memory_order_" look ") == 0) { } " behind " g.store(1, cuda::memory_order_release); }\n"                \
  "  if (b == 2) { while (g.load(cuda::memory_order_acquire) == 0) { } out[0] = data[5]; }\n}\n"
  check({"told on by one that acquires and releases", {3, 1, 1}, {32, 1, 1}, TOLD_ON("acquire", ""), ""});
  check({"by one that looks relaxed, and releases", {3, 1, 1}, {32, 1, 1}, TOLD_ON("relaxed", ""), "data"});
  check({"by one that looks relaxed, fences and releases", {3, 1, 1}, {32, 1, 1}, TOLD_ON("relaxed", "cuda::atomic_thread_fence(cuda::memory_order_acquire);"), ""});
#define COUNTED_ON(order)                                                                                                                              \
  "#include <cuda/atomic>\n" KERNEL "  cuda::atomic_ref<int, cuda::thread_scope_device> f(flag[0]);\n  if (t) return;\n  if (b < 2) data[b] = 42;\n" \
  "  if (b == 0) f.store(1, cuda::memory_order_release);\n  if (b == 1) { while (f.load(cuda::memory_order_relaxed) == 0) { } f.fetch_add(1, cuda::memory_order_" order "); }\n" \
  "  if (b == 2) { while (f.load(cuda::memory_order_acquire) < 2) { } out[0] = data[0]; }\n}\n"
  check({"by one that goes on counting at the same word, relaxed: a release sequence", {3, 1, 1}, {32, 1, 1}, COUNTED_ON("relaxed"), ""});
  check({"... or releasing", {3, 1, 1}, {32, 1, 1}, COUNTED_ON("release"), ""});
#define COUNTED_BY(type, change)                                                                                                                                       \
  "#include <cuda/atomic>\n" KERNEL "  cuda::atomic_ref<" type ", cuda::thread_scope_device> f(*(" type "*)flag);\n  if (t) return;\n  if (b < 2) { data[b] = 42; f." change "; }\n" \
  "  if (b == 2) { while (f.load(cuda::memory_order_acquire) < 2) { } out[0] = data[0] + data[1]; }\n}\n"
  check({"released by a byte that is compared and exchanged until it fits", {3, 1, 1}, {32, 1, 1}, COUNTED_BY("unsigned char", "fetch_add(1, cuda::memory_order_release)"), ""});
  check({"... relaxed", {3, 1, 1}, {32, 1, 1}, COUNTED_BY("unsigned char", "fetch_add(1, cuda::memory_order_relaxed)"), "data"});
  check({"by two bytes, taken away", {3, 1, 1}, {32, 1, 1}, COUNTED_BY("short", "fetch_sub(-1, cuda::memory_order_acq_rel)"), ""});
  check({"cuda::atomic, release and acquire", {2, 1, 1}, {32, 1, 1},
         "#include <cuda/atomic>\n" KERNEL "  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);\n  if (t) return;\n"
         "  if (b == 0) { data[5] = 42; f.store(1, cuda::memory_order_release); }\n  if (b == 1) { while (f.load(cuda::memory_order_acquire) == 0) { } out[0] = data[5]; }\n}\n", ""});
  check({"cuda::atomic, relaxed", {2, 1, 1}, {32, 1, 1},
         "#include <cuda/atomic>\n" KERNEL "  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);\n  if (t) return;\n"
         "  if (b == 0) { data[5] = 42; f.store(1, cuda::memory_order_relaxed); }\n  if (b == 1) { while (f.load(cuda::memory_order_relaxed) == 0) { } out[0] = data[5]; }\n}\n", "data"});
}

TEST_CASE("a barrier of the whole grid, made of atomics") {
#define GRID_BARRIER(fence, first, last)                                                                                                 \
  KERNEL "  data[i] = i;\n  " first "\n  if (t == 0) { " fence " atomicAdd(flag, 1); while (*(volatile int*)flag < gridDim.x) { } }\n  " last \
         "\n  out[i] = data[(i + blockDim.x) % (gridDim.x * blockDim.x)];\n}\n"
  check({"whole", {4, 1, 1}, {64, 1, 1}, GRID_BARRIER("__threadfence();", "__syncthreads();", "__syncthreads();"), ""});
  check({"without a fence", {4, 1, 1}, {64, 1, 1}, GRID_BARRIER("", "__syncthreads();", "__syncthreads();"), "data"});
  check({"without the block's first barrier", {4, 1, 1}, {64, 1, 1}, GRID_BARRIER("__threadfence();", "", "__syncthreads();"), "data"});
  check({"without the block's last barrier", {4, 1, 1}, {64, 1, 1}, GRID_BARRIER("__threadfence();", "__syncthreads();", ""), "data"});
}

TEST_CASE("scoped atomics") {
  check({"a counter of one block", {1, 1, 1}, {64, 1, 1}, KERNEL "  atomicAdd_block(data, 1);\n}\n", ""});
  check({"a block's atomics by several blocks", {2, 1, 1}, {64, 1, 1}, KERNEL "  atomicAdd_block(data, 1);\n}\n", "data"});
  check({"one block's atomics beside everybody's", {2, 1, 1}, {64, 1, 1}, KERNEL "  if (b == 0) atomicAdd_block(data, 1); else atomicAdd(data, 1);\n}\n", "data"});
  check({"a counter for each block", {2, 1, 1}, {64, 1, 1}, KERNEL "  atomicAdd_block(data + b, 1);\n}\n", ""});
}

TEST_CASE("flags between warps of a block") {
#define WARP_FLAG(fence) \
  KERNEL "  __shared__ volatile int ready;\n  __shared__ int box;\n  if (t == 0) ready = 0;\n  __syncthreads();\n" \
         "  if (t == 0) { box = 7; " fence " ready = 1; }\n  if (t == 32) { while (ready == 0) { } out[b] = box; }\n}\n"
  check({"behind a fence", {1, 1, 1}, {64, 1, 1}, WARP_FLAG("__threadfence_block();"), ""});
  check({"without", {1, 1, 1}, {64, 1, 1}, WARP_FLAG(""), "box"});
  check({"volatile sums in step, in global memory, the fence behind them", {2, 1, 1}, {32, 1, 1},
         KERNEL "  volatile int* s = data + 64 * b;\n  s[t] = i;\n  s[t + 32] = 0;\n  s[t] = s[t] + s[t + 16];\n  s[t] = s[t] + s[t + 8];\n"
                "  if (t == 0) { out[b] = s[0]; __threadfence(); atomicAdd(flag, 1); }\n}\n", "data"});
  check({"volatile sums in step, though the kernel has fences", {2, 1, 1}, {32, 1, 1},
         KERNEL "  __shared__ volatile int s[64];\n  s[t] = i;\n  s[t + 32] = 0;\n  s[t] = s[t] + s[t + 16];\n  s[t] = s[t] + s[t + 8];\n"
                "  if (t == 0) { data[b] = s[0]; __threadfence(); atomicAdd(flag, 1); }\n}\n", "s"});
}

TEST_CASE("volatile words in a program without fences") {
  check({"a word that holds all there is to tell", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) word[1] = 7;\n  if (i == 40 && word[1]) out[0] = 1;\n  if (i == 70) out[1] = word[1] > 5 ? 1 : 2;\n}\n", ""});
  check({"one whose value is stored elsewhere, early or late", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) word[1] = 7;\n  if (i == 70) out[1] = word[1] + 1;\n}\n", "flag"});
  check({"stores of a word that somebody looks at", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (t == 0) word[1] = b;\n  if (i == 100) while (word[1] == 5) { }\n}\n", ""});
  check({"stores of a word that nobody looks at", {2, 1, 1}, {64, 1, 1}, KERNEL "  volatile int* word = flag;\n  if (t == 0) word[1] = b;\n}\n", "flag"});
  check({"one that tells of other data", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) { data[0] = 7; word[1] = 1; }\n  if (i == 70 && word[1]) out[0] = data[0];\n}\n", "data"});
  check({"read as a plain one", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) word[1] = 7;\n  if (i == 70) out[0] = flag[1];\n}\n", "flag"});
  check({"lanes of one warp", {1, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) word[1] = 7;\n  if (i == 3) out[0] = word[1];\n}\n", "flag"});
  check({"sizes that differ", {2, 1, 1}, {64, 1, 1},
         KERNEL "  volatile int* word = flag;\n  if (i == 0) word[1] = 7;\n  if (i == 70) out[0] = *(volatile char*)&flag[1];\n}\n", "flag"});
}

TEST_CASE("data are raced for, volatile or not") {
#define VOLATILE_DATA(fence) \
  KERNEL "  volatile int *d = data, *f = flag;\n  if (t) return;\n  if (b == 0) { d[5] = 42; " fence " f[0] = 1; }\n  if (b == 1) { while (f[0] == 0) { } out[0] = d[5] * 2; }\n}\n"
  check({"behind a flag, with a fence", {2, 1, 1}, {32, 1, 1}, VOLATILE_DATA("__threadfence();"), ""});
  check({"without one", {2, 1, 1}, {32, 1, 1}, VOLATILE_DATA(""), "data"});
  check({"with one for the block", {2, 1, 1}, {32, 1, 1}, VOLATILE_DATA("__threadfence_block();"), "data"});
#define VOLATILE_LOCK(fence) \
  KERNEL "  volatile int* d = data;\n  if (t) return;\n  while (atomicCAS(flag, 0, 1) != 0) { }\n  *d = *d + b;\n  " fence "\n  atomicExch(flag, 0);\n}\n"
  check({"under a lock", {4, 1, 1}, {32, 1, 1}, VOLATILE_LOCK("__threadfence();"), ""});
  check({"under a lock that is given back too early", {4, 1, 1}, {32, 1, 1}, VOLATILE_LOCK("__threadfence_block();"), "data"});
#define BLOCKS_LOOK_BACK(fence) \
  "__global__ void k(volatile int* data, volatile int* flag, int* out) {\n  __shared__ int before;\n  int t = threadIdx.x, b = blockIdx.x;\n  if (t == 0) {\n    int sum = 0;\n" \
  "    if (b > 0) { while (flag[b - 1] == 0) { } sum = data[b - 1]; }\n    data[b] = sum + b;\n    " fence "\n    flag[b] = 1;\n    before = sum;\n  }\n" \
  "  __syncthreads();\n  out[b * blockDim.x + t] = before + t;\n}\n"
  check({"by way of shared memory, with a fence", {4, 1, 1}, {32, 1, 1}, BLOCKS_LOOK_BACK("__threadfence();"), ""});
  check({"by way of shared memory, without one", {4, 1, 1}, {32, 1, 1}, BLOCKS_LOOK_BACK(""), "data"});
  check({"by way of shared memory a flag may be looked at", {2, 1, 1}, {32, 1, 1},
         KERNEL "  __shared__ int seen;\n  volatile int* f = flag;\n  if (b == 0 && t == 0) f[0] = 1;\n  if (b == 1) {\n    if (t == 0) seen = f[0];\n    __syncthreads();\n"
                "    if (seen) out[t] = 1;\n  }\n}\n", ""});
}

TEST_CASE("updates by volatile words are no atomics") {
#define UPDATES(condition, statement) KERNEL "  volatile int *d = data, *f = flag;\n  " condition " {\n    " statement "\n  }\n}\n"
  check({"by many threads", {2, 1, 1}, {64, 1, 1}, UPDATES("", "d[0] = d[0] + 1;"), "data"});
  check({"fences around it", {2, 1, 1}, {64, 1, 1}, UPDATES("", "__threadfence(); d[t % 5] += 1; __threadfence(); atomicAdd(flag, 1);"), "data"});
  check({"a look in front of it", {2, 1, 1}, {64, 1, 1}, UPDATES("if (t == 0)", "__threadfence(); if (d[0] < 100) d[0] = d[0] + 1; __threadfence(); if (atomicAdd(flag, 1) == 7) out[0] = 1;"), "data"});
  check({"under one lock of two", {1, 1, 1}, {32, 1, 1},
         UPDATES("for (bool done = false; !done;)",
                 "if (atomicCAS(flag + t % 4, 0, 1) == 0) { __threadfence(); if (d[t % 3] >= 0) d[t % 3] = d[t % 3] + 1; __threadfence(); done = true; atomicExch(flag + t % 4, 0); }"), "data"});
  check({"under its own lock", {2, 1, 1}, {32, 1, 1},
         UPDATES("for (bool done = false; !done;)",
                 "if (atomicCAS(flag + t % 4, 0, 1) == 0) { __threadfence(); if (d[t % 4] >= 0) d[t % 4] = d[t % 4] + 1; __threadfence(); done = true; atomicExch(flag + t % 4, 0); }"), ""});
  check({"each thread in its turn", {4, 1, 1}, {32, 1, 1}, UPDATES("if (t == 0)", "int now; while ((now = *f) != b) { } __threadfence(); out[b] = data[0]; data[0] = b; __threadfence(); *f = now + 1;"), ""});
  check({"who waits for its turn, and fetches again", {4, 1, 1}, {32, 1, 1}, UPDATES("if (t == 0)", "while (*f != b) { } __threadfence(); out[b] = data[0]; data[0] = b; __threadfence(); *f = *f + 1;"), ""});
  check({"... where others update it without waiting", {4, 1, 1}, {32, 1, 1}, UPDATES("if (t == 0)", "if (b < 2) while (*f < b) { } __threadfence(); *f = *f + 1;"), "flag"});
  check({"each thread has its own, which others watch", {2, 1, 1}, {64, 1, 1}, UPDATES("", "if (t == 0) { d[b] = d[b] + 1; while (d[1 - b] == 0) { } }"), ""});
  check({"stores of what was worked out from another word", {2, 1, 1}, {64, 1, 1}, UPDATES("", "if (t == 0) f[0] = d[b + 32] + 1; if (t == 40 && f[0]) out[0] = 1;"), ""});
  check({"of constants, where the word is not yet what it should be", {2, 1, 1}, {64, 1, 1}, UPDATES("if (t == 0)", "if (f[0] == 0) f[0] = 1;"), ""});
}

TEST_CASE("functions of some lanes order these lanes") {
  check({"each half by itself, for as long as it takes", {1, 1, 1}, {32, 1, 1},
         KERNEL "  __shared__ int s[32];\n  unsigned half = t < 16 ? 0xffffu : 0xffff0000u;\n  for (int pass = 0; pass < (t < 16 ? 3 : 6); ++pass) {\n"
                "    s[t] = pass + t;\n    __syncwarp(half);\n    int x = s[t ^ 1];\n    __syncwarp(half);\n    out[t] = x;\n  }\n}\n", ""});
  check({"across the halves", {1, 1, 1}, {32, 1, 1},
         KERNEL "  __shared__ int s[32];\n  unsigned half = t < 16 ? 0xffffu : 0xffff0000u;\n  s[t] = t;\n  __syncwarp(half);\n  out[t] = s[t ^ 16];\n}\n", "s"});
  check({"a shuffle orders as well", {1, 1, 1}, {32, 1, 1},
         KERNEL "  __shared__ int s[32];\n  s[t] = t;\n  int v = __shfl_xor_sync(0xffffffff, t, 1);\n  out[t] = s[t ^ 1] + v;\n}\n", ""});
  check({"what one lane has learnt, told to its warp", {2, 1, 1}, {32, 1, 1},
         KERNEL "  if (b == 0) { data[t] = t; __syncwarp(); if (t == 0) { __threadfence(); atomicExch(flag, 1); } }\n"
                "  else { if (t == 0) while (atomicAdd(flag, 0) == 0) { }\n    __syncwarp();\n    out[t] = data[t ^ 1]; }\n}\n", ""});
  check({"not told", {2, 1, 1}, {32, 1, 1},
         KERNEL "  if (b == 0) { data[t] = t; __syncwarp(); if (t == 0) { __threadfence(); atomicExch(flag, 1); } }\n"
                "  else { if (t == 0) while (atomicAdd(flag, 0) == 0) { }\n    out[t] = data[t ^ 1]; }\n}\n", "data"});
}

TEST_CASE("look-back: each block waits for the sum of the one before") {
#define LOOK_BACK(fence) \
  KERNEL "  if (t == 0) {\n    int before = 0;\n    if (b > 0) { while (*(volatile int*)(flag + b - 1) == 0) { } before = data[b - 1]; }\n" \
         "    data[b] = before + b;\n    " fence "\n    *(volatile int*)(flag + b) = 1;\n  }\n}\n"
  check({"fenced", {8, 1, 1}, {32, 1, 1}, LOOK_BACK("__threadfence();"), ""});
  check({"not fenced", {8, 1, 1}, {32, 1, 1}, LOOK_BACK(""), "data"});
}

TEST_CASE("the report of a race in a program with locks names both parties, their ticks and values") {
  KernelRun run = run_of({"", {2, 1, 1}, {32, 1, 1},
                          KERNEL "  if (t == 0) {\n    __threadfence();\n    data[3] = b + 10;\n    atomicAdd(flag, 1);\n  }\n}\n", ""});
  const SimulationResult result = run.run();
  REQUIRE(result.findings.size() == 1);
  const Finding& race = result.findings[0];
  CHECK(race.kind == FindingKind::race_waw);
  CHECK(race.count == 1);
  CHECK(race.element == std::vector<uint64_t>{3});
  CHECK(race.places[0].block.x != race.places[1].block.x);
  CHECK(race.places[0].tick != race.places[1].tick);
  CHECK(std::set<std::string>{race.places[0].value, race.places[1].value} == std::set<std::string>{"10", "11"});
}

TEST_CASE("where a flag lies between two accesses that race, the hint names it, and the fence that is missing") {
  const char* const flag = KERNEL "  if (t) return;\n  if (b == 0) { data[5] = 42; atomicExch(flag, 1); }\n  if (b == 1) { while (atomicAdd(flag, 0) == 0) { } out[0] = data[5]; }\n}\n";
  const SimulationResult result = run_of({"", {2, 1, 1}, {32, 1, 1}, flag, ""}).run();
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].hint.find("`flag[0]` (changed by thread 0 of block 0 at line 4, seen by thread 0 of block 1 at line 5)") == 0);
  CHECK(result.findings[0].hint.find("put `__threadfence()`") != std::string::npos);
}

TEST_CASE("a note says where a flag is looked at without a fence behind, and nothing else changes") {
  struct Look {
    const char *name, *source;
    bool is_noted;
  };
#define TOLD "  if (b == 0 && t == 0) { data[5] = 42; __threadfence(); atomicExch(flag, 1); }\n"
  const Look looks[] = {
      {"no fence", KERNEL TOLD "  if (b == 1 && t == 0) { while (atomicAdd(flag, 0) == 0) { } out[0] = data[5]; }\n}\n", true},
      {"a fence", KERNEL TOLD "  if (b == 1 && t == 0) { while (atomicAdd(flag, 0) == 0) { } __threadfence(); out[0] = data[5]; }\n}\n", false},
      {"a fence in the loop", KERNEL TOLD "  if (b == 1 && t == 0) { while (atomicAdd(flag, 0) == 0) __threadfence(); __threadfence_block(); out[0] = data[5]; }\n}\n", false},
      {"a fence in front of the look", KERNEL TOLD "  if (b == 1 && t == 0) { __threadfence(); while (atomicAdd(flag, 0) == 0) { } out[0] = data[5]; }\n}\n", true},
      {"a barrier behind the look", KERNEL TOLD "  if (b == 1) { if (t == 0) while (atomicAdd(flag, 0) == 0) { } __syncthreads(); out[t] = data[5]; }\n}\n", true},
      {"a fence and a barrier behind it", KERNEL TOLD "  if (b == 1) { if (t == 0) { while (atomicAdd(flag, 0) == 0) { } __threadfence(); } __syncthreads(); out[t] = data[5]; }\n}\n", false},
      {"a barrier and a fence of all behind it", KERNEL TOLD "  if (b == 1) { if (t == 0) while (atomicAdd(flag, 0) == 0) { } __syncthreads(); __threadfence(); out[t] = data[5]; }\n}\n", false},
      {"a warp function behind the look", KERNEL TOLD "  if (b == 1 && t < 32) { if (t == 0) while (atomicAdd(flag, 0) == 0) { } __syncwarp(); out[t] = data[5]; }\n}\n", true},
      {"the look alone", KERNEL TOLD "  if (b == 1 && t == 0) { while (atomicAdd(flag, 0) == 0) { } out[0] = 1; }\n}\n", false},
      {"the counter itself is set back", KERNEL "  if (t == 0 && atomicAdd(flag, 1) == 1) *flag = 0;\n}\n", false},
  };
#undef TOLD
  for (const Look& look : looks) {
    CAPTURE(look.name);
    const SimulationResult result = run_of({"", {2, 1, 1}, {64, 1, 1}, look.source, ""}).run();
    CHECK(result.status == SimulationStatus::finished);
    REQUIRE(result.findings.size() == (look.is_noted ? 1 : 0));
    if (!look.is_noted) continue;
    CHECK(finding_name(result.findings[0].kind) == std::string("fence.missing"));
    CHECK(result.findings[0].severity == Severity::note);
    CHECK(result.findings[0].buffer == "flag");
  }
}

// The loop around an atomicCAS. `look` declares `old`, `before` stands in front of the loop, `with` is what the atomicCAS compares with.
#define CAS_LOOP(look, before, with) KERNEL look " int was; " before " do { was = old; old = atomicCAS(data, " with ", was + t); } while (was != old);\n}\n"

// Each thread reads its neighbour's element: one race each, whichever of the two comes second, counted lane by lane or for a warp at once.
TEST_CASE("each race counts once, with and without fences, in step and apart") {
  struct Case {
    const char* name;
    const char* source;
    uint64_t races;
  };
  const Case cases[] = {
      {"nothing but barriers", KERNEL "  data[i] = i; out[i] = data[(i + 1) % 256]; }", 256},
      {"a fence that nobody can hear of", KERNEL "  data[i] = i; __threadfence(); out[i] = data[(i + 1) % 256]; }", 256},
      {"a fence, and an atomic that tells of it", KERNEL "  data[i] = i; __threadfence(); if (t == 0) out[512 + b] = atomicAdd(flag, 1); out[i] = data[(i + 1) % 256]; }", 256},
      {"atomics alone", KERNEL "  data[i] = i; if (t == 0) out[512 + b] = atomicAdd(flag, 1); out[i] = data[(i + 1) % 256]; }", 256},
      {"from other warps", KERNEL "  data[i] = i; __syncwarp(); out[i] = data[i ^ 33]; }", 256},
      {"a lane of each four", KERNEL "  data[i] = i; __syncwarp(); if (t % 4 == 1) out[i] = data[i ^ 33]; }", 64},
  };
  for (const Case& c : cases)
    for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      KernelRun run = run_of({c.name, {4, 1, 1}, {64, 1, 1}, c.source, "data"});
      run.options.schedule = schedule;
      uint64_t races = 0;
      for (const Finding& f : run.run().findings)
        if (f.buffer == "data" && !f.only_under) races += f.count;
      CHECK(races == c.races);
    }
}

TEST_CASE("a plain read beside atomics is a note where it is only a guess that an atomicCAS checks") {
  struct Read {
    const char *name, *source;
    const char* severity;  // of race.mixed on `data`; "": none
  };
  const Read reads[] = {
      {"the programming guide's loop", CAS_LOOP("int old = *data;", "", "was"), "note"},
      {"read by an atomic", CAS_LOOP("int old = atomicAdd(data, 0);", "", "was"), ""},
      {"read anew in each turn", KERNEL "  int old, seen; do { old = *data; seen = atomicCAS(data, old, old + 1); } while (seen != old);\n}\n", "note"},
      {"as a float", KERNEL "  float* p = (float*)data; float old = *p; for (;;) { int was = __float_as_int(old), now = atomicCAS(data, was, __float_as_int(old + 1)); if (now == was) break; old = __int_as_float(now); }\n}\n", "note"},
      {"two bytes", KERNEL "  unsigned short *p = (unsigned short*)data, old = *p, was; do { was = old; old = atomicCAS(p, was, (unsigned short)(was + 1)); } while (was != old);\n}\n", "note"},
      {"other memory is read in between", CAS_LOOP("int old = *data;", "t += flag[t % 8];", "was"), "note"},
      {"the guess is stored first", CAS_LOOP("int old = *data;", "out[i] = old;", "was"), "error"},
      {"the guess is stored in the loop, and again where it fails", KERNEL "  int old = *data, was; do { was = old; out[i] = old; old = atomicCAS(data, was, was + t); } while (was != old);\n}\n", "note"},
      {"... read anew in each turn", KERNEL "  for (;;) { int old = *data; out[i] = old; if (atomicCAS(data, old, old + 1) == old) break; }\n}\n", "note"},
      {"... where somebody else looks", KERNEL "  int old = *data, was; do { was = old; out[i] = old; old = atomicCAS(data, was, was + t); } while (was != old); if (t == 3) flag[t] = out[70 - i % 64];\n}\n", "error"},
      {"... and the loop does not ask", KERNEL "  int old = *data; for (int n = 0; n < 3; n++) { out[i] = old; atomicCAS(data, old, old); }\n}\n", "error"},
      {"something else is stored first", CAS_LOOP("int old = *data;", "data[i + 1] = t;", "was"), "error"},
      {"another atomic comes first", CAS_LOOP("int old = *data;", "atomicAdd(flag, old);", "was"), "error"},
      {"read again in between", CAS_LOOP("int old = *data;", "t += *(volatile int*)data;", "was"), "error"},
      {"some threads leave with it", CAS_LOOP("int old = *data;", "if (t == 40) return;", "was"), "error"},
      {"the atomicCAS compares with something else", CAS_LOOP("int old = *data;", "", "was - 1 + 1"), "error"},
      {"... that happens to be the same", KERNEL "  int old = *data; out[i] = atomicCAS(data, 0, 0) + old;\n}\n", "error"},
      {"of another element", KERNEL "  int old = *data; atomicCAS(data + 1, old, old + 1); atomicAdd(data, 1);\n}\n", "error"},
      {"of another size", KERNEL "  int old = *data; atomicCAS((unsigned long long*)data, (unsigned long long)old, 7ull);\n}\n", "error"},
      {"a plain store instead", KERNEL "  int old = *data; if (t == 3) atomicAdd(data, 1); else *data = old + 1;\n}\n", "error"},
  };
  for (const Read& read : reads) {
    CAPTURE(read.name);
    const SimulationResult result = run_of({"", {2, 1, 1}, {64, 1, 1}, read.source, ""}).run();
    CHECK(result.status == SimulationStatus::finished);
    std::set<std::string> severities;
    for (const Finding& f : result.findings)
      if (f.kind == FindingKind::race_mixed && f.buffer == "data") severities.insert(severity_name(f.severity));
    CHECK(severities == (*read.severity ? std::set<std::string>{read.severity} : std::set<std::string>{}));
  }
}

TEST_CASE("clocks: barriers, fences, words") {
  HappensBefore order(64);
  const HappensBefore::Word word{0, 0, 16};
  CHECK(order.unordered({0, 0}, 0, 0, 0b1, 5) == 0);        // its own past
  CHECK(order.unordered({0, 0}, 0, 0, 0b110, 5) == 0b110);  // other lanes
  order.barrier(0, 10);
  CHECK(order.unordered({0, 0}, 0, 0, 0b110, 5) == 0);
  CHECK(order.unordered({0, 0}, 0, 1, 0b1, 11) == 0b1);
  CHECK(order.unordered({1, 0}, 0, 0, 0b1, 5) == 0b1);      // another block knows nothing of it
  order.fence(0, 0, 0b1, {}, 20);           // thread 0 of block 0
  order.tell({0, 0}, word, MemoryScope::device, false);
  order.learn({1, 7}, word, MemoryScope::device, 21);
  CHECK(order.unordered({1, 7}, 0, 1, ~0u, 5) == 0);        // behind the barrier that thread 0 had passed
  CHECK(order.unordered({1, 7}, 0, 0, 0b11, 15) == 0b10);   // thread 0's own doings, not its neighbour's
  CHECK(order.unordered({1, 7}, 0, 0, 0b1, 25) == 0b1);     // nor what came after the fence
  order.learn({2, 0}, word, MemoryScope::block, 22);                       // an atomic for block 2 alone
  CHECK(order.unordered({2, 0}, 0, 0, 0b1, 15) == 0b1);
  order.grid_barrier(100);
  CHECK(order.unordered({3, 3}, 0, 0, ~0u, 99) == 0);
}

TEST_CASE("what is known is joined, and shared") {
  Known a, b;
  for (uint32_t i = 0; i < 20; ++i) a.join(Known::one_thread(i, 0), 10 + i), b.join(Known::one_thread(2 * i, 0), 100);
  Known both = a;
  both.join(b);
  CHECK(both.covered(3, 0, 1u << 0, 12));
  CHECK_FALSE(both.covered(3, 0, 1u << 0, 13));
  CHECK(both.covered(38, 0, 1u << 0, 99));
  CHECK_FALSE(a.covered(38, 0, 1u << 0, 1));
  both.join(Known::whole_block(3), 50);
  CHECK(both.covered(3, 31, 1u << 31, 49));
  CHECK_FALSE(both.covered(3, 31, 1u << 31, 50));
  Known lanes;
  for (uint32_t thread = 64; thread < 96; thread += 2) lanes.join(Known::one_thread(7, thread), thread);
  CHECK(lanes.covered(7, 2, ~0u, 0) == 0x55555555);
  CHECK(lanes.covered(7, 2, 0xf0, 69) == 0x40);  // of threads 68 to 71: that which is known up to 70
  CHECK(lanes.covered(7, 1, ~0u, 0) == 0);
  lanes.join(Known::one_warp(7, 2), 70);
  CHECK(lanes.covered(7, 2, 0xff, 69) == 0xff);
}
