#include "simulator/language/host_library.h"

namespace wb {

const char* const host_containers = R"(namespace wb_host {
template <class WbT> struct vector {
  WbT* data_ = nullptr;
  unsigned long long size_ = 0, room_ = 0;
  __device__ vector() {}
  __device__ explicit vector(unsigned long long n) { resize(n); }
  __device__ vector(unsigned long long n, WbT v) { resize(n, v); }
  using iterator = WbT*;
  using const_iterator = const WbT*;
  using value_type = WbT;
  __device__ vector(const WbT* list, unsigned long long n, int) { resize(n); for (unsigned long long i = 0; i < n; ++i) data_[i] = list[i]; }
  __device__ vector(const vector& other) { resize(other.size_); for (unsigned long long i = 0; i < size_; ++i) data_[i] = other.data_[i]; }
  __device__ vector& operator=(const vector& other) {
    if (this == &other) return *this;
    resize(other.size_);
    for (unsigned long long i = 0; i < size_; ++i) data_[i] = other.data_[i];
    return *this;
  }
  __device__ void reserve(unsigned long long n) {
    if (n <= room_) return;
    WbT* larger = (WbT*)malloc(n * sizeof(WbT));
    for (unsigned long long i = 0; i < size_; ++i) larger[i] = data_[i];
    if (data_) free(data_);
    data_ = larger;
    room_ = n;
  }
  __device__ void resize(unsigned long long n, WbT v = WbT()) {
    reserve(n);
    for (unsigned long long i = size_; i < n; ++i) data_[i] = v;
    size_ = n;
  }
  __device__ void assign(unsigned long long n, WbT v) { size_ = 0; resize(n, v); }
  __device__ void push_back(WbT v) {
    if (size_ == room_) reserve(room_ ? 2 * room_ : 8);
    data_[size_++] = v;
  }
  template <class... WbA> __device__ void emplace_back(WbA... a) { push_back(WbT(a...)); }
  __device__ void clear() { size_ = 0; }
  __device__ void pop_back() { --size_; }
  __device__ vector(const WbT* from, const WbT* to) { insert(nullptr, from, to); }
  __device__ WbT* open_gap(const WbT* where, unsigned long long n) {
    const unsigned long long at = where ? where - data_ : 0;
    resize(size_ + n);
    for (unsigned long long i = size_; i-- > at + n;) data_[i] = data_[i - n];
    return data_ + at;
  }
  __device__ void insert(const WbT* where, const WbT* from, const WbT* to) { for (WbT* gap = open_gap(where, to - from); from != to; ++from, ++gap) *gap = *from; }
  __device__ WbT* insert(const WbT* where, WbT v) { WbT* gap = open_gap(where, 1); *gap = v; return gap; }
  __device__ WbT* erase(WbT* where) { for (WbT* p = where; p + 1 < end(); ++p) *p = p[1]; --size_; return where; }
  __device__ void swap(vector& other) { vector kept(*this); *this = other; other = kept; }
  __device__ WbT& operator[](unsigned long long i) const { return data_[i]; }
  __device__ WbT& at(unsigned long long i) const { return data_[i]; }
  __device__ WbT& front() const { return data_[0]; }
  __device__ WbT& back() const { return data_[size_ - 1]; }
  __device__ unsigned long long size() const { return size_; }
  __device__ bool empty() const { return size_ == 0; }
  __device__ WbT* data() const { return data_; }
  __device__ WbT* begin() const { return data_; }
  __device__ WbT* end() const { return data_ + size_; }
};
template <class WbI, class WbT> __device__ void iota(WbI from, WbI to, WbT v) { for (; from != to; ++from, ++v) *from = v; }
template <class WbI, class WbT> __device__ void fill(WbI from, WbI to, WbT v) { for (; from != to; ++from) *from = v; }
template <class WbI, class WbN, class WbT> __device__ void fill_n(WbI from, WbN n, WbT v) { for (WbN i = 0; i < n; ++i) from[i] = v; }
template <class WbI, class WbO> __device__ void copy(WbI from, WbI to, WbO out) { for (; from != to; ++from, ++out) *out = *from; }
template <class WbI> __device__ void reverse(WbI from, WbI to) { while (from < to) { --to; auto v = *from; *from = *to; *to = v; ++from; } }
template <class WbI, class WbO, class WbF> __device__ WbO transform(WbI from, WbI to, WbO out, WbF f) { for (; from != to; ++from, ++out) *out = f(*from); return out; }
template <class WbI, class WbJ, class WbO, class WbF> __device__ WbO transform(WbI from, WbI to, WbJ other, WbO out, WbF f) { for (; from != to; ++from, ++other, ++out) *out = f(*from, *other); return out; }
template <class WbI, class WbF> __device__ void for_each(WbI from, WbI to, WbF f) { for (; from != to; ++from) f(*from); }
template <class WbI> __device__ WbI max_element(WbI from, WbI to) { WbI best = from; for (; from != to; ++from) if (*best < *from) best = from; return best; }
template <class WbI> __device__ WbI min_element(WbI from, WbI to) { WbI best = from; for (; from != to; ++from) if (*from < *best) best = from; return best; }
template <class WbI, class WbF> __device__ void generate(WbI from, WbI to, WbF f) { for (; from != to; ++from) *from = f(); }
}
)";

