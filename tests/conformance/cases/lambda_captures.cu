// What a lambda captures and when: copies at its making, references as they stand when it runs.
// compiler: nvcc
#include "../case.h"
struct V { float x, y; __device__ float dot(V o) const { return x * o.x + y * o.y; } };
struct Acc { int total = 0; __device__ void add(int v) { auto put = [this, v] { total += v; }; put(); put(); } __device__ int peek() const { return [*this] { return total; }(); } };
KERNEL {
  int x = t, y = 2 * t;
  V v{(float)t, 2.0f};
  auto copy = [=] { return x + y; };
  auto ref = [&] { return x + y; };
  auto mixed = [=, &y] { return x * 100 + y; };
  auto mixed2 = [&, x] { return x * 100 + y; };
  x += 1000;
  y += 10;
  oi[8 * t] = copy() + ref() * 3;
  oi[8 * t + 1] = mixed() + mixed2() * 5;
  auto write = [&](int n) { for (int k = 0; k < n; ++k) { if (k & 1) continue; x += k; } return x; };
  oi[8 * t + 2] = write(10) + x;
  int grid[2][3] = {{1, 2, 3}, {4, 5, t}};
  auto at = [grid](int r, int c) { return grid[r][c]; };
  grid[1][2] = -1;
  oi[8 * t + 3] = at(1, 2) * 10 + at(0, 1);
  Acc acc;
  acc.add(t);
  acc.add(3);
  oi[8 * t + 4] = acc.peek();
  auto counter = [n = 0, step = t + 1]() mutable { n += step; return n; };
  auto second = counter;
  counter();
  oi[8 * t + 5] = counter() * 1000 + second();
  auto early = [&](int k) { if (k > 3) return 1; for (;;) { if (++k > 3) return k * 10; } };
  oi[8 * t + 6] = early(t & 7) + early(0);
  of[8 * t] = [v](float s) { return v.dot(V{s, s}); }(1.5f);
  of[8 * t + 1] = [&v, s = v.y](float q) { v.x = q; return s + v.x; }(4.0f) + v.x;
}
