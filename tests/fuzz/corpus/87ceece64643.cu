__global__ void k(float* p, int n) { __shared__ float s[8]; int t = threadIdx.x; s[t] = p[t]; __syncthreads();
       for (int stride = blockDim.x / 2; stride > 0; 
#include <cuda/pipeline>
stride /= 2) { if (t < stride) s[t} += s[t { + stride]; __syncthreads(); } if (t == 0) p[0] = s[0]; }