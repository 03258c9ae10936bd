#include <cuda_fp16.h>
__global__ void k(half2* p) {
  namespace cg = cooperative_groups; p[0] = __hfma2(p[1], p[2], !p[3]);
  p[1] = __hmax2(p[0], p[2]);
}