__global__ void k(int* out) { printf("first\n"); out[0] = 1; __device__ int x;                return start;
  printf("second\n"); }v[used % n] = x;
    