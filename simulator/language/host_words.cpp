// Clocks, text, files, threads and the like, as far as programs need them to come to their launches. Clocks stand still; what is
// printed into text or a file is lost, as is all talk; a thread's work is done where it is begun.
#include "simulator/language/host_library.h"

namespace wb {

const char* const host_words = R"(namespace wb_host {
// ---- the C library
__device__ void* realloc(void* p, unsigned long long bytes) {
  void* to = malloc(bytes);
  const unsigned long long known = p ? ask(12, (unsigned long long)p) : 0;
  if (known) move(to, p, known < bytes ? known : bytes);
  return to;
}
template <class WbT> __device__ int posix_memalign(WbT** p, unsigned long long, unsigned long long bytes) { *p = (WbT*)malloc(bytes); return 0; }
__device__ void* aligned_alloc(unsigned long long, unsigned long long bytes) { return malloc(bytes); }
__device__ void* memmove(void* to, const void* from, unsigned long long bytes) { move(to, from, bytes); return to; }
__device__ int memcmp(const void* a, const void* b, unsigned long long bytes) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  for (unsigned long long i = 0; i < bytes; ++i) if (x[i] != y[i]) return (int)x[i] - (int)y[i];
  return 0;
}
__device__ int small(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
__device__ int strncmp(const char* a, const char* b, unsigned long long n) {
  for (unsigned long long i = 0; i < n; ++i) if (a[i] != b[i] || !a[i]) return (int)a[i] - (int)b[i];
  return 0;
}
__device__ int strncasecmp(const char* a, const char* b, unsigned long long n) {
  for (unsigned long long i = 0; i < n; ++i) if (small(a[i]) != small(b[i]) || !a[i]) return small(a[i]) - small(b[i]);
  return 0;
}
__device__ int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, ~0ull); }
__device__ char* strncpy(char* to, const char* from, unsigned long long n) {
  bool is_over = false;
  for (unsigned long long i = 0; i < n; ++i) { is_over = is_over || !from[i]; to[i] = is_over ? '\0' : from[i]; }
  return to;
}
__device__ char* strcpy(char* to, const char* from) { unsigned long long i = 0; do to[i] = from[i]; while (from[i++]); return to; }
__device__ char* strcat(char* to, const char* from) { strcpy(to + strlen(to), from); return to; }
__device__ char* strdup(const char* from) { return strcpy((char*)malloc(strlen(from) + 1), from); }
__device__ char* strchr(const char* s, int c) { for (; *s; ++s) if (*s == (char)c) return (char*)s; return c ? (char*)0 : (char*)s; }
__device__ char* strrchr(const char* s, int c) { char* last = (char*)0; for (; *s; ++s) if (*s == (char)c) last = (char*)s; return last; }
__device__ char* strstr(const char* s, const char* t) { const unsigned long long n = strlen(t); for (; *s || !n; ++s) if (!strncmp(s, t, n)) return (char*)s; return (char*)0; }
template <class... WbA> __device__ int sprintf(char* to, const char*, WbA...) { *to = '\0'; return 0; }
template <class... WbA> __device__ int snprintf(char* to, unsigned long long n, const char*, WbA...) { if (n) *to = '\0'; return 0; }
__device__ char* getenv(const char*) { return (char*)0; }
__device__ char* optarg;
__device__ int optind;
template <class WbV> __device__ int getopt(int, WbV, const char*) { optind = 1; return -1; }
constexpr int no_argument = 0, required_argument = 1, optional_argument = 2;
template <class WbV, class WbO, class WbI> __device__ int getopt_long(int, WbV, const char*, WbO, WbI) { optind = 1; return -1; }
__device__ char* strtok_at;
__device__ char* strtok(char* text, const char* between) {
  char* from = text ? text : strtok_at;
  while (from && *from && strchr(between, *from)) ++from;
  if (!from || !*from) return (char*)0;
  char* to = from;
  while (*to && !strchr(between, *to)) ++to;
  strtok_at = *to ? to + 1 : to;
  *to = '\0';
  return from;
}
template <class WbP> __device__ void qsort(WbP* p, unsigned long long n, unsigned long long bytes, int (*compare)(const void*, const void*)) {
  char* at = (char*)p;
  char* kept = (char*)malloc(bytes);
  for (unsigned long long i = 1; i < n; ++i) {
    unsigned long long k = i;
    move(kept, at + i * bytes, bytes);
    for (; k > 0 && compare((const void*)(at + (k - 1) * bytes), (const void*)kept) > 0; --k) move(at + k * bytes, at + (k - 1) * bytes, bytes);
    move(at + k * bytes, kept, bytes);
  }
}
__device__ double omp_get_wtime() { return 1; }

