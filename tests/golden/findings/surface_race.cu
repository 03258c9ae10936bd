//@ grid 2
//@ block 32
//@ surface int line[64] = iota
// Each thread writes its own element and the next: two threads write one.
__global__ void bug(cudaSurfaceObject_t line) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  surf1Dwrite(i, line, i * 4);
  surf1Dwrite(-i, line, (i + 1) * 4, cudaBoundaryModeClamp);
}

__global__ void mended(cudaSurfaceObject_t line) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  surf1Dwrite(surf1Dread<int>(line, i * 4) + 1, line, i * 4);
}
