#include <cuda_fp16.h>
__global__ void k(float* p, __half* h, const float4* v, const __half2* w) { __stcg(h, __ldcg(h + 1)); __stcg((__half2*)h, __ldca(w)); }