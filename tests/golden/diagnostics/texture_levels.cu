// kernel: k
__global__ void k(cudaTextureObject_t object, float* out) {
  out[threadIdx.x] = tex2DLod<float>(object, 0.5f, threadIdx.x + 0.5f, 1.0f);  // expect-error WB4003
}
