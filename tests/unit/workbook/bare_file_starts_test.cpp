// What stands in the buffers of somebody's file as a launch begins: what the host code puts there, or what is assumed.
#include "tests/unit/workbook/bare_file_fixture.h"

#include <cstring>
#include <limits>
#include <set>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/npy.h"
#include "app/workbook/trial_run.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("what the host does not copy or set has no value") {
  const auto run_of = [](const std::string& fills, const std::string& size) {
    File f("__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
           "int main() { const int n = 64; float h[n]; float *in, *out; cudaMalloc(&in, n * sizeof(float)); cudaMalloc(&out, n * sizeof(float)); " + fills + " k<<<1, " + size + ">>>(in, out); }\n");
    Progress progress;
    return make_simulated_engine()->run(launch_of(open_bare_file(f.path, {}), "k"), progress, {});
  };
  const char* copies_half = "cudaMemcpy(in, h, 32 * sizeof(float), cudaMemcpyHostToDevice);";
  const RunResult beyond = run_of(copies_half, "64");
  REQUIRE(beyond.findings.size() == 1);
  CHECK(beyond.findings[0].kind == FindingKind::uninit_global);
  CHECK(beyond.findings[0].count == 32);
  CHECK(beyond.findings[0].flat_element == 32);
  CHECK(run_of("cudaMemset(in, 0, (n - 1) * sizeof(float));", "64").findings.size() == 1);
  // Silent: within that part; all of it; in two pieces; by a function of the file.
  CHECK(run_of(copies_half, "32").findings.empty());
  CHECK(run_of("cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);", "64").findings.empty());
  CHECK(run_of(std::string(copies_half) + " cudaMemcpy(in + 32, h, 32 * sizeof(float), cudaMemcpyHostToDevice);", "64").findings.empty());
  CHECK(run_of(std::string(copies_half) + " for (int i = 0; i < 2; ++i) cudaMemset(in, 0, sizeof(h));", "64").findings.empty());
  // By a graph's node, with numbers that are no bytes.
  CHECK(run_of("cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t node; cudaMemsetParams p = {}; p.dst = in; p.value = 1; p.elementSize = 4; p.width = n; p.height = 1;\n"
               "cudaGraphAddMemsetNode(&node, g, nullptr, 0, &p); cudaGraphExec_t e; cudaGraphInstantiate(&e, g, 0); cudaGraphLaunch(e, 0);", "64").findings.empty());
}

