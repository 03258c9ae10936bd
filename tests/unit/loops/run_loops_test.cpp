// The printed loops, compiled by this machine's C++ compiler for one core and for all of them, against results worked out by hand.
#include <cstring>

#include "compile_kernels.h"
#include "parse_kernel.h"

namespace {

using namespace wb;

struct Example {
  const char* name;
  const char* source;
  const char* kernel;
  warpbook_loops::dim3 grid, block;
  std::vector<double> start;     // of the one buffer p, of T below
  std::vector<double> expected;
  char type = 'i';               // int, float, unsigned char (u)
  unsigned int shared_bytes = 0;
  int value = 0;                 // the second argument, an int
};

std::vector<double> iota(int count, double first = 0) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(first + i);
  return values;
}
std::vector<double> repeat(int count, double value) { return std::vector<double>(static_cast<size_t>(count), value); }

const Example examples[] = {
    {"every thread of every block", "__global__ void k(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; p[i] = i * i; }", "k", {2}, {4},
     repeat(8, -1), {0, 1, 4, 9, 16, 25, -1, -1}, 'i', 0, 6},
    {"an axis that the kernel does not name runs all the same", "__global__ void k(int* p, int n) { atomicAdd(p, 1); }", "k", {2, 3, 2}, {2, 2, 5}, {0}, {240}},
    {"three axes of a block", "__global__ void k(int* p, int n) { p[(threadIdx.z * 2 + threadIdx.y) * 3 + threadIdx.x] = threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x; }", "k",
     {1}, {3, 2, 2}, repeat(12, 0), {0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}},
    {"a reversal through shared memory", "__global__ void k(int* p, int n) { __shared__ int s[8]; int t = threadIdx.x; s[t] = p[t]; __syncthreads(); p[t] = s[n - 1 - t]; }", "k", {1}, {8},
     iota(8), {7, 6, 5, 4, 3, 2, 1, 0}, 'i', 0, 8},
    {"a reversal through dynamic shared memory in two dimensions",
     "__global__ void k(int* p, int n) { extern __shared__ int s[]; int t = threadIdx.y * blockDim.x + threadIdx.x; s[t] = p[t]; __syncthreads(); p[t] = s[n - 1 - t]; }", "k", {1}, {2, 3},
     iota(6), {5, 4, 3, 2, 1, 0}, 'i', 24, 6},
    {"a tree reduction", R"(__global__ void k(float* p, int n) { __shared__ float s[8]; int t = threadIdx.x; s[t] = p[t]; __syncthreads();
       for (int stride = blockDim.x / 2; stride > 0; stride /= 2) { if (t < stride) s[t] += s[t + stride]; __syncthreads(); } if (t == 0) p[0] = s[0]; })", "k", {1}, {8},
     iota(8, 1), {36, 2, 3, 4, 5, 6, 7, 8}, 'f'},
    {"a running sum that lives across barriers, in a template", R"(template <int N> __global__ void k(float* p, int n) { __shared__ float s[N]; float sum = 0;
       for (int r = 0; r < n; r++) { s[threadIdx.x] = p[threadIdx.x] + r; __syncthreads(); sum += s[N - 1 - threadIdx.x]; __syncthreads(); } p[threadIdx.x] = sum; })", "k<4>", {1}, {4},
     {1, 2, 3, 4}, {9, 7, 5, 3}, 'f', 0, 2},
    {"early return before a barrier", R"(__global__ void k(int* p, int n) { int t = threadIdx.x; if (t >= n) return; __shared__ int s[8]; s[t] = p[t]; __syncthreads(); p[t] = s[n - 1 - t]; })", "k",
     {1}, {8}, iota(8), {4, 3, 2, 1, 0, 5, 6, 7}, 'i', 0, 5},
    {"return from a loop of the kernel", "__global__ void k(int* p, int n) { int t = threadIdx.x; for (int i = 0; i < 4; i++) { if (i == t) return; p[t] += 10; } p[t] = -1; }", "k", {1}, {6},
     repeat(6, 0), {0, 10, 20, 30, -1, -1}},
    {"all threads leave a hoisted loop by return", R"(__global__ void k(int* p, int n) { int i = 0; while (true) { atomicAdd(&p[threadIdx.x], 1); __syncthreads(); if (i >= n) return; i++; } })", "k", {2}, {3},
     repeat(3, 0), {8, 8, 8}, 'i', 0, 3},
    {"a parameter that the kernel changes", "__global__ void k(int* p, int n) { n += threadIdx.x; __syncthreads(); p[threadIdx.x] = n; }", "k", {1}, {4}, repeat(4, 0), {7, 8, 9, 10}, 'i', 0, 7},
    {"a device function with indices, overloads and references", R"(__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }
       __device__ int twice(int a) { return 2 * a; } __device__ float twice(float a) { return 2 * a + 0.5f; } __device__ void add(int& a, int b) { a += b; }
       __global__ void k(int* p, int n) { int i = me(); p[i] = twice(i) + (int)twice(1.0f); add(p[i], 100); })", "k", {2}, {2}, repeat(4, 0), {102, 104, 106, 108}},
    {"conversions to unsigned char as the hardware does them", "__global__ void k(unsigned char* p, int n) { const float v[6] = {300.5f, -5.0f, 255.9f, 1e20f, 0.0f / 0.0f, 4.99f}; p[threadIdx.x] = v[threadIdx.x]; }",
     "k", {1}, {6}, repeat(6, 1), {44, 0, 255, 255, 0, 4}, 'u'},
    {"conversions to int as the hardware does them", "__global__ void k(int* p, int n) { const float v[5] = {1e20f, -1e20f, 0.0f / 0.0f, -2.9f, 2.9f}; p[threadIdx.x] = (int)v[threadIdx.x]; }", "k", {1}, {5},
     repeat(5, 1), {2147483647.0, -2147483648.0, 0, -2, 2}},
    {"unsigned arithmetic wraps", "__global__ void k(int* p, int n) { unsigned int a = threadIdx.x - 1; p[threadIdx.x] = a > 5u; p[2 + threadIdx.x] = a + 1u + n; }", "k", {1}, {2}, repeat(4, 9), {1, 0, 4, 5}, 'i', 0, 4},
    {"a fused multiply-add rounds once", "__global__ void k(float* p, int n) { float a = p[0]; p[1] = a * a - p[2]; }", "k", {1}, {1}, {4097, 0, 16785408}, {4097, 1, 16785408}, 'f'},
    {"struct, enumeration, switch, do, comma", R"(struct P { int a, b; }; enum E { off, on = 4 };
       __global__ void k(int* p, int n) { P v = {n, 2}; E e = n > 3 ? on : off; switch (e) { case off: p[0] = 1; break; case on: p[0] = v.a * v.b; default: p[1] = 5; }
       int i = 0; do { p[2] += i, i++; } while (i < 4); })", "k", {1}, {1}, {0, 0, 0}, {18, 5, 6}, 'i', 0, 9},
    {"atomics give the old value back", "__global__ void k(int* p, int n) { if (threadIdx.x == 0) { p[1] = atomicAdd(p, 5); p[2] = atomicMax(p, 3); p[3] = atomicExch(p, 1); p[4] = atomicCAS(p, 1, 7); p[5] = atomicSub(p, 2); } }", "k",
     {1}, {2}, {10, 0, 0, 0, 0, 0}, {5, 10, 15, 15, 1, 7}},
    {"shared memory of one name in two scopes, beside a local of that name",
     "__global__ void k(int* p, int n) { int t = threadIdx.x; { __shared__ int s[4]; s[t] = p[t]; __syncthreads(); p[t] = s[3 - t]; } { int s = n; p[t] += s; } { __shared__ int s[4]; s[t] = p[t] * 2; __syncthreads(); p[t] = s[3 - t]; } }", "k",
     {1}, {4}, {1, 2, 3, 4}, {22, 24, 26, 28}, 'i', 0, 10},
    {"records in a circle, bases, const objects with a destructor, overloads, closures", R"(struct Node { float v; Node* next; };
       struct B; struct A { B* b; int n; }; struct B { A* a; int m; };
       struct Call { int x; };
       struct Base { int id; __device__ Base(int i) : id(i) {} __device__ int get() const { return id; } };
       struct Mid { float w; };
       struct Derived : Mid, Base { float w2; __device__ Derived(int i) : Base(i), w2(i) {} __device__ ~Derived() { id = 0; } };
       __device__ int base_of(const Base& b) { return b.get(); }
       __device__ int base_ptr(const Base* b) { return b->id; }
       enum Color { red, green = 5 };
       __device__ int f(Color c) { return c + 100; }
       __device__ int f(int c) { return c; }
       __device__ int f(unsigned c) { return c + 7; }
       __device__ void set(int& a) { a = 3; }
       template <class T, int N> struct Vec { T e[N]; __device__ T& operator[](int i) { return e[i]; } __device__ const T& operator[](int i) const { return e[i]; } __device__ T sum() const { T s = 0; for (int i = 0; i < N; ++i) s += e[i]; return s; } };
       template <class F> __device__ int apply(F fn, int x) { return fn(x); }
       struct Self { int v; __device__ int g(int self) { return self + v; } };
       __global__ void k(int* p, int n) {
         int t = threadIdx.x;
         A a{}; B b{&a, 2}; a.b = &b; a.n = b.m;
         Node x{1.5f, nullptr}; Node y{2.5f, &x};
         Call c{4};
         const Derived d(t);
         Vec<int, 4> v{{1, 2, 3, 4}};
         const Vec<int, 4> w = v;
         int& r = v[2]; r += 5; set(r);
         int total = 0;
         auto add = [&](int i) { total += i; return total; };
         const int added = apply(add, t);
         auto twice = [=](int i) mutable { n += i; return n * 2; };
         p[t] = a.b->m + (int)y.next->v + c.x + base_of(d) + base_ptr(&d) + f(green) + f(3) + f(3u) + v.sum() + w[1] + added + apply(twice, 2) + total + apply([](int q) { return q * q; }, 3) + Self{2}.g(9);
         const auto& [q1, q2] = b;
         p[t] += q2;
         for (int e : w.e) p[t] += e;
       })", "k",
     {1}, {8}, repeat(8, 0), {179, 183, 187, 191, 195, 199, 203, 207}, 'i', 0, 3},
    {"references through calls and choices, early destructors, recursion, lambdas in lambdas", R"(struct P { int x, y; __device__ P& move(int d) { x += d; return *this; } __device__ P& turn() { int k = x; x = y; y = k; return *this; } __device__ const P& self() const { return *this; } };
       __device__ P& pick(P& a, P& b, int w) { return w ? a : b; }
       __device__ P* point(P& a) { return &a; }
       __device__ int operator+(const P& a, int b) { return a.x + b; }
       struct Log { int* at; __device__ ~Log() { *at += 1; } };
       __device__ int early(int* p, int n) { Log l{p}; for (int i = 0; i < n; ++i) { Log m{p}; if (i == 2) break; if (i == 1) continue; } if (n > 3) return *p; return -*p; }
       template <int... I> __device__ int sum() { return (I + ... + 0); }
       template <class T> __device__ T id(T v) { return v; }
       template <> __device__ float id<float>(float v) { return v + 1; }
       struct Opt { int n; __device__ operator bool() const { return n > 0; } __device__ explicit operator int() const { return n; } };
       namespace one { __device__ int h(int v) { return v; } } namespace two { __device__ int h(int v) { return v * 2; } }
       struct S1 { struct In { int q; }; In in; }; struct S2 { struct In { float q; }; In in; };
       union U { int i; float f; };
       __device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
       __global__ void k(int* p, int n) {
         int t = threadIdx.x;
         P a{t, 2}, b{n, 4};
         a.move(3).turn().move(1);
         pick(a, b, t & 1).x = 9;
         pick(a, b, 1) = b;
         P* q = point(pick(a, b, 0)); q->y = 7; (*q).x++; ++q->x;
         (t ? a : b).y += 2;
         const P& c = a.self();
         int log = 0, early_value = early(&log, t);
         Opt o{t};
         S1 s1{{3}}; S2 s2{{2.5f}};
         U u; u.f = 1.0f;
         int arr[2][3] = {{1, 2, 3}, {4, 5, 6}};
         int (&row)[3] = arr[1];
         int* const volatile vp = p;
         p[t] = a.x + a.y * 10 + (b + 1) + c.x + early_value + log * 100 + sum<1, 2, 3>() + (int)id(2.f) + id(2) + (o ? int(o) : -1) + one::h(2) + two::h(2) + s1.in.q + (int)s2.in.q + u.i % 7 + row[1] + fact(5) + q->x;
         auto fac = [](auto self, int k) -> int { return k < 2 ? 1 : k * self(self, k - 1); };
         vp[t] += fac(fac, 4);
         auto outer = [&](int k) { auto inner = [&, k](int j) { log += j; return log + k; }; return inner(k) + inner(2); };
         p[t] += outer(3);
         if (int z = p[t] & 3; z > 1) p[t] -= z;
       })", "k",
     {1}, {8}, repeat(8, 0), {368, 468, 596, 672, 705, 680, 704, 684}, 'i', 0, 3},
    {"sums over blocks do not depend on their order", "__global__ void k(int* p, int n) { __shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); atomicAdd(&s, threadIdx.x); __syncthreads(); if (threadIdx.x == 0) atomicAdd(p, s); }", "k",
     {50}, {64}, {0}, {100800}},
};

