// What the language has: each line of the reference page stands beside a file that uses it, and a test compiles them all.
#include "simulator/language/reference_page.h"

namespace wb {
namespace {

#define K "__global__ void k(float* p, int n) { "
constexpr LanguageRule rules[] = {
    {"Types and values", "all scalar types of 8 to 64 bits, `float`, `double`, `bool`; integer promotion and the usual conversions; conversions from floating point saturate as the hardware's",
     K "unsigned char c = 300.5f; long long l = n; bool b = n; short s = (short)c; p[0] = c + l + b + s + 1.0; }"},
    {"Types and values", "`float` stays `float`; `a * b + c` is fused as nvcc does, unless contraction is turned off", K "p[0] = p[1] * p[2] + p[3]; }"},
    {"Types and values", "vector types `char1` to `double4` and `dim3`: members, `make_*`, copies, casts of pointers to them; loads and stores of 2 to 16 bytes are one access",
     K "float4 v = reinterpret_cast<float4*>(p)[n]; v.x += make_float2(1, 2).y; dim3 g(2, 3); ((float4*)p)[g.x] = v; }"},
    {"Types and values", "structs, classes, unions, enumerations, bases, `typedef`, `using`, nested types, aggregate initialisation",
     "enum class E : unsigned char { a, b }; struct A { int x; float y = 2; }; struct B : A { union { int i; float f; }; using T = float; }; " K "A a{n, 1.5f}; B b; b.f = a.y; B::T t = b.f; p[0] = t + (int)E::b; }"},
    {"Types and values", "arrays of any dimension, pointers, pointer arithmetic and differences, pointers to members of arrays, `nullptr`, references",
     K "float m[2][3] = {{1, 2, 3}}; float* q = &m[1][0]; float& r = q[-1]; r += q - m[0]; p[0] = m[0][2] + (q != nullptr); }"},
    {"Types and values", "constant expressions: `constexpr` variables and functions, `static_assert`, `sizeof`, `alignof`", "constexpr int twice(int x) { return 2 * x; } constexpr int size = twice(4); static_assert(size == 8, \"\"); " K "__shared__ float s[size]; s[n] = sizeof(int) + alignof(float4); p[0] = s[n]; }"},
    {"Types and values", "`__int128` and `unsigned __int128`, as two words", K "unsigned __int128 x = (unsigned __int128)n * 5000000000ull; x %= 1000003; p[0] = (float)(unsigned long long)(x >> 2); }"},
    {"Statements", "`if`, `for`, `while`, `do`, `switch`, `break`, `continue`, `return`; declarations in conditions; range-`for` over arrays, lists and classes with `begin()` and `end()`; `if constexpr`; attributes",
     K "int a[3] = {1, 2, 3}; for ([[maybe_unused]] int x : a) p[0] += x; for (auto x : {1, 2}) p[0] += x; if (int m = n % 3; m > 0) p[1] = m; switch (n) { case 1: p[2] = 1; break; default: do { --n; } while (n > 0); } if constexpr (sizeof(int) == 4) p[3] = 1; }"},
    {"Functions", "`__device__` functions, overloads, default arguments, references as parameters, `auto`, `extern \"C\"`, namespaces, forward declarations",
     "namespace m { __device__ float f(float x, float y = 2); __device__ auto f(int x) { return x + 1; } __device__ float f(float x, float y) { return x * y; } } " K "p[0] = m::f(p[1]) + m::f(n); }"},
    {"Functions", "methods, constructors, overloaded operators, `const` methods, static members", "struct V { float x, y; __device__ V(float a, float b) : x(a), y(b) {} __device__ V operator+(const V& o) const { return V(x + o.x, y + o.y); } __device__ float dot(const V& o) const { return x * o.x + y * o.y; } static __device__ V zero() { return V(0, 0); } }; " K "V v = V(1, 2) + V::zero(); p[0] = v.dot(v); }"},
    {"Functions", "`operator==` that is `= default`, `!=` and the orders that follow from `==` and `<=>`; `consteval`; literals with a suffix of one's own; lambdas without captures as pointers to functions",
     "struct V { int x, y; __device__ bool operator==(const V&) const = default; }; consteval int twice(int x) { return 2 * x; } __device__ int operator\"\"_k(unsigned long long x) { return x * 1024; } " K "V v{n, 1}; int (*f)(int) = [](int x) { return x + 1; }; p[0] = (v != V{1, 1}) + twice(3) + 4_k + f(n); }"},
    {"Functions", "pointers to members, fields and methods, also as template arguments: `object.*p`, `(pointer->*f)(x)`",
     "struct S { float x; __device__ float twice(int k) const { return k * x; } }; template <float S::*M> __device__ float get(const S& s) { return s.*M; } " K "S s{2}; float (S::*f)(int) const = &S::twice; p[0] = (s.*f)(n) + get<&S::x>(s); }"},
    {"Functions", "virtual functions of objects that device code makes: pure ones, `override`, `final`, virtual destructors, several bases (none of them `virtual`); the layout is the Itanium ABI's",
     "struct S { __device__ virtual float f() const = 0; __device__ virtual ~S() {} }; struct T : S { float x; __device__ T(float y) : x(y) {} __device__ float f() const override { return x; } }; " K "S* s = new T(n); p[0] = s->f(); delete s; }"},
    {"Functions", "lambdas, also generic ones and `__device__` lambdas of host code, which kernel templates are given by value: their captures are shown as the kernel's arguments",
     "template <class F> __device__ void each(int n, F f) { for (int i = 0; i < n; ++i) f(i); } " K "each(n, [=](auto i) { p[i] = i; }); }"},
    {"Functions", "of GNU's: `a ?: b`, statements in brackets `({ int t = f(x); t + 1; })`, `typeof`, `__builtin_popcount` and others that nvcc takes in device code",
     K "typeof(n) m = ({ int t = 2 * n; t + 1; }); p[0] = (m ?: 3) + __builtin_popcount(n); }"},
    {"Functions", "recursion, within the stack of a thread", "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } " K "p[0] = fib(n); }"},
    {"Templates", "function and class templates with type and value parameters, deduction, default arguments, explicit specialisation", "template <class T, int N = 4> struct Tile { T at[N]; __device__ T sum() const { T s = 0; for (int i = 0; i < N; ++i) s += at[i]; return s; } }; template <> struct Tile<int, 1> { int at; }; template <class T> __device__ T square(T x) { return x * x; } " K "Tile<float> t; for (int i = 0; i < 4; ++i) t.at[i] = p[i]; p[0] = t.sum() + square(n); }"},
    {"Templates", "packs and folds, concepts, `requires`, functions with `auto` parameters; `<type_traits>`, `<concepts>`, `std::index_sequence`; `cuda::std::tuple`, `pair`, `array`, `span`, structured bindings of them",
     "#include <concepts>\n#include <cuda/std/tuple>\ntemplate <class T> concept Sized = requires(const T& t) { { t.size() } -> std::integral; }; __device__ auto sum(std::integral auto... x) { return (0 + ... + x); } template <class T> __device__ int f(const T& x) { if constexpr (Sized<T>) return x.size(); else return 1; } " K "auto [a, b] = cuda::std::make_tuple(n, 2.5f); p[0] = sum(a, 2, 3) + b + f(n); }"},
    {"Templates", "`cuda::std::complex`, `optional`, `popcount`, `countl_zero`, `bit_cast` and the rest of `<bit>`, the mathematical functions behind `cuda::std::`; `cuda::ceil_div`, `cuda::round_up`; `thrust::complex`",
     "#include <cuda/std/complex>\n#include <cuda/std/optional>\n#include <cuda/std/bit>\n#include <cuda/cmath>\n#include <thrust/complex.h>\n" K "cuda::std::complex<float> a(1, n); a = a * a; thrust::complex<double> b(1, 2); cuda::std::optional<int> o; if (n) o = n; "
     "p[0] = abs(a) + cuda::std::popcount(7u) + o.value_or(2) + cuda::ceil_div(n, 4) + cuda::std::sqrt(2.0f) + b.real(); }"},
    {"CUDA", "`__global__`, `__device__`, `__host__ __device__`, `__launch_bounds__`, `__restrict__`, `__forceinline__`, `#pragma unroll`", "__host__ __device__ __forceinline__ float f(float x) { return x; } __global__ void __launch_bounds__(256) k(float* __restrict__ p, int n) {\n#pragma unroll\n for (int i = 0; i < 4; ++i) p[i] = f(n); }"},
    {"CUDA", "`__shared__` (static, scalar, of several dimensions, structs, inside functions and loops), `extern __shared__`, `__constant__`, `__device__` globals, and `static` ones in functions",
     "__constant__ float c[4]; __device__ int total; extern __shared__ float dynamic[]; " K "static __device__ int calls; atomicAdd(&calls, 1); __shared__ float s[4][5]; s[n][1] = c[n] + dynamic[n]; __syncthreads(); p[0] = s[n][1] + total; }"},
    {"CUDA", "`threadIdx`, `blockIdx`, `blockDim`, `gridDim`, `warpSize`, also as whole values", K "dim3 b = blockDim; uint3 t = threadIdx; p[t.x] = b.x * gridDim.x + blockIdx.x + warpSize + n; }"},
    {"CUDA", "`malloc`, `free`, `new` and `delete` in device code: a heap of 8 MiB, or of what the host asks for, whose blocks are checked one by one",
     "struct Node { int v; Node* next; }; " K "float* q = (float*)malloc(8); Node* a = new Node{n, nullptr}; int* b = new int[3](); q[1] = a->v + b[2]; p[0] = q[1]; delete[] b; delete a; free(q); }"},
    {"CUDA", "kernels that launch kernels: shapes, dynamic shared memory and streams (named ones, tail launches, fire and forget), recursion, templates, `cudaGetLastError`; no `cudaDeviceSynchronize`, as since CUDA 12",
     "template <class T> __global__ void child(T* p, int n) { if (n > 0) child<<<1, 32>>>(p, n - 1); } __global__ void done(float* p) { p[0] = 1; } "
     K "cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); child<<<dim3(n, 2), 32, 0, s>>>(p, n >> 1); cudaStreamDestroy(s); if (cudaGetLastError() == cudaSuccess) done<<<1, 1, 0, cudaStreamTailLaunch>>>(p); }"},
    {"CUDA", "clusters of blocks: `__cluster_dims__`, `cooperative_groups::cluster_group`, `__clusterDim()` and its like, pointers into the shared memory of the cluster's other blocks",
     "#include <cooperative_groups.h>\n__global__ void __cluster_dims__(2, 1, 1) k(float* p, int n) { __shared__ float s[4]; auto c = cooperative_groups::this_cluster(); s[0] = n; c.sync(); "
     "p[c.block_rank()] = c.map_shared_rank(s, 1)[0] + __clusterDim().x; c.sync(); }"},
    {"CUDA", "programmatic dependent launches: `cudaGridDependencySynchronize`, `cudaTriggerProgrammaticLaunchCompletion`; kernels run one after the other, and what one touches of the other's before it has waited is told",
     K "cudaTriggerProgrammaticLaunchCompletion(); cudaGridDependencySynchronize(); p[0] = n; }"},
    {"CUDA", "inline PTX: special registers, arithmetic, comparisons, conversions and selection, `ld`, `st`, `atom` and `red` with the memory model's orders and scopes, fences, barriers, shuffles, votes, `cp.async`, `mbarrier`, bulk copies (`cp.async.bulk`, `cp.reduce.async.bulk`, `cp.async.bulk.tensor` in tiled mode, `fence.proxy.async`), `st.async`, `griddepcontrol`; "
     "matrices of a warp (`ldmatrix`, `stmatrix`, `movmatrix`, `mma` from m8n8k4 to m16n8k64); several instructions in one text, with registers of its own, guards `@p`, labels and `bra`",
     K "unsigned lane; asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane)); unsigned bits; asm(\"{ .reg .pred p; setp.lt.u32 p, %1, 8; selp.u32 %0, 1, 0, p; }\" : \"=r\"(bits) : \"r\"(lane)); "
     "asm volatile(\"red.release.gpu.global.add.f32 [%0], %1;\" :: \"l\"(p), \"f\"((float)bits) : \"memory\"); }"},
    {"CUDA", "textures by objects (`tex1Dfetch`, `tex1D`, `tex2D`, `tex3D`, `tex1DLayered`, `tex2DLayered`) and surfaces (`surf1Dread` to `surfCubemapLayeredwrite`, the three boundary modes)",
     K "surf2Dwrite(tex2D<float>((cudaTextureObject_t)n, 0.5f, 0.5f), (cudaSurfaceObject_t)n, 0, 0, cudaBoundaryModeClamp); }"},
    {"CUDA", "`curand_kernel.h`: XORWOW and Philox4_32_10, the GPU's numbers; `cub`: `BlockReduce`, `BlockScan`, `WarpReduce`, `WarpScan`, `BlockLoad`, `BlockStore`, `BlockRadixSort`, `BlockMergeSort`, `BlockExchange`, `BlockDiscontinuity`, `BlockHistogram`",
     "#include <curand_kernel.h>\n#include <cub/cub.cuh>\n" K "curandState s; curand_init(1, n, 0, &s); using R = cub::BlockReduce<float, 64>; __shared__ R::TempStorage t; p[0] = R(t).Sum(curand_uniform(&s)); }"},
    {"CUDA", "barriers (also by number and for some warps: `__barrier_sync_count`, `bar.sync`, `bar.arrive`), fences, atomics, warp functions; lanes and blocks make progress on their own", K "__syncthreads(); __barrier_sync_count(1, 64); float v = __shfl_down_sync(0xffffffff, p[threadIdx.x], 1); __threadfence(); atomicAdd(p, v); n = __ballot_sync(0xffffffff, v > 0); }"},
    {"The file", "macros of all kinds, `#if`, `#include` of the file's own headers; headers of CUDA and of the C++ library are known without their text", "#include <cstdio>\n#include <cuda_runtime.h>\n#define SQ(x) ((x) * (x))\n#if defined(SQ) && __CUDA_ARCH__ >= 0\n" K "p[0] = SQ(n); }\n#endif\nint main() { k<<<1, 32>>>(0, 1); printf(\"done\"); }"},
};
#undef K

}  // namespace

std::span<const LanguageRule> language_rules() { return rules; }

}  // namespace wb
