// Copies by tensor maps (cuda_tensor_map.h): cp.async.bulk.tensor in tiled mode. A box of up to five dimensions, coordinates from the innermost on, is
// cut into its rows; each is a bulk copy of what lies in the tensor, with zeros for what does not (simulator/machine/bulk_copies.cpp). Nothing
// outside of the tensor is written.
// Reference: PTX ISA, "Tensors"; CUDA C++ Programming Guide, "Using TMA to transfer multi-dimensional arrays".

#define WB_FN __device__ __forceinline__

namespace __wb {
// The highest bit says that it is part of a row: any number of bytes, in pieces that its places allow.
constexpr unsigned long long tensor_row = 1ull << 63;

template <bool Loads> WB_FN void tensor_piece(char* at, const char* global, unsigned int bytes, unsigned long long* word) {
  if (bytes == 0u) return;
  if constexpr (Loads) __wb_bulk_load(at, global, tensor_row | bytes, word);
  else __wb_bulk_store((void*)global, at, tensor_row | bytes);
}
// Where a swizzled box keeps a byte: the number of its chunk of 16 bytes, within 128, is changed by that of its 128 bytes.
WB_FN char* tensor_place(char* at, unsigned int swizzle) {
  const unsigned int place = (unsigned int)__cvta_generic_to_shared(at);
  return at + ((long)(place ^ (place >> 7 & ((1u << swizzle) - 1u)) << 4) - (long)place);
}
template <bool Loads> WB_FN void tensor_part(char* at, const char* global, unsigned int bytes, unsigned int swizzle, unsigned long long* word) {
  if (swizzle == 0u) return tensor_piece<Loads>(at, global, bytes, word);
  while (bytes > 0u) {
    const unsigned int here = min(bytes, 16u - ((unsigned int)__cvta_generic_to_shared(at) & 15u));
    tensor_piece<Loads>(tensor_place(at, swizzle), global, here, word);
    at += here;
    if (global) global += here;
    bytes -= here;
  }
}
// One row of the box; `row` is where the tensor's has its first element, or null if there is none.
template <bool Loads> WB_FN void tensor_row_copy(const CUtensorMap* map, char* at, const char* row, int first, unsigned long long* word) {
  const long width = map->__wb_box[0], element = map->__wb_element;
  long begin = first < 0 ? -(long)first : 0l, end = (long)map->__wb_size[0] - first;
  if (end > width) end = width;
  if (!row || begin >= end) begin = end = width;
  if constexpr (Loads) tensor_part<true>(at, nullptr, (unsigned int)(begin * element), map->__wb_swizzle, word);
  if (begin < end) tensor_part<Loads>(at + begin * element, row + (first + begin) * element, (unsigned int)((end - begin) * element), map->__wb_swizzle, word);
  if constexpr (Loads) tensor_part<true>(at + end * element, nullptr, (unsigned int)((width - end) * element), map->__wb_swizzle, word);
}
WB_FN unsigned int tensor_rows(const CUtensorMap* map) { return map->__wb_box[1] * map->__wb_box[2] * map->__wb_box[3] * map->__wb_box[4]; }
template <bool Loads> WB_FN void tensor_copy(char* box, const CUtensorMap* map, unsigned int rank, int c0, int c1, int c2, int c3, int c4, unsigned long long* word) {
  if (map->__wb_rank != rank) __trap();  // no map, or one of another number of dimensions
  const int corner[5] = {c0, c1, c2, c3, c4};
  for (unsigned int row = 0u; row < tensor_rows(map); row++) {
    const char* global = map->__wb_global;
    unsigned int rest = row;
    for (int dimension = 1; dimension < 5; dimension++) {
      const int at = corner[dimension] + (int)(rest % map->__wb_box[dimension]);
      rest /= map->__wb_box[dimension];
      if (at < 0 || (unsigned int)at >= map->__wb_size[dimension]) global = nullptr;
      if (global) global += at * map->__wb_stride[dimension - 1];
    }
    tensor_row_copy<Loads>(map, box + (unsigned long)row * map->__wb_box[0] * map->__wb_element, global, c0, word);
  }
}
WB_FN void tensor_load(void* to, const void* map, unsigned int rank, int c0, int c1, int c2, int c3, int c4, unsigned long long* word) {
  const CUtensorMap* const tensor = (const CUtensorMap*)map;
  __wb_bulk_settle(word);
  __wb::tensor_copy<true>((char*)to, tensor, rank, c0, c1, c2, c3, c4, word);
  __wb::ptx::mbarrier_bring(word, __wb::tensor_rows(tensor) * tensor->__wb_box[0] * tensor->__wb_element);
}
WB_FN void tensor_store(const void* map, unsigned int rank, int c0, int c1, int c2, int c3, int c4, const void* from) {
  __wb::tensor_copy<false>((char*)from, (const CUtensorMap*)map, rank, c0, c1, c2, c3, c4, nullptr);
}
}  // namespace __wb

