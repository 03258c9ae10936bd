// The host code of somebody's file, run: its allocations, records, variables, limits and files.
#include "tests/unit/workbook/bare_file_fixture.h"

#include <cstring>
#include <limits>
#include <set>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/npy.h"
#include "app/workbook/trial_run.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("two pointers into one allocation are one buffer") {
  CHECK(!has(result_of(shift + main_of("shift<<<4, 64>>>(a, b, 256);"), "shift"), FindingKind::race_war));
  CHECK(has(result_of(shift + main_of("shift<<<4, 64>>>(a, a, 256);"), "shift"), FindingKind::race_war));
  CHECK(has(result_of(shift + main_of("int* c = a + 4; shift<<<2, 64>>>(a, c, 128);"), "shift"), FindingKind::race_war));
  CHECK(!has(result_of(shift + main_of("shift<<<2, 64>>>(a, a + 128, 128);"), "shift"), FindingKind::race_raw));
  CHECK(has(result_of(shift + main_of("shift<<<2, 64>>>(a, b + 192, 128);"), "shift"), FindingKind::oob_write));
}

TEST_CASE("a pointer that stands between the elements of its type") {
  const std::string fours = "__global__ void fours(float4* p) { float4 v = p[threadIdx.x]; v.x += 1; p[threadIdx.x] = v; }\n";
  CHECK(has(result_of(fours + main_of("fours<<<1, 32>>>((float4*)(a + 1));"), "fours"), FindingKind::memory_misaligned));
  CHECK(has(result_of(fours + main_of("fours<<<1, 32>>>((float4*)((char*)a + 6));"), "fours"), FindingKind::memory_misaligned));
  CHECK(result_of(fours + main_of("fours<<<1, 32>>>((float4*)(a + 4));"), "fours").findings.empty());
  const std::string twos = "__global__ void twos(double* p, double* q) { q[threadIdx.x] = p[threadIdx.x]; }\n";
  CHECK(result_of(twos + main_of("twos<<<1, 8>>>((double*)(a + 2), (double*)(a + 64));"), "twos").findings.empty());
}

TEST_CASE("pointers that a kernel cannot use") {
  const auto told = [](const std::string& body) {
    const RunResult result = result_of(shift + main_of(body), "shift");
    const auto found = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
    return found == result.findings.end() ? "" : std::string(finding_name(found->kind)) + ": " + found->message;
  };
  CHECK(told("int* h = (int*)malloc(1024); shift<<<1, 64>>>(h, b, 64);") == "host.memory: thread 0 of block 0 uses `in`, which is memory of the host: a kernel cannot reach that");
  CHECK(told("cudaFree(a); shift<<<1, 64>>>(a, b, 64);") == "memory.lifetime: thread 0 of block 0 uses `in`, which the program has given back before the launch");
  CHECK(told("cudaFree(b); shift<<<1, 64>>>(a, b, 64);") == "memory.lifetime: thread 0 of block 0 uses `out`, which the program has given back before the launch");
  CHECK(told("shift<<<1, 64>>>(nullptr, b, 64);") == "memory.null: thread 0 of block 0 uses a pointer that points nowhere");
  CHECK(told("cudaFree(a); shift<<<1, 64>>>(b, b + 128, 64);") == "");
  CHECK(told("int* h; cudaMallocHost(&h, 1024); for (int i = 0; i < 256; ++i) h[i] = i; shift<<<1, 64>>>(h, b, 64);") == "");
}

TEST_CASE("grid.sync() needs a cooperative launch") {
  const std::string kernel = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                             "__global__ void phases(int* p, bool meets) { p[blockIdx.x] = 1; if (meets) cg::this_grid().sync(); p[blockIdx.x + 4] = p[(blockIdx.x + 1) % (meets ? 4 : 1)]; }\n";
  const auto told = [&](const std::string& launch) { return result_of(kernel + main_of("bool meets = true, passes = false; void* args[] = {&a, &meets}; " + launch), "phases"); };
  const RunResult plain = told("phases<<<4, 1>>>(a, true);");
  REQUIRE(plain.findings.size() == 1);
  CHECK(plain.findings[0].kind == FindingKind::launch_invalid);
  CHECK(plain.findings[0].message.starts_with("thread 0 of block 0 comes to the grid's barrier at line 3, but the launch is not cooperative"));
  CHECK(plain.status == RunStatus::findings);  // it goes on, so that the rest is seen
  CHECK(has(told("cudaLaunchKernel((void*)phases, 4, 1, args, 0, 0);"), FindingKind::launch_invalid));
  CHECK(told("cudaLaunchCooperativeKernel((void*)phases, 4, 1, args, 0, 0);").findings.empty());
  CHECK(!has(told("phases<<<1, 1>>>(a, passes);"), FindingKind::launch_invalid));  // its kernel does not come to it
}

