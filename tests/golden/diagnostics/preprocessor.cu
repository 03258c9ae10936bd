#define                     // expect-error WB1009
#define TWICE(x) (2 * (x))
#define TWICE(x) ((x) + (x))      // expect-warning WB1022
#define JOIN(a, b) a##b
#define SAME(x) (x)
#define SAME(x) (x)
#frobnicate                 // expect-error WB1008
#include "nowhere.h"        // expect-warning WB1025
#pragma pack(push, 1)       // expect-warning WB1026
#include missing            // expect-error WB1010
#include "in_header.h"
#include <unheard/of.h>
#if 1 +                     // expect-error WB1015
#endif
#else                       // expect-error WB1014
#endif                      // expect-error WB1014
#warning take care          // expect-warning WB1023
#if 0
#error not here
#endif
#if 0
#elif SAME(SAME(0))
#error nor here
#elif SAME(TWICE(1)) == 3
#endif
#error stop here            // expect-error WB1012
__global__ void k(int* p)
{
  p[0] = TWICE(1, 2);       // expect-error WB1016 expect-error WB2004
  p[1] = JOIN(+, /);        // expect-error WB1021 expect-error WB2004
  p[2] = TWICE(missing);    // expect-error WB3001
}
#ifdef SOMETHING            // expect-error WB1013
