// From CUDA C++ to results: whole kernels with expected values, and each report of the machine with its silent twin.
#include <doctest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "simulator/analysis/checks.h"
#include "simulator/machine/run_context.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

template <class T>
std::vector<T> iota(size_t n, T from = T{}) {
  std::vector<T> v(n);
  std::iota(v.begin(), v.end(), from);
  return v;
}

// Runs `int f(int a, int b, int c)` on one thread.
struct IntCase {
  const char* name;
  const char* body;  // of void kernel(int* r, int a, int b, int c)
  int expected;
};
int run_int(const std::string& body, const std::string& before = "") {
  Kernel k(before + "__global__ void kernel(int* r, int a, int b, int c) {" + body + "}");
  if (!k.compiled.ok()) return -999999;
  k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(4).value(int64_t{7}).value(int64_t{-3}).value(int64_t{100}).run();
  CHECK(k.kinds().find("uninit") == std::string::npos);
  return k.get<int32_t>(0)[0];
}

}  // namespace

TEST_CASE("the grey picture comes out as plain C++ computes it") {
  const char* text = R"(
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float r = rgb[i];
  float g = rgb[i + n];
  float b = rgb[i + 2 * n];
  float grey = 0.2989f * r + 0.5870f * g + 0.1140f * b;
  out[i] = grey;
})";
  const int n = 1000;
  std::vector<uint8_t> rgb(3 * n);
  for (size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<uint8_t>(i * 7919 >> 3);
  for (Schedule schedule : all_schedules) {
    Kernel k(text);
    k.shape({4, 1, 1}, {256, 1, 1}).in(rgb).out<uint8_t>(n).value(int64_t{n}).run(schedule, 5);
    CHECK(k.result.status == SimulationStatus::finished);
    CHECK(k.kinds() == "");
    const auto grey = k.get<uint8_t>(1);
    for (size_t i = 0; i < n; ++i) {
      const float r = rgb[i], g = rgb[i + n], b = rgb[i + 2 * n];
      CHECK(grey[i] == static_cast<uint8_t>(std::fma(0.1140f, b, std::fma(0.2989f, r, 0.5870f * g))));
    }
    if (schedule == Schedule::random || schedule == Schedule::adversarial) continue;  // these part the lanes of a warp
    CHECK(k.result.counters.global_load_requests == 3 * 32);
    CHECK(k.result.counters.global_store_requests == 32);
  }
}