TEST_CASE("a line that launches again and again is shown where it goes wrong") {
  BareFile file;
  const std::string swapped = "int *from = a, *to = b; for (int i = 0; i < 4; ++i) { shift<<<4, 64>>>(from, to, 256); from = to; to = from; }";
  CHECK(has(result_of(shift + main_of(swapped), "shift", &file), FindingKind::race_war));
  CHECK(file.occurrence.at("shift") == 2);
  CHECK(result_of(shift + main_of("for (int i = 0; i < 4; ++i) { shift<<<4, 64>>>(a, b, 256); std::swap(a, b); }"), "shift", &file).findings.empty());
  CHECK(file.occurrence.at("shift") == 1);
  const std::string in_step = "__global__ void turn(int* x, int round) { int v = x[(threadIdx.x + 1) % 32]; if (round) x[threadIdx.x] = v; }\n";  // a warning, not an error
  const RunResult result = result_of(in_step + main_of("for (int i = 0; i < 3; ++i) turn<<<1, 32>>>(a, i);"), "turn", &file);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].kind == FindingKind::race_war);
  CHECK(file.occurrence.at("turn") == 2);
  CHECK(result_of(in_step + main_of("for (int i = 0; i < 3; ++i) turn<<<1, 32>>>(a, 0);"), "turn", &file).findings.empty());
  // A race that changes nothing, where there is nothing else; and no other notes.
  const std::string benign = "__global__ void mark(int* x, int round) { if (round > 1) x[0] = 7; x[1 + threadIdx.x] = 0; }\n";
  const RunResult marked = result_of(benign + main_of("for (int i = 0; i < 4; ++i) mark<<<1, 32>>>(a, i);"), "mark", &file);
  REQUIRE(marked.findings.size() == 1);
  CHECK(marked.findings[0].severity == Severity::note);
  CHECK(file.occurrence.at("mark") == 3);
  // Late in a loop that is cheap to look at.
  const std::string late = "__global__ void swept(int* x, int round) { if (round < 30) x[threadIdx.x] = round; else x[0] += 1; }\n";
  CHECK(has(result_of(late + main_of("for (int i = 0; i < 40; ++i) swept<<<1, 64>>>(a, i);"), "swept", &file), FindingKind::race_raw));
  CHECK(file.occurrence.at("swept") == 31);
  CHECK(result_of(late + main_of("for (int i = 0; i < 30; ++i) swept<<<1, 64>>>(a, i);"), "swept", &file).findings.empty());
}

TEST_CASE("records hold what the program put into them") {
  const std::string text = "struct View { int* data; const int* index; int n; float by; };\n__global__ void apply(View v) { int i = threadIdx.x; if (i < v.n) v.data[v.index[i]] = i; }\n"
                           "int main() { int h[64]; for (int i = 0; i < 64; ++i) h[i] = 63 - i; View v; v.n = 64; v.by = 0.5f; cudaMalloc(&v.data, 256); int* index; cudaMalloc(&index, sizeof h); cudaMemcpy(index, h, sizeof h, cudaMemcpyHostToDevice);\n"
                           "  v.index = index; apply<<<1, 64>>>(v); }\n";
  const RunResult result = result_of(text, "apply");
  CHECK(result.findings.empty());
  REQUIRE(result.buffers.size() == 2);
  int first = 0;
  std::memcpy(&first, result.buffers[0].bytes.data(), sizeof first);
  CHECK(first == 63);
}

TEST_CASE("what the file launches stands before what it does not") {
  File f("__global__ void never(int* p) { p[0] = 1; }\n__global__ void last(int* p) { p[0] = 3; }\n__global__ void first(int* p) { p[0] = 2; }\n"
         "int main(int argc, char** argv) { int* p; cudaMalloc(&p, 4); if (argc > 3) never<<<1, 1>>>(p); first<<<1, 1>>>(p); last<<<1, 1>>>(p); }\n");
  BareFile file = open_bare_file(f.path, {});
  REQUIRE(file.read.lesson);
  CHECK(file.read.lesson->launches.front().name == "first");
  REQUIRE(file.launches.size() == 3);
  CHECK((file.launches[0].name == "first" && file.launches[0].is_launched && file.launches[0].line == 4));
  CHECK((file.launches[1].name == "last" && file.launches[1].is_launched));
  CHECK((file.launches[2].name == "never" && !file.launches[2].is_launched));
}

TEST_CASE("a member that the program sets to null is nothing to speak of; memory of the host in its place is out of reach") {
  const auto out_of_reach = [](const std::string& weights) {
    File f("struct Graph { int nodes; int* rows; int* weights; };\n__global__ void k(Graph g, int* out) { out[threadIdx.x] = g.rows[threadIdx.x] + (g.weights ? g.weights[0] : 0); }\n"
           "int main() { Graph g; g.nodes = 32; g.weights = " + weights + "; int* out; cudaMalloc(&g.rows, 128); cudaMalloc(&out, 128); cudaMemset(g.rows, 0, 128); k<<<1, 32>>>(g, out); }\n");
    const BareFile read = open_bare_file(f.path);
    const Launch launch = launch_of(read, "k");
    CHECK(launch.device.buffers.size() == 2);
    CHECK(read.assumptions.at("k").empty());
    return launch.out_of_reach;
  };
  CHECK(out_of_reach("NULL").empty());
  CHECK(out_of_reach("nullptr").empty());
  const std::vector<OutOfReach> of_host = out_of_reach("(int*)malloc(4)");
  REQUIRE(of_host.size() == 1);
  CHECK((of_host[0].parameter == "g_weights" && !of_host[0].is_freed));
}

