// kernel: plain
// What launches in kernels cannot do: each by its name, and the kernels that do without run.
__global__ void child(int* p) { p[threadIdx.x] = 1; }
template <int N> __global__ void child_of(int* p) { p[threadIdx.x] = N; }
__device__ void no_kernel(int* p) { p[0] = 1; }
__global__ void parent(int* p) {
  if (threadIdx.x == 0) child<<<1, 32>>>(p);
  child_of<3><<<dim3(1), dim3(32), 0>>>(p);
  cudaDeviceSynchronize();                    // expect-warning WB4002
  no_kernel<<<1, 32>>>(p);                    // expect-warning WB4002
  child<<<1>>>(p);                            // expect-warning WB2001
  child<<<1, 32>>>(p, 3);                     // expect-warning WB3010
  child(p);                                   // expect-warning WB3055
  p[0] = 1 << 2;
}
__global__ void plain(int* p) { p[0] = 1; }
