// The address of a local variable means nothing to a child grid.
//@ buffer int out[1] = 0
__global__ void child(int* out) { *out += 1; }
__global__ void bug(int* out) {
  int sum = 0;
  child<<<1, 1>>>(&sum);
  out[0] = sum;
}
__global__ void mended(int* out) {
  int* sum = (int*)malloc(sizeof(int));
  *sum = 0;
  child<<<1, 1>>>(sum);
  out[0] = 1;
}
