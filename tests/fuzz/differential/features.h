#pragma once
// What a generated kernel may use. A feature that the front end refuses (its probe does not compile) is left out, so that the fuzzer
// grows with the language; which ones were on belongs to a seed.
//   F(name, probe: a file that needs it)
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

// clang-format off
#define WB_FUZZ_FEATURES(F)                                                                                                         \
  F(barriers,        "__global__ void k(int* x) { __shared__ int s[4]; s[0] = 1; __syncthreads(); *x = s[0]; }")                     \
  F(atomics,         "__global__ void k(unsigned* x) { atomicAdd(x, 1u); }")                                                         \
  F(functions,       "__device__ int f(int& a, int b = 2) { return a += b; } __global__ void k(int* x) { *x = f(*x); }")             \
  F(templates,       "template<typename T, int n> __device__ T f(T a) { return a * T(n); } __global__ void k(int* x) { *x = f<int, 3>(*x); }") \
  F(structs,         "struct S { int a; float b[2]; __device__ int get() const { return a; } }; __global__ void k(int* x) { S s = {1, {2.f, 3.f}}; S t = s; *x = t.get(); }") \
  F(operators,       "struct V { float x; __device__ V(float a) : x(a) {} __device__ V operator+(const V& o) const { return V(x + o.x); } }; __global__ void k(float* p) { V v(1.f); *p = (v + V(2.f)).x; }") \
  F(constants,       "__constant__ int c[4] = {1, 2, 3, 4}; __global__ void k(int* x) { *x = c[*x & 3]; }")                          \
  F(pointers,        "__global__ void k(int* x) { int a[4] = {1, 2}; int* p = a + 1; *x = *p + (int)(p - a); }")                      \
  F(switches,        "__global__ void k(int* x) { switch (*x) { case 1: *x = 2; default: break; } }")                                 \
  F(vectors,         "__global__ void k(float* x) { float4 v = make_float4(1, 2, 3, 4); v.x += v.w; *x = v.x; }")                     \
  F(intrinsics,      "__global__ void k(unsigned* x) { *x = __popc(*x) + __clz((int)*x) + __brev(*x) + __umulhi(*x, *x) + __ffs((int)*x); }") \
  F(rounding,        "__global__ void k(float* x) { *x = __fadd_rz(*x, 1.f) + __fmul_ru(*x, *x); }")                                 \
  F(bit_casts,       "__global__ void k(float* x) { *x = __uint_as_float(__float_as_uint(*x)); }")                                    \
  F(warps,           "__global__ void k(int* x) { *x = __shfl_xor_sync(0xffffffffu, *x, 1) + __popc(__ballot_sync(0xffffffffu, *x)); }") \
  F(lambdas,         "__global__ void k(int* x) { int n = *x; auto f = [&](int a) { return a + n; }; *x = f(2); }")                    \
  F(recursion,       "__device__ int f(int n) { return n < 1 ? 0 : n + f(n - 1); } __global__ void k(int* x) { *x = f(*x & 7); }")      \
  F(function_pointers, "__device__ int f(int a) { return a; } __global__ void k(int* x) { int (*p)(int) = f; *x = p(*x); }")           \
  F(class_templates, "template<typename T, int n> struct A { T v[n]; __device__ T& at(int i) { return v[i]; } }; __global__ void k(int* x) { A<int, 2> a; a.at(1) = 3; *x = a.at(1); }") \
  F(unions,          "union U { unsigned u; unsigned char b[4]; }; __global__ void k(unsigned* x) { U u; u.u = *x; *x = u.b[1]; }")    \
  F(bit_fields,      "struct B { unsigned a : 3; int b : 5; __device__ int get() { return a; } }; __global__ void k(int* x) { B b; b.a = 3; b.b = -2; *x = b.a + b.b; }") \
  F(inheritance,     "struct A { int x; __device__ A(int v) : x(v) {} __device__ ~A() { x = 0; } }; struct B : A { float y; __device__ B(int v) : A(v + 1), y(2) {} __device__ int sum() const { return x + (int)y; } }; __global__ void k(int* p) { B b(3); A& a = b; *p = a.x + b.sum(); }") \
  F(enums,           "enum class E : unsigned char { a = 1, b }; enum { c = 7 }; __global__ void k(int* x) { E e = E::b; *x = (int)e + c; }") \
  F(macros,          "#define ADD(a, b) ((a) + (b))\n__global__ void k(int* x) { *x = ADD(*x, 1); }")                                 \
  F(range_for,       "__global__ void k(int* x) { int a[2] = {1, 2}; for (int v : a) *x += v; for (auto& v : a) v = 1; *x += a[1]; }") \
  F(halves,          "#include <cuda_fp16.h>\n__global__ void k(float* x) { __half h = __float2half(*x); *x = __half2float(__hadd(h, h)); }") \
  F(gotos,           "__global__ void k(int* x) { int i = 0; again: *x += i; if (++i < 3) goto again; }")                                \
  F(packs,           "template<typename... T> __device__ unsigned f(T... v) { return ((unsigned)(v != T(0)) + ... + 0u); } __global__ void k(unsigned* x) { *x = f(1, 2.0f); }") \
  F(generic_lambdas, "__global__ void k(int* x) { auto f = [n = *x](auto p) mutable { ++n; return p + n; }; *x = f(2); }")              \
  F(half_pairs,      "#include <cuda_fp16.h>\n__global__ void k(float* x) { __half2 h = __floats2half2_rn(*x, 1); *x = __low2float(__hfma2(h, h, h)) + __half2int_rz(__float2half(*x)); }") \
  F(bfloats,         "#include <cuda_bf16.h>\n__global__ void k(float* x) { __nv_bfloat16 h = __float2bfloat16(*x); *x = __bfloat162float(__hadd(h, h)); }") \
  F(groups,          "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/scan.h>\n__global__ void k(unsigned* x) { auto g = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block()); *x = cooperative_groups::reduce(g, 1u, cooperative_groups::plus<unsigned>()) + cooperative_groups::exclusive_scan(g, 1u); }") \
  F(atomic_refs,     "#include <cuda/atomic>\n__global__ void k(unsigned* x) { cuda::atomic_ref<unsigned, cuda::thread_scope_device> r(*x); r.fetch_add(1u, cuda::memory_order_relaxed); }") \
  F(hardware_conversions, "__global__ void k(float* f, int* x) { *x = (int)f[0]; }")
// clang-format on

namespace wb::fuzz {

enum class Feature : uint8_t {
#define WB_ENUM(name, probe) name,
  WB_FUZZ_FEATURES(WB_ENUM)
#undef WB_ENUM
      count
};

using Features = std::bitset<static_cast<size_t>(Feature::count)>;

const char* feature_name(Feature feature);
Features supported_features();                        // those whose probe compiles
Features features_from_names(std::string_view names);  // "barriers,templates"; unknown names are ignored
std::string names_of(const Features& features);
inline bool has(const Features& features, Feature f) { return features[static_cast<size_t>(f)]; }

}  // namespace wb::fuzz
