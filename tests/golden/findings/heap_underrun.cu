// The element in front of the first one.
//@ block 32
//@ buffer float out[32] = 0
__global__ void bug(float* out) {
  float* row = new float[8]();
  for (int i = 7; i >= 0; i--) row[i - 1] = row[i] + 1;
  out[threadIdx.x] = row[0];
  delete[] row;
}
__global__ void mended(float* out) {
  float* row = new float[8]();
  for (int i = 7; i >= 1; i--) row[i - 1] = row[i] + 1;
  out[threadIdx.x] = row[0];
  delete[] row;
}