const char* const host_api = R"(namespace wb_host {
// Who runs the program reads a question from the arena's first words, and answers there (host_machine.cpp has the numbers).
__device__ volatile unsigned long long* arena;
__device__ unsigned long long ask(unsigned long long what, unsigned long long a = 0, unsigned long long b = 0, unsigned long long c = 0, unsigned long long d = 0, unsigned long long e = 0, unsigned long long f = 0) {
  arena[1] = a; arena[2] = b; arena[3] = c; arena[4] = d; arena[5] = e; arena[6] = f;
  arena[0] = what;
  while (arena[0] != 0ull) {}
  return arena[1];
}
__device__ void quit() { ask(1); }
__device__ void exit(int) { ask(1); }
__device__ void abort() { ask(1); }
__device__ bool is_in_arena(const void* p) { return ((unsigned long long)p >> 40) == 1ull; }

// ---- memory
__device__ void* malloc(unsigned long long bytes) { return (void*)ask(3, bytes, 3); }
__device__ void free(void* p) { if (is_in_arena(p)) ask(4, (unsigned long long)p); }
template <class WbT> __device__ int take(WbT** p, unsigned long long bytes, unsigned long long kind) {
  *p = (WbT*)ask(3, bytes, kind);
  return *p || bytes == 0 ? 0 : 2;
}
template <class WbT, class... WbA> __device__ int cudaMalloc(WbT** p, unsigned long long bytes) { return take(p, bytes, 0); }
template <class WbT, class... WbA> __device__ int cudaMallocAsync(WbT** p, unsigned long long bytes, WbA... a) { return take(p, bytes, 0); }
template <class WbT, class... WbA> __device__ int cudaMallocManaged(WbT** p, unsigned long long bytes, WbA... a) { return take(p, bytes, 1); }
template <class WbT, class... WbA> __device__ int cudaMallocHost(WbT** p, unsigned long long bytes, WbA... a) { return take(p, bytes, 2); }
template <class WbT, class... WbA> __device__ int cudaHostAlloc(WbT** p, unsigned long long bytes, WbA... a) { return take(p, bytes, 2); }
template <class WbT, class WbU> __device__ int cudaMallocPitch(WbT** p, WbU* pitch, unsigned long long width, unsigned long long height) {
  *pitch = (width + 511ull) / 512ull * 512ull;
  return take(p, *pitch * height, 0);
}
template <class WbT, class WbU> __device__ int cudaHostGetDevicePointer(WbT** p, WbU* host, unsigned int) { *p = (WbT*)host; return 0; }
template <class WbT, class... WbA> __device__ int cudaHostRegister(WbT* p, WbA... a) { ask(9, (unsigned long long)p); return 0; }
template <class WbT> __device__ int cudaFree(WbT* p) { if (p) ask(4, (unsigned long long)p); return 0; }
template <class WbT, class... WbA> __device__ int cudaFreeAsync(WbT* p, WbA... a) { return cudaFree(p); }
template <class WbT> __device__ int cudaFreeHost(WbT* p) { return cudaFree(p); }
template <class WbT> __device__ void forget(WbT* p, unsigned long long bytes) { ask(7, (unsigned long long)p, bytes); }