TEST_CASE("random is of some variety in whole numbers, too") {
  File f("__global__ void k(const int* whole, const unsigned char* bytes, const signed char* small, const float* real, int* out) { out[threadIdx.x] = whole[threadIdx.x] + bytes[threadIdx.x] + small[0] + (int)real[0]; }\n");
  BareFileWishes wishes;
  for (const char* name : {"whole", "bytes", "small", "real"}) wishes.arguments[name] = "random:4096";
  const Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  const double most[] = {999, 255, 127, 1};
  for (size_t i = 0; i < 4; ++i) {
    const DeviceBuffer& buffer = launch.device.buffers[i];
    CAPTURE(buffer.name);
    REQUIRE(buffer.element_count() == 4096);
    double lowest = 1e9, highest = -1e9;
    for (uint64_t e = 0; e < 4096; ++e) {
      const double value = load_scalar(buffer.scalar, &buffer.bytes[e * buffer.element_bytes()]);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    CHECK(lowest >= 0);
    CHECK(highest <= most[i]);
    CHECK(highest > 0.9 * most[i]);
  }
}

namespace {

constexpr const char* gather = "#include <cstdio>\n#include <numeric>\n#include <vector>\n#define N 64\n__global__ void gather(const int* idx, int* o, int n) { int i = threadIdx.x; if (i < n) o[idx[i]] = i; }\n";

// What `idx` holds where main() does `fill`, which leaves it in `h` or copies it itself; empty: that is not known.
std::vector<int> filled_by(const std::string& fill, const std::string& source = "h", const std::string& before = "") {
  const std::string copy = source.empty() ? "" : "int *d; cudaMalloc(&d, N * sizeof(int)); cudaMemcpy(d, " + source + ", N * sizeof(int), cudaMemcpyHostToDevice);";
  File f(gather + before + "int main(int argc, char** argv) { " + fill + "\n" + copy + " int* o; cudaMalloc(&o, N * 4); gather<<<1, N>>>(d, o, N); }\n");
  const BareFile bare = open_bare_file(f.path);
  if (bare.filled.at("gather").empty()) return {};
  CHECK(bare.filled.at("gather") == std::vector<std::string>{"idx"});
  const DeviceBuffer buffer = launch_of(bare, "gather").device.buffers[0];
  std::vector<int> values(buffer.bytes.size() / 4);
  std::memcpy(values.data(), buffer.bytes.data(), buffer.bytes.size());
  return values;
}
std::vector<int> made_by(int (*value)(int)) {
  std::vector<int> values;
  for (int i = 0; i < 64; ++i) values.push_back(value(i));
  return values;
}

}  // namespace

TEST_CASE("a buffer starts as the host code fills it, where the values stand in the file") {
  const auto same = made_by([](int i) { return i; }), back = made_by([](int i) { return 63 - i; }), sevens = made_by([](int i) { return i * 7 % 64; });
  CHECK(filled_by("const int n = 64; int h[n]; for (int i = 0; i < n; i++) h[i] = (i * 7) % n;") == sevens);
  CHECK(filled_by("int* h = (int*)malloc(N * sizeof(int)); if (h == NULL) { fprintf(stderr, \"no\"); exit(1); } for (int i = 0; i < N; i++) { h[i] = N - 1 - i; }") == back);
  CHECK(filled_by("std::vector<int> h(N); std::iota(h.begin(), h.end(), 0);", "h.data()") == same);
  CHECK(filled_by("std::vector<int> h; for (int i = 0; i < N; i++) h.push_back(63 - i);", "&h[0]") == back);
  CHECK(filled_by("int* h = new int[N]; for (int r = 0; r < 8; r++) for (int c = 0; c < 8; c++) h[r * 8 + c] = r * 8 + c;") == same);
  CHECK(filled_by("int h[N]; h[0] = 0; for (int i = 0; i + 1 < N; ++i) h[i + 1] = h[i] + 1;") == same);
  CHECK(filled_by("int h[N]; fill(h, N);", "h", "static int at(int i) { return i % 2 ? i : i; }\nvoid fill(int* p, int n) { for (int i = 0; i < n; ++i) p[i] = at(i); }\n") == same);
  CHECK(filled_by("int* d; cudaMallocManaged(&d, N * sizeof(int)); for (int i = 0; i < N; i++) d[i] = i;", "") == same);
  std::string list;
  for (int i = 0; i < 64; ++i) list += (i ? ", " : "") + std::to_string(63 - i);
  CHECK(filled_by("int h[] = {" + list + "};") == back);
  CHECK(filled_by("std::vector<int> h = {" + list + "};", "h.data()") == back);
  std::vector<int> drawn = filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = rand() % N;");  // some numbers, and always the same
  CHECK(drawn == filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = rand() % N;"));
  REQUIRE(drawn.size() == 64);
  std::vector<int> shuffled = filled_by("std::vector<int> h(N); std::iota(h.begin(), h.end(), 0); std::mt19937 gen(7); std::shuffle(h.begin(), h.end(), gen);", "h.data()");
  CHECK(shuffled != same);
  std::sort(shuffled.begin(), shuffled.end());
  CHECK(shuffled == same);
}

TEST_CASE("what the host fills is taken as bytes where it is too long for a text, or no number to write") {
  constexpr const char* many = "#define N 70000\n__global__ void k(const double* in, double* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) out[i] = in[i]; }\n"
                               "int main() { double* h = (double*)malloc(N * 8); for (int i = 0; i < N; i++) h[i] = i / 7.0; double *d, *o; cudaMalloc(&d, N * 8); cudaMalloc(&o, N * 8); cudaMemcpy(d, h, N * 8, "
                               "cudaMemcpyHostToDevice); k<<<(N + 255) / 256, 256>>>(d, o); }\n";
  constexpr const char* infinite = "#include <cmath>\n__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
                                   "int main() { float h[32]; for (int i = 0; i < 32; i++) h[i] = INFINITY; float *d, *o; cudaMalloc(&d, 128); cudaMalloc(&o, 128); cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice); "
                                   "k<<<1, 32>>>(d, o); }\n";
  for (const char* text : {many, infinite}) {
    CAPTURE(text);
    File f(text);
    const BareFile bare = open_bare_file(f.path);
    CHECK(bare.text.find("content = \"host:k/in\"") != std::string::npos);
    CHECK(bare.filled.at("k") == std::vector<std::string>{"in"});
    const Launch launch = launch_of(bare, "k");
    const DeviceBuffer& in = launch.device.buffers[0];
    CHECK_FALSE(in.is_poisoned);
    CHECK(in.filled.empty());
    if (text == infinite) CHECK(load_scalar(ScalarKind::float_, &in.bytes[124]) == std::numeric_limits<double>::infinity());
    else CHECK(load_scalar(ScalarKind::double_, &in.bytes[8 * 69'999]) == 69'999 / 7.0);
  }
}

TEST_CASE("what is not understood, or changed afterwards, is not taken for known") {
  CHECK(filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = i; shuffle_all(h, N);").empty());
  CHECK(filled_by("int h[N]; for (int i = 0; i < N / 2; i++) h[i] = i;").empty());  // the other half is nobody's
  CHECK(filled_by("int h[N]; std::ifstream in(\"x\"); for (int i = 0; i < N; i++) in >> h[i];").empty());
  CHECK(filled_by("int h[N]; int seed; scanf(\"%d\", &seed); for (int i = 0; i < N; i++) h[i] = seed;").empty());
  CHECK(filled_by("int h[N], g[N]; for (int i = 0; i < N; i++) h[i] = g[i] = i; int* d; cudaMalloc(&d, 256); cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); sort_on_device(d, N);", "").empty());
  CHECK(filled_by("int h[N]; for (long i = 0; ; i++) h[i % N] = i % N;").empty());  // never ends
}

TEST_CASE("lengths and sums that host code counts up") {
  File f(std::string(gather) +
         "int main() { std::vector<int> v; for (int i = 0; i < 40; i++) v.push_back(i * i); int total = 0; for (int i = 0; i < 5; ++i) total += i;\n"
         "  int *p, *o; size_t b = v.size() * sizeof(int); cudaMalloc(&p, b); cudaMalloc(&o, total * sizeof(int)); cudaMemcpy(p, v.data(), b, cudaMemcpyHostToDevice); gather<<<1, 64>>>(p, o, (int)v.size()); }\n");
  Launch launch = launch_of(open_bare_file(f.path), "gather");
  CHECK(launch.device.buffers[0].element_count() == 40);
  CHECK(launch.device.buffers[1].element_count() == 10);
  CHECK(launch.values.at("n") == 40);
}

TEST_CASE("a buffer that is allocated and that nothing fills is not initialised") {
  const auto is_poisoned = [](const std::string& statements) {
    File f("__global__ void read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }\nint main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); " + statements + " read<<<1, 32>>>(a, b); cudaMemcpy(h, b, 128, cudaMemcpyDeviceToHost); }\n");
    return launch_of(open_bare_file(f.path), "read").device.buffers[0].is_poisoned;
  };
  CHECK(is_poisoned(""));
  CHECK(is_poisoned("printf(\"%p\\n\", a);"));
  CHECK_FALSE(is_poisoned("cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice);"));
  CHECK_FALSE(is_poisoned("cudaMemset(a, 0, 128);"));
  CHECK_FALSE(is_poisoned("prepare(a);"));
  CHECK_FALSE(is_poisoned("int* other = a; prepare(other);"));
  CHECK_FALSE(is_poisoned("fill<<<1, 32>>>(a);"));
}

TEST_CASE("places that must be assumed, read in pairs, rise within what they lead to") {
  File f("__global__ void sums(const int* row, const float* v, float* y, int n) { int i = threadIdx.x; if (i < n) for (int j = row[i]; j < row[i + 1]; j++) y[i] += v[j]; }\n"
         "int main() { int *r; float *v, *y; cudaMalloc(&r, 65 * 4); cudaMalloc(&v, 300 * 4); cudaMalloc(&y, 64 * 4); cudaMemcpy(r, hr, 65 * 4, cudaMemcpyHostToDevice); cudaMemcpy(v, hv, 1200, cudaMemcpyHostToDevice); sums<<<1, 64>>>(r, v, y, 64); }\n");
  const DeviceBuffer row = launch_of(open_bare_file(f.path), "sums").device.buffers[0];
  std::vector<int> values(row.bytes.size() / 4);
  std::memcpy(values.data(), row.bytes.data(), row.bytes.size());
  CHECK(std::is_sorted(values.begin(), values.end()));
  CHECK(values.front() == 0);
  CHECK(values.back() == 300);
}

TEST_CASE("records that nobody knows hold random numbers, member by member; those set to zero hold zeros") {
  const std::string kernel = "struct Sample { float real; char pad; int bin; Sample* next; };\n__global__ void k(const Sample* in, float* acc) { atomicAdd(acc, in[threadIdx.x].real); }\n"
                             "int main() { Sample* d; float* acc; cudaMalloc(&d, 64 * sizeof(Sample)); cudaMalloc(&acc, 4); ";
  File given(kernel + "cudaMemcpy(d, h, 64 * sizeof(Sample), cudaMemcpyHostToDevice); k<<<1, 64>>>(d, acc); }\n");
  const BareFile bare = open_bare_file(given.path);
  CHECK(bare.text.find("content = \"assumed:k/in\"") != std::string::npos);
  const std::vector<std::string>& said = bare.assumptions.at("k");
  CHECK(std::count(said.begin(), said.end(), "`in` holds records of random numbers, reals from 0 to 1 and whole ones from 0 to 100") == 1);
  const DeviceBuffer in = launch_of(bare, "k").device.buffers[0];
  REQUIRE(in.bytes.size() == 64 * 24);
  std::set<double> reals, bins;
  for (size_t at = 0; at < in.bytes.size(); at += 24) {
    reals.insert(load_scalar(ScalarKind::float_, &in.bytes[at]));
    bins.insert(load_scalar(ScalarKind::int_, &in.bytes[at + 8]));
    CHECK(std::all_of(&in.bytes[at + 16], &in.bytes[at] + 24, [](uint8_t b) { return b == 0; }));
  }
  CHECK(reals.size() > 50);
  CHECK(*reals.begin() >= 0);
  CHECK(*reals.rbegin() < 1);
  CHECK(bins.size() > 20);
  CHECK(*bins.begin() >= 0);
  CHECK(*bins.rbegin() <= 100);

  File set(kernel + "cudaMemset(d, 0, 64 * sizeof(Sample)); k<<<1, 64>>>(d, acc); }\n");
  const DeviceBuffer zeros = launch_of(open_bare_file(set.path), "k").device.buffers[0];
  CHECK(std::all_of(zeros.bytes.begin(), zeros.bytes.end(), [](uint8_t b) { return b == 0; }));
}

TEST_CASE("a whole file whose host code fills its arrays: clean, and its broken twins") {
  const fs::path path = fs::path(WB_SOURCE_DIR) / "tests/golden/whole_files/host_filled_arrays.cu";
  const auto kinds_of = [&](const char* launch, const char* define) {
    BareFileWishes wishes;
    if (*define) wishes.defines = {{define, "1"}};
    Progress progress;
    const RunResult run = make_simulated_engine()->run(launch_of(open_tried_file(path, wishes, launch), launch), progress, {});
    std::set<std::string> kinds;
    for (const Finding& f : run.findings)
      if (f.severity == Severity::error) kinds.insert(finding_name(f.kind));
    return kinds;
  };
  CHECK(kinds_of("scatter", "").empty());
  CHECK(kinds_of("row-sums", "").empty());
  CHECK(kinds_of("scatter", "SHIFTED") == std::set<std::string>{"oob.write"});
  CHECK(kinds_of("row-sums", "NO_COPY") == std::set<std::string>{"uninit.global"});
}

// ---- where the host program is run (simulator/host/host_machine.h)

TEST_CASE("without host code, what a kernel reads starts with numbers, flags and sums with zeros") {
  File f("__global__ void k(int* data, float* real, int* sum, volatile int* flag, int* out) {\n"
         "  int i = threadIdx.x; while (*flag) { } float* p = real + i; if (data[i] > 50) atomicAdd(sum, (int)*p); out[i] = *sum; }\n");
  const Launch launch = launch_of(open_bare_file(f.path, {}), "k");
  const auto is_zero = [&](size_t i) { return std::all_of(launch.device.buffers[i].bytes.begin(), launch.device.buffers[i].bytes.end(), [](uint8_t b) { return b == 0; }); };
  CHECK(!is_zero(0));
  CHECK(!is_zero(1));
  CHECK(is_zero(2));
  CHECK(is_zero(3));
  CHECK(is_zero(4));
}

TEST_CASE("neighbours that are compared and swapped are data, no places of rows") {
  File swaps("__global__ void k(int* a) { int i = threadIdx.x; if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } }\n");
  File rows("__global__ void k(const int* row, int* out) { int n = 0; for (int j = row[threadIdx.x]; j < row[threadIdx.x + 1]; ++j) ++n; out[threadIdx.x] = n; }\n");
  const auto rises = [](const File& f, const BareFileWishes& wishes) {
    const DeviceBuffer buffer = launch_of(open_bare_file(f.path, wishes), "k").device.buffers[0];
    std::vector<int> values(buffer.bytes.size() / 4);
    std::memcpy(values.data(), buffer.bytes.data(), values.size() * 4);
    return std::is_sorted(values.begin(), values.end());
  };
  CHECK(!rises(swaps, {}));
  CHECK(rises(rows, {}));
  BareFileWishes wishes;
  wishes.arguments = {{"row", "random:400"}};
  CHECK(!rises(rows, wishes));
}

TEST_CASE("places of rows rise to the end of what is only read, not to that of a sum") {
  File f("__global__ void k(const int* row, const int* col, int* sum) { for (int j = row[threadIdx.x]; j < row[threadIdx.x + 1]; ++j) atomicAdd(sum, col[j]); }\n"
         "int edges_of(int n);\n"
         "int main(int argc, char** argv) { int m = edges_of(argc), *row, *col, *sum; cudaMalloc(&row, 65 * 4); cudaMalloc(&col, m * 4); cudaMalloc(&sum, 4);\n"
         "  fill_them(row, col, sum); k<<<1, 64>>>(row, col, sum); }\n");
  const Launch launch = launch_of(open_bare_file(f.path), "k");
  const DeviceBuffer &row = launch.device.buffers[0], &col = launch.device.buffers[1];
  std::vector<int> values(65);
  REQUIRE(row.bytes.size() == 65 * 4);
  std::memcpy(values.data(), row.bytes.data(), row.bytes.size());
  CHECK(col.element_count() > 64);
  CHECK(values.front() == 0);
  CHECK(std::is_sorted(values.begin(), values.end()));
  CHECK(values.back() == static_cast<int>(col.element_count()));
}

TEST_CASE("a buffer that memcpy reads is an input, and one that it fills is none") {
  File file("__global__ void k(int* in, int* out) { int x; memcpy(&x, in + threadIdx.x, sizeof x); memcpy(&out[threadIdx.x], &x, 4); }");
  const BareFile bare = open_bare_file(file.path);
  const std::vector<std::string>& said = bare.assumptions.at("k");
  const auto is_said = [&](const std::string& sentence) { return std::find(said.begin(), said.end(), sentence) != said.end(); };
  CHECK(is_said("`in` holds random numbers from 0 to 100"));
  CHECK_FALSE(is_said("`out` holds random numbers from 0 to 100"));
}

TEST_CASE("what a kernel compares its data with often stands there, where nobody says what does") {
  File file("__global__ void look(int* a, int* out) {\n  __shared__ int found;\n  if (threadIdx.x == 0) found = 0;\n  __syncthreads();\n  if (a[threadIdx.x] == 42 || a[threadIdx.x] == 4711) found = 1;\n"
            "  if (!found) out[threadIdx.x] = 0;\n}\n"
            "__global__ void pick(const int* in, int* out) { if (threadIdx.x == 7) out[0] = in[0] == 1; }\n");
  const BareFile bare = open_bare_file(file.path);
  const auto values = [&](const char* kernel) {
    const Launch launch = launch_of(bare, kernel);
    std::vector<int> all(launch.device.buffers[0].bytes.size() / 4);
    std::memcpy(all.data(), launch.device.buffers[0].bytes.data(), all.size() * 4);
    return all;
  };
  const std::vector<int> looked_at = values("look"), picked = values("pick");
  CHECK(std::count(looked_at.begin(), looked_at.end(), 42) * 20 > static_cast<int>(looked_at.size()));
  CHECK(std::count(looked_at.begin(), looked_at.end(), 42) * 4 < static_cast<int>(looked_at.size()));
  CHECK(*std::max_element(looked_at.begin(), looked_at.end()) <= 100);  // 4711 may be no place anywhere
  CHECK(std::count(picked.begin(), picked.end(), 7) * 20 < static_cast<int>(picked.size()));  // a thread's index, and no number of the data
  const std::vector<std::string>& said = bare.assumptions.at("look");
  CHECK(std::count(said.begin(), said.end(), "`a` often holds 42, which the kernel asks for") == 1);
}

TEST_CASE("a number that elements are asked to be equal to is one that stands there") {
  File file("__global__ void find(const int* a, int n, int key, int* found) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && a[i] == key) found[0] = i; }\n"
            "__global__ void below(const int* a, int n, int* out) { for (int i = threadIdx.x; i < n; i += blockDim.x) if (a[i] == n) out[i] = 1; }\n");
  const BareFile bare = open_bare_file(file.path);
  const Launch find = launch_of(bare, "find");
  const int key = static_cast<int>(find.values.at("key"));
  std::vector<int> a(find.device.buffers[0].bytes.size() / 4);
  std::memcpy(a.data(), find.device.buffers[0].bytes.data(), a.size() * 4);
  CHECK(std::count(a.begin(), a.end(), key) > 1);
  CHECK(find.values.at("n") == 1024);                      // a bound
  CHECK(launch_of(bare, "below").values.at("n") == 256);   // both: a bound
}

TEST_CASE("records with flags that are read through atomic_ref begin as zeros") {
  File file("#include <cuda/atomic>\nstruct Slot { int prefix, ready; };\n"
            "__global__ void wait(Slot* slots, int* out) {\n  cuda::atomic_ref<int, cuda::thread_scope_device> ready(slots[blockIdx.x].ready);\n"
            "  if (threadIdx.x == 0) { slots[blockIdx.x].prefix = 7; ready.store(1, cuda::memory_order_release); }\n"
            "  while (ready.load(cuda::memory_order_acquire) == 0) {}\n  out[threadIdx.x] = slots[blockIdx.x].prefix;\n}\n"
            "__global__ void sum(const Slot* slots, int* out) { out[threadIdx.x] = slots[threadIdx.x].prefix + slots[threadIdx.x].ready; }\n");
  const BareFile bare = open_bare_file(file.path);
  const auto is_all_zero = [](const std::vector<uint8_t>& bytes) { return std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0; }); };
  CHECK(is_all_zero(launch_of(bare, "wait").device.buffers[0].bytes));
  CHECK_FALSE(is_all_zero(launch_of(bare, "sum").device.buffers[0].bytes));
}
