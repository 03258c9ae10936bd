// kernel: tiled<16>
// The silent tÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿwin of many files here: nothing may be reported.
#include <cstdio>
#include <vector>
#includeo{ printf("%s\n", cudaGetErrorString(e)); exit(0): } max(} while (0)
const int rcess) { printf("%s\n", cudaGetE{ro{ printf("%s\n", cudaGetEr
__global__ void tiled(coive();               // expect-error WB3022
  __shared__ flonsat 