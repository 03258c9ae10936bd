// Making, copying, changing and passing vector values.
#include "../case.h"
__device__ void swap_ends(float4 &v) { float x = v.x; v.x = v.w; v.w = x; }
__device__ float total(float4 v) { return v.x + v.y + v.z + v.w; }
KERNEL {
  float4 v = make_float4(f[24 + t % 40], 1.0f, 2.0f, 3.0f), w = v;
  w.y += v.x;
  swap_ends(w);
  uchar4 c = make_uchar4(a[t], a[t] >> 8, 300, -1);
  short3 s = make_short3(a[t], 40000, -5);
  double2 e = make_double2(d[22 + t % 40], 1.0);
  longlong2 l = make_longlong2(a[t], (long long)a[t] << 20);
  dim3 g(3, t), one;
  g.z = g.x * g.y;
  char1 k = make_char1((char)a[t]);
  int4 list[2] = {{1, 2, 3, 4}, {t, t, t}};
  list[t & 1].w += 7;
  of[8 * t + 0] = w.x + w.y * 2 + w.z * 3 + w.w * 4;
  of[8 * t + 1] = total(v);
  oi[8 * t + 0] = c.x + 1000 * c.y + 1000000 * c.z + 1000000000LL * c.w;
  oi[8 * t + 1] = s.x + 100000LL * s.y + 10000000000LL * s.z;
  oi[8 * t + 2] = l.x ^ l.y;
  oi[8 * t + 3] = g.x + 1000 * g.y + 1000000LL * g.z + one.x + one.y + one.z;
  oi[8 * t + 4] = k.x;
  oi[8 * t + 5] = list[0].w * 100 + list[1].w * 10 + list[1].x;
  od[8 * t + 0] = e.x + e.y;
}
