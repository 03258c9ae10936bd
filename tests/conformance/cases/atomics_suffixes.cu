// Atomics with a scope in their name, 64-bit ones, and the 16-bit compare-and-swap.
#include "../case.h"
KERNEL {
  __shared__ unsigned int s[8];
  __shared__ unsigned long long w[8];
  __shared__ long long n[4];
  __shared__ unsigned short h[2];
  __shared__ float g[2];
  if (t < 8) { s[t] = t == 2 ? 0xffffffffu : 0; w[t] = t == 1 ? ~0ull : 0; }
  if (t < 4) n[t] = 0;
  if (t < 2) { h[t] = 7; g[t] = 0; }
  __syncthreads();
  atomicAdd_block(&s[0], u[t]);
  atomicMax_system(&s[1], u[t]);
  atomicAnd_block(&s[2], u[t] | 0xff);
  atomicOr_system(&s[3], u[t] & 0xff0);
  atomicXor(&s[4], u[t]);
  atomicInc_block(&s[5], 9u);
  atomicDec_system(&s[6], 100u);
  atomicSub(&s[7], u[t]);
  atomicAdd_system(&w[0], (unsigned long long)u[t] << 20);
  atomicAnd(&w[1], ~((unsigned long long)t << 40));
  atomicOr_block(&w[2], 1ull << t);
  atomicXor_system(&w[3], (unsigned long long)u[t] << 30);
  atomicMin_block(&w[4], (unsigned long long)u[t]);
  atomicMax(&w[5], (unsigned long long)u[t] * 3);
  atomicMin(&n[0], (long long)a[t] * 1000003);
  atomicMax_block(&n[1], (long long)a[t] * 1000003);
  atomicOr(&n[2], 1LL << (t % 63));
  atomicXor_block(&n[3], (long long)a[t]);
  atomicAdd_block(&g[0], (float)(t % 8));
  for (bool done = false; !done;) {
    unsigned short old = h[0];
    done = atomicCAS(&h[0], old, (unsigned short)(old + 3)) == old;
  }
  __syncthreads();
  if (t < 8) { oi[8 * t] = s[t]; oi[8 * t + 1] = (long long)w[t]; }
  if (t < 4) oi[8 * t + 2] = n[t];
  if (t < 2) { oi[8 * t + 3] = h[t]; of[8 * t] = g[t]; }
}
