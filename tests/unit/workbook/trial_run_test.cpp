// Kernels that nobody launches: which launch shows what they do, and what is wrong with them.
#include "app/workbook/trial_run.h"
#include "tests/unit/workbook/bare_file_fixture.h"

using namespace wb;
using namespace wb::test;

namespace {

RunResult run_tried(const std::string& text, const std::string& launch, std::string* assumed = nullptr) {
  File f(text);
  const BareFile file = open_tried_file(f.path, {}, launch);
  if (assumed)
    for (const std::string& sentence : file.assumptions.at(launch)) *assumed += sentence + "; ";
  Progress progress;
  return make_simulated_engine()->run(launch_of(file, launch), progress, {});
}

const std::string barriers_behind = "if (i >= n) return; s[threadIdx.x] = in[i]; __syncthreads(); out[i] = s[255 - threadIdx.x]; }";
std::string kernel(const std::string& body, const std::string& before = "") {
  return before + "__global__ void k(const float* in, float* out, int n) { __shared__ float s[256]; int i = blockIdx.x * blockDim.x + threadIdx.x; " + body;
}

}  // namespace

TEST_CASE("a table that is filled by atomicCAS begins with what says that a place is free") {
  std::string assumed;
  const std::string insert =
      "struct Slot { unsigned key, value; };\n"
      "__global__ void insert(Slot* table, const unsigned* keys, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n"
      "  unsigned at = keys[i] * 7919u % 4096u; for (;;) { unsigned old = atomicCAS(&table[at].key, 0xFFFFFFFFu, keys[i]);\n"
      "    if (old == 0xFFFFFFFFu) { table[at].value = i; return; } if (old == keys[i]) return; at = (at + 1) % 4096u; } }\n";
  const RunResult run = run_tried(insert, "insert", &assumed);
  CHECK(run.findings.empty());
  CHECK(assumed.find("every place of `table` is free: it holds 4294967295") != std::string::npos);
  CHECK(run.counters.global_store_requests > 0);

  // However it is written.
  for (const char* none : {"~0u", "(unsigned)-1", "0xDEADBEEFu"}) {
    const RunResult other = run_tried("#define EMPTY (" + std::string(none) + ")\n__global__ void insert(unsigned* keys, const unsigned* in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "  if (i < n) for (unsigned at = in[i] % 512;; at = (at + 1) % 512) { unsigned old = atomicCAS(keys + at, EMPTY, in[i]); if (old == EMPTY || old == in[i]) break; } }\n", "insert");
    CHECK(other.findings.empty());
  }
  // What says it is a number that the kernel is given.
  const RunResult given = run_tried("__global__ void insert(unsigned long long* keys, const unsigned long long* in, int n, unsigned long long none) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                    "  if (i < n) for (unsigned at = in[i] % 512;; at = (at + 1) % 512) { unsigned long long old = atomicCAS(keys + at, none, in[i]); if (old == none || old == in[i]) break; } }\n", "insert", &assumed);
  CHECK(given.findings.empty());
  // States are no free places: nobody has set the flag, and who waits for it waits on.
  File flag("__global__ void wait(int* flag, int* out) { if (threadIdx.x == 0) while (atomicCAS(flag, 1, 0) != 1) {} out[threadIdx.x] = 1; }\n");
  const Launch launch = launch_of(open_bare_file(flag.path), "wait");
  CHECK(launch.device.buffers[0].bytes[0] == 0);
}

TEST_CASE("elements that are asked for a mark hold it now and then") {
  std::string assumed;
  const RunResult run = run_tried("__global__ void last(const int* next, int* out) { int at = threadIdx.x, count = 0; while (next[at] != -1) { at = next[at]; ++count; } out[threadIdx.x] = count; }\n", "last", &assumed);
  CHECK(assumed.find("`next` often holds -1, which the kernel asks for") != std::string::npos);
  assumed.clear();
  run_tried("__global__ void find(const unsigned long long* keys, int* out) { int at = threadIdx.x; while (keys[at] != 0xFFFFFFFFFFFFFFFFull && at < 255) ++at; out[threadIdx.x] = at; }\n", "find", &assumed);
  CHECK(assumed.find("`keys` often holds 18446744073709551615") != std::string::npos);
}