TEST_CASE("a program reads what its command line names and what lies beside it, and nothing else") {
  const std::string reading = "__global__ void k(int* a) { a[threadIdx.x] += 1; }\n"
                              "int main(int argc, char** argv) { FILE* f = fopen(NAME, \"r\"); if (!f) return 1; int n; fscanf(f, \"%d\", &n); int* a; cudaMalloc(&a, n * 4); cudaMemset(a, 0, n * 4); k<<<1, 3>>>(a); }\n";
  const auto elements = [&](const std::string& name, const BareFileWishes& wishes) {
    File f("#define NAME " + name + "\n" + reading, "sub/own.cu");
    std::ofstream(f.folder / "sub/beside.txt") << "5\n";
    std::ofstream(f.folder / "above.txt") << "6\n";
    BareFileWishes all = wishes;
    if (all.command_line && all.command_line->front() == "above") all.command_line->front() = (f.folder / "above.txt").string();
    const BareFile read = open_bare_file(f.path, all);
    return launch_of(read, "k").device.buffers[0].element_count() * (read.assumed_sizes.at("k").empty() && read.assumptions.at("k").empty());
  };
  BareFileWishes beside, above;
  beside.command_line = {"beside.txt"};
  above.command_line = {"above"};
  CHECK(elements("\"beside.txt\"", {}) == 5);
  CHECK(elements("argv[1]", beside) == 5);
  CHECK(elements("argv[1]", above) == 6);
  CHECK(elements("\"../above.txt\"", {}) == 0);
  CHECK(elements("\"none.txt\"", {}) == 0);
}

TEST_CASE("a kernel finds the file's variables as the program has set them") {
  const auto text = [](int limit) {
    return "__constant__ int limit; __constant__ float2 pair[2];\n__global__ void fill(float* out) { int i = threadIdx.x; if (i < limit) out[i] = pair[i & 1].y; }\n"
           "int main() { float* p; cudaMalloc(&p, 40); int n = " + std::to_string(limit) + "; float2 h[2] = {{1, 2}, {3, 4}}; cudaMemcpyToSymbol(limit, &n, sizeof n); cudaMemcpyToSymbol(pair, h, sizeof h); fill<<<1, 32>>>(p); }\n";
  };
  BareFile file;
  CHECK(result_of(text(10), "fill", &file).findings.empty());
  CHECK(file.filled.at("fill") == std::vector<std::string>{"limit", "pair"});
  CHECK(has(result_of(text(11), "fill"), FindingKind::oob_write));
}

TEST_CASE("a program that asks for more than CUDA gives is told so; shared memory that it asked for beforehand is given") {
  const auto refusal = [](const std::string& launch) {
    const RunResult run = result_of("__global__ void other(int* p) {}\n__global__ void k(int* p) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; p[threadIdx.x] = s[threadIdx.x]; }\n"
                                    "int main() { int* p; cudaMalloc(&p, 1 << 16); int bytes = 96 << 10;\n" + launch + "\n}\n", "k");
    return run.findings.empty() ? std::string() : run.findings[0].message;
  };
  CHECK(refusal("k<<<1, 2000, 8000>>>(p);") == "the block (2000,1,1) is larger than (1024,1024,64) in one dimension; the kernel did not run");
  CHECK(refusal("int n = 100; k<<<n / 256, 256, 1024>>>(p);") == "the grid (0,1,1) has no blocks; the kernel did not run");
  CHECK(refusal("k<<<1, 32, bytes>>>(p);").starts_with("a block asks for 98304 bytes"));
  CHECK(refusal("cudaFuncSetAttribute(other, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); k<<<1, 32, bytes>>>(p);").starts_with("a block asks for 98304 bytes"));
  CHECK(refusal("cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); k<<<1, 32, bytes>>>(p);").ends_with("the limit is 65536; the kernel did not run"));
  CHECK(refusal("cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); k<<<1, 32, bytes>>>(p);") == "");
  CHECK(refusal("auto f = &k; cudaFuncSetAttribute((const void*)f, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes); k<<<1, 32, bytes>>>(p);") == "");
}

TEST_CASE("a kernel that only other kernels launch is no launch of its own, unless it is asked for") {
  const std::string kernels =
      "template <class T> __global__ void leaf(T* p) { p[threadIdx.x] += 1; }\n"
      "__device__ void help(int* p) { leaf<int><<<1, 4>>>(p); }\n"
      "__global__ void inner(int* p, int n) { if (n) inner<<<1, 1>>>(p, n - 1); help(p); }\n"
      "__global__ void outer(int* p) { inner<<<1, 1>>>(p, 2); }\n";
  const auto names = [](const BareFile& file) {
    std::string all;
    for (const FileLaunch& launch : file.launches) all += (all.empty() ? "" : " ") + launch.name;
    return all;
  };
  File launched(kernels + "int main() { int* p; cudaMalloc(&p, 256); outer<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n");
  CHECK(names(open_bare_file(launched.path)) == "outer");
  File alone(kernels);
  CHECK(names(open_bare_file(alone.path)) == "outer");
  BareFileWishes wishes;
  wishes.kernel = "inner";
  CHECK(names(open_bare_file(alone.path, wishes)) == "inner");
  File both(kernels + "int main() { int* p; cudaMalloc(&p, 256); outer<<<1, 1>>>(p); inner<<<1, 1>>>(p, 1); cudaDeviceSynchronize(); }\n");
  CHECK(names(open_bare_file(both.path)) == "outer inner");
  File circle("__global__ void b(int* p);\n__global__ void a(int* p) { b<<<1, 1>>>(p); }\n__global__ void b(int* p) { a<<<1, 1>>>(p); }\n");
  CHECK(names(open_bare_file(circle.path)) == "b a");  // as declared
}

