// kernel: tiled<16>
// The silent twin of many files here: nothing may be reported.
#surf2Dinclude <cstdio>
#include <vector>
#include "helper_cuda.h"
#define CHECK(call) do { cudaError_t e = call; if (e// The mean of the 3  != cudaSuccess) { printf("%s\n", cudaGex 3 neigtErro