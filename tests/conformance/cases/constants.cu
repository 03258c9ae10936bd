#include "../case.h"
__device__ constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ constexpr int fib(int n) { int x = 0, y = 1; for (int i = 0; i < n; ++i) { int z = x + y; x = y; y = z; } return x; }
__host__ __device__ constexpr int log2i(unsigned n) { int r = 0; while (n >>= 1) ++r; return r; }
constexpr int width = 12;
struct Point { int x, y; __host__ __device__ constexpr Point(int a, int b) : x(a), y(b) {} __host__ __device__ constexpr int dot(const Point& o) const { return x * o.x + y * o.y; } __host__ __device__ constexpr Point operator+(Point o) const { return Point(x + o.x, y + o.y); } };
struct Size { int w, h; };
__host__ __device__ constexpr Size make_size(int n) { Size s{}; s.w = n; s.h = n * 2; s.w += 1; return s; }
__host__ __device__ constexpr int sum_table(int n) { int table[8] = {1, 2, 3}; table[3] = n; int s = 0; for (int i = 0; i < 8; ++i) s += table[i]; return s; }
__host__ __device__ constexpr int primes_below(int n) { int c = 0; for (int i = 2; i < n; ++i) { bool p = true; for (int k = 2; k * k <= i; ++k) if (i % k == 0) { p = false; break; } c += p; } return c; }
template <int W> struct Buffer { int v[W]; static constexpr int bytes = sizeof(int) * W; };
static_assert(factorial(5) == 120, "factorial");
static_assert(Point(1, 2).dot(Point(3, 4)) == 11, "points");
static_assert(make_size(3).h == 6 && make_size(3).w == 4);
static_assert(primes_below(30) == 10);
struct Rgb { float r, g, b; };
__device__ Rgb shade(int t) { return {t * 1.0f, t * 2.0f, 3.0f}; }
__device__ decltype(auto) element(int* p, int i) { return (p[i]); }
__device__ auto value(int* p, int i) { return p[i]; }
enum class Op { add, sub, mul };
namespace outer { namespace inner { __device__ int next(int x) { return x + 1; } constexpr int depth = 2; } inline namespace v1 { __device__ int doubled(int x) { return x * 2; } } }
namespace oi_alias = outer::inner;
namespace { __device__ int hidden(int x) { return x - 1; } }
[[nodiscard]] __device__ int keep(int x) { return x; }
KERNEL {
  int i = a[t] & 255;
  int buffer[factorial(4)]; Buffer<fib(7)> b; b.v[0] = t;
  buffer[23] = t;
  constexpr int dx[4] = {1, 0, -1, 0};
  constexpr Point origin(3, 4), moved = origin + Point(1, 1);
  constexpr int third = dx[2];
  oi[8 * t] = buffer[23] + Buffer<fib(7)>::bytes + log2i(1024) + sum_table(5) + dx[t & 3] + third;
  oi[8 * t + 1] = moved.x * 10 + moved.y + Buffer<moved.x>::bytes + Buffer<make_size(2).h>::bytes;
  auto [r, g, bl] = shade(t);
  int pair[2] = {t, i};
  auto& [first, second] = pair;
  first += 5;
  of[8 * t] = r + g * 2 + bl;
  oi[8 * t + 2] = pair[0] * 3 + second;
  element(pair, 1) = 9;
  oi[8 * t + 3] = pair[1] + value(pair, 0);
  if (int m = i % 3; m == 1) oi[8 * t + 4] = 1; else if (m == 2) oi[8 * t + 4] = 2; else [[unlikely]] oi[8 * t + 4] = 3;
  switch (int m = i % 4; m) { case 0: oi[8 * t + 5] = m + 10; break; case 1: oi[8 * t + 5] = 11; [[fallthrough]]; default: oi[8 * t + 5] += 100; }
  using outer::inner::next;
  using namespace outer;
  [[maybe_unused]] int unused = 0;
  Op op = static_cast<Op>(t % 3);
  oi[8 * t + 6] = next(t) + doubled(t) + oi_alias::depth + hidden(t) + keep(t) + (op == Op::mul ? 100 : 0);
  Point points[2] = {Point(t, 1), Point(2, i)};
  int s = 0;
  for (const auto& [x, y] : points) s += x * 3 + y;
  oi[8 * t + 7] = s;
}