namespace {

// Round by round it waits for the program, and the program for it.
const std::string serve =
    "__global__ void serve(volatile int* flag, const int* ask, int* answer, int rounds) {\n"
    "  for (int r = 1; r <= rounds; ++r) {\n"
    "    if (threadIdx.x == 0) while (flag[0] < r) {}\n"
    "    __syncthreads();\n"
    "    answer[threadIdx.x] = ask[threadIdx.x] * 2;\n"
    "    __threadfence_system(); __syncthreads();\n"
    "    if (threadIdx.x == 0) flag[1] = r;\n"
    "  }\n"
    "}\n"
    "__global__ void use(int* p) { p[threadIdx.x] += 1; }\n";
std::string serving(const std::string& memory, const std::string& body) {
  return serve + "int main() { volatile int* flag; int *ask, *answer, *p; cudaMallocManaged(&p, 256); for (int i = 0; i < 64; ++i) p[i] = 0; " + memory + "(&flag, 8); " + memory + "(&ask, 256); " + memory +
         "(&answer, 256); flag[0] = flag[1] = 0; long sum = 0; " + body + " return (int)sum; }\n";
}
const std::string rounds = "for (int r = 1; r <= 3; ++r) { for (int i = 0; i < 64; ++i) ask[i] = i + r; flag[0] = r; while (flag[1] < r) {} for (int i = 0; i < 64; ++i) sum += answer[i]; } ";

}  // namespace

TEST_CASE("a kernel that waits for what the program stores behind its launch goes on") {
  for (const char* memory : {"cudaMallocManaged", "cudaMallocHost"}) {
    CAPTURE(memory);
    BareFile file;
    const RunResult result = result_of(serving(memory, "serve<<<1, 64>>>(flag, ask, answer, 3); " + rounds + "cudaDeviceSynchronize(); p[3] = (int)sum; use<<<1, 64>>>(p); cudaDeviceSynchronize();"), "serve", &file);
    CHECK(result.status == RunStatus::clean);
    CHECK(result.findings.empty());
    const Launch after = launch_of(file, "use");
    CHECK(load_scalar(ScalarKind::int_, after.device.buffers[0].bytes.data() + 12) == 3 * 2 * 2016 + 2 * 64 * (1 + 2 + 3));  // what the kernel has answered
  }
}

TEST_CASE("what a kernel at work answers is not there before the program has looked for it") {
  const std::string launch = "serve<<<1, 64>>>(flag, ask, answer, 1); ", end = " cudaDeviceSynchronize();";
  const auto found = [](const std::string& body) { return has(result_of(serving("cudaMallocManaged", body), "serve"), FindingKind::host_async); };
  CHECK(found(launch + "flag[0] = 1; sum = answer[5];" + end));
  CHECK(!found(launch + "flag[0] = 1; while (flag[1] < 1) {} sum = answer[5];" + end));
  CHECK(!found(launch + "flag[0] = 1;" + end + " sum = answer[5];"));
  const std::string atomic = "#include <cuda/atomic>\ntypedef cuda::atomic_ref<int, cuda::thread_scope_system> ref;\n"
                             "__global__ void serve(int* flag, int* answer) { if (threadIdx.x == 0) while (ref(flag[0]).load() == 0) {} __syncthreads(); answer[threadIdx.x] = 1; __syncthreads(); if (threadIdx.x == 0) ref(flag[1]).store(1); }\n"
                             "int main() { int *flag, *answer; cudaMallocManaged(&flag, 8); cudaMallocManaged(&answer, 256); flag[0] = flag[1] = 0; serve<<<1, 64>>>(flag, answer); ref(flag[0]).store(1); ";
  CHECK(has(result_of(atomic + "int x = answer[5]; cudaDeviceSynchronize(); return x; }\n", "serve"), FindingKind::host_async));
  CHECK(result_of(atomic + "while (ref(flag[1]).load() == 0) {} int x = answer[5]; cudaDeviceSynchronize(); return x; }\n", "serve").findings.empty());
}

