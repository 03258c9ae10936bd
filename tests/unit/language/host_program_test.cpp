// The host program of a file, run: what each launch is given, whatever way led to it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "tests/unit/language/host_program_launches.h"

using namespace wb;

TEST_CASE("sizes, shapes and contents are those of the run") {
  const auto all = launches_in("int n = 1000; if (argc > 1) n = atoi(argv[1]); std::vector<int> h(n); for (int i = 0; i < n; ++i) h[i] = i;\n"
                               "int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n); cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);\n"
                               "dim3 block(128); dim3 grid((n + block.x - 1) / block.x); copy<<<grid, block, 2 * n>>>(a, b, n);");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
  CHECK(all[0].grid == std::array<uint32_t, 3>{8, 1, 1});
  CHECK(all[0].block == std::array<uint32_t, 3>{128, 1, 1});
  CHECK(all[0].shared_bytes == 2000);
  CHECK(all[0].arguments[2].number->whole == 1000);
  CHECK(ints_of(all[0], 0) == times(1, 1000));
  CHECK(memory_of(all[0], 1).size == 1000);  // the forgotten sizeof
  CHECK(memory_of(all[0], 1).filled.empty());
  CHECK(all[0].assumed.empty());
}

TEST_CASE("pointers into one allocation stay in it") {
  const auto all = launches_in("int* pool; cudaMalloc(&pool, 1024); cudaMemset(pool, 0, 1024); int* half = pool + 128; copy<<<1, 64>>>(pool, half + 8, 64); copy<<<1, 64>>>(pool, pool, 64);");
  REQUIRE(all.size() == 2);
  CHECK(all[0].arguments[0].allocation == all[0].arguments[1].allocation);
  CHECK(all[0].arguments[1].offset == 544);
  CHECK(all[1].arguments[1].offset == 0);
  CHECK(all[1].allocations.size() == 1);
}

TEST_CASE("kernels run: the next one finds what they leave") {
  const auto all = launches_in(allocate + "count<<<1, 64>>>(a, n); copy<<<1, 64>>>(a, b, n); std::swap(a, b); copy<<<1, 64>>>(a, b, 32);");
  REQUIRE(all.size() == 3);
  CHECK(ints_of(all[1], 0) == times(2, 64));
  CHECK(memory_of(all[1], 1).filled.empty());
  CHECK(ints_of(all[2], 0) == times(2, 64));
}

TEST_CASE("a loop around a launch: the first time is shown, the next line finds the last") {
  const auto all = launches_in(allocate + "cudaMemset(a, 1, 256); for (int i = 1; i <= 3; ++i) scale<int><<<1, 64>>>(a, i); copy<<<1, 64>>>(a, b, n);");
  REQUIRE(all.size() == 2);
  CHECK(ints_of(all[0], 0)[0] == 0x01010101);
  CHECK(ints_of(all[1], 0)[0] == 6 * 0x01010101);
}

TEST_CASE("the host may wait for what a kernel finds") {
  const auto all = launches_in(allocate + "int rounds = 0, last = 0; do { count<<<1, 64>>>(a, n); cudaMemcpy(&last, a + n - 1, 4, cudaMemcpyDeviceToHost); ++rounds; } while (last != 126 && rounds < 9);\n"
                                          "copy<<<rounds, 64>>>(a, b, last);");
  REQUIRE(all.size() == 2);
  CHECK((*all[1].grid)[0] == 1);
  CHECK(all[1].arguments[2].number->whole == 126);
}

TEST_CASE("a launch that says how it went is a number") {
  const std::string check = "inline void safe_call(cudaError_t err, const char* file, int line) { if (err != cudaSuccess) exit(line); }\n#define SAFE_CALL(x) safe_call((x), __FILE__, __LINE__)\n";
  const auto all = launches_in(allocate + "void* args[] = {&a, &b, &n}; SAFE_CALL(cudaLaunchCooperativeKernel((void*)copy, dim3(2), dim3(32), args)); if (int e = cudaLaunchKernel((void*)copy, 4, 16, args, 0, 0)) return e;", check);
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK(all[0].block == std::array<uint32_t, 3>{32, 1, 1});
  CHECK(all[1].arguments[2].number->whole == 64);
}

TEST_CASE("what is not understood is left out where nothing hangs on it") {
  const auto all = launches_in("auto t0 = std::chrono::steady_clock::now(); std::string name = \"x\"; " + allocate +
                               "std::cout << name << std::endl; cudaEvent_t e; cudaEventCreate(&e); count<<<1, 64>>>(a, n); cudaDeviceSynchronize();\n"
                               "double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count(); if (s > 1) printf(\"slow\\n\"); copy<<<1, 64>>>(a, b, n);");
  REQUIRE(all.size() == 2);
  CHECK(all[1].is_seen);
  CHECK(ints_of(all[1], 0) == times(2, 64));
}

TEST_CASE("an object that stands for a pointer is handed to a kernel as the pointer") {
  const std::string buffer = "template <class T> class Buffer { T* p_; public: explicit Buffer(size_t n) { cudaMalloc(&p_, n * sizeof(T)); } operator T*() { return p_; } };\n"
                             "__global__ void take(Buffer<int> whole, int* out) { out[threadIdx.x] = 0; }\n";
  const auto all = launches_in("Buffer<int> a(100); Buffer<int> b(50); copy<<<1, 64>>>(a, b, 50); take<<<1, 32>>>(a, b);", buffer);
  REQUIRE(all.size() == 2);
  CHECK(all[0].is_seen);
  CHECK(memory_of(all[0], 0).size == 400);
  CHECK(memory_of(all[0], 1).size == 200);
  CHECK(all[1].arguments[0].record.size() == 8);  // not this one
  CHECK(memory_of(all[1], 1).size == 200);
}

TEST_CASE("a variable whose address is asked for keeps its contents, and memory at the address shares them") {
  const std::string variables = "__constant__ int limit; __device__ int pool[64] = {7}; __device__ int more[2];\n"
                                "__global__ void use(int* out) { if (threadIdx.x < limit) pool[threadIdx.x] += 2 * threadIdx.x; }\n";
  const std::string start = "int* p; int h = 64; cudaMemcpyToSymbol(limit, &h, sizeof h); cudaGetSymbolAddress((void**)&p, pool);" + allocate;
  const auto bytes_of = [](const HostLaunch& launch, const std::string& name) -> int {
    int value = -1;
    for (const HostVariable& v : launch.variables)
      if (v.name == name) std::memcpy(&value, v.bytes.data(), 4);
    return value;
  };
  const auto all = launches_in(start + "use<<<1, 64>>>(a); copy<<<1, 64>>>(p, b, n);", variables);
  REQUIRE(all.size() == 2);
  CHECK(bytes_of(all[0], "limit") == 64);
  CHECK(bytes_of(all[0], "pool") == 7);
  std::vector<int> expected = times(2, 64);
  expected[0] = 7;
  CHECK(ints_of(all[1], 0) == expected);
  const auto other = launches_in(start + "int* q; cudaGetSymbolAddress((void**)&q, pool); cudaMemset(q, 0, 4); use<<<1, 64>>>(p); count<<<1, 64>>>(p + 3, 2); cudaMemcpyToSymbol(pool, &h, 4); copy<<<1, 64>>>(q, b, n);", variables);
  REQUIRE(other.size() == 3);
  CHECK(bytes_of(other[0], "pool") == 0);
  expected[0] = 64, expected[3] = 0, expected[4] = 2;
  CHECK(ints_of(other[2], 0) == expected);
}

