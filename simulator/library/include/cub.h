// What kernels use of cub: BlockReduce, BlockScan, WarpReduce, WarpScan, BlockLoad and BlockStore, and what cub_sorting.inc has. Shuffles and shared memory as any kernel
// could write them. The orders of a reduction's operations are cub's (each warp by shuffles down over 1, 2, 4, 8, 16 lanes, then the warps one
// after another), so sums of floating-point numbers come out alike; a scan's default algorithm adds in another order there, and the last bits
// of its floating-point sums may differ.

#define WB_FN __device__ __forceinline__

namespace cub {
// Up to CUDA 12; later ones have cuda::std::plus, cuda::maximum and cuda::minimum in their place.
struct Sum { template <class T> WB_FN T operator()(const T& a, const T& b) const { return a + b; } };
struct Max { template <class T> WB_FN T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
struct Min { template <class T> WB_FN T operator()(const T& a, const T& b) const { return b < a ? b : a; } };

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
}

namespace __wb::cub {
WB_FN int thread() { return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x); }
WB_FN unsigned int segment(int size, int count) {  // the lanes of this thread's segment of `size`, of which the first `count` take part
  const int lane = __wb::cub::thread() & 31;
  const unsigned int lanes = count >= 32 ? 0xFFFFFFFFu : (1u << count) - 1u;
  return lanes << (lane & ~(size - 1));
}
// The value of another lane, for a type of any size, word by word.
template <class T> WB_FN T from_lane(unsigned int mask, const T& value, int lane) {
  if constexpr (sizeof(T) % 4 == 0) {
    T result;
    for (unsigned int i = 0; i < sizeof(T) / 4; i++) ((unsigned int*)&result)[i] = __shfl_sync(mask, ((const unsigned int*)&value)[i], lane);
    return result;
  }
  else return (T)__shfl_sync(mask, (int)value, lane);
}
// The first lane of each segment has the result; `valid` counts the segment's lanes that have a value.
template <int Size, class T, class Op> WB_FN T reduce(T value, Op op, int valid) {
  const int lane = __wb::cub::thread() & 31, rank = lane & (Size - 1);
  const unsigned int mask = Size == 32 ? 0xFFFFFFFFu : __wb::cub::segment(Size, Size);
  for (int step = 1; step < Size; step *= 2) {
    const T other = __wb::cub::from_lane(mask, value, rank + step < Size ? lane + step : lane);
    if (rank + step < valid) value = op(value, other);
  }
  return value;
}
template <int Size, class T, class Op> WB_FN T scan(T value, Op op) {
  const int lane = __wb::cub::thread() & 31, rank = lane & (Size - 1);
  const unsigned int mask = Size == 32 ? 0xFFFFFFFFu : __wb::cub::segment(Size, Size);
  for (int step = 1; step < Size; step *= 2) {
    const T other = __wb::cub::from_lane(mask, value, rank >= step ? lane - step : lane);
    if (rank >= step) value = op(other, value);
  }
  return value;
}
struct no_storage { char unused; };
}