TEST_CASE("a tiled matrix product from a template") {
  const char* text = R"(
template <int T> __global__ void matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float as[T][T];
  __shared__ float bs[T][T];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n / T; t++) {
    as[threadIdx.y][threadIdx.x] = A[y * n + t * T + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = B[(t * T + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  C[y * n + x] = sum;
})";
  const size_t n = 32;
  std::vector<float> a(n * n), b(n * n);
  for (size_t i = 0; i < n * n; ++i) a[i] = static_cast<float>(i % 13), b[i] = static_cast<float>(i % 7) - 3;
  for (Schedule schedule : all_schedules) {
    Kernel k(text, "matmul<8>");
    k.shape({4, 4, 1}, {8, 8, 1}).in(a).in(b).out<float>(n * n).value(int64_t{32}).run(schedule, 1);
    CHECK(k.kinds() == "");
    const auto c = k.get<float>(2);
    for (size_t y = 0; y < n; ++y)
      for (size_t x = 0; x < n; ++x) {
        float sum = 0;
        for (size_t i = 0; i < n; ++i) sum += a[y * n + i] * b[i * n + x];
        CHECK(c[y * n + x] == sum);
      }
  }
}

TEST_CASE("the language's corners") {
  const IntCase cases[] = {
      {"promotion and division", "unsigned char x = 200; r[0] = x + x / 3;", 266},
      {"unsigned wrap", "unsigned u = 3; r[0] = (u - 5) > 10u;", 1},
      {"shifts", "r[0] = (-16 >> 2) + (1 << a) + (int)(0x80000000u >> 28);", -4 + 128 + 8},
      {"remainder has the sign of the dividend", "r[0] = b % 2 * 10 + a % 4;", -10 + 3},
      {"post and pre increment", "int i = a; int j = i++ * 10; j += ++i; r[0] = j;", 79},
      {"the right side comes first", "int i = 0; r[1] = 5; r[i++] = i; r[0] = r[0] * 10 + i;", 1},
      {"comma", "int x = (a += 1, a * 2); r[0] = x;", 16},
      {"conditional", "r[0] = a > 5 ? b : c; r[0] += a < 5 ? r[1000000] : 1;", -2},
      {"short circuit", "int n = 0; if (a > 5 || ++n) n += 10; if (b > 0 && ++n) n += 100; r[0] = n;", 10},
      {"logical values", "int x = a && b, y = !a, z = !c || b; r[0] = x * 100 + y * 10 + z;", 101},
      {"while and break", "int n = 0; while (true) { if (n == a) break; n++; } r[0] = n;", 7},
      {"do with continue", "int n = 0, s = 0; do { n++; if (n & 1) continue; s += n; } while (n < 10); r[0] = s;", 30},
      {"for with continue", "int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; } r[0] = s;", 25},
      {"two variables of one for keep apart from the body's temporaries", "int s = 0; for (int i = 0, t = 0; i < c; i += 32, t++) { s += t + 1; if (s > 100) break; } r[0] = s;", 10},
      {"and from the body's own variables", "int s = 0; for (int i = 0, n = a; i < n; i++) { int q = i * 2, w = q + 1; s += q * w; } r[0] = s;", 406},
      {"switch falls through", "int s = 0; switch (a) { case 1: s = 1; case 7: s += 10; case 8: s += 100; break; default: s = 5; } r[0] = s;", 110},
      {"switch default in the middle", "int s = 0; switch (c) { case 1: s = 1; break; default: s = 9; case 2: s += 20; } r[0] = s;", 29},
      {"switch on a cast that looks like a declaration", "unsigned w[2] = {1, 7}; int s = 0; switch (short(*(w + 1))) { case 7: s = 3; break; default: s = 4; } switch (int v{2}) { case 2: s += v * 10; } switch (int v = 5; v) { case 5: s += 100; } r[0] = s;", 123},
      {"switch without a match", "int s = 4; switch (c) { case 1: s = 1; break; } r[0] = s;", 4},
      {"nested loops with break", "int n = 0; for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) { if (j > i) break; n++; } r[0] = n;", 15},
      {"long arithmetic", "long long x = 1; for (int i = 0; i < 40; i++) x *= 2; r[0] = (int)(x >> 35) + (int)(x % 1000);", 32 + 776},
      {"char is signed", "char x = 200; r[0] = x;", -56},
      {"compound on a small type wraps", "unsigned char x = 250; x += 10; r[0] = x; x <<= 4; r[0] = r[0] * 1000 + x;", 4064},
      {"bool", "bool t = a; t = t + 5; r[0] = t;", 1},
      {"float to unsigned char saturates, then cuts", "unsigned char x = 300.5f; unsigned char y = -5.0f; r[0] = x * 1000 + y;", 44000},
      {"float to int saturates", "float f = 1e20f; r[0] = (int)f == 2147483647;", 1},
      {"double arithmetic", "double d = 0.1; d = d * 3; r[0] = d > 0.3;", 1},
      {"local array", "int v[5]; for (int i = 0; i < 5; i++) v[i] = i * i; int s = 0; for (int i = 0; i < 5; i++) s += v[i]; r[0] = s;", 30},
      {"array initialiser fills with zeros", "int v[6] = {1, 2, 3}; int s = 0; for (int i = 0; i < 6; i++) s = s * 2 + v[i]; r[0] = s;", 88},
      {"two dimensions", "int v[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) v[i][j] = i * 10 + j; r[0] = v[2][3] * 100 + v[1][2];", 2312},
      {"address of a local", "int x = 5; int* p = &x; *p += a; r[0] = x;", 12},
      {"pointer arithmetic", "int v[4] = {1, 20, 300, 4000}; int* p = v + 3; p -= 2; r[0] = *p + p[1] + *(p - 1) + (int)(p - v);", 322},
      {"pointer walk", "int v[4] = {1, 20, 300, 4000}; int s = 0; for (int* p = v; p != v + 4; ++p) s += *p; r[0] = s;", 4321},
      {"reference", "int x = 1; int& y = x; y += 4; r[0] = x;", 5},
      {"struct in registers", "struct P { int x; float y; }; P p; p.x = 3; p.y = 1.5f; P q = p; q.x *= 2; r[0] = p.x * 10 + q.x + (int)(q.y * 2);", 39},
      {"struct initialiser", "struct P { int x, y, z; }; P p = {4, 5}; r[0] = p.x * 100 + p.y * 10 + p.z;", 450},
      {"union puns", "union U { float f; unsigned u; }; U x; x.f = 1.0f; r[0] = (int)(x.u >> 20);", 0x3F8},
      {"conditional lvalue", "int x = 1, y = 2; (a > 5 ? x : y) = 30; (a < 5 ? x : y) += 4; r[0] = x * 10 + y;", 306},
      {"conditional lvalue of memory", "int x = 1; int v[2] = {5, 6}; (b > 0 ? x : v[1]) = 9; r[0] = x * 100 + v[0] * 10 + v[1];", 159},
      {"chained", "int k = 10; (k -= 3) *= 2; ++(++k); r[0] = k;", 16},
      {"locals do not disturb buffers", "r[1] = 4; for (int i = 0; i < 3; i++) { int v[3]; v[i] = i; r[0] = v[i] + r[1]; }", 6},
      {"a record from a conditional", "struct P { int x, y; }; P p = {1, 2}, q = {3, 4}; P s = a > 5 ? q : p; r[0] = s.x * 10 + s.y;", 34},
      {"a record in an array", "struct P { int x; char c; }; P v[3]; for (int i = 0; i < 3; i++) { v[i].x = i; v[i].c = 'a' + i; } P q = v[2]; r[0] = q.x * 1000 + q.c + v[1].x;", 2100},
      {"nested records", "struct V { int x, y; }; struct L { V a, b; }; L l = {{1, 2}, {3, 4}}; l.b = l.a; l.a.x = 9; r[0] = l.a.x * 1000 + l.a.y * 100 + l.b.x * 10 + l.b.y;", 9212},
      {"swap of members", "struct V { int x, y; }; V v = {1, 2}; v = V{v.y, v.x}; r[0] = v.x * 10 + v.y;", 21},
      {"a pointer to a member", "struct V { int x, y; }; V v = {1, 2}; int* p = &v.y; *p = 7; r[0] = v.x * 10 + v.y;", 17},
      {"assignment has a value", "int x, y; x = y = a + 1; r[0] = x + y;", 16},
      {"shadowing", "int x = 1; { int x = 2; r[1] = x; } r[0] = x * 10 + r[1];", 12},
      {"negation and complement", "r[0] = -a + ~a + !a;", -15},
      {"mixed comparison is unsigned", "r[0] = (b < 1u);", 0},
      {"character constants and enum", "enum E { one = 1, five = 5, six }; r[0] = six * 100 + 'A';", 665},
      {"minimum and maximum", "r[0] = min(a, b) * 100 + max(a, c) + abs(b);", -300 + 100 + 3},
      {"sizeof", "r[0] = sizeof(int) + sizeof(double) * 10 + (int)sizeof(float[3]) * 100;", 1284},
      {"unsigned long shift", "unsigned long long x = 1ull << 40; r[0] = (int)(x >> 38);", 4},
      {"int64 compare branch", "long long x = a; x *= 1000000000; if (x > 5000000000LL) r[0] = 1; else r[0] = 2;", 1},
      {"char loop", "int s = 0; for (unsigned char i = 0; i < 200; i++) s += i; r[0] = s;", 19900},
  };
  for (const IntCase& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(run_int(c.body) == c.expected);
  }
}

TEST_CASE("device functions are inlined") {
  CHECK(run_int("r[0] = twice(a) + twice(1.5f);", "__device__ int twice(int x) { return 2 * x; } __device__ float twice(float x) { return x * 2; }") == 17);
  CHECK(run_int("r[0] = clamp(a, 0, 5) * 10 + clamp(b, 0, 5);",
                "__device__ int clamp(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }") == 50);
  CHECK(run_int("int x = a; bump(x); bump(x); r[0] = x;", "__device__ void bump(int& x) { x += 10; }") == 27);
  CHECK(run_int("int x = 1, y = 2; swap(&x, &y); r[0] = x * 10 + y;", "__device__ void swap(int* p, int* q) { int t = *p; *p = *q; *q = t; }") == 21);
  CHECK(run_int("P p = make(a); r[0] = p.x * 100 + p.y;", "struct P { int x, y; }; __device__ P make(int v) { P p; p.x = v; p.y = v + 1; return p; }") == 708);
  CHECK(run_int("r[0] = sum(5);", "__device__ int sum(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }") == 15);
  CHECK(run_int("int n = 5; int s = sum(n); r[0] = s * 10 + n;", "__device__ int sum(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }") == 155);
  CHECK(run_int("r[0] = find(a);", "__device__ int find(int n) { for (int i = 0; i < 100; i++) { if (i * i > n) return i; } return -1; }") == 3);
}

TEST_CASE("divergent threads each take their own path") {
  Kernel k(R"(__global__ void k(int* out) {
    int i = threadIdx.x, v = 0;
    if (i % 2) { for (int j = 0; j < i; j++) v += j; } else if (i % 3 == 0) v = -i; else { switch (i & 7) { case 2: v = 20; break; case 4: v = 40; default: v += 1; } }
    if (i == 9) { out[i] = 1000; return; }
    out[i] = v;
  })");
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds() == "");
  const auto out = k.get<int32_t>(0);
  for (int i = 0; i < 64; ++i) {
    int v = 0;
    if (i % 2) { for (int j = 0; j < i; j++) v += j; } else if (i % 3 == 0) v = -i; else { switch (i & 7) { case 2: v = 20; break; case 4: v = 40; [[fallthrough]]; default: v += 1; } }
    if (i == 9) v = 1000;
    CHECK(out[static_cast<size_t>(i)] == v);
  }
  CHECK(k.result.counters.branch_divergent > 0);
}