TEST_CASE("what a launch hangs on must be understood") {
  for (const char* unknown : {"int m; std::cin >> m;", "FILE* f = fopen(\"x\", \"r\"); int m; fscanf(f, \"%d\", &m);", "std::valarray<int> s(12); int m = s.sum();"}) {
    CAPTURE(unknown);
    const auto all = launches_in(allocate + unknown + " copy<<<m, 64>>>(a, b, n);");
    REQUIRE(all.size() == 1);
    CHECK(!all[0].is_seen);
  }
}

TEST_CASE("a buffer that is filled from something unknown is not known, the rest is") {
  const auto all = launches_in(allocate + "std::valarray<int> words(64); int h[64]; for (int i = 0; i < 64; ++i) h[i] = words[i]; cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); cudaMemset(b, 0, 256); copy<<<1, 64>>>(a, b, n);");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].is_seen);
  CHECK(!memory_of(all[0], 0).is_known);
  CHECK(ints_of(all[0], 1) == times(0, 64));
}

TEST_CASE("records with room between their members are known; what no file has filled is not") {
  const std::string records = "struct Edge { int to; char kind; }; struct alignas(32) Wide { float x; };\n"
                              "__global__ void follow(const Edge* e, const Wide* w, int* out) { out[threadIdx.x] = e[threadIdx.x].to; }\n";
  const std::string buffers = "Edge* e; cudaMalloc(&e, 64 * sizeof(Edge)); Wide* w; cudaMalloc(&w, 64 * sizeof(Wide)); int* out; cudaMalloc(&out, 256);\n";
  const auto all = launches_in("std::vector<Edge> h(64); Wide* wide = new Wide[64]; for (int i = 0; i < 64; ++i) { h[i].to = 2 * i; h[i].kind = 'a'; wide[i].x = i; }\n" + buffers +
                               "cudaMemcpy(e, h.data(), 64 * sizeof(Edge), cudaMemcpyHostToDevice); cudaMemcpy(w, wide, 64 * sizeof(Wide), cudaMemcpyHostToDevice);\n"
                               "follow<<<1, 64>>>(e, w, out);", records);
  REQUIRE(all.size() == 1);
  REQUIRE(memory_of(all[0], 0).is_known);
  CHECK(memory_of(all[0], 1).is_known);
  const std::vector<int> words = ints_of(all[0], 0);
  for (size_t i = 0; i < 64; ++i) CHECK(words[2 * i] == 2 * static_cast<int>(i));
  const auto header = launches_in("char* h = (char*)malloc(256); h[0] = 64; FILE* f = fopen(\"edges\", \"rb\"); fread(h + 4, 1, 252, f); int *a, *b; cudaMalloc(&a, 256); cudaMalloc(&b, 256);\n"
                                  "cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); copy<<<1, 64>>>(a, b, 64);");
  REQUIRE(header.size() == 1);
  CHECK(!memory_of(header[0], 0).is_known);
}

TEST_CASE("host memory, memory that was given back, none at all") {
  const auto all = launches_in("int* h = (int*)malloc(256); int* a; cudaMalloc(&a, 256); copy<<<1, 64>>>(h, a, 64); cudaFree(a); copy<<<1, 64>>>(a, nullptr, 64);");
  REQUIRE(all.size() == 2);
  CHECK(memory_of(all[0], 0).kind == HostAllocation::Kind::pageable);
  CHECK(memory_of(all[1], 0).is_freed);
  CHECK(all[1].arguments[1].allocation == -1);
}

TEST_CASE("two dimensions, pinned and managed memory, bytes without values") {
  const auto all = launches_in("int *p, *m, *h; size_t pitch; cudaMallocPitch(&p, &pitch, 100, 4); cudaMemset2D(p, pitch, 0, 100, 4); cudaMallocManaged(&m, 256); for (int i = 0; i < 32; ++i) m[i] = i;\n"
                               "cudaHostAlloc(&h, 256, cudaHostAllocMapped); int* d; cudaHostGetDevicePointer(&d, h, 0); h[0] = 7; copy<<<1, 64>>>(p, m, (int)pitch); copy<<<1, 64>>>(m, d, 64);");
  REQUIRE(all.size() == 2);
  CHECK(memory_of(all[0], 0).size == 2048);
  CHECK(memory_of(all[0], 0).filled.size() == 4);
  CHECK(all[0].arguments[2].number->whole == 512);
  REQUIRE(memory_of(all[0], 1).filled.size() == 1);
  CHECK(memory_of(all[0], 1).filled[0].end == 128);
  CHECK(memory_of(all[1], 1).kind == HostAllocation::Kind::pinned);
}

TEST_CASE("the standard library's containers and algorithms") {
  const char* const bodies[] = {
      "std::vector<std::vector<int>> rows(8, std::vector<int>(8)); for (int i = 0; i < 64; ++i) rows[i / 8][i % 8] = 3 * i; std::vector<int> h; for (const auto& r : rows) h.insert(h.end(), r.begin(), r.end());",
      "std::vector<int> from(64), h(64); std::iota(from.begin(), from.end(), 0); std::transform(from.begin(), from.end(), h.begin(), [](int i) { return 3 * i; });",
      "std::vector<int> h(64); int i = 0; std::for_each(h.begin(), h.end(), [&](int& x) { x = 3 * i++; });",
      "std::vector<std::pair<float, int>> p; for (int i = 0; i < 64; ++i) p.push_back(std::make_pair((float)(-i), 3 * i)); std::sort(p.begin(), p.end(), [](const auto& a, const auto& b) { return a.first > b.first; }); std::vector<int> h; for (auto& q : p) h.push_back(q.second);",
      "std::map<int, int> m; for (int i = 63; i >= 0; --i) m[i] = 3 * i; std::vector<int> h; for (const auto& item : m) h.push_back(item.second);",
      "std::queue<int> q; for (int i = 0; i < 64; ++i) q.push(3 * i); std::vector<int> h; while (!q.empty()) { h.push_back(q.front()); q.pop(); }",
      "std::string mode = argc > 1 ? argv[1] : \"three\"; std::vector<int> h(64); const int by = mode == \"three\" ? std::stoi(\"3\") : 1; for (int i = 0; i < 64; ++i) h[i] = by * i; if (mode + \"x\" != \"threex\") n = 1;",
      "std::shared_ptr<int> own(new int[64], [](int* p) { delete[] p; }); for (int i = 0; i < 64; ++i) own.get()[i] = 3 * i; std::vector<int> h(own.get(), own.get() + 64); std::set<int> all; for (int x : h) all.insert(x); n = (int)all.size();",
  };
  for (const char* body : bodies) {
    CAPTURE(body);
    const auto all = launches_in(allocate + body + " cudaMemcpy(a, h.data(), 256, cudaMemcpyHostToDevice); copy<<<1, 64>>>(a, b, n);");
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_seen);
    CHECK(ints_of(all[0], 0) == times(3, 64));
    CHECK(all[0].arguments[2].number->whole == 64);
  }
}