namespace cub {
template <class T, int LOGICAL_WARP_THREADS = 32>
struct WarpReduce {
  static_assert(LOGICAL_WARP_THREADS >= 1 && LOGICAL_WARP_THREADS <= 32 && (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0, "a warp of 1, 2, 4, 8, 16 or 32 threads");
  using TempStorage = __wb::cub::no_storage;
  WB_FN WarpReduce(TempStorage& storage) {}
  template <class Op> WB_FN T Reduce(T input, Op op) { return __wb::cub::reduce<LOGICAL_WARP_THREADS>(input, op, LOGICAL_WARP_THREADS); }
  template <class Op> WB_FN T Reduce(T input, Op op, int valid_items) { return __wb::cub::reduce<LOGICAL_WARP_THREADS>(input, op, valid_items); }
  WB_FN T Sum(T input) { return Reduce(input, ::cub::Sum()); }
  WB_FN T Sum(T input, int valid_items) { return Reduce(input, ::cub::Sum(), valid_items); }
  WB_FN T Max(T input) { return Reduce(input, ::cub::Max()); }
  WB_FN T Min(T input) { return Reduce(input, ::cub::Min()); }
};

template <class T, int LOGICAL_WARP_THREADS = 32>
struct WarpScan {
  static_assert(LOGICAL_WARP_THREADS >= 1 && LOGICAL_WARP_THREADS <= 32 && (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0, "a warp of 1, 2, 4, 8, 16 or 32 threads");
  using TempStorage = __wb::cub::no_storage;
  WB_FN WarpScan(TempStorage& storage) {}
  template <class Op> WB_FN void InclusiveScan(T input, T& output, Op op) { output = __wb::cub::scan<LOGICAL_WARP_THREADS>(input, op); }
  template <class Op> WB_FN void InclusiveScan(T input, T& output, Op op, T& warp_aggregate) {
    output = __wb::cub::scan<LOGICAL_WARP_THREADS>(input, op);
    warp_aggregate = Broadcast(output, LOGICAL_WARP_THREADS - 1);
  }
  // Without a first value the first lane's output is left as it comes.
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, Op op) { output = before(__wb::cub::scan<LOGICAL_WARP_THREADS>(input, op)); }
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, T initial_value, Op op) {
    const T sum = before(__wb::cub::scan<LOGICAL_WARP_THREADS>(input, op));
    output = rank() == 0 ? initial_value : op(initial_value, sum);
  }
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, T initial_value, Op op, T& warp_aggregate) {
    const T sum = __wb::cub::scan<LOGICAL_WARP_THREADS>(input, op);
    warp_aggregate = Broadcast(sum, LOGICAL_WARP_THREADS - 1);
    const T earlier = before(sum);
    output = rank() == 0 ? initial_value : op(initial_value, earlier);
  }
  WB_FN void InclusiveSum(T input, T& output) { InclusiveScan(input, output, ::cub::Sum()); }
  WB_FN void InclusiveSum(T input, T& output, T& warp_aggregate) { InclusiveScan(input, output, ::cub::Sum(), warp_aggregate); }
  WB_FN void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), ::cub::Sum()); }
  WB_FN void ExclusiveSum(T input, T& output, T& warp_aggregate) { ExclusiveScan(input, output, T(), ::cub::Sum(), warp_aggregate); }
  WB_FN T Broadcast(T input, unsigned int src_lane) {
    return __wb::cub::from_lane(mask(), input, (__wb::cub::thread() & 31 & ~(LOGICAL_WARP_THREADS - 1)) + (int)src_lane);
  }
  WB_FN static int rank() { return __wb::cub::thread() & (LOGICAL_WARP_THREADS - 1); }
  WB_FN static unsigned int mask() { return LOGICAL_WARP_THREADS == 32 ? 0xFFFFFFFFu : __wb::cub::segment(LOGICAL_WARP_THREADS, LOGICAL_WARP_THREADS); }
  WB_FN static T before(T value) {
    const int lane = __wb::cub::thread() & 31;
    return __wb::cub::from_lane(mask(), value, rank() == 0 ? lane : lane - 1);
  }
};

// Thread 0 has the result.
template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
struct BlockReduce {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, warps = (threads + 31) / 32;
  struct TempStorage { T of_warp[warps]; };
  TempStorage& storage;

  WB_FN BlockReduce(TempStorage& temp_storage) : storage(temp_storage) {}
  WB_FN BlockReduce() : storage(own()) {}
  WB_FN static TempStorage& own() {
    __shared__ TempStorage kept;
    return kept;
  }
  template <class Op> WB_FN T Reduce(T input, Op op, int num_valid) {
    const int thread = __wb::cub::thread(), warp = thread / 32, left = num_valid - warp * 32;
    if constexpr (threads >= 32 && threads % 32 == 0) input = __wb::cub::reduce<32>(input, op, left < 32 ? left : 32);
    else input = last_warp(input, op, left, threads - warp * 32);
    if ((thread & 31) == 0) storage.of_warp[warp] = input;
    __syncthreads();
    if (thread == 0)
      for (int w = 1; w < warps && w * 32 < num_valid; w++) input = op(input, storage.of_warp[w]);
    return input;
  }
  // A block that is no multiple of 32: the last warp has fewer lanes.
  template <class Op> WB_FN static T last_warp(T value, Op op, int valid, int lanes) {
    const int lane = __wb::cub::thread() & 31;
    const unsigned int mask = lanes >= 32 ? 0xFFFFFFFFu : (1u << lanes) - 1u;
    for (int step = 1; step < 32; step *= 2) {
      const T other = __wb::cub::from_lane(mask, value, lane + step < lanes && lane + step < 32 ? lane + step : lane);
      if (lane + step < valid && lane + step < 32) value = op(value, other);
    }
    return value;
  }
  template <class Op> WB_FN T Reduce(T input, Op op) { return Reduce(input, op, threads); }
  template <int ITEMS, class Op> WB_FN T Reduce(T (&inputs)[ITEMS], Op op) {
    T own_sum = inputs[0];
    for (int i = 1; i < ITEMS; i++) own_sum = op(own_sum, inputs[i]);
    return Reduce(own_sum, op, threads);
  }
  WB_FN T Sum(T input) { return Reduce(input, ::cub::Sum(), threads); }
  WB_FN T Sum(T input, int num_valid) { return Reduce(input, ::cub::Sum(), num_valid); }
  template <int ITEMS> WB_FN T Sum(T (&inputs)[ITEMS]) { return Reduce(inputs, ::cub::Sum()); }
};

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
struct BlockScan {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, warps = (threads + 31) / 32;
  struct TempStorage {
    T of_warp[warps];
    T prefix;
  };
  TempStorage& storage;