TEST_CASE("atomics are indivisible under every schedule") {
  const char* text = R"(__global__ void k(int* sum, unsigned* top, unsigned* bits, float* f, unsigned long long* big, int* order) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, i); atomicMax(top, i * 7u % 1000u); atomicOr(bits, 1u << (i & 31)); atomicAdd(f, 1.0f); atomicAdd(big, 1ull << 32);
    int at = atomicAdd(&order[0], 1);
    order[1 + at] = i;
  })";
  for (Schedule schedule : all_schedules) {
    CAPTURE(std::string(schedule_name(schedule)));
    Kernel k(text);
    k.shape({3, 1, 1}, {100, 1, 1}).in<int32_t>({0}).in<uint32_t>({0}).in<uint32_t>({0}).in<float>({0}).in<uint64_t>({0}).in<int32_t>(std::vector<int32_t>(301)).run(schedule, 9);
    CHECK(k.get<int32_t>(0)[0] == 299 * 300 / 2);
    CHECK(k.get<uint32_t>(2)[0] == 0xFFFFFFFF);
    CHECK(k.get<float>(3)[0] == 300.0f);
    CHECK(k.get<uint64_t>(4)[0] == 300ull << 32);
    const auto order = k.get<int32_t>(5);
    CHECK(std::set<int32_t>(order.begin() + 1, order.end()).size() == 300);
    CHECK(k.kinds() == "");
  }
}

TEST_CASE("a tree reduction in dynamic shared memory") {
  Kernel k(R"(extern __shared__ float s[];
  __global__ void sum(const float* in, float* out) {
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) { if (t < half) s[t] += s[t + half]; __syncthreads(); }
    if (t == 0) out[blockIdx.x] = s[0];
  })");
  k.shape({4, 1, 1}, {128, 1, 1}, 512).in(iota<float>(512)).out<float>(4).run();
  CHECK(k.kinds() == "");
  for (size_t b = 0; b < 4; ++b) {
    float sum = 0;
    for (size_t i = 0; i < 128; ++i) sum += static_cast<float>(b * 128 + i);
    CHECK(k.get<float>(1)[b] == sum);
  }
}

TEST_CASE("device and constant globals") {
  Kernel k(R"(__constant__ float weights[3] = {1.0f, 2.5f, -1.0f}; __device__ int hits = 40; __device__ int table[4];
  __global__ void k(float* out, int* n) { int i = threadIdx.x; table[i & 3] = i; out[i] = weights[i % 3]; atomicAdd(&hits, 1); __syncthreads(); if (i == 0) *n = hits + table[3] - table[3]; })");
  k.shape({1, 1, 1}, {6, 1, 1}).out<float>(6).out<int32_t>(1).run();
  CHECK(k.get<float>(0)[4] == 2.5f);
  CHECK(k.get<int32_t>(1)[0] == 46);
}

// ---- every report has a silent twin

