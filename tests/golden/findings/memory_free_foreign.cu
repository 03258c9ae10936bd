// A buffer of the launch, an array of the block and one of the thread are not of the device's heap.
//@ buffer int out[8] = 0
__global__ void bug(int* out) {
  __shared__ int tile[4];
  int own[4] = {1, 2, 3, 4};
  tile[2] = own[2];
  out[0] = tile[2];
  free(out + 2);
  free(tile);
  free(own + out[1]);
  delete (int*)12345;
}
__global__ void mended(int* out) {
  __shared__ int tile[4];
  int own[4] = {1, 2, 3, 4};
  tile[2] = own[2];
  out[0] = tile[2];
  free(nullptr);
  delete (int*)nullptr;
}
