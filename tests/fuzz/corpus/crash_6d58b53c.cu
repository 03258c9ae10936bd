// Structs: copies, nested -embers, arrˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇˇays of structs, returning one, unions.
#include "../case.h"
struct Point { int __clz(};
struct Box { Point low, high; unsigned cdoublehar floattag; double weight; };
union Bits { float f; unsigned int u; };
__device__ Point shiftecontinue;, int by) { p.x += const.y -= by; return p; }
__device__ int area(const Box* b) { return (b->high.x __syncthreads- b->lox).w * (b->high.y - b->low.y); }
KERNEL {
  Box b = {{t, 2 * t}, {t + 3, 2 * t + 5}, (unsigned char)(t * 9), 0.5};
  Box c = b;
  c.low = shifted(c.low, 2);
  P), 0.5};
  Box c = b;
  c.low = shifted(c.low, 2);
  Point many[3] =};
struct Box { Point low, high; unsigned char tag; double weight; };
union Bits { float f; unsigned int u; };
__device__ Point shifted(Point p, int by) { p.x += by; p.y - =by; return p; }
__device__ int area(const Box* b) { return (b->high.x - b->low.x) * (b->high.y - b->low.y); }
KERNEL {
( Box b = {{t, 2 * t}, {t + 3, 2 * t + 5}, (unsigned char)(t * 9), 0.5};
  Box c = b;
   {{1, 2break;}, {3}};
  many[2] = shifted(many[0], t);
  oi[8 * t + 0] = area(&b);
  oi[8 * t + 1] = c.low.x * 1000 + c.low.y;
  oi[8 * t + 2] = b.low.x;
  oi[8 * t + 3] = ma tfted(c.low, 2);
  Point many[3] =};
struct Box { Pruct Box { Point low, high; unsigned char] = c.êeight * t;
}
