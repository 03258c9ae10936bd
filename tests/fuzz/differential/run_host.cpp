#include "tests/fuzz/differential/run_host.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace wb::fuzz {
namespace {

// The part of CUDA that such kernels use.
constexpr const char* prelude = R"(#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <math.h>
#include <stdlib.h>
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
using std::isnan; using std::isinf; using std::isfinite;
struct Index { unsigned x, y, z; };
static Index threadIdx, blockIdx, blockDim, gridDim;
#define WB_VECTOR2(n, t) struct n##2 { t x, y; }; inline n##2 make_##n##2(t x, t y) { return {x, y}; }
#define WB_VECTOR3(n, t) struct n##3 { t x, y, z; }; inline n##3 make_##n##3(t x, t y, t z) { return {x, y, z}; }
#define WB_VECTOR4(n, t) struct n##4 { t x, y, z, w; }; inline n##4 make_##n##4(t x, t y, t z, t w) { return {x, y, z, w}; }
#define WB_VECTOR(n, t) WB_VECTOR2(n, t) WB_VECTOR3(n, t) WB_VECTOR4(n, t)
WB_VECTOR(char, signed char) WB_VECTOR(uchar, unsigned char) WB_VECTOR(short, short) WB_VECTOR(ushort, unsigned short) WB_VECTOR(int, int)
WB_VECTOR(uint, unsigned) WB_VECTOR(float, float) WB_VECTOR(double, double)
template <class T> static T smaller(T a, T b) { return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? a : b) : a < b ? a : b; }
template <class T> static T larger(T a, T b) { return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? b : a) : a > b ? a : b; }
static float least(float a, float b) { return smaller(a, b); }
static float most(float a, float b) { return larger(a, b); }
static double dleast(double a, double b) { return smaller(a, b); }
static double dmost(double a, double b) { return larger(a, b); }
#define fminf least
#define fmaxf most
#define fmin dleast
#define fmax dmost
#define WB_ORDER(T) inline T min(T a, T b) { return b < a ? b : a; } inline T max(T a, T b) { return a < b ? b : a; }
WB_ORDER(int) WB_ORDER(unsigned) WB_ORDER(long long) WB_ORDER(unsigned long long)
inline float min(float a, float b) { return smaller(a, b); }
inline float max(float a, float b) { return larger(a, b); }
inline double min(double a, double b) { return smaller(a, b); }
inline double max(double a, double b) { return larger(a, b); }
template <class T> static T update(T* p, T to) { T old = *p; *p = to; return old; }
#define WB_ATOMIC(T) \
  inline T atomicAdd(T* p, T v) { return update(p, (T)(*p + v)); } inline T atomicSub(T* p, T v) { return update(p, (T)(*p - v)); } \
  inline T atomicMax(T* p, T v) { return update(p, *p < v ? v : *p); } inline T atomicMin(T* p, T v) { return update(p, v < *p ? v : *p); } \
  inline T atomicAnd(T* p, T v) { return update(p, (T)(*p & v)); } inline T atomicOr(T* p, T v) { return update(p, (T)(*p | v)); } inline T atomicXor(T* p, T v) { return update(p, (T)(*p ^ v)); }
WB_ATOMIC(int) WB_ATOMIC(unsigned) WB_ATOMIC(unsigned long long) WB_ATOMIC(long long)
inline unsigned atomicInc(unsigned* p, unsigned limit) { return update(p, *p >= limit ? 0u : *p + 1u); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) { unsigned r = 0; for (int i = 0; i < 32; ++i) r |= (x >> i & 1u) << (31 - i); return r; }
inline unsigned long long __brevll(unsigned long long x) { unsigned long long r = 0; for (int i = 0; i < 64; ++i) r |= (x >> i & 1ull) << (63 - i); return r; }
inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
inline long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)(((unsigned __int128)a * b) >> 64); }
inline int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long both = (unsigned long long)y << 32 | x; unsigned r = 0;
  for (int i = 0; i < 4; ++i) { unsigned k = s >> 4 * i & 7; r |= (unsigned)(both >> 8 * k & 255) << 8 * i; }
  return r;
}
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) { return (unsigned)(((unsigned long long)hi << 32 | lo) << (n & 31) >> 32); }
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) { return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31)); }
inline unsigned __sad(int a, int b, unsigned c) { return c + (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b); }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
inline int __dp4a(int a, int b, int c) { unsigned r = (unsigned)c; for (int i = 0; i < 4; ++i) r += (unsigned)((signed char)(a >> 8 * i) * (signed char)(b >> 8 * i)); return (int)r; }
template <class To, class From> static To bits(From x) { To to; std::memcpy(&to, &x, sizeof to); return to; }
inline int __float_as_int(float x) { return bits<int>(x); }
inline unsigned __float_as_uint(float x) { return bits<unsigned>(x); }
inline long long __double_as_longlong(double x) { return bits<long long>(x); }
)";