// What the device gets is copied with the knowledge of which bytes have values; what the host gets back, where it lies on the stack, is not.
__device__ int move(void* to, const void* from, unsigned long long bytes) {
  if (is_in_arena(to)) return (int)ask(5, (unsigned long long)to, (unsigned long long)from, bytes);
  unsigned long long i = 0;
  if ((((unsigned long long)to | (unsigned long long)from) & 3ull) == 0)
    for (; i + 4 <= bytes; i += 4) *(unsigned int*)((char*)to + i) = *(const unsigned int*)((const char*)from + i);
  for (; i < bytes; ++i) ((char*)to)[i] = ((const char*)from)[i];
  return 0;
}
template <class WbT, class WbU, class... WbA> __device__ int cudaMemcpy(WbT* to, const WbU* from, unsigned long long bytes, WbA... a) { return move((void*)to, (const void*)from, bytes); }
template <class WbT, class WbU, class... WbA> __device__ int cudaMemcpyAsync(WbT* to, const WbU* from, unsigned long long bytes, WbA... a) { return move((void*)to, (const void*)from, bytes); }
template <class WbT, class WbU, class... WbA> __device__ int cudaMemcpy2D(WbT* to, unsigned long long to_pitch, const WbU* from, unsigned long long pitch, unsigned long long width, unsigned long long height, WbA... a) {
  for (unsigned long long row = 0; row < height; ++row) move((char*)to + row * to_pitch, (const char*)from + row * pitch, width);
  return 0;
}
template <class WbT, class... WbA> __device__ int cudaMemcpy2DAsync(WbT* to, unsigned long long to_pitch, const void* from, unsigned long long pitch, unsigned long long width, unsigned long long height, WbA... a) {
  return cudaMemcpy2D(to, to_pitch, from, pitch, width, height);
}
template <class WbT, class... WbA> __device__ int cudaMemset(WbT* p, int value, unsigned long long bytes, WbA... a) { return (int)ask(6, (unsigned long long)p, (unsigned long long)value, bytes); }
template <class WbT, class... WbA> __device__ int cudaMemsetAsync(WbT* p, int value, unsigned long long bytes, WbA... a) { return cudaMemset(p, value, bytes); }
template <class WbT, class... WbA> __device__ int cudaMemset2D(WbT* p, unsigned long long pitch, int value, unsigned long long width, unsigned long long height, WbA... a) {
  for (unsigned long long row = 0; row < height; ++row) cudaMemset((char*)p + row * pitch, value, width);
  return 0;
}

// ---- three dimensions
struct memcpy_3d {
  void* srcArray = nullptr;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  void* dstArray = nullptr;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  int kind = 0;
};
__device__ int cudaMalloc3D(cudaPitchedPtr* p, cudaExtent e) {
  *p = cudaPitchedPtr{nullptr, (e.width + 511) / 512 * 512, e.width, e.height};
  return take(&p->ptr, p->pitch * e.height * e.depth, 0);
}
__device__ char* row_of(cudaPitchedPtr p, cudaPos at, unsigned long long y, unsigned long long z) { return (char*)p.ptr + ((at.z + z) * p.ysize + at.y + y) * p.pitch + at.x; }
template <class... WbA> __device__ int cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e, WbA... a) {
  for (unsigned long long z = 0; z < e.depth; ++z)
    for (unsigned long long y = 0; y < e.height; ++y) cudaMemset(row_of(p, cudaPos{0, 0, 0}, y, z), value, e.width);
  return 0;
}
template <class... WbA> __device__ int cudaMemcpy3D(const memcpy_3d* c, WbA... a) {
  for (unsigned long long z = 0; z < c->extent.depth; ++z)
    for (unsigned long long y = 0; y < c->extent.height; ++y) move(row_of(c->dstPtr, c->dstPos, y, z), row_of(c->srcPtr, c->srcPos, y, z), c->extent.width);
  return 0;
}
template <class... WbA> __device__ int cudaMemcpy3DAsync(const memcpy_3d* c, WbA... a) { return cudaMemcpy3D(c); }

// ---- variables of the file
template <class WbU> __device__ int to_symbol(unsigned long long number, const WbU* from, unsigned long long bytes, unsigned long long offset = 0) { return (int)ask(8, number, (unsigned long long)from, bytes, offset); }
template <class WbT> __device__ int from_symbol(WbT* to, unsigned long long number, unsigned long long bytes, unsigned long long offset = 0) {
  const void* copy = (const void*)ask(11, number, bytes, offset);
  return copy ? move((void*)to, copy, bytes) : 1;
}
template <class WbT> __device__ int symbol_address(WbT** p, unsigned long long number, const void* own, unsigned long long bytes) {
  *p = (WbT*)ask(14, number, bytes, (unsigned long long)own);
  return *p ? 0 : 1;
}
__device__ void* memset(void* p, int value, unsigned long long bytes) {
  if (is_in_arena(p)) ask(6, (unsigned long long)p, (unsigned long long)value, bytes);
  else for (unsigned long long i = 0; i < bytes; ++i) ((char*)p)[i] = (char)value;
  return p;
}
__device__ void* calloc(unsigned long long n, unsigned long long bytes) { return memset(malloc(n * bytes), 0, n * bytes); }
__device__ void* memcpy(void* to, const void* from, unsigned long long bytes) { move(to, from, bytes); return to; }