TEST_CASE("namespaces, records with lists, managed variables") {
  const auto all = launches_of("namespace app { __managed__ int made[64]; __managed__ int total; namespace detail { int three(int i) { return 3 * i; } } struct Config { int n = 64; };\n"
                               "struct Graph { std::vector<int> row, col; };\nGraph chain(const Config& c) { Graph g; for (int i = 0; i < c.n; ++i) g.row.push_back(detail::three(i)); return g; }\n"
                               "class Pool { int* p_; public: Pool(int n); int* get() const { return p_; } }; Pool::Pool(int n) { cudaMalloc(&p_, n * sizeof(int)); } }\n" +
                               kernels + "__global__ void take() { app::made[threadIdx.x] += 1; if (threadIdx.x == 0) app::total = 7; }\n"
                               "int main() { app::Config c; const app::Graph g = app::chain(c); app::Pool p(c.n); cudaMemcpy(p.get(), g.row.data(), 256, cudaMemcpyHostToDevice); copy<<<1, 64>>>(p.get(), p.get(), c.n);\n"
                               "for (int i = 0; i < 64; ++i) app::made[i] = 3 * i - 1; take<<<1, 64>>>(); int h[64]; for (int i = 0; i < 64; ++i) h[i] = app::made[i]; cudaMemcpy(p.get(), h, 256, cudaMemcpyHostToDevice);\n"
                               "copy<<<1, 64>>>(p.get(), p.get(), app::total); }\n");
  REQUIRE(all.size() == 3);
  REQUIRE(all[0].is_seen);
  CHECK(ints_of(all[0], 0) == times(3, 64));
  REQUIRE(all[1].is_seen);
  REQUIRE(all[1].variables.size() == 2);
  CHECK(all[1].variables[0].bytes[4] == 2);
  REQUIRE(all[2].is_seen);
  CHECK(ints_of(all[2], 0) == times(3, 64));
  CHECK(all[2].arguments[2].number->whole == 7);
}

TEST_CASE("three dimensions") {
  const auto all = launches_of(kernels + "__global__ void look(cudaPitchedPtr p, int* out, int d) { out[0] = ((int*)p.ptr)[0]; }\n"
                               "int main() { int h[24]; for (int i = 0; i < 24; ++i) h[i] = i; cudaExtent e = make_cudaExtent(4 * sizeof(int), 3, 2); cudaPitchedPtr p; cudaMalloc3D(&p, e); cudaMemset3D(p, 0xff, e);\n"
                               "cudaMemcpy3DParms c = {0}; c.srcPtr = make_cudaPitchedPtr(h, 4 * sizeof(int), 4, 3); c.dstPtr = p; c.extent = make_cudaExtent(4 * sizeof(int), 3, 1); c.dstPos = make_cudaPos(0, 0, 1); c.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&c);\n"
                               "int* o; cudaMalloc(&o, 4); look<<<1, 1>>>(p, o, 2); copy<<<1, 64>>>((const int*)p.ptr, o, 1); }\n");
  REQUIRE(all.size() == 2);
  REQUIRE(all[1].is_seen);
  REQUIRE(memory_of(all[1], 0).size == 3072);
  CHECK(memory_of(all[1], 0).filled.size() == 6);
  const std::vector<int> values = ints_of(all[1], 0);
  CHECK(std::vector<int>{values[0], values[384], values[384 + 128 + 3], values[384 + 256 + 3]} == std::vector<int>{-1, 0, 7, 11});
}

