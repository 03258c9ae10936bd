#pragma once
// Every limit of the front end, in one place. Each is reported by an error of its own when text goes beyond it.
#include <cstddef>
#include <cstdint>

namespace wb::limits {

inline constexpr size_t source_bytes = 4u << 20;        // one file
inline constexpr size_t tokens = 1'000'000;             // one compilation, after macros and includes
inline constexpr size_t macro_expansions = 200'000;     // one compilation
inline constexpr size_t include_depth = 32;
inline constexpr int nesting = 200;                     // parentheses, blocks, types inside each other
inline constexpr int type_depth = 32;                   // pointers to arrays of pointers to ...
inline constexpr int expression_depth = 1000;           // nodes on the longest path of one expression
inline constexpr int instantiation_depth = 128;         // templates that need templates that need ...
inline constexpr size_t instantiations = 4096;          // one compilation
inline constexpr uint64_t constant_steps = 1'000'000;   // one constant expression
inline constexpr uint64_t object_bytes = 1ull << 30;    // one variable
inline constexpr size_t initialisers = 65'536;          // one braced list, nested ones included

// The program that a kernel becomes.
inline constexpr size_t instructions = 1'000'000;       // one kernel, with everything inlined
inline constexpr size_t call_depth = 100;               // inlined calls inside each other; deeper ones are called
inline constexpr uint32_t registers = 4096;             // of a thread, 32 bits each
inline constexpr uint32_t stack_bytes = 64u << 10;      // of a thread's calls: saved registers, local memory, return addresses
inline constexpr uint32_t local_bytes = 512u << 10;     // local memory of a thread, as on the hardware

// A launch. Those of the hardware (compute capability 9.0).
inline constexpr uint32_t threads_per_block = 1024;
inline constexpr uint32_t cluster_blocks = 8, large_cluster_blocks = 16;  // the latter where the kernel is allowed them
inline constexpr uint32_t block_x = 1024, block_y = 1024, block_z = 64;
inline constexpr uint32_t grid_x = 2'147'483'647, grid_y = 65'535, grid_z = 65'535;
inline constexpr uint32_t parameter_bytes = 4096;        // one parameter
inline constexpr uint32_t static_shared_bytes = 48u << 10;
inline constexpr uint32_t opt_in_shared_bytes = 227u << 10;  // with dynamic ones that the host asked for (compute capability 9.0)
inline constexpr uint32_t shared_bytes = 227u << 10;    // static and dynamic together
inline constexpr uint64_t blocks = 1ull << 32;          // of a grid: this simulator's
inline constexpr uint32_t launch_depth = 24;            // grids that launch grids
inline constexpr uint32_t pending_launches = 2048;      // of device code, at a time: CUDA's default
inline constexpr uint32_t waiting_grids = 65'536;       // the same: this simulator's
inline constexpr uint32_t child_grids = 200'000;        // of a launch: this simulator's
inline constexpr uint64_t buffer_bytes = 2ull << 30;    // one buffer: this simulator's
inline constexpr uint64_t launch_bytes = 4ull << 30;    // all buffers together: this simulator's

}  // namespace wb::limits