// ---- the machine
struct device_prop {
  char name[256] = "simulated device";
  unsigned long long totalGlobalMem = 1ull << 34, sharedMemPerBlock = 49152, sharedMemPerBlockOptin = 232448, sharedMemPerMultiprocessor = 233472, totalConstMem = 65536, memPitch = 2147483647, textureAlignment = 512;
  int regsPerBlock = 65536, warpSize = 32, maxThreadsPerBlock = 1024, maxThreadsDim[3] = {1024, 1024, 64}, maxGridSize[3] = {2147483647, 65535, 65535}, clockRate = 1000000, major = 9, minor = 0, multiProcessorCount = 132,
      maxThreadsPerMultiProcessor = 2048, concurrentKernels = 1, cooperativeLaunch = 1, managedMemory = 1, concurrentManagedAccess = 1, unifiedAddressing = 1, canMapHostMemory = 1, asyncEngineCount = 3, memoryClockRate = 1000000,
      memoryBusWidth = 5120, l2CacheSize = 52428800, maxBlocksPerMultiProcessor = 32, regsPerMultiprocessor = 65536, deviceOverlap = 1, computeMode = 0, integrated = 0;
};
__device__ int cudaGetDeviceProperties(device_prop* p, int) { *p = device_prop(); return 0; }
__device__ int cudaGetDeviceCount(int* n) { *n = 1; return 0; }
__device__ int cudaGetDevice(int* n) { *n = 0; return 0; }
__device__ int cudaEventElapsedTime(float* ms, unsigned long long, unsigned long long) { *ms = 1.0f; return 0; }
template <class... WbA> __device__ const char* cudaGetErrorString(WbA... a) { return "no error"; }
template <class... WbA> __device__ const char* cudaGetErrorName(WbA... a) { return "cudaSuccess"; }
template <class... WbA> __device__ int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, WbA... a) { *n = 2; return 0; }
template <class WbT> __device__ int cudaMemGetInfo(WbT* free_bytes, WbT* bytes) { *free_bytes = *bytes = 1ull << 34; return 0; }
__device__ unsigned int random_state = 1u;
__device__ void srand(unsigned int seed) { random_state = seed; }
__device__ int rand() { random_state = random_state * 1103515245u + 12345u; return (int)((random_state >> 16 & 0x7FFFu) << 15 | ((random_state = random_state * 1103515245u + 12345u) >> 16 & 0x7FFFu)) ; }
__device__ long random() { return rand(); }
__device__ void srand48(long seed) { random_state = (unsigned int)seed; }
__device__ double drand48() { return (double)rand() / 1073741824.0; }
template <class WbT> __device__ long time(WbT) { return 1; }
__device__ long clock() { return 1; }
constexpr int CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 1;
template <class WbT, class WbZ> __device__ int gettimeofday(WbT* now, WbZ) { now->tv_sec = 1; now->tv_usec = 0; return 0; }
template <class WbT> __device__ int clock_gettime(int, WbT* now) { now->tv_sec = 1; now->tv_nsec = 0; return 0; }
__device__ int atoi(const char* text) {
  int value = 0;
  const bool is_minus = *text == '-';
  for (text += is_minus; *text >= '0' && *text <= '9'; ++text) value = value * 10 + (*text - '0');
  return is_minus ? -value : value;
}
__device__ unsigned long strlen(const char* text) { unsigned long n = 0; while (text[n]) ++n; return n; }
__device__ int strcmp(const char* a, const char* b) { for (; *a && *a == *b; ++a) ++b; return *a - *b; }
template <class WbP> __device__ long strtol(const char* text, WbP, int) { return atoi(text); }
template <class WbP> __device__ unsigned long strtoul(const char* text, WbP, int) { return (unsigned long)atoi(text); }
__device__ long atol(const char* text) { return atoi(text); }
__device__ double atof(const char* text) {
  double value = 0, place = 1;
  const bool is_minus = *text == '-';
  for (text += is_minus; *text >= '0' && *text <= '9'; ++text) value = value * 10 + (*text - '0');
  if (*text == '.') for (++text; *text >= '0' && *text <= '9'; ++text) value += (*text - '0') * (place /= 10);
  return is_minus ? -value : value;
}