TEST_CASE("numbers of any length that somebody asks for are refused in words") {
  const std::string digits(400, '9');
  File f("__global__ void k(int* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n");
  const BareFileWishes all[] = {{.grid = {digits}}, {.block = {"1", digits}}, {.arguments = {{"a", "zeros:" + digits}}}, {.arguments = {{"a", ":" + digits}}}, {.shared_bytes = digits}};
  for (const BareFileWishes& wishes : all) {
    const BareFile file = open_tried_file(f.path, wishes, "k");
    LaunchRequest request;
    request.name = "k";
    const bool is_refused = !file.read.lesson || !file.read.complaints.empty() || !build_launch(*file.read.lesson, request).ok();
    CHECK(is_refused);
  }
}

TEST_CASE("numbers are distinct where a comment says it") {
  const std::string scatter = "__global__ void scatter(const int* to, const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[to[i]] = in[i]; }\n";
  CHECK(has(run_tried(scatter, "scatter"), FindingKind::race_waw));
  CHECK(run_tried("// `to` is a permutation of 0 .. n - 1\n" + scatter, "scatter").findings.empty());
  CHECK(run_tried("// all indices are distinct\n" + scatter, "scatter").findings.empty());
  for (const char* other : {"// each thread handles a distinct element of the input\n", "// `to` need not be unique\n", "// the unique owner of the list\n"}) CHECK(has(run_tried(other + scatter, "scatter"), FindingKind::race_waw));
  // Places that rise stay so.
  std::string assumed;
  run_tried("// columns of a row have distinct indices\n__global__ void rows(const int* row, const float* x, float* y) { int r = threadIdx.x; float s = 0; for (int k = row[r]; k < row[r + 1]; ++k) s += x[k]; y[r] = s; }\n", "rows", &assumed);
  CHECK(assumed.find("`row` rises") != std::string::npos);
}

TEST_CASE("mistakes at the end of the data are shown with a size that fills no whole warps") {
  std::string assumed;
  CHECK(has(run_tried(kernel(barriers_behind), "k", &assumed), FindingKind::uninit_shared));
  CHECK(assumed.find("`n` = 984") != std::string::npos);
  CHECK(has(run_tried(kernel("if (i < n) out[i] = in[i] + __shfl_up_sync(0xFFFFFFFFu, in[i], 1); }"), "k"), FindingKind::warp_mask));
  CHECK(has(run_tried(kernel("if (i < n) { s[threadIdx.x] = in[i]; __syncthreads(); out[i] = s[threadIdx.x ^ 1]; } }"), "k"), FindingKind::barrier_divergent));
  CHECK(has(run_tried(kernel("s[threadIdx.x] = in[i]; __syncthreads(); if (i < n) out[i] = s[255 - threadIdx.x]; }"), "k"), FindingKind::oob_read));
  CHECK(has(run_tried(kernel("if (i <= n) out[i] = in[i]; }"), "k"), FindingKind::oob_read));
  // Silent: where all come to the barrier, where nothing is asked for, where the text says what sizes are.
  CHECK(run_tried(kernel("s[threadIdx.x] = i < n ? in[i] : 0; __syncthreads(); if (i < n) out[i] = s[255 - threadIdx.x]; }"), "k").findings.empty());
  CHECK(run_tried(kernel("s[threadIdx.x] = in[i]; __syncthreads(); out[i] = s[255 - threadIdx.x] * n; }"), "k").findings.empty());
  assumed.clear();
  CHECK(run_tried(kernel(barriers_behind, "// n is a multiple of 256\n"), "k", &assumed).findings.empty());
  CHECK(assumed.find("`n` = 1024") != std::string::npos);
}

TEST_CASE("sizes that are no bound of the data's end make no mistakes there") {
  const std::string index = "int i = blockIdx.x * blockDim.x + threadIdx.x; ";
  const std::string kernels[] = {
      "__global__ void k(const float* in, float* out, int n) { " + index + "float s = 0; for (int j = i; j < n; j += gridDim.x * blockDim.x) s += in[j]; out[i] = s; }\n",
      "__global__ void k(const float* in, float* out, int n) { " + index + "out[i] = i < n ? in[i] : 0; }\n",
      "__global__ void k(const float* a, const float* b, float* out, int n) { " + index + "if (i < n) out[i] = a[i]; else out[i] = b[i - n]; }\n",
      "__global__ void k(float* a, int first, int last) { " + index + "if (i >= first && i < last) a[i] = 1; }\n",
      "__global__ void k(float* a, const float* m, int n, int k) { " + index + "if (i > k && i < n) a[i] -= m[i] * a[k]; }\n",
      "__global__ void k(float* x, int rows) { int row = blockIdx.x; if (row >= rows) return; x[row * blockDim.x + threadIdx.x] *= 2; }\n",
      "#define CAPACITY 1024\n__global__ void k(unsigned* table, const unsigned* keys, int n) { " + index + "if (i < n) atomicCAS(&table[keys[i] * 2654435761u % CAPACITY], 0xFFFFFFFFu, keys[i]); }\n",
  };
  for (const std::string& text : kernels) {
    CAPTURE(text);
    const RunResult run = run_tried(text, "k");
    CHECK_FALSE(has(run, FindingKind::oob_read));
    CHECK_FALSE(has(run, FindingKind::oob_write));
  }
}

