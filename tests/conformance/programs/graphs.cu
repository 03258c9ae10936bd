// Graphs of launches: captured from a stream, and built node by node; launched more than once.
#include "dump.h"

__global__ void add(int* v, int by) { v[threadIdx.x] += by + threadIdx.x; }
__global__ void mix(int* v) { v[threadIdx.x] = v[threadIdx.x] * 5 + v[16 + threadIdx.x]; }

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  cudaMemset(d, 0, 32 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, s>>>(d, 3);
  mix<<<1, 16, 0, s>>>(d);
  cudaMemsetAsync(d + 4, 1, 4, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(ready, s);
  cudaStreamSynchronize(s);
  dump<<<1, 1>>>(1, (unsigned int*)d, 32);
  cudaDeviceSynchronize();

  cudaGraph_t built;
  cudaGraphCreate(&built, 0);
  int by = 100;
  void* arguments[] = {&d, &by};
  cudaKernelNodeParams first = {};
  first.func = (void*)add;
  first.gridDim = dim3(1);
  first.blockDim = dim3(32);
  first.kernelParams = arguments;
  cudaGraphNode_t a, b;
  cudaGraphAddKernelNode(&a, built, NULL, 0, &first);
  void* only[] = {&d};
  cudaKernelNodeParams second = {};
  second.func = (void*)mix;
  second.gridDim = dim3(1);
  second.blockDim = dim3(16);
  second.kernelParams = only;
  cudaGraphAddKernelNode(&b, built, &a, 1, &second);
  cudaGraphExec_t again;
  cudaGraphInstantiate(&again, built, 0);
  cudaGraphLaunch(again, s);
  cudaGraphLaunch(again, s);
  cudaStreamSynchronize(s);
  dump<<<1, 1>>>(2, (unsigned int*)d, 32);
  cudaDeviceSynchronize();
  return 0;
}
