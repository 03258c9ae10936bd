#pragma once
// The sum of an atomicAdd on float, as the hardware makes it (seen on an H200; PTX ISA, "atom", `.f32`).
//
//   global memory   what is added and the sum count as zero of their sign where they are subnormal, also in float2 and float4
//   shared memory   subnormal numbers are numbers like others
//
// The old value comes back as it stood. double, half and bfloat16 keep their subnormal numbers everywhere.
namespace wb {

// The machine's loops are compiled for several processors: each file has these functions for itself.
static inline float flushed(float x) { return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x; }
static inline float atomic_sum(float old, float value, bool is_global) { return is_global ? flushed(flushed(old) + flushed(value)) : old + value; }

}  // namespace wb