TEST_CASE("GNU's atomic functions of the program are looks and stores that a kernel meets") {
  const std::string kernel = "__global__ void serve(volatile int* flag, int* answer) { while (flag[0] == 0) {} answer[0] = 5; __threadfence_system(); flag[1] = 1; }\n"
                             "int main() { int *flag, *answer; cudaMallocManaged(&flag, 8); cudaMallocManaged(&answer, 4); flag[0] = flag[1] = 0; serve<<<1, 1>>>(flag, answer); ";
  const std::string end = " int x = answer[0]; cudaDeviceSynchronize(); return x; }\n";
  const char* stores[] = {"__atomic_store_n(flag, 1, __ATOMIC_RELEASE);", "int one = 1; __atomic_store(flag, &one, __ATOMIC_SEQ_CST);", "__atomic_fetch_add(flag, 1, __ATOMIC_RELAXED);",
                          "__atomic_or_fetch(flag, 1, __ATOMIC_ACQ_REL);", "__sync_fetch_and_add(flag, 1);", "__sync_lock_test_and_set(flag, 1);", "__sync_bool_compare_and_swap(flag, 0, 1);",
                          "int none = 0; while (!__atomic_compare_exchange_n(flag, &none, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) none = 0;", "*flag = 1; __sync_synchronize();"};
  for (const char* store : stores) {
    CAPTURE(store);
    const RunResult result = result_of(kernel + store + " while (__atomic_load_n(flag + 1, __ATOMIC_ACQUIRE) == 0) {}" + end, "serve");
    CHECK(result.status == RunStatus::clean);
    CHECK(result.findings.empty());
  }
  const char* looks[] = {"while (!__sync_fetch_and_add(&flag[1], 0)) {}", "int seen = 0; while (!seen) __atomic_load(flag + 1, &seen, __ATOMIC_ACQUIRE);", "while (__sync_val_compare_and_swap(flag + 1, 1, 0) != 1) {}",
                         "while (__atomic_exchange_n(flag + 1, 0, __ATOMIC_ACQUIRE) == 0) __atomic_thread_fence(__ATOMIC_SEQ_CST);"};
  for (const char* look : looks) {
    CAPTURE(look);
    CHECK(result_of(kernel + "__atomic_store_n(flag, 1, __ATOMIC_RELEASE); " + look + end, "serve").findings.empty());
  }
  CHECK(has(result_of(kernel + "__atomic_store_n(flag, 1, __ATOMIC_RELEASE);" + end, "serve"), FindingKind::host_async));
  CHECK(has(result_of(kernel + "while (__atomic_load_n(flag + 1, __ATOMIC_ACQUIRE) == 0) {} __atomic_store_n(flag, 1, __ATOMIC_RELEASE);" + end, "serve"), FindingKind::deadlock));
}

TEST_CASE("GNU's atomic functions give what they promise") {
  BareFile file;
  result_of("struct Pair { int a, b; };\n__global__ void use(long* p) { p[threadIdx.x] += 1; }\nint main() { long* p; cudaMallocManaged(&p, 256); int n = 0;\n"
            "unsigned u = 12; long long l = 5; signed char c = 3; int list[4] = {1, 2, 3, 4}; int* at = list; Pair x{1, 2}, y{3, 4}, z; bool lock = false;\n"
            "p[n++] = __atomic_fetch_add(&u, 3, 5); p[n++] = __atomic_add_fetch(&u, 3, 5); p[n++] = __atomic_fetch_sub(&u, 8u, 5); p[n++] = u;\n"
            "p[n++] = __sync_and_and_fetch(&l, 4); p[n++] = __sync_fetch_and_or(&l, 3ll); p[n++] = __sync_xor_and_fetch(&l, 1); p[n++] = __atomic_nand_fetch(&l, 2, 0);\n"
            "p[n++] = __atomic_exchange_n(&c, 300, 5); p[n++] = c; p[n++] = *__atomic_load_n(&at, 0); __atomic_fetch_add(&at, sizeof(int), 0); p[n++] = *at;\n"
            "__atomic_exchange(&x, &y, &z, 5); p[n++] = x.b * 10 + z.a; p[n++] = __atomic_compare_exchange(&x, &z, &y, false, 5, 5); p[n++] = z.a;\n"
            "p[n++] = __atomic_test_and_set(&lock, 2) * 2 + __atomic_test_and_set(&lock, 2); __atomic_clear(&lock, 3); p[n++] = lock; p[n++] = __sync_val_compare_and_swap(&list[1], 2, 9) * 10 + list[1];\n"
            "p[n++] = __sync_bool_compare_and_swap(&list[1], 2, 7); __sync_lock_release(&list[1]); p[n++] = list[1]; use<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n", "use", &file);
  constexpr int64_t expected[] = {12, 18, 18, 10, 4, 4, 6, -3, 3, 44, 1, 2, 41, 0, 3, 1, 0, 29, 0, 0};
  const Launch launch = launch_of(file, "use");
  for (size_t i = 0; i < std::size(expected); ++i) {
    CAPTURE(i);
    CHECK(load_scalar(ScalarKind::long_, launch.device.buffers[0].bytes.data() + 8 * i) == expected[i]);
  }
}

TEST_CASE("a kernel that nobody helps any more waits for ever") {
  const std::string launch = "serve<<<1, 64>>>(flag, ask, answer, 1); ";
  const auto waits = [](const std::string& body) { return has(result_of(serving("cudaMallocManaged", body), "serve"), FindingKind::deadlock); };
  CHECK(!waits(launch + "flag[0] = 1; cudaDeviceSynchronize();"));
  CHECK(waits(launch + "cudaDeviceSynchronize(); flag[0] = 1;"));
  CHECK(waits(launch + "cudaDeviceSynchronize();"));
  CHECK(waits(launch + "ask[0] = 1; cudaDeviceSynchronize();"));
  CHECK(waits("serve<<<1, 64>>>(flag, ask, answer, 2); flag[0] = 1; cudaDeviceSynchronize();"));
  CHECK(waits(launch + "cudaMemcpy(p, answer, 256, cudaMemcpyDefault); flag[0] = 1; cudaDeviceSynchronize();"));
  CHECK(!waits("cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); serve<<<1, 64, 0, s>>>(flag, ask, answer, 1); use<<<1, 64>>>(p); flag[0] = 1; cudaDeviceSynchronize();"));
}

TEST_CASE("a program may work for long before it stores what a kernel waits for") {
  const std::string work = "serve<<<1, 64>>>(flag, ask, answer, 1); for (int i = 0; i < 600000; ++i) sum += i * sum; ";
  CHECK(!has(result_of(serving("cudaMallocManaged", work + "flag[0] = 1; cudaDeviceSynchronize();"), "serve"), FindingKind::deadlock));
  CHECK(has(result_of(serving("cudaMallocManaged", work + "while (flag[1] < 1) {} flag[0] = 1; cudaDeviceSynchronize();"), "serve"), FindingKind::deadlock));
}

