// <cuda/barrier> with cuda::memcpy_async. A barrier is one word: the number of the phase, how many arrive in a phase, how many are still to
// come. Arriving takes one off; who takes the last puts the count back and turns to the next phase, which is what waiting looks for.
//
//     63          40 39       20 19        0
//     | phase       | expected  | left     |      arrive: -1      the last one: + one phase + expected
//
// memcpy_async is as late as CUDA allows: a copy that is bound to a barrier belongs to its phase, and is carried out when the thread that began it
// arrives; where that thread does not arrive, when the last one does (simulator/machine/async_copies.cpp). The waiters learn of it as of anything
// that was done before the arrival. Copies are as fine as CUDA's: parts of what the
// element's type is aligned to, or aligned_size_t says, where that is 4, 8 or 16 bytes; else what the addresses and the size allow.

#define WB_FN __device__ __forceinline__

namespace __wb {
template <class T> WB_FN void copy_units(char* to, const char* from, unsigned long bytes, unsigned long rank, unsigned long step) {
  for (unsigned long i = rank; i < bytes / sizeof(T); i += step) __wb_async_copy((T*)to + i, (const T*)from + i, (unsigned int)sizeof(T));
}
template <unsigned long Known>
WB_FN void copy_part(char* to, const char* from, unsigned long bytes, unsigned long rank, unsigned long step) {
  const unsigned long ends = (unsigned long)to | (unsigned long)from | bytes;
  if (Known == 4ul && (ends & 3u) == 0) __wb::copy_units<unsigned int>(to, from, bytes, rank, step);
  else if (Known == 8ul && (ends & 7u) == 0) __wb::copy_units<uint2>(to, from, bytes, rank, step);
  else if ((ends & 15u) == 0) __wb::copy_units<uint4>(to, from, bytes, rank, step);
  else if ((ends & 3u) == 0) __wb::copy_units<unsigned int>(to, from, bytes, rank, step);
  else __wb::copy_units<char>(to, from, bytes, rank, step);
}
struct no_completion { };
inline constexpr unsigned long long one_phase = 1ull << 40;
inline constexpr unsigned long long one_expected = 1ull << 20;
inline constexpr unsigned long long count_mask = (1ull << 20) - 1ull;
}

namespace cuda {

template <thread_scope Scope, class Completion = __wb::no_completion>
struct alignas(8) barrier {
  static_assert(::std::is_same<Completion, __wb::no_completion>::value, "a barrier's completion function is not supported; let one thread call it behind wait()");
  struct arrival_token { unsigned long long phase; };
  unsigned long long __wb_arrivals;

  barrier() = default;
  __host__ __device__ constexpr explicit barrier(long expected)
      : __wb_arrivals((unsigned long long)expected * __wb::one_expected + (unsigned long long)expected) {}
  barrier(const barrier&) = delete;

