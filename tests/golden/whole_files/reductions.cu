// The classic series of reductions. Kernels: reduce0 reduce2 reduce_last<128>
__global__ void reduce0(int *g_idata, int *g_odata) {
  __shared__ int sdata[256];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[i];
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) { sdata[tid] += sdata[tid + s]; }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void reduce2(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata2[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
  sdata2[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata2[tid] = mySum = mySum + sdata2[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}
template <unsigned int blockSize>
__global__ void reduce_last(const float *in, float *out, unsigned int n) {
  __shared__ float s[blockSize];
  unsigned int t = threadIdx.x, i = blockIdx.x * blockSize * 2 + t, grid = blockSize * 2 * gridDim.x;
  s[t] = 0;
  while (i < n) { s[t] += in[i] + (i + blockSize < n ? in[i + blockSize] : 0.0f); i += grid; }
  __syncthreads();
  if (blockSize >= 512) { if (t < 256) { s[t] += s[t + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (t < 128) { s[t] += s[t + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (t < 64) { s[t] += s[t + 64]; } __syncthreads(); }
  for (int k = 32; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) atomicAdd(out, s[0]);
}
