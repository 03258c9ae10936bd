// Cooperative groups, with <cooperative_groups/reduce.h>, /scan.h and /memcpy_async.h. A group is what its members need to know to find each
// other: nothing for a block or a grid, the size of the group that it was cut from for a tile, the lanes for a coalesced group. The rest is
// warp functions. Orders of operations (which partner a value is combined with, step by step) are those of CUDA's header, so that sums of
// floating-point numbers come out alike.

#define WB_FN __device__ __forceinline__

namespace __wb {
WB_FN unsigned int block_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
WB_FN unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ unsigned int grid_arrivals;  // at the grid's barrier in two steps
WB_FN unsigned int lane() { return __wb::block_rank() & 31u; }
WB_FN unsigned int lanes_below() { return (1u << __wb::lane()) - 1u; }
// The lane of the thread with this rank among the lanes of the mask.
WB_FN int nth_lane(unsigned int mask, unsigned int rank) {
  for (; rank > 0; rank--) mask &= mask - 1u;
  return __ffs((int)mask) - 1;
}
// What a group hands from lane to lane may be a record; it goes word by word.
template <class T> __host__ __device__ constexpr bool goes_in_words() { return __is_class(T); }
template <class T> struct words_of {
  static constexpr unsigned int count = (unsigned int)(sizeof(T) + 3ul) / 4u;
  unsigned int word[count];
  WB_FN explicit words_of(const T& value) {
    static_assert(sizeof(T) <= 32ul && __is_trivially_copyable(T), "groups hand on values of at most 32 bytes that are copied byte by byte");
    word[count - 1u] = 0u;
    memcpy(word, &value, sizeof(T));
  }
  WB_FN T value() const {
    T result;
    memcpy(&result, word, sizeof(T));
    return result;
  }
};
// The bits that stand at the lanes of the mask, moved together.
WB_FN unsigned int pack_bits(unsigned int bits, unsigned int mask) {
  unsigned int packed = 0;
  for (unsigned int rank = 0; mask != 0; rank++) {
    const unsigned int lowest = mask & (0u - mask);
    if (bits & lowest) packed |= 1u << rank;
    mask ^= lowest;
  }
  return packed;
}
}