TEST_CASE("a kernel that waits and cannot be run on is shown with what the program stores, and what is not known is no error") {
  const std::string launch = "for (int i = 0; i < 64; ++i) ask[i] = i; int* large; cudaMalloc(&large, 200 << 20); serve<<<1, 64>>>(flag, ask, answer, 2); ";
  CHECK(result_of(serving("cudaMallocManaged", launch + "flag[0] = 1; flag[0] = 2; cudaDeviceSynchronize();"), "serve").status == RunStatus::clean);
  const RunResult cut = result_of(serving("cudaMallocManaged", launch + "flag[0] = 1; while (flag[1] < 1) {} flag[0] = 2; cudaDeviceSynchronize();"), "serve");
  CHECK(!has(cut, FindingKind::deadlock));
  CHECK(std::any_of(cut.findings.begin(), cut.findings.end(), [](const Finding& f) { return f.code == "deadlock.cut"; }));
  CHECK(has(result_of(serving("cudaMallocManaged", launch + "flag[0] = 1; cudaDeviceSynchronize();"), "serve"), FindingKind::deadlock));
}

namespace {

// The same by variables of the file.
const std::string serve_variables =
    "__managed__ volatile int go, done; __managed__ int sent[64], answer[64], turns;\n"
    "__global__ void serve(int rounds) {\n"
    "  for (int r = 1; r <= rounds; ++r) {\n"
    "    if (threadIdx.x == 0) while (go < r) {}\n"
    "    __syncthreads();\n"
    "    answer[threadIdx.x] = sent[threadIdx.x] * 2;\n"
    "    __threadfence_system(); __syncthreads();\n"
    "    if (threadIdx.x == 0) { turns = turns + 1; done = r; }\n"
    "  }\n"
    "}\n"
    "__global__ void use(int* p) { p[threadIdx.x] += answer[threadIdx.x]; }\n";
std::string serving_variables(const std::string& body) {
  return serve_variables + "int main() { int* p; cudaMallocManaged(&p, 256); for (int i = 0; i < 64; ++i) p[i] = 0; long sum = 0; " + body + " return (int)sum; }\n";
}

}  // namespace

TEST_CASE("a kernel that waits for a managed variable goes on when the program sets it") {
  // Whatever is before the type, and of one that is in a record.
  CHECK(result_of("struct Box { int data[5]; volatile int go; };\nnamespace app { __device__ __managed__ Box box; }\n"
                  "__global__ void k() { while (app::box.go == 0) {} }\nint main() { k<<<1, 1>>>(); app::box.go = 1; cudaDeviceSynchronize(); }\n", "k").status == RunStatus::clean);
  CHECK(result_of("__managed__ volatile int flag;\n__global__ void k() { while (flag == 0) {} }\nint main() { k<<<1, 1>>>(); flag = 1; cudaDeviceSynchronize(); }\n", "k").status == RunStatus::clean);
  const std::string rounds = "for (int r = 1; r <= 3; ++r) { for (int i = 0; i < 64; ++i) sent[i] = i + r; go = r; while (done < r) {} for (int i = 0; i < 64; ++i) sum += answer[i]; } ";
  BareFile file;
  const RunResult result = result_of(serving_variables("serve<<<1, 64>>>(3); " + rounds + "cudaDeviceSynchronize(); p[3] = (int)sum + turns; use<<<1, 64>>>(p); cudaDeviceSynchronize();"), "serve", &file);
  CHECK(result.status == RunStatus::clean);
  CHECK(result.findings.empty());
  const Launch after = launch_of(file, "use");
  CHECK(load_scalar(ScalarKind::int_, after.device.buffers[0].bytes.data() + 12) == 3 * 2 * 2016 + 2 * 64 * (1 + 2 + 3) + 3);
}

TEST_CASE("what a kernel answers in managed variables is not there before the program has looked for it") {
  const auto found = [](const std::string& body) { return has(result_of(serving_variables("serve<<<1, 64>>>(1); " + body), "serve"), FindingKind::host_async); };
  const std::string end = " cudaDeviceSynchronize();";
  CHECK(found("go = 1; sum = answer[5];" + end));
  CHECK(!found("go = 1; while (done < 1) {} sum = answer[5];" + end));
  CHECK(!found("go = 1;" + end + " sum = answer[5];"));
  CHECK(found("go = 1; sum = turns; while (done < 1) {}" + end));
}

TEST_CASE("a kernel that waits for a variable that nobody sets waits for ever") {
  const auto waits = [](const std::string& body) { return has(result_of(serving_variables(body), "serve"), FindingKind::deadlock); };
  CHECK(!waits("serve<<<1, 64>>>(1); go = 1; cudaDeviceSynchronize();"));
  CHECK(waits("serve<<<1, 64>>>(1); cudaDeviceSynchronize(); go = 1;"));
  CHECK(waits("serve<<<1, 64>>>(1); cudaDeviceSynchronize();"));
  CHECK(waits("serve<<<1, 64>>>(1); sent[0] = 1; cudaDeviceSynchronize();"));
  CHECK(waits("serve<<<1, 64>>>(2); go = 1; cudaDeviceSynchronize();"));
  const std::string device = "__device__ volatile int go;\n__global__ void serve() { while (go == 0) {} }\nint main() { int one = 1; serve<<<1, 1>>>(); ";
  CHECK(has(result_of(device + "cudaMemcpyToSymbol(go, &one, 4); cudaDeviceSynchronize(); }\n", "serve"), FindingKind::deadlock));  // it comes behind the kernel
}

