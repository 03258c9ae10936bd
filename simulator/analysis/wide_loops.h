#pragma once
// WB_WIDE: a function with plain loops over arrays, compiled for several vector widths; the loader picks the best that this processor has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define WB_WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WB_WIDE
#endif