namespace {

struct ReportCase {
  const char* name;
  const char* text;      // kernel of (int* p, int n); p has 64 elements that hold their index; 64 threads, n = 64
  const char* reported;  // kinds
};
const ReportCase report_cases[] = {
    {"write past the end", "__global__ void k(int* p, int n) { p[threadIdx.x + 1] = 0; }", "oob.write"},
    {"guarded write", "__global__ void k(int* p, int n) { int i = threadIdx.x + 1; if (i < n) p[i] = 0; }", ""},
    {"read before the start", "__global__ void k(int* p, int n) { int v = p[(int)threadIdx.x - 1]; if (v == 1000) p[63] = 0; }", "oob.read"},
    {"local array overrun", "__global__ void k(int* p, int n) { int v[4] = {0, 0, 0, 0}; p[threadIdx.x] = v[n / 16]; }", "oob.read"},
    {"local array", "__global__ void k(int* p, int n) { int v[4] = {0, 0, 0, 0}; p[threadIdx.x] = v[n / 17]; }", ""},
    {"null", "__global__ void k(int* p, int n) { int* q = n > 5 ? nullptr : p; q[threadIdx.x] = 1; }", "memory.null"},
    {"not null", "__global__ void k(int* p, int n) { int* q = n > 500 ? nullptr : p; q[threadIdx.x] = 1; }", ""},
    {"misaligned", "__global__ void k(int* p, int n) { int v = *(int*)((char*)p + 2); if (v == -5) p[0] = v; }", "memory.misaligned"},
    {"aligned", "__global__ void k(int* p, int n) { int v = *(int*)((char*)p + 4); if (v == -5) p[0] = v; }", ""},
    {"division by zero", "__global__ void k(int* p, int n) { p[threadIdx.x] = 100 / (int)threadIdx.x; }", "arith.div0"},
    {"division", "__global__ void k(int* p, int n) { p[threadIdx.x] = 100 / ((int)threadIdx.x + 1); }", ""},
    {"shift too far", "__global__ void k(int* p, int n) { p[threadIdx.x] = 1 << threadIdx.x; }", "arith.shift"},
    {"shift", "__global__ void k(int* p, int n) { p[threadIdx.x] = 1 << (threadIdx.x & 31); }", ""},
    {"unset local", "__global__ void k(int* p, int n) { int v; if (threadIdx.x < 10) v = 1; p[threadIdx.x] = v; }", "uninit.local"},
    {"set local", "__global__ void k(int* p, int n) { int v; if (threadIdx.x < 10) v = 1; else v = 2; p[threadIdx.x] = v; }", ""},
    {"set on the same condition", "__global__ void k(int* p, int n) { int v; if (threadIdx.x < 10) v = 1; if (threadIdx.x < 10) p[threadIdx.x] = v; }", ""},
    {"unset sum", "__global__ void k(int* p, int n) { int s; for (int i = 0; i < 3; i++) s += i; p[threadIdx.x] = s; }", "uninit.local"},
    {"unset array element", "__global__ void k(int* p, int n) { int v[4]; v[1] = 1; p[threadIdx.x] = v[n / 32]; }", "uninit.local"},
    {"unset shared", "__global__ void k(int* p, int n) { __shared__ int s[64]; p[threadIdx.x] = s[threadIdx.x]; }", "uninit.shared"},
    {"set shared", "__global__ void k(int* p, int n) { __shared__ int s[64]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x]; }", ""},
    {"divergent barrier", "__global__ void k(int* p, int n) { if (threadIdx.x < 40) __syncthreads(); p[threadIdx.x] = 1; }", "barrier.divergent"},
    {"uniform barrier in an if", "__global__ void k(int* p, int n) { if (n > 5) __syncthreads(); p[threadIdx.x] = 1; }", ""},
    {"two barriers in two branches", "__global__ void k(int* p, int n) { if (threadIdx.x < 32) __syncthreads(); else __syncthreads(); p[threadIdx.x] = 1; }", "barrier.divergent"},
    {"early return", "__global__ void k(int* p, int n) { if (threadIdx.x >= 40) return; __syncthreads(); p[threadIdx.x] = 1; }", ""},
    {"return in the loop of the barrier", "__global__ void k(int* p, int n) { for (int i = 0; i < 3; i++) { __syncthreads(); if (threadIdx.x >= 32 && i == 1) return; } p[threadIdx.x] = 1; }", ""},
    {"loops of different length", "__global__ void k(int* p, int n) { for (int i = 0; i < (threadIdx.x < 32 ? 2 : 3); i++) __syncthreads(); p[threadIdx.x] = 1; }", "barrier.divergent"},
    {"shared race", "__global__ void k(int* p, int n) { __shared__ int s[64]; s[threadIdx.x] = 1; p[threadIdx.x] = s[63 - threadIdx.x]; }", "race.raw uninit.shared"},
    {"shared with a barrier", "__global__ void k(int* p, int n) { __shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x]; }", ""},
    {"store to constant memory", "__constant__ int c[4] = {1, 2, 3, 4}; __global__ void k(int* p, int n) { int* q = (int*)c; q[n - 63] = 5; }", "memory.readonly"},
    {"unset pointed-to local", "__device__ void f(int* q) { *q = *q + 1; } __global__ void k(int* p, int n) { int v; f(&v); p[threadIdx.x] = v; }", "uninit.local"},
    {"out parameter", "__device__ void f(int* q) { *q = 1; } __global__ void k(int* p, int n) { int v; f(&v); p[threadIdx.x] = v; }", ""},
    {"copying a record with an unset member", "struct P { int x, y; }; __global__ void k(int* p, int n) { P v[2]; v[0].x = 1; v[1] = v[0]; p[threadIdx.x] = v[1].x; }", ""},
    {"reading the unset member", "struct P { int x, y; }; __global__ void k(int* p, int n) { P v[2]; v[0].x = 1; p[threadIdx.x] = v[n / 64 - 1].y; }", "uninit.local"},
    {"unset member", "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; if (n > 100) q.x = 1; p[threadIdx.x] = q.x; }", "uninit.local"},
    {"one of two members",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = q.x + q.y; }", "uninit.local"},
    {"the member that is set",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = q.x; }", ""},
    {"both members, one by one",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; q.y = 2; p[threadIdx.x] = q.x + q.y; }", ""},
    {"both members on the same condition",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; if (threadIdx.x < 10) q.y = 2; p[threadIdx.x] = threadIdx.x < 10 ? q.x + q.y : q.x; }", ""},
    {"a member on some other condition",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; if (threadIdx.x < 10) q.y = 2; p[threadIdx.x] = threadIdx.x < 11 ? q.x + q.y : q.x; }", "uninit.local"},
    {"a member changed before it is set",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; q.y += 1; p[threadIdx.x] = q.x; }", "uninit.local"},
    {"a vector's last member",
     "__global__ void k(int* p, int n) { float4 q; q.x = q.y = q.z = 3; p[threadIdx.x] = (int)q.w; }", "uninit.local"},
    {"a vector member by member",
     "__global__ void k(int* p, int n) { float4 q; q.x = q.y = q.z = 3; q.w = q.x; p[threadIdx.x] = (int)q.w; }", ""},
    {"a record in a record",
     "struct P { int x, y; }; struct Q { P a; int b; }; __global__ void k(int* p, int n) { Q q; q.a.x = 1; q.b = 2; p[threadIdx.x] = q.b + q.a.y; }", "uninit.local"},
    {"a record in a record, whole",
     "struct P { int x, y; }; struct Q { P a; int b; }; __global__ void k(int* p, int n) { Q q; P a = {1, 2}; q.a = a; q.b = 2; p[threadIdx.x] = q.b + q.a.y; }", ""},
    {"copied, and the copy's set member read",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; P r = q; P s; s = r; p[threadIdx.x] = s.x; }", ""},
    {"copied, and the copy's unset member read",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; P r = q; P s; s = r; p[threadIdx.x] = s.y; }", "uninit.local"},
    {"copied, and the copy completed",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; P r = q; r.y = 1; p[threadIdx.x] = r.y; }", ""},
    {"a copy is as it was, though the original is completed",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; P r = q; q.y = 1; p[threadIdx.x] = q.y + r.y; }", "uninit.local"},
    {"taken over by a whole one, in a loop",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P r = {1, 2}; int sum = 0; for (int i = 0; i < 2; ++i) { sum += r.y; P q; q.x = i; r = q; } p[threadIdx.x] = sum; }", "uninit.local"},
    {"taken over and completed, in a loop",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P r = {1, 2}; int sum = 0; for (int i = 0; i < n / 9; ++i) { sum += r.y; P q; q.x = i; r = q; r.y = i; } p[threadIdx.x] = sum; }", ""},
    {"given by value",
     "struct P { int x, y; }; __device__ int y(P q) { return q.y; } __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = y(q); }", "uninit.local"},
    {"given by value, and the set member read",
     "struct P { int x, y; }; __device__ int x(P q) { return q.x; } __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = x(q); }", ""},
    {"given by value and changed there",
     "struct P { int x, y; }; __device__ int y(P q) { q.x += 1; return q.y; } __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = y(q); }", "uninit.local"},
    {"given by value and completed there",
     "struct P { int x, y; }; __device__ int y(P q) { q.y = q.x; return q.y; } __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = y(q); }", ""},
    {"a parameter that takes over another",
     "struct P { int x, y; }; __device__ int y(P a, P b) { a = b; return a.y; } __global__ void k(int* p, int n) { P q, w = {1, 2}; q.x = n; p[threadIdx.x] = y(w, q); }", "uninit.local"},
    {"returned",
     "struct P { int x, y; }; __device__ P f(int v) { P q; q.x = v; return q; } __global__ void k(int* p, int n) { p[threadIdx.x] = f(n).y; }", "uninit.local"},
    {"returned, the set member",
     "struct P { int x, y; }; __device__ P f(int v) { P q; q.x = v; return q; } __global__ void k(int* p, int n) { P q = f(n); p[threadIdx.x] = q.x + f(2).x; }", ""},
    {"returned and completed",
     "struct P { int x, y; }; __device__ P f(int v) { P q; q.x = v; return q; } __global__ void k(int* p, int n) { P q; q = f(n); q.y = 1; p[threadIdx.x] = q.x + q.y; }", ""},
    {"returned on one of two ways",
     "struct P { int x, y; }; __device__ P f(int v) { P q; q.x = v; if (v > 9) return q; P r = {v, v}; return r; } __global__ void k(int* p, int n) { p[threadIdx.x] = f(threadIdx.x < 5 ? 10 : 1).y; }", "uninit.local"},
    {"returned on the way that is not gone",
     "struct P { int x, y; }; __device__ P f(int v) { P q; q.x = v; if (v > 99) return q; P r = {v, v}; return r; } __global__ void k(int* p, int n) { p[threadIdx.x] = f(threadIdx.x < 5 ? 10 : 1).y; }", ""},
    {"passed on",
     "struct P { int x, y; }; __device__ P same(P q) { return q; } __global__ void k(int* p, int n) { P q; q.x = n; P r = same(q); p[threadIdx.x] = r.y; }", "uninit.local"},
    {"passed on whole",
     "struct P { int x, y; }; __device__ P same(P q) { return q; } __global__ void k(int* p, int n) { P q; q.x = n; q.y = n; P r = same(q); p[threadIdx.x] = r.y; }", ""},
    {"one of two records",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q, w = {1, 2}; q.x = n; P r = threadIdx.x < 5 ? q : w; p[threadIdx.x] = r.y; }", "uninit.local"},
    {"the other of two records, pass by pass",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q, w = {1, 2}; q.x = n; int sum = 0; for (int i = 0; i < n / 9; ++i) { P r = i % 2 ? q : w; sum += i % 2 ? r.x : r.y; } p[threadIdx.x] = sum; }", ""},
    {"members exchanged",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; q.y = 1; q = {q.y, q.x}; p[threadIdx.x] = q.x + q.y; }", ""},
    {"an unset member exchanged",
     "struct P { int x, y; }; __global__ void k(int* p, int n) { P q; q.x = n; q = {q.y, q.x}; p[threadIdx.x] = q.x; }", "uninit.local"},
    {"a scalar that a function is given is reported once",
     "struct P { int x, y; }; __device__ int twice(int v) { return v + v; } __global__ void k(int* p, int n) { P q; q.x = n; p[threadIdx.x] = twice(q.y); }", "uninit.local"},
};

}  // namespace