// ---- <random>: other numbers than a real library's, of the same kind
struct random_engine {
  unsigned long long state;
  __device__ explicit random_engine(unsigned long long seed = 5489ull) : state(seed * 6364136223846793005ull + 1442695040888963407ull) {}
  __device__ unsigned int operator()() { state = state * 6364136223846793005ull + 1442695040888963407ull; return (unsigned int)(state >> 32); }
  __device__ void seed(unsigned long long s) { state = s * 6364136223846793005ull + 1442695040888963407ull; }
};
struct random_device { __device__ unsigned int operator()() { return 12345u; } };
template <class WbT = double> struct uniform_real_distribution {
  WbT low, high;
  __device__ explicit uniform_real_distribution(WbT a = 0, WbT b = 1) : low(a), high(b) {}
  template <class WbG> __device__ WbT operator()(WbG& g) { return low + (high - low) * (WbT)((double)(g() >> 8) / 16777216.0); }
};
template <class WbT = int> struct uniform_int_distribution {
  WbT low, high;
  __device__ explicit uniform_int_distribution(WbT a = 0, WbT b = 2147483647) : low(a), high(b) {}
  template <class WbG> __device__ WbT operator()(WbG& g) { return (WbT)(low + (WbT)((unsigned long long)g() % ((unsigned long long)(high - low) + 1ull))); }
};
template <class WbT = double> struct normal_distribution {
  WbT mean, deviation;
  __device__ explicit normal_distribution(WbT m = 0, WbT d = 1) : mean(m), deviation(d) {}
  template <class WbG> __device__ WbT operator()(WbG& g) {
    WbT sum = 0;
    for (int i = 0; i < 12; ++i) sum += (WbT)((double)(g() >> 8) / 16777216.0);
    return mean + deviation * (sum - (WbT)6);
  }
};
using mt19937 = random_engine;
using mt19937_64 = random_engine;
using default_random_engine = random_engine;
using minstd_rand = random_engine;

// ---- <algorithm>, <utility>, <memory>
template <class WbT> __device__ void swap(WbT& a, WbT& b) { WbT c = a; a = b; b = c; }
template <class WbI> __device__ void sort(WbI from, WbI to) {
  const long n = to - from;
  for (long gap = n / 2; gap > 0; gap /= 2)
    for (long i = gap; i < n; ++i) {
      auto v = from[i];
      long k = i;
      for (; k >= gap && v < from[k - gap]; k -= gap) from[k] = from[k - gap];
      from[k] = v;
    }
}
template <class WbI, class WbF> __device__ void stable_sort(WbI from, WbI to, WbF is_less) {
  for (WbI i = from; i != to; ++i) {
    auto v = *i;
    WbI k = i;
    for (; k != from && is_less(v, *(k - 1)); --k) *k = *(k - 1);
    *k = v;
  }
}
template <class WbI, class WbF> __device__ void sort(WbI from, WbI to, WbF is_less) { stable_sort(from, to, is_less); }
template <class WbI> __device__ void stable_sort(WbI from, WbI to) { for (WbI i = from; i != to; ++i) for (WbI k = i; k != from && *k < *(k - 1); --k) swap(*k, *(k - 1)); }
template <class WbI, class WbG> __device__ void shuffle(WbI from, WbI to, WbG&& g) {
  for (long i = to - from - 1; i > 0; --i) {
    const long k = (long)(g() % (unsigned int)(i + 1));
    auto v = from[i];
    from[i] = from[k];
    from[k] = v;
  }
}
template <class WbT, unsigned long long wb_n> struct array {
  WbT elements[wb_n];
  __device__ WbT& operator[](unsigned long long i) { return elements[i]; }
  __device__ const WbT& operator[](unsigned long long i) const { return elements[i]; }
  __device__ WbT& at(unsigned long long i) { return elements[i]; }
  __device__ WbT* data() { return elements; }
  __device__ WbT* begin() { return elements; }
  __device__ WbT* end() { return elements + wb_n; }
  __device__ void fill(WbT v) { for (unsigned long long i = 0; i < wb_n; ++i) elements[i] = v; }
  __device__ static constexpr unsigned long long size() { return wb_n; }
};
template <class WbT> struct element_of { using type = WbT; };
template <class WbT> struct element_of<WbT[]> { using type = WbT; };
template <class WbT, class WbD = int> struct unique_ptr {
  using element = typename element_of<WbT>::type;
  element* place;
  __device__ explicit unique_ptr(element* p = nullptr) : place(p) {}
  template <class WbU, class WbE> __device__ unique_ptr(const unique_ptr<WbU, WbE>& other) : place(other.place) {}
  __device__ element* get() const { return place; }
  __device__ element& operator[](unsigned long long i) const { return place[i]; }
  __device__ element& operator*() const { return *place; }
  __device__ element* operator->() const { return place; }
};
template <class WbT> struct is_list { static constexpr bool value = false; };
template <class WbT> struct is_list<WbT[]> { static constexpr bool value = true; };
template <class WbT, class... WbA> __device__ unique_ptr<WbT> make_unique(WbA... a) {
  using element = typename element_of<WbT>::type;
  if constexpr (is_list<WbT>::value) {
    return unique_ptr<WbT>((element*)calloc((unsigned long long)(a + ...), sizeof(element)));
  } else {
    element* p = (element*)malloc(sizeof(element));
    new (p) element(a...);
    return unique_ptr<WbT>(p);
  }
}
template <class WbT, class WbU> __device__ WbT exchange(WbT& place, WbU v) { WbT old = place; place = (WbT)v; return old; }
template <class WbI, class WbT> __device__ WbT accumulate(WbI from, WbI to, WbT v) { for (; from != to; ++from) v = v + *from; return v; }

