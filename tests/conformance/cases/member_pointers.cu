// Pointers to members: fields, methods (virtual ones too), bases at other places, template arguments, comparisons.
#include "../case.h"
struct Point {
  int x, y;
  float w;
  __device__ int sum(int k) const { return x + y + k; }
  __device__ int scale(int k) { x *= k; return x; }
  __device__ virtual int kind() const { return 1; }
  __device__ int over(int a) { return a; }
  __device__ float over(float a) { return a + 0.5f; }
};
struct First { int f; __device__ virtual void nothing() {} };
struct Both : First, Point { int z; __device__ int kind() const override { return 3; } };
using Method = int (Point::*)(int) const;
struct Row { int Point::*field; Method method; };
template <int Point::*M> __device__ int& get(Point& p) { return p.*M; }
template <Method F> __device__ int call(const Point& p, int k) { return (p.*F)(k); }
template <class C, class T> __device__ T read(const C& c, T C::*m) { return c.*m; }
template <class C, class R, class... A> __device__ R invoke(C* c, R (C::*f)(A...), A... a) { return (c->*f)(a...); }
KERNEL {
  Both b;
  b.f = 1;
  b.x = t;
  b.y = 2 * t;
  b.w = t * 0.25f;
  b.z = 3 * t;
  Point p;
  p.x = a[t] % 100;
  p.y = 7;
  p.w = f[t];
  int Point::*m = t % 2 ? &Point::x : &Point::y;
  int Both::*of_both = t % 3 ? static_cast<int Both::*>(m) : &Both::z;
  oi[8 * t + 0] = p.*m + 1000 * (b.*of_both);
  int (Point::*g)(int) = &Point::scale;
  Method h = &Point::sum;
  Point* q = t % 4 ? &p : &b;
  oi[8 * t + 1] = (q->*h)(t) + 100000ll * (q->*g)(3);
  int (Point::*v)() const = &Point::kind;
  oi[8 * t + 2] = (q->*v)();
  int (Both::*s)(int) = &Point::scale;
  oi[8 * t + 3] = (b.*s)(2);
  get<&Point::y>(p) += 5;
  oi[8 * t + 4] = call<&Point::sum>(p, 1) + 10000ll * read(b, &Both::z) + 100000000ll * invoke(&p, &Point::scale, 2);
  int Point::*n = nullptr;
  Method none = t & 8 ? h : nullptr;
  oi[8 * t + 5] = (n == nullptr) + 2 * (m == &Point::x) + 4 * (n ? 1 : 0) + 8 * (none ? 1 : 0) + 16 * (none == h) + 32 * (m != n);
  oi[8 * t + 6] = sizeof(m) + 100 * sizeof(h) + 10000 * sizeof(Row) + 1000000 * sizeof(Both);
  Row rows[2] = {{&Point::x, &Point::sum}, {&Point::y, nullptr}};
  const Row& row = rows[t & 1];
  oi[8 * t + 7] = p.*row.field + (row.method ? (p.*row.method)(1) : -1);
  float Point::*w = &Point::w;
  of[8 * t + 0] = p.*w + b.*w;
  float (Point::*o)(float) = &Point::over;
  of[8 * t + 1] = (p.*o)(t * 1.5f);
}