// ---- clocks
struct ratio_of_second {};
using milli = ratio_of_second;
using micro = ratio_of_second;
using nano = ratio_of_second;
namespace chrono {
struct elapsed {
  __device__ double count() const { return 0; }
  __device__ elapsed operator+(elapsed) const { return elapsed(); }
  __device__ elapsed& operator+=(elapsed) { return *this; }
};
struct moment {
  __device__ elapsed operator-(moment) const { return elapsed(); }
  __device__ elapsed time_since_epoch() const { return elapsed(); }
};
template <class WbR, class WbP = int> struct duration {
  __device__ duration(elapsed = elapsed()) {}
  __device__ WbR count() const { return WbR(); }
};
using seconds = duration<long>;
using milliseconds = duration<long>;
using microseconds = duration<long>;
using nanoseconds = duration<long>;
template <class WbC, class WbD = int> using time_point = moment;
template <class WbD> __device__ WbD duration_cast(elapsed e) { return WbD(e); }
struct high_resolution_clock {
  using time_point = moment;
  using duration = elapsed;
  static __device__ moment now() { return moment(); }
};
using steady_clock = high_resolution_clock;
using system_clock = high_resolution_clock;
}

// ---- more containers
template <class WbT> struct less { __device__ bool operator()(const WbT& a, const WbT& b) const { return a < b; } };
template <class WbT> struct greater { __device__ bool operator()(const WbT& a, const WbT& b) const { return b < a; } };
template <class WbT> using list = deque<WbT>;
template <class WbT, class WbC = vector<WbT>, class WbL = less<WbT>> struct priority_queue {
  vector<WbT> items;
  WbL is_less;
  __device__ unsigned long long place() const {
    unsigned long long at = 0;
    for (unsigned long long i = 1; i < items.size(); ++i) if (is_less(items[at], items[i])) at = i;
    return at;
  }
  __device__ void push(WbT v) { items.push_back(v); }
  __device__ WbT& top() const { return items[place()]; }
  __device__ void pop() { items[place()] = items.back(); items.pop_back(); }
  __device__ unsigned long long size() const { return items.size(); }
  __device__ bool empty() const { return items.empty(); }
};
template <unsigned long long wb_n> struct bitset {
  bool bits[wb_n] = {};
  __device__ bool& operator[](unsigned long long i) { return bits[i]; }
  __device__ bool test(unsigned long long i) const { return bits[i]; }
  __device__ void set(unsigned long long i, bool on = true) { bits[i] = on; }
  __device__ void reset(unsigned long long i) { bits[i] = false; }
  __device__ void reset() { for (unsigned long long i = 0; i < wb_n; ++i) bits[i] = false; }
  __device__ unsigned long long count() const { unsigned long long n = 0; for (unsigned long long i = 0; i < wb_n; ++i) n += bits[i]; return n; }
  __device__ unsigned long long size() const { return wb_n; }
};
template <class WbT> __device__ const WbT& min(const WbT& a, const WbT& b) { return b < a ? b : a; }
template <class WbT> __device__ const WbT& max(const WbT& a, const WbT& b) { return a < b ? b : a; }
template <class WbT> __device__ const WbT& clamp(const WbT& v, const WbT& low, const WbT& high) { return v < low ? low : high < v ? high : v; }

