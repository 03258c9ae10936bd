// Classes at run time: which constructors, assignments and destructors are called, when, and on what.
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// Runs `void k(int* out)` with one thread; the first `count` results. `findings` must be empty.
std::vector<int32_t> results(const std::string& text, size_t count) {
  Kernel k(text);
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(64)).run();
  CHECK(k.kinds() == "");
  std::vector<int32_t> all = k.get<int32_t>(0);
  all.resize(count);
  return all;
}
std::string errors_of(const std::string& text) {
  Kernel k(text);
  std::string all;
  for (const std::string& e : k.errors) all += (all.empty() ? "" : " ") + e;
  return all;
}

// Counts its calls in log[0..5]: made, copied, moved, copy-assigned, move-assigned; log[5] lists the values that were destroyed.
const std::string traced = R"(
struct T {
  int v; int* log;
  __device__ T() : v(1), log(nullptr) {}
  __device__ T(int x, int* l) : v(x), log(l) { log[0]++; }
  __device__ T(const T& o) : v(o.v), log(o.log) { if (log) log[1]++; }
  __device__ T(T&& o) : v(o.v), log(o.log) { o.v = -1; if (log) log[2]++; }
  __device__ T& operator=(const T& o) { v = o.v; log = o.log; if (log) log[3]++; return *this; }
  __device__ T& operator=(T&& o) { v = o.v; log = o.log; if (log) log[4]++; return *this; }
  __device__ ~T() { if (log) log[5] = log[5] * 10 + v; }
};
struct Pair { T a, b; int z; };
__device__ T make(int x, int* l) { T t(x, l); t.v += 1; return t; }
__device__ T make2(int x, int* l) { return T(x, l); }
__device__ int use(T t) { return t.v; }
__device__ int useref(const T& t) { return t.v; }
)";

}  // namespace

// Expectations of traces were checked against nvcc on a GPU.
TEST_CASE("copies, moves, assignments and destructions") {
  CHECK(results(traced + "__global__ void k(int* l) { T a(1, l); T b = a; T c = std::move(b); a = c; a = T(4, l); }", 6) == std::vector<int32_t>{2, 1, 1, 1, 1, 4094});
}

TEST_CASE("results are built in place, arguments live to the end of the full expression") {
  CHECK(results(traced + "__global__ void k(int* l) { T m = make(5, l); T n = make2(6, l); l[6] = use(m) + use(make(2, l)) + useref(T(3, l)); }", 7) ==
        std::vector<int32_t>{4, 1, 0, 0, 0, 33666, 12});
}

TEST_CASE("members are copied, moved and assigned one by one") {
  CHECK(results(traced + R"(__global__ void k(int* l) { Pair p{T(1, l), T(2, l), 3}; Pair q = p; Pair r = std::move(q);
    l[6] = r.a.v + r.b.v + r.z + q.a.v; q = p; p = std::move(r); })", 7) == std::vector<int32_t>{2, 2, 2, 2, 2, 212121, 5});
}

TEST_CASE("arrays of objects: constructed first to last, destroyed last to first, what a list leaves out by default") {
  CHECK(results(traced + R"(__global__ void k(int* l) { T a[3]; l[6] = a[0].v + a[1].v + a[2].v; T b[3] = {T(1, l), T(2, l)}; l[7] = b[2].v; })", 8) ==
        std::vector<int32_t>{2, 0, 0, 0, 0, 21, 3, 1});
  // Plain data stay as they are: unset, and reading them is found.
  Kernel k("struct P { int a, b; }; __global__ void k(int* out) { P p[2]; p[0].a = 1; out[0] = p[0].a + p[1].b; }");
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(4)).run();
  CHECK(k.kinds() == "uninit.local");
}

TEST_CASE("scopes that are left early destroy what they hold") {
  CHECK(results(traced + "__global__ void k(int* l) { for (int i = 0; i < 5; ++i) { T loop(i + 1, l); if (i == 1) continue; if (i == 3) break; } }", 6)[5] == 1234);
  CHECK(results(traced + "__device__ int f(int* l, int n) { T a(1, l); { T b(2, l); if (n) return a.v + b.v; } T c(3, l); return c.v; }\n"
                         "__global__ void k(int* l) { l[6] = f(l, 1); l[7] = f(l, 0); }", 8) == std::vector<int32_t>{5, 0, 0, 0, 0, 21231, 3, 3});
  CHECK(results(traced + "__global__ void k(int* l) { switch (l[6]) { case 0: { T a(4, l); break; } default: T b(5, l); } if (T c(6, l); c.v == 6) l[7] = 1; }", 8)[5] == 46);
}