TEST_CASE("each report and its silent twin") {
  for (const ReportCase& c : report_cases) {
    CAPTURE(std::string(c.name));
    Kernel k(c.text);
    if (!k.compiled.ok()) {
      CHECK(k.compiled.ok());
      continue;
    }
    k.shape({1, 1, 1}, {64, 1, 1}).in(iota<int32_t>(64)).value(int64_t{64}).run();
    CHECK(k.result.status == SimulationStatus::finished);
    std::string kinds = k.kinds();
    if (std::string(c.reported) == "race.raw uninit.shared") {
      CHECK(kinds.find("race.raw") != std::string::npos);
    } else {
      CHECK(kinds == c.reported);
    }
  }
}

TEST_CASE("a buffer that is stored to by way of exchanged pointers counts as stored") {
  Kernel k("__global__ void k(int* a, int* b) { for (int i = 0; i < 2; i++) { b[0] = a[0] + 1; int* t = a; a = b; b = t; } }");
  k.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({5}).in<int32_t>({0});
  k.options.record = true;
  k.run();
  CHECK(k.get<int32_t>(0)[0] == 7);
  CHECK(k.get<int32_t>(1)[0] == 6);
  REQUIRE(k.result.recording);
  CHECK(k.result.recording->memory(0, 0, 0).bytes[0] == 5);
  CHECK(k.result.recording->memory(k.result.recording->end(), 0, 0).bytes[0] == 7);
  CHECK(k.result.recording->memory(0, 0, 0).bytes[0] == 5);
}

