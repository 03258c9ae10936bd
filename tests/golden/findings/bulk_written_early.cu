// A thread writes to where a bulk copy goes, and another one to where it comes from, before the phase of its barrier is over.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void begin(int* to, const int* from, unsigned long long* bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(place(bar)) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(place(to)), "l"(from), "r"(place(bar)) : "memory");
}
__device__ void wait(unsigned long long* bar) {
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @p bra over; bra again; over: }" ::"r"(place(bar)) : "memory");
}
__global__ void bug(int* in, int* out) {
  __shared__ alignas(128) int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(place(&bar)) : "memory");
  __syncthreads();
  if (t == 0) begin(s, in, &bar);
  __syncthreads();
  if (t == 8) s[t] = 0;
  if (t == 9) in[t] = 0;
  __syncthreads();
  wait(&bar);
  out[t] = s[63 - t];
}
__global__ void mended(int* in, int* out) {
  __shared__ alignas(128) int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(place(&bar)) : "memory");
  __syncthreads();
  if (t == 0) begin(s, in, &bar);
  wait(&bar);
  __syncthreads();
  if (t == 8) s[t] = 0;
  if (t == 9) in[t] = 0;
  __syncthreads();
  out[t] = s[63 - t];
}
