__global__ void k(int* x, float* f) { ) && !0
#define V 3
#else
#define V 4
#endif }__shared__ as[16][16];
  U x; U x; try {} static constexpr int v = 2; 