TEST_CASE("functions, templates, variables of the file, checks by macros") {
  const auto all = launches_of(kernels +
                               "#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, \"%s at %d\\n\", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)\n"
                               "int* d_a; static int n = 32; enum { ROWS = 3, COLS = 5 };\n"
                               "template <class T> void run(T* p, int by) { scale<T><<<1, ROWS * COLS>>>(p, (T)by); CHECK(cudaGetLastError()); }\n"
                               "void setup(int** p, int bytes);\n"
                               "int main() { setup(&d_a, n * 4); run(d_a, n); return 0; }\n"
                               "void setup(int** p, int bytes) { CHECK(cudaMalloc(p, bytes)); CHECK(cudaMemset(*p, 0, bytes)); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
  CHECK((*all[0].block)[0] == 15);
  CHECK(all[0].arguments[1].number->whole == 32);
  CHECK(memory_of(all[0], 0).size == 128);
}

TEST_CASE("a program that never ends, faults or wants too much ends") {
  for (const char* body : {"for (;;) { n = n + 1; }", "for (int i = 0; i < 100000; ++i) cudaMalloc(&a, 1 << 20);", "for (;;) count<<<1, 64>>>(a, 64);"}) {
    CAPTURE(body);
    const auto all = launches_in(allocate + body + " copy<<<1, 64>>>(a, b, n);");
    CHECK(!all.back().is_seen);
  }
}

TEST_CASE("the gaps of records are copied as zeros; what nobody has filled is not known") {
  const auto all = launches_of(kernels + "struct Box { char kind; int first; int near[4]; };\n__global__ void look(const Box* b) {}\n"
                               "int main() { Box h[4]; for (int i = 0; i < 4; ++i) { h[i].kind = 1; h[i].first = 10 * i; h[i].near[0] = i; } int e[16];\n"
                               "Box* b; int* c; cudaMalloc(&b, sizeof h); cudaMalloc(&c, sizeof e); cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(c, e, sizeof e, cudaMemcpyHostToDevice);\n"
                               "look<<<1, 1>>>(b); copy<<<1, 1>>>(c, c, 16); }\n");
  REQUIRE(all.size() == 2);
  CHECK(memory_of(all[0], 0).is_known);
  CHECK(memory_of(all[0], 0).filled.size() == 1);
  const std::vector<int> boxes = ints_of(all[0], 0);
  CHECK(std::vector<int>(boxes.begin() + 6, boxes.begin() + 12) == std::vector<int>{1, 10, 1, 0, 0, 0});
  CHECK(!memory_of(all[1], 0).is_known);
}

TEST_CASE("members of host classes that are defined behind them, functions that return lists") {
  const auto all = launches_of(kernels +
                               "template <typename T> class Buffer {\n public:\n  explicit Buffer(size_t n, int value = 0);\n  Buffer(const Buffer&) = delete;\n  ~Buffer();\n  T* get() { return place_; }\n"
                               "  void upload(const std::vector<T>& from);\n  std::vector<T> read() const;\n  size_t operator()(int k) const;\n private:\n  T* place_;\n  size_t n_; };\n"
                               "template <typename T> Buffer<T>::Buffer(size_t n, int value) : n_(n) { cudaMalloc(&place_, n * sizeof(T)); cudaMemset(place_, value, n * sizeof(T)); }\n"
                               "template <typename T> Buffer<T>::~Buffer() { cudaFree(place_); }\n"
                               "template <typename T> void Buffer<T>::upload(const std::vector<T>& from) { cudaMemcpy(place_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice); }\n"
                               "template <typename T> std::vector<T> Buffer<T>::read() const { std::vector<T> h(n_); cudaMemcpy(h.data(), place_, n_ * sizeof(T), cudaMemcpyDeviceToHost); return h; }\n"
                               "template <typename T> size_t Buffer<T>::operator()(int k) const { return n_ * k; }\n"
                               "class Solver { Buffer<int> a_, b_; static const int threads = 32; void swap(); public: Solver(int n); void go(); int first() const; };\n"
                               "Solver::Solver(int n) : a_(n), b_{(size_t)n, 0} {}\n"
                               "void Solver::go() { copy<<<(a_(1) + threads - 1) / threads, threads>>>(a_.get(), b_.get(), (int)b_(2)); a_.upload(std::vector<int>(3, 5)); }\n"
                               "int Solver::first() const { return a_.read()[2]; }\n"
                               "static std::vector<int> rising(int n) { std::vector<int> v(n); for (int i = 0; i < n; ++i) v[i] = i; return v; }\n"
                               "int main() { auto s = std::make_unique<Solver>(40); s->go(); Buffer<int> c(50); c.upload(rising(50)); copy<<<1, 64>>>(c.get(), c.get(), s->first()); }\n");
  REQUIRE(all.size() == 2);
  REQUIRE(all[0].is_seen);
  CHECK((*all[0].grid)[0] == 2);
  CHECK(memory_of(all[0], 0).size == 160);
  CHECK(all[0].arguments[2].number->whole == 80);
  REQUIRE(all[1].is_seen);
  CHECK(ints_of(all[1], 0) == times(1, 50));
  CHECK(all[1].arguments[2].number->whole == 5);
}

TEST_CASE("classes of the host that own memory and launch") {
  const auto all = launches_of(kernels +
                               "template <typename T> struct Buffer { T* place = nullptr; size_t count = 0;\n"
                               "  explicit Buffer(size_t n) : count(n) { if (cudaMalloc(&place, n * sizeof(T)) != cudaSuccess) throw std::runtime_error(\"no memory\"); cudaMemset(place, 0, n * sizeof(T)); }\n"
                               "  ~Buffer() { cudaFree(place); }\n  T* get() { return place; } size_t size() const { return count; } };\n"
                               "class Solver { public: Solver(int n) : n_(n), memory_(n) {}\n  void go(int rounds) { dim3 block(64), grid((n_ + block.x - 1) / block.x); for (int i = 0; i < rounds; ++i) count<<<grid, block>>>(memory_.get(), n_); }\n"
                               " private: int n_; Buffer<int> memory_; };\n"
                               "int main(int argc, const char** argv) { Solver s(100); s.go(2); { Buffer<int> a(50); copy<<<1, 64>>>(a.get(), a.get(), (int)a.size()); } }\n");
  REQUIRE(all.size() == 2);
  REQUIRE(all[0].is_seen);
  CHECK((*all[0].grid)[0] == 2);
  CHECK(memory_of(all[0], 0).size == 400);
  REQUIRE(all[1].is_seen);
  CHECK(memory_of(all[1], 0).size == 200);
  CHECK(!memory_of(all[1], 0).is_freed);
}

TEST_CASE("a launch in a template has that call's arguments") {
  const auto all = launches_of(kernels + "template <class T, int B> __global__ void fill(T* x) { x[threadIdx.x] = B; }\n"
                               "template <class T, int B> void run(T* p) { fill<T, B * 2><<<1, B>>>(p); }\n"
                               "int main() { double* p; cudaMalloc(&p, 1024); int b = 64; switch (b) { case 32: run<double, 32>(p); break; case 64: run<double, 64>(p); break; } }\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].block)[0] == 64);
  CHECK(all[0].template_arguments == "double, 128");
}

TEST_CASE("variables of the file are set by the host, changed by kernels, and read back") {
  const auto all = launches_of("__constant__ int limit; namespace deep { __constant__ float weights[3] = {1, 2, 3}; }\n__device__ int total; __device__ unsigned int unused;\n"
                               "__global__ void add(int* out) { if (threadIdx.x < limit) { atomicAdd(&total, 1); out[threadIdx.x] = (int)deep::weights[threadIdx.x % 3]; } }\n"
                               "int main() { int* p; cudaMalloc(&p, 256); int n = 10; float w[2] = {7, 8}; cudaMemcpyToSymbol(limit, &n, sizeof n); cudaMemcpyToSymbol(deep::weights, w, sizeof w, sizeof(float));\n"
                               "  add<<<1, 64>>>(p); int seen; cudaMemcpyFromSymbol(&seen, total, sizeof(int)); add<<<seen, 64>>>(p); }\n");
  REQUIRE(all.size() == 2);
  REQUIRE(all[1].is_seen);
  CHECK((*all[1].grid)[0] == 10);
  const auto bytes_of = [](const HostLaunch& launch, const std::string& name) {
    for (const HostVariable& v : launch.variables)
      if (v.name == name) return v.bytes;
    return std::vector<uint8_t>{};
  };
  CHECK(bytes_of(all[0], "limit") == std::vector<uint8_t>{10, 0, 0, 0});
  CHECK(bytes_of(all[1], "total") == std::vector<uint8_t>{10, 0, 0, 0});
  float weights[3] = {};
  REQUIRE(bytes_of(all[0], "deep::weights").size() == sizeof weights);
  std::memcpy(weights, bytes_of(all[0], "deep::weights").data(), sizeof weights);
  CHECK(weights[0] == 1);
  CHECK(weights[2] == 8);
}

TEST_CASE("records by way of parameters and chained assignments") {
  const auto all = launches_of("struct Matrix { int width, height, stride; float* elements; };\n__global__ void multiply(Matrix a, Matrix b) { if (threadIdx.x < a.width) b.elements[threadIdx.x] = a.elements[threadIdx.x]; }\n"
                               "void on_device(const Matrix A, Matrix B) { Matrix d_A; d_A.width = d_A.stride = A.width; d_A.height = A.height; size_t size = A.width * A.height * sizeof(float);\n"
                               "  cudaMalloc(&d_A.elements, size); cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);\n"
                               "  Matrix d_B; d_B.width = d_B.stride = B.width; d_B.height = B.height; size = B.width * B.height * sizeof(float); cudaMalloc(&d_B.elements, size);\n"
                               "  dim3 block(16, 16); dim3 grid((B.width + block.x - 1) / block.x, (A.height + block.y - 1) / block.y); multiply<<<grid, block>>>(d_A, d_B); }\n"
                               "int main() { Matrix A, B; int w = 37, h = 50; A.height = h; A.width = w; A.stride = w; A.elements = (float*)malloc(A.width * A.height * sizeof(float)); B = A; B.width = 45;\n"
                               "  for (int i = 0; i < h * w; i++) A.elements[i] = (rand() % 3); on_device(A, B); }\n");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].is_seen);
  CHECK(all[0].grid == std::array<uint32_t, 3>{3, 4, 1});
  REQUIRE(all[0].arguments.size() == 2);
  int32_t sides[3] = {};
  std::memcpy(sides, all[0].arguments[1].record.data(), sizeof sides);
  CHECK(sides[0] == 45);
  CHECK(sides[2] == 45);
  REQUIRE(all[0].arguments[0].pointers.size() == 1);
  CHECK(all[0].allocations[static_cast<size_t>(all[0].arguments[0].pointers[0].allocation)].size == 7400);
}

TEST_CASE("deep and long programs end") {
  const std::string begin = "__global__ void k(int* p) { p[0] = 1; }\n";
  const auto deep = [](size_t n, const std::string& a, const std::string& b) {
    std::string text;
    for (size_t i = 0; i < n; ++i) text += a;
    text += "int x = 0;";
    for (size_t i = 0; i < n; ++i) text += b;
    return text;
  };
  std::string calls = "void f0(int* p) { std::string s; k<<<1, 1>>>(p); }\n", classes = "struct C0 { int go() { return 1; } };\n";
  for (int i = 1; i < 20000; ++i) {
    const std::string n = std::to_string(i), m = std::to_string(i - 1);
    calls += "void f" + n + "(int* p) { f" + m + "(p); }\n";
    classes += "struct C" + n + " { C" + m + " c; int go() { return 1; } };\n";
  }
  for (const std::string& text : {begin + "int main() { int* p; cudaMalloc(&p, 4); " + deep(20000, "{", "}") + " k<<<1, 1>>>(p); }\n",
                                  begin + "int main() { int* p; cudaMalloc(&p, 4); std::string s; " + deep(20000, "if (s.size()) {", "}") + " k<<<1, 1>>>(p); }\n",
                                  begin + calls + "int main() { int* p; std::string s; if (s.size()) f19999(p); }\n", begin + classes + "int main() { C19999 c; int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); }\n",
                                  begin + "int main() { int* p; cudaMalloc(&p, 60 << 20); for (;;) cudaMemset(p, 0, 60 << 20); k<<<1, 1>>>(p); }\n",
                                  begin + "int main() { int* p; cudaMalloc(&p, 60 << 20); for (;;) k<<<1, 1>>>(p); }\n"})
    CHECK(launches_of(text).size() == 1);
}