TEST_CASE("each thread has its own local array, whatever way the threads go") {
  Kernel k(R"(__global__ void k(int* out, int n) {
    int v[8]; int t = threadIdx.x;
    for (int i = 0; i < 8; i++) v[i] = t * 100 + i;
    if (t % 3) v[t % 8] += n; else for (int i = 0; i < t % 5; i++) v[i] *= 2;
    int s = 0;
    for (int i = 0; i < 8; i++) s += v[i];
    out[t] = s;
  })");
  for (Schedule schedule : all_schedules) {
    Kernel run = k;
    run.shape({1, 1, 1}, {80, 1, 1}).out<int32_t>(80).value(int64_t{7}).run(schedule, 3);
    CHECK(run.kinds() == "");
    for (int t = 0; t < 80; ++t) {
      int v[8], s = 0;
      for (int i = 0; i < 8; i++) v[i] = t * 100 + i;
      if (t % 3) v[t % 8] += 7; else for (int i = 0; i < t % 5; i++) v[i] *= 2;
      for (int i : v) s += i;
      CHECK(run.get<int32_t>(0)[static_cast<size_t>(t)] == s);
    }
  }
}

TEST_CASE("plain additions race, and say so with both lines") {
  Kernel k("__global__ void tally(int* count)\n{\n  int old = *count;\n  int more = old + 1;\n  *count = more;\n}\n");
  k.shape({1, 1, 1}, {256, 1, 1}).in<int32_t>({0}).run();
  CHECK(k.get<int32_t>(0)[0] == 8);
  CHECK(k.kinds() == "race.raw race.waw");
  REQUIRE(k.result.findings.size() == 2);
  std::set<uint32_t> lines;
  for (const FindingPlace& place : k.result.findings[0].places) lines.insert(k.compiled.sources->start(place.span).line);
  CHECK(lines == std::set<uint32_t>{3, 5});
}