TEST_CASE("numbers are such that there is work to do") {
  std::string assumed;
  const std::string step = "__global__ void step(float* a, int n, int k) { int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] -= a[k]; }\n";
  CHECK(run_tried(step, "step", &assumed).counters.global_store_requests > 0);
  CHECK(assumed.find("`k` = 1;") != std::string::npos);
  // The number of a block.
  assumed.clear();
  run_tried("__global__ void phase(float* a, int round) { if (blockIdx.x == round) return; a[blockIdx.x * blockDim.x + threadIdx.x] += a[round * blockDim.x + threadIdx.x]; }\n", "phase", &assumed);
  CHECK(assumed.find("`round` = 1") != std::string::npos);
}

TEST_CASE("0 may mark a free place of what is read and written") {
  const RunResult run = run_tried("__global__ void put(int* slots, const int* keys) { int k = keys[threadIdx.x], h = k * 17 % 4096; while (slots[h] != 0) h = (h + 1) % 4096; slots[h] = k; }\n", "put");
  CHECK(std::none_of(run.findings.begin(), run.findings.end(), [](const Finding& f) { return f.kind == FindingKind::budget; }));
}

TEST_CASE("a template has the arguments that the file instantiates it with") {
  File f("// reduce<64>\ntemplate <unsigned width> __global__ void reduce(int* a) { __shared__ int s[width]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[threadIdx.x]; }\n"
         "template <> __global__ void reduce<8>(int* a) { a[0] = 8; }\ntemplate __global__ void reduce<128>(int*);\n");
  CHECK(open_bare_file(f.path).launches.at(0).kernel == "reduce<128>");
}

TEST_CASE("blocks that take their work by tickets are some, though nobody asks for blockIdx") {
  const auto blocks_of = [](const std::string& take) {
    File f("__global__ void k(const int* in, int* out, int* next) { __shared__ int tile; if (threadIdx.x == 0) " + take + " __syncthreads(); int i = tile * blockDim.x + threadIdx.x; out[i] = in[i]; }\n");
    return launch_of(open_bare_file(f.path), "k").device.grid.x;
  };
  CHECK(blocks_of("tile = atomicAdd(next, 1);") == 4);
  CHECK(blocks_of("tile = next[0];") == 1);
  CHECK(blocks_of("tile = atomicAdd(next, 2);") == 1);
}

TEST_CASE("a loop of one block over what fills no whole turn shows a barrier that some threads do not reach") {
  const auto run_of = [](const std::string& loop) {
    return run_tried("__global__ void k(const int* in, int* out, int n) { __shared__ int s[128]; int most = 0; " + loop + " out[threadIdx.x] = most; }\n", "k");
  };
  const std::string body = "{ s[threadIdx.x] = in[i]; __syncthreads(); most = max(most, s[threadIdx.x ^ 1]); __syncthreads(); }";
  CHECK(has(run_of("for (int i = threadIdx.x; i < n; i += blockDim.x) " + body), FindingKind::barrier_divergent));
  CHECK(run_of("for (int i = threadIdx.x; i < n; i += blockDim.x) most = max(most, in[i]);").findings.empty());
}

TEST_CASE("a block has the threads that its barriers are for") {
  std::string assumed;
  CHECK(run_tried("__global__ void pair(float* a) { __shared__ float s[32]; int lane = threadIdx.x % 32; if (threadIdx.x < 32) { s[lane] = a[lane]; asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\"); }\n"
                  "  else { asm volatile(\"bar.sync 1, 64;\" ::: \"memory\"); a[threadIdx.x] = s[31 - lane]; } }\n", "pair", &assumed).findings.empty());
  CHECK(assumed.find("a block of 64 threads") != std::string::npos);
}
