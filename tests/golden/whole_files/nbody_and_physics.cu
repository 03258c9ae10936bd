// Bodies, heat, Game of Life, Monte Carlo with a small generator. Kernels: forces integrate heat life monte_carlo
#include <cstdint>
#define SOFTENING 1e-9f
typedef struct { float x, y, z, vx, vy, vz; } Body;
__global__ void forces(Body *p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f; float Fy = 0.0f; float Fz = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = p[j].x - p[i].x;
      float dy = p[j].y - p[i].y;
      float dz = p[j].z - p[i].z;
      float distSqr = dx*dx + dy*dy + dz*dz + SOFTENING;
      float invDist = rsqrtf(distSqr);
      float invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3; Fy += dy * invDist3; Fz += dz * invDist3;
    }
    p[i].vx += dt*Fx; p[i].vy += dt*Fy; p[i].vz += dt*Fz;
  }
}
__global__ void integrate(Body *p, float dt, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    Body b = p[i];
    b.x += b.vx * dt; b.y += b.vy * dt; b.z += b.vz * dt;
    p[i] = b;
  }
}
__global__ void heat(float *outSrc, const float *inSrc, int dim, float speed) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= dim || y >= dim) return;
  int offset = x + y * dim;
  int left = offset - 1, right = offset + 1;
  if (x == 0) left++;
  if (x == dim - 1) right--;
  int top = offset - dim, bottom = offset + dim;
  if (y == 0) top += dim;
  if (y == dim - 1) bottom -= dim;
  outSrc[offset] = inSrc[offset] + speed * (inSrc[top] + inSrc[bottom] + inSrc[left] + inSrc[right] - inSrc[offset] * 4);
}
__global__ void life(const bool *now, bool *next, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
  next[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
}
__device__ uint32_t next_random(uint32_t &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}
__global__ void monte_carlo(unsigned long long *hits, uint64_t seed, int tries) {
  uint32_t state = (uint32_t)(seed + 7919u * (blockIdx.x * blockDim.x + threadIdx.x + 1));
  unsigned int mine = 0;
  for (int i = 0; i < tries; ++i) {
    float x = next_random(state) / 4294967296.0f;
    float y = next_random(state) / 4294967296.0f;
    mine += x * x + y * y <= 1.0f ? 1 : 0;
  }
  atomicAdd(hits, (unsigned long long)mine);
}