TEST_CASE("a kernel that loops for ever spends its budget and says where it stands") {
  Kernel k("__global__ void k(int* p) { while (true) { } }");
  k.options.instruction_budget = 10'000;
  k.shape({1, 1, 1}, {32, 1, 1}).in<int32_t>({0}).run();
  CHECK(k.result.status == SimulationStatus::budget_spent);
  CHECK(k.kinds() == "budget");
  CHECK(k.result.counters.warp_instructions == 10'000);
}

TEST_CASE("a cancelled run stops at once") {
  Kernel k("__global__ void k(int* p) { for (unsigned k = 1; k != 0xffffffff;) k = k * 3 + 2; }");
  k.shape({1, 1, 1}, {32, 1, 1}).in<int32_t>({0});
  std::stop_source stop;
  RunProgress progress;
  progress.report = [&](double, uint64_t) { stop.request_stop(); };
  const SimulationResult result = simulate(k.compiled.program, k.launch, {}, progress, stop.get_token());
  CHECK(result.status == SimulationStatus::cancelled);
}

TEST_CASE("launches that cannot be are refused with their reason") {
  struct Case {
    const char* name;
    Index3 grid, block;
    uint32_t dynamic_shared;
    bool ok;
  };
  const Case cases[] = {{"fine", {1, 1, 1}, {1024, 1, 1}, 0, true}, {"1025 threads", {1, 1, 1}, {1025, 1, 1}, 0, false}, {"no grid", {0, 1, 1}, {32, 1, 1}, 0, false},
                        {"no block", {1, 1, 1}, {32, 0, 1}, 0, false}, {"much shared memory", {1, 1, 1}, {32, 1, 1}, 400'000, false}};
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    Kernel k("__global__ void k(int* p) { p[0] = 1; }");
    k.shape(c.grid, c.block, c.dynamic_shared).in<int32_t>({0}).run();
    CHECK((k.result.status == SimulationStatus::finished) == c.ok);
    if (!c.ok) CHECK(k.kinds() == "launch.invalid");
  }
  Kernel k("__global__ void k(int* p, int n) { p[0] = n; }");
  k.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({0}).run();
  CHECK(k.result.status == SimulationStatus::invalid_launch);
  k.in<int32_t>({0}).run();
  CHECK(k.result.status == SimulationStatus::invalid_launch);
}

TEST_CASE("the written elements are told, and missing ones reported") {
  Kernel k("__global__ void k(int* p) { if (threadIdx.x % 2) p[threadIdx.x] = 1; }");
  k.shape({1, 1, 1}, {32, 1, 1}).out<int32_t>(32).run();
  CHECK(k.kinds() == "coverage");
  CHECK(!k.result.buffers[0].written[0]);
  CHECK(k.result.buffers[0].written[1]);
  k.options.checks = false;
  k.run();
  CHECK(k.kinds() == "");
  CHECK(!k.result.buffers[0].written[0]);
  CHECK(k.result.buffers[0].written[1]);
}

TEST_CASE("checks change nothing but what they report") {
  const char* text = "__global__ void k(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; for (int j = 0; j < i % 5; j++) atomicAdd(&p[(i * 7 + j) % n], j); }";
  for (Schedule schedule : all_schedules) {
    Kernel a(text), b(text);
    b.options.checks = false;
    a.shape({5, 1, 1}, {70, 1, 1}).in<int32_t>(std::vector<int32_t>(50)).value(int64_t{50}).run(schedule, 4);
    b.shape({5, 1, 1}, {70, 1, 1}).in<int32_t>(std::vector<int32_t>(50)).value(int64_t{50}).run(schedule, 4);
    CHECK(a.get<int32_t>(0) == b.get<int32_t>(0));
    CHECK(a.result.counters.warp_instructions == b.result.counters.warp_instructions);
    CHECK(a.result.counters.thread_instructions == b.result.counters.thread_instructions);
  }
}

TEST_CASE("every loop that this processor can run gives the same run") {
  const char* text = R"(
__device__ float mix(float a, float b, int i) { return i % 3 == 0 ? a * b + 1.5f : i % 3 == 1 ? fminf(a, b) : a / (b + 2.0f); }
__global__ void k(const unsigned char* bytes, const float* f, float* out, int* ints, unsigned long long* wide, short* small, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, i = y * 64 + x;
  float v = bytes[3 * i % n] + bytes[(i * 7 + 1) % n] * 0.25f;
  tile[threadIdx.y][threadIdx.x] = f[i] + v;
  __syncthreads();
  float s = 0;
  for (int j = 0; j < (x & 15); j++) { s += tile[j][threadIdx.x] * tile[threadIdx.y][j]; if (s > 1e6f) break; }
  out[i] = mix(s, v, i);
  unsigned u = (unsigned)i * 2654435761u;
  ints[i] = (int)(u >> 7) / (i + 1) + (int)(u % (unsigned)(x + 1)) + (int)out[i] - (i >> (x & 7));
  if (u & 64) atomicAdd(&ints[(i + 1) & 15], 1); else if (s < 0.5f) small[i] = (short)(u >> 16);
  double d = sqrt((double)u) * 3.0;
  wide[i] = (unsigned long long)d * u ^ ((unsigned long long)i << 40);
  for (const float* p = f + x; p < f + 64; p += 16) wide[i] += (unsigned long long)(*p > v);
})";
  Kernel k(text);
  REQUIRE(k.compiled.ok());
  std::vector<uint8_t> bytes(1000);
  std::vector<float> f(64 * 32);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  for (size_t i = 0; i < f.size(); ++i) f[i] = static_cast<float>(i * 31 % 97) - 20.5f;
  const size_t n = f.size();
  k.shape({4, 2, 1}, {16, 16, 1}).in(bytes).in(f).out<float>(n).in(std::vector<int32_t>(n)).out<uint64_t>(n).in(std::vector<int16_t>(n)).value(int64_t{1000});
  for (Schedule schedule : all_schedules) {
    std::vector<std::vector<uint8_t>> first;
    uint64_t ticks = 0;
    for (const char* name : {"baseline", "avx2", "avx512"}) {
      if (!run_loops(name).plain) continue;
      CAPTURE(std::string(name));
      for (bool checked : {false, true}) {
        Checks checks;
        Machine machine(k.compiled.program, k.launch, {schedule, 11, {}, name}, checked ? &checks : nullptr);
        CHECK(machine.run_until(10'000'000) == MachineStatus::finished);
        std::vector<std::vector<uint8_t>> all;
        for (uint32_t b = 2; b < 6; ++b) all.push_back(machine.read_memory(b, 0).bytes);
        if (first.empty()) first = all, ticks = machine.tick();
        CHECK(machine.tick() == ticks);
        for (size_t b = 0; b < all.size(); ++b) CHECK((all[b] == first[b]));
      }
    }
  }
}

TEST_CASE("math functions") {
  Kernel k(R"(__global__ void k(const float* x, float* y, double* z) { int i = threadIdx.x;
    float v = x[i];
    switch (i) { case 0: y[i] = sqrtf(v); break; case 1: y[i] = expf(v); break; case 2: y[i] = powf(v, 1.5f); break; case 3: y[i] = fminf(v, 2.0f); break;
      case 4: y[i] = floorf(v) + ceilf(v); break; case 5: y[i] = atan2f(v, 1.0f); break; case 6: y[i] = rsqrtf(v); break; case 7: y[i] = fmodf(v, 0.75f); break; default: y[i] = sinf(v); }
    z[i] = log((double)v + 1); })");
  const std::vector<float> x = {2.0f, 1.25f, 3.0f, 7.0f, 1.5f, 0.3f, 4.0f, 2.0f, 0.7f};
  k.shape({1, 1, 1}, {9, 1, 1}).in(x).out<float>(9).out<double>(9).run();
  const auto y = k.get<float>(1);
  CHECK(y[0] == std::sqrt(2.0f));
  CHECK(y[1] == static_cast<float>(std::exp(1.25)));
  CHECK(y[2] == static_cast<float>(std::pow(3.0, 1.5)));
  CHECK(y[3] == 2.0f);
  CHECK(y[4] == 3.0f);
  CHECK(y[5] == static_cast<float>(std::atan2(static_cast<double>(0.3f), 1.0)));
  CHECK(y[6] == 0.5f);
  CHECK(y[7] == 0.5f);
  CHECK(y[8] == static_cast<float>(std::sin(static_cast<double>(0.7f))));
  CHECK(k.get<double>(2)[4] == std::log(2.5));
}

