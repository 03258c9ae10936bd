#pragma once
// What CUDA gives a kernel: the one table of builtin functions. Overload resolution, the machine, the printed loops, help texts and the
// reference page are all made from it. One row per signature; rows that share a spelling are overloads. Three kinds of rows stand in files
// and lists of their own, because they are lowered from the table alone:
//   F  values to a value       builtin_values.h
//   O  several results         below: a value, and one through each pointer
//   A  atomics                 below: three rows each, for the suffixes "", _block, _system
//   S  written out by the parser   builtin_forms.h
//   B  everything else         below, and builtin_warp_table.h: B(enumerator, spelling, signature, family, help)
// Signatures: result(parameter, ...), with T* for an address and T=n for a default argument.
// Reference: CUDA C++ Programming Guide, "Mathematical Functions", "Atomic Functions", "Synchronization Functions"; CUDA Math API.
#include <cstdint>
#include <cstddef>

#include "simulator/language/builtin_console_table.h"
#include "simulator/language/builtin_forms.h"
#include "simulator/language/builtin_values.h"
#include "simulator/language/builtin_warp_table.h"
#include "simulator/program/opcodes.h"

// O(enumerator, spelling, result, (parameters), family, cost, ulp, value, first, second, help): `value` is the F row that gives the result,
// `first` and `second` those that give what goes through the first and the second pointer; each is called with the parameters that are no pointers.
#define WB_TWO_RESULTS(O, name, R32, P32, R64, P64, ulp32, ulp64, value32, first32, second32, value64, first64, second64, help)  \
  O(name##_f32, name##f, R32, P32, math, software, ulp32, value32, first32, second32, help)                                    \
  O(name##_f32_overload, name, R32, P32, math, software, ulp32, value32, first32, second32, help)                              \
  O(name##_f64, name, R64, P64, math, fp64, ulp64, value64, first64, second64, help)
#define WB_WHICH(O, name, R, T, value, holds)                                                                                   \
  O(name, __##name, R, (T, T, bool*), simd, alu, 0, value, holds, none, "the value, and whether it was a")
#define WB_WHICH_2(O, name, value, holds)                                                                                       \
  O(name, __##name, unsigned int, (unsigned int, unsigned int, bool*, bool*), simd, alu, 0, value, holds##_high, holds##_low, "each half: the value, and whether it was that of a")
#define WB_BUILTINS_OUTPUTS(O)                                                                                                  \
  WB_TWO_RESULTS(O, sincos, void, (float, float*, float*), void, (double, double*, double*), 2, 2, none, sin_f32, cos_f32, none, sin_f64, cos_f64, "sine and cosine") \
  WB_TWO_RESULTS(O, sincospi, void, (float, float*, float*), void, (double, double*, double*), 1, 2, none, sinpi_f32, cospi_f32, none, sinpi_f64, cospi_f64, "sine and cosine of pi * x") \
  WB_TWO_RESULTS(O, frexp, float, (float, int*), double, (double, int*), 0, 0, part_frexp_fractionf, part_frexp_exponentf, none, part_frexp_fraction, part_frexp_exponent, none, "fraction in [0.5, 1) and exponent") \
  WB_TWO_RESULTS(O, modf, float, (float, float*), double, (double, double*), 0, 0, part_modf_fractionf, trunc_f32, none, part_modf_fraction, trunc_f64, none, "fraction and whole part") \
  WB_TWO_RESULTS(O, remquo, float, (float, float, int*), double, (double, double, int*), 0, 0, remainder_f32, part_remquo_quotientf, none, remainder_f64, part_remquo_quotient, none, "IEEE remainder, and the low bits of the quotient") \
  O(fast_sincos, __sincosf, void, (float, float*, float*), fast, sfu, -1, none, fast_sin, fast_cos, "sine and cosine, fast")    \
  WB_WHICH(O, vibmax_s32, int, int, part_vibmax_s32, part_ge_s32) WB_WHICH(O, vibmin_s32, int, int, part_vibmin_s32, part_le_s32) \
  WB_WHICH(O, vibmax_u32, unsigned int, unsigned int, part_vibmax_u32, part_ge_u32) WB_WHICH(O, vibmin_u32, unsigned int, unsigned int, part_vibmin_u32, part_le_u32) \
  WB_WHICH_2(O, vibmax_s16x2, vmaxs2, part_ge_s16) WB_WHICH_2(O, vibmin_s16x2, vmins2, part_le_s16)                             \
  WB_WHICH_2(O, vibmax_u16x2, vmaxu2, part_ge_u16) WB_WHICH_2(O, vibmin_u16x2, vminu2, part_le_u16)

// A(enumerator, spelling, type, operands, opcode, help): on global or shared memory; each returns the old value.
#define WB_BUILTINS_ATOMIC(A)                                                                         \
  A(add_i32, atomicAdd, int, 1, atom_add_32, "adds")                                                  \
  A(add_u32, atomicAdd, unsigned int, 1, atom_add_32, "adds")                                         \
  A(add_u64, atomicAdd, unsigned long long, 1, atom_add_64, "adds")                                   \
  A(add_f32, atomicAdd, float, 1, atom_add_f32, "adds")                                               \
  A(add_f64, atomicAdd, double, 1, atom_add_f64, "adds")                                              \
  A(add_f16, atomicAdd, __half, 1, atom_add_f16, "adds")                                              \
  A(add_bf16, atomicAdd, __nv_bfloat16, 1, atom_add_bf16, "adds")                                     \
  A(add_float2, atomicAdd, float2, 1, atom_add_f32, "adds member by member; compute capability 9.0, global memory")\
  A(add_float4, atomicAdd, float4, 1, atom_add_f32, "adds member by member; compute capability 9.0, global memory")\
  A(sub_i32, atomicSub, int, 1, atom_sub_32, "subtracts")                                             \
  A(sub_u32, atomicSub, unsigned int, 1, atom_sub_32, "subtracts")                                    \
  A(exch_i32, atomicExch, int, 1, atom_exch_32, "stores, returning what was there")                   \
  A(exch_u32, atomicExch, unsigned int, 1, atom_exch_32, "stores, returning what was there")          \
  A(exch_u64, atomicExch, unsigned long long, 1, atom_exch_64, "stores, returning what was there")    \
  A(exch_f32, atomicExch, float, 1, atom_exch_32, "stores, returning what was there")                 \
  A(min_i32, atomicMin, int, 1, atom_min_i32, "keeps the smaller")                                    \
  A(min_u32, atomicMin, unsigned int, 1, atom_min_u32, "keeps the smaller")                           \
  A(min_i64, atomicMin, long long, 1, atom_min_i64, "keeps the smaller")                              \
  A(min_u64, atomicMin, unsigned long long, 1, atom_min_u64, "keeps the smaller")                     \
  A(max_i32, atomicMax, int, 1, atom_max_i32, "keeps the larger")                                     \
  A(max_u32, atomicMax, unsigned int, 1, atom_max_u32, "keeps the larger")                            \
  A(max_i64, atomicMax, long long, 1, atom_max_i64, "keeps the larger")                               \
  A(max_u64, atomicMax, unsigned long long, 1, atom_max_u64, "keeps the larger")                      \
  A(inc_u32, atomicInc, unsigned int, 1, atom_inc_u32, "counts up, wrapping to 0 after the limit")    \
  A(dec_u32, atomicDec, unsigned int, 1, atom_dec_u32, "counts down, wrapping to the limit after 0")  \
  A(and_i32, atomicAnd, int, 1, atom_and_32, "bitwise and")                                           \
  A(and_u32, atomicAnd, unsigned int, 1, atom_and_32, "bitwise and")                                  \
  A(and_i64, atomicAnd, long long, 1, atom_and_64, "bitwise and")                                     \
  A(and_u64, atomicAnd, unsigned long long, 1, atom_and_64, "bitwise and")                            \
  A(or_i32, atomicOr, int, 1, atom_or_32, "bitwise or")                                               \
  A(or_u32, atomicOr, unsigned int, 1, atom_or_32, "bitwise or")                                      \
  A(or_i64, atomicOr, long long, 1, atom_or_64, "bitwise or")                                         \
  A(or_u64, atomicOr, unsigned long long, 1, atom_or_64, "bitwise or")                                \
  A(xor_i32, atomicXor, int, 1, atom_xor_32, "bitwise exclusive or")                                  \
  A(xor_u32, atomicXor, unsigned int, 1, atom_xor_32, "bitwise exclusive or")                         \
  A(xor_i64, atomicXor, long long, 1, atom_xor_64, "bitwise exclusive or")                            \
  A(xor_u64, atomicXor, unsigned long long, 1, atom_xor_64, "bitwise exclusive or")                   \
  A(cas_i32, atomicCAS, int, 2, atom_cas_32, "stores if the old value is as expected")                \
  A(cas_u32, atomicCAS, unsigned int, 2, atom_cas_32, "stores if the old value is as expected")       \
  A(cas_u64, atomicCAS, unsigned long long, 2, atom_cas_64, "stores if the old value is as expected") \
  A(cas_u16, atomicCAS, unsigned short, 2, atom_cas_16, "stores if the old value is as expected")     \
  A(narrow_cas_u16, __wb_atomic_cas, unsigned short, 2, atom_cas_16, "cuda::atomic of 2 bytes")       \
  A(narrow_cas_u8, __wb_atomic_cas, unsigned char, 2, atom_cas_8, "cuda::atomic of 1 byte")           \
  A(narrow_exch_u16, __wb_atomic_exchange, unsigned short, 1, atom_exch_16, "cuda::atomic of 2 bytes")\
  A(narrow_exch_u8, __wb_atomic_exchange, unsigned char, 1, atom_exch_8, "cuda::atomic of 1 byte")

#define WB_BUILTINS_OTHER(B)                                                                          \
  B(norm_f32, "normf", "float(int, const float*)", memory, "length of a vector of n numbers in memory") \
  B(norm_f64, "norm", "double(int, const double*)", memory, "length of a vector of n numbers in memory") \
  B(rnorm_f32, "rnormf", "float(int, const float*)", memory, "1 / length of a vector of n numbers in memory") \
  B(rnorm_f64, "rnorm", "double(int, const double*)", memory, "1 / length of a vector of n numbers in memory") \
  B(memcpy_bytes, "memcpy", "void*(void*, const void*, unsigned long)", memory, "copies n bytes")     \
  B(memset_bytes, "memset", "void*(void*, int, unsigned long)", memory, "stores one byte n times")    \
  B(is_global, "__isGlobal", "unsigned int(const void*)", memory, "does the pointer lead to global memory") \
  B(is_shared, "__isShared", "unsigned int(const void*)", memory, "does the pointer lead to shared memory") \
  B(is_local, "__isLocal", "unsigned int(const void*)", memory, "does the pointer lead to local memory") \
  B(is_constant, "__isConstant", "unsigned int(const void*)", memory, "does the pointer lead to constant memory") \
  B(generic_to_shared, "__cvta_generic_to_shared", "unsigned long(const void*)", memory, "the byte's place in the block's shared memory") \
  B(shared_pointer, "__wb_shared_pointer", "void*(unsigned long)", memory, "a pointer to a place in the block's shared memory") \
  B(async_copy, "__wb_async_copy", "void(void*, const void*, unsigned int)", memory, "begins to copy 1, 2, 4, 8 or 16 bytes") \
  B(async_zeros, "__wb_async_zeros", "void(void*, unsigned int)", memory, "begins to clear 1, 2, 4, 8 or 16 bytes") \
  B(copy_commit, "__wb_copy_commit", "void()", memory, "closes the thread's group of asynchronous copies") \
  B(copy_bind, "__wb_copy_bind", "void(const void*)", memory, "binds the thread's asynchronous copies to a barrier") \
  B(copy_wait, "__wb_copy_wait", "void(unsigned int)", memory, "waits for all but the last groups of asynchronous copies") \
  B(copy_wait_all, "__wb_copy_wait_all", "void()", memory, "waits for all asynchronous copies of the thread") \
  B(copy_arrive, "__wb_copy_arrive", "void(const void*)", memory, "waits for the thread's asynchronous copies that are bound to a barrier") \
  B(copy_arrive_all, "__wb_copy_arrive_all", "void(const void*)", memory, "the same for those of the whole block") \
  B(bulk_load, "__wb_bulk_load", "void(void*, const void*, unsigned long long, unsigned long long*)", memory, "begins a bulk copy to shared memory that is bound to a barrier") \
  B(bulk_store, "__wb_bulk_store", "void(void*, const void*, unsigned long long)", memory, "begins a bulk copy from shared to global memory") \
  B(bulk_reduce, "__wb_bulk_reduce", "void(void*, const void*, unsigned long long)", memory, "the same; what is to be changed there has been") \
  B(bulk_settle, "__wb_bulk_settle", "void(unsigned long long*)", memory, "ends the phase of a barrier where all that it waits for has come") \
  B(bulk_commit, "__wb_bulk_commit", "void()", memory, "closes the thread's group of bulk copies from shared memory") \
  B(bulk_wait, "__wb_bulk_wait", "void(unsigned int)", memory, "waits for all but the last groups of bulk copies from shared memory") \
  B(bulk_wait_read, "__wb_bulk_wait_read", "void(unsigned int)", memory, "the same, until they have read their sources") \
  B(has_bulk_copies, "__wb_has_bulk_copies", "bool()", memory, "does anything in the program make bulk copies; known while compiling") \
  B(leave_by_exception, "__wb_leave_by_exception", "void()", hint, "goes where an exception goes that is thrown here") \
  B(has_landed, "__wb_has_landed", "bool()", hint, "of an if: control comes into its body by an exception alone") \
  B(proxy_fence, "__wb_proxy_fence", "void()", memory, "orders stores to shared memory before what bulk copies read there") \
  B(unreachable, "__builtin_unreachable", "void()", hint, "a promise that control does not come here") \
  B(syncthreads, "__syncthreads", "void()", barrier, "waits until every thread of the block has arrived") \
  B(barrier_sync, "__barrier_sync", "void(unsigned int)", barrier, "waits at a barrier with a number until every thread of the block has arrived") \
  B(barrier_sync_count, "__barrier_sync_count", "void(unsigned int,unsigned int)", barrier, "waits at a barrier with a number until so many threads have arrived there") \
  B(barrier_arrive, "__wb_barrier_arrive", "void(unsigned int,unsigned int)", barrier, "arrives at a barrier with a number, for so many threads, and goes on") \
  B(barrier_count, "__wb_barrier_count", "unsigned int(unsigned int,unsigned int,int)", barrier, "waits at a barrier with a number; in how many of its threads the predicate holds") \
  B(barrier_and, "__wb_barrier_and", "unsigned int(unsigned int,unsigned int,int)", barrier, "waits at a barrier with a number; does the predicate hold in all of its threads") \
  B(barrier_or, "__wb_barrier_or", "unsigned int(unsigned int,unsigned int,int)", barrier, "waits at a barrier with a number; does the predicate hold in some of its threads") \
  B(grid_barrier, "__wb_grid_sync", "void()", barrier, "waits until every thread of the grid has arrived: grid.sync()") \
  B(cluster_barrier, "__wb_cluster_sync", "void()", barrier, "waits until every thread of the cluster has arrived: cluster.sync()") \
  B(cluster_arrive, "__cluster_barrier_arrive", "void()", barrier, "arrives at the barrier of the cluster, and goes on") \
  B(cluster_arrive_relaxed, "__cluster_barrier_arrive_relaxed", "void()", barrier, "the same; who waits need not see what came before") \
  B(cluster_wait, "__cluster_barrier_wait", "void()", barrier, "waits until every thread of the cluster has arrived") \
  B(block_arrive, "__wb_block_arrive", "void()", barrier, "arrives at the block's barrier in two halves, and goes on: block.barrier_arrive()") \
  B(block_wait, "__wb_block_wait", "void()", barrier, "waits until every thread of the block has arrived there: block.barrier_wait()") \
  B(cluster_map, "__cluster_map_shared_rank", "void*(const void*, unsigned int)", memory, "the same place in the shared memory of another block of the cluster") \
  B(cluster_rank, "__cluster_query_shared_rank", "unsigned int(const void*)", memory, "the rank of the block whose shared memory the pointer leads to") \
  B(cluster_size, "__wb_cluster_size", "unsigned int(int)", memory, "blocks of a cluster in x, y, z") \
  B(heap_open, "__wb_heap_open", "void*(void*, unsigned long, unsigned int)", memory, "a block of the device's heap that is taken now") \
  B(heap_close, "__wb_heap_close", "unsigned long(void*, unsigned int)", memory, "gives a block of the device's heap back") \
  B(heap_size, "__wb_heap_size", "unsigned long(const void*)", memory, "bytes of the block of the device's heap that begins there") \
  B(launch_grid, "__wb_launch_grid", "void()", memory, "launches a child grid: kernel<<<grid, block>>>(arguments)") \
  B(grid_query, "__wb_grid_query", "unsigned long long(int)", memory, "a new stream, or how the thread's last launch went") \
  B(texture, "__wb_texture", "unsigned long long(unsigned long long,int)", texture, "a word about the texture that a handle names") \
  B(fetch, "__wb_fetch", "void(unsigned long long,unsigned long long,unsigned long long)", texture, "tells the counters what a texture unit serves") \
  B(threadfence, "__threadfence", "void()", fence, "orders this thread's memory accesses for the whole device") \
  B(threadfence_block, "__threadfence_block", "void()", fence, "orders this thread's memory accesses for its block") \
  B(threadfence_system, "__threadfence_system", "void()", fence, "orders this thread's memory accesses for the whole system")

namespace wb {

enum class BuiltinFamily : uint8_t { math, fast, integer, bits, conversion, rounding, simd, half, part, memory, cache, hint, barrier, fence, atomic, warp, console, trap, clock, texture, count };

// What a call costs the hardware, roughly.
enum class CostClass : uint8_t {
  none,      // no instruction
  alu,       // one instruction or a few, at full or half rate
  sfu,       // the special function unit: a quarter of the rate or less, or a few instructions around it
  software,  // a subroutine of some ten instructions
  fp64,      // double precision: full rate on data centre cards, 1/32 or 1/64 on others
  memory,
  atomic,
  sync,      // waits for others
};

// How far an atomic or a fence reaches.
enum class AtomicScope : uint8_t { device, block, system };

#define WB_ENUM_VALUE(name, ...) name,
#define WB_ENUM_ATOMIC(name, ...) atomic_##name, atomic_##name##_block, atomic_##name##_system,
enum class Builtin : uint16_t {
  none,
  WB_BUILTINS_VALUES(WB_ENUM_VALUE)
  WB_BUILTINS_OUTPUTS(WB_ENUM_VALUE)
  WB_BUILTINS_ATOMIC(WB_ENUM_ATOMIC)
  WB_BUILTINS_OTHER(WB_ENUM_VALUE)
  WB_BUILTINS_WARP(WB_ENUM_VALUE)
  WB_BUILTINS_CONSOLE(WB_ENUM_VALUE)
  count
};
#undef WB_ENUM_VALUE
#undef WB_ENUM_ATOMIC

struct BuiltinInfo {
  const char* name;       // the enumerator
  const char* spelling;   // as the kernel writes it
  const char* signature;  // "float(float, float)"
  BuiltinFamily family;
  const char* help;
  CostClass cost = CostClass::alu;
  float ulp = 0;                        // largest error that the reference states; 0: exact or correctly rounded, -1: see the help
  Opcode opcode = Opcode::count;        // values and atomics: the instruction; Opcode::device: device function number `builtin - 1`
  uint8_t kind = 0;                     // of the instruction
  AtomicScope scope = AtomicScope::device;
  Builtin outputs[3] = {};              // several results: the value, then what goes through each pointer
};
const BuiltinInfo& builtin_info(Builtin builtin);

struct FamilyInfo {
  const char* title;
  const char* reference;  // where CUDA's documents describe it
};
const FamilyInfo& family_info(BuiltinFamily family);
const char* cost_name(CostClass cost);

#define WB_COUNT(...) +1
inline constexpr int value_builtins = 0 WB_BUILTINS_VALUES(WB_COUNT);
#undef WB_COUNT
// Values in, a value out, and nothing else: the same arguments give the same result.
constexpr bool is_pure(Builtin builtin) { return builtin != Builtin::none && static_cast<int>(builtin) <= value_builtins; }

}  // namespace wb
