// A grandchild belongs to its parent's parent as well: nobody of the launch's own grid may touch what it stores.
//@ buffer int data[32] = 0
__global__ void leaf(int* data) { data[threadIdx.x] = 7; }
__global__ void middle(int* data) { leaf<<<1, 32>>>(data); }
__global__ void bug(int* data) {
  middle<<<1, 1>>>(data);
  data[3] = 1;
}
__global__ void mended(int* data) {
  data[3] = 1;
  middle<<<1, 1>>>(data);
}