TEST_CASE("a reference keeps its temporary alive; in an arm that is not evaluated nothing is destroyed") {
  CHECK(results(traced + R"(__global__ void k(int* l) { const T& r = T(7, l); l[6] = r.v; l[7] = l[6] > 3 && useref(T(8, l)) > 3;
    l[8] = l[6] < 3 ? useref(T(9, l)) : useref(T(2, l)); })", 9) == std::vector<int32_t>{3, 0, 0, 0, 0, 827, 7, 1, 2});
}

TEST_CASE("members without an initialiser of their own keep their poison, the others do not") {
  const std::string text = "struct S { int a = 1; int b; }; __global__ void k(int* out) { S s; out[0] = s.a; ";
  Kernel quiet(text + "}"), loud(text + "out[1] = s.b; }"), value("struct S { int a = 1; int b; }; __global__ void k(int* out) { S s{}; out[0] = s.a; out[1] = s.b; }");
  for (Kernel* k : {&quiet, &loud, &value}) k->shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(4)).run();
  CHECK(quiet.kinds() == "");
  CHECK(loud.kinds() == "uninit.local");
  CHECK(value.kinds() == "");
}

TEST_CASE("delegating constructors, bases by name, members in the order of their declaration") {
  CHECK(results(R"(struct Base { int x; __device__ Base(int v) : x(v) {} };
struct D : Base { int a, b; int& r; __device__ D(int v, int& n) : r(n), b(a + 1), a(v), Base(v * 2) {} __device__ D(int& n) : D(4, n) { a += 100; } };
__global__ void k(int* out) { int n = 9; D d(n); d.r += 1; out[0] = d.x; out[1] = d.a; out[2] = d.b; out[3] = n; })", 4) == std::vector<int32_t>{8, 104, 5, 10});
}

TEST_CASE("constructors and destructors outside their class") {
  CHECK(results(R"(struct V { int x; int* o; __device__ V(int* out); __device__ ~V(); };
__device__ V::V(int* out) : x(3), o(out) {}
__device__ V::~V() { o[1] = x; }
__global__ void k(int* out) { { V v(out); out[0] = v.x; v.x = 7; } })", 2) == std::vector<int32_t>{3, 7});
}

TEST_CASE("an object that keeps its own address stays where it was made") {
  CHECK(results(R"(struct Node { Node* self; int v; __device__ Node(int x) : self(this), v(x) {} };
__global__ void k(int* out) { Node n(5); n.v = 8; out[0] = n.self->v; out[1] = n.self == &n; })", 2) == std::vector<int32_t>{8, 1});
}

TEST_CASE("rvalue references choose among overloads") {
  CHECK(results(R"(__device__ int f(int&) { return 1; } __device__ int f(const int&) { return 2; } __device__ int f(int&&) { return 3; }
template <class T> __device__ int g(T&& x) { return f(std::forward<T>(x)); }
__global__ void k(int* out) { int a = 1; const int b = 2; out[0] = f(a); out[1] = f(b); out[2] = f(3); out[3] = f(std::move(a)); out[4] = f(std::move(b));
  out[5] = g(a); out[6] = g(b); out[7] = g(4); out[8] = g(std::move(a)); int&& r = 5; r += 2; out[9] = r; out[10] = f(r); auto&& u = a; u = 42; out[11] = a; })", 12) ==
        std::vector<int32_t>{1, 2, 3, 3, 2, 1, 2, 3, 3, 7, 1, 42});
}

TEST_CASE("what classes forbid is refused") {
  const std::string only_moved = "struct M { int v; __device__ M(int x) : v(x) {} M(const M&) = delete; __device__ M(M&& o) : v(o.v) {} };\n__global__ void k(int* out) { M a(1); ";
  CHECK(errors_of(only_moved + "M b = std::move(a); out[0] = b.v; }") == "");
  CHECK(errors_of(only_moved + "M b = a; out[0] = b.v; }") == "WB3100");
  CHECK(errors_of("struct E { int v; explicit __device__ E(int x) : v(x) {} };\n__global__ void k(int* out) { E e(3); out[0] = e.v; }") == "");
  CHECK(errors_of("struct E { int v; explicit __device__ E(int x) : v(x) {} };\n__global__ void k(int* out) { E e = 3; out[0] = e.v; }") == "WB3103");
  CHECK(errors_of("struct N { int v; __device__ N(int x) : v(x) {} };\n__global__ void k(int* out) { N n; out[0] = n.v; }") == "WB3102");
  CHECK(errors_of("struct C { const int v; };\n__global__ void k(int* out) { C a{1}, b{2}; a = b; out[0] = a.v; }") == "WB3101");
  CHECK(errors_of("struct S { int v; __device__ S() : v(1) {} };\n__global__ void k(int* out) { __shared__ S s; out[0] = s.v; }") == "WB3104");
  CHECK(errors_of("__global__ void k(int* out) { int a = 1; int&& r = a; out[0] = r; }") == "WB3047");
}