namespace cooperative_groups {

// Any group, seen as a plain one.
struct thread_group {
  unsigned int kind;   // 0 a block, 1 the grid, 2 lanes of a warp, 3 a cluster
  unsigned int mask;
  WB_FN unsigned long long num_threads() const {
    if (kind == 3) return __clusterSizeInBlocks() * __wb::block_size();
    return kind == 0 ? __wb::block_size() : kind == 1 ? (unsigned long long)__wb::block_size() * gridDim.x * gridDim.y * gridDim.z : __popc(mask);
  }
  WB_FN unsigned long long size() const { return num_threads(); }
  WB_FN unsigned long long thread_rank() const {
    if (kind == 2) return __popc(mask & __wb::lanes_below());
    if (kind == 0) return __wb::block_rank();
    if (kind == 3) return __clusterRelativeBlockRank() * __wb::block_size() + __wb::block_rank();
    return (unsigned long long)((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * __wb::block_size() + __wb::block_rank();
  }
  WB_FN bool is_valid() const { return true; }
  WB_FN void sync() const {
    if (kind == 0) __syncthreads();
    else if (kind == 1) __wb_grid_sync();
    else if (kind == 3) __wb_cluster_sync();
    else __syncwarp(mask);
  }
};

struct thread_block {
  struct arrival_token { };
  WB_FN static void sync() { __syncthreads(); }
  WB_FN static unsigned int thread_rank() { return __wb::block_rank(); }
  WB_FN static unsigned int num_threads() { return __wb::block_size(); }
  WB_FN static unsigned int size() { return __wb::block_size(); }
  WB_FN static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WB_FN static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  WB_FN static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WB_FN static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WB_FN static bool is_valid() { return true; }
  // As the programming guide has it: who waits, waits for all to have arrived. (CUDA's header does nothing at the first half, and waits for all to wait at the
  // second one; so do we for a block that is one of a cluster of several.)
  WB_FN arrival_token barrier_arrive() const {
    if (__clusterSizeInBlocks() == 1u) __wb_block_arrive();
    return arrival_token{};
  }
  WB_FN void barrier_wait(arrival_token&&) const {
    if (__clusterSizeInBlocks() == 1u) __wb_block_wait();
    else __syncthreads();
  }
  WB_FN operator thread_group() const { return thread_group{0u, 0u}; }
};
WB_FN thread_block this_thread_block() { return thread_block{}; }
// What tiles wider than a warp may be given to talk through: here they need nothing.
template <unsigned int MaxBlockSize = 1024u> struct alignas(16) block_tile_memory { char bytes[MaxBlockSize >= 32u ? MaxBlockSize / 32u * 16u : 16u]; };
template <unsigned int MaxBlockSize> WB_FN thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  __syncthreads();
  return thread_block{};
}

struct grid_group {
  using arrival_token = unsigned int;
  WB_FN static void sync() { __wb_grid_sync(); }
  // As in CUDA's header: one thread of each block adds 1 to a word of the device, block 0 what is missing to turn its highest bit when all have come.
  WB_FN arrival_token barrier_arrive() const {
    __syncthreads();
    if (__wb::block_rank() != 0u) return 0u;
    const unsigned int others = gridDim.x * gridDim.y * gridDim.z - 1u;
    __threadfence();
    return atomicAdd(&__wb::grid_arrivals, block_rank() == 0ull ? 0x80000000u - others : 1u);
  }
  WB_FN void barrier_wait(arrival_token&& token) const {
    if (__wb::block_rank() == 0u) {
      while (((__wb::bits_load<1>(&__wb::grid_arrivals) ^ token) & 0x80000000u) == 0u) {}
      __threadfence();
    }
    __syncthreads();
  }
  WB_FN static bool is_valid() { return true; }
  WB_FN static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  WB_FN static unsigned long long block_rank() { return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  WB_FN static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WB_FN static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WB_FN static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WB_FN static unsigned long long num_threads() { return num_blocks() * __wb::block_size(); }
  WB_FN static unsigned long long size() { return num_blocks() * __wb::block_size(); }
  WB_FN static unsigned long long thread_rank() { return block_rank() * __wb::block_size() + __wb::block_rank(); }
  WB_FN static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  WB_FN static unsigned long long num_clusters() { const dim3 d = __clusterGridDimInClusters(); return (unsigned long long)d.x * d.y * d.z; }
  WB_FN static dim3 cluster_index() { return __clusterIdx(); }
  WB_FN static unsigned long long cluster_rank() {
    const dim3 d = __clusterGridDimInClusters(), i = __clusterIdx();
    return ((unsigned long long)i.z * d.y + i.y) * d.x + i.x;
  }
  WB_FN operator thread_group() const { return thread_group{1u, 0u}; }
};
WB_FN grid_group this_grid() { return grid_group{}; }

// The blocks of a cluster (simulator/machine/clusters.cpp). Threads are counted block by block; indices as those of one block of all of them.
struct cluster_group {
  struct arrival_token { };
  WB_FN static void sync() { __wb_cluster_sync(); }
  WB_FN static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return arrival_token{};
  }
  WB_FN static void barrier_wait() { __cluster_barrier_wait(); }
  WB_FN static void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  WB_FN static unsigned int query_shared_rank(const void* p) { return __cluster_query_shared_rank(p); }
  template <class T> WB_FN static T* map_shared_rank(T* p, int rank) { return (T*)__cluster_map_shared_rank((const void*)p, (unsigned int)rank); }
  WB_FN static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  WB_FN static unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  WB_FN static dim3 dim_blocks() { return __clusterDim(); }
  WB_FN static unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  WB_FN static dim3 thread_index() {
    const dim3 b = __clusterRelativeBlockIdx();
    return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y, b.z * blockDim.z + threadIdx.z);
  }
  WB_FN static unsigned int thread_rank() { return __clusterRelativeBlockRank() * __wb::block_size() + __wb::block_rank(); }
  WB_FN static dim3 dim_threads() {
    const dim3 d = __clusterDim();
    return dim3(d.x * blockDim.x, d.y * blockDim.y, d.z * blockDim.z);
  }
  WB_FN static unsigned int num_threads() { return __clusterSizeInBlocks() * __wb::block_size(); }
  WB_FN static unsigned int size() { return num_threads(); }
  WB_FN static bool is_valid() { return true; }
  WB_FN operator thread_group() const { return thread_group{3u, 0u}; }
};
WB_FN cluster_group this_cluster() { return cluster_group{}; }

// 1, 2, 4, ... 32 neighbouring threads.
template <unsigned int Size, class Parent = void>
struct thread_block_tile {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32, "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
  unsigned int parent_size;
  WB_FN unsigned int mask() const { return Size == 32 ? 0xFFFFFFFFu : ((1u << (Size & 31u)) - 1u) << first_lane(); }
  WB_FN unsigned int first_lane() const { return __wb::lane() & ~(Size - 1u); }
  WB_FN unsigned int thread_rank() const { return __wb::block_rank() & (Size - 1u); }
  WB_FN constexpr static unsigned int num_threads() { return Size; }
  WB_FN constexpr static unsigned int size() { return Size; }
  WB_FN unsigned int meta_group_size() const { return (parent_size + Size - 1u) / Size; }
  WB_FN unsigned int meta_group_rank() const { return __wb::block_rank() % parent_size / Size; }
  WB_FN bool is_valid() const { return true; }
  WB_FN void sync() const { __syncwarp(mask()); }
  template <class T> WB_FN T shfl(T value, int rank) const {
    if constexpr (__wb::goes_in_words<T>()) {
      __wb::words_of<T> words(value);
      for (unsigned int i = 0u; i < __wb::words_of<T>::count; i++) words.word[i] = __shfl_sync(mask(), words.word[i], rank, (int)Size);
      return words.value();
    } else {
      return __shfl_sync(mask(), value, rank, (int)Size);
    }
  }
  template <class T> WB_FN T shfl_up(T value, unsigned int delta) const {
    if constexpr (__wb::goes_in_words<T>()) {
      __wb::words_of<T> words(value);
      for (unsigned int i = 0u; i < __wb::words_of<T>::count; i++) words.word[i] = __shfl_up_sync(mask(), words.word[i], delta, (int)Size);
      return words.value();
    } else {
      return __shfl_up_sync(mask(), value, delta, (int)Size);
    }
  }
  template <class T> WB_FN T shfl_down(T value, unsigned int delta) const {
    if constexpr (__wb::goes_in_words<T>()) {
      __wb::words_of<T> words(value);
      for (unsigned int i = 0u; i < __wb::words_of<T>::count; i++) words.word[i] = __shfl_down_sync(mask(), words.word[i], delta, (int)Size);
      return words.value();
    } else {
      return __shfl_down_sync(mask(), value, delta, (int)Size);
    }
  }
  template <class T> WB_FN T shfl_xor(T value, unsigned int bits) const {
    if constexpr (__wb::goes_in_words<T>()) {
      __wb::words_of<T> words(value);
      for (unsigned int i = 0u; i < __wb::words_of<T>::count; i++) words.word[i] = __shfl_xor_sync(mask(), words.word[i], (int)bits, (int)Size);
      return words.value();
    } else {
      return __shfl_xor_sync(mask(), value, (int)bits, (int)Size);
    }
  }
  WB_FN int any(int predicate) const { return __any_sync(mask(), predicate); }
  WB_FN int all(int predicate) const { return __all_sync(mask(), predicate); }
  WB_FN unsigned int ballot(int predicate) const { return (__ballot_sync(mask(), predicate) & mask()) >> first_lane(); }
  template <class T> WB_FN unsigned int match_any(T value) const { return (__match_any_sync(mask(), value) & mask()) >> first_lane(); }
  template <class T> WB_FN unsigned int match_all(T value, int& predicate) const { return (__match_all_sync(mask(), value, &predicate) & mask()) >> first_lane(); }
  WB_FN operator thread_group() const { return thread_group{2u, mask()}; }
};

// Wider than a warp: 64, 128, 256 or 512 neighbouring threads of a block. They meet at a barrier of their own, and hand values on through shared memory.
template <unsigned int Size>
struct __wb_wide_tile {
  unsigned int parent_size;
  WB_FN unsigned int thread_rank() const { return __wb::block_rank() & (Size - 1u); }
  WB_FN constexpr static unsigned int num_threads() { return Size; }
  WB_FN constexpr static unsigned int size() { return Size; }
  WB_FN unsigned int meta_group_size() const { return (parent_size + Size - 1u) / Size; }
  WB_FN unsigned int meta_group_rank() const { return __wb::block_rank() / Size; }
  WB_FN bool is_valid() const { return true; }
  WB_FN unsigned int barrier() const { return 65536u + meta_group_rank(); }
  WB_FN unsigned int threads() const {
    const unsigned int left = parent_size - meta_group_rank() * Size;
    return left < Size ? (left + 31u) / 32u * 32u : Size;
  }
  WB_FN void sync() const { __barrier_sync_count(barrier(), threads()); }
  WB_FN int any(int predicate) const { return (int)__wb_barrier_or(barrier(), threads(), predicate); }
  WB_FN int all(int predicate) const { return (int)__wb_barrier_and(barrier(), threads(), predicate); }
  // From one thread to all of them: each names the same rank.
  template <class T> WB_FN T shfl(T value, unsigned int rank) const {
    __shared__ T handed[16];
    sync();
    if (thread_rank() == rank) handed[meta_group_rank()] = value;
    sync();
    return handed[meta_group_rank()];
  }
  // Warp by warp, then over the warps' results, each as in a tile of that size.
  template <class T, class Op> WB_FN T reduced(T value, Op op) const {
    __shared__ T of_warps[32];
    for (unsigned int bits = 16u; bits > 0u; bits /= 2u) value = op(value, __shfl_xor_sync(0xFFFFFFFFu, value, (int)bits));
    sync();
    if (__wb::lane() == 0u) of_warps[__wb::block_rank() / 32u] = value;
    sync();
    const unsigned int first = meta_group_rank() * (Size / 32u);
    value = of_warps[first + (__wb::lane() & (Size / 32u - 1u))];
    for (unsigned int bits = Size / 64u; bits > 0u; bits /= 2u) value = op(value, __shfl_xor_sync(0xFFFFFFFFu, value, (int)bits));
    return value;
  }
};
template <class Parent> struct thread_block_tile<64u, Parent> : __wb_wide_tile<64u> { };
template <class Parent> struct thread_block_tile<128u, Parent> : __wb_wide_tile<128u> { };
template <class Parent> struct thread_block_tile<256u, Parent> : __wb_wide_tile<256u> { };
template <class Parent> struct thread_block_tile<512u, Parent> : __wb_wide_tile<512u> { };

// Some lanes of a warp.
struct coalesced_group {
  unsigned int lanes, meta_rank, meta_size;
  WB_FN unsigned int mask() const { return lanes; }
  WB_FN unsigned int num_threads() const { return __popc(lanes); }
  WB_FN unsigned int size() const { return __popc(lanes); }
  WB_FN unsigned int thread_rank() const { return __popc(lanes & __wb::lanes_below()); }
  WB_FN unsigned int meta_group_size() const { return meta_size; }
  WB_FN unsigned int meta_group_rank() const { return meta_rank; }
  WB_FN bool is_valid() const { return true; }
  WB_FN void sync() const { __syncwarp(lanes); }
  template <class T> WB_FN T shfl(T value, unsigned int rank) const { return __shfl_sync(lanes, value, __wb::nth_lane(lanes, rank)); }
  template <class T> WB_FN T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(lanes, value, rank >= delta ? __wb::nth_lane(lanes, rank - delta) : (int)__wb::lane());
  }
  template <class T> WB_FN T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(lanes, value, rank + delta < size() ? __wb::nth_lane(lanes, rank + delta) : (int)__wb::lane());
  }
  WB_FN int any(int predicate) const { return __any_sync(lanes, predicate); }
  WB_FN int all(int predicate) const { return __all_sync(lanes, predicate); }
  WB_FN unsigned int ballot(int predicate) const { return __wb::pack_bits(__ballot_sync(lanes, predicate), lanes); }
  template <class T> WB_FN unsigned int match_any(T value) const { return __wb::pack_bits(__match_any_sync(lanes, value), lanes); }
  template <class T> WB_FN unsigned int match_all(T value, int& predicate) const { return __wb::pack_bits(__match_all_sync(lanes, value, &predicate), lanes); }
  WB_FN operator thread_group() const { return thread_group{2u, lanes}; }
};
WB_FN coalesced_group coalesced_threads() { return coalesced_group{__activemask(), 0u, 1u}; }

