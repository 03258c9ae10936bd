// What classes forbid.
struct Moved { int v; __device__ Moved(int x) : v(x) {} Moved(const Moved&) = delete; __device__ Moved(Moved&& o) : v(o.v) {} };
struct Fixed { const int v; };
struct Asked { int v; explicit __device__ Asked(int x) : v(x) {} };
struct Made { int v; __device__ Made() : v(1) {} };
__device__ int take(Asked a) { return a.v; }
__global__ void k(int* out) {
  Moved a(1);
  Moved b = a;                                         // expect-error WB3100
  Fixed c{1}, d{2};
  c = d;                                               // expect-error WB3101
  Asked e;                                             // expect-error WB3102
  Asked f = {3};                                       // expect-error WB3103
  __shared__ Made g;                                   // expect-error WB3104
  int n = 1;
  int&& r = n;                                         // expect-error WB3047
  out[0] = b.v + c.v + g.v + r;
}
struct Point { int x, y, z; };
struct Base { int v; };
struct One : Base { int one; };
struct Two : Base { int two; };
struct Both : One, Two { int m; };
__global__ void layout(int* out, int* in) {
  struct Bits { int a : 4; };
  struct Wide { int a : 40; };                         // expect-error WB3106
  Bits s;
  int* p = &s.a;                                       // expect-error WB3105
  Point q = {.y = 1, .x = 2};                          // expect-error WB3107
  Point whole = {1, 2, 3, .};                          // expect-error WB2001
  Both both;
  Base& base = both;                                   // expect-error WB3108
  if (out[0]) goto inside;                             // expect-error WB3109
  int n = 1;
inside:
  if (out[1]) goto nowhere;                            // expect-error WB3110
  out[0] = q.x + n + base.v + *p;
}
