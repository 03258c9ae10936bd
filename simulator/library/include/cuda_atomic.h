// <cuda/atomic>, <cuda/latch> and <cuda/semaphore>. An atomic object is its value's bits, and every operation is an atomic function on them:
// a load is an atomicOr with nothing, a store an exchange whose result nobody wants; what has no atomic function of its own compares and
// exchanges until nobody came in between. So the machine and its checks see loads and stores as the atomic accesses that they are. Orders are
// fences around the operation. CUDA has no atomic functions for one byte and few for two: the machine gives a compare-and-exchange and an
// exchange of its own for them. Those that need no more than the value's bits stand in scoped_atomics.inc.

#define WB_FN __device__ __forceinline__

namespace cuda::std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
}

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };
using memory_order = cuda::std::memory_order;
inline constexpr cuda::std::memory_order memory_order_relaxed = cuda::std::memory_order_relaxed;
inline constexpr cuda::std::memory_order memory_order_consume = cuda::std::memory_order_consume;
inline constexpr cuda::std::memory_order memory_order_acquire = cuda::std::memory_order_acquire;
inline constexpr cuda::std::memory_order memory_order_release = cuda::std::memory_order_release;
inline constexpr cuda::std::memory_order memory_order_acq_rel = cuda::std::memory_order_acq_rel;
inline constexpr cuda::std::memory_order memory_order_seq_cst = cuda::std::memory_order_seq_cst;
}

namespace __wb {
// --- read, compute, write. Each try releases anew, as `order` wants: the look before, and a try that fails, would take what was to be told with them
// (and each look acquires as `order` wants: the thread may not be told to have looked relaxed where it has one acquiring operation).
struct do_add { template <class T, class D> WB_FN T operator()(T a, D b) const { return (T)(a + b); } };
struct do_sub { template <class T, class D> WB_FN T operator()(T a, D b) const { return (T)(a - b); } };
struct do_and { template <class T, class D> WB_FN T operator()(T a, D b) const { return (T)(a & b); } };
struct do_or { template <class T, class D> WB_FN T operator()(T a, D b) const { return (T)(a | b); } };
struct do_xor { template <class T, class D> WB_FN T operator()(T a, D b) const { return (T)(a ^ b); } };
struct do_min { template <class T, class D> WB_FN T operator()(T a, D b) const { return b < a ? b : a; } };
struct do_max { template <class T, class D> WB_FN T operator()(T a, D b) const { return a < b ? b : a; } };

template <int Scope, class T, class B, class D, class Op> WB_FN T update(B* at, D operand, Op op, int order) {
  B old = __wb::bits_load<Scope>(at);
  __wb::fence_after<Scope>(order);
  for (;;) {
    __wb::fence_before<Scope>(order);
    const B seen = __wb::bits_compare_exchange<Scope>(at, old, (B)__wb::to_bits<T>(op(__wb::from_bits<T>(old), operand)));
    if (seen == old) return __wb::from_bits<T>(old);
    old = seen;
    __wb::fence_after<Scope>(order);
  }
}
template <class T> struct has_functions { static constexpr bool value = ::std::is_integral<T>::value && sizeof(T) >= 4; };

template <int Scope, class T, class B, class D> WB_FN T bits_add(B* at, D operand, int order) {
  if constexpr (Scope == 10 || !(::std::is_floating_point<T>::value || __wb::has_functions<T>::value)) return __wb::update<Scope, T>(at, operand, __wb::do_add{}, order);
  else {
    __wb::fence_before<Scope>(order);
    if constexpr (::std::is_floating_point<T>::value) return __wb::scoped_add<Scope>((T*)at, (T)operand);
    else return (T)__wb::scoped_add<Scope>(at, (B)operand);
  }
}
template <int Scope, class T, class B, class D> WB_FN T bits_sub(B* at, D operand, int order) {
  if constexpr (Scope == 10 || !(::std::is_floating_point<T>::value || __wb::has_functions<T>::value)) return __wb::update<Scope, T>(at, operand, __wb::do_sub{}, order);
  else {
    __wb::fence_before<Scope>(order);
    if constexpr (::std::is_floating_point<T>::value) return __wb::scoped_add<Scope>((T*)at, (T)-operand);
    else return (T)__wb::scoped_add<Scope>(at, (B)((B)0 - (B)operand));
  }
}
#define WB_BITWISE(name, scoped, op)                                                              \
  template <int Scope, class T, class B> WB_FN T name(B* at, T operand, int order) {              \
    if constexpr (Scope != 10 && __wb::has_functions<T>::value) {                                 \
      __wb::fence_before<Scope>(order);                                                           \
      return (T)__wb::scoped<Scope>(at, (B)operand);                                              \
    }                                                                                             \
    else return __wb::update<Scope, T>(at, operand, __wb::op{}, order);                           \
  }
WB_BITWISE(bits_and, scoped_and, do_and)
WB_BITWISE(bits_or, scoped_or, do_or)
WB_BITWISE(bits_xor, scoped_xor, do_xor)
#define WB_EXTREME(name, scoped, op)                                                              \
  template <int Scope, class T, class B> WB_FN T name(B* at, T operand, int order) {              \
    if constexpr (Scope == 10 || !__wb::has_functions<T>::value) return __wb::update<Scope, T>(at, operand, __wb::op{}, order); \
    else {                                                                                        \
      __wb::fence_before<Scope>(order);                                                           \
      if constexpr (::std::is_unsigned<T>::value) return (T)__wb::scoped<Scope>(at, (B)operand);  \
      else if constexpr (sizeof(T) == 4) return (T)__wb::scoped<Scope>((int*)at, (int)operand);   \
      else return (T)__wb::scoped<Scope>((long long*)at, (long long)operand);                     \
    }                                                                                             \
  }
WB_EXTREME(bits_min, scoped_min, do_min)
WB_EXTREME(bits_max, scoped_max, do_max)

template <class T> struct step_of { using type = T; };
template <class T> struct step_of<T*> { using type = long; };
}

