// Four floats at once need an address that is a multiple of 16.
//@ block 8
//@ buffer float in[64] = iota
//@ output float out[8]
__global__ void bug(const float* in, float* out) {
  float4 v = *(const float4*)(in + 1 + 4 * threadIdx.x);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void mended(const float* in, float* out) {
  float4 v = *(const float4*)(in + 4 * threadIdx.x);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