  WB_FN BlockScan(TempStorage& temp_storage) : storage(temp_storage) {}
  WB_FN BlockScan() : storage(own()) {}
  WB_FN static TempStorage& own() {
    __shared__ TempStorage kept;
    return kept;
  }
  // The sum up to and with this thread; `before` is the sum of the threads before it, where there are any.
  template <class Op> WB_FN T both(T input, T& before, Op op, T& aggregate) {
    const int thread = __wb::cub::thread(), lane = thread & 31, warp = thread / 32, lanes = threads - warp * 32;
    const unsigned int mask = lanes >= 32 ? 0xFFFFFFFFu : (1u << lanes) - 1u;
    T sum = input;
    for (int step = 1; step < 32; step *= 2) {
      const T other = __wb::cub::from_lane(mask, sum, lane >= step ? lane - step : lane);
      if (lane >= step) sum = op(other, sum);
    }
    before = __wb::cub::from_lane(mask, sum, lane > 0 ? lane - 1 : lane);
    if (lane == (lanes < 32 ? lanes : 32) - 1) storage.of_warp[warp] = sum;
    __syncthreads();
    T earlier = storage.of_warp[0];
    aggregate = earlier;
    for (int w = 1; w < warps; w++) {
      aggregate = op(aggregate, storage.of_warp[w]);
      if (w < warp) earlier = aggregate;
    }
    if (warp > 0) {
      sum = op(earlier, sum);
      before = lane > 0 ? op(earlier, before) : earlier;
    }
    return sum;
  }
  template <class Op> WB_FN void InclusiveScan(T input, T& output, Op op, T& block_aggregate) {
    T before;
    output = both(input, before, op, block_aggregate);
  }
  template <class Op> WB_FN void InclusiveScan(T input, T& output, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  // Without a first value thread 0's output is left as it comes.
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, Op op, T& block_aggregate) { both(input, output, op, block_aggregate); }
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, Op op) {
    T aggregate;
    both(input, output, op, aggregate);
  }
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, T initial_value, Op op, T& block_aggregate) {
    T before;
    both(input, before, op, block_aggregate);
    output = __wb::cub::thread() == 0 ? initial_value : op(initial_value, before);
  }
  template <class Op> WB_FN void ExclusiveScan(T input, T& output, T initial_value, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial_value, op, aggregate);
  }
  WB_FN void InclusiveSum(T input, T& output) { InclusiveScan(input, output, ::cub::Sum()); }
  WB_FN void InclusiveSum(T input, T& output, T& block_aggregate) { InclusiveScan(input, output, ::cub::Sum(), block_aggregate); }
  WB_FN void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), ::cub::Sum()); }
  WB_FN void ExclusiveSum(T input, T& output, T& block_aggregate) { ExclusiveScan(input, output, T(), ::cub::Sum(), block_aggregate); }
  // The first thread asks once for what stands before the whole block, given the block's sum.
  template <class Prefix> WB_FN void ExclusiveSum(T input, T& output, Prefix& block_prefix_callback_op) {
    T aggregate;
    ExclusiveScan(input, output, T(), ::cub::Sum(), aggregate);
    output = prefix_of(aggregate, block_prefix_callback_op) + output;
  }
  template <class Prefix> WB_FN void InclusiveSum(T input, T& output, Prefix& block_prefix_callback_op) {
    T aggregate;
    InclusiveScan(input, output, ::cub::Sum(), aggregate);
    output = prefix_of(aggregate, block_prefix_callback_op) + output;
  }
  template <class Prefix> WB_FN T prefix_of(T aggregate, Prefix& callback) {
    if (__wb::cub::thread() < 32) {
      const T prefix = callback(aggregate);
      if (__wb::cub::thread() == 0) storage.prefix = prefix;
    }
    __syncthreads();
    return storage.prefix;
  }

  // Several items a thread.
  template <int ITEMS, class Op> WB_FN void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Op op, T& block_aggregate) {
    T sum = input[0];
    for (int i = 1; i < ITEMS; i++) sum = op(sum, input[i]);
    T before;
    both(sum, before, op, block_aggregate);
    T running = __wb::cub::thread() == 0 ? input[0] : op(before, input[0]);
    output[0] = running;
    for (int i = 1; i < ITEMS; i++) {
      running = op(running, input[i]);
      output[i] = running;
    }
  }
  template <int ITEMS, class Op> WB_FN void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, Op op, T& block_aggregate) {
    T sum = input[0];
    for (int i = 1; i < ITEMS; i++) sum = op(sum, input[i]);
    T before;
    both(sum, before, op, block_aggregate);
    T running = __wb::cub::thread() == 0 ? initial_value : op(initial_value, before);
    for (int i = 0; i < ITEMS; i++) {
      const T item = input[i];
      output[i] = running;
      running = op(running, item);
    }
  }
  template <int ITEMS, class Op> WB_FN void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <int ITEMS, class Op> WB_FN void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial_value, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial_value, op, aggregate);
  }
  template <int ITEMS> WB_FN void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) { InclusiveScan(input, output, ::cub::Sum()); }
  template <int ITEMS> WB_FN void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T& block_aggregate) { InclusiveScan(input, output, ::cub::Sum(), block_aggregate); }
  template <int ITEMS> WB_FN void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) { ExclusiveScan(input, output, T(), ::cub::Sum()); }
  template <int ITEMS> WB_FN void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T& block_aggregate) { ExclusiveScan(input, output, T(), ::cub::Sum(), block_aggregate); }
};

