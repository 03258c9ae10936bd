// Transposes without shared memory: every store of a warp goes to 32 rows.
__global__ void columns(const float* in, float* out, int n)
{
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
