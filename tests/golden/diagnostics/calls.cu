__device__ float mix(float a, float b) { return a + b; }
__device__ int pick(int a, double b) { return a; }
__device__ int pick(double a, int b) { return b; }
__device__ void change(int& x) { x = 1; }
__device__ int later(int x);
__global__ void kernel2(int* p) { }
int on_host(int x) { return x; }
__global__ void k(float* out, int* counts, int n)
{
  out[0] = mix(1);               // expect-error WB3010
  out[1] = mix(1, 2, 3);         // expect-error WB3010
  out[2] = mix(out, 2);          // expect-error WB3008
  n = pick(1, 2);                // expect-error WB3013
  n = pick(out, out, out);       // expect-error WB3012
  change(3);                     // expect-error WB3047
  atomicAdd(n, 1);               // expect-error WB3068
  atomicAdd(counts);             // expect-error WB3010
  short small = 0;
  atomicAdd(&small, 1);          // expect-error WB3069
  n = max(1, 2.0f);              // expect-error WB3013
  n = on_host(n);                // expect-error WB3022
  kernel2(counts);               // expect-error WB3055
  int& r;                        // expect-error WB3046
}
