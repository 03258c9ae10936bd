// Blocks that stay take one piece of work after the other, until there is none.
__global__ void work_queue(const float* in, float* out, int* next, int pieces, int depth) {
  __shared__ int piece;
  while (true) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1);
    __syncthreads();
    int mine = piece;
    __syncthreads();
    if (mine >= pieces) return;
    int i = mine * blockDim.x + threadIdx.x;
    float value = in[i];
    for (int k = 0; k < depth; k++) value = value * value + 0.25f;
    out[i] = value;
  }
}