// --- <cuda/barrier>
namespace cuda::device::experimental {
template <thread_scope Scope> WB_FN void cp_async_bulk_tensor_1d_global_to_shared(void* to, const CUtensorMap* map, int c0, barrier<Scope>& bar) { __wb::tensor_load(to, map, 1u, c0, 0, 0, 0, 0, &bar.__wb_arrivals); }
template <thread_scope Scope> WB_FN void cp_async_bulk_tensor_2d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1, barrier<Scope>& bar) { __wb::tensor_load(to, map, 2u, c0, c1, 0, 0, 0, &bar.__wb_arrivals); }
template <thread_scope Scope> WB_FN void cp_async_bulk_tensor_3d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1, int c2, barrier<Scope>& bar) { __wb::tensor_load(to, map, 3u, c0, c1, c2, 0, 0, &bar.__wb_arrivals); }
template <thread_scope Scope> WB_FN void cp_async_bulk_tensor_4d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1, int c2, int c3, barrier<Scope>& bar) { __wb::tensor_load(to, map, 4u, c0, c1, c2, c3, 0, &bar.__wb_arrivals); }
template <thread_scope Scope> WB_FN void cp_async_bulk_tensor_5d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1, int c2, int c3, int c4, barrier<Scope>& bar) { __wb::tensor_load(to, map, 5u, c0, c1, c2, c3, c4, &bar.__wb_arrivals); }
WB_FN void cp_async_bulk_tensor_1d_shared_to_global(const CUtensorMap* map, int c0, const void* from) { __wb::tensor_store(map, 1u, c0, 0, 0, 0, 0, from); }
WB_FN void cp_async_bulk_tensor_2d_shared_to_global(const CUtensorMap* map, int c0, int c1, const void* from) { __wb::tensor_store(map, 2u, c0, c1, 0, 0, 0, from); }
WB_FN void cp_async_bulk_tensor_3d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2, const void* from) { __wb::tensor_store(map, 3u, c0, c1, c2, 0, 0, from); }
WB_FN void cp_async_bulk_tensor_4d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2, int c3, const void* from) { __wb::tensor_store(map, 4u, c0, c1, c2, c3, 0, from); }
WB_FN void cp_async_bulk_tensor_5d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2, int c3, int c4, const void* from) { __wb::tensor_store(map, 5u, c0, c1, c2, c3, c4, from); }
}

