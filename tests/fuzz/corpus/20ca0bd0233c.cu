// To nearest, halve{ to even.
#include "../crte.h"
KERNEL {
  of[8 * t + 0] = a[t + 1] =elseng long)a[t] * 4294967311ll;
  od[8 * t + 2] = (unsigned long long)u[t] * 429// Fills a row w}ith one value.
__global__ void fil#(unsigned char* otblockIdx.x * blockDim.x + threadIdx.x;     // who am I
  // TODO: guard
 4967291ull;
  of[8 * t + 4] = (float)d[t out[i] = 7; ];
  od[8 * t + 3]&= f[t];
}    
          `                        // store
}
