// cuda::atomic and cuda::atomic_ref: every operation with each kind of type.
// compiler: nvcc
#include <cuda/atomic>
#include "../case.h"

struct Pair { int low; int high; };
enum Colour { red, green, blue };

template <class T>
__device__ void integer_operations(T start, T operand, long long* out) {
  __shared__ T places[N];
  T& place = places[threadIdx.x];
  place = start;
  __syncthreads();
  cuda::atomic_ref<T, cuda::thread_scope_block> ref(place);
  unsigned long long h = (unsigned long long)ref.fetch_add(operand);
  h = h * 31 + (unsigned long long)ref.fetch_sub(3, cuda::memory_order_relaxed);
  h = h * 31 + (unsigned long long)ref.fetch_and((T)0x7FFFFFF7);
  h = h * 31 + (unsigned long long)ref.fetch_or((T)0x1001);
  h = h * 31 + (unsigned long long)ref.fetch_xor(operand, cuda::std::memory_order_acq_rel);
  h = h * 31 + (unsigned long long)ref.fetch_min(start);
  h = h * 31 + (unsigned long long)ref.fetch_max(operand);
  h = h * 31 + (unsigned long long)ref.exchange((T)7, cuda::memory_order_seq_cst);
  h = h * 31 + (unsigned long long)ref++;
  h = h * 31 + (unsigned long long)++ref;
  h = h * 31 + (unsigned long long)ref--;
  h = h * 31 + (unsigned long long)--ref;
  h = h * 31 + (unsigned long long)(ref += operand);
  h = h * 31 + (unsigned long long)(ref -= (T)2);
  h = h * 31 + (unsigned long long)(ref |= (T)6);
  h = h * 31 + (unsigned long long)(ref &= (T)~1);
  h = h * 31 + (unsigned long long)(ref ^= (T)5);
  T expected = (T)1234;
  h = h * 31 + (ref.compare_exchange_strong(expected, (T)99) ? 1 : 0);
  h = h * 31 + (unsigned long long)expected;
  h = h * 31 + (ref.compare_exchange_strong(expected, (T)98, cuda::memory_order_acq_rel, cuda::memory_order_acquire) ? 1 : 0);
  h = h * 31 + (unsigned long long)ref.load(cuda::memory_order_acquire);
  ref.store((T)5, cuda::memory_order_release);
  T now = ref;
  h = h * 31 + (unsigned long long)now;
  *out = (long long)h;
}

KERNEL {
  integer_operations<int>(a[t], 5, oi + t * 8);
  integer_operations<unsigned int>(u[t], 5u, oi + t * 8 + 1);
  integer_operations<long long>((long long)a[t] * 77777, 5, oi + t * 8 + 2);
  integer_operations<unsigned long long>(u[t] * 99999ull, 5, oi + t * 8 + 3);
  integer_operations<long>((long)a[t], 5, oi + t * 8 + 4);

  __shared__ cuda::atomic<float, cuda::thread_scope_block> sums[N];
  sums[t].store(0.5f);
  of[t * 8] = sums[t].fetch_add((float)(a[t] & 1023));
  of[t * 8 + 1] = sums[t].load();
  of[t * 8 + 2] = sums[t].fetch_sub(0.25f);
  of[t * 8 + 3] = sums[t].exchange(2.0f);
  __shared__ cuda::atomic<double, cuda::thread_scope_device> wide[N];
  wide[t] = 1.0;
  od[t * 8] = wide[t].fetch_add((double)(a[t] & 1023));
  od[t * 8 + 1] = wide[t];

  __shared__ cuda::atomic<Pair, cuda::thread_scope_block> pairs[N];
  pairs[t].store(Pair{a[t], t});
  Pair seen = pairs[t].load();
  bool changed = pairs[t].compare_exchange_strong(seen, Pair{t, 5});
  oi[t * 8 + 5] = (long long)seen.low * 3 + seen.high + (changed ? 1000 : 0) + pairs[t].load().high;

  __shared__ cuda::atomic<Colour, cuda::thread_scope_block> colours[N];
  colours[t].store(green);
  Colour was = colours[t].exchange(blue);
  __shared__ cuda::atomic<const int*, cuda::thread_scope_block> at[N];
  at[t].store(a);
  const int* first = at[t].fetch_add(3);
  oi[t * 8 + 6] = was * 10 + colours[t].load() + (first == a ? 100 : 0) + (at[t].load() - a) * 1000;

  __shared__ cuda::atomic<bool, cuda::thread_scope_block> flags[N];
  flags[t].store(false);
  bool before = flags[t].exchange((t & 1) == 0);
  oi[t * 8 + 7] = (before ? 1 : 0) + (flags[t].load() ? 2 : 0);
}
