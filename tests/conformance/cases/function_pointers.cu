// Pointers to functions: tables, parameters, template arguments; the lanes of a warp call different functions.
#include "../case.h"
typedef float (*op_t)(float, float);
__device__ float add(float x, float y) { return x + y; }
__device__ float sub(float x, float y) { return x - y; }
__device__ float mul(float x, float y) { return x * y; }
__device__ float least(float x, float y) { return x < y ? x : y; }
__device__ op_t table[4] = {add, sub, mul, least};
__constant__ op_t fixed[] = {mul, add};
__device__ long long square(long long x) { return x * x; }
__device__ long long negate(long long x) { return -x; }
__device__ double square(double x) { return x * x; }
template <long long (*F)(long long)>
__device__ long long twice(long long x) { return F(F(x)); }
template <class F>
__device__ float fold(F f, const float* v, int n) {
  float r = v[0];
  for (int i = 1; i < n; i++) r = f(r, v[i]);
  return r;
}
__device__ double apply(double (*f)(double), double x) { return f ? f(x) : -1.0; }
struct Step { long long (*run)(long long); int times; };
KERNEL {
  float x = t * 0.5f - 7, y = 3.25f - t;
  of[8 * t + 0] = table[t % 4](x, y);
  of[8 * t + 1] = (*fixed[t & 1])(x, y);
  op_t p = t % 3 == 0 ? add : t % 3 == 1 ? sub : mul;
  of[8 * t + 2] = p(x, y);
  float v[5];
  for (int i = 0; i < 5; i++) v[i] = (t * (i + 1)) % 7 - 2.0f;
  of[8 * t + 3] = fold(table[(t / 2) % 4], v, 5);
  of[8 * t + 4] = fold(least, v, 5);
  oi[8 * t + 0] = twice<square>(t % 11);
  oi[8 * t + 1] = twice<negate>(t);
  oi[8 * t + 2] = (p == add) + 2 * (p == mul);
  Step step = {t & 2 ? negate : static_cast<long long (*)(long long)>(square), t % 3};
  long long n = t % 5 + 1;
  for (int i = 0; i < step.times; i++) n = step.run(n);
  oi[8 * t + 3] = n;
  od[8 * t + 0] = apply(square, t * 0.75);
  od[8 * t + 1] = apply(nullptr, t);
}
