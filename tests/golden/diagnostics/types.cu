struct Vec { float x, y; };
struct Later;
__global__ void k(float* out, const float* in, int n, Vec v)
{
  int* ip = out;                 // expect-error WB3008
  float f = v;                   // expect-error WB3008
  float* w = in;                 // expect-error WB3008
  f = v + 1;                     // expect-error WB3009
  f = 2.5f % 2;                  // expect-error WB3009
  f = ~2.5f;                     // expect-error WB3011
  in[0] = 1;                     // expect-error WB3014
  n + 1 = 3;                     // expect-error WB3015
  n(3);                          // expect-error WB3016
  f = n[0];                      // expect-error WB3041
  f = *n;                        // expect-error WB3042
  f = n.x;                       // expect-error WB3043
  Vec* p = &v;
  f = p.x;                       // expect-error WB3044
  f = v->x;                      // expect-error WB3044
  void nothing;                  // expect-error WB3045
  Later later;                   // expect-error WB3045
  if (v) f = 1;                  // expect-error WB3051
  out = &3;                      // expect-error WB3052
}