TEST_CASE("a store races with what was loaded from shared memory before it, however often") {
  for (int passes : {1, 3000})
    for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin}) {
      CAPTURE(passes);
      Kernel k("__global__ void k(const int* in, int* out, int n) {\n  __shared__ int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();\n"
               "  int v = 0; for (int i = 0; i < n; i++) v += s[63 - t];\n  out[t] = v; s[t] = v; }\n");
      k.shape({1, 1, 1}, {64, 1, 1}).in(std::vector<int32_t>(64, 3)).out<int32_t>(64).value(int64_t{passes}).run(schedule);
      CHECK(k.kinds() == "race.war");
      const bool one_by_one = schedule != Schedule::round_robin;  // one warp is done before the other begins: its stores meet each load of the other
      if (one_by_one) CHECK(k.result.findings[0].count == static_cast<uint64_t>(32 + 32 * passes));
    }
}

// Values seen on an H200; tests/conformance/cases/atomics_subnormal.cu has every pair of them in global and in shared memory.
TEST_CASE("a sum of subnormal floats is flushed by where its pointer leads, and the old value is not") {
  struct Row {
    const char* name;
    const char* what;
    uint32_t old, sum;  // old: what stood there
  };
  constexpr uint32_t tiny = 0x80000001, none = 0x80000000, twice = 0x80000002;
  constexpr Row rows[] = {
      {"global memory", "r = atomicAdd(g, v); now = *g;", tiny, none},
      {"global memory, nobody asks for the old value", "atomicAdd(g, v); now = *g; r = v;", tiny, none},
      {"shared memory", "r = atomicAdd(s, v); now = *s;", tiny, twice},
      {"a pointer that may lead to both, to global memory", "float* p = n > 0 ? g : s; r = atomicAdd(p, v); now = *p;", tiny, none},
      {"a pointer that may lead to both, to shared memory", "float* p = n > 0 ? s : g; r = atomicAdd(p, v); now = *p;", tiny, twice},
      {"two at once", "r = atomicAdd((float2*)g, make_float2(v, v)).y; now = g[1];", tiny, none},
      {"for the block", "r = atomicAdd_block(g, v); now = *g;", tiny, none},
      {"a reference that adds", "cuda::atomic_ref<float, cuda::thread_scope_device> ref(*g); r = ref.fetch_add(v); now = *g;", tiny, none},
      {"a reference that adds in shared memory", "cuda::atomic_ref<float, cuda::thread_scope_block> ref(*s); r = ref.fetch_add(v); now = *s;", tiny, twice},
      {"PTX that wants no old value", "asm volatile(\"red.global.add.f32 [%0], %1;\" :: \"l\"(g), \"f\"(v) : \"memory\"); now = *g; r = v;", tiny, none},
      {"PTX that wants it", "asm volatile(\"atom.global.add.f32 %0, [%1], %2;\" : \"=f\"(r) : \"l\"(g), \"f\"(v) : \"memory\"); now = *g;", tiny, none},
      {"a sum of normal numbers", "*g = -1.5f * 0x1p-126f; r = atomicAdd(g, 0x1p-126f); now = *g; r = v;", tiny, none},
  };
  for (const Row& row : rows)
    for (const bool is_checked : {true, false}) {
      CAPTURE(row.name);
      CAPTURE(is_checked);
      Kernel k("#include <cuda/atomic>\n__global__ void k(float* buffer, unsigned* out, int n) { __shared__ float in_shared[64]; float* const s = in_shared + 2 * threadIdx.x; float* const g = buffer + 2 * threadIdx.x;\n"
               "const float v = __uint_as_float(0x80000001u); float r, now; s[0] = s[1] = g[0] = g[1] = v;\n" + std::string(row.what) + "\nout[threadIdx.x] = __float_as_uint(r); out[32 + threadIdx.x] = __float_as_uint(now); }", "k");
      k.options.checks = is_checked;
      k.shape({1, 1, 1}, {32, 1, 1}).in(std::vector<float>(64)).out<uint32_t>(64).value(int64_t{1}).run();
      CHECK(k.kinds() == "");
      CHECK(k.get<uint32_t>(1)[5] == row.old);
      CHECK(k.get<uint32_t>(1)[37] == row.sum);
    }
}
