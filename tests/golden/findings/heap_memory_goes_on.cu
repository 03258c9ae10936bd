// The heap is full, so memory that was given back goes to the next block at once; the old pointer leads into the new block.
//@ buffer int out[1] = 0
__global__ void bug(int* out) {
  int* first = (int*)malloc(5000000);
  free(first);
  int* second = (int*)malloc(5000000);
  if (first == nullptr || second == nullptr) return;
  second[3] = 1;
  first[3] = 2;
  out[0] = second[3];
  free(second);
}
__global__ void mended(int* out) {
  int* first = (int*)malloc(5000000);
  free(first);
  int* second = (int*)malloc(5000000);
  if (first == nullptr || second == nullptr) return;
  second[3] = 1;
  second[3] = 2;
  out[0] = second[3];
  free(second);
}
