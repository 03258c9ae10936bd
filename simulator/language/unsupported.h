#pragma once
// What is refused by name, with the nearest thing that works: the table behind the messages and the reference page.
#include <span>
#include <string_view>

namespace wb {

struct Refusal {
  std::string_view name;  // ends with `*`: every name that starts so
  const char* hint;
};
inline constexpr std::string_view cluster_word = "__cluster_dims__";  // no name of a function
std::span<const Refusal> refused_names();     // CUDA's functions, types and namespaces
std::span<const Refusal> refused_language();  // keywords and what they stand for
std::span<const Refusal> refused_ptx();       // instructions of inline assembly
const char* ptx_hint(std::string_view instruction);  // what to do without it; null: the table does not say

}  // namespace wb