template <class WbT> struct shared_ptr : unique_ptr<WbT> {
  __device__ explicit shared_ptr(typename element_of<WbT>::type* p = nullptr) : unique_ptr<WbT>(p) {}
  template <class WbD> __device__ shared_ptr(typename element_of<WbT>::type* p, WbD) : unique_ptr<WbT>(p) {}
};
template <class WbT, class... WbA> __device__ shared_ptr<WbT> make_shared(WbA... a) { return shared_ptr<WbT>(make_unique<WbT>(a...).get()); }

// ---- launches
__device__ dim3 shape(dim3 d) { return d; }
__device__ dim3 shape(unsigned int x) { return dim3(x); }
__device__ dim3 shape(int x) { return dim3((unsigned int)x); }
__device__ dim3 shape(long x) { return dim3((unsigned int)x); }
__device__ dim3 shape(unsigned long x) { return dim3((unsigned int)x); }
__device__ dim3 shape(long long x) { return dim3((unsigned int)x); }
__device__ dim3 shape(unsigned long long x) { return dim3((unsigned int)x); }
__device__ dim3 shape(float x) { return dim3((unsigned int)x); }
__device__ dim3 shape(double x) { return dim3((unsigned int)x); }
__device__ unsigned int box_at;
__device__ void put(unsigned long long kind, unsigned long long value) {
  if (box_at + 2 > 500u) return;
  arena[box_at] = kind;
  arena[box_at + 1] = value;
  box_at += 2;
}
template <class WbT> __device__ void give(WbT* p) { put(1, (unsigned long long)p); }
__device__ void give(bool v) { put(2, (unsigned long long)v); }
__device__ void give(char v) { put(2, (unsigned long long)(long long)v); }
__device__ void give(signed char v) { put(2, (unsigned long long)(long long)v); }
__device__ void give(unsigned char v) { put(2, v); }
__device__ void give(short v) { put(2, (unsigned long long)(long long)v); }
__device__ void give(unsigned short v) { put(2, v); }
__device__ void give(int v) { put(2, (unsigned long long)(long long)v); }
__device__ void give(unsigned int v) { put(2, v); }
__device__ void give(long v) { put(2, (unsigned long long)v); }
__device__ void give(unsigned long v) { put(2, v); }
__device__ void give(long long v) { put(2, (unsigned long long)v); }
__device__ void give(unsigned long long v) { put(2, v); }
__device__ void give(double v) { put(3, (unsigned long long)__double_as_longlong(v)); }
__device__ void give(float v) { give((double)v); }
template <class WbT> __device__ void give(const WbT& record) {
  const unsigned long long words = (sizeof(WbT) + 7) / 8;
  put(4, sizeof(WbT));
  for (unsigned long long w = 0; w < words && box_at < 500u; ++w) {
    unsigned long long bits = 0;
    for (unsigned int i = 0; i < 8; ++i)
      if (8 * w + i < sizeof(WbT)) bits |= (unsigned long long)((const unsigned char*)&record)[8 * w + i] << 8 * i;
    arena[box_at++] = bits;
  }
}
__device__ int type_code(bool*) { return 1; }
__device__ int type_code(char*) { return 2; }
__device__ int type_code(signed char*) { return 3; }
__device__ int type_code(unsigned char*) { return 4; }
__device__ int type_code(short*) { return 5; }
__device__ int type_code(unsigned short*) { return 6; }
__device__ int type_code(int*) { return 7; }
__device__ int type_code(unsigned int*) { return 8; }
__device__ int type_code(long*) { return 9; }
__device__ int type_code(unsigned long*) { return 10; }
__device__ int type_code(long long*) { return 11; }
__device__ int type_code(unsigned long long*) { return 12; }
__device__ int type_code(float*) { return 13; }
__device__ int type_code(double*) { return 14; }
template <class WbT> __device__ int type_code(WbT*) { return 0; }
// A template's argument in a launch line: number k of the next launch.
template <class WbT> __device__ void named(unsigned long long k, WbT value) { ask(10, k, 0ull, (unsigned long long)(long long)value); }
template <class WbT> __device__ void named_type(unsigned long long k) { ask(10, k, 1ull, (unsigned long long)type_code((WbT*)nullptr)); }
// The template arguments of the kernel of the next launch, as text.
__device__ void instance(const char* text) {
  unsigned long long n = 0;
  while (text[n]) ++n;
  if (n) ask(13, (unsigned long long)text, n);
}
template <class... WbA> __device__ void launch(unsigned long long site, dim3 grid, dim3 block, unsigned long long shared, WbA... arguments) {
  box_at = 8;
  (give(arguments), ...);
  ask(2, site, (unsigned long long)grid.y << 32 | grid.x, (unsigned long long)block.x << 32 | grid.z, (unsigned long long)block.z << 32 | block.y, shared, sizeof...(WbA));
}
}
)";

