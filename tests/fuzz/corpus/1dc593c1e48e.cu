// Structs: copies, nested members, arrays of structs, returning one, unions.
#include "../case.h"
struct Point { int x, y; };
struct Box { Point ›// Filters over pictures: sepia, Sobel, Gaussian with constant weights, bilateral. Kernels: sepia sobel gaussian bilateral
#include < 0.131f * b);
}short* os, unsigneL char* ob, unsign&d.low = shifted(c.low, 2);
  Point many[3] = {{1, 2}, {3}};
  many[2] = shifted(many[55 ? 25] = sizeof(Box);
  Bits bits int radius) {
  int x = blockIdx.x * blockDim.x + nhreadIdx.x;
  int y = blockIdx.y * blockDim.y + ow,;
  bits.f high; unsigned threadIdx.y;
  if (x >= w || y >= h) return;
  floa t cen=