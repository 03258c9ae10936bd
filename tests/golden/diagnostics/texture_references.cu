// kernel: k
texture<float, 2> image;  // expect-warning WB3121

__global__ void k(cudaTextureObject_t object, float* out) {
  out[threadIdx.x] = tex2D(image, 0.5f, threadIdx.x + 0.5f) + tex1Dfetch<float>(object, 3);
}
