// Inline PTX: special registers, fields of bits, permutes, shifts, products.
#include "../case.h"
KERNEL {
  unsigned int x = u[t], y = u[(t + 7) & 63], r;
  asm("mov.u32 %0, %%laneid;" : "=r"(r));
  long long sum = r;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
  oi[8 * t + 0] = sum + 100ll * r;
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r));
  oi[8 * t + 1] = r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(t), "r"(y & 63));
  sum = r;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(t >> 1), "r"(y & 63));
  oi[8 * t + 2] = sum * 3 + r;
  asm volatile("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(y), "r"(t & 31), "r"(y & 15));
  oi[8 * t + 3] = r;
  asm("prmt.b32 %0, %1, %2, 0x3715;" : "=r"(r) : "r"(x), "r"(y));
  sum = r;
  asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(x));
  oi[8 * t + 4] = sum + 7ll * (int)r;
  asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(x), "r"(y), "r"(t * 77777));
  sum = r;
  asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(t));
  oi[8 * t + 5] = sum - r;
  asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(t));
  sum = r;
  unsigned long long wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(x), "r"(y));
  oi[8 * t + 6] = (long long)(wide + sum);
  float product;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(f[t]), "f"(f[(t + 1) & 63]));
  of[8 * t + 0] = product;
  asm("mov.b32 %0, %1;" : "=r"(r) : "f"(f[t]));
  oi[8 * t + 7] = r;
}
