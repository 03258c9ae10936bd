// Bases and members are made in order of declaration, also through delegating constructors.
#include "../case.h"
struct Mark { long long* l; int id; __device__ Mark(long long* log, int i) : l(log), id(i) { *l = *l * 10 + id; } __device__ ~Mark() { *l = *l * 10 + id + 5; } };
struct Left { Mark m; __device__ Left(long long* l) : m(l, 1) {} };
struct Right { Mark m; __device__ Right(long long* l) : m(l, 2) {} };
struct Both : Left, Right {
  Mark x, y; int sum;
  __device__ Both(long long* l, int n) : y(l, 4), sum(n), x(l, 3), Right(l), Left(l) {}
  __device__ Both(long long* l) : Both(l, 9) { sum += 100; *l = *l * 10; }
};
KERNEL {
  long long* l = oi + 8 * t;
  { Both b(l, a[t]); l[1] = b.sum; }
  l[2] = l[0];
  l[0] = 0;
  { Both b(l); l[3] = b.sum; }
}
