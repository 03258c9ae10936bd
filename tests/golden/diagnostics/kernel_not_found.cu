// kernel: brigthen      expect-error WB3033
__global__ void brighten(int* p) { p[0] = 1; }
