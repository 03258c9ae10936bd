// Lanes of one warp go three ways, meet at a barrier and exchange what they found: for looking at warps and at time.
__global__ void parting(const int* in, int* out, int n)
{
  __shared__ int seen[48];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  if (i % 2 == 0) {
    value = value * 3;
    if (i % 4 == 0)
      value += 100;
  } else {
    value = -value;
  }
  seen[threadIdx.x] = value;
  __syncthreads();
  if (i < n)
    out[i] = seen[blockDim.x - 1 - threadIdx.x];
}

int main()
{
  const int n = 180;
  int numbers[n];
  for (int i = 0; i < n; i++) numbers[i] = (i * 37 + 11) % 101;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
  parting<<<4, 48>>>(in, out, n);
  cudaDeviceSynchronize();
}
