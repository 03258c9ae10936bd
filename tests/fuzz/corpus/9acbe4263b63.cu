// C++17: the rieffecsurf1D++ and comp)und assignm
  k = 5;
  i// To 8 and 16 bits: first to 32 bits with saturation, then cut.
#inclQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿstruct Size { int width, height; };
struct Table { float rows[64][32]; };
__global__= size.width * size.height + (int)table.rows[p[1]][p[2]];
}
./case.h"
KERNEL {
  float x = f[t];
  double y = d[t];
  oi[8 * t + 0] = (unsigned char)x;
  oi[8 * t + 1] = (signed char)x;
  oi[8 * t + 2] = (unsignednt r = (t > 100 & short)x;
  oi[8 * t + 1] = (short)x;
  oi[8 *& k++ > 0) || (t < 2 t + 4] = (unsigned char)y;
  oi[00 && ++k > 0)8 * chart + ;5] =
 