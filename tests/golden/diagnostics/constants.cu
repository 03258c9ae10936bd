#define N 8
__constant__ float table[N];
__device__ const int three = 3;
__global__ void k(float* out, int n)
{
  const int limit = 5;
  const float eps;               // expect-error WB3048
  limit = 6;                     // expect-error WB3014
  table[0] = 1;                  // expect-error WB3014
  threadIdx.x = 3;               // expect-error WB3057
  float a[n];                    // expect-error WB3026
  __shared__ float s[n];         // expect-error WB3027
  __shared__ float t[limit + three];
  __shared__ float u[];          // expect-error WB3027
  __shared__ float z[0];         // expect-error WB3028
  float neg[-3];                 // expect-error WB3028
  __shared__ int count = 0;      // expect-error WB3029
  int three_values[2] = {1, 2, 3};    // expect-error WB3049
  int narrow{2.5f};              // expect-warning WB3050
  int d = n / 0;                 // expect-warning WB3053
  int e = 1 << 40;               // expect-warning WB3054
  constexpr int c = n;           // expect-error WB3040
  switch (n) { case 1 + n: break; }   // expect-error WB3040
  static_assert(sizeof(float) == 8, "floats are small");   // expect-error WB3039
  if constexpr (n > 3) out[0] = 1;    // expect-error WB3062
  char huge[2000000000];         // expect-error WB3063
}
