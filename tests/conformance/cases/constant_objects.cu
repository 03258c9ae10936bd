// Constant expressions with arrays, objects, references and pointers inside constexpr functions.
#include "../case.h"
struct Table { int v[16]; int used; };
__host__ __device__ constexpr Table squares(int n) { Table r{}; for (int i = 0; i < n; ++i) r.v[i] = i * i; r.used = n; return r; }
__host__ __device__ constexpr void bump(int& x, int by) { x += by; }
__host__ __device__ constexpr int walk(int n) { int s = 0; int v[4] = {1, 2, 3, 4}; for (const int* p = v; p != v + 4; ++p) bump(s, *p * n); return s; }
__host__ __device__ constexpr unsigned crc(const char* s) { unsigned h = 2166136261u; while (*s) { h ^= (unsigned char)*s++; h *= 16777619u; } return h; }
__host__ __device__ constexpr int gcd(int p, int q) { return q == 0 ? p : gcd(q, p % q); }
struct Frac { int n, d; __host__ __device__ constexpr Frac(int p, int q) : n(p / gcd(p, q)), d(q / gcd(p, q)) {} __host__ __device__ constexpr Frac operator*(const Frac& o) const { return Frac(n * o.n, d * o.d); } __host__ __device__ constexpr bool operator==(const Frac& o) const { return n == o.n && d == o.d; } };
struct Tile { int rows, cols; static constexpr int lanes = 32; __host__ __device__ constexpr int threads() const { return rows * cols / lanes; } };
constexpr Tile tile{16, 64};
template <int R> struct Holder { int v[R]; };
template <int M> __host__ __device__ constexpr int power(int b) { if constexpr (M == 0) return 1; else return b * power<M - 1>(b); }
enum class Kind : int { small = 1, large = power<4>(3) };
static_assert(squares(5).v[4] == 16 && squares(5).used == 5, "table");
static_assert(walk(2) == 20);
static_assert(crc("abc") != crc("abd"));
static_assert(Frac(6, 4) * Frac(2, 3) == Frac(1, 1));
static_assert(tile.threads() == 32);
KERNEL {
  constexpr Table sq = squares(9);
  constexpr Frac half = Frac(3, 4) * Frac(2, 3);
  constexpr int steps[] = {1, 2, 4, 8};
  int local[sq.v[3]]; local[8] = t;
  oi[8 * t] = sq.v[t & 15] + sq.used + local[8];
  oi[8 * t + 1] = half.n * 10 + half.d + sizeof(Holder<steps[2] + sq.v[2]>);
  oi[8 * t + 2] = crc("warp") + tile.rows + Tile::lanes;
  oi[8 * t + 3] = walk(t) + power<3>(t) + gcd(t + 12, 18);
  oi[8 * t + 4] = (int)Kind::large + steps[t & 3];
  switch (t % 5) { case gcd(8, 12) - 4: oi[8 * t + 5] = 10; break; case walk(0) + 1: oi[8 * t + 5] = 11; break; default: oi[8 * t + 5] = squares(t & 7).used; }
}