TEST_CASE("a program that wants words on its command line gets guesses, or what the user says") {
  const std::string text = "__global__ void k(int* p, int n, float f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = f; }\n"
                           "int main(int argc, char* argv[]) {\n  if (argc != 4) { printf(\"usage: n repeat factor\"); return 1; }\n"
                           "  const int n = atoi(argv[1]), repeat = atoi(argv[2]);\n  float factor = atof(argv[3]);\n  int* p; cudaMalloc(&p, n * sizeof(int));\n"
                           "  for (int i = 0; i < repeat; ++i) k<<<(n + 255) / 256, 256>>>(p, n, factor);\n}\n";
  const auto guessed = launches_of(text);
  REQUIRE(guessed.size() == 1);
  CHECK(guessed[0].is_seen);
  CHECK((*guessed[0].grid)[0] == 4);
  CHECK(guessed[0].arguments[1].number->whole == 1000);
  CHECK(guessed[0].assumed == std::vector<std::string>{"its program is called with `1000 2 1`"});
  const auto told = launches_called(text, {"512", "2", "0.5"});
  CHECK(told[0].is_seen);
  CHECK(told[0].arguments[1].number->whole == 512);
  CHECK(told[0].arguments[2].number->real == 0.5);
  CHECK(told[0].assumed.empty());
  const auto too_few = launches_called(text, {"51\"2"});
  CHECK(!too_few[0].is_seen);
  CHECK(too_few[0].assumed.back() == "a run of its program, called with `51\"2`, comes to no launch");
}

TEST_CASE("memory that is reached through memory is there, with the way as its name") {
  const std::string row_kernel = "__global__ void rows_of(int** rows, int n) { rows[blockIdx.x][threadIdx.x] = n; }\n";
  const auto table = launches_in("int *h[3], **d; for (int i = 0; i < 3; ++i) cudaMalloc(&h[i], 128 * (i + 1));\n"
                                 "cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); rows_of<<<3, 32>>>(d, 7);", row_kernel);
  REQUIRE(table.size() == 1);
  REQUIRE(table[0].allocations.size() == 4);
  const HostAllocation& rows = memory_of(table[0], 0);
  REQUIRE(rows.pointers.size() == 3);
  CHECK(rows.path == "");
  for (size_t i = 0; i < 3; ++i) {
    const HostAllocation& row = table[0].allocations.at(static_cast<size_t>(rows.pointers[i].allocation));
    CHECK(rows.pointers[i].at == 8 * i);
    CHECK(row.size == 128 * (i + 1));
    CHECK(row.path == "rows[" + std::to_string(i) + "]");
    CHECK(row.type == "int*");
  }
}

TEST_CASE("lists and deep copies are followed by their types; other numbers are no addresses") {
  const std::string list_kernel = "struct Node { int value; Node* next; };\nstruct Matrix { int rows, columns; float* data; };\n"
                                  "__global__ void sum(Node* head, int* out) { for (Node* n = head; n; n = n->next) *out += n->value; }\n"
                                  "__global__ void zero(Matrix* m) { m->data[threadIdx.x] = 0; }\n__global__ void raw(void* p, long long* q) { }\n";
  const auto list = launches_in("Node *head = nullptr; int* out; cudaMalloc(&out, 4); cudaMemset(out, 0, 4);\n"
                                "for (int i = 0; i < 3; ++i) { Node n{i, head}; cudaMalloc(&head, sizeof(Node)); cudaMemcpy(head, &n, sizeof n, cudaMemcpyHostToDevice); }\n"
                                "sum<<<1, 1>>>(head, out); int got; cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost); sum<<<got, 1>>>(head, out);", list_kernel);
  REQUIRE(list.size() == 2);
  REQUIRE(list[0].allocations.size() == 4);
  CHECK(list[0].allocations[2].path == "head->next");
  CHECK(list[0].allocations[3].path == "head->next->next");
  CHECK((*list[1].grid)[0] == 3);  // the kernel found the whole list
  const auto deep = launches_in("Matrix m{2, 4, nullptr}; float* data; cudaMalloc(&data, 32); Matrix* d; cudaMalloc(&d, sizeof m);\n"
                                "cudaMemcpy(d, &m, sizeof m, cudaMemcpyHostToDevice); cudaMemcpy(&d->data, &data, sizeof data, cudaMemcpyHostToDevice); zero<<<1, 8>>>(d);", list_kernel);
  REQUIRE(deep.size() == 1);
  REQUIRE(deep[0].allocations.size() == 2);
  CHECK(deep[0].allocations[1].path == "m->data");
  CHECK(deep[0].allocations[0].pointers.at(0).at == 8);
  const auto raw = launches_in("int* x; cudaMalloc(&x, 64); int* there[2] = {x, x + 4}; void* p; cudaMalloc(&p, 16); cudaMemcpy(p, there, 16, cudaMemcpyHostToDevice);\n"
                               "long long* q; cudaMalloc(&q, 16); cudaMemcpy(q, there, 16, cudaMemcpyHostToDevice); raw<<<1, 1>>>(p, q);", list_kernel);
  REQUIRE(raw.size() == 1);
  CHECK(memory_of(raw[0], 0).pointers.size() == 2);
  CHECK(memory_of(raw[0], 0).pointers.at(1).offset == 16);
  CHECK(memory_of(raw[0], 1).pointers.empty());
}

TEST_CASE("an address of the host's memory, or of memory that was given back, is one that no kernel can reach") {
  const std::string row_kernel = "__global__ void rows_of(int** rows, int n) { rows[blockIdx.x][threadIdx.x] = n; }\n";
  const auto all = launches_in("int *h[4], **d; int local[4]; cudaMalloc(&h[0], 64); cudaMalloc(&h[1], 64); cudaFree(h[1]); h[2] = (int*)malloc(64); h[3] = local;\n"
                               "cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); rows_of<<<1, 4>>>(d, 7);", row_kernel);
  REQUIRE(all.size() == 1);
  CHECK(all[0].allocations.size() == 2);
  const std::vector<HostPointer>& pointers = memory_of(all[0], 0).pointers;
  REQUIRE(pointers.size() == 4);
  CHECK(pointers[0].allocation == 1);
  for (size_t i = 1; i < 4; ++i) CHECK(pointers[i].allocation == -1);
}

TEST_CASE("a variable of the file may hold the address of memory") {
  const auto all = launches_in("float* w; cudaMalloc(&w, 256); cudaMemset(w, 0, 256); cudaMemcpyToSymbol(weights, &w, sizeof w); use<<<1, 64>>>(w);",
                               "__device__ float* weights;\n__global__ void use(float* out) { out[threadIdx.x] += weights[threadIdx.x]; }\n");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].variables.size() == 1);
  REQUIRE(all[0].variables[0].pointers.size() == 1);
  CHECK(all[0].variables[0].pointers[0].allocation == all[0].arguments[0].allocation);
}

TEST_CASE("classes with bases, static functions, and those that are made of classes of the host") {
  const auto all = launches_in("Elem* e = new Elem; e->fill(64); double start = Timer::now(); launch_copy(e); printf(\"%f\\n\", Timer::now() - start); delete e;",
                               "#include <sys/time.h>\nclass Timer { public: static double now() { struct timeval tv; gettimeofday(&tv, NULL); return tv.tv_sec + tv.tv_usec * 1e-6; } };\n"
                               "class Managed { public: void* operator new(size_t n) { void* p; cudaMallocManaged(&p, n); return p; } void operator delete(void* p) { cudaFree(p); } };\n"
                               "class List : public Managed { int n_; int* data_; public: List() : n_(0), data_(nullptr) {} void set(int n) { n_ = n; cudaMallocManaged(&data_, n * 4); for (int i = 0; i < n; ++i) data_[i] = i; }\n"
                               "  __host__ __device__ int* data() const { return data_; } __host__ __device__ int size() const { return n_; } };\n"
                               "struct Elem final : public Managed { List list; int* out; void fill(int n) { list.set(n); cudaMallocManaged(&out, 4 * n); } };\n"
                               "void launch_copy(Elem* e) { copy<<<1, 64>>>(e->list.data(), e->out, e->list.size()); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
  CHECK(ints_of(all[0], 0) == times(1, 64));
}

TEST_CASE("a function of the host may have the name of the kernels that it launches") {
  const auto all = launches_in("int* x; cudaMalloc(&x, 256); twice(64, x);",
                               "template <int B> __global__ void twice(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }\n"
                               "extern \"C\" void twice(int n, int* x) { switch (n) { case 32: twice<32><<<1, 32>>>(x, n); break; case 64: twice<64><<<1, 64>>>(x, n); break; } }\n");
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].is_seen);
  CHECK(all[1].is_seen);
}