size_t size_of(char type) { return type == 'u' ? 1 : 4; }

std::vector<uint8_t> bytes_of(const std::vector<double>& values, char type) {
  std::vector<uint8_t> bytes(values.size() * size_of(type));
  for (size_t i = 0; i < values.size(); ++i) {
    if (type == 'i') { const int v = static_cast<int>(values[i]); std::memcpy(&bytes[4 * i], &v, 4); }
    if (type == 'f') { const float v = static_cast<float>(values[i]); std::memcpy(&bytes[4 * i], &v, 4); }
    if (type == 'u') bytes[i] = static_cast<uint8_t>(values[i]);
  }
  return bytes;
}

// Compiles all examples as one library; null where this machine has no compiler.
const warpbook_loops::Table* compile_examples(const std::string& options) {
  if (!has_compiler()) return nullptr;
  std::vector<loops::LoopsKernel> kernels;
  for (const Example& example : examples) {
    const FrontEndResult parsed = parse_kernel(example.source, example.kernel);
    CAPTURE(std::string(example.name));
    kernels.emplace_back();
    REQUIRE(loops::make_loops_kernel(*parsed.module, parsed.kernel, example.name, kernels.back()) == "");
  }
  return compile_kernels(kernels, options.empty() ? "examples" : "examples-parallel", options);
}

void check_examples(const std::string& options) {
  const warpbook_loops::Table* table = compile_examples(options);
  if (!table) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  REQUIRE(table->count == static_cast<int>(std::size(examples)));
  for (int i = 0; i < table->count; ++i) {
    const Example& example = examples[i];
    CAPTURE(std::string(example.name));
    std::vector<uint8_t> bytes = bytes_of(example.start, example.type);
    void* pointer = bytes.data();
    const void* arguments[] = {&pointer, &example.value};
    table->entries[i].run({example.grid, example.block, example.shared_bytes, arguments});
    CHECK(bytes == bytes_of(example.expected, example.type));
  }
}

TEST_CASE("the loops on one core give the results worked out by hand") { check_examples(""); }
TEST_CASE("the loops on all cores give them, too") { check_examples("-fopenmp -DWB_LOOPS_PARALLEL=1"); }

}  // namespace
