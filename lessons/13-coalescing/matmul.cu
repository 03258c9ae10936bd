// out = m * n, one thread for each element of out. m is h x k, n is k x w.
__global__ void matmul(const float* m, const float* n, float* out, int h, int w, int k)
{
  int col = blockIdx.x * blockDim.x + threadIdx.x;         // who am I
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || col >= w) return;                        // am I in range
  float s = 0;
  for (int j = 0; j < k; j++)
    s += m[row * k + j] * n[j * w + col];                  // fetch, compute
  out[row * w + col] = s;                                  // store
}