TEST_CASE("a void* is the pointer that it is") {
  const auto all = launches_in("void* p; cudaMalloc(&p, 256); int* q = (int*)p; use<<<1, 64>>>(p, q, NULL);", "__global__ void use(void* p, int* q, void* none) { ((int*)p)[threadIdx.x] = 1; }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].arguments[0].allocation == 0);
  CHECK(all[0].arguments[1].allocation == 0);
  CHECK(all[0].arguments[2].allocation == -1);
}

TEST_CASE("what programs do beside their launches does not keep them from these") {
  for (const char* beside : {"struct timeval t0; gettimeofday(&t0, NULL); double s = t0.tv_sec + 1e-6 * t0.tv_usec; printf(\"%f\", s);",
                             "auto t0 = std::chrono::high_resolution_clock::now(); std::chrono::duration<double, std::milli> d = std::chrono::high_resolution_clock::now() - t0; printf(\"%f\", d.count());",
                             "FILE* f = fopen(\"out.txt\", \"w\"); if (f == NULL) return 1; fprintf(f, \"%d\", n); fclose(f);",
                             "FILE* f = fopen(\"in.txt\", \"r\"); if (f) { fscanf(f, \"%d\", &n); fclose(f); }",
                             "char name[64]; sprintf(name, \"%d\", n); strcat(name, \".txt\"); if (getenv(\"HOME\") && strcmp(name, \"x\") == 0) n = 1;",
                             "int* g = (int*)malloc(4); *g = 3; g = (int*)realloc(g, 64 * 4); if (*g != 3) return 1; for (int i = 0; i < n; ++i) g[i] = n - i; qsort(g, n, 4, rising); if (g[0] != 1 || g[63] != 64) return 1; free(g);",
                             "std::list<int> l; l.push_back(3); for (std::list<int>::iterator it = l.begin(); it != l.end(); ++it) if (*it != 3) return 1;",
                             "std::priority_queue<int> q; q.push(3); q.push(5); q.push(4); if (q.top() != 5) return 1;",
                             "std::thread worker([&]() { n = 64; }); worker.join(); std::ostringstream text; text << n; std::string s = text.str();",
                             "int v = 0; double w = 0; if (sscanf(\"12,3.5\", \"%d,%lf\", &v, &w) != 2 || v != 12 || w != 3.5) return 1;",
                             "int c; while ((c = getopt(argc, argv, \"n:\")) != -1) if (c == 'n') n = atoi(optarg);",
                             "if (depth(7) != 8) return 1;", "int nb = 0; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, copy, 64, 0); if (nb < 1) return 1;"}) {
    CAPTURE(beside);
    const auto all = launches_in(allocate + beside + " int h[64]; for (int i = 0; i < 64; ++i) h[i] = i; cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice); copy<<<1, 64>>>(a, b, n);",
                                 "static int rising(const void* x, const void* y) { return *(const int*)x - *(const int*)y; }\nint depth(int n) { return n == 0 ? 1 : 1 + depth(n - 1); }\n");
    REQUIRE(all.size() == 1);
    REQUIRE(all[0].is_seen);
    CHECK(ints_of(all[0], 0) == times(1, 64));
    CHECK(all[0].arguments[2].number->whole == 64);
  }
}

TEST_CASE("using namespace std, and thrust as a holder of memory") {
  const auto all = launches_in("map<string, vector<int>> m; m[\"x\"].push_back(5); string s = \"x\"; pair<int, int> p(1, 64); vector<int> h(p.second); for (int i = 0; i < 64; ++i) h[i] = 2 * i;\n"
                               "thrust::device_vector<int> d(h), out(64); thrust::fill(out.begin(), out.end(), 7); copy<<<1, 64>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(&out[0]), (int)m[s].size() * 64);",
                               "using namespace std;\n");
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].is_seen);
  CHECK(ints_of(all[0], 0) == times(2, 64));
  CHECK(ints_of(all[0], 1) == std::vector<int>(64, 7));
}

TEST_CASE("an address may be kept as an unsigned number") {
  const auto all = launches_in("Head h; cudaMalloc(&h.pool, 256); h.first = (unsigned long long)(h.pool + 8); Head* d; cudaMalloc(&d, sizeof h); cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice); look<<<1, 1>>>(d);",
                               "struct Head { unsigned long long first; int* pool; };\n__global__ void look(const Head* h) { *(int*)h->first = 1; }\n");
  REQUIRE(all.size() == 1);
  const std::vector<HostPointer>& pointers = memory_of(all[0], 0).pointers;
  REQUIRE(pointers.size() == 2);
  CHECK(pointers[0].offset == 32);
  CHECK(pointers[0].allocation == pointers[1].allocation);
}

namespace {

const std::string launcher =
    "template <class F> __global__ void kernel(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }\n"
    "namespace par { template <class F> void for_each(int n, F&& f) { kernel<<<(n + 63) / 64, 64>>>(n, f); } }\n";

std::string arguments_of(const HostLaunch& launch) { return launch.template_arguments; }

}  // namespace

TEST_CASE("a launcher's line is one launch for each lambda, and what they capture is known") {
  const auto all = launches_of(launcher +
                               "int main() { const int n = 100; float a = 2; float *x, *y; cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4);\n"
                               "  par::for_each(n, [=] __device__ (int i) { x[i] = i; });\n"
                               "  for (int k = 0; k < 3; ++k) par::for_each(n, [=] __host__ __device__ (int i) { y[i] = a * x[i] + n; });\n"
                               "  kernel<<<1, 32>>>(8, [p = y + 16] __device__ (auto i) { p[i] = 0; }); }\n");
  REQUIRE(all.size() == 3);
  CHECK(arguments_of(all[0]) == "[0 float* x]");
  CHECK(arguments_of(all[1]) == "[1 float* y, float a, float* x, constexpr int n = 100]");
  CHECK(arguments_of(all[2]) == "[2 float* p, float* y]");
  for (const HostLaunch& launch : all) CHECK(launch.is_seen);
  REQUIRE(all[1].arguments.size() == 2);
  REQUIRE(all[1].arguments[1].pointers.size() == 2);
  CHECK(all[1].allocations.at(static_cast<size_t>(all[1].arguments[1].pointers[1].allocation)).filled.size() == 1);  // by the launch before
  CHECK(all[2].arguments[1].pointers.at(0).offset == 64);
}

TEST_CASE("function objects, own classes and constants of the functions around give an instance its name") {
  const auto all = launches_of(launcher +
                               "struct Scale { float* p; float by; Scale(float* q, float b) : p(q), by(b) {} __device__ void operator()(int i) const { p[i] *= by; } };\n"
                               "template <class T> struct View { T* data; int n; View(int m) : n(m) { cudaMalloc(&data, n * sizeof(T)); } };\n"
                               "template <class T> __global__ void fill(View<T> view, T value) { if (threadIdx.x < view.n) view.data[threadIdx.x] = value; }\n"
                               "template <int B, class T> void zero(T* p, int n) { using Value = T; kernel<<<1, B>>>(n, [=] __device__ (int i) { p[i] = Value(B); }); }\n"
                               "int main() { View<double> v(10); fill<<<1, 32>>>(v, 1.5); zero<32>(v.data, 10); float* p; cudaMalloc(&p, 40); par::for_each(10, Scale(p, 2)); }\n");
  REQUIRE(all.size() == 3);
  CHECK(arguments_of(all[0]) == "Scale");
  CHECK(arguments_of(all[1]) == "[0 double* p, using Value = double, constexpr int B = 32]");
  CHECK(arguments_of(all[2]) == "double");
}