namespace cuda {

template <class T, thread_scope Scope = thread_scope_system>
struct alignas(sizeof(T)) atomic {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "an atomic value has 1, 2, 4 or 8 bytes here");
  T __wb_value;

  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : __wb_value(value) {}
  atomic(const atomic&) = delete;
  WB_FN typename __wb::bits_of<sizeof(T)>::type* bits() const { return (typename __wb::bits_of<sizeof(T)>::type*)&__wb_value; }
#define WB_CONST
#include "atomic_members.inc"
#undef WB_CONST
};

template <class T, thread_scope Scope = thread_scope_system>
struct atomic_ref {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "atomic_ref refers to 1, 2, 4 or 8 bytes here");
  T* object;
  static constexpr unsigned long required_alignment = sizeof(T);

  WB_FN explicit atomic_ref(T& referred) : object(&referred) {}
  WB_FN atomic_ref(const atomic_ref& other) : object(other.object) {}
  WB_FN typename __wb::bits_of<sizeof(T)>::type* bits() const { return (typename __wb::bits_of<sizeof(T)>::type*)object; }
#define WB_CONST const
#include "atomic_members.inc"
#undef WB_CONST
};

WB_FN void atomic_thread_fence(cuda::std::memory_order order, thread_scope scope = thread_scope_system) {
  if (order == 0) return;
  if (order == 5) {
    if (scope == thread_scope_system) __threadfence_system();
    else if (scope == thread_scope_device) __threadfence();
    else if (scope == thread_scope_block) __threadfence_block();
  }
  else if (scope == thread_scope_system) __wb::light_fence<0>();
  else if (scope == thread_scope_device) __wb::light_fence<1>();
  else if (scope == thread_scope_block) __wb::light_fence<2>();
}
WB_FN void atomic_signal_fence(cuda::std::memory_order order) {}

