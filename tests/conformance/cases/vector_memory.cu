// Wide loads and stores through vector pointers, in global and shared memory.
#include "../case.h"
KERNEL {
  __shared__ float4 s[N];
  __shared__ __align__(16) unsigned char bytes[4 * N];
  const float4 *f4 = reinterpret_cast<const float4 *>(f);
  const int2 *a2 = reinterpret_cast<const int2 *>(a);
  const double2 *d2 = (const double2 *)d;
  float4 v = f4[t % 16];
  s[t] = v;
  reinterpret_cast<uchar4 *>(bytes)[t] = make_uchar4(a[t], a[t] >> 8, a[t] >> 16, a[t] >> 24);
  __syncthreads();
  float4 n = s[(t + 1) % N];
  reinterpret_cast<float4 *>(of)[2 * t] = n;
  of[8 * t + 4] = s[t].y;
  int2 p = a2[t % 32];
  oi[8 * t] = p.x ^ ((long long)p.y << 32);
  oi[8 * t + 1] = *reinterpret_cast<unsigned int *>(bytes + 4 * t);
  uchar4 c = *(uchar4 *)&bytes[4 * ((t * 3) % N)];
  oi[8 * t + 2] = c.x + 256 * c.y + 65536LL * c.z + 16777216LL * c.w;
  ushort4 h = *(const ushort4 *)&a2[t % 32];
  oi[8 * t + 3] = h.x + h.y * 65536LL + h.z * 4294967296LL + ((long long)h.w << 48);
  reinterpret_cast<double2 *>(od)[4 * t + 1] = d2[t % 32];
  longlong2 q = *(const longlong2 *)&d2[t % 32];
  oi[8 * t + 4] = q.x ^ q.y;
}