TEST_CASE("a launch may spell its instance by a type made of the template's own") {
  for (const char* type : {"std::decay_t<F>", "typename std::decay<F>::type", "std::remove_reference_t<F>"}) {
    CAPTURE(type);
    const auto all = launches_of(std::string("#include <type_traits>\n#include <utility>\ntemplate <class F> __global__ void kernel(int n, F f) { if (threadIdx.x < n) f(threadIdx.x); }\n"
                                 "template <class F> void forall(int n, F&& f) { kernel<") + type +
                                 "><<<1, 64>>>(n, std::forward<F>(f)); }\n"
                                 "int main() { float* x; cudaMalloc(&x, 400); forall(50, [=] __device__ (int i) { x[i] = i; }); }\n");
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_seen);
    CHECK(arguments_of(all[0]) == "[0 float* x]");
  }
}

TEST_CASE("what is only printed is called all the same") {
  const auto all = launches_in(allocate + "printf(\"%d\\n\", launch(a)); std::cout << \"again \" << launch(b) << std::endl;", "int launch(int* p) { count<<<1, 64>>>(p, 64); return 0; } ");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
}

TEST_CASE("a closure's name that makes no sense is refused") {
  const std::string text = launcher + "int main() { float* x; kernel<<<1, 32>>>(8, [=] __device__ (int i) { x[i] = i; }); }\n";
  CHECK(compile("t.cu", text, "kernel<[0 float* x]>").ok());
  CHECK(compile("t.cu", text, "kernel<[0 float* x]>").kernel == "kernel<[0 float* x]>");
  std::string deep = "int";
  for (int i = 0; i < 3000; ++i) deep = "[0 " + deep + " x]";
  for (const std::string& name : {std::string("[1 float* x]"), std::string("[0 in nowhere]"), std::string("[0]"), std::string("[0 float x"), std::string("[0 this int]"), std::string("["),
                                  std::string("[0 using]"), std::string("[0 constexpr int x]"), std::string("[99999999999999999999]"), deep})
    CHECK_FALSE(compile("t.cu", text, "kernel<" + name + ">").ok());
}

const std::string copy_them = "int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice); copy<<<1, 64>>>(a, b, n);";