// --- <cuda/ptx>
namespace cuda::ptx {
template <int To, int Rank> WB_FN void cp_async_bulk_tensor(__wb_tag<To>, space_global_t, void* to, const void* map, const int (&c)[Rank], unsigned long* word) {
  __wb::tensor_load(to, map, (unsigned int)Rank, c[0], Rank > 1 ? c[Rank > 1 ? 1 : 0] : 0, Rank > 2 ? c[Rank > 2 ? 2 : 0] : 0, Rank > 3 ? c[Rank > 3 ? 3 : 0] : 0, Rank > 4 ? c[Rank > 4 ? 4 : 0] : 0, (unsigned long long*)word);
}
template <int Rank> WB_FN void cp_async_bulk_tensor(space_global_t, space_shared_t, const void* map, const int (&c)[Rank], const void* from) {
  __wb::tensor_store(map, (unsigned int)Rank, c[0], Rank > 1 ? c[Rank > 1 ? 1 : 0] : 0, Rank > 2 ? c[Rank > 2 ? 2 : 0] : 0, Rank > 3 ? c[Rank > 3 ? 3 : 0] : 0, Rank > 4 ? c[Rank > 4 ? 4 : 0] : 0, from);
}
}

// --- inline PTX
namespace __wb::ptx {
#define WB_TENSOR_LOAD(a, T, b, B)                                                                                                                         \
  WB_FN void cp_async_bulk_tensor_1d_shared_global_mbarrier__complete_tx__bytes_##a##lr##b(T to, unsigned long long map, unsigned int c0, B bar) {         \
    __wb::tensor_load(__wb_shared_pointer(to), (const void*)map, 1u, (int)c0, 0, 0, 0, 0, mbarrier_at(bar));                                               \
  }                                                                                                                                                        \
  WB_FN void cp_async_bulk_tensor_2d_shared_global_mbarrier__complete_tx__bytes_##a##lrr##b(T to, unsigned long long map, unsigned int c0, unsigned int c1, B bar) { \
    __wb::tensor_load(__wb_shared_pointer(to), (const void*)map, 2u, (int)c0, (int)c1, 0, 0, 0, mbarrier_at(bar));                                         \
  }                                                                                                                                                        \
  WB_FN void cp_async_bulk_tensor_3d_shared_global_mbarrier__complete_tx__bytes_##a##lrrr##b(T to, unsigned long long map, unsigned int c0, unsigned int c1, unsigned int c2, B bar) { \
    __wb::tensor_load(__wb_shared_pointer(to), (const void*)map, 3u, (int)c0, (int)c1, (int)c2, 0, 0, mbarrier_at(bar));                                   \
  }
WB_TENSOR_LOAD(r, unsigned int, r, unsigned int)
WB_TENSOR_LOAD(r, unsigned int, l, unsigned long long)
WB_TENSOR_LOAD(l, unsigned long long, r, unsigned int)
WB_TENSOR_LOAD(l, unsigned long long, l, unsigned long long)
#define WB_TENSOR_STORE(a, T)                                                                                                                              \
  WB_FN void cp_async_bulk_tensor_1d_global_shared_bulk_group_lr##a(unsigned long long map, unsigned int c0, T from) {                                     \
    __wb::tensor_store((const void*)map, 1u, (int)c0, 0, 0, 0, 0, __wb_shared_pointer(from));                                                              \
  }                                                                                                                                                        \
  WB_FN void cp_async_bulk_tensor_2d_global_shared_bulk_group_lrr##a(unsigned long long map, unsigned int c0, unsigned int c1, T from) {                   \
    __wb::tensor_store((const void*)map, 2u, (int)c0, (int)c1, 0, 0, 0, __wb_shared_pointer(from));                                                        \
  }                                                                                                                                                        \
  WB_FN void cp_async_bulk_tensor_3d_global_shared_bulk_group_lrrr##a(unsigned long long map, unsigned int c0, unsigned int c1, unsigned int c2, T from) { \
    __wb::tensor_store((const void*)map, 3u, (int)c0, (int)c1, (int)c2, 0, 0, __wb_shared_pointer(from));                                                  \
  }
WB_TENSOR_STORE(r, unsigned int)
WB_TENSOR_STORE(l, unsigned long long)
WB_FN void prefetch_tensormap_l(unsigned long long map) {}
}
