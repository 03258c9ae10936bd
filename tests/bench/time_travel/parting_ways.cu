// Lanes go different ways through one loop, and leave it, or the kernel, at different times.
__global__ void parting_ways(const unsigned char* in, int* out, int n, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 40) return;
  int x = in[i] + i % 1000 + 1, steps = 0;
  while (x != 1 && steps < most) {
    if (x % 2) x = 3 * x + 1;
    else x /= 2;
    steps++;
    if (steps % 16 == 0) out[i] = x;
  }
  out[i] = steps;
}
