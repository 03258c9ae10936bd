// A sum with a fence in front of each addition, which takes an instruction of its own: what is added to is what stood there before, not behind it.
//@ block 1
//@ buffer float ones[64] = 1
//@ output float out[2]
//@ numbers
__global__ void bug(const float* ones, float* out) {
  float sum = 16777184.0f;
  for (int i = 0; i < 64; ++i) {
    __threadfence();
    sum += ones[i];
  }
  out[0] = sum;
  out[1] = 0;
}
__global__ void mended(const float* ones, float* out) {
  float high = 16777184.0f, low = 0.0f;
  for (int i = 0; i < 64; ++i) {
    __threadfence();
    low = low + 1.0f;
    out[1] = ones[i];
  }
  __threadfence();
  out[0] = high + low;
  out[1] = low;
}