TEST_CASE("files are read as bytes, from where the program stands in them") {
  const std::string read = "FILE* f = fopen(argv[1], \"rb\"); if (!f) exit(1); int n; if (fread(&n, sizeof(n), 1, f) != 1) exit(1);\n"
                           "int* h = (int*)malloc(n * 4); int got = fread(h, 4, n, f); if (got != n) exit(1); fclose(f);\n";
  const auto all = launches_reading(read + copy_them, {{"in", bytes_of({3, 7, 8, 9})}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
  CHECK(all[0].arguments[2].number->whole == 3);
  CHECK(ints_of(all[0], 0) == std::vector{7, 8, 9});
  CHECK(all[0].assumed.empty());
  const auto cut = launches_reading(read + copy_them, {{"in", bytes_of({3, 7})}});  // too short: the program ends
  REQUIRE(cut.size() == 1);
  CHECK_FALSE(cut[0].is_seen);
  const auto sought = launches_reading("FILE* f = fopen(argv[1], \"rb\"); fseek(f, 0, SEEK_END); int n = ftell(f) / 4; rewind(f); fseek(f, 4, SEEK_CUR); --n;\n"
                                       "int* h = (int*)malloc(n * 4); while (!feof(f)) fread(h, 4, n + 1, f);\n" + copy_them, {{"in", bytes_of({1, 2, 3, 4})}});
  REQUIRE(sought.size() == 1);
  CHECK(ints_of(sought[0], 0) == std::vector{2, 3, 4});
}

TEST_CASE("files are read as text") {
  const auto all = launches_reading("FILE* f = fopen(argv[1], \"r\"); int n, i = 0, v; float skipped; char word[16], line[32]; fgets(line, 32, f);\n"
                                    "if (fscanf(f, \"%15s %d,%f\", word, &n, &skipped) != 3 || strcmp(word, \"n:\") != 0) exit(1); if (skipped != -2.5f) n = 1;\n"
                                    "int* h = (int*)malloc(n * 4); while (fscanf(f, \"%*d %d\", &v) == 1) h[i++] = v; if (fscanf(f, \"%d\", &v) != EOF) h[0] = 0; if (f != stdin) fclose(f);\n" + copy_them,
                                    {{"in", "# a comment, 12\nn:  3,-2.5e0\n1 10\n2 20 3\t30\n"}});
  REQUIRE(all.size() == 1);
  CHECK(ints_of(all[0], 0) == std::vector{10, 20, 30});
  const auto lines = launches_reading("FILE* f = fopen(argv[1], \"r\"); char* line = NULL; size_t room = 0; int n = 0; int* h = (int*)malloc(16);\n"
                                      "while (getline(&line, &room, f) != -1) if (line[0] != '#') h[n++] = atoi(strtok(line, \" \")) + atoi(strtok(NULL, \"\\n\"));\n" + copy_them,
                                      {{"in", "# no\n1 2\n30 40\n500 600"}});
  REQUIRE(lines.size() == 1);
  CHECK(ints_of(lines[0], 0) == std::vector{3, 70, 1100});
}

TEST_CASE("text that is not there is not there; bytes are made up, places that rise among them") {
  const auto text = launches_reading("FILE* f = fopen(\"none.txt\", \"r\"); int n = f ? 1 : 64; int* h = (int*)calloc(n, 4);" + copy_them, {});
  REQUIRE(text.size() == 1);
  CHECK(text[0].arguments[2].number->whole == 64);
  const auto all = launches_reading("FILE* f = fopen(argv[1], \"rb\"); int nodes, n; fread(&nodes, 4, 1, f); fread(&n, 4, 1, f);\n"
                                    "int* rows = (int*)malloc((nodes + 1) * 4); int* h = (int*)malloc(n * 4); fread(rows, 4, nodes + 1, f); fread(h, 4, n, f); int* d; cudaMalloc(&d, (nodes + 1) * 4);\n"
                                    "cudaMemcpy(d, rows, (nodes + 1) * 4, cudaMemcpyHostToDevice); copy<<<1, 64>>>(d, d, nodes);" + copy_them, {});
  REQUIRE(all.size() == 2);
  const std::vector<int> rows = ints_of(all[0], 0), columns = ints_of(all[1], 0);
  REQUIRE(rows.size() > 2);
  CHECK(rows.front() == 0);
  CHECK(std::is_sorted(rows.begin(), rows.end()));
  CHECK(rows.back() == static_cast<int>(columns.size()));
  CHECK(*std::max_element(columns.begin(), columns.end()) < static_cast<int>(rows.size()) - 1);
  CHECK(all[0].assumed == std::vector<std::string>{"its program reads `in`, which is not there, as numbers that are made up"});
}

TEST_CASE("the program's own names may begin as CUDA's do") {
  const auto all = launches_in("cudaError_t cudaStatus; int* cudaP = 0; cudaStatus = cudaSetDevice(0); if (cudaStatus != cudaSuccess) return 1; cudaStatus = cudaMalloc((void**)&cudaP, 256);\n"
                               "if (cudaStatus != cudaSuccess) return 2; count<<<2, 32>>>(cudaP, 64); cudaStatus = cudaGetLastError(); cudaFree(cudaP);");
  REQUIRE(all.size() == 1);
  CHECK(all[0].is_seen);
  CHECK(memory_of(all[0], 0).size == 256);
}

TEST_CASE("an unnamed record of things that only the host has") {
  const auto all = launches_in("Job job; job.p = 0; start(&job, 48); count<<<1, job.n>>>(job.p, job.n);",
                               "typedef struct { cudaEvent_t done; cudaChannelFormatDesc form; int* p; int n; } Job;\nstatic void start(Job* j, int n) { j->n = n; j->form = cudaCreateChannelDesc<float>(); cudaEventCreate(&j->done); cudaMalloc(&j->p, n * 4); }\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].block)[0] == 48);
}

TEST_CASE("variables that a function keeps are made when the program comes there first") {
  const auto all = launches_in("for (int i = 0; i < 3; ++i) count<<<Pool::instance()->next(), 32>>>(memory(32 * (i + 1)), lengths()[1]);",
                               "#include <map>\n#include <vector>\nstruct Pool { int n; Pool() { n = 4; } int next() { return n++; } static Pool* instance() { static Pool* pool = new Pool(); return pool; } };\n"
                               "int* memory(int n) { static int* p = NULL; static int room = n * 4; if (!p) cudaMalloc(&p, room); return p; }\n"
                               "std::vector<int>& lengths() { static std::vector<int> all(5, 7); return all; }\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 4);
  CHECK(memory_of(all[0], 0).size == 128);
  CHECK(all[0].arguments[1].number->whole == 7);
}

TEST_CASE("functions of specialisations, launches in brackets, shifts, sizes of what is being declared") {
  const auto all = launches_in("int* h = (int*)malloc(64 * sizeof *h); for (int i = 0; i < 64; i++) h[i] = i; int *d, n = 64; cudaMalloc(&d, 64 * sizeof(*d)); cudaMemcpy(d, h, 64 * sizeof *h, cudaMemcpyHostToDevice);\n"
                               "for (; n > 16; n >>= 1) {} Wrap<int>::run(d, n); RUN((fill<int, 5>), 2, 32, d); delete h, free(NULL);",
                               "#include <cstdio>\n#define RUN(k, g, b, ...) do { k<<<g, b>>>(__VA_ARGS__); if (cudaPeekAtLastError()) [&] { fprintf(stderr, \"%s\", #k); puts(\"\"); }(); } while (0)\n"
                               "template <class T, int N> __global__ void fill(T* x) { x[threadIdx.x] = N; }\n"
                               "template <class T> struct Wrap;\ntemplate <> struct Wrap<float> { static void run(float*, int) {} };\ntemplate <> struct Wrap<int> { static void run(int* p, int n) { count<<<1, n>>>(p, n); } };\n");
  REQUIRE(all.size() == 2);
  CHECK((*all[0].block)[0] == 16);
  CHECK(ints_of(all[0], 0) == times(1, 64));
  CHECK((*all[1].grid)[0] == 2);
  CHECK(all[1].line.kernel == "fill");
}

TEST_CASE("sums of what a function makes of a list, and of products of two") {
  const auto all = launches_in("std::vector<int> v{1, 2, 3}; int n = std::transform_reduce(v.begin(), v.end(), 4, std::plus<>(), [](int x) { return x * x; });\n"
                               "int* d; cudaMalloc(&d, n * 4); count<<<n, 32>>>(d, std::transform_reduce(v.begin(), v.end(), v.begin(), 1));",
                               "#include <functional>\n#include <numeric>\n#include <vector>\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 18);
  CHECK(all[0].arguments[1].number->whole == 15);
}

TEST_CASE("a name of a namespace right in front of main() does not make that a member of something") {
  const auto all = launches_in("auto t = Clock::now(); int n = 6, *d; cudaMalloc(&d, n * 4); count<<<n, 32>>>(d, n);", "#include <chrono>\nusing Clock = std::chrono::high_resolution_clock;\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 6);
  CHECK(memory_of(all[0], 0).size == 24);
}

TEST_CASE("an exception class of the file says its own words in place of the library's") {
  const auto all = launches_in("int n = std::string(Bad(7).what()).size(), *d; cudaMalloc(&d, 64); try { count<<<n, 32>>>(d, n); if (n > 100) throw Bad(n); } catch (const std::exception& e) { return 1; }",
                               "#include <stdexcept>\n#include <string>\nclass Bad : public std::exception { std::string text; public: explicit Bad(int n) : text(\"bad \" + std::to_string(n)) {}\n"
                               "const char* what() const noexcept override { return text.c_str(); } };\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 5);
}

TEST_CASE("a program may have more memory than the kernels can be given copies of, and kernels work on it all the same") {
  const auto lines = launches_in("size_t big = 100u << 20; char *x, *y; int* n; cudaMalloc(&x, big); cudaMalloc(&y, big); cudaMalloc(&n, 256); int* far = (int*)(y + big - 1024);\n"
                                 "cudaMemset(n, 0, 256); count<<<2, 128>>>(far, 256); copy<<<1, 64>>>(far, n, 64); int h; cudaMemcpy(&h, far + 3, 4, cudaMemcpyDeviceToHost); cudaFree(x);\n"
                                 "int *a, *b; cudaMalloc(&a, 64 * 4); cudaMalloc(&b, 64 * 4); cudaMemcpy(b, n, 64 * 4, cudaMemcpyDeviceToDevice); copy<<<h, 64>>>(b, a, 64);");
  REQUIRE(lines.size() == 3);
  CHECK((*lines[2].grid)[0] == 6);
  CHECK(ints_of(lines[2], 0) == times(2, 64));
}

TEST_CASE("a program that asks for more memory than there is is told so, by the call") {
  const auto lines = launches_in("int n = 64; int *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, 6000000000); copy<<<1, 64>>>(a, b, n);");
  REQUIRE(lines.size() == 1);
  REQUIRE(!lines[0].assumed.empty());
  CHECK(lines[0].assumed.back().find("cudaMalloc(&b, 6000000000)") != std::string::npos);
  CHECK(lines[0].assumed.back().find("asks for 6000000000 bytes") != std::string::npos);
}

TEST_CASE("the body of a function may be a try block, that of main, too") {
  const auto all = launches_of(kernels + "int half(int n) try { if (n < 0) throw 7; return n / 2; } catch (int odd) { return odd; } catch (...) { return 1; }\n"
                               "template <class T> auto twice(T n) -> T try { return 2 * n; } catch (int) { throw; }\n"
                               "int main() try { int* a; cudaMalloc(&a, 64 * 4); count<<<half(8), 64>>>(a, twice(5)); return 0; }\n"
                               "catch (const std::exception& e) { fprintf(stderr, \"%s\", e.what()); return 1; }\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 4);
  CHECK(all[0].arguments[1].number->whole == 10);
  CHECK(all[0].assumed.empty());
}

TEST_CASE("a host function's type may stand behind its parameters") {
  const auto all = launches_in("int* a; cudaMalloc(&a, 64 * 4); const auto sizes = both(8, 5u); count<<<sizes[0], 64>>>(a, twice(5) + (int)sum(1, 2.5));",
                               "auto both(int a, unsigned b) -> std::vector<unsigned> { return {(unsigned)a, b}; }\n"
                               "template <class T> auto twice(T n) -> T { return 2 * n; }\n"
                               "template <class A, class B> auto sum(A a, B b) -> decltype(a + b) { return a + b; }\n");
  REQUIRE(all.size() == 1);
  CHECK((*all[0].grid)[0] == 8);
  CHECK(all[0].arguments[1].number->whole == 13);
  CHECK(all[0].assumed.empty());
}
