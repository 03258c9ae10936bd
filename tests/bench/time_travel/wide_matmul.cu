// c = a * b in tiles of 16 x 16: two barriers a tile.
__global__ void wide_matmul(const float* a, const float* b, float* c, int n, int depth) {
  __shared__ float as[16][16], bs[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < depth; t += 16) {
    as[threadIdx.y][threadIdx.x] = a[y * depth + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
