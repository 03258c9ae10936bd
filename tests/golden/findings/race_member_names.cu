//@ grid 2
//@ block 33
//@ buffer int out[64] = 0

// A member of a record, a scalar, and a race whose lowest element is within one block: it is told of two blocks.
struct Particle {
  float3 position;
  int marks[2];
};
__device__ Particle particles[4];
__device__ int total;

__global__ void bug(int* out) {
  __shared__ int last;
  last = threadIdx.x;
  total = threadIdx.x + blockIdx.x;
  particles[3].position.y = threadIdx.x;
  particles[2].marks[1] = threadIdx.x;
  out[blockIdx.x == 0 ? 0 : threadIdx.x] = threadIdx.x + 7 * blockIdx.x;
}

__global__ void mended(int* out) {
  __shared__ int last;
  if (threadIdx.x == 0) last = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    total = last;
    particles[3].position.y = 1;
    particles[2].marks[1] = 1;
  }
  if (threadIdx.x < 32) out[threadIdx.x + 32 * blockIdx.x] = 0;
}