// Thread t has items t*ITEMS ... (blocked), or with `striped` items t, t + threads, ...; the transposing ones load striped, side by side, and
// trade in shared memory.
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
struct BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool trades = ALGORITHM >= BLOCK_LOAD_TRANSPOSE, is_striped = ALGORITHM == BLOCK_LOAD_STRIPED || trades;
  struct TempStorage { T items[trades ? threads * ITEMS_PER_THREAD : 1]; };
  TempStorage& storage;

  WB_FN BlockLoad(TempStorage& temp_storage) : storage(temp_storage) {}
  WB_FN BlockLoad() : storage(own()) {}
  WB_FN static TempStorage& own() {
    __shared__ TempStorage kept;
    return kept;
  }
  WB_FN static int place(int i) { return is_striped ? i * threads + __wb::cub::thread() : __wb::cub::thread() * ITEMS_PER_THREAD + i; }
  WB_FN void trade(T (&items)[ITEMS_PER_THREAD]) {
    if constexpr (trades) {
      for (int i = 0; i < ITEMS_PER_THREAD; i++) storage.items[place(i)] = items[i];
      __syncthreads();
      for (int i = 0; i < ITEMS_PER_THREAD; i++) items[i] = storage.items[__wb::cub::thread() * ITEMS_PER_THREAD + i];
    }
  }
  template <class From> WB_FN void Load(From from, T (&items)[ITEMS_PER_THREAD]) {
    for (int i = 0; i < ITEMS_PER_THREAD; i++) items[i] = from[place(i)];
    trade(items);
  }
  template <class From> WB_FN void Load(From from, T (&items)[ITEMS_PER_THREAD], int valid_items) {
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
      if (place(i) < valid_items) items[i] = from[place(i)];
    trade(items);
  }
  template <class From, class Default> WB_FN void Load(From from, T (&items)[ITEMS_PER_THREAD], int valid_items, Default oob_default) {
    for (int i = 0; i < ITEMS_PER_THREAD; i++) items[i] = place(i) < valid_items ? (T)from[place(i)] : (T)oob_default;
    trade(items);
  }
};

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
struct BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool trades = ALGORITHM >= BLOCK_STORE_TRANSPOSE, is_striped = ALGORITHM == BLOCK_STORE_STRIPED || trades;
  struct TempStorage { T items[trades ? threads * ITEMS_PER_THREAD : 1]; };
  TempStorage& storage;

  WB_FN BlockStore(TempStorage& temp_storage) : storage(temp_storage) {}
  WB_FN BlockStore() : storage(own()) {}
  WB_FN static TempStorage& own() {
    __shared__ TempStorage kept;
    return kept;
  }
  WB_FN static int place(int i) { return is_striped ? i * threads + __wb::cub::thread() : __wb::cub::thread() * ITEMS_PER_THREAD + i; }
  WB_FN T item(const T (&items)[ITEMS_PER_THREAD], int i) const {
    if constexpr (trades) return storage.items[place(i)];
    else return items[i];
  }
  WB_FN void trade(const T (&items)[ITEMS_PER_THREAD]) {
    if constexpr (trades) {
      for (int i = 0; i < ITEMS_PER_THREAD; i++) storage.items[__wb::cub::thread() * ITEMS_PER_THREAD + i] = items[i];
      __syncthreads();
    }
  }
  template <class To> WB_FN void Store(To to, T (&items)[ITEMS_PER_THREAD]) {
    trade(items);
    for (int i = 0; i < ITEMS_PER_THREAD; i++) to[place(i)] = item(items, i);
  }
  template <class To> WB_FN void Store(To to, T (&items)[ITEMS_PER_THREAD], int valid_items) {
    trade(items);
    for (int i = 0; i < ITEMS_PER_THREAD; i++)
      if (place(i) < valid_items) to[place(i)] = item(items, i);
  }
};
}
#include "cub_sorting.inc"
