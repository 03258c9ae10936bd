// sizeof and alignof of bases, empty classes, tail padding, alignas.
#include "../case.h"
struct Empty {}; struct Empty2 {};
struct A { int i; char c; __device__ A() : i(1), c(2) {} };
struct APod { int i; char c; };
struct B : A { char d; };
struct BPod : APod { char d; };
struct E1 : Empty { int x; };
struct E2 : Empty, Empty2 { char c; };
struct E3 { Empty e; int x; };
struct E4 : Empty { Empty e; };
struct E5 : Empty { E1 m; };
struct E6 : E1, Empty2 { Empty2 e; short s; };
struct Al { char c; alignas(16) float f; char d; };
struct __align__(8) Al2 { int x; };
struct Al3 : Al2 { int y; };
struct Left { int l; }; struct Right { double r; char c; };
struct Multi : Left, Right { int m; };
class Priv { int a; char b; public: __device__ int c() { return a + b; } };
struct DPriv : Priv { char d; };
struct Init { int a = 1; char b = 2; }; struct DInit : Init { char d; };
struct Deep : DPriv { char e; short f; };
KERNEL {
  int n = 0;
#define S(T) oi[8 * t + n++ % 8] += (sizeof(T) * 100 + alignof(T)) * (n + t)
  S(Empty); S(A); S(B); S(BPod); S(E1); S(E2); S(E3); S(E4); S(E5); S(E6); S(Al); S(Al2); S(Al3); S(Multi); S(DPriv); S(DInit); S(Deep);
  Multi m; Right* r = &m; B b;
  oi[8 * t + 7] += (char*)r - (char*)&m + 1000 * ((char*)&b.d - (char*)&b);
}