// --- partitions
template <unsigned int Size, class Group>
WB_FN thread_block_tile<Size> tiled_partition(const Group& group) {
  if constexpr (Size > 32u) {
    thread_block_tile<Size> tile;
    tile.parent_size = (unsigned int)group.size();
    return tile;
  } else {
    return thread_block_tile<Size>{(unsigned int)group.size()};
  }
}
namespace experimental {
template <unsigned int CommunicationSize = 8u, unsigned int MaxBlockSize = 1024u> struct block_tile_memory : cooperative_groups::block_tile_memory<MaxBlockSize> { };
template <unsigned int CommunicationSize, unsigned int MaxBlockSize> WB_FN thread_block this_thread_block(block_tile_memory<CommunicationSize, MaxBlockSize>&) {
  __syncthreads();
  return thread_block{};
}
template <unsigned int Size, class Group> WB_FN thread_block_tile<Size> tiled_partition(const Group& group) { return cooperative_groups::tiled_partition<Size>(group); }
}
WB_FN thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  const unsigned int lane = __wb::lane();
  if (parent.kind != 2u) return thread_group{2u, size >= 32u ? 0xFFFFFFFFu : ((1u << size) - 1u) << (lane & ~(size - 1u))};
  const unsigned int first = (unsigned int)parent.thread_rank() & ~(size - 1u);
  unsigned int mask = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size(); rank++) mask |= 1u << __wb::nth_lane(parent.mask, rank);
  return thread_group{2u, mask};
}
WB_FN coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  const unsigned int first = parent.thread_rank() & ~(size - 1u);
  unsigned int mask = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size(); rank++) mask |= 1u << __wb::nth_lane(parent.lanes, rank);
  return coalesced_group{mask, parent.thread_rank() / size, (parent.size() + size - 1u) / size};
}
template <class Group, class T>
WB_FN coalesced_group labeled_partition(const Group& group, T label) {
  const unsigned int mask = __match_any_sync(group.mask(), label);
  const int leader = __ffs((int)mask) - 1;
  const unsigned int leaders = __ballot_sync(group.mask(), leader == (int)__wb::lane());
  return coalesced_group{mask, (unsigned int)__popc(leaders & ((1u << leader) - 1u)), (unsigned int)__popc(leaders)};
}
template <class Group>
WB_FN coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int yes = __ballot_sync(group.mask(), predicate) & group.mask(), no = group.mask() & ~yes;
  const unsigned int parts = (yes != 0u ? 1u : 0u) + (no != 0u ? 1u : 0u);
  return predicate ? coalesced_group{yes, parts - 1u, parts} : coalesced_group{no, 0u, parts};
}

