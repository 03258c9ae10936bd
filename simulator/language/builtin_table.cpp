#include "simulator/language/builtin_table.h"

namespace wb {
namespace {

using B = Builtin;
constexpr CostClass cost_of(BuiltinFamily family) {
  switch (family) {
    case BuiltinFamily::memory: case BuiltinFamily::cache: return CostClass::memory;
    case BuiltinFamily::hint: return CostClass::none;
    case BuiltinFamily::barrier: return CostClass::sync;
    case BuiltinFamily::fence: return CostClass::memory;
    case BuiltinFamily::atomic: return CostClass::atomic;
    case BuiltinFamily::warp: return CostClass::alu;
    default: return CostClass::alu;
  }
}

#define WB_VALUE(...) WB_VALUE_ROW(__VA_ARGS__)
#define WB_VALUE_ROW(name, spelling, result, parameters, family, cost, ulp, op, kind, help) \
  {#name, #spelling, #result #parameters, BuiltinFamily::family, help, CostClass::cost, ulp, Opcode::op, kind},
#define WB_OUTPUT(name, spelling, result, parameters, family, cost, ulp, value, first, second, help) \
  {#name, #spelling, #result #parameters, BuiltinFamily::family, help, CostClass::cost, ulp, Opcode::count, 0, AtomicScope::device, {B::value, B::first, B::second}},
#define WB_ATOMIC_SIGNATURE_1(type) #type "(" #type "*, " #type ")"
#define WB_ATOMIC_SIGNATURE_2(type) #type "(" #type "*, " #type ", " #type ")"
#define WB_ATOMIC_ROW(name, spelling, suffix, type, operands, op, help, scope) \
  {"atomic_" #name suffix, #spelling suffix, WB_ATOMIC_SIGNATURE_##operands(type), BuiltinFamily::atomic, help, CostClass::atomic, 0, Opcode::op, 0, AtomicScope::scope},
#define WB_ATOMIC(name, spelling, type, operands, op, help)                                     \
  WB_ATOMIC_ROW(name, spelling, "", type, operands, op, help, device)                           \
  WB_ATOMIC_ROW(name, spelling, "_block", type, operands, op, help ", seen by the block", block) \
  WB_ATOMIC_ROW(name, spelling, "_system", type, operands, op, help ", seen by the whole system", system)
#define WB_OTHER(name, spelling, signature, family, help) {#name, spelling, signature, BuiltinFamily::family, help, cost_of(BuiltinFamily::family)},
constexpr BuiltinInfo rows[] = {{"none", "", "", BuiltinFamily::math, ""},
                                WB_BUILTINS_VALUES(WB_VALUE) WB_BUILTINS_OUTPUTS(WB_OUTPUT) WB_BUILTINS_ATOMIC(WB_ATOMIC) WB_BUILTINS_OTHER(WB_OTHER)
                                WB_BUILTINS_WARP(WB_OTHER) WB_BUILTINS_CONSOLE(WB_OTHER)};
static_assert(sizeof rows / sizeof rows[0] == static_cast<size_t>(Builtin::count), "every builtin needs a row");

constexpr const char* cost_names[] = {"none", "alu", "sfu", "software", "fp64", "memory", "atomic", "sync"};
static_assert(sizeof cost_names / sizeof cost_names[0] == static_cast<size_t>(CostClass::sync) + 1, "every cost class needs a name");

}  // namespace

const BuiltinInfo& builtin_info(Builtin builtin) { return rows[static_cast<size_t>(builtin)]; }

const FamilyInfo& family_info(BuiltinFamily family) {
  static constexpr FamilyInfo math{"Math functions", "CUDA Math API: Single Precision and Double Precision Mathematical Functions; bounds: CUDA C++ Programming Guide, Mathematical Functions"};
  static constexpr FamilyInfo fast{"Fast math", "CUDA Math API: Single Precision Intrinsics; CUDA C++ Programming Guide, Intrinsic Functions"};
  static constexpr FamilyInfo integer{"Integer intrinsics", "CUDA Math API: Integer Intrinsics"};
  static constexpr FamilyInfo bits{"Bit casts", "CUDA Math API: Type Casting Intrinsics"};
  static constexpr FamilyInfo conversion{"Conversions with a rounding", "CUDA Math API: Type Casting Intrinsics"};
  static constexpr FamilyInfo rounding{"Arithmetic with a rounding", "CUDA Math API: Single Precision and Double Precision Intrinsics"};
  static constexpr FamilyInfo simd{"SIMD in a word", "CUDA Math API: SIMD Intrinsics"};
  static constexpr FamilyInfo memory{"Memory", "CUDA C++ Programming Guide, Address Space Predicate and Conversion Functions"};
  static constexpr FamilyInfo cache{"Loads and stores with a cache hint", "CUDA C++ Programming Guide, Read-Only Data Cache Load, Load and Store Functions Using Cache Hints"};
  static constexpr FamilyInfo hint{"Hints", "CUDA C++ Programming Guide, Compiler Optimization Hint Functions"};
  static constexpr FamilyInfo barrier{"Barriers", "CUDA C++ Programming Guide, Synchronization Functions"};
  static constexpr FamilyInfo fence{"Fences", "CUDA C++ Programming Guide, Memory Fence Functions"};
  static constexpr FamilyInfo atomic{"Atomics", "CUDA C++ Programming Guide, Atomic Functions"};
  static constexpr FamilyInfo warp{"Warp functions", "CUDA C++ Programming Guide, Warp Vote, Warp Match, Warp Reduce and Warp Shuffle Functions"};
  static constexpr FamilyInfo half{"half and bfloat16", "CUDA Math API: Half Precision Intrinsics, Bfloat16 Precision Intrinsics"};
  static constexpr FamilyInfo console{"Printing", "CUDA C++ Programming Guide, Formatted Output"};
  static constexpr FamilyInfo trap{"Assertions and traps", "CUDA C++ Programming Guide, Assertion; Trap Function; Breakpoint Function"};
  static constexpr FamilyInfo clock{"Time", "CUDA C++ Programming Guide, Time Function; Nanosleep Function"};
  static constexpr FamilyInfo texture{"Textures", "CUDA C++ Programming Guide, Texture Functions; Texture Fetching"};
  static constexpr FamilyInfo none{"", ""};
  switch (family) {
    case BuiltinFamily::math: return math;
    case BuiltinFamily::fast: return fast;
    case BuiltinFamily::integer: return integer;
    case BuiltinFamily::bits: return bits;
    case BuiltinFamily::conversion: return conversion;
    case BuiltinFamily::rounding: return rounding;
    case BuiltinFamily::simd: return simd;
    case BuiltinFamily::memory: return memory;
    case BuiltinFamily::cache: return cache;
    case BuiltinFamily::hint: return hint;
    case BuiltinFamily::barrier: return barrier;
    case BuiltinFamily::fence: return fence;
    case BuiltinFamily::atomic: return atomic;
    case BuiltinFamily::warp: return warp;
    case BuiltinFamily::half: return half;
    case BuiltinFamily::console: return console;
    case BuiltinFamily::trap: return trap;
    case BuiltinFamily::clock: return clock;
    case BuiltinFamily::texture: return texture;
    case BuiltinFamily::part: case BuiltinFamily::count: break;
  }
  return none;
}

const char* cost_name(CostClass cost) { return cost_names[static_cast<size_t>(cost)]; }

}  // namespace wb
