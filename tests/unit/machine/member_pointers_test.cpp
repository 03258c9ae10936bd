// Pointers to members: fields and methods, as values, in tables and as template arguments.
#include "tests/unit/machine/one_thread.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string points = R"(
struct Point { int x, y; float w; __device__ int sum(int k) const { return x + y + k; } __device__ int scale(int k) { x *= k; return x; } __device__ virtual int kind() const { return 1; }
  __device__ int over(int a) { return a; } __device__ float over(float a) { return a + 0.5f; } };
struct First { int f; __device__ virtual void nothing() {} };
struct Both : First, Point { int z; __device__ int kind() const override { return 3; } };
using Method = int (Point::*)(int) const;
)";

}  // namespace

TEST_CASE("fields through pointers, of an object, a pointer and a derived class") {
  CHECK(results(points + "__global__ void k(int* out) { Point p; p.x = 3; p.y = 4; int Point::*m = &Point::x; out[0] = p.*m; m = &Point::y; p.*m += 10; Point* q = &p; out[1] = q->*m;\n"
                         "  Both b; b.x = 7; b.y = 8; b.z = 9; int Both::*d = &Point::y; out[2] = b.*d; d = &Both::z; out[3] = b.*d; out[4] = b.*m; auto w = &Point::w; p.*w = 2.5f; out[5] = p.w * 2; out[6] = sizeof(m) + 100 * sizeof(Method); }", 7) ==
        std::vector<int32_t>{3, 14, 8, 9, 8, 5, 1608});
}

TEST_CASE("methods through pointers: const, overloaded, virtual, of a base that is not the first") {
  CHECK(results(points + "__global__ void k(int* out) { Point p; p.x = 3; p.y = 4; int (Point::*f)(int) = &Point::scale; out[0] = (p.*f)(2); Point* q = &p; Method g = &Point::sum; out[1] = (q->*g)(100);\n"
                         "  int (Point::*o)(int) = &Point::over; float (Point::*o2)(float) = &Point::over; out[2] = (p.*o)(5) * 10 + (int)(2 * (p.*o2)(1.0f));\n"
                         "  Both b; b.x = 5; b.y = 6; int (Point::*v)() const = &Point::kind; const Point& r = b; out[3] = (r.*v)() * 10 + (p.*v)(); int (Both::*s)(int) = &Point::scale; out[4] = (b.*s)(7); out[5] = b.x; }", 6) ==
        std::vector<int32_t>{6, 110, 53, 31, 35, 35});
}

TEST_CASE("null pointers to members, and comparisons") {
  CHECK(results(points + "struct Zero { int Point::*m; Method f; };\n__global__ void k(int* out) { int Point::*n = nullptr; int Point::*m = &Point::x; Method f = nullptr, g = &Point::sum; Zero z{};\n"
                         "  out[0] = (n == nullptr) + 2 * (m != nullptr) + 4 * (m == &Point::x) + 8 * (n ? 1 : 0) + 16 * !m + 32 * (bool)m + 64 * (m == &Point::y); out[1] = !f + 2 * (g != f) + 4 * (g == &Point::sum); out[2] = !z.m + 2 * !z.f; }", 3) ==
        std::vector<int32_t>{39, 7, 3});
}

TEST_CASE("template arguments, deduction, tables, default arguments") {
  CHECK(results(points + R"(
template <int Point::*M> __device__ int& get(Point& p) { return p.*M; }
template <Method F> __device__ int call(const Point& p, int k) { return F ? (p.*F)(k) : -1; }
template <class C, class T> __device__ T read(const C& c, T C::*m) { return c.*m; }
template <class C, class R, class... A> __device__ R invoke(C* c, R (C::*f)(A...), A... a) { return (c->*f)(a...); }
struct Row { int Point::*field; Method method; };
__constant__ int Point::*fields[] = {&Point::x, &Point::y};
__device__ int use(Point* p, int Point::*f = &Point::y) { return p->*f; }
__global__ void k(int* out) { Point p; p.x = 1; p.y = 4; p.w = 2.5f; get<&Point::x>(p) = 50; out[0] = call<&Point::sum>(p, 1000) + call<nullptr>(p, 1); out[1] = read(p, &Point::x) + (int)read(p, &Point::w); out[2] = invoke(&p, &Point::scale, 3);
  Row rows[2] = {{&Point::x, &Point::sum}, {&Point::y, nullptr}}; for (int i = 0; i < 2; ++i) out[3 + i] = p.*rows[i].field + (rows[i].method ? (p.*rows[i].method)(1) : -1);
  out[5] = p.*fields[threadIdx.x & 1] + use(&p) + use(&p, &Point::x); })", 6) == std::vector<int32_t>{1053, 52, 150, 305, 3, 304});
}

TEST_CASE("a functor's call operator, and what its type says: results, arguments") {
  CHECK(results(R"(
template <class F> struct Traits : Traits<decltype(&F::operator())> {};
template <class C, class R, class... A> struct Traits<R (C::*)(A...) const> { using result = R; static constexpr int arity = sizeof...(A); };
struct Add { __device__ double operator()(int a, int b) const { return a + b + 0.5; } __device__ bool operator==(const Add&) const { return true; } };
template <class F> __device__ int described(F f) { typename Traits<F>::result r = f(3, 4); return (int)(2 * r) * 10 + Traits<F>::arity; }
__global__ void k(int* out) { out[0] = described(Add{}); out[1] = described([](int a, int b) { return a * b; }); double (Add::*f)(int, int) const = &Add::operator(); Add a; out[2] = (int)(a.*f)(1, 1);
  bool (Add::*same)(const Add&) const = &Add::operator==; out[3] = (a.*same)(a) + a.operator()(1, 2); })", 4) == std::vector<int32_t>{152, 242, 2, 4});
}
