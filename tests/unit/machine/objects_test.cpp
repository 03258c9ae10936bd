// Classes at run time: which constructors, assignments and destructors are called, when, and on what.
#include "tests/unit/machine/one_thread.h"

using namespace wb;
using namespace wb::test;

namespace {

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

TEST_CASE("sizes, alignments and offsets as nvcc has them") {
  // sizeof * 100 + alignof; the second row shows that a base that is plain old data keeps its tail padding.
  CHECK(results(R"(struct Empty {}; struct Empty2 {};
struct A { int i; char c; __device__ A() : i(1), c(2) {} }; struct APod { int i; char c; }; struct B : A { char d; }; struct BPod : APod { char d; };
struct E1 : Empty { int x; }; struct E2 : Empty, Empty2 { char c; }; struct E3 { Empty e; int x; }; struct E4 : Empty { Empty e; }; struct E5 : Empty { E1 m; };
struct Al { char c; alignas(16) float f; char d; }; struct __align__(8) Al2 { int x; }; class Priv { int a; char b; }; struct DPriv : Priv { char d; };
__global__ void k(int* out) { int n = 0;
#define S(T) out[n++] = sizeof(T) * 100 + alignof(T)
  S(Empty); S(A); S(B); S(BPod); S(E1); S(E2); S(E3); S(E4); S(E5); S(Al); S(Al2); S(DPriv); B b; out[n++] = (int)((char*)&b.d - (char*)&b); })", 13) ==
        std::vector<int32_t>{101, 804, 804, 1204, 404, 101, 804, 201, 804, 3216, 808, 804, 5});
}

TEST_CASE("an alignment between `struct` and the body, in a typedef or not") {
  CHECK(results(R"(typedef struct __align__(8) { float real; int bin; } A; typedef struct __align__(16) b_ { int x; } B; typedef struct alignas(8) { char c; } C;
typedef struct __attribute__((__aligned__(8))) { char c; } D; struct __align__(32) E { int x; } constants;
struct __align__(8) F { int x; }; struct F made(int x) { struct F f; f.x = x; return f; }
__global__ void k(int* out) { A a{1, 2}; out[0] = a.bin + sizeof(A); out[1] = alignof(B) + sizeof(b_); out[2] = sizeof(C); out[3] = sizeof(D); out[4] = sizeof(E); out[5] = alignof(F); })", 6) ==
        std::vector<int32_t>{10, 32, 8, 8, 32, 8});
}

TEST_CASE("T(x) and `T name(x)` by the conversion of x to T") {
  const std::string types = "struct T { int v; }; struct X { int v; __device__ explicit operator T() const { return T{v + 1}; } }; struct Y { int v; };\n";
  CHECK(results(types + "__global__ void k(int* out) { X x{4}; out[0] = T(x).v; T t(x); out[1] = t.v; }", 2) == std::vector<int32_t>{5, 5});
  CHECK(errors_of(types + "__global__ void k(int* out) { Y y{4}; out[0] = T(y).v; }") == "WB3010");
}

TEST_CASE("bit-fields: packing, signs, changes, promotion") {
  CHECK(results(R"(struct Bits { unsigned a : 3; int b : 5; unsigned c : 12; char d; int e : 20; }; struct Bits2 { char c; int x : 24; int y : 1; };
struct Bits3 { short a : 9; short b : 9; long long l : 33; bool f : 1; }; struct Bits4 { int a : 4; int : 0; int b : 4; unsigned char c : 3; }; struct Bits5 { char c; int : 7; int d : 5; };
__global__ void k(int* out) { out[0] = sizeof(Bits) * 10000 + sizeof(Bits2) * 1000 + sizeof(Bits3) * 10 + sizeof(Bits4); out[1] = sizeof(Bits5);
  Bits b{1, -2, 3000, 'x', -77}; out[2] = b.a; out[3] = b.b; out[4] = b.c; out[5] = b.d; out[6] = b.e;
  b.a = 9; b.b += 20; b.c--; b.e = b.e * 2; out[7] = b.a * 1000 + b.b; out[8] = b.c++; out[9] = b.c; out[10] = b.e; out[11] = b.a - 5 < 0;
  Bits3 s; s.a = -100; s.b = 255; s.l = 0x123456789ll; s.f = true; out[12] = s.a; out[13] = s.b; out[14] = (int)(s.l >> 4); out[15] = s.f; out[16] = (int)s.l;
  Bits2 x{'a', 0x7fffff, -1}; out[17] = x.x; out[18] = x.y; x.x = 0x800000; out[19] = x.x; out[20] = x.c; out[21] = (b.a = 5) + 1; out[22] = (b.b = 17); })", 23) ==
        std::vector<int32_t>{80000 + 8000 + 80 + 8, 4, 1, -2, 3000, 120, -77, 986, 2999, 3000, -154, 1, -100, 255, -231451016, 1, 591751049, 8388607, -1, -8388608, 97, 6, -15});
}

TEST_CASE("what an assignment to a bit-field gives back is changed again") {
  CHECK(results("struct B { unsigned a : 3; int b : 5; };\n__global__ void k(int* out) { B b{1, 2}; int old = (b.b = 7)++; (b.a = 2) += 3; (b.a += 1) = 4; out[0] = old; out[1] = b.b; out[2] = b.a; }", 3) ==
        std::vector<int32_t>{7, 8, 4});
}

TEST_CASE("two threads that write neighbouring bit-fields of one unit race, those of two units do not") {
  const std::string text = "__global__ void k(int* out) { __shared__ S s; if (threadIdx.x == 0) s.a = 1; if (threadIdx.x == 32) s.b = 2; __syncthreads(); out[0] = s.a + s.b; }";
  Kernel near("struct S { unsigned a : 4, b : 4; };" + text), far("struct S { unsigned a : 4; unsigned : 0; unsigned b : 4; };" + text);
  for (Kernel* k : {&near, &far}) k->shape({1, 1, 1}, {64, 1, 1}).in(std::vector<int32_t>(4)).run();
  CHECK(near.kinds().find("race") != std::string::npos);
  CHECK(far.kinds() == "");
}

TEST_CASE("unions: anonymous members, punning, designated initialisers") {
  CHECK(results(R"(union U { int i; float f; unsigned char b[4]; struct { unsigned lo : 16, hi : 16; }; };
struct Tagged { int tag; union { long long whole; struct { int low, high; }; }; };
__global__ void k(int* out) { U u; u.i = 0x12345678; out[0] = u.lo; out[1] = u.hi; u.hi = 0xabcd; out[2] = u.b[3]; out[3] = u.i; U v = {.f = 1.0f}; out[4] = v.i;
  Tagged g; g.whole = 0x100000002ll; Tagged c = g; out[5] = c.low; out[6] = c.high; struct P { int x, y; float z; } p = {.x = 4, .z = 2.5f}; out[7] = p.x + p.y + (int)(p.z * 2); })", 8) ==
        std::vector<int32_t>{22136, 4660, 171, -1412606344, 1065353216, 2, 1, 9});
}

TEST_CASE("bases: casts up and down, hiding, using, inherited constructors") {
  CHECK(results(R"(struct Left { int l; }; struct Right { double r; char c; };
struct Multi : Left, Right { int m; __device__ int sum() { return l + (int)r + m; } };
struct Base { int v; __device__ Base(int x) : v(x) {} __device__ int f(int) { return 1; } __device__ int f(float) { return 2; } };
struct D : Base { using Base::Base; using Base::f; int more = 7; __device__ int f(const char*) { return 3; } };
__global__ void k(int* out) { Multi m; m.l = 1; m.r = 2; m.m = 3; Right* r = &m; out[0] = static_cast<Multi*>(r)->m; out[1] = (int)((char*)r - (char*)&m); out[2] = m.sum();
  Right* none = (Multi*)nullptr; out[3] = none == nullptr; D d(5); out[4] = d.v * 10 + d.more; out[5] = d.f(1) * 100 + d.f(1.0f) * 10 + d.f("x"); Base copy = d; out[6] = copy.v; })", 7) ==
        std::vector<int32_t>{3, 8, 6, 1, 57, 123, 5});
}

TEST_CASE("goto, labels in nested blocks, ranges of labels") {
  CHECK(results(R"(__global__ void k(int* out) { int i = 0, sum = 0;
again: sum += i; if (++i < 5) goto again;
  if (sum == 10) goto large; out[0] = 1; goto done; large: out[0] = 2; done: out[1] = sum;
  int n = 7, k = 0; switch (n % 4) { case 0: do { k = k * 3 + 1; case 3: k = k * 3 + 2; case 2: k = k * 3; case 1: k = k * 3 + 1; } while ((n -= 4) > 0); }
  out[2] = k; switch (i) { case 1 ... 5: out[3] = 1; break; case 7: out[3] = 2; } end:; })", 4) == std::vector<int32_t>{2, 10, ((((2 * 3) * 3 + 1) * 3 + 1) * 3 + 2) * 9 + 1, 1});
  CHECK(errors_of("__global__ void k(int* out) { goto there; int x = 1; there: out[0] = x; }") == "WB3109");
  CHECK(errors_of("__global__ void k(int* out) { switch (out[0]) { case 0: int x = 1; case 1: out[0] = x; } }") == "WB3109");
  CHECK(errors_of("__global__ void k(int* out) { goto nowhere; }") == "WB3110");
}

TEST_CASE("objects in places of one's own: placement new, destructor calls, offsetof") {
  CHECK(results(R"(struct T { int v; int* log; __device__ T(int x, int* l) : v(x), log(l) { log[0] += 1; } __device__ ~T() { log[0] += 100 * v; } };
struct S { char c; double d; short s[3]; struct { int q; } in; };
__global__ void k(int* out) { alignas(8) unsigned char room[2 * sizeof(T)]; T* a = new (room) T(2, out); T* b = ::new (room + sizeof(T)) T{5, out}; out[1] = a->v + b->v; b->~T(); a->~T();
  out[2] = offsetof(S, d) + 100 * offsetof(S, s[2]) + 10000 * offsetof(S, in.q); out[3] = L'a' + u8'b' + U'b' * 0 + 'ab' * 0; })", 4) ==
        std::vector<int32_t>{702, 7, 8 + 100 * 20 + 10000 * 24, 97 + 98});
}

TEST_CASE("arrays in places of one's own") {
  CHECK(results(R"(struct T { int v; __device__ T() : v(7) {} __device__ T(int x) : v(x) {} };
__global__ void k(int* out) { int room[4] = {1, 2, 3, 4}; T made[3]; int n = 3;
  int* same = new (room) int[2]; T* all = new (made) T[n]; all[1].v = 5; out[0] = same[1] + all[0].v * 10 + made[1].v * 100;
  int* zeros = new (room + 2) int[2](); out[1] = zeros[0] + zeros[1] + room[1]; out[2] = room[0]; })", 3) ==
        std::vector<int32_t>{2 + 70 + 500, 2, 1});
}

TEST_CASE("types with empty constructors may be shared, and keep their poison") {
  const std::string complex = "struct C { float x, y; __device__ C() {} __device__ C(float a, float b) : x(a), y(b) {} };\n";
  CHECK(results(complex + "__global__ void k(int* out) { __shared__ C s[4]; C c[2]; s[1] = C(1, 2); c[1] = s[1]; out[0] = (int)(c[1].x + c[1].y); }", 1) == std::vector<int32_t>{3});
  Kernel k(complex + "__global__ void k(int* out) { C c; c.x = 1; out[0] = (int)(c.x + c.y); C d[2]; out[1] = (int)d[1].y; }");
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(4)).run();
  CHECK(k.kinds().find("uninit") != std::string::npos);
}

TEST_CASE("lists in braces as arguments") {
  CHECK(results(R"(struct P { int x, y; }; struct Q { int v; __device__ Q(int a, int b) : v(a * b) {} };
__device__ int f(P p) { return p.x * 10 + p.y; } __device__ int g(const Q& q, int k = 1) { return q.v + k; } __device__ int h(int x) { return x; }
__device__ int f(int x) { return -x; } struct S { P data[2]; int n = 0; __device__ void push(const P& p) { data[n++] = p; } };
__global__ void k(int* out) { out[0] = f({1, 2}); out[1] = g({3, 4}); out[2] = h({5}); S s; s.push({6, 7}); out[3] = s.data[0].y; out[4] = f(P{.y = 8}); out[5] = f(3); })", 6) ==
        std::vector<int32_t>{12, 13, 5, 7, 8, -3});
  CHECK(errors_of("struct P { int x, y; }; __device__ int f(P p) { return p.x; }\n__global__ void k(int* out) { out[0] = f({1, 2, 3}); }") == "WB3008");
}
