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
