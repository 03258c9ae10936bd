// A pointer into a buffer: what lies behind the allocation is out of bounds, what lies behind "its" part of it is not.
//@ grid 1
//@ block 64
//@ buffer int pool[128] = iota
//@ again pool + 64
//@ number 65
__global__ void bug(int* first, int* second, int n) {
  int i = threadIdx.x;
  if (i < n) second[i + 1] = first[i];
}
__global__ void mended(int* first, int* second, int n) {
  int i = threadIdx.x;
  if (i < n) second[i] = first[i];
}