// ---- thrust, as far as it holds and fills memory
template <class WbT> struct thrust_device_vector {
  using iterator = WbT*;
  using value_type = WbT;
  WbT* data_ = nullptr;
  unsigned long long size_ = 0;
  __device__ thrust_device_vector(unsigned long long n = 0) { resize(n); }
  __device__ thrust_device_vector(unsigned long long n, WbT v) { resize(n, v); }
  __device__ thrust_device_vector(const vector<WbT>& from) { assign(from.begin(), from.end()); }
  __device__ thrust_device_vector(const thrust_device_vector& from) { assign(from.begin(), from.end()); }
  __device__ thrust_device_vector(const WbT* from, const WbT* to) { assign(from, to); }
  __device__ ~thrust_device_vector() { if (data_) ask(4, (unsigned long long)data_); }
  __device__ thrust_device_vector& operator=(const thrust_device_vector& from) { if (this != &from) assign(from.begin(), from.end()); return *this; }
  __device__ thrust_device_vector& operator=(const vector<WbT>& from) { assign(from.begin(), from.end()); return *this; }
  __device__ void assign(const WbT* from, const WbT* to) {
    WbT* old = data_;
    data_ = nullptr;
    size_ = (unsigned long long)(to - from);
    if (size_) { take(&data_, size_ * sizeof(WbT), 0); move((void*)data_, (const void*)from, size_ * sizeof(WbT)); }
    if (old) ask(4, (unsigned long long)old);
  }
  __device__ void resize(unsigned long long n, WbT v = WbT()) {
    WbT* old = data_;
    data_ = nullptr;
    if (n) take(&data_, n * sizeof(WbT), 0);
    for (unsigned long long i = 0; i < n; ++i) data_[i] = i < size_ ? old[i] : v;
    if (old) ask(4, (unsigned long long)old);
    size_ = n;
  }
  __device__ WbT* data() const { return data_; }
  __device__ WbT* begin() const { return data_; }
  __device__ WbT* end() const { return data_ + size_; }
  __device__ WbT& operator[](unsigned long long i) const { return data_[i]; }
  __device__ WbT& front() const { return data_[0]; }
  __device__ WbT& back() const { return data_[size_ - 1]; }
  __device__ unsigned long long size() const { return size_; }
  __device__ bool empty() const { return size_ == 0; }
};
template <class WbT> using thrust_host_vector = vector<WbT>;
template <class WbT> using thrust_device_ptr = WbT*;
template <class WbT> __device__ WbT* thrust_raw_pointer_cast(WbT* p) { return p; }
template <class WbT> __device__ WbT* thrust_device_pointer_cast(WbT* p) { return p; }
template <class WbI> __device__ void thrust_sequence(WbI from, WbI to) { int n = 0; for (; from != to; ++from) *from = n++; }
template <class WbI, class WbT> __device__ void thrust_fill(WbI from, WbI to, WbT v) { for (; from != to; ++from) *from = v; }
template <class WbI, class WbO> __device__ WbO thrust_copy(WbI from, WbI to, WbO out) { for (; from != to; ++from, ++out) *out = *from; return out; }
template <class WbI> __device__ void thrust_sort(WbI from, WbI to) { sort(from, to); }
template <class WbI> __device__ auto thrust_reduce(WbI from, WbI to) { auto sum = *from; for (++from; from != to; ++from) sum = sum + *from; return sum; }

// ---- text and files that are written, threads
struct ostringstream {
  __device__ ostringstream(const char* = "", int = 0) {}
  template <class WbT> __device__ ostringstream& operator<<(const WbT&) { return *this; }
  __device__ string str() const { return string(); }
  __device__ void close() {}
  __device__ bool is_open() const { return true; }
};
using ofstream = ostringstream;
using stringstream = ostringstream;
struct thread {
  __device__ thread() {}
  template <class WbF, class... WbA> __device__ thread(WbF f, WbA... a) { f(a...); }
  __device__ void join() {}
  __device__ void detach() {}
  __device__ bool joinable() const { return false; }
};
template <class WbS> struct function;
template <class WbR, class... WbA> struct function<WbR(WbA...)> {
  void* work = nullptr;
  WbR (*call)(void*, WbA...) = nullptr;
  template <class WbF> static __device__ WbR run(void* work, WbA... a) { return (*(WbF*)work)(a...); }
  __device__ function() {}
  template <class WbF> __device__ function(WbF f) {
    WbF* kept = new WbF(f);
    work = (void*)kept;
    call = &run<WbF>;
  }
  __device__ WbR operator()(WbA... a) const { return call(work, a...); }
};
struct mutex { __device__ void lock() {} __device__ void unlock() {} };
template <class WbM> struct lock_guard { __device__ lock_guard(WbM&) {} };
}
)";

}  // namespace wb
