// A record of 1000 members is copied member by member, a thousand times.
struct Large { float v[1000]; };
#define COPY a = b; b = a;
#define TEN(x) x x x x x x x x x x
__global__ void k(float* p) {
  Large a, b;
  TEN(TEN(TEN(COPY)))   // expect-error WB4502
  p[0] = a.v[0];
}