  WB_FN void __wb_take_copies() { __wb_copy_bind(&__wb_arrivals); }
  WB_FN unsigned long long phase() const {
    if (__wb_has_bulk_copies()) return __wb::ptx::mbarrier_word_now((unsigned long long*)&__wb_arrivals) >> 40 & 15ull;
    const unsigned long long now = __wb::bits_load<Scope>((unsigned long long*)&__wb_arrivals) >> 40;
    __wb::fence<Scope>();
    return now;
  }
  WB_FN unsigned long long take(unsigned long long left, unsigned long long dropped) {
    if (__wb_has_bulk_copies()) return __wb::ptx::mbarrier_count(&__wb_arrivals, (unsigned int)left, (unsigned int)dropped, 0u) >> 40 & 15ull;
    __wb_copy_arrive(&__wb_arrivals);
    __wb::fence<Scope>();
    const unsigned long long old = __wb::scoped_add<Scope>(&__wb_arrivals, 0ull - left - dropped * __wb::one_expected);
    if ((old & __wb::count_mask) == left) {
      __wb_copy_arrive_all(&__wb_arrivals);
      __wb::fence<Scope>();
      __wb::scoped_add<Scope>(&__wb_arrivals, __wb::one_phase + (old >> 20 & __wb::count_mask) - dropped);
    }
    __wb::fence<Scope>();
    return old >> 40;
  }
  WB_FN arrival_token arrive(long n = 1) { return arrival_token{take((unsigned long long)n, 0ull)}; }
  WB_FN bool try_wait(const arrival_token& token) const { return phase() != token.phase; }
  WB_FN void wait(const arrival_token& token) const {
    while (phase() == token.phase) __nanosleep(0u);
  }
  WB_FN bool try_wait_parity(bool parity) const { return (phase() & 1ull) != (parity ? 1ull : 0ull); }
  WB_FN void wait_parity(bool parity) const {
    while (!try_wait_parity(parity)) __nanosleep(0u);
  }
  WB_FN void arrive_and_wait() {
    const unsigned long long mine = take(1ull, 0ull);
    while (phase() == mine) __nanosleep(0u);
  }
  WB_FN void arrive_and_drop() { take(1ull, 1ull); }
  __host__ __device__ static constexpr long max() { return 1048575; }
};
template <thread_scope Scope> WB_FN void init(barrier<Scope>* what, long expected) {
  what->__wb_arrivals = (unsigned long long)expected * __wb::one_expected + (unsigned long long)expected;
}

template <unsigned long Alignment>
struct aligned_size_t {
  static constexpr unsigned long align = Alignment;
  unsigned long value;
  __host__ __device__ constexpr explicit aligned_size_t(unsigned long bytes) : value(bytes) {}
  __host__ __device__ constexpr operator unsigned long() const { return value; }
};

}
namespace __wb {
template <class Bytes> struct promised { static constexpr unsigned long alignment = 1ul; };
template <unsigned long Alignment> struct promised<::cuda::aligned_size_t<Alignment>> { static constexpr unsigned long alignment = Alignment; };
template <class T> struct pointed_at { static constexpr unsigned long alignment = alignof(T); };
template <> struct pointed_at<void> { static constexpr unsigned long alignment = 1ul; };
template <class T, class Bytes> __host__ __device__ constexpr unsigned long known_alignment() {
  return promised<Bytes>::alignment > pointed_at<T>::alignment ? promised<Bytes>::alignment : pointed_at<T>::alignment;
}
// With a barrier of the block and 16 bytes known to be aligned the hardware makes a bulk copy of it. The lowering knows `bulk_part` by its name.
template <class Sync> struct counts_bytes { static constexpr bool value = false; };
template <> struct counts_bytes<::cuda::barrier<::cuda::thread_scope_block>> { static constexpr bool value = true; };
WB_FN void bulk_part(char* to, const char* from, unsigned long bytes, unsigned long rank, unsigned long step) { __wb::copy_part<16ul>(to, from, bytes, rank, step); }
template <class Sync, unsigned long Known>
WB_FN void copy_for(char* to, const char* from, unsigned long bytes, unsigned long rank, unsigned long step) {
  if constexpr (Known >= 16ul && counts_bytes<Sync>::value) {
    if (__isShared(to) && __isGlobal(from)) __wb::bulk_part(to, from, bytes, rank, step);
    else __wb::copy_part<Known>(to, from, bytes, rank, step);
  } else {
    __wb::copy_part<Known>(to, from, bytes, rank, step);
  }
}
}
namespace cuda {

enum class async_contract_fulfillment { none, async };

template <class T, class S, class Bytes, class Sync>
WB_FN async_contract_fulfillment memcpy_async(T* to, const S* from, Bytes bytes, Sync& done) {
  __wb::copy_for<Sync, __wb::known_alignment<T, Bytes>()>((char*)to, (const char*)from, (unsigned long)bytes, 0ul, 1ul);
  done.__wb_take_copies();
  return async_contract_fulfillment::none;
}
template <class Group, class T, class S, class Bytes, class Sync>
WB_FN async_contract_fulfillment memcpy_async(const Group& group, T* to, const S* from, Bytes bytes, Sync& done) {
  __wb::copy_for<Sync, __wb::known_alignment<T, Bytes>()>((char*)to, (const char*)from, (unsigned long)bytes, (unsigned long)group.thread_rank(), (unsigned long)group.size());
  done.__wb_take_copies();
  return async_contract_fulfillment::none;
}

}

// Bulk copies, as the CUDA programming guide has them (ptx_bulk.inc).
namespace cuda::device {
template <thread_scope Scope> WB_FN unsigned long* barrier_native_handle(barrier<Scope>& bar) { return (unsigned long*)&bar.__wb_arrivals; }
template <thread_scope Scope> WB_FN typename barrier<Scope>::arrival_token barrier_arrive_tx(barrier<Scope>& bar, long n, long bytes) {
  return {__wb::ptx::mbarrier_expect_and_take(&bar.__wb_arrivals, (unsigned int)n, (unsigned int)bytes) >> 40 & 15ull};
}
template <thread_scope Scope> WB_FN void barrier_expect_tx(barrier<Scope>& bar, long bytes) { __wb::ptx::mbarrier_expect(&bar.__wb_arrivals, (unsigned int)bytes); }
template <class T, unsigned long Alignment, thread_scope Scope>
WB_FN async_contract_fulfillment memcpy_async_tx(T* to, const T* from, aligned_size_t<Alignment> bytes, barrier<Scope>& bar) {
  static_assert(Alignment >= 16ul, "memcpy_async_tx wants cuda::aligned_size_t<16> or more");
  __wb::ptx::bulk_load((void*)to, (const void*)from, (unsigned int)bytes.value, &bar.__wb_arrivals);
  return async_contract_fulfillment::async;
}
}
namespace cuda::device::experimental {
template <thread_scope Scope> WB_FN void cp_async_bulk_global_to_shared(void* to, const void* from, unsigned int bytes, barrier<Scope>& bar) {
  __wb::ptx::bulk_load(to, from, bytes, &bar.__wb_arrivals);
}
WB_FN void cp_async_bulk_shared_to_global(void* to, const void* from, unsigned int bytes) { __wb_bulk_store(to, from, bytes); }
WB_FN void cp_async_bulk_commit_group() { __wb_bulk_commit(); }
template <int Prior> WB_FN void cp_async_bulk_wait_group_read() { __wb_bulk_wait_read((unsigned int)Prior); }
WB_FN void fence_proxy_async_shared_cta() { __wb_proxy_fence(); }
}

namespace cuda::std {
template <class Completion = ::__wb::no_completion> using barrier = cuda::barrier<cuda::thread_scope_system, Completion>;
}