// --- the same for every group
template <class Group> WB_FN void sync(const Group& group) { group.sync(); }
template <class Group> WB_FN unsigned int thread_rank(const Group& group) { return (unsigned int)group.thread_rank(); }
template <class Group> WB_FN unsigned int group_size(const Group& group) { return (unsigned int)group.size(); }
WB_FN dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
WB_FN dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }

// --- operations
template <class T> struct plus { WB_FN T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { WB_FN T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { WB_FN T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { WB_FN T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { WB_FN T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { WB_FN T operator()(T a, T b) const { return a ^ b; } };

template <class Group, class T, class Op>
WB_FN T inclusive_scan(const Group& group, T value, Op op) {
  for (unsigned int step = 1; step < group.size(); step *= 2u) {
    const T other = group.shfl_up(value, step);
    if (step <= group.thread_rank()) value = op(value, other);
  }
  return value;
}
template <class Group, class T>
WB_FN T inclusive_scan(const Group& group, T value) { return cooperative_groups::inclusive_scan(group, value, cooperative_groups::plus<T>{}); }
template <class Group, class T, class Op>
WB_FN T exclusive_scan(const Group& group, T value, Op op) {
  const T sum = cooperative_groups::inclusive_scan(group, value, op);
  const T before = group.shfl_up(sum, 1u);
  return group.thread_rank() == 0u ? T() : before;
}
template <class Group, class T>
WB_FN T exclusive_scan(const Group& group, T value) { return cooperative_groups::exclusive_scan(group, value, cooperative_groups::plus<T>{}); }

template <unsigned int Size, class Parent, class T, class Op>
WB_FN T reduce(const thread_block_tile<Size, Parent>& group, T value, Op op) {
  if constexpr (Size > 32u) {
    return group.reduced(value, op);
  } else {
    for (unsigned int bits = Size / 2u; bits > 0u; bits /= 2u) value = op(value, group.shfl_xor(value, bits));
    return value;
  }
}
template <class T, class Op>
WB_FN T reduce(const coalesced_group& group, T value, Op op) {
  if (group.size() == 32u) {
    for (int bits = 16; bits > 0; bits /= 2) value = op(value, __shfl_xor_sync(0xFFFFFFFFu, value, bits));
    return value;
  }
  value = cooperative_groups::inclusive_scan(group, value, op);
  return __shfl_sync(group.lanes, value, 31 - __clz((int)group.lanes));
}

// --- one thread for all
template <class Group, class F>
WB_FN void invoke_one(const Group& group, F function) {
  if (group.thread_rank() == 0u) function();
}
template <class Group, class F, class A>
WB_FN void invoke_one(const Group& group, F function, A argument) {
  if (group.thread_rank() == 0u) function(argument);
}

// --- copies by the whole group, as late as CUDA allows (simulator/machine/async_copies.cpp): wait() carries them out. Each call is a group of copies.
//     aligned to 4, 8 or 16 bytes as the type says: parts of so many bytes, the next one for the next thread
//     to 1 or 2 bytes alone: parts as large as the two addresses are alike modulo, single elements before the first and behind the last of them
template <unsigned long Part, class Group>
WB_FN void __wb_copy_parts(const Group& group, char* to, const char* from, unsigned long bytes) {
  const unsigned long step = group.size();
  for (unsigned long i = group.thread_rank(); i < bytes / Part; i += step) __wb_async_copy(to + i * Part, from + i * Part, (unsigned int)Part);
}
template <unsigned long Part, class Group>
WB_FN void __wb_copy_between(const Group& group, char* to, const char* from, unsigned long bytes) {
  const unsigned long before = (0ul - (unsigned long)from) & (Part - 1ul), whole = (bytes - before) / Part * Part;
  __wb_copy_parts<1ul>(group, to, from, before);
  __wb_copy_parts<Part>(group, to + before, from + before, whole);
  __wb_copy_parts<1ul>(group, to + before + whole, from + before + whole, bytes - before - whole);
}
template <unsigned long Alignment, class Group>
WB_FN void __wb_copy_all(const Group& group, char* to, const char* from, unsigned long bytes) {
  if constexpr (Alignment >= 4ul) {
    constexpr unsigned long part = Alignment < 16ul ? Alignment : 16ul;
    __wb_copy_parts<part>(group, to, from, bytes);
    __wb_copy_parts<1ul>(group, to + bytes / part * part, from + bytes / part * part, bytes % part);
  } else {
    const unsigned int apart = ((unsigned int)(unsigned long)to ^ (unsigned int)(unsigned long)from) & 15u;
    if (apart == 0u && bytes >= 16ul) __wb_copy_between<16ul>(group, to, from, bytes);
    else if ((apart & 7u) == 0u && bytes >= 8ul) __wb_copy_between<8ul>(group, to, from, bytes);
    else if ((apart & 3u) == 0u && bytes >= 4ul) __wb_copy_between<4ul>(group, to, from, bytes);
    else __wb_copy_parts<Alignment>(group, to, from, bytes);
  }
  __wb_copy_commit();
}
template <class Group, class T, class S>
WB_FN void memcpy_async(const Group& group, T* to, const S* from, unsigned long bytes) { __wb_copy_all<alignof(T)>(group, (char*)to, (const char*)from, bytes); }
template <class Group, class T>
WB_FN void memcpy_async(const Group& group, T* to, unsigned long to_count, const T* from, unsigned long from_count) {
  __wb_copy_all<alignof(T)>(group, (char*)to, (const char*)from, (to_count < from_count ? to_count : from_count) * sizeof(T));
}
template <class Group>
WB_FN void wait(const Group& group) {
  __wb_copy_wait(0u);
  group.sync();
}
template <unsigned int Stages, class Group>
WB_FN void wait_prior(const Group& group) {
  __wb_copy_wait(Stages);
  group.sync();
}

}
