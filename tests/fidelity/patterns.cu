// Single warp accesses to shared memory at any lanes and addresses, for the rule of wavefronts and bank conflicts. `record.py` runs this under
// the profiler; each pattern is one launch of one warp. The instruction stands there as such, so no compiler can change it.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

extern __shared__ unsigned char memory[];

#define LOAD(bytes, type, ...)                                                                                                \
  __global__ void load_##bytes(const uint32_t* offset, uint32_t mask, uint32_t* out) {                                        \
    const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(memory)), at = base + offset[threadIdx.x];           \
    type v[2] = {};                                                                                                           \
    if (mask >> threadIdx.x & 1) __VA_ARGS__;                                                                                 \
    const uint64_t all = uint64_t{v[0]} ^ uint64_t{v[1]};  /* every bit is wanted, or less would be loaded */                 \
    out[threadIdx.x] = static_cast<uint32_t>(all ^ all >> 32);                                                                \
  }
LOAD(1, uint32_t, asm volatile("ld.shared.u8 %0, [%1];" : "=r"(v[0]) : "r"(at)))
LOAD(2, uint32_t, asm volatile("ld.shared.u16 %0, [%1];" : "=r"(v[0]) : "r"(at)))
LOAD(4, uint32_t, asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[0]) : "r"(at)))
LOAD(8, uint64_t, asm volatile("ld.shared.u64 %0, [%1];" : "=l"(v[0]) : "r"(at)))
LOAD(16, uint64_t, asm volatile("ld.shared.v2.u64 {%0, %1}, [%2];" : "=l"(v[0]), "=l"(v[1]) : "r"(at)))

#define STORE(bytes, ...)                                                                                                     \
  __global__ void store_##bytes(const uint32_t* offset, uint32_t mask, uint32_t*) {                                           \
    const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(memory)), at = base + offset[threadIdx.x];           \
    [[maybe_unused]] const uint64_t v = threadIdx.x;                                                                          \
    [[maybe_unused]] const uint32_t w = threadIdx.x;                                                                          \
    if (mask >> threadIdx.x & 1) __VA_ARGS__;                                                                                 \
  }
STORE(1, asm volatile("st.shared.u8 [%0], %1;" ::"r"(at), "r"(w)))
STORE(2, asm volatile("st.shared.u16 [%0], %1;" ::"r"(at), "r"(w)))
STORE(4, asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(w)))
STORE(8, asm volatile("st.shared.u64 [%0], %1;" ::"r"(at), "l"(v)))
STORE(16, asm volatile("st.shared.v2.u64 [%0], {%1, %1};" ::"r"(at), "l"(v)))

using Kernel = void (*)(const uint32_t*, uint32_t, uint32_t*);

int main(int, char** arguments) {
  const int patterns = atoi(arguments[1]);
  const Kernel loads[] = {load_1, load_2, load_4, load_8, load_16}, stores[] = {store_1, store_2, store_4, store_8, store_16};
  std::mt19937 random(20261122);
  const auto pick = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
  uint32_t *offset, *out;
  cudaMallocManaged(&offset, 32 * sizeof(uint32_t)), cudaMalloc(&out, 32 * sizeof(uint32_t));
  for (int p = 0; p < patterns; ++p) {
    constexpr uint32_t widths[] = {0, 1, 2, 3, 4, 3, 4};  // the wide ones twice as often: their rule is the harder one
    const uint32_t width = widths[p % 7], bytes = 1u << width, elements = 16384 / bytes;
    const bool is_store = p / 7 % 3 == 2;
    // Which lanes: all, any, a run, one of each group.
    uint32_t mask = ~0u;
    switch (pick(5)) {
      case 0: mask = random(); break;
      case 1: mask = random() | random(); break;
      case 2: mask = (~0u >> pick(32)) << pick(16); break;
      case 3: { const uint32_t group = 1u << pick(4); mask = 0; for (uint32_t lane = pick(group); lane < 32; lane += group) mask |= 1u << lane; break; }
      default: break;
    }
    if (!mask) mask = 1u << pick(32);
    // Where: anywhere, in a small place, in steps, some lanes at one address.
    const uint32_t kind = pick(6), range = 1u << (2 + pick(9)), step = 1 + pick(40), group_bit = 1u << pick(5), start = pick(elements);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uint32_t element = 0;
      switch (kind) {
        case 0: element = pick(elements); break;
        case 1: element = start + pick(range); break;
        case 2: element = start + lane * step; break;
        case 3: element = start + (lane & ~group_bit) * step; break;
        case 4: element = start + (lane ^ group_bit); break;
        default: element = start + lane / 2 * step + (lane & 1) * pick(2); break;
      }
      offset[lane] = element % elements * bytes;
    }
    printf("%s %u %08x", is_store ? "store" : "load", bytes, mask);
    for (uint32_t lane = 0; lane < 32; ++lane) printf(" %u", offset[lane]);
    printf("\n");
    (is_store ? stores : loads)[width]<<<1, 32, 16384>>>(offset, mask, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