const char* const host_collections = R"(namespace wb_host {
// ---- pairs and what is made of them, of vectors; text
template <class WbA, class WbB> struct pair {
  WbA first;
  WbB second;
  __device__ pair(WbA a = WbA(), WbB b = WbB()) : first(a), second(b) {}
  __device__ bool operator<(const pair& other) const { return first < other.first || (!(other.first < first) && second < other.second); }
  __device__ bool operator==(const pair& other) const { return first == other.first && second == other.second; }
};
template <class WbA, class WbB> __device__ pair<WbA, WbB> make_pair(WbA a, WbB b) { return pair<WbA, WbB>(a, b); }
template <class WbK, class WbV> struct map {
  using iterator = pair<WbK, WbV>*;
  using const_iterator = const pair<WbK, WbV>*;
  vector<pair<WbK, WbV>> items;
  __device__ unsigned long long place_of(const WbK& key) const {
    unsigned long long i = 0;
    while (i < items.size() && items[i].first < key) ++i;
    return i;
  }
  __device__ unsigned long long count(const WbK& key) const { const unsigned long long i = place_of(key); return i < items.size() && items[i].first == key; }
  __device__ WbV& operator[](const WbK& key) {
    const unsigned long long i = place_of(key);
    if (!count(key)) items.insert(items.begin() + i, pair<WbK, WbV>(key, WbV()));
    return items[i].second;
  }
  __device__ WbV& at(const WbK& key) { return (*this)[key]; }
  __device__ void insert(pair<WbK, WbV> item) { if (!count(item.first)) (*this)[item.first] = item.second; }
  __device__ void emplace(WbK key, WbV value) { insert(pair<WbK, WbV>(key, value)); }
  __device__ pair<WbK, WbV>* find(const WbK& key) { return count(key) ? items.begin() + place_of(key) : items.end(); }
  __device__ pair<WbK, WbV>* begin() const { return items.begin(); }
  __device__ pair<WbK, WbV>* end() const { return items.end(); }
  __device__ unsigned long long size() const { return items.size(); }
  __device__ bool empty() const { return items.empty(); }
};
template <class WbK, class WbV> using unordered_map = map<WbK, WbV>;
template <class WbK> struct set {
  using iterator = WbK*;
  using const_iterator = const WbK*;
  vector<WbK> items;
  __device__ unsigned long long place_of(const WbK& key) const {
    unsigned long long i = 0;
    while (i < items.size() && items[i] < key) ++i;
    return i;
  }
  __device__ unsigned long long count(const WbK& key) const { const unsigned long long i = place_of(key); return i < items.size() && items[i] == key; }
  __device__ pair<WbK*, bool> insert(WbK key) {
    const bool is_new = !count(key);
    if (is_new) items.insert(items.begin() + place_of(key), key);
    return pair<WbK*, bool>(items.begin() + place_of(key), is_new);
  }
  __device__ WbK* begin() const { return items.begin(); }
  __device__ WbK* end() const { return items.end(); }
  __device__ unsigned long long size() const { return items.size(); }
  __device__ bool empty() const { return items.empty(); }
};
template <class WbT> struct deque {
  using iterator = WbT*;
  using const_iterator = const WbT*;
  vector<WbT> items;
  unsigned long long head = 0;
  __device__ void push_back(WbT v) { items.push_back(v); }
  __device__ void push(WbT v) { items.push_back(v); }
  __device__ void push_front(WbT v) { items.insert(items.begin() + head, v); }
  __device__ void emplace_back(WbT v) { items.push_back(v); }
  __device__ void pop_front() { ++head; }
  __device__ void pop_back() { items.pop_back(); }
  __device__ void pop() { ++head; }
  __device__ WbT& front() const { return items[head]; }
  __device__ WbT& back() const { return items.back(); }
  __device__ WbT& operator[](unsigned long long i) const { return items[head + i]; }
  __device__ WbT* begin() const { return items.begin() + head; }
  __device__ WbT* end() const { return items.end(); }
  __device__ unsigned long long size() const { return items.size() - head; }
  __device__ bool empty() const { return size() == 0; }
};
template <class WbT> using queue = deque<WbT>;
template <class WbT> struct stack {
  vector<WbT> items;
  __device__ void push(WbT v) { items.push_back(v); }
  __device__ void pop() { items.pop_back(); }
  __device__ WbT& top() const { return items.back(); }
  __device__ unsigned long long size() const { return items.size(); }
  __device__ bool empty() const { return items.empty(); }
};
struct string {
  vector<char> letters;  // and a 0
  __device__ string(const char* text = "") { append(text); }
  __device__ void append(const char* text) {
    if (!letters.empty()) letters.pop_back();
    for (; *text; ++text) letters.push_back(*text);
    letters.push_back('\0');
  }
  __device__ const char* c_str() const { return letters.data(); }
  __device__ unsigned long long size() const { return letters.size() - 1; }
  __device__ unsigned long long length() const { return size(); }
  __device__ bool empty() const { return size() == 0; }
  __device__ char& operator[](unsigned long long i) const { return letters[i]; }
  __device__ string& operator+=(const string& other) { append(other.c_str()); return *this; }
  __device__ string operator+(const string& other) const { string sum(*this); sum += other; return sum; }
  __device__ int compare(const string& other) const { return strcmp(c_str(), other.c_str()); }
  __device__ void push_back(char c) { letters.insert(letters.end() - 1, c); }
  __device__ char& back() const { return letters[size() - 1]; }
  __device__ char* begin() const { return letters.data(); }
  __device__ char* end() const { return letters.data() + size(); }
  __device__ bool operator==(const string& other) const { return strcmp(c_str(), other.c_str()) == 0; }
  __device__ bool operator!=(const string& other) const { return !(*this == other); }
  __device__ bool operator<(const string& other) const { return strcmp(c_str(), other.c_str()) < 0; }
};
__device__ string operator+(const char* a, const string& b) { return string(a) + b; }
__device__ int stoi(const string& s) { return atoi(s.c_str()); }
__device__ long stol(const string& s) { return atoi(s.c_str()); }
__device__ float stof(const string& s) { return (float)atof(s.c_str()); }
__device__ double stod(const string& s) { return atof(s.c_str()); }
__device__ string to_string(long v) {
  char digits[24];
  int at = 23;
  digits[at] = '\0';
  const bool is_minus = v < 0;
  do { digits[--at] = (char)('0' + (is_minus ? -(v % 10) : v % 10)); v /= 10; } while (v);
  if (is_minus) digits[--at] = '-';
  return string(digits + at);
}
}
)";

}  // namespace wb
