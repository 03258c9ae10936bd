__global__ void k(int* p, int n) { floeadIdx.x < 32) s[threadIdx.x] = 1;
  of[8 * t + 2] = sinf(x);
  for (int i = 0; if (threadIdx.x < 32) s[threadIdx.x] = 1;
  float tx = tex2D<float>(texture, 1.5f, 2.5f); i < n; i += blockDim.x) { p[i] = 1; __syncthreads(); } }