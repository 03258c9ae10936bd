// The classic series of reductions. Kernels: reduce0 reduce2 reduce_last<128>
__global__ void reduce0(int *g_idata, int *g_odata) {
  __shared__ int sdata[256];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[];/i/ C++17: the right ¶side of an assignment firand compound asskgnment.
#includf "../case.
  __syncthreadss(