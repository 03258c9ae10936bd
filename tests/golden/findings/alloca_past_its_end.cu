// Memory of alloca() has the bytes that were asked for.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  int* counts = (int*)alloca(4 * sizeof(int));
  int* other = (int*)alloca(4 * sizeof(int));
  for (int i = 0; i <= 4; ++i) counts[i] = i;
  for (int i = 0; i < 4; ++i) other[i] = 0;
  out[threadIdx.x] = counts[4 + threadIdx.x % 2] + other[0];
}
__global__ void mended(int* out) {
  int* counts = (int*)alloca(5 * sizeof(int));
  int* other = (int*)alloca(4 * sizeof(int));
  for (int i = 0; i <= 4; ++i) counts[i] = i;
  for (int i = 0; i < 4; ++i) other[i] = 0;
  const int* end = counts + 5;
  int sum = 0;
  for (const int* p = counts; p != end; ++p) sum += *p;
  out[threadIdx.x] = sum + other[0] + (int)(end - counts);
}
