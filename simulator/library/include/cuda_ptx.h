// <cuda/ptx>: the barriers and bulk copies among its functions, by the same means as inline PTX (ptx_barrier.inc, ptx_bulk.inc). Barriers are words in shared
// memory: a cuda::barrier's by cuda::device::barrier_native_handle().

#define WB_FN __device__ __forceinline__

namespace cuda::ptx {

template <int Number> struct __wb_tag { };
using space_global_t = __wb_tag<0>;
using space_shared_t = __wb_tag<1>;
using space_cluster_t = __wb_tag<2>;
using sem_acquire_t = __wb_tag<3>;
using sem_release_t = __wb_tag<4>;
using sem_relaxed_t = __wb_tag<5>;
using scope_cta_t = __wb_tag<6>;
using scope_cluster_t = __wb_tag<7>;
using op_add_t = __wb_tag<8>;
using op_min_t = __wb_tag<9>;
using op_max_t = __wb_tag<10>;
using op_and_op_t = __wb_tag<11>;
using op_or_op_t = __wb_tag<12>;
using op_xor_op_t = __wb_tag<13>;
using op_inc_t = __wb_tag<14>;
using op_dec_t = __wb_tag<15>;
constexpr space_global_t space_global{};
constexpr space_shared_t space_shared{};
constexpr space_cluster_t space_cluster{};
constexpr sem_acquire_t sem_acquire{};
constexpr sem_release_t sem_release{};
constexpr sem_relaxed_t sem_relaxed{};
constexpr scope_cta_t scope_cta{};
constexpr scope_cluster_t scope_cluster{};
constexpr op_add_t op_add{};
constexpr op_min_t op_min{};
constexpr op_max_t op_max{};
constexpr op_and_op_t op_and_op{};
constexpr op_or_op_t op_or_op{};
constexpr op_xor_op_t op_xor_op{};
constexpr op_inc_t op_inc{};
constexpr op_dec_t op_dec{};
template <int Number> struct n32_t { };
template <int Number> constexpr n32_t<Number> n32{};

// --- mbarrier
WB_FN unsigned long long __wb_place(const unsigned long* word) { return __cvta_generic_to_shared(word); }
WB_FN void mbarrier_init(unsigned long* word, unsigned int count) { __wb::ptx::mbarrier_init_shared_b64_lr(__wb_place(word), count); }
WB_FN void mbarrier_inval(unsigned long* word) { __wb::ptx::mbarrier_inval_shared_b64_l(__wb_place(word)); }
WB_FN unsigned long mbarrier_arrive(unsigned long* word) { return __wb::ptx::mbarrier_take(__wb_place(word), 1u, 0u); }
WB_FN unsigned long mbarrier_arrive(unsigned long* word, unsigned int count) { return __wb::ptx::mbarrier_take(__wb_place(word), count, 0u); }
template <int Scope> WB_FN unsigned long mbarrier_arrive(sem_release_t, __wb_tag<Scope>, space_shared_t, unsigned long* word) { return __wb::ptx::mbarrier_take(__wb_place(word), 1u, 0u); }
template <int Scope> WB_FN unsigned long mbarrier_arrive(sem_release_t, __wb_tag<Scope>, space_shared_t, unsigned long* word, unsigned int count) {
  return __wb::ptx::mbarrier_take(__wb_place(word), count, 0u);
}
template <int Scope> WB_FN unsigned long mbarrier_arrive_expect_tx(sem_release_t, __wb_tag<Scope>, space_shared_t, unsigned long* word, unsigned int bytes) {
  return __wb::ptx::mbarrier_expect_and_take((unsigned long long*)word, 1u, bytes);
}
template <int Scope> WB_FN void mbarrier_expect_tx(sem_relaxed_t, __wb_tag<Scope>, space_shared_t, unsigned long* word, unsigned int bytes) { __wb::ptx::mbarrier_expect((unsigned long long*)word, bytes); }
WB_FN bool mbarrier_test_wait(unsigned long* word, unsigned long state) { return __wb::ptx::mbarrier_is_over(__wb_place(word), state); }
WB_FN bool mbarrier_try_wait(unsigned long* word, unsigned long state) { return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_over(__wb_place(word), state)); }
WB_FN bool mbarrier_try_wait(unsigned long* word, unsigned long state, unsigned int time) { return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_over(__wb_place(word), state)); }
WB_FN bool mbarrier_test_wait_parity(unsigned long* word, unsigned int parity) { return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_past(__wb_place(word), parity)); }
WB_FN bool mbarrier_try_wait_parity(unsigned long* word, unsigned int parity) { return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_past(__wb_place(word), parity)); }
WB_FN bool mbarrier_try_wait_parity(unsigned long* word, unsigned int parity, unsigned int time) { return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_past(__wb_place(word), parity)); }
template <int Scope> WB_FN bool mbarrier_try_wait(sem_acquire_t, __wb_tag<Scope>, unsigned long* word, unsigned long state) {
  return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_over(__wb_place(word), state));
}
template <int Scope> WB_FN bool mbarrier_try_wait_parity(sem_acquire_t, __wb_tag<Scope>, unsigned long* word, unsigned int parity) {
  return __wb::ptx::mbarrier_let_pass(__wb::ptx::mbarrier_is_past(__wb_place(word), parity));
}
WB_FN void fence_mbarrier_init(sem_release_t, scope_cluster_t) { __threadfence_block(); }

// --- bulk copies
WB_FN void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from, unsigned int bytes, unsigned long* word) { __wb::ptx::bulk_load(to, from, bytes, (unsigned long long*)word); }
WB_FN void cp_async_bulk(space_shared_t, space_global_t, void* to, const void* from, unsigned int bytes, unsigned long* word) { __wb::ptx::bulk_load(to, from, bytes, (unsigned long long*)word); }
WB_FN void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from, unsigned int bytes) { __wb_bulk_store(to, from, bytes); }
WB_FN void cp_async_bulk_commit_group() { __wb_bulk_commit(); }
template <int Prior> WB_FN void cp_async_bulk_wait_group(n32_t<Prior>) { __wb_bulk_wait((unsigned int)Prior); }
template <int Prior> WB_FN void cp_async_bulk_wait_group_read(n32_t<Prior>) { __wb_bulk_wait_read((unsigned int)Prior); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_add_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_add>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_min_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_min>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_max_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_max>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_and_op_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_and>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_or_op_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_or>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_xor_op_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_xor>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_inc_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_inc>(to, from, bytes); }
template <class T> WB_FN void cp_reduce_async_bulk(space_global_t, space_shared_t, op_dec_t, T* to, const T* from, unsigned int bytes) { __wb::ptx::bulk_reduce<__wb::ptx::bulk_dec>(to, from, bytes); }
WB_FN void fence_proxy_async() { __wb_proxy_fence(); }
WB_FN void fence_proxy_async(space_shared_t) { __wb_proxy_fence(); }
WB_FN void fence_proxy_async(space_cluster_t) { __wb_proxy_fence(); }
WB_FN void fence_proxy_async(space_global_t) {}
WB_FN bool elect_sync(unsigned int lanes) { return __wb::ptx::elect_sync_rpr(lanes).second; }

}