TEST_CASE("a kernel and its program take turns by one managed variable") {
  const std::string turns =
      "__managed__ int turn, seen;\n"
      "__global__ void serve(int last) { for (int r = 1; r <= last; r += 2) { while (atomicAdd(&turn, 0) != r) {} seen = seen * 10 + r; __threadfence_system(); atomicExch(&turn, r + 1); } }\n"
      "int main() { cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking); volatile int* now = &turn; ";
  const auto result = [&](const std::string& body) { return result_of(turns + body + " cudaDeviceSynchronize(); return seen; }\n", "serve"); };
  const std::string answer = "*now = 1; while (*now != 2) {} *now = 3; while (*now != 4) {} ";
  const RunResult clean = result("serve<<<1, 1, 0, s>>>(3); " + answer + "int x = seen;");
  CHECK(clean.status == RunStatus::clean);
  CHECK(clean.findings.empty());
  CHECK(has(result("serve<<<1, 1, 0, s>>>(1); *now = 1; int x = seen;"), FindingKind::host_async));
  CHECK(!has(result("serve<<<1, 1, 0, s>>>(1); *now = 1; while (*now != 2) {} int x = seen;"), FindingKind::host_async));
  CHECK(has(result("serve<<<1, 1, 0, s>>>(5); " + answer), FindingKind::deadlock));
}

TEST_CASE("a kernel that is at its end leaves the program's other variables alone") {
  BareFile file;
  const RunResult result = result_of(serving_variables("serve<<<1, 64>>>(1); turns = 0; sent[7] = 4; go = 1; while (done < 1) {} sent[7] = 9; p[3] = sent[7]; cudaDeviceSynchronize(); use<<<1, 64>>>(p); cudaDeviceSynchronize();"), "use", &file);
  CHECK(result.status == RunStatus::clean);
  CHECK(load_scalar(ScalarKind::int_, launch_of(file, "use").device.buffers[0].bytes.data() + 12) == 9);
}

TEST_CASE("what hangs on numbers that are made up is no error") {
  const std::string program =
      "__global__ void heads(const int* in, int* place, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) place[i] = i; }\n"
      "__global__ void scatter(const int* place, int* start, int* sum, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { start[place[i]] = i; SUM } }\n"
      "int main() { const int n = 512; int *in, *place, *start, *sum; cudaMalloc(&in, n * 4); cudaMalloc(&place, n * 4); cudaMalloc(&start, n * 4); cudaMalloc(&sum, 4); cudaMemset(sum, 0, 4);\n"
      "  unheard_of::fill(in, n); if (unheard_of::is_large(in)) return 1;\n"
      "  heads<<<2, 256>>>(in, place, n); scatter<<<2, 256>>>(place, start, sum, n); }\n";
  const auto with = [&](const std::string& more) { return std::string(program).replace(program.find("SUM"), 3, more); };
  const RunResult hangs = result_of(with(""), "scatter");
  REQUIRE(!hangs.findings.empty());
  for (const Finding& f : hangs.findings) {
    CHECK(f.severity != Severity::error);
    CHECK((f.severity == Severity::note || f.message.find("with other numbers in `place` it does not come to this") != std::string::npos));
  }
  const RunResult certain = result_of(with("*sum += 1;"), "scatter");
  CHECK(has(certain, FindingKind::race_raw));
}

TEST_CASE("a shape that CUDA refuses is told where the program launches with it") {
  const std::string kernel = "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n";
  const RunResult result = result_of(kernel + "int main() { int* d; cudaMalloc(&d, 8192); k<<<1, 2048>>>(d); cudaDeviceSynchronize(); }\n", "k");
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].kind == FindingKind::launch_invalid);
  REQUIRE(result.findings[0].places.size() == 1);
  CHECK(result.sources->start(result.findings[0].places[0].span).line == 2);
}

TEST_CASE("a program that cannot be run says which of its lines is not understood") {
  const std::string kernel = "__global__ void k(int* p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 1; }\n";
  const auto said = [&](const std::string& body) {
    const File file(kernel + "int main() {\n  int* d;\n" + body + "  cudaMalloc(&d, n * sizeof(int));\n  k<<<1, 64>>>(d, n);\n}\n");
    const BareFile read = open_bare_file(file.path, {});
    std::vector<std::string> lines;
    for (const std::string& sentence : read.assumptions.at("k"))
      if (sentence.starts_with("its program cannot be run")) lines.push_back(sentence);
    return lines;
  };
  CHECK(said("  int n = exotic::size();\n") == std::vector<std::string>{"its program cannot be run, since line 4 of it is not understood: `exotic` is not declared"});
  CHECK(said("  exotic::greet();\n  int n = 64;\n").empty());  // nothing hangs on it
  CHECK(said("  int n = 64;\n").empty());
}

