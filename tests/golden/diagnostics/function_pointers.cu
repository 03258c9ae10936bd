// Pointers to functions that cannot be given a value or called.
__device__ int twice(int x) { return 2 * x; }
__device__ float twice(float x) { return 2 * x; }
__device__ int once(int x) { return x; }
int on_the_host(int x) { return x; }
struct Point { int x; __device__ int get() const { return x; } };
__global__ void k(int* out)
{
  auto any = twice;                      // expect-error WB3120
  double (*none)(double) = twice;        // expect-error WB3120
  float (*other)(float) = once;          // expect-error WB3008
  int (*host)(int) = on_the_host;        // expect-error WB3022
  int (*one)(int) = once;
  out[0] = one(1, 2);                    // expect-error WB3010
  out[1] = one("text");                  // expect-error WB3008
}
