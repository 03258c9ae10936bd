struct N { int v; N* next; };
__device__ int f(uint3 a) { return a.x * 100 + a.y; }
__device__ int g(dim3 a) { return a.x * 1000 + a.z; }
__device__ int h(const uint3& a) { return a.x; }
struct S { dim3 d; uint3 u; };
__global__ void k(int* r, int* q, const float* cf, N* nodes, int n) {
  int t = threadIdx.x;
  int* p1 = t ? r : nullptr; int* p2 = t ? nullptr : r; int* p3 = t ? 0 : r; int* p4 = t ? r : NULL; const float* p5 = t ? cf : nullptr;
  const int* p6 = t > 1 ? q : t ? nullptr : r;
  auto p7 = t ? nullptr : q; auto p8 = t ? nullptr : nullptr;
  N* nn = t ? &nodes[t - 1] : nullptr;
  char* c = (char*)(t ? nullptr : (void*)r);
  if (t == 0) { r[0] = !p1 + 2 * (p2 == r) + 4 * (p3 == r) + 8 * !p4 + 16 * !p5 + 32 * (p6 == r) + 64 * (p7 == q) + 128 * !nn + 256 * (p8 == nullptr) + 512 * (c == (char*)r); }
  uint3 a = gridDim; dim3 b = blockDim; uint3 c3 = threadIdx; auto d = gridDim; dim3 e = threadIdx; uint3 e2(blockDim); dim3 e3(blockIdx); dim3 e4 = a; uint3 e5 = d;
  e5 = blockDim; e4 = threadIdx; S s = {threadIdx, blockDim}; const uint3& ref = gridDim;
  if (t == 1) { r[1] = f(gridDim) + f(blockDim); r[2] = g(threadIdx) + g(blockDim) + h(gridDim); r[3] = a.x + b.x + c3.x + d.x + e.x; r[4] = e2.x + e3.y + e4.x * 10 + e5.x * 100; r[5] = s.d.x * 10 + s.u.x; r[6] = ref.x + ((uint3)gridDim).y; }
  int i = 0;
  switch (t) case 2: case 3: i = 7;
  switch (t) default: i += 1;
  switch (t) case 2: { i += 10; break; i += 1000; }
  for (int j = 0; j < 3; j++) switch (j) case 1: break;
  if (t == 3) switch (t) case 3: i += 5; else i = 99;
  switch (t) { case 4: switch (n) case 8: i = 44; break; default: i += 100; }
  r[8 + t] = i;
}
__global__ void k2(int* r, int n) {
  static __device__ int calls = 5; static __device__ float w[4]; static __constant__ int tab[3] = {4, 5, 6}; __device__ static int z; static constexpr int ct[3] = {1, 2, 3}; static __device__ const int cc = 9;
  atomicAdd(&calls, 1); atomicAdd(&z, 2); __syncthreads();
  r[threadIdx.x] = calls + tab[threadIdx.x % 3] * 100 + z * 1000 + (w[1] == 0.f) * 1000000 + ct[1] + cc;
}
__global__ void k3(unsigned* r) {
  unsigned v; asm volatile("vote.sync.ballot.b32 %0, 1, 0xffffffff;" : "=r"(v)); unsigned s; asm volatile("vote.sync.ballot.b32 %0, 0, 0xffffffff;" : "=r"(s)); unsigned u; asm("{ .reg .pred q; vote.sync.any.pred q, 1, 0xffffffff; selp.u32 %0, 5, 6, q; }" : "=r"(u));
  asm volatile("vote.sync.ballot.b32 %0, %1, 0xffffffff;" : "=r"(s) : "n"(1));
  r[threadIdx.x] = v; r[32 + threadIdx.x] = s; r[64 + threadIdx.x] = u;
}