using HostKernel = void (*)(const unsigned* shape, void* const* buffers);

std::string entry(size_t i, const std::string& name) {
  return "extern \"C\" void run_" + std::to_string(i) + "(const unsigned* shape, void* const* p) {\n  gridDim = {shape[0], 1, 1};\n  blockDim = {shape[1], shape[2], 1};\n" +
         "  for (blockIdx.x = 0; blockIdx.x < shape[0]; ++blockIdx.x)\n    for (threadIdx.y = 0; threadIdx.y < shape[2]; ++threadIdx.y)\n      for (threadIdx.x = 0; threadIdx.x < shape[1]; ++threadIdx.x)\n        " +
         "n" + std::to_string(i) + "::" + name + "((const int*)p[0], (const unsigned*)p[1], (const long long*)p[2], (const float*)p[3], (const double*)p[4], (const unsigned char*)p[5], (const short*)p[6], " +
         std::to_string(scalar_n) + ", " + std::to_string(scalar_x) + "f, (long long*)p[7], (float*)p[8], (double*)p[9], (short*)p[10], (unsigned char*)p[11], (unsigned*)p[12], (unsigned long long*)p[13]);\n}\n";
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A library whose entries are called and which is closed at the end.
struct Library {
  void* handle = nullptr;
  explicit Library(const std::string& path) : handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {}
  ~Library() { if (handle) dlclose(handle); }
  Library(const Library&) = delete;
  HostKernel find(const std::string& name) const { return handle ? reinterpret_cast<HostKernel>(dlsym(handle, name.c_str())) : nullptr; }
};

Outputs call(HostKernel kernel, const GeneratedKernel& generated) {
  std::vector<DeviceBuffer> buffers = fuzz_buffers();
  std::vector<void*> pointers;
  for (DeviceBuffer& b : buffers) pointers.push_back(b.bytes.data());
  const unsigned shape[] = {generated.grid.x, generated.block.x, generated.block.y};
  kernel(shape, pointers.data());
  return outputs_of(buffers);
}

}  // namespace

Features without_host_gaps(Features features) {
  for (Feature f : {Feature::barriers, Feature::warps, Feature::rounding, Feature::halves, Feature::half_pairs, Feature::bfloats, Feature::groups, Feature::atomic_refs, Feature::hardware_conversions}) features[static_cast<size_t>(f)] = false;
  return features;
}

std::optional<std::vector<Outputs>> run_on_host(const std::vector<GeneratedKernel>& kernels, const std::string& compiler, const std::string& folder, std::string& trouble) {
  std::filesystem::create_directories(folder);
  const std::string source = folder + "/batch.cpp", library_path = folder + "/batch.so", log = folder + "/batch.log";
  {
    std::ofstream out(source);
    out << prelude;
    for (size_t i = 0; i < kernels.size(); ++i) {
      const std::string name = "kernel_" + std::to_string(i);
      out << "namespace n" << i << " {\n" << text_of(kernels[i], name) << "}\n" << entry(i, name);
    }
  }
  std::filesystem::remove(library_path);
  const std::string command = compiler + " -std=c++17 -O1 -w -fwrapv -fno-strict-aliasing -ffp-contract=off -shared -fPIC -o " + library_path + " " + source + " > " + log + " 2>&1";
  if (std::system(command.c_str()) != 0) {
    trouble = read_file(log).substr(0, 2000);
    return std::nullopt;
  }
  const Library library(library_path);
  std::vector<Outputs> all;
  for (size_t i = 0; i < kernels.size(); ++i) {
    HostKernel kernel = library.find("run_" + std::to_string(i));
    if (!kernel) {
      trouble = "the library of the batch lacks a kernel";
      return std::nullopt;
    }
    all.push_back(call(kernel, kernels[i]));
  }
  return all;
}

}  // namespace wb::fuzz
