// Bulk copies: to shared memory by a barrier that counts bytes, in every spelling; a ring of stages; from shared memory by groups; sums and extremes in global memory.
#include <cuda/barrier>
#include <cuda/ptx>
#include "dump.h"
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(const void* bar, int parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@p bra over;\n"
      "bra again;\n"
      "over: }" ::"r"(place(bar)), "r"(parity) : "memory");
}

__global__ void by_instructions(const unsigned* in, unsigned* out) {
  __shared__ alignas(128) unsigned s[64], d[64];
  __shared__ alignas(8) unsigned long long bar;
  int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n fence.mbarrier_init.release.cluster;\n fence.proxy.async.shared::cta;" ::"r"(place(&bar)) : "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("{ .reg .b64 st; mbarrier.arrive.expect_tx.shared::cta.b64 st, [%0], 256; }" ::"r"(place(&bar)) : "memory");
    for (int i = 0; i < 2; i++)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(place(s + 32 * i)), "l"(in + blockIdx.x * 64 + 32 * (1 - i)), "r"(place(&bar))
                   : "memory");
  }
  wait(&bar, 0);
  d[t] = s[63 - t] * 3 + blockIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out + blockIdx.x * 64), "r"(place(d)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

__global__ void by_library(unsigned* data) {
  __shared__ alignas(16) unsigned s[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(s, data + blockIdx.x * 128, 256, bar);
    cuda::device::memcpy_async_tx(s + 64, data + blockIdx.x * 128 + 64, cuda::aligned_size_t<16>(256), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 128; i += blockDim.x) s[i] = s[i] * 5 + 1;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(data + blockIdx.x * 128, s, sizeof s);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

// A producer's warp and three that consume, over a ring of three stages; sums of all tiles.
__global__ void ring(const unsigned* in, unsigned* out, int tiles) {
  constexpr int stages = 3;
  __shared__ alignas(128) unsigned stage[stages][96];
  __shared__ uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; i++) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 96);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      for (int tile = 0; tile < tiles; tile++) {
        const int i = tile % stages, round = tile / stages;
        if (round > 0)
          while (!ptx::mbarrier_try_wait_parity(&empty[i], (round - 1) & 1)) {
          }
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i], sizeof stage[i]);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[i], in + 96 * tile, (uint32_t)sizeof stage[i], &full[i]);
      }
    return;
  }
  const int t = threadIdx.x - 32;
  unsigned sum = 0;
  for (int tile = 0; tile < tiles; tile++) {
    const int i = tile % stages, round = tile / stages;
    while (!ptx::mbarrier_try_wait_parity(&full[i], round & 1)) {
    }
    sum = sum * 31 + stage[i][95 - t];
    ptx::mbarrier_arrive(&empty[i]);
  }
  out[t] = sum;
}

// Two groups from two buffers; the first buffer is filled again when the first group has read it.
__global__ void groups(unsigned* out) {
  __shared__ alignas(16) unsigned s[2][64];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    if (t == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    s[i % 2][t] = 1000 * i + t;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * i, s[i % 2], 256);
      ptx::cp_async_bulk_commit_group();
    }
  }
  if (t == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

__global__ void reduce(int* sums, unsigned* least, unsigned* greatest, float* reals, unsigned* bits) {
  __shared__ alignas(16) unsigned s[64];
  __shared__ alignas(16) float f[64];
  const int t = threadIdx.x;
  s[t] = (blockIdx.x * 37 + t * 11) % 101;
  f[t] = blockIdx.x * 0.5f + t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(sums), "r"(place(s)), "r"(256) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], %2;" ::"l"(least), "r"(place(s)), "r"(256) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], %2;" ::"l"(greatest), "r"(place(s)), "r"(256) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(reals), "r"(place(f)), "r"(256) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], %2;" ::"l"(bits), "r"(place(s)), "r"(256) : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main() {
  const int n = 96 * 20;
  unsigned h[n];
  for (int i = 0; i < n; i++) h[i] = i * 2654435761u >> 7;
  unsigned *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, 2048);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);

  by_instructions<<<3, 64>>>(in, out);
  dump<<<1, 1>>>(1, out, 192);
  ring<<<1, 128>>>(in, out, 20);
  dump<<<1, 1>>>(2, out, 96);
  by_library<<<2, 64>>>(in);
  dump<<<1, 1>>>(3, in, 256);
  groups<<<1, 64>>>(out);
  dump<<<1, 1>>>(4, out, 256);
  cudaMemset(out, 0, 2048);
  cudaMemset(out + 64, 0xff, 256);
  reduce<<<4, 64>>>((int*)out, out + 64, out + 128, (float*)(out + 192), out + 256);
  dump<<<1, 1>>>(5, out, 320);
  cudaDeviceSynchronize();
  return 0;
}