TEST_CASE("complex numbers of a host program, beside functions of plain ones by the same names") {
  const std::string text = R"(#include <complex>
__global__ void k(int* p, int n) { p[threadIdx.x] = n; }
int main() {
  std::complex<double> s = 0;
  for (int n = 0; n < 4; ++n) s += std::complex<double>(n, 1) * std::polar(1.0, 0.5 * n);
  std::complex<float> a(3, 4), b = {1, 2};
  a = a * 2.0f - std::conj(b) / 1.0f;
  int n = (int)std::abs(a - std::complex<float>(2, 6)) + (int)(10 * std::arg(b)) + (int)real(a) + (s.imag() != 0) + std::abs(-3) + abs(-2) + (int)std::abs(-2.5) + (int)std::sqrt(16.0f) + (int)std::exp(0.0);
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  k<<<1, 32>>>(d, n);
}
)";
  const File file(text);
  CHECK(std::get<int64_t>(launch_of(open_bare_file(file.path, {}), "k").device.arguments[1]) == 5 + 11 + 5 + 1 + 3 + 2 + 2 + 4 + 1);
}

TEST_CASE("a host program may use CUDA's own standard types, by names of its own") {
  const std::string text = R"(#include <complex>
#include <vector>
#include <cuda/std/complex>
#include <cuda/std/utility>
using cpx = cuda::std::complex<float>;
typedef cuda::std::pair<int, float> two;
__global__ void k(cpx* p, int n) { p[threadIdx.x] = p[threadIdx.x] * (float)n; }
int main() {
  std::vector<cpx> h(32);
  for (auto& v : h) v = cpx(1.5f, 2.f);
  two t = cuda::std::make_pair(2, 3.f);
  std::complex<float> other(4, 5);
  int n = (int)(h[3].real() * 2) + t.first + (int)t.second + (int)other.imag();
  cpx* d = nullptr;
  bool is_good = cudaSuccess == cudaMalloc(&d, 32 * sizeof(cpx)) && cudaMemset(d, 0, 32 * sizeof(cpx)) == cudaSuccess && cudaMemcpy(d, h.data(), 32 * sizeof(cpx), cudaMemcpyHostToDevice) == cudaSuccess;
  k<<<1, 32>>>(d, is_good ? n : 0);
}
)";
  const File file(text);
  CHECK(std::get<int64_t>(launch_of(open_bare_file(file.path, {}), "k").device.arguments[1]) == 3 + 2 + 3 + 5);
}

TEST_CASE("programs for model checkers are run with numbers that fit what holds of them") {
  const std::string before = "extern \"C\" int nondet_int(void); extern \"C\" int __VERIFIER_nondet_int(void); extern \"C\" void __VERIFIER_assume(int); extern \"C\" void __ESBMC_assume(bool);\n"
                             "extern \"C\" void klee_make_symbolic(void*, size_t, const char*); extern \"C\" void klee_assume(size_t);\n"
                             "__global__ void k(int* a, int n, int m) { if (threadIdx.x < n) a[threadIdx.x + m] = 1; }\n";
  const auto run_file = [](const std::string& text, std::string& assumed) {
    File f(text);
    const BareFile file = open_bare_file(f.path);
    for (const std::string& sentence : file.assumptions.at("k")) assumed += sentence + "; ";
    Progress progress;
    return make_simulated_engine()->run(launch_of(file, "k"), progress, {});
  };
  struct Case {
    const char* body;
    bool is_wrong;
  };
  constexpr Case cases[] = {
      {"int n = nondet_int(); __ESBMC_assume(n >= 1 && n <= 48); k<<<1, 64>>>(d, n, 0);", false},
      {"int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n <= 32); __VERIFIER_assume(m >= 0 && n + m <= 64); k<<<1, 64>>>(d, n, m);", false},
      {"int n = nondet_int(); int m = nondet_int(); __ESBMC_assume(n > 40 && n < 64); __ESBMC_assume(m > n); k<<<1, 64>>>(d, n, m);", true},
      {"int n = nondet_int(); __ESBMC_assume(n > 0); int m = nondet_int(); __ESBMC_assume(m == 2 * n && m < 20); k<<<1, 64>>>(d, n, m);", false},
      {"int n; klee_make_symbolic(&n, sizeof n, \"n\"); klee_assume((n >= 33) & (n <= 64)); k<<<1, 64>>>(d, n, 0);", false},
      {"int n = nondet_int(); if (n < 60 || n > 64) return 0; k<<<1, 64>>>(d, n, 1);", true},
      {"int h[64]; klee_make_symbolic(h, sizeof h, \"h\"); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<1, 64>>>(d, 64, 0);", false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    std::string assumed;
    const RunResult run = run_file(before + "int main() { int* d; cudaMalloc(&d, 64 * 4); " + c.body + " cudaDeviceSynchronize(); }\n", assumed);
    CHECK(has(run, FindingKind::oob_write) == c.is_wrong);
    CHECK(assumed.find("cannot be run") == std::string::npos);
    const bool is_asked = std::string_view(c.body).find("h[64]") == std::string_view::npos;
    CHECK((assumed.find("where its program takes any number, it gets") != std::string::npos) == is_asked);
  }
  // Nothing fits: that is said, and what is shown is a guess.
  std::string assumed;
  run_file(before + "int main() { int* d; cudaMalloc(&d, 64 * 4); int n = nondet_int(); __ESBMC_assume(n > 1 && n < 1); k<<<1, 64>>>(d, n, 0); }\n", assumed);
  CHECK(assumed.find("no numbers were found for which all that its program assumes of them holds") != std::string::npos);
}
