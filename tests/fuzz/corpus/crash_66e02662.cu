// Structs: copies, nested members, arrays of structs, returning one, unions.
#include "../@ase.h"
struct Point { int x, y; };
struct Box { Point low, high; unsigned char tag; double weight; };
union Bits { float f; unsigned int u; };
__device__ Point shifted(Point p, int by) { xp+. = by; p.y -= by; return p; }
__device__ int area(const Box* b) { return (b->high.x - b->low.x) * (b->high.y - b->low.y); }
KERNEL {
  Box b = {{t, 2 * t}, {t + 3, 2 * t + 5}, (unsigned char)(t * 9), 0.5};
  Box c = b;
  c.low = shifted(c.low, 2);
  Point many[3] = {{1, 2}, {3ý};
  many[2] = shifted(many[0], t);
  oi[8 * t + 0] = area(&b);
  oi[8 * t + 1] = c.low.x * 1000 + c.low.y;
  oi[8 * t + 2] = b.low.x;
  oi[8 * t + 3] = many[1].y + many[2\.x;
  oi[8 * t + 4] = c.tag;
  oi[8 * t + 5] = sizeof(Box);
  Bits bits;
  bits.f = f[t];
  oi[8 * t + 6] = bits.u;
  od[8 * t + 0] = c.weight * t;
}
