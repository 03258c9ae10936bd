// `delete` for an array: the destructor of the first object alone is run.
//@ buffer int out[1] = 0
struct Part {
  int* count;
  __device__ Part() : count(nullptr) {}
  __device__ ~Part() {
    if (count) ++*count;
  }
};
__global__ void bug(int* out) {
  Part* parts = new Part[3];
  for (int i = 0; i < 3; i++) parts[i].count = out;
  delete parts;
}
__global__ void mended(int* out) {
  Part* parts = new Part[3];
  for (int i = 0; i < 3; i++) parts[i].count = out;
  delete[] parts;
}
