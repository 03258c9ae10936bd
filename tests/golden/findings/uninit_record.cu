// A whole record is copied of which nobody has set a member. One whose other members alone are unset may be.
//@ block 32
//@ buffer float in[32] = iota
//@ output float out[32]
struct Body {
  float x, y, z, mass;
  int id;
};
__global__ void bug(const float* in, float* out) {
  __shared__ Body all[33];
  all[threadIdx.x].mass = in[threadIdx.x];
  __syncthreads();
  Body next = all[threadIdx.x + 1];
  out[threadIdx.x] = next.mass;
}
__global__ void mended(const float* in, float* out) {
  __shared__ Body all[33];
  all[threadIdx.x].mass = in[threadIdx.x];
  if (threadIdx.x == 0) all[32].mass = 0;
  __syncthreads();
  Body next = all[threadIdx.x + 1];
  out[threadIdx.x] = next.mass;
}
