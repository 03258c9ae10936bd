// What printf of the device writes.
#include <cstdio>

__global__ void formats() {
  int i = -42;
  unsigned int u = 3000000000u;
  long long l = -9000000000000000000ll;
  unsigned long long ul = 18000000000000000000ull;
  printf("[%d] [%5d] [%-8d] [%08d] [%+d] [% d] [%.5d]\n", i, i, i, i, -i, -i, i);
  printf("[%u] [%x] [%X] [%#x] [%o] [%#o] [%c] [%%]\n", u, u, u, 255u, 8u, 8u, 'q');
  printf("[%lld] [%llu] [%llx] [%ld] [%lu] [%zu]\n", l, ul, ul, -5L, 5UL, sizeof(double));
  printf("[%hd] [%hu]\n", (short)-7, (unsigned short)65535);
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+.0f] [%010.2f]\n", 3.14159265, 2.71828, -1.5, 9.96, 2.5, -3.25);
  printf("[%e] [%.3E] [%g] [%g] [%g] [%G] [%.3g] [%#g]\n", 12345.678, 0.00012345, 1e-5, 100000.0, 1000000.0, 1e20, 1234.5678, 2.0);
  printf("[%a] [%f] [%f] [%f] [%g] [%F]\n", 1.0, 1.0 / 0.0, -1.0 / 0.0, 0.0, -0.0, 1e300 * 1e10);
  printf("[%s] [%10s] [%-10s] [%.2s]\n", "warp", "block", "grid", "thread");
  printf("[%*d] [%-*d] [%.*f]\n", 6, 12, 6, 12, 2, 1.23456);
  printf("%s", "no end of line; ");
  float f = 0.1f;
  printf("[%.9g] [%.17g] [%f]\n", f, 0.1, f * 3);
  printf("plain text only\n");
  int given = printf("[%d %d]\n", 1, 2);
  printf("returned %d\n", given);
}

int main() {
  formats<<<1, 1>>>();
  cudaDeviceSynchronize();
  return 0;
}
