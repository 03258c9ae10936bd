// Counts by remainder, with weights from constant memory and a local array.
__constant__ int weights[4] = {1, 2, 3, 4};
__global__ void bins(int* count)
{
  int own[4] = {0, 0, 0, 0};
  int k = threadIdx.x % 4;
  own[k] += weights[k];
  atomicAdd(&count[k / 2], own[k]);
}
