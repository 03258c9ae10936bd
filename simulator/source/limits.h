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
inline constexpr int expression_depth = 1000;           // nodes on the longest path of one expression
inline constexpr int instantiation_depth = 128;         // templates that need templates that need ...
inline constexpr size_t instantiations = 4096;          // one compilation
inline constexpr uint64_t constant_steps = 1'000'000;   // one constant expression
inline constexpr uint64_t object_bytes = 1ull << 30;    // one variable
inline constexpr size_t initialisers = 65'536;          // one braced list, nested ones included

}  // namespace wb::limits
