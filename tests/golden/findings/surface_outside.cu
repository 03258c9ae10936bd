//@ grid 1
//@ block 8 4
//@ surface float image[4][8] = iota
// x counts bytes, also where a picture ends: the neighbour on the right of the last column is none, nor is the one below the last row.
__global__ void bug(cudaSurfaceObject_t image) {
  float right = surf2Dread<float>(image, (threadIdx.x + 1) * 4, threadIdx.y);
  surf2Dwrite(right, image, threadIdx.x * 4, threadIdx.y + 1);
}

__global__ void mended(cudaSurfaceObject_t image) {
  float right = surf2Dread<float>(image, (threadIdx.x + 1) * 4, threadIdx.y, cudaBoundaryModeClamp);
  __syncthreads();
  surf2Dwrite(right, image, threadIdx.x * 4, threadIdx.y + 1, cudaBoundaryModeZero);
}
