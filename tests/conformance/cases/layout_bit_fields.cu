// Where bit-fields stand, what they hold after stores, and what they are promoted to.
#include "../case.h"
struct Bits { unsigned a : 3; int b : 5; unsigned c : 12; char d; int e : 20; };
struct Bits2 { char c; int x : 24; int y : 1; };
struct Bits3 { short a : 9; short b : 9; long long l : 33; bool f : 1; };
struct Bits4 { int a : 4; int : 0; int b : 4; unsigned char c : 3; };
struct Bits5 { char c; int : 7; int d : 5; };
enum class Kind : unsigned char { none, one, two };
struct Bits6 { Kind kind : 2; unsigned char rest : 6; };
KERNEL {
  oi[8 * t + 0] = sizeof(Bits) + 100 * sizeof(Bits2) + 10000 * sizeof(Bits3) + 1000000 * sizeof(Bits4) + 100000000ll * sizeof(Bits5) + 10000000000ll * sizeof(Bits6);
  Bits b{1, -2, 3000, 'x', -77};
  b.a = u[t]; b.b += a[t] & 63; b.c--; b.e = b.e * 2;
  oi[8 * t + 1] = b.a * 1000000ll + b.b * 1000 + b.c++;
  oi[8 * t + 2] = b.c * 100000ll + b.e + (b.a - 5 < 0);
  Bits3 s; s.a = a[t]; s.b = u[t]; s.l = a[t] * 0x12345ll; s.f = a[t] & 4;
  oi[8 * t + 3] = s.a * 100000ll + s.b * 10 + s.f;
  oi[8 * t + 4] = s.l;
  Bits2 x{'a', a[t] & 0x7fffff, -1};
  oi[8 * t + 5] = x.x * 10ll + x.y;
  x.x = u[t];
  Bits6 k{Kind::two, 33};
  k.rest ^= u[t];
  oi[8 * t + 6] = x.x + 100 * x.c + 1000000000ll * k.rest + (k.kind == Kind::two);
  int kept = (b.a = 13) + 1;
  oi[8 * t + 7] = kept * 100 + (b.b = 17) + ++b.a;
}
