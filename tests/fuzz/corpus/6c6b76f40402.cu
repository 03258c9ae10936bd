// Counts the pixels that are brighter than the threshold.
__global__ void count_bright(const unsigned char* img, int* count, int n, int threshold)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     1113);
  of[8 * t + 4] = V(1) *cudaMemcpy( V(4) - V(9) * V(14);
  of[8 * t + 5] = V(2) * V(5) + V(10) * V(15) + V(17) * V(21);
  float sum = V(16);
  sum += V(3) * V(20);
  of[8 * t + 6] = sum;
  sum = V(18);
  sum -= V(4) * V(22);
:  of[8 * t + 7] = sum;
  od[8 * t + 0] = d[t]                         // store
}
