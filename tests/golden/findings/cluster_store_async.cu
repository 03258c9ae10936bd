// What the other block stores is read before the barrier has counted its bytes.
//@ grid 2
//@ block 32
//@ output int out[64]
__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned peer(unsigned at, unsigned rank) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
  return there;
}
__device__ void swap(int* box, unsigned long long* bar, int* out, bool waits) {
  const int t = threadIdx.x;
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place(bar)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(place(bar)) : "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  const unsigned other = blockIdx.x ^ 1;
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(peer(place(box + 31 - t), other)), "r"(t), "r"(peer(place(bar), other)) : "memory");
  unsigned done = !waits;
  while (!done) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(place(bar)) : "memory");
  out[blockIdx.x * 32 + t] = box[t];
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ alignas(16) int box[32];
  __shared__ alignas(8) unsigned long long bar;
  swap(box, &bar, out, false);
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ alignas(16) int box[32];
  __shared__ alignas(8) unsigned long long bar;
  swap(box, &bar, out, true);
}