template <thread_scope Scope>
struct __wb_flag {
  unsigned int set;
  WB_FN bool test_and_set(cuda::std::memory_order order = cuda::std::memory_order_seq_cst) {
    __wb::fence_before<Scope>(order);
    const unsigned int old = __wb::bits_exchange<Scope>(&set, 1u);
    __wb::fence_after<Scope>(order);
    return old != 0u;
  }
  WB_FN void clear(cuda::std::memory_order order = cuda::std::memory_order_seq_cst) {
    __wb::fence_before<Scope>(order);
    __wb::bits_store<Scope>(&set, 0u);
    __wb::fence_after<Scope>(order);
  }
  WB_FN bool test(cuda::std::memory_order order = cuda::std::memory_order_seq_cst) const {
    const unsigned int now = __wb::bits_load<Scope>((unsigned int*)&set);
    __wb::fence_after<Scope>(order);
    return now != 0u;
  }
};
using atomic_flag = __wb_flag<thread_scope_system>;

// --- latch
template <thread_scope Scope>
struct latch {
  int left;

  __host__ __device__ constexpr explicit latch(long expected) : left((int)expected) {}
  latch(const latch&) = delete;
  WB_FN void count_down(long n = 1) {
    __wb::fence<Scope>();
    __wb::scoped_add<Scope>(&left, (int)-n);
  }
  WB_FN bool try_wait() const {
    if (__wb::scoped_or<Scope>((int*)&left, 0) != 0) return false;
    __wb::fence<Scope>();
    return true;
  }
  WB_FN void wait() const {
    while (!try_wait()) {}
  }
  WB_FN void arrive_and_wait(long n = 1) {
    count_down(n);
    wait();
  }
  __host__ __device__ static constexpr long max() { return 2147483647; }
};

// --- semaphores
template <thread_scope Scope, long Most = 2147483647>
struct counting_semaphore {
  int count;

  counting_semaphore() = default;  // in shared memory, where a thread makes it
  __host__ __device__ constexpr explicit counting_semaphore(long desired) : count((int)desired) {}
  counting_semaphore(const counting_semaphore&) = delete;
  WB_FN void release(long n = 1) {
    __wb::fence<Scope>();
    __wb::scoped_add<Scope>(&count, (int)n);
  }
  WB_FN bool try_acquire() {
    int now = __wb::scoped_or<Scope>(&count, 0);
    while (now > 0) {
      const int seen = __wb::scoped_cas<Scope>(&count, now, now - 1);
      if (seen == now) {
        __wb::fence<Scope>();
        return true;
      }
      now = seen;
    }
    return false;
  }
  WB_FN void acquire() {
    while (!try_acquire()) {}
  }
  __host__ __device__ static constexpr long max() { return Most; }
};
template <thread_scope Scope> using binary_semaphore = counting_semaphore<Scope, 1>;

}

namespace cuda::std {
template <class T> using atomic = cuda::atomic<T, cuda::thread_scope_system>;
template <class T> using atomic_ref = cuda::atomic_ref<T, cuda::thread_scope_system>;
using atomic_flag = cuda::atomic_flag;
using atomic_bool = cuda::atomic<bool, cuda::thread_scope_system>;
using atomic_int = cuda::atomic<int, cuda::thread_scope_system>;
using atomic_uint = cuda::atomic<unsigned int, cuda::thread_scope_system>;
using atomic_long = cuda::atomic<long, cuda::thread_scope_system>;
using atomic_ulong = cuda::atomic<unsigned long, cuda::thread_scope_system>;
using atomic_llong = cuda::atomic<long long, cuda::thread_scope_system>;
using atomic_ullong = cuda::atomic<unsigned long long, cuda::thread_scope_system>;
using latch = cuda::latch<cuda::thread_scope_system>;
template <long Most = 2147483647> using counting_semaphore = cuda::counting_semaphore<cuda::thread_scope_system, Most>;
using binary_semaphore = cuda::counting_semaphore<cuda::thread_scope_system, 1>;
WB_FN void atomic_thread_fence(memory_order order) { cuda::atomic_thread_fence(order, cuda::thread_scope_system); }
WB_FN void atomic_signal_fence(memory_order order) {}
}
